#!/usr/bin/env -S cargo run
//! Programs in many places.

use fusus::cnf;

cnf! {
    /// Divides by the sum of all elements, and by the sum of the positive ones.
    pub fn normalize2(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let gts  = filter(|x| x > 0.0, xs);
        let sum1 = fold(0.0, |a, b| a + b, xs);
        let sum2 = fold(0.0, |a, b| a + b, gts);
        let ys1  = map(|x| x / sum1, xs);
        let ys2  = map(|x| x / sum2, xs);
        (ys1, ys2)
    }

    /// The sum of the squares.
    pub(crate) fn squares(xs: &[f64]) -> f64 {
        xs.map(|x| x * x).fold(0.0, |a, b| a + b)
    }
}

mod inner {
    struct Curve(Vec<f64>);

    impl Curve {
        fn range(&self) -> (f64, f64) {
            let xs = &self.0;
            fusus::cnf! {
                let lo = fold(f64::INFINITY, f64::min, xs);
                let hi = fold(f64::NEG_INFINITY, f64::max, xs);
                (lo, hi)
            }
        }
    }

    #[test]
    fn in_a_macro() {
        assert_eq!(fusus::cnf! { fold(0, |a, b| a + b, [1, 2, 3]) }, 6);
    }
}

/// The attribute form.
#[fusus::fused]
#[must_use]
pub fn above(xs: &[i64], limit: i64) -> Vec<i64> {
    filter(|x| x > limit, xs)
}

macro_rules! template {
    ($body:expr) => {
        cnf! { $body }
    };
}
