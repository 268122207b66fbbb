//! Hyperbolic functions by eˣ − 1, so that nothing cancels near zero.

use super::exp::{exponential, exponential_less_one};
use crate::bits::{abs, flip, select, sign};

/// Returns the hyperbolic sine.
///
/// The error is below 0.54 ulp. sinh(±0) = ±0, sinh(±∞) = ±∞.
///
/// ```
/// assert_eq!(fusus_math::f32::sinh(-0.0), -0.0);
/// ```
#[inline(always)]
#[must_use]
pub fn sinh(x: f32) -> f32 {
    let x = x as f64;
    let e = exponential_less_one(abs(x));
    flip(0.5 * (e + e / (e + 1.0)), sign(x)) as f32
}

/// Returns the hyperbolic cosine.
///
/// The error is below 0.54 ulp. cosh(±0) = 1, cosh(±∞) = ∞.
///
/// ```
/// assert_eq!(fusus_math::f32::cosh(0.0), 1.0);
/// ```
#[inline(always)]
#[must_use]
pub fn cosh(x: f32) -> f32 {
    let e = exponential(abs(x as f64));
    (0.5 * (e + 1.0 / e)) as f32
}

/// Returns the hyperbolic tangent.
///
/// The error is below 0.54 ulp. tanh(±0) = ±0, tanh(±∞) = ±1.
///
/// ```
/// assert_eq!(fusus_math::f32::tanh(f32::INFINITY), 1.0);
/// ```
#[inline(always)]
#[must_use]
pub fn tanh(x: f32) -> f32 {
    let x = x as f64;
    let double = 2.0 * abs(x);
    // From 10 on, it is 1 when rounded.
    let e = exponential_less_one(select(double > 20.0, 20.0, double));
    flip(e / (e + 2.0), sign(x)) as f32
}
