//! One-dimensional arrays and views of the crate ndarray.

use ndarray::{Array1, ArrayBase, ArrayRef1, Data, DataMut, Ix1};

use super::{FromVec, Slice, SliceMut};

impl<T> Slice for ArrayRef1<T> {
    type Item = T;

    #[inline]
    #[track_caller]
    fn slice(&self) -> &[T] {
        match self.as_slice() {
            Some(slice) => slice,
            None => scattered(self.strides()[0]),
        }
    }
}

impl<T> SliceMut for ArrayRef1<T> {
    #[inline]
    #[track_caller]
    fn __slice_mut(&mut self) -> &mut [T] {
        let stride = self.strides()[0];
        match self.as_slice_mut() {
            Some(slice) => slice,
            None => scattered(stride),
        }
    }
}

impl<S: Data> Slice for ArrayBase<S, Ix1> {
    type Item = S::Elem;

    #[inline]
    #[track_caller]
    fn slice(&self) -> &[S::Elem] {
        Slice::slice(&**self)
    }
}

impl<S: DataMut> SliceMut for ArrayBase<S, Ix1> {
    #[inline]
    #[track_caller]
    fn __slice_mut(&mut self) -> &mut [S::Elem] {
        (**self).__slice_mut()
    }
}

impl<T> FromVec<T> for Array1<T> {
    #[inline]
    fn from_vec(elements: Vec<T>) -> Self {
        Array1::from_vec(elements)
    }
}

/// Elements that do not lie side by side are no slice.
#[cold]
#[track_caller]
fn scattered(stride: isize) -> ! {
    panic!(
        "this array is a view with stride {stride}, and a program reads arrays whose elements lie \
         side by side: give it `view.to_owned()`, or `view.as_standard_layout()`, which copies \
         only where it must"
    )
}
