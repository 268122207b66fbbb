//! Vectors, pieces of them, numbers and registers whose type is known at run time.

use std::fmt;

use super::types::{ElementType, with_types};

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

        /// Elements of a piece of a block.
        #[derive(Clone, Copy, Debug)]
        pub enum Piece<'a> { $($variant(&'a [$type]),)* }

        /// Elements of a piece of a block, to be written.
        #[derive(Debug)]
        pub enum PieceMut<'a> { $($variant(&'a mut [$type]),)* }

        $(
            impl<'a> From<&'a [$type]> for Piece<'a> {
                fn from(elements: &'a [$type]) -> Self {
                    Piece::$variant(elements)
                }
            }

            impl<'a> From<&'a mut [$type]> for PieceMut<'a> {
                fn from(elements: &'a mut [$type]) -> Self {
                    PieceMut::$variant(elements)
                }
            }
        )*

        /// The registers of a thread, by the type of their elements.
        #[derive(Debug, Default)]
        pub struct Bank {
            $(pub(crate) $type: Vec<Vec<$type>>,)*
        }
    };
}
with_types!(types);
