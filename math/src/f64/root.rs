//! Roots, by Newton's method on the inverse root, which needs no division, and a last step with the
//! exact rest.

use crate::bits::{
    abs, flip, power_of_two, rough_inverse_cube_root, rough_inverse_root, scale, select, sign,
    to_float,
};
use crate::double::Double;

/// Returns the cube root.
///
/// The error is below 0.6 ulp. cbrt(±0) = ±0, cbrt(±∞) = ±∞.
///
/// ```
/// assert_eq!(fusus_math::f64::cbrt(-27.0), -3.0);
/// ```
#[inline(always)]
#[must_use]
pub fn cbrt(x: f64) -> f64 {
    let magnitude = abs(x);
    let is_small = magnitude < power_of_two(-700.0);
    let is_great = magnitude > power_of_two(700.0);
    let pick = |n: f64| power_of_two(select(is_small, n, select(is_great, -n, 0.0)));
    let middle = magnitude * pick(300.0);
    let inverse = rough_inverse_cube_root(middle);
    let root = middle * inverse * inverse;
    let cube = Double::square(root).times(Double::new(root, 0.0));
    let rest = (middle - cube.high) - cube.low;
    let better = root + rest * inverse * inverse * (1.0 / 3.0);
    let value = flip(better * pick(-100.0), sign(x));
    // Zeros, infinities and NaNs are their own roots.
    let is_own = (x == 0.0) | !magnitude.is_finite();
    select(is_own, x, value)
}

/// Returns √(x² + y²), without overflow on the way.
///
/// The error is below 0.6 ulp. An infinite argument gives ∞, even beside a NaN.
///
/// ```
/// assert_eq!(fusus_math::f64::hypot(3e300, 4e300), 5e300);
/// ```
#[inline(always)]
#[must_use]
pub fn hypot(x: f64, y: f64) -> f64 {
    let (x, y) = (abs(x), abs(y));
    let greater = select(x > y, x, y);
    let lesser = select(x > y, y, x);
    // The greater one is brought near 1.
    let n = 1023.0 - to_float(greater.to_bits() >> 52);
    let n = select(n < -1022.0, -1022.0, n);
    let factor = power_of_two(n);
    let sum = Double::square(greater * factor).plus(Double::square(lesser * factor));
    let root = sum.root(rough_inverse_root(sum.high)).rounded();
    let value = scale(root, -n);
    let value = select(x.is_nan() | y.is_nan(), x + y, value);
    let is_infinite = (x == f64::INFINITY) | (y == f64::INFINITY);
    select(is_infinite, f64::INFINITY, value)
}
