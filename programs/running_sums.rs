// Prefix sums that begin anew where a segment does.
cnf! {
    /// Running sums of the values of each segment.
    pub fn running_sums(heads: &[bool], xs: &[f64]) -> Vec<f64> {
        scan_by(heads, 0.0, |a, b| a + b, xs)
    }
}
