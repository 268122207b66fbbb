//! What may stand where a program expects an array.

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
    note = "arrays are slices, `Vec<T>`, `[T; N]`, `Box<[T]>`, `Arc<[T]>`, `Rc<[T]>` and references to them"
)]
pub trait Slice {
    /// What the array holds.
    type Item;

    /// The elements.
    fn slice(&self) -> &[Self::Item];
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

macro_rules! through {
    ($($pointer:ty),*) => {$(
        impl<S: Slice + ?Sized> Slice for $pointer {
            type Item = S::Item;

            #[inline(always)]
            fn slice(&self) -> &[S::Item] {
                (**self).slice()
            }
        }
    )*};
}

through!(&S, &mut S, Box<S>, Arc<S>, Rc<S>);
