//! Arithmetic on the numbers that sizes are computed from.
//!
//! A program computes the size of an array with the operators of Rust, which panic or wrap around
//! where a number has no result, by the profile of the build. A size that has none is an error of
//! the program in every profile.

use crate::error::{ErrorKind, Fault};

/// A number that a size may be computed from: every integer and floating-point type.
#[diagnostic::on_unimplemented(
    message = "the size of an array cannot be computed from `{Self}`",
    label = "not a number",
    note = "put arithmetic on other types into a function, and call it for the size"
)]
pub trait Number: Copy {
    /// `self + other`.
    fn sum(self, other: Self) -> Option<Self>;

    /// `self - other`.
    fn difference(self, other: Self) -> Option<Self>;

    /// `self * other`.
    fn product(self, other: Self) -> Option<Self>;

    /// `self / other`.
    fn quotient(self, other: Self) -> Option<Self>;

    /// `self % other`.
    fn remainder(self, other: Self) -> Option<Self>;

    /// The error of an operation on two numbers that has no result.
    fn fault(self, operator: char, other: Self, binding: &'static str) -> Fault;
}

macro_rules! integers {
    ($($type:ty)*) => {$(
        impl Number for $type {
            #[inline]
            fn sum(self, other: Self) -> Option<Self> {
                self.checked_add(other)
            }

            #[inline]
            fn difference(self, other: Self) -> Option<Self> {
                self.checked_sub(other)
            }

            #[inline]
            fn product(self, other: Self) -> Option<Self> {
                self.checked_mul(other)
            }

            #[inline]
            fn quotient(self, other: Self) -> Option<Self> {
                self.checked_div(other)
            }

            #[inline]
            fn remainder(self, other: Self) -> Option<Self> {
                self.checked_rem(other)
            }

            #[cold]
            fn fault(self, operator: char, other: Self, binding: &'static str) -> Fault {
                let nearest = |number| i128::try_from(number).unwrap_or(i128::MAX);
                Fault::new(
                    binding,
                    ErrorKind::SizeArithmetic {
                        left: nearest(self),
                        operator,
                        right: nearest(other),
                        number: stringify!($type),
                    },
                )
            }
        }
    )*};
}

integers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

macro_rules! floats {
    ($($type:ty)*) => {$(
        impl Number for $type {
            #[inline]
            fn sum(self, other: Self) -> Option<Self> {
                Some(self + other)
            }

            #[inline]
            fn difference(self, other: Self) -> Option<Self> {
                Some(self - other)
            }

            #[inline]
            fn product(self, other: Self) -> Option<Self> {
                Some(self * other)
            }

            #[inline]
            fn quotient(self, other: Self) -> Option<Self> {
                Some(self / other)
            }

            #[inline]
            fn remainder(self, other: Self) -> Option<Self> {
                Some(self % other)
            }

            #[cold]
            fn fault(self, _: char, _: Self, _: &'static str) -> Fault {
                unreachable!("every operation on floating-point numbers has a result")
            }
        }
    )*};
}

floats!(f32 f64);

/// `left + right`, towards a size.
///
/// # Errors
///
/// [`ErrorKind::SizeArithmetic`] where the sum overflows its type.
#[inline]
pub fn size_add<N: Number>(left: N, right: N, binding: &'static str) -> Result<N, Fault> {
    left.sum(right)
        .ok_or_else(|| left.fault('+', right, binding))
}

/// `left - right`, towards a size.
///
/// # Errors
///
/// [`ErrorKind::SizeArithmetic`] where the difference is below zero, in an unsigned type, or
/// overflows.
#[inline]
pub fn size_sub<N: Number>(left: N, right: N, binding: &'static str) -> Result<N, Fault> {
    left.difference(right)
        .ok_or_else(|| left.fault('-', right, binding))
}

/// `left * right`, towards a size.
///
/// # Errors
///
/// [`ErrorKind::SizeArithmetic`] where the product overflows its type.
#[inline]
pub fn size_mul<N: Number>(left: N, right: N, binding: &'static str) -> Result<N, Fault> {
    left.product(right)
        .ok_or_else(|| left.fault('*', right, binding))
}

/// `left / right`, towards a size.
///
/// # Errors
///
/// [`ErrorKind::SizeArithmetic`] where an integer is divided by zero, or the quotient overflows.
#[inline]
pub fn size_div<N: Number>(left: N, right: N, binding: &'static str) -> Result<N, Fault> {
    left.quotient(right)
        .ok_or_else(|| left.fault('/', right, binding))
}

/// `left % right`, towards a size.
///
/// # Errors
///
/// [`ErrorKind::SizeArithmetic`] where an integer is divided by zero.
#[inline]
pub fn size_rem<N: Number>(left: N, right: N, binding: &'static str) -> Result<N, Fault> {
    left.remainder(right)
        .ok_or_else(|| left.fault('%', right, binding))
}

#[cfg(test)]
mod tests {
    use super::{size_add, size_div, size_mul, size_rem, size_sub};

    #[test]
    fn numbers_with_a_result_are_those_of_rust() {
        assert_eq!(size_add(2u8, 3, ""), Ok(5));
        assert_eq!(size_sub(2i32, 3, ""), Ok(-1));
        assert_eq!(size_mul(2usize, 3, ""), Ok(6));
        assert_eq!(size_div(7u64, 2, ""), Ok(3));
        assert_eq!(size_rem(7isize, 4, ""), Ok(3));
        assert_eq!(size_div(1.0, 0.0, ""), Ok(f64::INFINITY));
    }

    #[test]
    fn the_others_are_errors_with_their_numbers() {
        let text = |result: Result<usize, crate::Fault>| result.unwrap_err().to_string();
        assert_eq!(
            text(size_sub(0, 1, "ys")),
            "in `ys`: the size 0 - 1 is below zero"
        );
        assert_eq!(
            text(size_add(usize::MAX, 1, "ys")),
            format!("in `ys`: the size {} + 1 overflows `usize`", usize::MAX)
        );
        assert_eq!(
            text(size_div(5, 0, "ys")),
            "in `ys`: the size 5 / 0 divides by zero"
        );
        assert_eq!(
            text(size_rem(5, 0, "ys")),
            "in `ys`: the size 5 % 0 divides by zero"
        );
        assert_eq!(
            size_mul(100i8, 2, "n").unwrap_err().to_string(),
            "in `n`: the size 100 * 2 overflows `i8`"
        );
        assert_eq!(
            size_sub(i8::MIN, 1, "n").unwrap_err().to_string(),
            "in `n`: the size -128 - 1 overflows `i8`"
        );
    }
}
