//! Constants and statics as arrays.
#![deny(warnings)]

const WEIGHTS: [f64; 3] = [1.0, 2.0, 3.0];
static TABLE: &[f64] = &[10.0, 20.0];

fusus::cnf! {
    fn weighted(xs: &[f64]) -> f64 {
        fold(0.0, |a, b| a + b, map(|x, w| x * w, xs, WEIGHTS))
    }

    fn looked_up(at: &[usize]) -> Vec<f64> {
        map(|i| TABLE[i], at)
    }
}

#[test]
fn main() {
    assert_eq!(weighted(&[1.0, 1.0, 1.0]), 6.0);
    assert_eq!(looked_up(&[1, 0]), [20.0, 10.0]);
}
