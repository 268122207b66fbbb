//! Inverse trigonometric functions: arguments are brought below tan(π/8) or ½, by what the
//! functions of sums and halves of angles say.

use crate::bits::{abs, flip, polynomial, rough_inverse_root, select, sign};
use crate::coefficients::{ASIN_F32, ATAN_F32};
use core::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

/// tan(π/8), and tan(3π/8).
const TAN_EIGHTH: f64 = 0.414_213_562_373_095_03;
const TAN_THREE_EIGHTHS: f64 = 2.414_213_562_373_095;

/// Returns atan(y / x) for numbers that are not negative, neither both zero nor one infinite.
#[inline(always)]
fn atan_of_ratio(y: f64, x: f64) -> f64 {
    let is_low = y < TAN_EIGHTH * x;
    let is_high = y > TAN_THREE_EIGHTHS * x;
    let pick =
        |low: f64, middle: f64, high: f64| select(is_low, low, select(is_high, high, middle));
    let t = pick(y, y - x, -x) / pick(x, y + x, y);
    let square = t * t;
    pick(0.0, FRAC_PI_4, FRAC_PI_2) + (t + t * square * polynomial(square, &ATAN_F32))
}

/// Returns the angle whose tangent is x, between −π/2 and π/2.
///
/// The error is below 0.51 ulp. atan(±0) = ±0, atan(±∞) = ±π/2.
///
/// ```
/// assert_eq!(fusus_math::f32::atan(1.0), core::f32::consts::FRAC_PI_4);
/// ```
#[inline(always)]
#[must_use]
pub fn atan(x: f32) -> f32 {
    let x = x as f64;
    flip(atan_of_ratio(abs(x), 1.0), sign(x)) as f32
}

/// Returns the angle between the first axis and the point with the second coordinate y and the
/// first one x, between −π and π.
///
/// The error is below 0.51 ulp. Special values are those of IEEE 754 and of the standard library:
/// zeros and infinities of either sign have the angle of the direction that they stand for.
///
/// ```
/// assert_eq!(fusus_math::f32::atan2(1.0, -1.0), 3.0 * core::f32::consts::FRAC_PI_4);
/// ```
#[inline(always)]
#[must_use]
pub fn atan2(y: f32, x: f32) -> f32 {
    let (y, x) = (y as f64, x as f64);
    let (height, width) = (abs(y), abs(x));
    // An infinity counts as a number so great that every other is nothing beside it; of two zeros,
    // the width counts as 1.
    let bounded = |n: f64| select(n > 1e200, 1e200, n);
    let both_zero = (height == 0.0) & (width == 0.0);
    let ratio = atan_of_ratio(bounded(height), select(both_zero, 1.0, bounded(width)));
    let angle = flip(select(sign(x) != 0, PI - ratio, ratio), sign(y));
    select(x.is_nan() | y.is_nan(), x + y, angle) as f32
}

/// Returns asin(t) for t from 0 to 1.
#[inline(always)]
fn asin_parts(t: f64) -> (f64, bool) {
    let is_high = t > 0.5;
    // asin(t) = π/2 − 2 asin(√((1 − t) / 2)).
    let half = 0.5 * (1.0 - t);
    let root = half * rough_inverse_root(half);
    let argument = select(is_high, root, t);
    let square = select(is_high, half, t * t);
    (
        argument + argument * square * polynomial(square, &ASIN_F32),
        is_high,
    )
}

/// Returns the angle whose sine is x, between −π/2 and π/2.
///
/// The error is below 0.51 ulp. asin(±0) = ±0; |x| > 1 gives a NaN.
///
/// ```
/// assert_eq!(fusus_math::f32::asin(1.0), core::f32::consts::FRAC_PI_2);
/// ```
#[inline(always)]
#[must_use]
pub fn asin(x: f32) -> f32 {
    let x = x as f64;
    let (angle, is_high) = asin_parts(abs(x));
    let value = flip(select(is_high, FRAC_PI_2 - 2.0 * angle, angle), sign(x));
    select(abs(x) <= 1.0, value, f64::NAN) as f32
}

/// Returns the angle whose cosine is x, between 0 and π.
///
/// The error is below 0.51 ulp. |x| > 1 gives a NaN.
///
/// ```
/// assert_eq!(fusus_math::f32::acos(1.0), 0.0);
/// ```
#[inline(always)]
#[must_use]
pub fn acos(x: f32) -> f32 {
    let x = x as f64;
    let (angle, is_high) = asin_parts(abs(x));
    // π/2 less asin(x), or twice the half angle, or π less that.
    let turned = select(x < 0.0, PI - 2.0 * angle, 2.0 * angle);
    let value = select(is_high, turned, FRAC_PI_2 - flip(angle, sign(x)));
    select(abs(x) <= 1.0, value, f64::NAN) as f32
}
