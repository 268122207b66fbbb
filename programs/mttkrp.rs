cnf! {
    /// A tensor times two matrices of 16 columns: a step of its decomposition.
    pub fn mttkrp(n: usize, xs: &[f64], ys: &[f64], zs: &[f64]) -> Vec<f64> {
        let (x, b, c) = (reshape(xs, [n, n, n]), reshape(ys, [n, 16]), reshape(zs, [n, 16]));
        generate(|i, r| sum(|j, k| x[[i, j, k]] * b[[j, r]] * c[[k, r]]))
    }
}
