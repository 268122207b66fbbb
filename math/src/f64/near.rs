//! Sine, cosine and tangent for |x| < 1024, in about half the time.
//!
//! Within the bound, results are those of the functions of the same names in [`f64`](super), to the
//! bit: a loop may ask once for a whole block of numbers whether all are within it. Beyond, results
//! have no meaning.

use super::trig::{NEAR, reduce_near};
use crate::bits::{abs, flip, sign};

/// The bound: functions are for numbers of lesser magnitude.
pub const BOUND: f64 = NEAR;

/// Returns the sine of an angle below 1024 in magnitude.
///
/// ```
/// use fusus_math::f64;
/// assert_eq!(f64::near::sin(-1000.5), f64::sin(-1000.5));
/// ```
#[inline(always)]
#[must_use]
pub fn sin(x: f64) -> f64 {
    flip(reduce_near(abs(x)).sine_after(0), sign(x))
}

/// Returns the cosine of an angle below 1024 in magnitude.
///
/// ```
/// use fusus_math::f64;
/// assert_eq!(f64::near::cos(-1000.5), f64::cos(-1000.5));
/// ```
#[inline(always)]
#[must_use]
pub fn cos(x: f64) -> f64 {
    reduce_near(abs(x)).sine_after(1)
}

/// Returns the sine and the cosine of an angle below 1024 in magnitude.
///
/// ```
/// use fusus_math::f64;
/// assert_eq!(f64::near::sin_cos(1000.5), f64::sin_cos(1000.5));
/// ```
#[inline(always)]
#[must_use]
pub fn sin_cos(x: f64) -> (f64, f64) {
    let (sine, cosine) = reduce_near(abs(x)).sine_and_cosine();
    (flip(sine, sign(x)), cosine)
}

/// Returns the tangent of an angle below 1024 in magnitude.
///
/// ```
/// use fusus_math::f64;
/// assert_eq!(f64::near::tan(-1000.5), f64::tan(-1000.5));
/// ```
#[inline(always)]
#[must_use]
pub fn tan(x: f64) -> f64 {
    flip(reduce_near(abs(x)).tangent(), sign(x))
}
