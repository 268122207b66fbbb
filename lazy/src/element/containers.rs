//! Vectors, pieces of them, numbers and registers whose type is known at run time.

use std::fmt;

use super::types::{ElementType, with_types};

/// A register: room for the elements of a piece, from an address on at which a line of the cache
/// begins, so that no vector crosses one.
#[derive(Debug, Default)]
pub struct Register<T> {
    elements: Vec<T>,
    first: usize,
}

/// The bytes of a line of the cache.
const LINE: usize = 64;

/// Bytes between registers, so that those of one instruction do not have the same place in a page:
/// the machine takes a read for one of what was just written where the lower bits of addresses agree.
const BETWEEN: usize = 512;

impl<T: Copy + Default> Register<T> {
    /// Sees to it that there is room for so many elements.
    pub(crate) fn provide(&mut self, len: usize) {
        if self.elements.len() >= self.first + len {
            return;
        }
        let slack = (LINE + BETWEEN) / size_of::<T>();
        self.elements = vec![T::default(); len + slack];
        self.first = self.elements.as_ptr().align_offset(LINE).min(slack);
    }

    /// The first elements.
    #[inline]
    pub(crate) fn read(&self, len: usize) -> &[T] {
        &self.elements[self.first..self.first + len]
    }

    /// The first elements, to be written.
    #[inline]
    pub(crate) fn write(&mut self, len: usize) -> &mut [T] {
        &mut self.elements[self.first..self.first + len]
    }
}

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

        impl PieceMut<'_> {
            /// The type of the elements.
            pub(crate) fn ty(&self) -> ElementType {
                match self { $(PieceMut::$variant(_) => ElementType::$variant,)* }
            }
        }

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
            $(pub(crate) $type: Vec<Register<$type>>,)*
            /// For each input of a loop, the place of its first element in a piece, if all of them lie
            /// next to each other.
            pub(crate) places: Vec<Option<usize>>,
            /// The place of each result of a loop, in the elements that the block has of it.
            pub(crate) targets: Vec<Option<usize>>,
        }
    };
}
with_types!(types);
