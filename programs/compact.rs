cnf! {
    /// The elements below a limit.
    pub fn compact(xs: &[f64], limit: f64) -> Vec<f64> {
        filter(|x| x < limit, xs)
    }
}
