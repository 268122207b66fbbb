//! Powers: 2^(y log2|x|), with the logarithm to 43 bits.

use super::exp::power;
use super::log::log2_for_power;
use crate::bits::{abs, flip, select, sign};
use crate::f64::power::with_special_values;

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
    with_special_values(x, y, finite) as f32
}
