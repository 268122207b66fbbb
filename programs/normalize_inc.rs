// Robinson et al. (2014), section 4. To increment twice is cheaper than to keep the result.
cnf! {
    /// Increments, and divides by the sum.
    pub fn normalize_inc(us: &[f64]) -> Vec<f64> {
        let incs = map(|u| u + 1.0, us);
        let sum  = fold(0.0, |a, b| a + b, us);
        let ys   = map(|i| i / sum, incs);
        ys
    }
}
