//! The arguments that a program accepts as arrays, and the types as which it can return one.

#[cfg(feature = "ndarray")]
mod ndarray;
mod strided;

pub use strided::{FromShape, Packed, PackedMut, Strided, StridedMut};

use std::rc::Rc;
use std::sync::Arc;

use crate::element::Element;

/// Anything that is a slice underneath.
///
/// ```
/// use fusus_cpu::Slice;
/// assert_eq!(vec![1, 2].slice(), [1, 2].slice());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an array",
    label = "not an array",
    note = "arrays are slices, `Vec<T>`, `[T; N]`, `Box<[T]>`, `Arc<[T]>`, `Rc<[T]>` and references to them",
    note = "with the feature `ndarray` of fusus also one-dimensional arrays and views of ndarray"
)]
pub trait Slice {
    /// The type of the elements.
    type Item;

    /// The elements.
    ///
    /// # Panics
    ///
    /// Panics where they do not lie side by side in memory, as those of a view of
    /// ndarray may.
    #[track_caller]
    fn slice(&self) -> &[Self::Item];
}

/// The receiver of arguments that are to be arrays.
#[derive(Debug)]
pub struct Inputs;

impl Inputs {
    /// As [`Slice::slice`], with an argument: rustc names its place where it is
    /// no array.
    #[inline(always)]
    #[track_caller]
    pub fn slice<S: Slice + ?Sized>(self, array: &S) -> &[S::Item] {
        array.slice()
    }
}

/// A [`Slice`] that a program may write in place.
///
/// Generated code calls the method by its name, so that Rust reborrows
/// a reference; the name is one that nobody else has.
pub trait SliceMut: Slice {
    /// The elements.
    ///
    /// # Panics
    ///
    /// As [`Slice::slice`].
    #[doc(hidden)]
    #[track_caller]
    fn __slice_mut(&mut self) -> &mut [Self::Item];
}

/// A type as which a function may return an array.
#[diagnostic::on_unimplemented(
    message = "an array cannot be returned as `{Self}`",
    label = "not made of an array",
    note = "arrays are returned as `Vec<T>`, `Box<[T]>`, `Arc<[T]>` or `Rc<[T]>`",
    note = "with the feature `ndarray` of fusus also as `ndarray::Array1<T>`"
)]
pub trait FromVec<T> {
    /// The array, without a copy where `Self` owns its elements as a `Vec` does.
    fn from_vec(elements: Vec<T>) -> Self;
}

/// The receiver of arrays that a function returns as the type that it declares.
#[derive(Debug)]
pub struct Outputs;

impl Outputs {
    /// As [`FromVec::from_vec`]: rustc names the place of the method where the type is of no array.
    #[inline(always)]
    pub fn from_vec<T, R: FromVec<T>>(self, elements: Vec<T>) -> R {
        R::from_vec(elements)
    }
}

/// The elements of an array: [`Slice::slice`], for arrays whose items can be
/// elements. It is here for the error messages of the two traits.
#[inline(always)]
pub fn elements<S: Slice<Item: Element> + ?Sized>(array: &S) -> &[S::Item] {
    array.slice()
}

impl<T> Slice for [T] {
    type Item = T;

    #[inline(always)]
    fn slice(&self) -> &[T] {
        self
    }
}

impl<T, const N: usize> Slice for [T; N] {
    type Item = T;

    #[inline(always)]
    fn slice(&self) -> &[T] {
        self
    }
}

impl<T> Slice for Vec<T> {
    type Item = T;

    #[inline(always)]
    fn slice(&self) -> &[T] {
        self
    }
}

impl<T> SliceMut for [T] {
    #[inline(always)]
    fn __slice_mut(&mut self) -> &mut [T] {
        self
    }
}

impl<T, const N: usize> SliceMut for [T; N] {
    #[inline(always)]
    fn __slice_mut(&mut self) -> &mut [T] {
        self
    }
}

impl<T> SliceMut for Vec<T> {
    #[inline(always)]
    fn __slice_mut(&mut self) -> &mut [T] {
        self
    }
}

macro_rules! through {
    ($($pointer:ty),*) => {$(
        impl<S: Slice + ?Sized> Slice for $pointer {
            type Item = S::Item;

            #[inline(always)]
            #[track_caller]
            fn slice(&self) -> &[S::Item] {
                (**self).slice()
            }
        }
    )*};
}

through!(&S, &mut S, Box<S>, Arc<S>, Rc<S>);

macro_rules! through_mut {
    ($($pointer:ty),*) => {$(
        impl<S: SliceMut + ?Sized> SliceMut for $pointer {
            #[inline(always)]
            #[track_caller]
            fn __slice_mut(&mut self) -> &mut [S::Item] {
                (**self).__slice_mut()
            }
        }
    )*};
}

through_mut!(&mut S, Box<S>);

macro_rules! from_vec {
    ($($owner:ty),*) => {$(
        impl<T> FromVec<T> for $owner {
            #[inline]
            fn from_vec(elements: Vec<T>) -> Self {
                elements.into()
            }
        }
    )*};
}

from_vec!(Vec<T>, Box<[T]>, Arc<[T]>, Rc<[T]>);
