cnf! {
    /// The smooth ramp ln(1 + eˣ).
    pub fn softplus(xs: &[f32]) -> Vec<f32> {
        map(|x| (1.0 + x.exp()).ln(), xs)
    }
}
