//! Numbers as unevaluated sums of two, for steps whose rounding would be seen in a result.
//!
//! The sums and products without an error are those of Knuth and Dekker. They use no fused
//! multiply-add, which is not one instruction on every machine.

use crate::bits::power_of_two;

/// A number, the sum of two, of which the second is small against the first.
#[derive(Clone, Copy)]
pub(crate) struct Double {
    pub(crate) high: f64,
    pub(crate) low: f64,
}

impl Double {
    #[inline(always)]
    pub(crate) const fn new(high: f64, low: f64) -> Self {
        Self { high, low }
    }

    /// Returns a + b without an error, if a is zero or not smaller than b in magnitude.
    #[inline(always)]
    pub(crate) fn ordered_sum(a: f64, b: f64) -> Self {
        let high = a + b;
        Self::new(high, b - (high - a))
    }

    /// Returns a + b without an error.
    #[inline(always)]
    pub(crate) fn sum(a: f64, b: f64) -> Self {
        let high = a + b;
        let of_b = high - a;
        Self::new(high, (a - (high - of_b)) + (b - of_b))
    }

    /// Returns a · b. The product of the lower halves may have a bit too many, whose loss is below
    /// 2⁻¹⁰⁵ of the product.
    #[inline(always)]
    pub(crate) fn product(a: f64, b: f64) -> Self {
        let high = a * b;
        let (a1, a2) = halves(a);
        let (b1, b2) = halves(b);
        let low = (((a1 * b1 - high) + a1 * b2) + a2 * b1) + a2 * b2;
        Self::new(high, low)
    }

    #[inline(always)]
    pub(crate) fn square(a: f64) -> Self {
        let high = a * a;
        let (a1, a2) = halves(a);
        let low = ((a1 * a1 - high) + 2.0 * (a1 * a2)) + a2 * a2;
        Self::new(high, low)
    }

    #[inline(always)]
    pub(crate) fn times(self, other: Self) -> Self {
        let product = Self::product(self.high, other.high);
        let low = product.low + (self.high * other.low + self.low * other.high);
        Self::ordered_sum(product.high, low)
    }

    /// Returns the sum with a number that is not greater.
    #[inline(always)]
    pub(crate) fn plus(self, other: Self) -> Self {
        let sum = Self::ordered_sum(self.high, other.high);
        Self::ordered_sum(sum.high, sum.low + (self.low + other.low))
    }

    /// Returns the quotient, with one division.
    #[inline(always)]
    pub(crate) fn over(self, divisor: Self) -> Self {
        let inverse = 1.0 / divisor.high;
        let high = self.high * inverse;
        let product = Self::product(high, divisor.high);
        let rest = ((self.high - product.high) - product.low) + (self.low - high * divisor.low);
        Self::new(high, rest * inverse)
    }

    /// Returns the square root of a positive number, from an approximation of its inverse root.
    #[inline(always)]
    pub(crate) fn root(self, inverse_root: f64) -> Self {
        let half = 0.5 * inverse_root;
        let rough = self.high * inverse_root;
        // Newton's step by the rest, once for the number and once for what it lacks.
        let better = rough + self.rest_of_root(rough) * half;
        Self::new(better, self.rest_of_root(better) * half)
    }

    #[inline(always)]
    fn rest_of_root(self, root: f64) -> f64 {
        let square = Self::square(root);
        ((self.high - square.high) - square.low) + self.low
    }

    /// Returns the number times 2ⁿ, for n from −1022 to 1023.
    #[inline(always)]
    pub(crate) fn scaled(self, n: f64) -> Self {
        let factor = power_of_two(n);
        Self::new(self.high * factor, self.low * factor)
    }

    #[inline(always)]
    pub(crate) fn rounded(self) -> f64 {
        self.high + self.low
    }
}

/// Splits a number into its upper 26 bits and what is left, so that products of the parts are
/// exact.
#[inline(always)]
pub(crate) fn halves(x: f64) -> (f64, f64) {
    let upper = f64::from_bits(x.to_bits() & 0xffff_ffff_f800_0000);
    (upper, x - upper)
}
