//! The error function and its kin: near zero a polynomial, elsewhere
//! erfc(x) = exp(−x²) (1 + q(t)) / (1 + 2x) with t = (x − 7/2) / (x + 7/2), where q is small.
//!
//! The form with 1 + 2x is that of Shepherd and Laframboise, *Chebyshev Approximation of
//! (1 + 2x) exp(x²) erfc x in 0 ≤ x < ∞* (1981).

use super::exp::{Exponential, clamp};
use crate::bits::{abs, flip, polynomial, scale, select, sign};
use crate::coefficients::{ERF, ERFC, SQRT_HALF_HIGH, SQRT_HALF_LOW};
use crate::double::Double;
use core::f64::consts::FRAC_2_SQRT_PI;

/// The greatest argument: beyond, the result is zero.
const LIMIT: f64 = 28.0;

/// The argument from which on the exponential is used. The sum of a polynomial is more exact up to
/// here, since erfc(x) = (1 − x) − x p(x²), where the difference is exact and the product small.
const FAR: f64 = 0.65;

/// Returns c − f · (erf(x) + addend) for c ≥ f, |x| ≤ 0.65 and a small addend.
#[inline(always)]
fn near_taken_from(c: f64, f: f64, x: f64, addend: f64) -> f64 {
    let rest = Double::ordered_sum(c, -f * x);
    let tail = x * polynomial(x * x, &ERF) + addend;
    rest.high + (rest.low - f * tail)
}

/// erfc of a number from 0.65 on, as a sum of two times 2ⁿ.
struct Complement {
    mantissa: Double,
    n: f64,
}

impl Complement {
    /// Takes the number and its square, which must be exact, since the exponential magnifies its
    /// error.
    #[inline(always)]
    fn of(x: Double, square: Double) -> Self {
        let is_over = square.high > 746.0;
        let exponent = Double::new(
            -select(is_over, 746.0, square.high),
            -select(is_over, 0.0, square.low),
        );
        let e = Exponential::of(exponent);
        let t = (x.high - 3.5) / (x.high + 3.5);
        let factor = Double::ordered_sum(1.0, polynomial(t, &ERFC));
        let divisor = Double::sum(1.0, 2.0 * x.high);
        let divisor = Double::new(divisor.high, divisor.low + 2.0 * x.low);
        Self {
            mantissa: e.mantissa().times(factor).over(divisor),
            n: e.exponent(),
        }
    }

    /// Returns 2ⁿ times the value.
    #[inline(always)]
    fn times(&self, n: f64) -> f64 {
        scale(self.mantissa.rounded(), self.n + n)
    }

    /// Returns a whole number less 2ⁿ times the value, which is not greater.
    #[inline(always)]
    fn taken_from(&self, whole: f64, n: f64) -> f64 {
        let value = self
            .mantissa
            .scaled(n + select(self.n < -1000.0, -1000.0, self.n));
        let rest = Double::ordered_sum(whole, -value.high);
        rest.high + (rest.low - value.low)
    }
}

/// Returns the error function, 2/√π times the integral of exp(−t²) from 0 to x.
///
/// The error is below 1 ulp. erf(±0) = ±0, erf(±∞) = ±1.
///
/// ```
/// assert_eq!(fusus_math::f64::erf(f64::INFINITY), 1.0);
/// ```
#[inline(always)]
#[must_use]
pub fn erf(x: f64) -> f64 {
    let magnitude = clamp(abs(x), 0.0, LIMIT);
    let square = Double::square(magnitude);
    let far = Complement::of(Double::new(magnitude, 0.0), square).taken_from(1.0, 0.0);
    let near = magnitude + magnitude * polynomial(square.high, &ERF);
    flip(select(magnitude < FAR, near, far), sign(x))
}

/// Returns 1 − erf(x), precise where erf(x) is near 1 as well.
///
/// The error is below 1.3 ulp. erfc(−∞) = 2, erfc(∞) = 0.
///
/// ```
/// assert_eq!(fusus_math::f64::erfc(0.0), 1.0);
/// ```
#[inline(always)]
#[must_use]
pub fn erfc(x: f64) -> f64 {
    let magnitude = clamp(abs(x), 0.0, LIMIT);
    let complement = Complement::of(Double::new(magnitude, 0.0), Double::square(magnitude));
    let near = near_taken_from(1.0, 1.0, x, 0.0);
    let far = select(
        x < 0.0,
        complement.taken_from(2.0, 0.0),
        complement.times(0.0),
    );
    select(magnitude < FAR, near, far)
}

/// Returns the probability that a number of the standard normal distribution is below x.
///
/// The error is below 1.3 ulp. normal_cdf(−∞) = 0, normal_cdf(∞) = 1.
///
/// ```
/// assert_eq!(fusus_math::f64::normal_cdf(0.0), 0.5);
/// ```
#[inline(always)]
#[must_use]
pub fn normal_cdf(x: f64) -> f64 {
    // erfc(|x| / √2) / 2, or 1 less that; the square of the argument is half of x's own.
    let magnitude = clamp(abs(x), 0.0, 39.0);
    let root = Double::new(magnitude, 0.0).times(Double::new(SQRT_HALF_HIGH, SQRT_HALF_LOW));
    let square = Double::square(magnitude);
    let complement = Complement::of(root, Double::new(0.5 * square.high, 0.5 * square.low));
    let far = select(
        x > 0.0,
        complement.taken_from(1.0, -1.0),
        complement.times(-1.0),
    );
    let turned = flip(root.high, sign(-x));
    // The derivative of erf, 2/√π exp(−x²), of which so small a number needs a few bits.
    let half = 0.5 * square.high;
    let slope = FRAC_2_SQRT_PI * (1.0 - half * (1.0 - 0.5 * half));
    let near = near_taken_from(0.5, 0.5, turned, flip(root.low, sign(-x)) * slope);
    select(root.high < FAR, near, far)
}
