//! Dividing by two sums, fused and not.

use fusus::cnf;

cnf! {
    /// Divides by the sum of all elements, and by the sum of the positive ones.
    #[cnf(loops = 2)]
    pub(crate) fn normalize2(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let gts  = filter(|x| x > 0.0, xs);
        let sum1 = fold(0.0, |a, b| a + b, xs);
        let sum2 = fold(0.0, |a, b| a + b, gts);
        let ys1  = map(|x| x / sum1, xs);
        let ys2  = map(|x| x / sum2, xs);
        (ys1, ys2)
    }

    /// Normalizes into caller-provided buffers.
    #[cnf(loops = 2)]
    pub(crate) fn normalize2_into(xs: &[f64], ys1: &mut [f64], ys2: &mut [f64]) {
        let gts  = filter(|x| x > 0.0, xs);
        let sum1 = fold(0.0, |a, b| a + b, xs);
        let sum2 = fold(0.0, |a, b| a + b, gts);
        *ys1 = map(|x| x / sum1, xs);
        *ys2 = map(|x| x / sum2, xs);
    }

    /// Normalizes into caller-provided buffers, with a loop for each combinator.
    #[cnf(strategy = "unfused")]
    pub(crate) fn normalize2_into_unfused(xs: &[f64], ys1: &mut [f64], ys2: &mut [f64]) {
        let gts  = filter(|x| x > 0.0, xs);
        let sum1 = fold(0.0, |a, b| a + b, xs);
        let sum2 = fold(0.0, |a, b| a + b, gts);
        *ys1 = map(|x| x / sum1, xs);
        *ys2 = map(|x| x / sum2, xs);
    }

    /// Increments, and divides by the sum: to increment twice is cheaper than to keep the result.
    #[cnf(loops = 2)]
    pub(crate) fn normalize_inc(us: &[f64]) -> Vec<f64> {
        let incs = map(|u| u + 1.0, us);
        let sum  = fold(0.0, |a, b| a + b, us);
        let ys   = map(|i| i / sum, incs);
        ys
    }
}
