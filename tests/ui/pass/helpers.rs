//! Plain Rust beside programs.
#![forbid(unsafe_code)]
#![deny(warnings)]

fusus::cnf! {
    /// A constant.
    pub const STEPS: u32 = 3;

    /// A helper with statements that programs do not have.
    #[must_use]
    pub fn halved(x: f64) -> f64 {
        let mut x = x;
        for _ in 0..STEPS {
            if x < 1.0 {
                return x;
            }
            x /= 2.0;
        }
        x
    }

    fn generic<T: Copy + std::ops::Mul<Output = T>>(x: T) -> T { x * x }

    fn program(xs: &[f64]) -> Vec<f64> { map(|x| generic(halved(x)), xs) }
}

#[test]
fn main() {
    assert_eq!(program(&[0.5, 16.0]), [0.25, 4.0]);
}
