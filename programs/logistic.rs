cnf! {
    /// Logistic growth to 3, fastest at the time 2.
    pub fn logistic(times: &[f64]) -> Vec<f64> {
        map(|t| 3.0 / (1.0 + (-1.5 * (t - 2.0)).exp()), times)
    }
}
