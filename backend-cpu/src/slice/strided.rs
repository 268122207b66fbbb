//! Arrays of several axes as parameters and results, whose elements may lie at any distances.

use std::fmt;

use super::{Inputs, Outputs};

/// An array of some axes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no array of ndarray",
    label = "not an array of ndarray",
    note = "a parameter of a type of this name is an array or a view of ndarray, with the feature `ndarray` of fusus",
    note = "a captured name with several subscripts is one, too: `reshape(xs, [h, w])` sees a slice with axes"
)]
pub trait Strided {
    /// The type of the elements.
    type Item;

    /// The elements in row-major order. They are copied only where they do not lie so.
    fn packed(&self) -> Packed<'_, Self::Item>;

    /// The sizes of the axes, the outermost first.
    fn axes(&self) -> &[usize];
}

/// A [`Strided`] array that a program may write in place.
///
/// Generated code calls the method by its name, so that Rust reborrows a reference; the name is one
/// that nobody else has.
pub trait StridedMut: Strided {
    /// The elements in row-major order.
    #[doc(hidden)]
    fn __packed_mut(&mut self) -> PackedMut<'_, Self::Item>;
}

/// Elements that lie side by side, in the array itself or as a copy.
#[derive(Debug)]
pub enum Packed<'a, T> {
    /// The elements of the array itself.
    Own(&'a [T]),
    /// A copy.
    Copy(Vec<T>),
}

/// Elements that lie side by side, in the array itself or as a copy that is written back when it is
/// dropped.
pub struct PackedMut<'a, T> {
    elements: ElementsMut<'a, T>,
}

#[cfg_attr(
    not(feature = "ndarray"),
    expect(dead_code, reason = "only arrays of ndarray are packed")
)]
enum ElementsMut<'a, T> {
    Own(&'a mut [T]),
    Copy(Vec<T>, Box<dyn Place<T> + 'a>),
}

impl<T> fmt::Debug for PackedMut<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PackedMut").finish_non_exhaustive()
    }
}

/// An array that elements are written back into.
pub(super) trait Place<T>: Send + Sync {
    fn put(&mut self, elements: &[T]);
}

impl<'a, T> PackedMut<'a, T> {
    /// The elements of an array.
    #[cfg(feature = "ndarray")]
    pub(super) fn own(elements: &'a mut [T]) -> Self {
        let elements = ElementsMut::Own(elements);
        PackedMut { elements }
    }

    /// A copy of the elements of an array.
    #[cfg(feature = "ndarray")]
    pub(super) fn copy(elements: Vec<T>, place: Box<dyn Place<T> + 'a>) -> Self {
        let elements = ElementsMut::Copy(elements, place);
        PackedMut { elements }
    }
}

impl<T> Drop for PackedMut<'_, T> {
    fn drop(&mut self) {
        if let ElementsMut::Copy(elements, place) = &mut self.elements {
            place.put(elements);
        }
    }
}

impl<T> Packed<'_, T> {
    /// The elements.
    #[inline(always)]
    pub fn elements(&self) -> &[T] {
        match self {
            Packed::Own(elements) => elements,
            Packed::Copy(elements) => elements,
        }
    }
}

impl<T> PackedMut<'_, T> {
    /// The elements.
    #[inline(always)]
    pub fn elements(&self) -> &[T] {
        match &self.elements {
            ElementsMut::Own(elements) => elements,
            ElementsMut::Copy(elements, _) => elements,
        }
    }

    /// The elements, to be changed.
    #[inline(always)]
    pub fn elements_mut(&mut self) -> &mut [T] {
        match &mut self.elements {
            ElementsMut::Own(elements) => elements,
            ElementsMut::Copy(elements, _) => elements,
        }
    }
}

macro_rules! through {
    ($($pointer:ty),*) => {$(
        // The message is about the type that the program says.
        #[diagnostic::do_not_recommend]
        impl<S: Strided + ?Sized> Strided for $pointer {
            type Item = S::Item;

            fn packed(&self) -> Packed<'_, S::Item> {
                (**self).packed()
            }

            fn axes(&self) -> &[usize] {
                (**self).axes()
            }
        }
    )*};
}

through!(&S, &mut S);

/// Positions of any axis: they take no memory.
const POSITIONS: &[()] = &[(); usize::MAX];

impl Inputs {
    /// As [`Strided::packed`], with an argument: rustc names its place where it is no such array.
    #[inline(always)]
    pub fn packed<S: Strided + ?Sized>(self, array: &S) -> Packed<'_, S::Item> {
        array.packed()
    }

    /// The positions along an axis of an array.
    ///
    /// # Panics
    ///
    /// Panics where the array has fewer axes.
    #[inline(always)]
    pub fn axis<S: Strided + ?Sized>(self, array: &S, axis: usize) -> &'static [()] {
        &POSITIONS[..array.axes()[axis]]
    }
}

/// A type of several axes as which a function may return an array.
#[diagnostic::on_unimplemented(
    message = "an array of {N} axes with elements `{T}` cannot be returned as `{Self}`",
    label = "not made of an array of {N} axes with elements `{T}`",
    note = "the elements must be of the declared type: `1.0` is an `f64`, and `1` an integer",
    note = "with the feature `ndarray` of fusus, arrays are returned as `ndarray::Array2<T>` to `Array6<T>`"
)]
pub trait FromShape<T, const N: usize> {
    /// The array of these axes, without a copy.
    ///
    /// # Panics
    ///
    /// Panics unless there are as many elements as the axes say.
    fn from_shape(elements: Vec<T>, axes: [usize; N]) -> Self;
}

impl Outputs {
    /// As [`FromShape::from_shape`]: rustc names the place of the method where the type is of no
    /// such array.
    #[inline(always)]
    pub fn from_shape<T, const N: usize, R: FromShape<T, N>>(
        self,
        elements: Vec<T>,
        axes: [usize; N],
    ) -> R {
        R::from_shape(elements, axes)
    }
}
