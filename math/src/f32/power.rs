//! Powers: 2^(y log2|x|), with the logarithm to 43 bits.

use super::exp::power;
use super::log::log2_for_power;
use crate::bits::{abs, flip, is_integer, select, select_bits, sign};

/// Returns xʸ.
///
/// The error is below 0.6 ulp. Special values are those of IEEE 754 and of the standard library: 1
/// for y = 0 and for x = 1, whatever the other is; a NaN for a negative x and a y that is not an
/// integer; the sign of x for an odd y.
///
/// ```
/// assert_eq!(fusus_math::f32::pow(-2.0, 3.0), -8.0);
/// assert!(fusus_math::f32::pow(-2.0, 0.5).is_nan());
/// ```
#[inline(always)]
#[must_use]
pub fn pow(x: f32, y: f32) -> f32 {
    let (x, y) = (x as f64, y as f64);
    let magnitude = abs(x);
    // A greater y gives 0, 1 or ∞, and so does this one; 0 · ∞ is nowhere then.
    let limit = 1e30;
    let bounded = select(abs(y) > limit, flip(limit, sign(y)), y);
    let finite = power(bounded * log2_for_power(magnitude));
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
    select((x == 1.0) | (y == 0.0), 1.0, result) as f32
}
