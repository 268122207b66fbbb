//! Inverse hyperbolic functions, as logarithms of 1 + t with t as a sum of two, so that nothing
//! cancels near their zeros.

use super::log::ln_of_one_plus;
use crate::bits::{abs, flip, power_of_two, rough_inverse_root, select, sign};
use crate::double::Double;
use core::f64::consts::LN_2;

const ONE: Double = Double::new(1.0, 0.0);

/// The exponent from which on √(x² ± 1) is x.
const GREAT: f64 = 500.0;

/// Returns ln(1 + t), or of a great number ln(2x) = ln(x) + ln(2).
#[inline(always)]
fn logarithm(x: f64, is_great: bool, t: Double) -> f64 {
    let of = Double::new(select(is_great, x, t.high), select(is_great, 0.0, t.low));
    ln_of_one_plus(of) + select(is_great, LN_2, 0.0)
}

/// Returns the inverse hyperbolic sine.
///
/// The error is below 1.2 ulp. asinh(±0) = ±0, asinh(±∞) = ±∞.
///
/// ```
/// assert_eq!(fusus_math::f64::asinh(-0.0), -0.0);
/// ```
#[inline(always)]
#[must_use]
pub fn asinh(x: f64) -> f64 {
    // x + √(x² + 1) = 1 + x + x² / (1 + √(x² + 1)).
    let magnitude = abs(x);
    let limit = power_of_two(GREAT);
    let is_great = magnitude > limit;
    let a = select(is_great, limit, magnitude);
    let square = Double::square(a);
    let sum = Double::sum(1.0, square.high);
    let sum = Double::ordered_sum(sum.high, sum.low + square.low);
    let root = sum.root(rough_inverse_root(sum.high));
    let t = Double::new(a, 0.0).plus(square.over(root.plus(ONE)));
    let value = logarithm(magnitude, is_great, t);
    let is_own = (x == 0.0) | !magnitude.is_finite();
    select(is_own, x, flip(value, sign(x)))
}

/// Returns the inverse hyperbolic cosine.
///
/// The error is below 1.2 ulp. acosh(1) = 0, acosh(∞) = ∞; a number below 1 gives a NaN.
///
/// ```
/// assert_eq!(fusus_math::f64::acosh(1.0), 0.0);
/// ```
#[inline(always)]
#[must_use]
pub fn acosh(x: f64) -> f64 {
    // With t = x − 1, x + √(x² − 1) = 1 + t + √(t (t + 2)).
    let limit = power_of_two(GREAT);
    let is_great = x > limit;
    let t = Double::sum(select(is_great, limit, x), -1.0);
    let product = t.times(Double::sum(2.0, t.high).plus(Double::new(t.low, 0.0)));
    let root = product.root(rough_inverse_root(product.high));
    let value = logarithm(x, is_great, root.plus(t));
    let value = select(x == 1.0, 0.0, select(x > 1.0, value, f64::NAN));
    select(x == f64::INFINITY, x, value)
}

/// Returns the inverse hyperbolic tangent.
///
/// The error is below 0.9 ulp. atanh(±0) = ±0, atanh(±1) = ±∞; a greater magnitude gives a NaN.
///
/// ```
/// assert_eq!(fusus_math::f64::atanh(1.0), f64::INFINITY);
/// ```
#[inline(always)]
#[must_use]
pub fn atanh(x: f64) -> f64 {
    // ln((1 + x) / (1 − x)) / 2 = ln(1 + 2x / (1 − x)) / 2.
    let a = abs(x);
    let t = Double::new(2.0 * a, 0.0).over(Double::ordered_sum(1.0, -a));
    let value = 0.5 * ln_of_one_plus(t);
    let at_one = select(a == 1.0, f64::INFINITY, f64::NAN);
    let value = flip(select(a < 1.0, value, at_one), sign(x));
    select(x == 0.0, x, value)
}
