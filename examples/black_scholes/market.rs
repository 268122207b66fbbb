//! Options as a market might have them.

use common::random::between;

use crate::model::Contract;

/// A market of any number of options, the same for the same seed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Market {
    pub(crate) seed: u64,
}

impl Market {
    /// The option of this number.
    pub(crate) fn option(self, i: usize) -> Contract {
        let number = |low, high, which: u64| between(low, high, self.seed + which, i);
        Contract {
            spot: number(20.0, 200.0, 0),
            strike: number(20.0, 200.0, 1),
            years: number(0.05, 3.0, 2),
            rate: number(0.0, 0.08, 3),
            volatility: number(0.08, 0.7, 4),
        }
    }
}

/// Put-call parity: a call and the strike's worth now buy the same as a put and the share. The
/// distance of a pair of prices from it, as a part of the share's price.
pub(crate) fn parity_gap(option: Contract, call: f64, put: f64) -> f64 {
    ((call + option.discounted_strike()) - (put + option.spot)).abs() / option.spot
}
