cnf! {
    /// One step of Jacobi's method for the heat in a plate, without its border.
    pub fn jacobi(w: usize, h: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        generate(|i, j| 0.25 * (a[[i - 1, j]] + a[[i + 1, j]] + a[[i, j - 1]] + a[[i, j + 1]]))
    }
}
