//! Arrays and views of the crate ndarray.

use ndarray::{
    Array1, Array2, Array3, Array4, Array5, Array6, ArrayBase, ArrayRef, ArrayRef1, ArrayViewD,
    ArrayViewMut, ArrayViewMutD, Axis, Data, DataMut, Dimension, Ix1, IxDyn,
};

use super::strided::Place;
use super::{FromShape, FromVec, Packed, PackedMut, Slice, SliceMut, Strided, StridedMut};
use crate::element::Element;

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

impl<T: Copy, D: Dimension> Strided for ArrayRef<T, D> {
    type Item = T;

    #[inline]
    fn packed(&self) -> Packed<'_, T> {
        match self.as_slice() {
            Some(slice) => Packed::Own(slice),
            None => Packed::Copy(elements(self)),
        }
    }

    #[inline]
    fn axes(&self) -> &[usize] {
        self.shape()
    }
}

impl<T: Element, D: Dimension> StridedMut for ArrayRef<T, D> {
    #[inline]
    fn __packed_mut(&mut self) -> PackedMut<'_, T> {
        if self.is_standard_layout() {
            let slice = self.as_slice_mut();
            return PackedMut::own(slice.expect("its elements lie side by side"));
        }
        PackedMut::copy(elements(self), Box::new(self.view_mut()))
    }
}

impl<T: Element, D: Dimension> Place<T> for ArrayViewMut<'_, T, D> {
    fn put(&mut self, elements: &[T]) {
        let shape = IxDyn(self.shape());
        if let Ok(elements) = ArrayViewD::from_shape(shape, elements) {
            copy_in_tiles(elements, self.view_mut().into_dyn());
        }
    }
}

/// The elements of an array in row-major order, side by side.
#[cold]
fn elements<T: Copy, D: Dimension>(array: &ArrayRef<T, D>) -> Vec<T> {
    let Some(first) = array.first() else {
        return Vec::new();
    };
    let mut elements = vec![*first; array.len()];
    if let Ok(packed) = ArrayViewMutD::from_shape(IxDyn(array.shape()), &mut elements) {
        copy_in_tiles(array.view().into_dyn(), packed);
    }
    elements
}

/// Copies an array into one of the same shape. Tiles of the two innermost axes lie in the cache,
/// whichever of them is contiguous on either side.
fn copy_in_tiles<T: Copy>(from: ArrayViewD<'_, T>, mut to: ArrayViewMutD<'_, T>) {
    const TILE: usize = 32;
    let (rows, columns) = match from.shape() {
        [] | [_] => return to.assign(&from),
        &[rows, columns] => (rows, columns),
        _ => {
            let pairs = from.outer_iter().zip(to.outer_iter_mut());
            return pairs.for_each(|(from, to)| copy_in_tiles(from, to));
        }
    };
    for row in (0..rows).step_by(TILE) {
        let of_rows = ndarray::Slice::from(row..rows.min(row + TILE));
        for column in (0..columns).step_by(TILE) {
            let of_columns = ndarray::Slice::from(column..columns.min(column + TILE));
            let mut tile = to.slice_axis_mut(Axis(0), of_rows);
            let mut tile = tile.slice_axis_mut(Axis(1), of_columns);
            let source = from.slice_axis(Axis(0), of_rows);
            tile.assign(&source.slice_axis(Axis(1), of_columns));
        }
    }
}

impl<S: Data<Elem: Copy>, D: Dimension> Strided for ArrayBase<S, D> {
    type Item = S::Elem;

    #[inline]
    fn packed(&self) -> Packed<'_, S::Elem> {
        (**self).packed()
    }

    #[inline]
    fn axes(&self) -> &[usize] {
        (**self).axes()
    }
}

impl<S: DataMut<Elem: Element>, D: Dimension> StridedMut for ArrayBase<S, D> {
    #[inline]
    fn __packed_mut(&mut self) -> PackedMut<'_, S::Elem> {
        (**self).__packed_mut()
    }
}

macro_rules! from_shape {
    ($($rank:literal $array:ident),*) => {$(
        impl<T> FromShape<T, $rank> for $array<T> {
            #[inline]
            fn from_shape(elements: Vec<T>, axes: [usize; $rank]) -> Self {
                match $array::from_shape_vec(axes, elements) {
                    Ok(array) => array,
                    Err(error) => panic!("an array of {axes:?}: {error}"),
                }
            }
        }
    )*};
}

from_shape!(2 Array2, 3 Array3, 4 Array4, 5 Array5, 6 Array6);
