//! One function for each backend.
#![deny(warnings)]

fusus::cnf! {
    #[backend(cpu, sequential)]
    /// The sum.
    pub(crate) fn sum(xs: &[i64]) -> i64 {
        fold(0, |a, b| a + b, xs)
    }

    #[backend(sequential)]
    #[cnf(strict, cost = "paper")]
    fn alone(xs: &[i64]) -> i64 {
        fold(0, |a, b| a + b, xs)
    }
}

#[test]
fn main() {
    assert_eq!(sum(&[1, 2]), 3);
    assert_eq!(sum_sequential(&[1, 2]), 3);
    assert_eq!(alone(&[1, 2]), 3);
}
