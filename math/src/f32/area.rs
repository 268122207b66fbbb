//! Inverse hyperbolic functions, as logarithms of 1 + t, so that nothing cancels near their zeros.

use super::log::of_one_plus;
use crate::bits::{abs, flip, rough_inverse_root, select, sign};

/// Returns the inverse hyperbolic sine.
///
/// The error is below 0.54 ulp. asinh(±0) = ±0, asinh(±∞) = ±∞.
///
/// ```
/// assert_eq!(fusus_math::f32::asinh(-0.0), -0.0);
/// ```
#[inline(always)]
#[must_use]
pub fn asinh(x: f32) -> f32 {
    // x + √(x² + 1) = 1 + x + x² / (1 + √(x² + 1)).
    let wide = x as f64;
    let a = abs(wide);
    let square = a * a;
    let root = (square + 1.0) * rough_inverse_root(square + 1.0);
    let value = of_one_plus(a + square / (1.0 + root));
    let is_own = (wide == 0.0) | !a.is_finite();
    select(is_own, wide, flip(value, sign(wide))) as f32
}

/// Returns the inverse hyperbolic cosine.
///
/// The error is below 0.54 ulp. acosh(1) = 0, acosh(∞) = ∞; a number below 1 gives a NaN.
///
/// ```
/// assert_eq!(fusus_math::f32::acosh(1.0), 0.0);
/// ```
#[inline(always)]
#[must_use]
pub fn acosh(x: f32) -> f32 {
    // With t = x − 1, x + √(x² − 1) = 1 + t + √(t (t + 2)).
    let wide = x as f64;
    let t = wide - 1.0;
    let product = t * (t + 2.0);
    let value = of_one_plus(t + product * rough_inverse_root(product));
    let value = select(wide == 1.0, 0.0, select(wide > 1.0, value, f64::NAN));
    select(wide == f64::INFINITY, wide, value) as f32
}

/// Returns the inverse hyperbolic tangent.
///
/// The error is below 0.54 ulp. atanh(±0) = ±0, atanh(±1) = ±∞; a greater magnitude gives a NaN.
///
/// ```
/// assert_eq!(fusus_math::f32::atanh(1.0), f32::INFINITY);
/// ```
#[inline(always)]
#[must_use]
pub fn atanh(x: f32) -> f32 {
    // ln((1 + x) / (1 − x)) / 2 = ln(1 + 2x / (1 − x)) / 2.
    let wide = x as f64;
    let a = abs(wide);
    let value = 0.5 * of_one_plus(2.0 * a / (1.0 - a));
    let at_one = select(a == 1.0, f64::INFINITY, f64::NAN);
    let value = flip(select(a < 1.0, value, at_one), sign(wide));
    select(wide == 0.0, wide, value) as f32
}
