cnf! {
    /// Prices of European calls and puts.
    pub fn black_scholes(spots: &[f64], strikes: &[f64], years: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let d1s      = map(first, spots, strikes, years);
        let d2s      = map(second, d1s, years);
        let presents = map(present, strikes, years);
        let n1s      = map(cumulative, d1s);
        let n2s      = map(cumulative, d2s);
        let calls    = map(call, spots, presents, n1s, n2s);
        let puts     = map(put, spots, presents, calls);
        (calls, puts)
    }
}
