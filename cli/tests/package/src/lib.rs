//! Programs over points, in several files.

use fusus::cnf;

pub mod pairs;

cnf! {
    /// Divides by the sum of all elements, and by the sum of the positive ones.
    #[cnf(loops = 2)]
    pub fn normalize2(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let gts  = filter(|x| x > 0.0, xs);
        let sum1 = fold(0.0, |a, b| a + b, xs);
        let sum2 = fold(0.0, |a, b| a + b, gts);
        let ys1  = map(|x| x / sum1, xs);
        let ys2  = map(|x| x / sum2, xs);
        (ys1, ys2)
    }
}

/// The squares of the odd ones.
#[fusus::fused]
#[backend(sequential)]
pub fn odd_squares(xs: &[i64]) -> Vec<i64> {
    xs.filter(|x| x % 2 != 0).map(|x| x * x)
}
