//! The error function and its kin: near zero a polynomial, elsewhere
//! erfc(x) = exp(−x²) (1 + q(t)) / (1 + 2x) with t = (x − 7/2) / (x + 7/2), where q is small.

use super::exp::exponential;
use crate::bits::{abs, flip, polynomial, select, sign};
use crate::coefficients::{ERF_F32, ERFC_F32};
use core::f64::consts::FRAC_1_SQRT_2;

/// Returns erfc of a number that is not negative, to 28 bits.
#[inline(always)]
fn complement(x: f64) -> f64 {
    // Beyond, the result is zero in `f32`.
    let x = select(x > 12.0, 12.0, x);
    let t = (x - 3.5) / (x + 3.5);
    exponential(-(x * x)) * (1.0 + polynomial(t, &ERFC_F32)) / (1.0 + 2.0 * x)
}

/// Returns the error function, 2/√π times the integral of exp(−t²) from 0 to x.
///
/// The error is below 0.56 ulp. erf(±0) = ±0, erf(±∞) = ±1.
///
/// ```
/// assert_eq!(fusus_math::f32::erf(f32::INFINITY), 1.0);
/// ```
#[inline(always)]
#[must_use]
pub fn erf(x: f32) -> f32 {
    let x = x as f64;
    let magnitude = abs(x);
    let near = magnitude + magnitude * polynomial(magnitude * magnitude, &ERF_F32);
    let value = select(magnitude < 0.5, near, 1.0 - complement(magnitude));
    flip(value, sign(x)) as f32
}

/// Returns 1 − erf(x), precise where erf(x) is near 1 as well.
///
/// The error is below 0.56 ulp. erfc(−∞) = 2, erfc(∞) = 0.
///
/// ```
/// assert_eq!(fusus_math::f32::erfc(0.0), 1.0);
/// ```
#[inline(always)]
#[must_use]
pub fn erfc(x: f32) -> f32 {
    let x = x as f64;
    let value = complement(abs(x));
    select(x < 0.0, 2.0 - value, value) as f32
}

/// Returns the probability that a number of the standard normal distribution is below x.
///
/// The error is below 0.56 ulp. normal_cdf(−∞) = 0, normal_cdf(∞) = 1.
///
/// ```
/// assert_eq!(fusus_math::f32::normal_cdf(0.0), 0.5);
/// ```
#[inline(always)]
#[must_use]
pub fn normal_cdf(x: f32) -> f32 {
    let x = x as f64;
    let half = 0.5 * complement(abs(x) * FRAC_1_SQRT_2);
    select(x > 0.0, 1.0 - half, half) as f32
}
