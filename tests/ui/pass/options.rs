#![deny(warnings)]

fusus::cnf! {
    /// Every option at once.
    #[cnf(loops = 1, strategy = "greedy", cost = "paper", limit = 0.25, strict)]
    pub fn program(xs: &[f64]) -> (f64, Vec<f64>) {
        let ys = map(|x| x * 2.0, xs);
        (fold(0.0, |a, b| a + b, ys), ys)
    }

    /// Seconds may be whole.
    #[cnf(limit = 3)]
    pub fn other(xs: &[f64]) -> f64 {
        fold(0.0, |a, b| a + b, xs)
    }
}

#[test]
fn main() {
    assert_eq!(program(&[1.0, 2.0]), (6.0, vec![2.0, 4.0]));
    assert_eq!(other(&[1.0, 2.0]), 3.0);
}
