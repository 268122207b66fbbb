cnf! {
    /// Shares of a whole, which grow with the exponential of each element.
    pub fn softmax(xs: &[f64]) -> Vec<f64> {
        let most = fold(f64::NEG_INFINITY, f64::max, xs);
        let es   = map(|x| (x - most).exp(), xs);
        let sum  = fold(0.0, |a, b| a + b, es);
        map(|e| e / sum, es)
    }
}
