//! A portfolio of options, priced and added up at once.

use fusus::cnf;

use crate::market::{Market, parity_gap};
use crate::model::{call, put};

cnf! {
    /// The prices of a call and a put for each of `count` options, what all of them are worth, and
    /// how far the worst pair is from put-call parity.
    #[cnf(loops = 1)]
    pub(crate) fn black_scholes(count: usize, market: Market) -> (Vec<f64>, Vec<f64>, f64, f64) {
        let options = generate(count, |i| market.option(i));
        let calls   = map(call, options);
        let puts    = map(put, options);
        let worth   = fold(0.0, |a, b| a + b, map(|c, p| c + p, calls, puts));
        let gap     = fold(0.0, f64::max, map(parity_gap, options, calls, puts));
        (calls, puts, worth, gap)
    }

    /// Prices the options with every operator in a loop of its own.
    #[cnf(strategy = "unfused")]
    pub(crate) fn black_scholes_unfused(count: usize, market: Market) -> (Vec<f64>, Vec<f64>, f64, f64) {
        let options = generate(count, |i| market.option(i));
        let calls   = map(call, options);
        let puts    = map(put, options);
        let worth   = fold(0.0, |a, b| a + b, map(|c, p| c + p, calls, puts));
        let gap     = fold(0.0, f64::max, map(parity_gap, options, calls, puts));
        (calls, puts, worth, gap)
    }
}
