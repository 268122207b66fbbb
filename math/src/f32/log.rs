//! Logarithms: x = 2ᵏ · (1 + f), and with s = f / (2 + f) the series ln(1 + f) = 2s + 2s³/3 + …; in `ln` a polynomial of f.

use super::exp::exponential;
use super::single;
use crate::bits::{abs, polynomial, select, split_exponent};
use crate::coefficients::{LN_F32, LN_POWER_F32, LN_SINGLE};
use core::f64::consts::{LN_2, LOG2_E, LOG10_2, LOG10_E};

/// Returns ln(1 + f) for 1 + f between √½ and √2, with a polynomial of a given length.
#[inline(always)]
fn of_fraction<const N: usize>(f: f64, coefficients: &[f64; N]) -> f64 {
    let s = f / (2.0 + f);
    let square = s * s;
    s * (2.0 + square * polynomial(square, coefficients))
}

/// Returns log2(x) to 43 bits, for powers.
#[inline(always)]
pub(super) fn log2_for_power(x: f64) -> f64 {
    let (k, m) = split_exponent(x);
    k + of_fraction(m - 1.0, &LN_POWER_F32) * LOG2_E
}

/// Returns k · of_two + ln(1 + f) · factor, with what is special put in.
#[inline(always)]
fn in_base(x: f64, of_two: f64, factor: f64) -> f64 {
    let (k, m) = split_exponent(x);
    with_special(x, k * of_two + of_fraction(m - 1.0, &LN_F32) * factor)
}

/// Puts in the results where the argument is not a positive finite number.
#[inline(always)]
fn with_special(x: f64, result: f64) -> f64 {
    let at_zero = select(x == 0.0, f64::NEG_INFINITY, f64::NAN);
    let result = select(x > 0.0, result, at_zero);
    select(x == f64::INFINITY, x, result)
}

/// Returns ln(1 + x), precise near zero as well.
#[inline(always)]
pub(super) fn of_one_plus(x: f64) -> f64 {
    let (k, m) = split_exponent(1.0 + x);
    // Where the sum stays near 1, x itself is what was to be left of it.
    let f = select(k == 0.0, x, m - 1.0);
    k * LN_2 + of_fraction(f, &LN_F32)
}

/// Returns the natural logarithm.
///
/// The error is below 0.9 ulp. ln(±0) = −∞, ln(∞) = ∞; a negative number gives a NaN. It computes in `f32`, of
/// which a vector has twice as many numbers as of `f64`.
///
/// ```
/// assert_eq!(fusus_math::f32::ln(1.0), 0.0);
/// ```
#[inline(always)]
#[must_use]
pub fn ln(x: f32) -> f32 {
    let (k, m) = single::split_exponent(x);
    let f = m - 1.0;
    let square = f * f;
    let tail = square * f * polynomial(f, &LN_SINGLE) - 0.5 * square;
    // The greatest terms come last, and are exact.
    let result = k * single::LN_2.0 + (f + (k * single::LN_2.1 + tail));
    let at_zero = if x == 0.0 {
        f32::NEG_INFINITY
    } else {
        f32::NAN
    };
    let result = if x > 0.0 { result } else { at_zero };
    if x == f32::INFINITY { x } else { result }
}

/// Returns the logarithm with base 2.
///
/// The error is below 0.53 ulp, and a power of two gives its exponent. log2(±0) = −∞, log2(∞) = ∞;
/// a negative number gives a NaN.
///
/// ```
/// assert_eq!(fusus_math::f32::log2(0.125), -3.0);
/// ```
#[inline(always)]
#[must_use]
pub fn log2(x: f32) -> f32 {
    in_base(x as f64, 1.0, LOG2_E) as f32
}

/// Returns the logarithm with base 10.
///
/// The error is below 0.53 ulp. log10(±0) = −∞, log10(∞) = ∞; a negative number gives a NaN.
///
/// ```
/// assert_eq!(fusus_math::f32::log10(1000.0), 3.0);
/// ```
#[inline(always)]
#[must_use]
pub fn log10(x: f32) -> f32 {
    in_base(x as f64, LOG10_2, LOG10_E) as f32
}

/// Returns the logarithm with a given base.
///
/// The error is below 0.6 ulp. It is ln(x) / ln(base), whose special values it has.
///
/// ```
/// assert_eq!(fusus_math::f32::log(1.0, 3.0), 0.0);
/// ```
#[inline(always)]
#[must_use]
pub fn log(x: f32, base: f32) -> f32 {
    (in_base(x as f64, LN_2, 1.0) / in_base(base as f64, LN_2, 1.0)) as f32
}

/// Returns ln(1 + x), precise near zero as well.
///
/// The error is below 0.53 ulp. ln_1p(−1) = −∞, ln_1p(∞) = ∞, ln_1p(−0) = −0; a number below −1
/// gives a NaN.
///
/// ```
/// assert_eq!(fusus_math::f32::ln_1p(1e-20), 1e-20);
/// ```
#[inline(always)]
#[must_use]
pub fn ln_1p(x: f32) -> f32 {
    let wide = x as f64;
    let result = with_special(1.0 + wide, of_one_plus(wide)) as f32;
    if x == 0.0 { x } else { result }
}

/// Returns ln(1 + eˣ).
///
/// The error is below 0.56 ulp. softplus(−∞) = 0, softplus(∞) = ∞.
///
/// ```
/// assert_eq!(fusus_math::f32::softplus(0.0), core::f32::consts::LN_2);
/// ```
#[inline(always)]
#[must_use]
pub fn softplus(x: f32) -> f32 {
    // ln(1 + eˣ) = max(x, 0) + ln(1 + exp(−|x|)).
    let x = x as f64;
    (of_one_plus(exponential(-abs(x))) + select(x < 0.0, 0.0, x)) as f32
}
