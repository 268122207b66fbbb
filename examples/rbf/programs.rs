//! Kernel regression: means weighted by how near points are.

use fusus::cnf;

cnf! {
    /// The square of a number.
    fn square(x: f32) -> f32 {
        x * x
    }

    /// The mean of the values of points around each place of a grid. The weights fall as a Gaussian
    /// of the distance.
    pub(crate) fn smoothed(xs: &[f32], ys: &[f32], px: &[f32], py: &[f32], values: &[f32]) -> Vec<f32> {
        generate(|i, j| {
            let all = sum(|k| (-(square(xs[j] - px[k]) + square(ys[i] - py[k]))).exp() * values[k]);
            let total = sum(|k| (-(square(xs[j] - px[k]) + square(ys[i] - py[k]))).exp());
            all / total
        })
    }

    /// These means, with the Gaussian as the product of one along each axis: a sum of products, in
    /// which an exponential function is computed for each axis, and not for each place.
    pub(crate) fn factored(xs: &[f32], ys: &[f32], px: &[f32], py: &[f32], values: &[f32]) -> Vec<f32> {
        let a = generate(|j, k| (-square(xs[j] - px[k])).exp());
        let b = generate(|i, k| (-square(ys[i] - py[k])).exp());
        let all = generate(|i, j| sum(|k| b[[i, k]] * a[[j, k]] * values[k]));
        let total = generate(|i, j| sum(|k| b[[i, k]] * a[[j, k]]));
        map(|all, total| all / total, all, total)
    }
}
