//! The types of elements, and vectors and numbers whose type is known at run time.

use std::fmt;

/// The type of the elements of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ElementType {
    /// `f32`
    F32,
    /// `f64`
    F64,
    /// `i8`
    I8,
    /// `i16`
    I16,
    /// `i32`
    I32,
    /// `i64`
    I64,
    /// `u8`
    U8,
    /// `u16`
    U16,
    /// `u32`
    U32,
    /// `u64`
    U64,
    /// `bool`
    Bool,
}

/// Calls a macro with all types of elements: the variant, the type.
macro_rules! with_types {
    ($macro:ident) => {
        $macro! {
            F32 f32, F64 f64, I8 i8, I16 i16, I32 i32, I64 i64, U8 u8, U16 u16, U32 u32, U64 u64,
            Bool bool
        }
    };
}
pub(crate) use with_types;

/// Evaluates an expression in which `$T` is the Rust type of an [`ElementType`].
macro_rules! typed {
    ($ty:expr, $T:ident => $body:expr) => {
        $crate::element::typed!(@ $ty, $T, $body,
            F32 f32, F64 f64, I8 i8, I16 i16, I32 i32, I64 i64, U8 u8, U16 u16, U32 u32, U64 u64,
            Bool bool)
    };
    (@ $ty:expr, $T:ident, $body:expr, $($variant:ident $type:ident),*) => {
        match $ty {
            $($crate::element::ElementType::$variant => {
                type $T = $type;
                $body
            })*
        }
    };
}
pub(crate) use typed;

/// Evaluates an expression in which `$T` is the Rust type of numbers; another one for `bool`.
macro_rules! number {
    ($ty:expr, $T:ident => $body:expr, bool => $other:expr) => {
        $crate::element::number!(@ $ty, $T, $body, $other,
            F32 f32, F64 f64, I8 i8, I16 i16, I32 i32, I64 i64, U8 u8, U16 u16, U32 u32, U64 u64)
    };
    (@ $ty:expr, $T:ident, $body:expr, $other:expr, $($variant:ident $type:ident),*) => {
        match $ty {
            $($crate::element::ElementType::$variant => {
                type $T = $type;
                $body
            })*
            $crate::element::ElementType::Bool => $other,
        }
    };
}
pub(crate) use number;

impl ElementType {
    /// Returns true for the floats.
    pub fn is_float(self) -> bool {
        matches!(self, Self::F32 | Self::F64)
    }

    /// Returns true for the integers.
    pub fn is_integer(self) -> bool {
        !self.is_float() && self != Self::Bool
    }

    /// Returns true for the integers that have a sign.
    pub fn is_signed(self) -> bool {
        matches!(self, Self::I8 | Self::I16 | Self::I32 | Self::I64)
    }

    /// The bytes of an element.
    pub fn bytes(self) -> usize {
        typed!(self, T => size_of::<T>())
    }

    /// The name in Rust.
    pub fn name(self) -> &'static str {
        typed!(self, T => std::any::type_name::<T>())
    }
}

impl fmt::Display for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Implementation details of elements.
pub(crate) mod sealed {
    use super::{Buffer, ElementType, Scalar};
    use crate::kernel::bank::Bank;
    use crate::operation::{Piece, PieceMut};

    /// The representation of elements whose type is known at run time.
    pub trait Typed: Sized {
        /// The type, as a value.
        const TYPE: ElementType;

        /// A vector as one of a type that is known at run time.
        fn buffer(elements: Vec<Self>) -> Buffer;

        /// The elements of a buffer.
        fn slice(buffer: &Buffer) -> &[Self];

        /// The vector of a buffer.
        fn vector(buffer: &mut Buffer) -> &mut Vec<Self>;

        /// A number of a type that is known at run time.
        fn scalar(self) -> Scalar;

        /// The number itself.
        fn of(scalar: Scalar) -> Self;

        /// The elements of a piece.
        fn piece<'a>(piece: Piece<'a>) -> &'a [Self];

        /// The elements of a piece that is written.
        fn written<'p>(piece: &'p PieceMut<'_>) -> &'p [Self];

        /// The elements of a piece, to be written.
        fn writes<'p>(piece: &'p mut PieceMut<'_>) -> &'p mut [Self];

        /// A piece of no elements.
        fn nothing<'p>() -> PieceMut<'p>;

        /// The registers of this type.
        fn registers(bank: &Bank) -> &Vec<Vec<Self>>;

        /// The registers of this type, to be written.
        fn registers_mut(bank: &mut Bank) -> &mut Vec<Vec<Self>>;
    }
}

/// An element of an array: `f32`, `f64`, `i8` to `i64`, `u8` to `u64` or `bool`.
pub trait Element:
    Copy
    + Default
    + PartialEq
    + PartialOrd
    + fmt::Debug
    + fmt::Display
    + Send
    + Sync
    + 'static
    + fusus_cpu::Zeroed
    + sealed::Typed
{
}

/// A float, of which arrays have elementary functions.
pub trait FloatElement: Element {}

impl FloatElement for f32 {}
impl FloatElement for f64 {}

macro_rules! types {
    ($($variant:ident $type:ident),*) => {
        /// A vector of one of the types.
        #[derive(Debug)]
        pub enum Buffer {
            $(#[doc = concat!("Of `", stringify!($type), "`.")] $variant(Vec<$type>),)*
        }

        /// A number, or a truth value, of one of the types.
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum Scalar {
            $(#[doc = concat!("A `", stringify!($type), "`.")] $variant($type),)*
        }

        impl Buffer {
            /// The type of the elements.
            pub(crate) fn ty(&self) -> ElementType {
                match self { $(Buffer::$variant(_) => ElementType::$variant,)* }
            }

            /// The number of elements.
            pub(crate) fn len(&self) -> usize {
                match self { $(Buffer::$variant(elements) => elements.len(),)* }
            }
        }

        impl Scalar {
            /// The type.
            pub fn ty(self) -> ElementType {
                match self { $(Scalar::$variant(_) => ElementType::$variant,)* }
            }
        }

        impl fmt::Display for Scalar {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(Scalar::$variant(number) => fmt::Display::fmt(number, f),)* }
            }
        }

        $(
            impl Element for $type {}

            impl sealed::Typed for $type {
                const TYPE: ElementType = ElementType::$variant;

                fn buffer(elements: Vec<Self>) -> Buffer {
                    Buffer::$variant(elements)
                }

                fn slice(buffer: &Buffer) -> &[Self] {
                    match buffer {
                        Buffer::$variant(elements) => elements,
                        _ => mistyped(Self::TYPE),
                    }
                }

                fn vector(buffer: &mut Buffer) -> &mut Vec<Self> {
                    match buffer {
                        Buffer::$variant(elements) => elements,
                        _ => mistyped(Self::TYPE),
                    }
                }

                fn scalar(self) -> Scalar {
                    Scalar::$variant(self)
                }

                fn of(scalar: Scalar) -> Self {
                    match scalar {
                        Scalar::$variant(number) => number,
                        _ => mistyped(Self::TYPE),
                    }
                }

                fn piece<'a>(piece: crate::operation::Piece<'a>) -> &'a [Self] {
                    match piece {
                        crate::operation::Piece::$variant(elements) => elements,
                        _ => mistyped(Self::TYPE),
                    }
                }

                fn written<'p>(piece: &'p crate::operation::PieceMut<'_>) -> &'p [Self] {
                    match piece {
                        crate::operation::PieceMut::$variant(elements) => elements,
                        _ => mistyped(Self::TYPE),
                    }
                }

                fn writes<'p>(piece: &'p mut crate::operation::PieceMut<'_>) -> &'p mut [Self] {
                    match piece {
                        crate::operation::PieceMut::$variant(elements) => elements,
                        _ => mistyped(Self::TYPE),
                    }
                }

                fn nothing<'p>() -> crate::operation::PieceMut<'p> {
                    crate::operation::PieceMut::$variant(&mut [])
                }

                fn registers(bank: &crate::kernel::bank::Bank) -> &Vec<Vec<Self>> {
                    &bank.$type
                }

                fn registers_mut(bank: &mut crate::kernel::bank::Bank) -> &mut Vec<Vec<Self>> {
                    &mut bank.$type
                }
            }
        )*
    };
}
with_types!(types);

/// Panics where an element of one type is taken for one of another, which construction of nodes
/// rules out.
#[cold]
fn mistyped(expected: ElementType) -> ! {
    unreachable!("elements of `{expected}` are of another type")
}
