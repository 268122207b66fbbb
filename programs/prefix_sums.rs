cnf! {
    /// Running sums.
    pub fn prefix_sums(xs: &[f64]) -> Vec<f64> {
        scan(0.0, |a, b| a + b, xs)
    }
}
