cnf! {
    /// Running sums, into the caller's array.
    pub fn prefix_sums_into(xs: &[f64], ys: &mut [f64]) {
        *ys = scan(0.0, |a, b| a + b, xs);
    }
}
