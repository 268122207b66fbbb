#![deny(warnings, missing_docs)]
//! Documentation, attributes and visibility stay where they are.

use fusus::cnf;

cnf! {
    /// Doubles every element.
    ///
    /// Twice as much of everything.
    #[must_use]
    #[inline]
    #[doc(alias = "twice")]
    pub fn double(xs: &[f64]) -> Vec<f64> {
        map(|x| 2.0 * x, xs)
    }

    #[cfg(not(any()))]
    pub(crate) fn present(xs: &[f64]) -> f64 {
        fold(0.0, |a, b| a + b, xs)
    }

    #[cfg(any())]
    pub(crate) fn absent(xs: &[Missing]) -> f64 {
        fold(0.0, |a, b| a + b, xs)
    }
}

#[test]
fn main() {
    assert_eq!(double(&[1.0, 2.0]), [2.0, 4.0]);
    assert_eq!(present(&[1.0, 2.0]), 3.0);
}
