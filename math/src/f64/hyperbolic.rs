//! Hyperbolic functions as quotients of e − 1, e + 1 and e, where e = eˣ is a sum of two: nothing
//! cancels, near zero neither.

use super::exp::Exponential;
use crate::bits::{abs, flip, power_of_two, scale, select, sign};
use crate::double::Double;

/// Returns e to the magnitude of a number, up to a limit.
#[inline(always)]
fn exponential(magnitude: f64, limit: f64) -> Exponential {
    Exponential::of(Double::new(
        select(magnitude > limit, limit, magnitude),
        0.0,
    ))
}

/// Returns the hyperbolic sine.
///
/// The error is below 1.1 ulp. sinh(±0) = ±0, sinh(±∞) = ±∞.
///
/// ```
/// assert_eq!(fusus_math::f64::sinh(-0.0), -0.0);
/// ```
#[inline(always)]
#[must_use]
pub fn sinh(x: f64) -> f64 {
    // (e − 1) (e + 1) / (2 e).
    let e = exponential(abs(x), 711.0);
    let product = e.plus_scaled(-1.0).times(e.plus_scaled(1.0));
    let value = product.over(e.mantissa()).rounded();
    flip(scale(value, e.exponent() - 1.0), sign(x))
}

/// Returns the hyperbolic cosine.
///
/// The error is below 0.8 ulp. cosh(±0) = 1, cosh(±∞) = ∞.
///
/// ```
/// assert_eq!(fusus_math::f64::cosh(0.0), 1.0);
/// ```
#[inline(always)]
#[must_use]
pub fn cosh(x: f64) -> f64 {
    // (e + 1 / e) / 2; from n = 100 on, the second one is nothing beside the first.
    let e = exponential(abs(x), 711.0);
    let n = select(e.exponent() > 100.0, 100.0, e.exponent());
    let mantissa = e.mantissa();
    let inverse = Double::new(power_of_two(-2.0 * n), 0.0).over(mantissa);
    scale(mantissa.plus(inverse).rounded(), e.exponent() - 1.0)
}

/// Returns the hyperbolic tangent.
///
/// The error is below 1 ulp. tanh(±0) = ±0, tanh(±∞) = ±1.
///
/// ```
/// assert_eq!(fusus_math::f64::tanh(f64::INFINITY), 1.0);
/// ```
#[inline(always)]
#[must_use]
pub fn tanh(x: f64) -> f64 {
    // (e² − 1) / (e² + 1); from 22 on, it is 1 when rounded.
    let e = exponential(2.0 * abs(x), 44.0);
    let value = e.plus_scaled(-1.0).over(e.plus_scaled(1.0)).rounded();
    flip(value, sign(x))
}
