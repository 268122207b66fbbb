//! Inverse trigonometric functions: arguments are brought below tan(π/8) or ½, by what the
//! functions of sums and halves of angles say, and each step keeps what it rounds away.

use crate::bits::{
    abs, flip, polynomial, power_of_two, rough_inverse_root, select, select_bits, sign, to_float,
};
use crate::coefficients::{
    ASIN, ATAN, HALF_PI_HIGH, HALF_PI_LOW, PI_HIGH, PI_LOW, QUARTER_PI_HIGH, QUARTER_PI_LOW,
};
use crate::double::Double;

/// tan(π/8), and tan(3π/8).
const TAN_EIGHTH: f64 = 0.414_213_562_373_095_03;
const TAN_THREE_EIGHTHS: f64 = 2.414_213_562_373_095;

/// Returns atan(y / x) for numbers that are not negative, neither both zero nor one infinite, and
/// not so far from 1 that products leave the normal numbers.
#[inline(always)]
fn atan_of_ratio(y: f64, x: f64) -> Double {
    let is_low = y < TAN_EIGHTH * x;
    let is_high = y > TAN_THREE_EIGHTHS * x;
    let difference = Double::sum(y, -x);
    let sum = Double::sum(y, x);
    let pick =
        |low: f64, middle: f64, high: f64| select(is_low, low, select(is_high, high, middle));
    let above = Double::new(pick(y, difference.high, -x), pick(0.0, difference.low, 0.0));
    let below = Double::new(pick(x, sum.high, y), pick(0.0, sum.low, 0.0));
    let base = Double::new(
        pick(0.0, QUARTER_PI_HIGH, HALF_PI_HIGH),
        pick(0.0, QUARTER_PI_LOW, HALF_PI_LOW),
    );
    let t = above.over(below);
    let square = t.high * t.high;
    let tail = t.high * square * polynomial(square, &ATAN) + t.low * (1.0 - square);
    let whole = Double::ordered_sum(base.high, t.high);
    Double::ordered_sum(whole.high, whole.low + (tail + base.low))
}

/// Returns the angle whose tangent is x, between −π/2 and π/2.
///
/// The error is below 0.8 ulp. atan(±0) = ±0, atan(±∞) = ±π/2.
///
/// ```
/// assert_eq!(fusus_math::f64::atan(1.0), core::f64::consts::FRAC_PI_4);
/// ```
#[inline(always)]
#[must_use]
pub fn atan(x: f64) -> f64 {
    // Beyond, the result is π/2.
    let limit = power_of_two(64.0);
    let bounded = select(abs(x) > limit, limit, abs(x));
    flip(atan_of_ratio(bounded, 1.0).rounded(), sign(x))
}

/// Returns the angle between the first axis and the point with the second coordinate y and the
/// first one x, between −π and π.
///
/// The error is below 0.8 ulp. Special values are those of IEEE 754 and of the standard library:
/// zeros and infinities of either sign have the angle of the direction that they stand for.
///
/// ```
/// assert_eq!(fusus_math::f64::atan2(1.0, -1.0), 3.0 * core::f64::consts::FRAC_PI_4);
/// ```
#[inline(always)]
#[must_use]
pub fn atan2(y: f64, x: f64) -> f64 {
    let (height, width) = (abs(y), abs(x));
    let greater = select(height > width, height, width);
    let is_infinite = greater == f64::INFINITY;
    let one_if = |condition: bool| select(condition, 1.0, 0.0);
    // Infinities count as 1 and what is beside them as 0; of two zeros, the width counts as 1.
    let above = select(is_infinite, one_if(height == f64::INFINITY), height);
    let width_as_one = one_if(!is_infinite | (width == f64::INFINITY));
    let below = select(is_infinite | (greater == 0.0), width_as_one, width);
    // The greater one is brought near 1, and a ratio far below 1 up by 2²⁰⁰ for the while.
    let tiny = power_of_two(-600.0);
    let is_tiny = above < below * tiny;
    let raised = select(is_tiny, power_of_two(200.0), 1.0);
    let lowered = select(is_tiny, power_of_two(-200.0), 1.0);
    let n = 1023.0 - to_float(greater.to_bits() >> 52);
    let factor = power_of_two(select(is_infinite | (n < -1022.0), -1022.0, n));
    let factor = select(is_infinite, 1.0, factor);
    let factor = select(greater == 0.0, 1.0, factor);
    let ratio = atan_of_ratio(above * raised * factor, below * factor);
    let opposite = Double::ordered_sum(PI_HIGH, -(ratio.high * lowered));
    let opposite = opposite.high + (opposite.low + (PI_LOW - ratio.low * lowered));
    let angle = select(sign(x) != 0, opposite, ratio.rounded() * lowered);
    let angle = flip(angle, sign(y));
    select(x.is_nan() | y.is_nan(), x + y, angle)
}

/// Returns asin(t) for t up to ½, and for greater ones half of π/2 − asin(t), with what tells
/// which.
#[inline(always)]
fn asin_of_magnitude(t: f64) -> (Double, bool) {
    let is_high = t > 0.5;
    // asin(t) = π/2 − 2 asin(√((1 − t) / 2)), where the difference is exact.
    let half = 0.5 * (1.0 - t);
    let root = Double::new(half, 0.0).root(rough_inverse_root(half));
    let high = select(is_high, root.high, t);
    let low = select(is_high, root.low, 0.0);
    let square = select(is_high, half, t * t);
    let tail = high * square * polynomial(square, &ASIN);
    (Double::new(high, low + tail), is_high)
}

/// Returns the angle whose sine is x, between −π/2 and π/2.
///
/// The error is below 0.8 ulp. asin(±0) = ±0; |x| > 1 gives a NaN.
///
/// ```
/// assert_eq!(fusus_math::f64::asin(1.0), core::f64::consts::FRAC_PI_2);
/// ```
#[inline(always)]
#[must_use]
pub fn asin(x: f64) -> f64 {
    let magnitude = abs(x);
    let (angle, is_high) = asin_of_magnitude(magnitude);
    let rest = Double::ordered_sum(HALF_PI_HIGH, -2.0 * angle.high);
    let high = rest.high + (rest.low + (HALF_PI_LOW - 2.0 * angle.low));
    let value = flip(select(is_high, high, angle.rounded()), sign(x));
    select(magnitude <= 1.0, value, f64::NAN)
}

/// Returns the angle whose cosine is x, between 0 and π.
///
/// The error is below 0.8 ulp. |x| > 1 gives a NaN.
///
/// ```
/// assert_eq!(fusus_math::f64::acos(1.0), 0.0);
/// ```
#[inline(always)]
#[must_use]
pub fn acos(x: f64) -> f64 {
    let magnitude = abs(x);
    let (angle, is_high) = asin_of_magnitude(magnitude);
    // π/2 ∓ asin(|x|), or twice the half angle, or π less that.
    let is_turned = is_high & (x < 0.0);
    let base = Double::new(
        select(is_high, select(is_turned, PI_HIGH, 0.0), HALF_PI_HIGH),
        select(is_high, select(is_turned, PI_LOW, 0.0), HALF_PI_LOW),
    );
    let factor = select(is_high, 2.0, 1.0);
    let taken = select_bits(is_high, sign(x), sign(-x));
    let high = flip(factor * angle.high, taken);
    let low = flip(factor * angle.low, taken);
    let sum = Double::ordered_sum(base.high, high);
    let value = sum.high + (sum.low + (base.low + low));
    select(magnitude <= 1.0, value, f64::NAN)
}
