//! Reads at computed positions.

use crate::error::{ErrorKind, Fault};

mod sealed {
    pub trait Sealed {}
}

/// An index into an array: a number of any integer type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot index an array",
    label = "not an integer",
    note = "the order is `gather(data, indices)`; indices are of any integer type, and a negative one is out of bounds"
)]
pub trait Index: Copy + sealed::Sealed {
    /// The position; `usize::MAX`, which no array has, where there is none.
    fn position(self) -> usize;

    /// The index as a number, for messages: the nearest `i128`.
    fn number(self) -> i128;
}

macro_rules! index {
    ($($type:ty)*) => {$(
        impl sealed::Sealed for $type {}

        impl Index for $type {
            #[inline(always)]
            #[allow(unused_comparisons, reason = "some types have negative numbers")]
            fn position(self) -> usize {
                // Without optimisation functions of the standard library are calls.
                match size_of::<Self>() <= size_of::<usize>() && self >= 0 {
                    true => self as usize,
                    false => usize::try_from(self).unwrap_or(usize::MAX),
                }
            }

            #[allow(clippy::unnecessary_fallible_conversions)]
            fn number(self) -> i128 {
                i128::try_from(self).unwrap_or(i128::MAX)
            }
        }
    )*};
}

index!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

/// An array that is read at computed positions.
#[derive(Clone, Copy, Debug)]
pub struct Data<'a, T>(pub &'a [T]);

impl<T: Copy> Data<'_, T> {
    /// `data[index]`. (A method, since of its arguments rustc names the place.)
    ///
    /// # Errors
    ///
    /// [`ErrorKind::IndexOutOfBounds`] in `binding`; a negative index is out of
    /// bounds too.
    #[inline(always)]
    pub fn gather(self, index: impl Index, binding: &'static str) -> Result<T, Fault> {
        match self.0.get(index.position()) {
            Some(&value) => Ok(value),
            None => Err(out_of_bounds(index.number(), self.0.len(), binding)),
        }
    }
}

/// The fault of an index that an array of so many elements does not have.
#[cold]
#[inline(never)]
pub fn out_of_bounds(index: i128, len: usize, binding: &'static str) -> Fault {
    Fault::new(binding, ErrorKind::IndexOutOfBounds { index, len })
}
