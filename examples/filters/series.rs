//! A series of prices, and the coefficients of filters.

use std::f64::consts::{PI, SQRT_2};

use common::random;

/// Days on which there is a price.
pub(crate) const DAYS: usize = 250 * 12;

/// The prices of some years, each day's by a factor of its own: made up, and the same on every run.
pub(crate) fn prices(days: usize) -> Vec<f64> {
    let mut price = 100.0;
    let noise = |day: usize| -> f64 {
        let sum: f64 = (0..12).map(|part| random::unit(7, 12 * day + part)).sum();
        sum - 6.0
    };
    let next = |day: usize| {
        let wave = (2.0 * PI * day as f64 / 900.0).sin();
        price *= 1.0 + 0.0003 + 0.0012 * wave + 0.011 * noise(day);
        price
    };
    (0..days).map(next).collect()
}

/// The coefficients of a filter with two poles and two zeros: of the inputs, and of the outputs.
pub(crate) type Coefficients = ([f64; 3], [f64; 2]);

/// The low-pass filter of Butterworth for a frequency, in periods a day.
pub(crate) fn butterworth(frequency: f64) -> Coefficients {
    let k = (PI * frequency).tan();
    let scale = 1.0 / (1.0 + SQRT_2 * k + k * k);
    let b = k * k * scale;
    (
        [b, 2.0 * b, b],
        [
            2.0 * (k * k - 1.0) * scale,
            (1.0 - SQRT_2 * k + k * k) * scale,
        ],
    )
}
