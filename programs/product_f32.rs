cnf! {
    /// The product of two square matrices.
    pub fn product_f32(n: usize, xs: &[f32], ys: &[f32]) -> Vec<f32> {
        let (a, b) = (reshape(xs, [n, n]), reshape(ys, [n, n]));
        generate(|i, j| sum(|k| a[[i, k]] * b[[k, j]]))
    }
}
