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

    fn first(spot: f64, strike: f64, years: f64) -> f64 {
        ((spot / strike).ln() + (RATE + 0.5 * VOLATILITY * VOLATILITY) * years)
            / (VOLATILITY * years.sqrt())
    }

    fn second(first: f64, years: f64) -> f64 { first - VOLATILITY * years.sqrt() }

    fn present(strike: f64, years: f64) -> f64 { strike * (-RATE * years).exp() }

    /// The cumulative normal distribution: Abramowitz and Stegun, 26.2.17, good to 7.5e-8.
    fn cumulative(x: f64) -> f64 {
        let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
        let polynomial = t
            * (0.319_381_53
                + t * (-0.356_563_782
                    + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
        let tail = (-0.5 * x * x).exp() * 0.398_942_280_401_432_7 * polynomial;
        if x > 0.0 { 1.0 - tail } else { tail }
    }

    fn call(spot: f64, present: f64, n1: f64, n2: f64) -> f64 { spot * n1 - present * n2 }

    fn put(spot: f64, present: f64, call: f64) -> f64 { call + present - spot }

    const RATE: f64 = 0.02;
    const VOLATILITY: f64 = 0.3;
}
