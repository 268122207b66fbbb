//! The arithmetic of elements.

use std::convert::identity;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use crate::element::Element;

/// A number. Integers wrap around, as they do in optimised programs of Rust.
pub(crate) trait Number: Element {
    const ONE: Self;
    /// The least value that a fold for the greatest may begin with, and the other way round.
    const LEAST: Self;
    const GREATEST: Self;
    /// The neutral element of sums: `-0.0` of floats.
    const NOTHING: Self;

    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;
    fn min(self, other: Self) -> Self;
    fn max(self, other: Self) -> Self;
    fn neg(self) -> Self;
    fn abs(self) -> Self;
    /// The quotient, if there is one.
    fn div(self, other: Self) -> Option<Self>;
    /// The remainder, if there is one.
    fn rem(self, other: Self) -> Option<Self>;
    /// Returns true for the number zero.
    fn is_zero(self) -> bool;
    /// The position that it names: any integer of the type.
    fn position(self) -> i128;
}

macro_rules! integers {
    ($($type:ident $neg:expr, $abs:expr, $size:expr, $is_negative:expr, $natural:ident $double:ident $factor:ty, $parts:ident $high:ident;)*) => {$(
        impl Integer for $type {
            type Factor = $factor;

            fn divisor(self) -> Option<Divisor<$factor>> {
                let size = $natural::from($size(self));
                if size < 2 {
                    return None;
                }
                let bits = $natural::BITS - (size - 1).leading_zeros();
                let rest = ((1 as $double) << bits) - $double::from(size);
                let factor = (rest << $natural::BITS) / $double::from(size) + 1;
                Some(Divisor {
                    factor: $parts(factor as $natural),
                    shift: bits - 1,
                    is_negative: $is_negative(self),
                })
            }
            #[inline(always)]
            fn quotient(self, by: Divisor<$factor>) -> Self {
                let size = $natural::from($size(self));
                let high = $high(size, by.factor);
                let quotient = (high + ((size - high) >> 1)) >> by.shift;
                let quotient = quotient as $type;
                match $is_negative(self) != by.is_negative {
                    true => quotient.wrapping_neg(),
                    false => quotient,
                }
            }
            #[inline(always)]
            fn power(self) -> Option<u32> {
                let is_power = $type::MIN == 0 && self.count_ones() == 1;
                is_power.then(|| self.trailing_zeros())
            }
            #[inline(always)]
            fn shifted(self, by: u32) -> Self { self >> by }
            #[inline(always)]
            fn factor(self) -> Option<u32> {
                (self.count_ones() == 1).then(|| self.trailing_zeros())
            }
            #[inline(always)]
            fn multiplied(self, by: u32) -> Self { self << by }
        }

        impl Number for $type {
            const ONE: Self = 1;
            const LEAST: Self = $type::MIN;
            const GREATEST: Self = $type::MAX;
            const NOTHING: Self = 0;

            #[inline(always)]
            fn add(self, other: Self) -> Self { self.wrapping_add(other) }
            #[inline(always)]
            fn sub(self, other: Self) -> Self { self.wrapping_sub(other) }
            #[inline(always)]
            fn mul(self, other: Self) -> Self { self.wrapping_mul(other) }
            #[inline(always)]
            fn min(self, other: Self) -> Self { Ord::min(self, other) }
            #[inline(always)]
            fn max(self, other: Self) -> Self { Ord::max(self, other) }
            #[inline(always)]
            fn neg(self) -> Self { $neg(self) }
            #[inline(always)]
            fn abs(self) -> Self { $abs(self) }
            #[inline(always)]
            fn div(self, other: Self) -> Option<Self> { self.checked_div(other) }
            #[inline(always)]
            fn rem(self, other: Self) -> Option<Self> { self.checked_rem(other) }
            #[inline(always)]
            fn is_zero(self) -> bool { self == 0 }
            #[inline(always)]
            fn position(self) -> i128 { i128::from(self) }
        }
    )*};
}
integers! {
    i8 i8::wrapping_neg, i8::wrapping_abs, i8::unsigned_abs, i8::is_negative, u16 u32 u16, identity high_of_16;
    i16 i16::wrapping_neg, i16::wrapping_abs, i16::unsigned_abs, i16::is_negative, u16 u32 u16, identity high_of_16;
    i32 i32::wrapping_neg, i32::wrapping_abs, i32::unsigned_abs, i32::is_negative, u32 u64 u32, identity high_of_32;
    i64 i64::wrapping_neg, i64::wrapping_abs, i64::unsigned_abs, i64::is_negative, u64 u128 [u32; 2], halves high_of_64;
    u8 u8::wrapping_neg, identity, identity, never, u16 u32 u16, identity high_of_16;
    u16 u16::wrapping_neg, identity, identity, never, u16 u32 u16, identity high_of_16;
    u32 u32::wrapping_neg, identity, identity, never, u32 u64 u32, identity high_of_32;
    u64 u64::wrapping_neg, identity, identity, never, u64 u128 [u32; 2], halves high_of_64;
}

/// The upper half of a product of 16 bits each.
#[inline(always)]
fn high_of_16(a: u16, b: u16) -> u16 {
    ((u32::from(a) * u32::from(b)) >> 16) as u16
}

/// The upper half of a product of 32 bits each.
#[inline(always)]
fn high_of_32(a: u32, b: u32) -> u32 {
    ((u64::from(a) * u64::from(b)) >> 32) as u32
}

/// The lower and the upper half of a factor.
fn halves(factor: u64) -> [u32; 2] {
    [factor as u32, (factor >> 32) as u32]
}

/// The upper half of a product of 64 bits each, by products of halves. Vectors have no other ones; LLVM makes
/// one product of processors of these again if it sees that they are halves of one factor.
#[inline(always)]
fn high_of_64(a: u64, [low, high]: [u32; 2]) -> u64 {
    const LOW: u64 = (1 << 32) - 1;
    let (a_low, a_high) = (a & LOW, a >> 32);
    let (low, high) = (u64::from(low), u64::from(high));
    let middle = a_high * low + ((a_low * low) >> 32);
    let other = a_low * high + (middle & LOW);
    a_high * high + (middle >> 32) + (other >> 32)
}

/// The sign of a number without one.
#[inline(always)]
fn never<T>(_: T) -> bool {
    false
}

/// A divisor of integers, as the factor and the shift of a product that has the bits of the quotient
/// (Granlund and Montgomery, *Division by Invariant Integers using Multiplication*, 1994).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Divisor<F> {
    factor: F,
    shift: u32,
    is_negative: bool,
}

/// An integer, which has operations on its bits.
pub(crate) trait Integer:
    Number + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// The factor of a divisor, as products take it.
    type Factor: Copy + Send + Sync;
    /// The divisor, if its size is two or more.
    fn divisor(self) -> Option<Divisor<Self::Factor>>;
    /// The quotient by a divisor.
    fn quotient(self, by: Divisor<Self::Factor>) -> Self;
    /// The exponent of a power of two without a sign.
    fn power(self) -> Option<u32>;
    /// The quotient by a power of two, of a number without a sign.
    fn shifted(self, by: u32) -> Self;
    /// The exponent of a power of two, or of one that wraps around.
    fn factor(self) -> Option<u32>;
    /// The product with a power of two.
    fn multiplied(self, by: u32) -> Self;
}

/// A float, with the elementary functions of `fusus-math`.
pub(crate) trait Float: Number {
    /// The reciprocal of a power of two: a product with it has the bits of the quotient.
    fn exact_reciprocal(self) -> Option<Self>;
    /// An integer of as many bits.
    type Bits: Integer;
    /// The reciprocal, if it gives the quotients of all elements that are not far, once they are corrected.
    fn reciprocal(self) -> Option<Self>;
    /// A quotient by way of a reciprocal, with what is left of the dividend.
    fn corrected(self, dividend: Self, divisor: Self, reciprocal: Self) -> Self;
    /// A negative number for what is no number, infinite, zero or near the ends of the range.
    fn is_far(self) -> Self::Bits;
    /// The greatest number whose root is less than this one, or may also be equal to it; -1 if there is none.
    fn square(self, may_be_equal: bool) -> Self;
    fn sqrt(self) -> Self;
    fn floor(self) -> Self;
    fn ceil(self) -> Self;
    fn round(self) -> Self;
    fn trunc(self) -> Self;
    fn exp(self) -> Self;
    fn exp2(self) -> Self;
    fn exp_m1(self) -> Self;
    fn ln(self) -> Self;
    fn ln_1p(self) -> Self;
    fn log2(self) -> Self;
    fn log10(self) -> Self;
    fn sin(self) -> Self;
    fn cos(self) -> Self;
    fn tan(self) -> Self;
    fn asin(self) -> Self;
    fn acos(self) -> Self;
    fn atan(self) -> Self;
    fn sinh(self) -> Self;
    fn cosh(self) -> Self;
    fn tanh(self) -> Self;
    fn asinh(self) -> Self;
    fn acosh(self) -> Self;
    fn atanh(self) -> Self;
    fn cbrt(self) -> Self;
    fn erf(self) -> Self;
    fn erfc(self) -> Self;
    fn normal_cdf(self) -> Self;
    fn sigmoid(self) -> Self;
    fn softplus(self) -> Self;
    fn pow(self, other: Self) -> Self;
    fn atan2(self, other: Self) -> Self;
    fn hypot(self, other: Self) -> Self;
    fn log(self, base: Self) -> Self;
}

macro_rules! floats {
    ($($type:ident $bits:ident)*) => {$(
        impl Number for $type {
            const ONE: Self = 1.0;
            const LEAST: Self = $type::NEG_INFINITY;
            const GREATEST: Self = $type::INFINITY;
            const NOTHING: Self = -0.0;

            #[inline(always)]
            fn add(self, other: Self) -> Self { self + other }
            #[inline(always)]
            fn sub(self, other: Self) -> Self { self - other }
            #[inline(always)]
            fn mul(self, other: Self) -> Self { self * other }
            #[inline(always)]
            fn min(self, other: Self) -> Self { $type::min(self, other) }
            #[inline(always)]
            fn max(self, other: Self) -> Self { $type::max(self, other) }
            #[inline(always)]
            fn neg(self) -> Self { -self }
            #[inline(always)]
            fn abs(self) -> Self { $type::abs(self) }
            #[inline(always)]
            fn div(self, other: Self) -> Option<Self> { Some(self / other) }
            #[inline(always)]
            fn rem(self, other: Self) -> Option<Self> { Some(self % other) }
            #[inline(always)]
            fn is_zero(self) -> bool { self == 0.0 }
            #[inline(always)]
            fn position(self) -> i128 { self as i128 }
        }

        floats!(@ $type $bits exp exp2 exp_m1 ln ln_1p log2 log10 sin cos tan asin acos atan sinh cosh
            tanh asinh acosh atanh cbrt erf erfc normal_cdf sigmoid softplus);
    )*};
    (@ $type:ident $bits:ident $($name:ident)*) => {
        impl Float for $type {
            type Bits = $bits;
            $(
                #[inline(always)]
                fn $name(self) -> Self { fusus_math::$type::$name(self) }
            )*
            fn exact_reciprocal(self) -> Option<Self> {
                let reciprocal = self.recip();
                let fraction = self.to_bits() & ((1 << ($type::MANTISSA_DIGITS - 1)) - 1);
                let is_exact = fraction == 0 && self.is_normal() && reciprocal.is_normal();
                is_exact.then_some(reciprocal)
            }
            #[inline(always)]
            fn reciprocal(self) -> Option<Self> {
                const PLACES: i32 = $type::MANTISSA_DIGITS as i32;
                let reciprocal = self.recip();
                // The error, in units of 2^-p, and the fraction in 0.5..1.
                let error = (-self).mul_add(reciprocal, 1.0).abs() * (1_u64 << PLACES) as $type;
                let bits = self.abs().to_bits() as $bits;
                let one = (1.0 as $type).to_bits() as $bits;
                let exponent = (bits - one) >> (PLACES - 1);
                let fraction = bits - (exponent << (PLACES - 1));
                let fraction = $type::from_bits(fraction as _) / 2.0;
                let is_near = (-PLACES..PLACES).contains(&(exponent as i32));
                let is_exact = error * (1.0 + 2.0 * error) * fraction < 0.99;
                (is_near && is_exact).then_some(reciprocal)
            }
            #[inline(always)]
            fn corrected(self, dividend: Self, divisor: Self, reciprocal: Self) -> Self {
                (-self).mul_add(divisor, dividend).mul_add(reciprocal, self)
            }
            #[inline(always)]
            fn is_far(self) -> $bits {
                // Neither the quotient by a divisor that has one nor what is left then leaves the range.
                const PLACES: $bits = $type::MANTISSA_DIGITS as $bits;
                const BIAS: $bits = $type::MAX_EXP as $bits - 1;
                const REACH: $bits = BIAS - 2 * PLACES - 15;
                const LEAST: $bits = (BIAS - REACH) << (PLACES - 1);
                const GREATEST: $bits = (BIAS + REACH) << (PLACES - 1);
                let size = self.abs().to_bits() as $bits;
                (size - LEAST) | (GREATEST - size)
            }
            fn square(self, may_be_equal: bool) -> Self {
                let is_below = |x: Self| {
                    let root = x.sqrt();
                    root < self || may_be_equal && root == self
                };
                if !is_below(0.0) {
                    return -1.0;
                }
                let mut square = (self * self).min($type::MAX);
                while !is_below(square) {
                    square = square.next_down();
                }
                while square < $type::INFINITY && is_below(square.next_up()) {
                    square = square.next_up();
                }
                square
            }
            #[inline(always)]
            fn sqrt(self) -> Self { $type::sqrt(self) }
            #[inline(always)]
            fn floor(self) -> Self { $type::floor(self) }
            #[inline(always)]
            fn ceil(self) -> Self { $type::ceil(self) }
            #[inline(always)]
            fn round(self) -> Self { $type::round(self) }
            #[inline(always)]
            fn trunc(self) -> Self { $type::trunc(self) }
            #[inline(always)]
            fn pow(self, other: Self) -> Self { fusus_math::$type::pow(self, other) }
            #[inline(always)]
            fn atan2(self, other: Self) -> Self { fusus_math::$type::atan2(self, other) }
            #[inline(always)]
            fn hypot(self, other: Self) -> Self { fusus_math::$type::hypot(self, other) }
            #[inline(always)]
            fn log(self, base: Self) -> Self { fusus_math::$type::log(self, base) }
        }
    };
}
floats!(f32 i32 f64 i64);

#[cfg(test)]
mod tests {
    use super::Integer;
    use fusus_rng::Rng;

    macro_rules! quotients {
        ($name:ident $($type:ident)*) => {
            #[test]
            fn $name() {
                let mut rng = Rng::new(3);
                $(
                    let mut divisors: Vec<$type> = (0..=255).map(|at: u8| at as $type).collect();
                    divisors.extend((0..$type::BITS).map(|at| (1 as $type) << at));
                    divisors.extend((0..500).map(|at| rng.bits() as $type >> (at % $type::BITS)));
                    let near = [$type::MIN, $type::MIN + 1, $type::MAX - 1, $type::MAX];
                    divisors.extend(near);
                    let opposite: Vec<$type> = divisors.iter().map(|n| n.wrapping_neg()).collect();
                    divisors.extend(opposite);
                    for divisor in divisors {
                        let Some(by) = divisor.divisor() else {
                            assert!((-1..=1).contains(&(divisor as i128)));
                            continue;
                        };
                        let multiple = divisor.wrapping_mul(rng.bits() as $type);
                        let mut numbers: Vec<$type> = (0..=255).map(|at: u8| at as $type).collect();
                        numbers.extend([multiple, multiple.wrapping_sub(1), divisor.wrapping_sub(1)]);
                        numbers.extend((0..50).map(|at| rng.bits() as $type >> (at % $type::BITS)));
                        numbers.extend(near);
                        for number in numbers {
                            assert_eq!(number.quotient(by), number / divisor, "{number} / {divisor}");
                        }
                    }
                )*
            }
        };
    }
    quotients!(quotients_of_integers_are_exact i8 i16 i32 i64 u8 u16 u32 u64);
}
