//! Sine, cosine and tangent: x less the nearest multiple of π/2 as a sum of two, and polynomials
//! for |r| ≤ π/4.
//!
//! Two reductions stand side by side, of which a choice takes one: three products with parts of π/2
//! for |x| below [`NEAR`], in the manner of Cody and Waite, and for all others the bits of 2/π from
//! the exponent on, in that of Payne and Hanek. The second is what most of the time goes to; for
//! arguments that are known to be small, `near` has the same functions without it.

use crate::bits::{
    abs, flip, polynomial, round, select, select_bits, sign, to_float, to_weighted_float,
};
use crate::coefficients::{
    COS, HALF_PI_FIRST, HALF_PI_HIGH, HALF_PI_LOW, HALF_PI_SECOND, HALF_PI_THIRD, SIN, TWO_OVER_PI,
};
use crate::double::Double;
use core::f64::consts::FRAC_2_PI;

/// The bound of the arguments that the short reduction is for.
pub(crate) const NEAR: f64 = 1024.0;

/// The rest of an argument, and the number of quarter turns taken away, of which the two low bits
/// count.
#[derive(Clone, Copy)]
pub(crate) struct Reduced {
    r: Double,
    quarters: u64,
}

/// Reduces a number from 0 to [`NEAR`].
#[inline(always)]
pub(crate) fn reduce_near(x: f64) -> Reduced {
    let (n, quarters) = round(x * FRAC_2_PI);
    // The first two parts have 43 bits and n ten: the products are exact, and so is the difference.
    let first = x - n * HALF_PI_FIRST;
    let sum = Double::sum(first, -(n * HALF_PI_SECOND));
    let r = Double::ordered_sum(sum.high, sum.low - n * HALF_PI_THIRD);
    Reduced { r, quarters }
}

/// Takes four words of 2/π from the word on that the upper bits of a place tell, and the bits from
/// its lower six on: 192 bits in three words.
#[inline(always)]
fn window(place: u64) -> [u64; 3] {
    // Sixteen places in four steps: each halves the number of words that can still be meant. Loops
    // over the words would be read as loads from a table, which no loop around them can hold in
    // a vector.
    let pick = |bit: u64, set: u64, clear: u64| select_bits(place & bit != 0, set, clear);
    let [
        w0,
        w1,
        w2,
        w3,
        w4,
        w5,
        w6,
        w7,
        w8,
        w9,
        w10,
        w11,
        w12,
        w13,
        w14,
        w15,
        w16,
        w17,
        w18,
    ] = TWO_OVER_PI;
    let [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10] = [
        pick(512, w8, w0),
        pick(512, w9, w1),
        pick(512, w10, w2),
        pick(512, w11, w3),
        pick(512, w12, w4),
        pick(512, w13, w5),
        pick(512, w14, w6),
        pick(512, w15, w7),
        pick(512, w16, w8),
        pick(512, w17, w9),
        pick(512, w18, w10),
    ];
    let [b0, b1, b2, b3, b4, b5, b6] = [
        pick(256, a4, a0),
        pick(256, a5, a1),
        pick(256, a6, a2),
        pick(256, a7, a3),
        pick(256, a8, a4),
        pick(256, a9, a5),
        pick(256, a10, a6),
    ];
    let [c0, c1, c2, c3, c4] = [
        pick(128, b2, b0),
        pick(128, b3, b1),
        pick(128, b4, b2),
        pick(128, b5, b3),
        pick(128, b6, b4),
    ];
    let [d0, d1, d2, d3] = [
        pick(64, c1, c0),
        pick(64, c2, c1),
        pick(64, c3, c2),
        pick(64, c4, c3),
    ];
    let left = place & 63;
    let right = 63 - left;
    let joined = |upper: u64, lower: u64| (upper << left) | ((lower >> 1) >> right);
    [joined(d0, d1), joined(d1, d2), joined(d2, d3)]
}

/// Reduces a number from 1 on.
#[inline(always)]
pub(crate) fn reduce_far(x: f64) -> Reduced {
    const LOW: u64 = 0xffff_ffff;
    /// Half of a quarter turn, in units of the first word of the product.
    const HALF: u64 = 1 << 29;
    let bits = x.to_bits();
    // x = m · 2^(place − 52), a multiple of 2^(place − 52). Bits of 2/π before the window make
    // whole turns with it; with those behind, less than 2⁻¹²⁴ quarter turns.
    let place = (bits >> 52).wrapping_sub(1023) & 1023;
    let m = (bits & ((1 << 52) - 1)) | (1 << 52);
    let (m1, m0) = (m >> 32, m & LOW);
    let [w0, w1, w2] = window(place);
    let (d0, d1, d2, d3, d4, d5) = (w0 >> 32, w0 & LOW, w1 >> 32, w1 & LOW, w2 >> 32, w2 & LOW);
    // The product from the 30th bit after the point on: words of 32 bits and what they carry.
    let (p10, p20, p30) = (d1 * m0, d2 * m0, d3 * m0);
    let t3 = d4 * m1 + (p30 & LOW) + ((d4 * m0) >> 32) + ((d5 * m1) >> 32);
    let t2 = d3 * m1 + (p20 & LOW) + (p30 >> 32) + (t3 >> 32);
    let t1 = d2 * m1 + (p10 & LOW) + (p20 >> 32) + (t2 >> 32);
    let t0 = d1 * m1 + ((d0 * m0) & LOW) + (p10 >> 32) + (t1 >> 32);
    // The nearest number of quarter turns, and what is left, from −½ to ½.
    let shifted = t0 + HALF;
    let quarters = shifted >> 30;
    let first = (to_float(shifted & ((1 << 30) - 1)) - HALF as f64) * FIRST_WEIGHT;
    let sum = Double::ordered_sum(first, to_weighted_float(t1 & LOW, -62));
    let rest = to_weighted_float(t2 & LOW, -94) + to_weighted_float(t3 & LOW, -126);
    let fraction = Double::ordered_sum(sum.high, sum.low + rest);
    let r = fraction.times(Double::new(HALF_PI_HIGH, HALF_PI_LOW));
    Reduced { r, quarters }
}

/// 2⁻³⁰.
const FIRST_WEIGHT: f64 = 1.0 / (1_u64 << 30) as f64;

/// Reduces any number that is not negative.
#[inline(always)]
pub(crate) fn reduce(x: f64) -> Reduced {
    let near = reduce_near(x);
    let far = reduce_far(x);
    let is_near = x < NEAR;
    Reduced {
        r: Double::new(
            select(is_near, near.r.high, far.r.high),
            select(is_near, near.r.low, far.r.low),
        ),
        quarters: select_bits(is_near, near.quarters, far.quarters),
    }
}

impl Reduced {
    /// Returns the sine of what is left as the number itself and what is to be added.
    #[inline(always)]
    fn sine(self) -> Double {
        let Double { high: r, low } = self.r;
        let square = r * r;
        let tail = r * square * polynomial(square, &SIN);
        Double::new(r, tail + low * (1.0 - 0.5 * square))
    }

    /// Returns the cosine of what is left as 1 − r²/2 and what is to be added.
    #[inline(always)]
    fn cosine(self) -> Double {
        let Double { high: r, low } = self.r;
        let square = r * r;
        let half = 0.5 * square;
        let sum = Double::ordered_sum(1.0, -half);
        let tail = square * square * polynomial(square, &COS) - r * low;
        Double::new(sum.high, sum.low + tail)
    }

    /// Returns the sine of the whole, where further quarter turns make it a cosine.
    #[inline(always)]
    pub(crate) fn sine_after(self, further: u64) -> f64 {
        let quarters = self.quarters.wrapping_add(further);
        let is_odd = quarters & 1 != 0;
        let value = select(is_odd, self.cosine().rounded(), self.sine().rounded());
        flip(value, (quarters & 2) << 62)
    }

    /// Returns the number of quarter turns, of which the two low bits count.
    #[inline(always)]
    pub(crate) fn quarters(self) -> u64 {
        self.quarters
    }

    /// Returns the sine of what is left after so many quarter turns: [`sine_after`](Self::sine_after)
    /// by a branch.
    #[inline(always)]
    pub(crate) fn turned(self, quarters: u64) -> f64 {
        let value = if quarters & 1 != 0 {
            self.cosine()
        } else {
            self.sine()
        };
        flip(value.rounded(), (quarters & 2) << 62)
    }

    /// Returns the sine and the cosine of the whole.
    #[inline(always)]
    pub(crate) fn sine_and_cosine(self) -> (f64, f64) {
        let is_odd = self.quarters & 1 != 0;
        let (s, c) = (self.sine().rounded(), self.cosine().rounded());
        let sine = flip(select(is_odd, c, s), (self.quarters & 2) << 62);
        let next = self.quarters.wrapping_add(1);
        (sine, flip(select(is_odd, s, c), (next & 2) << 62))
    }

    /// Returns the tangent of the whole.
    #[inline(always)]
    pub(crate) fn tangent(self) -> f64 {
        let is_odd = self.quarters & 1 != 0;
        let (s, c) = (self.sine(), self.cosine());
        let above = Double::new(select(is_odd, c.high, s.high), select(is_odd, c.low, s.low));
        let below = Double::new(select(is_odd, s.high, c.high), select(is_odd, s.low, c.low));
        let below = Double::ordered_sum(below.high, below.low);
        let value = above.over(below).rounded();
        flip(value, (self.quarters & 1) << 63)
    }
}

/// Puts in a NaN for an infinity, whose bits the reduction takes for a number's.
#[inline(always)]
fn finite(x: f64, result: f64) -> f64 {
    select(abs(x) < f64::INFINITY, result, f64::NAN)
}

/// Returns the sine of an angle in radians.
///
/// The error is below 0.9 ulp for every argument, however great. sin(±0) = ±0; ±∞ gives a NaN.
///
/// ```
/// assert_eq!(fusus_math::f64::sin(0.0), 0.0);
/// assert_eq!(fusus_math::f64::sin(1e22), -0.8522008497671888);
/// ```
#[inline(always)]
#[must_use]
pub fn sin(x: f64) -> f64 {
    let value = reduce(abs(x)).sine_after(0);
    finite(x, flip(value, sign(x)))
}

/// Returns the cosine of an angle in radians.
///
/// The error is below 0.9 ulp for every argument, however great. cos(±0) = 1; ±∞ gives a NaN.
///
/// ```
/// assert_eq!(fusus_math::f64::cos(0.0), 1.0);
/// ```
#[inline(always)]
#[must_use]
pub fn cos(x: f64) -> f64 {
    finite(x, reduce(abs(x)).sine_after(1))
}

/// Returns the sine and the cosine of an angle in radians: [`sin`] and [`cos`] to the bit, in less
/// time.
///
/// ```
/// assert_eq!(fusus_math::f64::sin_cos(0.0), (0.0, 1.0));
/// ```
#[inline(always)]
#[must_use]
pub fn sin_cos(x: f64) -> (f64, f64) {
    let (sine, cosine) = reduce(abs(x)).sine_and_cosine();
    (finite(x, flip(sine, sign(x))), finite(x, cosine))
}

/// Returns the tangent of an angle in radians.
///
/// The error is below 1.5 ulp for every argument, however great. tan(±0) = ±0; ±∞ gives a NaN.
///
/// ```
/// assert_eq!(fusus_math::f64::tan(0.0), 0.0);
/// ```
#[inline(always)]
#[must_use]
pub fn tan(x: f64) -> f64 {
    let value = reduce(abs(x)).tangent();
    finite(x, flip(value, sign(x)))
}
