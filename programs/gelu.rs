cnf! {
    /// The Gaussian error linear unit, approximated by `tanh`.
    pub fn gelu(xs: &[f32]) -> Vec<f32> {
        map(|x| 0.5 * x * (1.0 + (0.797_884_6 * (x + 0.044_715 * x * x * x)).tanh()), xs)
    }
}
