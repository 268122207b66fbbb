//! Numbers that count elements, and ranges as arrays.

use crate::error::{ErrorKind, Fault};
use std::ops::{Range, RangeInclusive};

/// The length of a generated array: a number of any integer type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the length of an array",
    label = "not an integer"
)]
pub trait Length: Copy {
    /// The length; a negative number is no element at all, and one that no
    /// array can have is `usize::MAX`.
    fn length(self) -> usize;

    /// The number, if it is below zero.
    fn below_zero(self) -> Option<i128>;
}

/// The number of elements that an integer asks for.
#[inline(always)]
pub fn length(number: impl Length) -> usize {
    number.length()
}

/// The number of elements that an integer asks for, where one below zero asks for none that there are.
///
/// # Errors
///
/// [`ErrorKind::SizeBelowZero`] for a number below zero.
#[inline(always)]
pub fn checked_length(number: impl Length, binding: &'static str) -> Result<usize, Fault> {
    match number.below_zero() {
        None => Ok(number.length()),
        Some(size) => Err(Fault::new(binding, ErrorKind::SizeBelowZero { size })),
    }
}

/// A range of integers as an array.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an array",
    label = "not a range of integers"
)]
pub trait Counted: Clone {
    /// The type of its elements.
    type Item;

    /// The number of elements.
    fn count(&self) -> usize;

    /// The element at `index`, which must be below [`count`](Counted::count).
    fn at(&self, index: usize) -> Self::Item;
}

macro_rules! integers {
    ($($type:ty)*) => {$(
        impl Length for $type {
            #[inline(always)]
            #[allow(unused_comparisons, clippy::absurd_extreme_comparisons)]
            fn length(self) -> usize {
                if self <= 0 {
                    0
                } else {
                    usize::try_from(self).unwrap_or(usize::MAX)
                }
            }

            #[inline(always)]
            #[allow(unused_comparisons, clippy::absurd_extreme_comparisons)]
            fn below_zero(self) -> Option<i128> {
                match self < 0 {
                    true => i128::try_from(self).ok(),
                    false => None,
                }
            }
        }

        impl Counted for Range<$type> {
            type Item = $type;

            #[inline(always)]
            fn count(&self) -> usize {
                if self.start >= self.end {
                    0
                } else {
                    // Right even where the difference overflows a signed type.
                    self.end.abs_diff(self.start).length()
                }
            }

            #[inline(always)]
            #[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap)]
            fn at(&self, index: usize) -> $type {
                self.start.wrapping_add(index as $type)
            }
        }

        impl Counted for RangeInclusive<$type> {
            type Item = $type;

            #[inline(always)]
            fn count(&self) -> usize {
                if self.is_empty() {
                    0
                } else {
                    self.end().abs_diff(*self.start()).length().saturating_add(1)
                }
            }

            #[inline(always)]
            #[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap)]
            fn at(&self, index: usize) -> $type {
                self.start().wrapping_add(index as $type)
            }
        }
    )*};
}

integers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

#[cfg(test)]
mod tests {
    use super::{Counted, checked_length, length};

    #[test]
    fn ranges_are_what_they_are_in_rust() {
        assert_eq!((3..7).count(), 4);
        let (start, end) = (7, 3);
        assert_eq!((start..end).count(), 0);
        assert_eq!((3..=3).count(), 1);
        assert_eq!((-100i8..100).count(), 200);
        assert_eq!((0u8..=255).count(), 256);
        assert_eq!((-100i8..100).at(150), 50);
        assert_eq!((0u8..=255).at(255), 255);
        let collected: Vec<i32> = (0..Counted::count(&(-2..3)))
            .map(|i| (-2..3).at(i))
            .collect();
        assert_eq!(collected, (-2..3).collect::<Vec<_>>());
    }

    #[test]
    fn a_number_below_zero_is_no_size() {
        assert_eq!(checked_length(5u8, "ys"), Ok(5));
        assert_eq!(checked_length(0i32, "ys"), Ok(0));
        assert_eq!(
            checked_length(-3i64, "ys").unwrap_err().to_string(),
            "in `ys`: the size -3 is below zero"
        );
    }

    #[test]
    fn a_negative_length_is_none() {
        assert_eq!(length(-1), 0);
        assert_eq!(length(5u8), 5);
        assert_eq!(length(u128::MAX), usize::MAX);
    }
}
