cnf! {
    /// A layer of a network: the product of two square matrices, a bias, and what is above 0 of it.
    pub fn dense(n: usize, xs: &[f64], ys: &[f64], bias: &[f64]) -> Vec<f64> {
        let (a, b) = (reshape(xs, [n, n]), reshape(ys, [n, n]));
        generate(|i, j| (bias[j] + sum(|k| a[[i, k]] * b[[k, j]])).max(0.0))
    }
}
