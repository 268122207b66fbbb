//! Powers: exp(y ln|x|), with the logarithm to 68 bits, since the exponential magnifies its error
//! by up to 2¹⁰.

use super::exp::Exponential;
use crate::bits::{
    abs, flip, is_integer, polynomial, power_of_two, select, select_bits, sign, split_exponent,
};
use crate::coefficients::{LN_2_HIGH, LN_2_LOW, LN_REST, TWO_THIRDS_HIGH, TWO_THIRDS_LOW};
use crate::double::Double;

/// Returns the logarithm of a positive finite number.
#[inline(always)]
fn ln(x: f64) -> Double {
    let is_subnormal = x < f64::MIN_POSITIVE;
    let normal = select(is_subnormal, x * power_of_two(54.0), x);
    let (k, m) = split_exponent(normal);
    let k = k - select(is_subnormal, 54.0, 0.0);
    let f = m - 1.0;
    // s = f / (2 + f); ln(1 + f) = 2s + 2s³/3 + s⁵ P(s²).
    let s = Double::new(f, 0.0).over(Double::ordered_sum(2.0, f));
    let square = s.times(s);
    let cube = square.times(s);
    let two_thirds = Double::new(TWO_THIRDS_HIGH, TWO_THIRDS_LOW);
    let third = cube.times(two_thirds);
    let fifth = cube.high * square.high * polynomial(square.high, &LN_REST);
    let series =
        Double::new(2.0 * s.high, 2.0 * s.low).plus(Double::new(third.high, third.low + fifth));
    let whole = Double::sum(k * LN_2_HIGH, series.high);
    Double::ordered_sum(whole.high, whole.low + (series.low + k * LN_2_LOW))
}

/// Returns xʸ where `finite` is the power of |x|, which needs to be right only for a positive
/// finite one.
#[inline(always)]
pub(crate) fn with_special_values(x: f64, y: f64, finite: f64) -> f64 {
    let magnitude = abs(x);
    // Magnitudes without a logarithm: 0 and ∞, to a positive or a negative power.
    let is_end = (magnitude == 0.0) | (magnitude == f64::INFINITY);
    let grows = (magnitude == 0.0) == (y < 0.0);
    let result = select(is_end, select(grows, f64::INFINITY, 0.0), finite);
    let y_is_integer = is_integer(y);
    let y_is_odd = y_is_integer & !is_integer(0.5 * y);
    let signed = flip(result, select_bits(y_is_odd, sign(x), 0));
    // A negative finite number has powers only of integers; −0 and −∞ have all.
    let is_defined = (x >= 0.0) | y_is_integer | is_end;
    let result = select(is_defined, signed, f64::NAN);
    let result = select(x.is_nan() | y.is_nan(), x + y, result);
    select((x == 1.0) | (y == 0.0), 1.0, result)
}

/// Returns xʸ.
///
/// The error is below 1 ulp. Special values are those of IEEE 754 and of the standard library: 1
/// for y = 0 and for x = 1, whatever the other is; a NaN for a negative x and a y that is not an
/// integer; the sign of x for an odd y.
///
/// ```
/// assert_eq!(fusus_math::f64::pow(2.0, 10.0), 1024.0);
/// assert_eq!(fusus_math::f64::pow(-2.0, 3.0), -8.0);
/// assert!(fusus_math::f64::pow(-2.0, 0.5).is_nan());
/// ```
#[inline(always)]
#[must_use]
pub fn pow(x: f64, y: f64) -> f64 {
    with_special_values(x, y, of_magnitude(abs(x), y))
}

/// Returns the power of a positive finite number.
#[inline(always)]
pub(crate) fn of_magnitude(magnitude: f64, y: f64) -> f64 {
    // A greater y gives 0, 1 or ∞, and so does this one.
    let limit = power_of_two(65.0);
    let bounded = select(abs(y) > limit, flip(limit, sign(y)), y);
    let logarithm = ln(magnitude);
    let product = logarithm.times(Double::new(bounded, 0.0));
    let is_above = product.high > 710.0;
    let is_below = product.high < -746.0;
    let high = select(is_above, 710.0, select(is_below, -746.0, product.high));
    let low = select(is_above, 0.0, select(is_below, 0.0, product.low));
    Exponential::of(Double::new(high, low)).rounded()
}
