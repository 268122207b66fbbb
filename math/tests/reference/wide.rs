//! Numbers of some 100 bits as sums of two of `f64`, by fused multiply-adds: slow and simple.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// A sum of two numbers, of which the second is below half an ulp of the first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wide {
    pub(crate) high: f64,
    pub(crate) low: f64,
}

pub(crate) const fn wide(high: f64, low: f64) -> Wide {
    Wide { high, low }
}

pub(crate) const ONE: Wide = wide(1.0, 0.0);
pub(crate) const LN_2: Wide = wide(std::f64::consts::LN_2, 2.319_046_813_846_299_6e-17);
pub(crate) const PI: Wide = wide(std::f64::consts::PI, 1.224_646_799_147_353_2e-16);

impl From<f64> for Wide {
    fn from(x: f64) -> Self {
        wide(x, 0.0)
    }
}

fn sum(a: f64, b: f64) -> Wide {
    let high = a + b;
    let of_b = high - a;
    wide(high, (a - (high - of_b)) + (b - of_b))
}

fn product(a: f64, b: f64) -> Wide {
    let high = a * b;
    wide(high, a.mul_add(b, -high))
}

impl Add for Wide {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let high = sum(self.high, other.high);
        let low = sum(self.low, other.low);
        let first = sum(high.high, high.low + low.high);
        sum(first.high, first.low + low.low)
    }
}

impl Neg for Wide {
    type Output = Self;

    fn neg(self) -> Self {
        wide(-self.high, -self.low)
    }
}

impl Sub for Wide {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Wide {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let p = product(self.high, other.high);
        sum(
            p.high,
            p.low + (self.high * other.low + self.low * other.high),
        )
    }
}

impl Div for Wide {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        let first = self.high / other.high;
        let rest = self - other * first.into();
        let second = rest.high / other.high;
        let rest = rest - other * second.into();
        sum(first, second) + Wide::from(rest.high / other.high)
    }
}

impl Wide {
    /// Returns the number times 2ⁿ, which must stay a normal number.
    pub(crate) fn scaled(self, n: i32) -> Self {
        let factor = f64::from_bits(((1023 + n) as u64) << 52);
        wide(self.high * factor, self.low * factor)
    }

    pub(crate) fn sqrt(self) -> Self {
        if self.high == 0.0 {
            return self;
        }
        let root = self.high.sqrt();
        let rest = self - product(root, root);
        Wide::from(root) + Wide::from(rest.high / (2.0 * root))
    }
}
