//! Several functions in one macro, which may call each other from workers.
#![deny(warnings)]

use fusus::cnf;

cnf! {
    fn total(xs: &[f64]) -> f64 {
        fold(0.0, |a, b| a + b, xs)
    }

    fn mean(xs: &[f64]) -> f64 {
        let n = len(xs) as f64;
        total(xs) / n
    }

    pub(crate) fn centred(xs: &[f64]) -> Vec<f64> {
        let m = mean(xs);
        map(|x| x - m, xs)
    }
}

#[test]
fn main() {
    assert_eq!(centred(&[1.0, 3.0]), [-1.0, 1.0]);
}
