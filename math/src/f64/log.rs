//! Logarithms: x = 2ᵏ · (1 + f), and with s = f / (2 + f) the series ln(1 + f) = 2s + 2s³/3 + …
//!
//! ln(1 + f) = f − f²/2 + s (f²/2 + s² P(s²)): the first term is exact and the others are small
//! against it, as in Sun's fdlibm.

use super::exp::{Exponential, clamp};
use crate::bits::{abs, polynomial, power_of_two, select, split_exponent};
use crate::coefficients::{
    LN, LN_2_HIGH, LN_2_LOW, LOG2_E_HIGH, LOG2_E_LOW, LOG10_2_HIGH, LOG10_2_LOW, LOG10_E_HIGH,
    LOG10_E_LOW,
};
use crate::double::{Double, halves};

/// The parts of ln(x) = k ln(2) + f − half_square + rest.
struct Parts {
    k: f64,
    f: f64,
    half_square: f64,
    rest: f64,
}

impl Parts {
    /// Takes a positive number; any other gives parts without a meaning.
    #[inline(always)]
    fn of(x: f64) -> Self {
        let is_subnormal = x < f64::MIN_POSITIVE;
        let normal = select(is_subnormal, x * power_of_two(54.0), x);
        let (k, m) = split_exponent(normal);
        let k = k - select(is_subnormal, 54.0, 0.0);
        Self::of_fraction(k, m - 1.0)
    }

    #[inline(always)]
    fn of_fraction(k: f64, f: f64) -> Self {
        let s = f / (2.0 + f);
        let square = s * s;
        let half_square = 0.5 * f * f;
        let rest = s * (half_square + square * polynomial(square, &LN));
        Self {
            k,
            f,
            half_square,
            rest,
        }
    }

    /// Returns the logarithm to some 56 bits.
    #[inline(always)]
    fn in_two(&self) -> Double {
        // Half the square of the upper half of f is exact.
        let (upper, lower) = halves(self.f);
        let half_square = 0.5 * upper * upper;
        let small = Double::ordered_sum(self.f, -half_square);
        let rest = (self.rest + self.k * LN_2_LOW) - 0.5 * lower * (self.f + upper);
        let whole = Double::sum(self.k * LN_2_HIGH, small.high);
        Double::ordered_sum(whole.high, whole.low + (small.low + rest))
    }

    /// Returns ln(1 + f) as a sum of two, of which the first has 26 bits.
    #[inline(always)]
    fn of_mantissa(&self) -> (f64, f64) {
        let (high, _) = halves(self.f - self.half_square);
        let low = ((self.f - high) - self.half_square) + self.rest;
        (high, low)
    }

    /// Returns k · of_two + ln(1 + f) · factor, where both constants are sums of two.
    #[inline(always)]
    fn in_base(&self, of_two: (f64, f64), factor: (f64, f64)) -> f64 {
        let (high, low) = self.of_mantissa();
        let lower = self.k * of_two.1 + ((low + high) * factor.1 + low * factor.0);
        let sum = Double::sum(self.k * of_two.0, high * factor.0);
        sum.high + (sum.low + lower)
    }
}

/// Puts in the results where the argument is not a positive finite number.
#[inline(always)]
fn with_special(x: f64, result: f64) -> f64 {
    let at_zero = select(x == 0.0, f64::NEG_INFINITY, f64::NAN);
    let result = select(x > 0.0, result, at_zero);
    select(x == f64::INFINITY, x, result)
}

/// Returns the natural logarithm.
///
/// The error is below 0.9 ulp. ln(±0) = −∞, ln(∞) = ∞; a negative number gives a NaN.
///
/// ```
/// assert_eq!(fusus_math::f64::ln(1.0), 0.0);
/// assert_eq!(fusus_math::f64::ln(0.0), f64::NEG_INFINITY);
/// ```
#[inline(always)]
#[must_use]
pub fn ln(x: f64) -> f64 {
    let parts = Parts::of(x);
    let small = parts.half_square - (parts.rest + parts.k * LN_2_LOW);
    with_special(x, parts.k * LN_2_HIGH - (small - parts.f))
}

/// Returns the logarithm with base 2.
///
/// The error is below 0.9 ulp, and a power of two gives its exponent. log2(±0) = −∞, log2(∞) = ∞; a
/// negative number gives a NaN.
///
/// ```
/// assert_eq!(fusus_math::f64::log2(0.125), -3.0);
/// ```
#[inline(always)]
#[must_use]
pub fn log2(x: f64) -> f64 {
    let result = Parts::of(x).in_base((1.0, 0.0), (LOG2_E_HIGH, LOG2_E_LOW));
    with_special(x, result)
}

/// Returns the logarithm with base 10.
///
/// The error is below 0.8 ulp. log10(±0) = −∞, log10(∞) = ∞; a negative number gives a NaN.
///
/// ```
/// assert_eq!(fusus_math::f64::log10(1000.0), 3.0);
/// ```
#[inline(always)]
#[must_use]
pub fn log10(x: f64) -> f64 {
    let of_two = (LOG10_2_HIGH, LOG10_2_LOW);
    let result = Parts::of(x).in_base(of_two, (LOG10_E_HIGH, LOG10_E_LOW));
    with_special(x, result)
}

/// Returns ln(1 + x) for 1 + x > 0 finite, where x may be a sum of two.
#[inline(always)]
pub(super) fn ln_of_one_plus(x: Double) -> f64 {
    let sum = Double::sum(1.0, x.high);
    let (k, m) = split_exponent(sum.high);
    // From 2ᵏ⁺¹ on, 2⁻ᵏ would leave the normal numbers; what was lost in the sum is nothing there.
    let unit = power_of_two(-select(k > 1000.0, 1000.0, k));
    let f = Double::ordered_sum(m - 1.0, (sum.low + x.low) * unit);
    let parts = Parts::of_fraction(k, f.high);
    // The derivative of the logarithm is 1 / (1 + f), of which so small a number needs a few bits.
    let low = f.low * (1.0 - f.high * (1.0 - f.high));
    let small = parts.half_square - (parts.rest + (parts.k * LN_2_LOW + low));
    parts.k * LN_2_HIGH - (small - parts.f)
}

/// Returns the logarithm with a given base.
///
/// The error is below 0.9 ulp. Special values are those of ln(x) / ln(base).
///
/// ```
/// assert_eq!(fusus_math::f64::log(1.0, 3.0), 0.0);
/// assert_eq!(fusus_math::f64::log(125.0, 5.0), 3.0);
/// ```
#[inline(always)]
#[must_use]
pub fn log(x: f64, base: f64) -> f64 {
    let (dividend, divisor) = (Parts::of(x).in_two(), Parts::of(base).in_two());
    let high = with_special(x, dividend.high);
    let inverse = 1.0 / with_special(base, divisor.high);
    let quotient = high * inverse;
    let product = Double::product(quotient, divisor.high);
    let rest = ((high - product.high) - product.low) + (dividend.low - quotient * divisor.low);
    // A zero keeps its sign, and so does what has no rest that is a number.
    select(abs(rest) > 0.0, quotient + rest * inverse, quotient)
}

/// Returns ln(1 + x), precise near zero as well.
///
/// The error is below 0.9 ulp. ln_1p(−1) = −∞, ln_1p(∞) = ∞, ln_1p(−0) = −0; a number below −1
/// gives a NaN.
///
/// ```
/// assert_eq!(fusus_math::f64::ln_1p(1e-20), 1e-20);
/// ```
#[inline(always)]
#[must_use]
pub fn ln_1p(x: f64) -> f64 {
    let result = ln_of_one_plus(Double::new(x, 0.0));
    let result = with_special(1.0 + x, result);
    select(x == 0.0, x, result)
}

/// Returns ln(1 + eˣ).
///
/// The error is below 1.2 ulp. softplus(−∞) = 0, softplus(∞) = ∞.
///
/// ```
/// assert_eq!(fusus_math::f64::softplus(0.0), core::f64::consts::LN_2);
/// ```
#[inline(always)]
#[must_use]
pub fn softplus(x: f64) -> f64 {
    // ln(1 + eˣ) = max(x, 0) + ln(1 + e) with e = exp(−|x|), which is at most 1.
    let e = Exponential::of(Double::new(clamp(-abs(x), -746.0, 0.0), 0.0));
    let small = e.rounded();
    let exact = e.value();
    // Where the second part is too small to be a normal number, the first alone is e rounded.
    let is_normal = e.exponent() > -900.0;
    let e = Double::new(
        select(is_normal, exact.high, small),
        select(is_normal, exact.low, 0.0),
    );
    ln_of_one_plus(e) + select(x > 0.0, x, 0.0)
}
