//! Sine, cosine and tangent: x · 2/π less the nearest integer, and polynomials for |r| ≤ π/4.
//!
//! The product is taken apart: 2/π stands in four parts, of which the first three have 29 bits, so
//! that their products with the 24 bits of a number are exact and whole turns can be taken away
//! from each. From 2⁸² on, other parts stand in: bits of 2/π that make whole turns are left out.

use crate::bits::{abs, flip, polynomial, round, round_to_four, select, sign};
use crate::coefficients::{COS_F32, SIN_F32, TWO_OVER_PI_FAR, TWO_OVER_PI_NEAR};
use core::f64::consts::FRAC_PI_2;

/// The rest of an argument, from −π/4 to π/4, and the number of quarter turns taken away, of
/// which the two low bits count.
#[derive(Clone, Copy)]
struct Reduced {
    r: f64,
    quarters: u64,
}

/// Reduces a number that is not negative.
#[inline(always)]
fn reduce(x: f64) -> Reduced {
    /// 2⁸².
    const FAR: f64 = (1_u128 << 82) as f64;
    let is_far = x >= FAR;
    let part = |i: usize| x * select(is_far, TWO_OVER_PI_FAR[i], TWO_OVER_PI_NEAR[i]);
    let (p0, p1, p2, p3) = (part(0), part(1), part(2), part(3));
    let p0 = p0 - round_to_four(p0);
    let p1 = p1 - round_to_four(p1);
    let p2 = p2 - round_to_four(p2);
    let (n, quarters) = round(p0 + p1 + p2);
    let fraction = (((p0 - n) + p1) + p2) + p3;
    Reduced {
        r: fraction * FRAC_PI_2,
        quarters,
    }
}

impl Reduced {
    #[inline(always)]
    fn sine(self) -> f64 {
        let square = self.r * self.r;
        self.r + self.r * square * polynomial(square, &SIN_F32)
    }

    #[inline(always)]
    fn cosine(self) -> f64 {
        let square = self.r * self.r;
        1.0 + square * polynomial(square, &COS_F32)
    }

    /// Returns the sine of the whole, where further quarter turns make it a cosine.
    #[inline(always)]
    fn sine_after(self, further: u64) -> f64 {
        let quarters = self.quarters.wrapping_add(further);
        let value = select(quarters & 1 != 0, self.cosine(), self.sine());
        flip(value, (quarters & 2) << 62)
    }

    /// Returns the tangent of the whole.
    #[inline(always)]
    fn tangent(self) -> f64 {
        let is_odd = self.quarters & 1 != 0;
        let (s, c) = (self.sine(), self.cosine());
        let value = select(is_odd, c, s) / select(is_odd, s, c);
        flip(value, (self.quarters & 1) << 63)
    }
}

/// Returns the sine of an angle in radians.
///
/// The error is below 0.52 ulp for every argument, however great. sin(±0) = ±0; ±∞ gives a NaN.
///
/// ```
/// assert_eq!(fusus_math::f32::sin(0.0), 0.0);
/// ```
#[inline(always)]
#[must_use]
pub fn sin(x: f32) -> f32 {
    let x = x as f64;
    flip(reduce(abs(x)).sine_after(0), sign(x)) as f32
}

/// Returns the cosine of an angle in radians.
///
/// The error is below 0.52 ulp for every argument, however great. cos(±0) = 1; ±∞ gives a NaN.
///
/// ```
/// assert_eq!(fusus_math::f32::cos(0.0), 1.0);
/// ```
#[inline(always)]
#[must_use]
pub fn cos(x: f32) -> f32 {
    reduce(abs(x as f64)).sine_after(1) as f32
}

/// Returns the sine and the cosine of an angle in radians: [`sin`] and [`cos`] to the bit, in less
/// time.
///
/// ```
/// assert_eq!(fusus_math::f32::sin_cos(0.0), (0.0, 1.0));
/// ```
#[inline(always)]
#[must_use]
pub fn sin_cos(x: f32) -> (f32, f32) {
    (sin(x), cos(x))
}

/// Returns the tangent of an angle in radians.
///
/// The error is below 0.52 ulp for every argument, however great. tan(±0) = ±0; ±∞ gives a NaN.
///
/// ```
/// assert_eq!(fusus_math::f32::tan(0.0), 0.0);
/// ```
#[inline(always)]
#[must_use]
pub fn tan(x: f32) -> f32 {
    let x = x as f64;
    flip(reduce(abs(x)).tangent(), sign(x)) as f32
}
