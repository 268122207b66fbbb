//! Exponentials: x = n ln(2) + r with |r| ≤ ln(2) / 2, a polynomial of r, and 2ⁿ by its bits.

use crate::bits::{abs, polynomial, power_of_two, round_exponent, scale, scale_by_bits, select};
use crate::coefficients::{EXP, LN_2_HIGH, LN_2_LOW, LN_2_SHORT_HIGH, LN_2_SHORT_LOW};
use crate::double::{Double, halves};
use core::f64::consts::LOG2_E;

/// The exponential of a number as 2ⁿ (1 + r + tail).
#[derive(Clone, Copy)]
pub(crate) struct Exponential {
    n: f64,
    bits_of_n: u64,
    r: f64,
    tail: f64,
}

impl Exponential {
    /// Takes a number of magnitude up to 2¹¹ and what is to be added to it, a small one.
    #[inline(always)]
    pub(crate) fn of(x: Double) -> Self {
        let (n, bits_of_n) = round_exponent(x.high * LOG2_E);
        let upper = x.high - n * LN_2_HIGH;
        let lower = n * LN_2_LOW - x.low;
        let r = upper - lower;
        Self::of_rest((n, bits_of_n), r, (upper - r) - lower)
    }

    #[inline(always)]
    fn of_rest((n, bits_of_n): (f64, u64), r: f64, r_low: f64) -> Self {
        let tail = r_low + r * r * polynomial(r, &EXP);
        Self {
            n,
            bits_of_n,
            r,
            tail,
        }
    }

    /// Returns the value without 2ⁿ, between 0.7 and 1.42.
    #[inline(always)]
    pub(crate) fn mantissa(self) -> Double {
        let sum = Double::ordered_sum(1.0, self.r);
        Double::ordered_sum(sum.high, sum.low + self.tail)
    }

    #[inline(always)]
    pub(crate) fn exponent(self) -> f64 {
        self.n
    }

    /// Returns the value itself, for n from −1022 to 1023.
    #[inline(always)]
    pub(crate) fn value(self) -> Double {
        self.mantissa().scaled(self.n)
    }

    /// Returns the value plus an addend of −1 or 1, divided by 2ⁿ, without cancellation.
    #[inline(always)]
    pub(crate) fn plus_scaled(self, addend: f64) -> Double {
        // 2⁻ⁿ is far below what a sum with 1 can hold where its exponent ends.
        let n = select(self.n > 100.0, 100.0, self.n);
        let whole = Double::sum(1.0, addend * power_of_two(-n));
        let sum = Double::sum(whole.high, self.r);
        Double::ordered_sum(sum.high, sum.low + (whole.low + self.tail))
    }

    #[inline(always)]
    pub(crate) fn rounded(self) -> f64 {
        scale_by_bits(1.0 + (self.r + self.tail), self.bits_of_n)
    }
}

/// Returns x within the bounds; a NaN stays.
#[inline(always)]
pub(crate) fn clamp(x: f64, low: f64, high: f64) -> f64 {
    let x = select(x < low, low, x);
    select(x > high, high, x)
}

/// Returns eˣ.
///
/// The error is below 1 ulp. exp(−∞) = 0, exp(∞) = ∞; above 709.78 the result is ∞, below −745.13
/// it is 0, and in between subnormal ones are rounded to where they can be.
///
/// ```
/// assert_eq!(fusus_math::f64::exp(0.0), 1.0);
/// assert_eq!(fusus_math::f64::exp(f64::NEG_INFINITY), 0.0);
/// ```
#[inline(always)]
#[must_use]
pub fn exp(x: f64) -> f64 {
    let x = clamp(x, -746.0, 710.0);
    Exponential::of(Double::new(x, 0.0)).rounded()
}

/// Returns 2ˣ.
///
/// The error is below 1 ulp; the result is exact where x is an integer. exp2(−∞) = 0,
/// exp2(∞) = ∞.
///
/// ```
/// assert_eq!(fusus_math::f64::exp2(-3.0), 0.125);
/// ```
#[inline(always)]
#[must_use]
pub fn exp2(x: f64) -> f64 {
    let x = clamp(x, -1080.0, 1025.0);
    let n = round_exponent(x);
    let (upper, lower) = halves(x - n.0);
    let product = Double::ordered_sum(
        upper * LN_2_SHORT_HIGH,
        lower * LN_2_SHORT_HIGH + (upper + lower) * LN_2_SHORT_LOW,
    );
    Exponential::of_rest(n, product.high, product.low).rounded()
}

/// Returns eˣ − 1, precise near zero as well.
///
/// The error is below 1.4 ulp. exp_m1(−∞) = −1, exp_m1(∞) = ∞, exp_m1(−0) = −0.
///
/// ```
/// assert_eq!(fusus_math::f64::exp_m1(1e-20), 1e-20);
/// ```
#[inline(always)]
#[must_use]
pub fn exp_m1(x: f64) -> f64 {
    // Below, the result is −1 already; and one scaling by 2ⁿ is enough.
    let within = clamp(x, -40.0, 710.0);
    let e = Exponential::of(Double::new(within, 0.0));
    let result = scale_by_bits(e.plus_scaled(-1.0).rounded(), e.bits_of_n);
    // A zero keeps its sign.
    select(x == 0.0, x, result)
}

/// Returns the logistic function 1 / (1 + e⁻ˣ).
///
/// The error is below 0.9 ulp. sigmoid(−∞) = 0, sigmoid(∞) = 1.
///
/// ```
/// assert_eq!(fusus_math::f64::sigmoid(0.0), 0.5);
/// ```
#[inline(always)]
#[must_use]
pub fn sigmoid(x: f64) -> f64 {
    // With e = exp(−|x|), which is at most 1: 1 / (1 + e) or e / (1 + e).
    let e = Exponential::of(Double::new(clamp(-abs(x), -746.0, 0.0), 0.0));
    let mantissa = e.mantissa();
    let n = select(e.n < -1000.0, -1000.0, e.n);
    let divisor = Double::new(1.0, 0.0).plus(mantissa.scaled(n));
    let is_negative = x < 0.0;
    let numerator = Double::new(
        select(is_negative, mantissa.high, 1.0),
        select(is_negative, mantissa.low, 0.0),
    );
    let exponent = select(is_negative, e.n, 0.0);
    scale(numerator.over(divisor).rounded(), exponent)
}
