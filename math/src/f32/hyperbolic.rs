//! Hyperbolic functions by eˣ − 1, so that nothing cancels near zero; the tangent by a polynomial
//! there.

use super::exp::{exponential, exponential_less_one};
use super::single::{self, LN_2};
use crate::bits::{abs, flip, polynomial, sign};
use crate::coefficients::{EXP_SINGLE, TANH_SINGLE};

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
/// The error is below 0.95 ulp. tanh(±0) = ±0, tanh(±∞) = ±1. It computes in `f32`, of which a
/// vector has twice as many numbers as of `f64`.
///
/// ```
/// assert_eq!(fusus_math::f32::tanh(f32::INFINITY), 1.0);
/// ```
#[inline(always)]
#[must_use]
pub fn tanh(x: f32) -> f32 {
    let sign = x.to_bits() & SIGN;
    let magnitude = f32::from_bits(x.to_bits() ^ sign);
    let square = magnitude * magnitude;
    let near = magnitude + magnitude * (square * polynomial(square, &TANH_SINGLE));
    let far = tanh_far(magnitude);
    let result = if magnitude < 0.75 { near } else { far };
    f32::from_bits(result.to_bits() | sign)
}

const SIGN: u32 = 1 << 31;

/// Returns tanh(x) = 1 − 2 / (1 + e²ˣ) for x from ¾ on.
#[inline(always)]
fn tanh_far(x: f32) -> f32 {
    // From 10 on, it is 1 when rounded.
    let double = if x > 10.0 { 20.0 } else { x + x };
    let (n, bits) = single::round(double * core::f32::consts::LOG2_E);
    let r = (double - n * LN_2.0) - n * LN_2.1;
    let power = single::power_of_two(bits);
    // e²ˣ = 2ⁿ (1 + tail), so that 1 + 2ⁿ is exact where what is lost of the sum matters.
    let tail = power * (r + r * r * polynomial(r, &EXP_SINGLE));
    let whole = 1.0 + power;
    let divisor = whole + tail;
    let lost = tail - (divisor - whole);
    let quotient = 2.0 / divisor;
    let result = 1.0 - quotient;
    result + (((1.0 - result) - quotient) + quotient * quotient * (0.5 * lost))
}
