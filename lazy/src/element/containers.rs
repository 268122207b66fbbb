//! Vectors, pieces of them, numbers and registers whose type is known at run time.

use std::fmt;
use std::sync::Arc;

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

/// Memory that somebody else has.
pub trait Owner<T>: Send + Sync {
    fn elements(&self) -> &[T];
}

impl<T, O: AsRef<[T]> + Send + Sync> Owner<T> for O {
    fn elements(&self) -> &[T] {
        self.as_ref()
    }
}

/// The elements of a buffer.
pub enum Elements<T> {
    Own(Vec<T>),
    /// Elements in the memory of somebody else, which are never written.
    Shared(Arc<dyn Owner<T>>),
}

impl<T: Copy> Elements<T> {
    #[inline]
    pub(crate) fn read(&self) -> &[T] {
        match self {
            Elements::Own(elements) => elements,
            Elements::Shared(owner) => owner.elements(),
        }
    }

    /// The elements, to be written: a copy where they are in the memory of somebody else.
    #[inline]
    pub(crate) fn vector(&mut self) -> &mut Vec<T> {
        if let Elements::Shared(owner) = self {
            *self = Elements::Own(owner.elements().to_vec());
        }
        match self {
            Elements::Own(elements) => elements,
            Elements::Shared(_) => unreachable!("the elements were copied"),
        }
    }
}

impl<T: Copy + fmt::Debug> fmt::Debug for Elements<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.read().fmt(f)
    }
}

/// The elements of an input in a piece.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Found {
    /// The place of the first one: they lie next to each other.
    From(usize),
    /// The place of the only one.
    All(usize),
}

macro_rules! types {
    ($($variant:ident $type:ident),*) => {
        /// Elements of one of the types.
        #[derive(Debug)]
        pub enum Buffer {
            $(#[doc = concat!("Of `", stringify!($type), "`.")] $variant(Elements<$type>),)*
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
                match self { $(Buffer::$variant(elements) => elements.read().len(),)* }
            }

            /// Returns true for a vector.
            pub(crate) fn is_own(&self) -> bool {
                match self { $(Buffer::$variant(elements) => matches!(elements, Elements::Own(_)),)* }
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
            /// For each input of a loop its elements in a piece, unless they are copied.
            pub(crate) places: Vec<Option<Found>>,
            /// The place of each result of a loop, in the elements that the block has of it.
            pub(crate) targets: Vec<Option<usize>>,
        }
    };
}
with_types!(types);
