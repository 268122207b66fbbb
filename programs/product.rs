cnf! {
    /// The product of two square matrices.
    pub fn product(n: usize, xs: &[f64], ys: &[f64]) -> Vec<f64> {
        let (a, b) = (reshape(xs, [n, n]), reshape(ys, [n, n]));
        generate(|i, j| sum(|k| a[[i, k]] * b[[k, j]]))
    }
}
