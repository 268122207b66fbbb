//! Numbers as bits: rounding, powers of two, signs and choices, without a branch or a conversion.
//!
//! Vector instructions that convert between floats and integers of 64 bits are missing before
//! AVX-512. A sum with a large constant does the same with an addition: the low bits of the sum are
//! the integer.

use core::ops::{Add, Mul};

/// 1.5 · 2⁵², at which the distance between neighbours is 1.
const ONES: f64 = 6_755_399_441_055_744.0;

/// 2⁵², whose bits take an integer below 2⁵² by `|`.
const TWO_POW_52: f64 = 4_503_599_627_370_496.0;

const SIGN: u64 = 1 << 63;

/// Returns one of two numbers, both of which are computed already, so that no branch comes about.
#[inline(always)]
pub(crate) fn select(condition: bool, yes: f64, no: f64) -> f64 {
    if condition { yes } else { no }
}

#[inline(always)]
pub(crate) fn select_bits(condition: bool, yes: u64, no: u64) -> u64 {
    if condition { yes } else { no }
}

#[inline(always)]
pub(crate) fn abs(x: f64) -> f64 {
    f64::from_bits(x.to_bits() & !SIGN)
}

/// Returns the bit of the sign alone.
#[inline(always)]
pub(crate) fn sign(x: f64) -> u64 {
    x.to_bits() & SIGN
}

/// Changes the sign if the given bit of a sign is set.
#[inline(always)]
pub(crate) fn flip(x: f64, sign: u64) -> f64 {
    f64::from_bits(x.to_bits() ^ sign)
}

/// Rounds to the nearest integer, of two the even one, for magnitudes up to 2⁵¹; with the integer
/// come bits whose low ones are the integer's.
#[inline(always)]
pub(crate) fn round(x: f64) -> (f64, u64) {
    let sum = x + ONES;
    (sum - ONES, sum.to_bits())
}

/// Rounds to a multiple of four for magnitudes up to 2⁵³. Greater ones give a number that differs
/// from the argument by a multiple of four, less than 2⁻⁵¹ of the argument.
#[inline(always)]
pub(crate) fn round_to_four(x: f64) -> f64 {
    let sum = x + 4.0 * ONES;
    sum - 4.0 * ONES
}

/// Returns 2ⁿ for an integer n from −1022 to 1023.
#[inline(always)]
pub(crate) fn power_of_two(n: f64) -> f64 {
    f64::from_bits((n + (ONES + 1023.0)).to_bits() << 52)
}

/// Rounds to the nearest integer n from −1100 to 1100, and returns with it bits for
/// [`scale_by_bits`].
#[inline(always)]
pub(crate) fn round_exponent(x: f64) -> (f64, u64) {
    let sum = x + (ONES + 2046.0);
    (sum - (ONES + 2046.0), sum.to_bits())
}

/// Returns x · 2ⁿ, rounded once if x is near 1, for bits of an integer n from −1100 to 1100.
#[inline(always)]
pub(crate) fn scale_by_bits(x: f64, n: u64) -> f64 {
    // The low bits are n + 2046, the exponents of two factors that are both normal numbers: half of
    // it, and the rest.
    let half = (n << 51) & (2047 << 52);
    let rest = (n << 52).wrapping_sub(half);
    x * f64::from_bits(half) * f64::from_bits(rest)
}

/// Returns x · 2ⁿ, rounded once if x is near 1, for an integer n from −2044 to 2046.
#[inline(always)]
pub(crate) fn scale(x: f64, n: f64) -> f64 {
    let (half, _) = round(n * 0.5);
    x * power_of_two(half) * power_of_two(n - half)
}

/// Converts an integer below 2⁵².
#[inline(always)]
pub(crate) fn to_float(n: u64) -> f64 {
    f64::from_bits(n | TWO_POW_52.to_bits()) - TWO_POW_52
}

/// Returns the remainder of an integer of 32 bits as a float with the weight 2ᵉ for each one.
#[inline(always)]
pub(crate) fn to_weighted_float(n: u64, weight: i32) -> f64 {
    let base = f64::from_bits(((1075 + weight) as u64) << 52);
    f64::from_bits(n | base.to_bits()) - base
}

/// Splits a positive normal number into 2ᵏ · m with m between √½ and √2, and returns k and m.
#[inline(always)]
pub(crate) fn split_exponent(x: f64) -> (f64, f64) {
    /// The bits of √½, rounded down.
    const ROOT: u64 = 0x3fe6_a09e_0000_0000;
    const MANTISSA: u64 = (1 << 52) - 1;
    // 1023 steps up, so that the difference is positive for every number.
    let shifted = x.to_bits().wrapping_add((1023 << 52) - ROOT);
    let k = to_float(shifted >> 52) - 1023.0;
    (k, f64::from_bits((shifted & MANTISSA) + ROOT))
}

/// Tells whether a number is an integer.
#[inline(always)]
pub(crate) fn is_integer(x: f64) -> bool {
    let x = abs(x);
    let rounded = select(x < TWO_POW_52, (x + TWO_POW_52) - TWO_POW_52, x);
    rounded == x
}

/// Returns a polynomial's value: even and odd powers apart, so that two chains run side by side.
#[inline(always)]
pub(crate) fn polynomial<T, const N: usize>(x: T, coefficients: &[T; N]) -> T
where
    T: Copy + Add<Output = T> + Mul<Output = T>,
{
    let square = x * x;
    let mut last = coefficients[N - 1];
    let mut before = coefficients[N - 2];
    let mut i = N - 2;
    while i >= 2 {
        last = last * square + coefficients[i - 1];
        before = before * square + coefficients[i - 2];
        i -= 2;
    }
    if i == 1 {
        last = last * square + coefficients[0];
        return before * x + last;
    }
    last * x + before
}

/// Returns an approximation of 1 / √x for a positive normal number, of 34 bits.
#[inline(always)]
pub(crate) fn rough_inverse_root(x: f64) -> f64 {
    // Half the exponent with its sign changed, and a constant for which the greatest error is
    // least.
    let mut y = f64::from_bits(0x5fe6_eb50_c7b5_37a9_u64.wrapping_sub(x.to_bits() >> 1));
    let half = x * 0.5;
    let mut i = 0;
    while i < 3 {
        y *= 1.5 - half * y * y;
        i += 1;
    }
    y
}

/// Returns an approximation of the inverse cube root of a number between
/// 2⁻⁸⁰⁰ and 2⁸⁰⁰, of 51 bits.
#[inline(always)]
pub(crate) fn rough_inverse_cube_root(x: f64) -> f64 {
    /// 2³² · 4/3 · (1023 − 0.045), which makes the greatest error small.
    const BASE: f64 = 5858077693706.0;
    // The exponent and the first 32 bits after it, divided by −3.
    let place = BASE - to_float(x.to_bits() >> 20) * (1.0 / 3.0);
    let mut y = f64::from_bits((place + TWO_POW_52).to_bits() << 20);
    // Each step makes of an error e one of e⁴.
    let mut i = 0;
    while i < 2 {
        let e = 1.0 - x * y * y * y;
        y += y * e * (1.0 / 3.0 + e * (2.0 / 9.0 + e * (14.0 / 81.0)));
        i += 1;
    }
    y
}
