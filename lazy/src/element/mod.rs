//! Elements of arrays: their types, and what each type does with containers whose type is known at run
//! time.

mod containers;
mod types;

use std::fmt;
use std::sync::Arc;

use containers::Elements;
pub use containers::Scalar;
pub(crate) use containers::{Bank, Buffer, Found, Owner, Piece, PieceMut, Register};
pub use types::ElementType;
pub(crate) use types::{integer, number, typed, with_types};

/// Implementation details of elements.
pub(crate) mod sealed {
    use std::sync::Arc;

    use super::{Bank, Buffer, ElementType, Owner, Piece, PieceMut, Register, Scalar};

    /// The representation of elements whose type is known at run time.
    pub trait Typed: Sized {
        /// The type, as a value.
        const TYPE: ElementType;

        /// A vector as one of a type that is known at run time.
        fn buffer(elements: Vec<Self>) -> Buffer;

        /// The memory of somebody else as a buffer.
        fn shared(owner: Arc<dyn Owner<Self>>) -> Buffer;

        /// The elements of a buffer.
        fn slice(buffer: &Buffer) -> &[Self];

        /// The vector of a buffer.
        fn vector(buffer: &mut Buffer) -> &mut Vec<Self>;

        /// A number of a type that is known at run time.
        fn scalar(self) -> Scalar;

        /// The number itself.
        fn of(scalar: Scalar) -> Self;

        /// The number itself, where it stands.
        fn number(scalar: &Scalar) -> &Self;

        /// The elements of a piece.
        fn piece<'a>(piece: Piece<'a>) -> &'a [Self];

        /// The elements of a piece that is written.
        fn written<'p>(piece: &'p PieceMut<'_>) -> &'p [Self];

        /// The elements of a piece, to be written.
        fn writes<'p>(piece: &'p mut PieceMut<'_>) -> &'p mut [Self];

        /// A piece of no elements.
        fn nothing<'p>() -> PieceMut<'p>;

        /// The registers of this type.
        fn registers(bank: &Bank) -> &[Register<Self>];

        /// The registers of this type, to be written.
        fn registers_mut(bank: &mut Bank) -> &mut Vec<Register<Self>>;
    }
}

/// An element of an array: `f32`, `f64`, `i8` to `i64`, `u8` to `u64` or `bool`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no type of elements",
    label = "no type of elements",
    note = "elements are `f32`, `f64`, `i8` to `i64`, `u8` to `u64`, and `bool`; sizes are `u64`, `n as u64`, and tuples an array for each part"
)]
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
        $(
            #[diagnostic::do_not_recommend]
            impl Element for $type {}

            impl sealed::Typed for $type {
                const TYPE: ElementType = ElementType::$variant;

                fn buffer(elements: Vec<Self>) -> Buffer {
                    Buffer::$variant(Elements::Own(elements))
                }

                fn shared(owner: Arc<dyn Owner<Self>>) -> Buffer {
                    Buffer::$variant(Elements::Shared(owner))
                }

                fn slice(buffer: &Buffer) -> &[Self] {
                    match buffer {
                        Buffer::$variant(elements) => elements.read(),
                        _ => mistyped(Self::TYPE),
                    }
                }

                fn vector(buffer: &mut Buffer) -> &mut Vec<Self> {
                    match buffer {
                        Buffer::$variant(elements) => elements.vector(),
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

                #[inline]
                fn number(scalar: &Scalar) -> &Self {
                    match scalar {
                        Scalar::$variant(number) => number,
                        _ => mistyped(Self::TYPE),
                    }
                }

                fn piece<'a>(piece: Piece<'a>) -> &'a [Self] {
                    match piece {
                        Piece::$variant(elements) => elements,
                        _ => mistyped(Self::TYPE),
                    }
                }

                fn written<'p>(piece: &'p PieceMut<'_>) -> &'p [Self] {
                    match piece {
                        PieceMut::$variant(elements) => elements,
                        _ => mistyped(Self::TYPE),
                    }
                }

                fn writes<'p>(piece: &'p mut PieceMut<'_>) -> &'p mut [Self] {
                    match piece {
                        PieceMut::$variant(elements) => elements,
                        _ => mistyped(Self::TYPE),
                    }
                }

                fn nothing<'p>() -> PieceMut<'p> {
                    PieceMut::$variant(&mut [])
                }

                fn registers(bank: &Bank) -> &[Register<Self>] {
                    &bank.$type
                }

                fn registers_mut(bank: &mut Bank) -> &mut Vec<Register<Self>> {
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
