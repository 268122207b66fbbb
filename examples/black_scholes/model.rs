//! The value of an option: Fischer Black and Myron Scholes, *The Pricing of Options and Corporate
//! Liabilities* (1973).

use crate::normal::cumulative;

/// The right to buy or to sell one share at its expiry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contract {
    /// The price of the share now.
    pub(crate) spot: f64,
    /// The price at which it may be bought or sold.
    pub(crate) strike: f64,
    /// In how many years.
    pub(crate) years: f64,
    /// The interest of a safe investment, a year, continuously compounded.
    pub(crate) rate: f64,
    /// The standard deviation of the share's return in a year.
    pub(crate) volatility: f64,
}

impl Contract {
    /// The value of the strike now.
    pub(crate) fn discounted_strike(self) -> f64 {
        self.strike * (-self.rate * self.years).exp()
    }

    fn d1_and_d2(self) -> (f64, f64) {
        let deviation = self.volatility * self.years.sqrt();
        let drift = (self.rate + self.volatility * self.volatility / 2.0) * self.years;
        let d1 = ((self.spot / self.strike).ln() + drift) / deviation;
        (d1, d1 - deviation)
    }
}

/// The value of the right to buy.
pub(crate) fn call(option: Contract) -> f64 {
    let (d1, d2) = option.d1_and_d2();
    option.spot * cumulative(d1) - option.discounted_strike() * cumulative(d2)
}

/// The value of the right to sell.
pub(crate) fn put(option: Contract) -> f64 {
    let (d1, d2) = option.d1_and_d2();
    option.discounted_strike() * cumulative(-d2) - option.spot * cumulative(-d1)
}
