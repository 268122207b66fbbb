//! Roots, by Newton's method on the inverse root, which needs no division.

use crate::bits::{abs, flip, rough_inverse_cube_root, rough_inverse_root, select, sign};

/// Returns the cube root.
///
/// The error is below 0.51 ulp. cbrt(±0) = ±0, cbrt(±∞) = ±∞.
///
/// ```
/// assert_eq!(fusus_math::f32::cbrt(-27.0), -3.0);
/// ```
#[inline(always)]
#[must_use]
pub fn cbrt(x: f32) -> f32 {
    let wide = x as f64;
    let magnitude = abs(wide);
    let inverse = rough_inverse_cube_root(magnitude);
    let value = flip(magnitude * inverse * inverse, sign(wide));
    // Zeros, infinities and NaNs are their own roots.
    let is_own = (wide == 0.0) | !magnitude.is_finite();
    select(is_own, wide, value) as f32
}

/// Returns √(x² + y²), without overflow on the way.
///
/// The error is below 0.51 ulp. An infinite argument gives ∞, even beside a NaN.
///
/// ```
/// assert_eq!(fusus_math::f32::hypot(3e30, 4e30), 5e30);
/// ```
#[inline(always)]
#[must_use]
pub fn hypot(x: f32, y: f32) -> f32 {
    let (x, y) = (abs(x as f64), abs(y as f64));
    let sum = x * x + y * y;
    let value = sum * rough_inverse_root(sum);
    let is_infinite = (x == f64::INFINITY) | (y == f64::INFINITY);
    select(is_infinite, f64::INFINITY, value) as f32
}
