cnf! {
    /// The product of three matrices of `n` and 16 rows and columns.
    pub fn matrix_chain(n: usize, xs: &[f64], ys: &[f64], zs: &[f64]) -> Vec<f64> {
        let (a, b, c) = (reshape(xs, [n, 16]), reshape(ys, [16, n]), reshape(zs, [n, 16]));
        generate(|i, l| sum(|j, k| a[[i, j]] * b[[j, k]] * c[[k, l]]))
    }
}
