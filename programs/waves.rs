cnf! {
    /// A product of waves and a bump.
    pub fn waves(xs: &[f64]) -> Vec<f64> {
        map(|x| x.sin() * (0.5 * x).cos() + (-x * x).exp(), xs)
    }
}
