cnf! {
    /// Columns in the place of rows.
    pub fn transpose(w: usize, h: usize, xs: &[f64]) -> Vec<f64> {
        let a = reshape(xs, [h, w]);
        generate(|i, j| a[[j, i]])
    }
}
