//! Exponentials as powers of two: 2^(n + f) with |f| ≤ ½ by a polynomial of f, and 2ⁿ by its bits; `exp` as
//! 2ⁿ · eʳ.

use super::single::{self, LN_2};
use crate::bits::{polynomial, power_of_two, round, select};
use crate::coefficients::{EXP_F32, EXP_M1_F32, EXP_SINGLE};
use core::f64::consts::LOG2_E;

/// The magnitude up to which 2ⁿ is a normal number, and beyond which every result is 0 or ∞ in
/// `f32`.
const LIMIT: f64 = 1000.0;

#[inline(always)]
fn clamp(x: f64) -> f64 {
    let x = select(x < -LIMIT, -LIMIT, x);
    select(x > LIMIT, LIMIT, x)
}

/// Returns 2ˣ to 29 bits.
#[inline(always)]
pub(super) fn power(x: f64) -> f64 {
    let x = clamp(x);
    let (n, _) = round(x);
    let f = x - n;
    (1.0 + f * polynomial(f, &EXP_F32)) * power_of_two(n)
}

/// Returns eˣ to 29 bits.
#[inline(always)]
pub(super) fn exponential(x: f64) -> f64 {
    power(x * LOG2_E)
}

/// Returns eˣ − 1 to 29 bits, near zero as well.
#[inline(always)]
pub(super) fn exponential_less_one(x: f64) -> f64 {
    let x = clamp(x * LOG2_E);
    let (n, _) = round(x);
    let f = x - n;
    let unit = power_of_two(n);
    f * polynomial(f, &EXP_M1_F32) * unit + (unit - 1.0)
}

/// Returns eˣ.
///
/// The error is below 0.97 ulp. exp(−∞) = 0, exp(∞) = ∞; above 88.72 the result is ∞. It computes in `f32`, of
/// which a vector has twice as many numbers as of `f64`.
///
/// ```
/// assert_eq!(fusus_math::f32::exp(0.0), 1.0);
/// ```
#[inline(always)]
#[must_use]
pub fn exp(x: f32) -> f32 {
    // Beyond, it is 0 or ∞ when rounded.
    let x = if x < -104.0 { -104.0 } else { x };
    let x = if x > 89.0 { 89.0 } else { x };
    let (n, bits) = single::round(x * core::f32::consts::LOG2_E);
    // The first part of the remainder is exact, and so little is rounded before the last sum.
    let (first, rest) = (x - n * LN_2.0, n * LN_2.1);
    let r = first - rest;
    let power = 1.0 + (first + (r * r * polynomial(r, &EXP_SINGLE) - rest));
    // Two factors, both normal numbers: 2ⁿ may be none.
    let half = bits >> 1;
    power * single::power_of_two(half) * single::power_of_two(bits - half)
}

/// Returns 2ˣ.
///
/// The error is below 0.54 ulp; the result is exact where x is an integer. exp2(−∞) = 0,
/// exp2(∞) = ∞.
///
/// ```
/// assert_eq!(fusus_math::f32::exp2(-3.0), 0.125);
/// ```
#[inline(always)]
#[must_use]
pub fn exp2(x: f32) -> f32 {
    power(x as f64) as f32
}

/// Returns eˣ − 1, precise near zero as well.
///
/// The error is below 0.54 ulp. exp_m1(−∞) = −1, exp_m1(∞) = ∞, exp_m1(−0) = −0.
///
/// ```
/// assert_eq!(fusus_math::f32::exp_m1(1e-20), 1e-20);
/// ```
#[inline(always)]
#[must_use]
pub fn exp_m1(x: f32) -> f32 {
    let result = exponential_less_one(x as f64) as f32;
    // A zero keeps its sign.
    if x == 0.0 { x } else { result }
}

/// Returns the logistic function 1 / (1 + e⁻ˣ).
///
/// The error is below 0.54 ulp. sigmoid(−∞) = 0, sigmoid(∞) = 1.
///
/// ```
/// assert_eq!(fusus_math::f32::sigmoid(0.0), 0.5);
/// ```
#[inline(always)]
#[must_use]
pub fn sigmoid(x: f32) -> f32 {
    (1.0 / (1.0 + exponential(-(x as f64)))) as f32
}
