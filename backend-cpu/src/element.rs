//! Elements of arrays.

use crate::gather::Index;

/// An element of an array: any type that is `Copy + Send + Sync`.
///
/// The trait is implemented for every such type and for no other: a generic program may say `T:
/// Element`.
///
/// ```
/// # use fusus_cpu::Element;
/// fn is_an_element<T: Element>() {}
///
/// #[derive(Clone, Copy)]
/// struct Point(f32, f32);
///
/// is_an_element::<Point>();
/// is_an_element::<Option<(u8, &str)>>();
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an array element",
    label = "not an array element",
    note = "array elements are `Copy + Send + Sync`: they are read by value, by several threads",
    note = "a struct of these derives `Clone` and `Copy`, a type parameter is declared as `T: fusus::Element`; large values are reached through references or indices"
)]
pub trait Element: Copy + Send + Sync {}

// Without this the message would be about `Copy` alone.
#[diagnostic::do_not_recommend]
impl<T: Copy + Send + Sync> Element for T {}

/// The value itself: for the error message where it cannot be an element.
#[inline(always)]
pub fn element<T: Element>(value: T) -> T {
    value
}

/// A value that may be written into an array of `T` at an index of type `I`: a `T`, at an integer.
///
/// One trait for both, so that rustc reports one mistake where they are in each other's place.
#[diagnostic::on_unimplemented(
    message = "a value of type `{Self}` cannot be written at an index of type `{I}` into an array of `{T}`",
    label = "indices are integers, and values are of the array's type",
    note = "the order is `scatter(dest, indices, values)`; elements of another type are converted before, with `map(|x| …, xs)`"
)]
pub trait Stored<T, I> {
    /// The type of the index.
    type Index: Index;

    /// The index and the value themselves.
    fn stored(self, index: I) -> (Self::Index, T);
}

/// A value that may be combined into an array of `T` at an index of type `I`: a `T`, at an integer.
#[diagnostic::on_unimplemented(
    message = "a value of type `{Self}` cannot be combined at an index of type `{I}` into an array of `{T}`",
    label = "indices are integers, and values are of the array's type",
    note = "the order is `reduce_by_index(dest, |a, b| …, indices, values)`; elements of another type are converted before, with `map(|x| …, xs)`"
)]
pub trait Reduced<T, I> {
    /// The type of the index.
    type Index: Index;

    /// The index and the value themselves.
    fn reduced(self, index: I) -> (Self::Index, T);
}

impl<T, I: Index> Reduced<T, I> for T {
    type Index = I;

    #[inline(always)]
    fn reduced(self, index: I) -> (I, T) {
        (index, self)
    }
}

impl<T, I: Index> Stored<T, I> for T {
    type Index = I;

    #[inline(always)]
    fn stored(self, index: I) -> (I, T) {
        (index, self)
    }
}
