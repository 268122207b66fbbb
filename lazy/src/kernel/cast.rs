//! Conversions between the types of elements.

use fusus_cpu::Block;

use super::sweep::{Source, one};
use crate::element::sealed::Typed;
use crate::element::{Element, Scalar, number};

/// `as` of Rust, and truth values as 0 and 1; a number is true if it is not zero.
pub(crate) trait CastTo<U> {
    fn cast(self) -> U;
}

macro_rules! casts {
    ($($from:ident)*) => { $(casts!(@ $from: f32 f64 i8 i16 i32 i64 u8 u16 u32 u64);)* };
    (@ $from:ident: $($to:ident)*) => {
        $(impl CastTo<$to> for $from {
            #[inline(always)]
            fn cast(self) -> $to { self as $to }
        })*
        impl CastTo<bool> for $from {
            #[inline(always)]
            fn cast(self) -> bool { self != (0 as $from) }
        }
        impl CastTo<$from> for bool {
            #[inline(always)]
            fn cast(self) -> $from { u8::from(self) as $from }
        }
    };
}
casts!(f32 f64 i8 i16 i32 i64 u8 u16 u32 u64);

impl CastTo<bool> for bool {
    #[inline(always)]
    fn cast(self) -> bool {
        self
    }
}

/// Converts the elements of a piece.
#[inline(never)]
pub(crate) fn cast<T: Element + CastTo<U>, U: Element>(
    block: &Block<'_>,
    target: &mut [U],
    a: Source<'_, T>,
) {
    one(
        block,
        target,
        a,
        #[inline(always)]
        |a: T| a.cast(),
    );
}

/// A type into which all types are converted.
pub(crate) trait FromAny: Element {
    /// Converts a number.
    fn from_scalar(number: Scalar) -> Self;
}

macro_rules! from_any {
    ($($type:ident)*) => {$(
        impl FromAny for $type {
            fn from_scalar(scalar: Scalar) -> Self {
                number!(scalar.ty(), T => CastTo::<$type>::cast(<T as Typed>::of(scalar)),
                    bool => CastTo::<$type>::cast(bool::of(scalar)))
            }
        }
    )*};
}
from_any!(f32 f64 i8 i16 i32 i64 u8 u16 u32 u64 bool);

/// Converts a number to a type that is known at run time.
pub(crate) fn scalar(number: Scalar, to: crate::ElementType) -> Scalar {
    crate::element::typed!(to, U => Typed::scalar(U::from_scalar(number)))
}
