//! Axes: arrays of several, sections, other axes over the same elements, folds along one.

use std::sync::Arc;

use super::{Array, IntoOperand};
use crate::build;
use crate::dims::Dims;
use crate::element::Element;
use crate::operation::Operator;
use crate::place::Place;
use crate::sections::Sections;
use crate::view::View;

impl<T: Element> Array<T> {
    /// An array with several axes of the elements of a vector, which is not copied: those of the
    /// last axis lie next to each other.
    ///
    /// ```
    /// use fusus_lazy::Array;
    ///
    /// let m = Array::from_shape([2, 3], vec![1, 2, 3, 4, 5, 6]);
    /// assert_eq!((m * 10).to_string(), "[[10, 20, 30], [40, 50, 60]]");
    /// let error = Array::from_shape([2, 2], vec![1, 2, 3]).eval().unwrap_err();
    /// assert!(error.to_string().contains("the shape 3 does not have the elements for the shape 2 × 2"));
    /// # Ok::<(), fusus_lazy::Error>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn from_shape(dims: impl Into<Dims>, elements: Vec<T>) -> Array<T> {
        Array::of(build::shaped(elements, dims.into(), Place::here()))
    }

    /// The lengths of the axes, if they are known without computing anything; numbers have none.
    ///
    /// ```
    /// use fusus_lazy::{Array, s};
    ///
    /// let m = Array::from_shape([2, 3], vec![0; 6]);
    /// assert_eq!(m.at(s![.., 1..]).dims(), Some([2, 2].into()));
    /// assert_eq!(m.sum().dims(), None);
    /// ```
    #[must_use]
    pub fn dims(&self) -> Option<Dims> {
        self.node.shape.dims()
    }

    /// A section of the array, which costs nothing.
    ///
    /// ```
    /// use fusus_lazy::{Array, s};
    ///
    /// let m = Array::from_shape([3, 3], (0..9).collect());
    /// assert_eq!(m.at(s![1..]).to_vec()?, [3, 4, 5, 6, 7, 8]);
    /// assert_eq!(m.at(s![..; -1, 0]).to_vec()?, [6, 3, 0]);
    /// # Ok::<(), fusus_lazy::Error>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn at(&self, sections: impl Into<Sections>) -> Array<T> {
        Array::of(build::at(self.operand(), sections, Place::here()))
    }

    /// The array with other elements in a section. This one stays as it is.
    ///
    /// ```
    /// use fusus_lazy::{Array, s};
    ///
    /// let m = Array::from_shape([3, 3], vec![0; 9]);
    /// let row = Array::from_vec(vec![1, 2]);
    /// let m = m.with(s![1.., 1..], row.at(s![new, ..])).with(s![0, ..], 7);
    /// assert_eq!(m.to_string(), "[[7, 7, 7], [0, 1, 2], [0, 1, 2]]");
    /// # Ok::<(), fusus_lazy::Error>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn with(&self, sections: impl Into<Sections>, new: impl IntoOperand<T>) -> Array<T> {
        let new = new.into_operand();
        Array::of(build::with(self.operand(), sections, new, Place::here()))
    }

    /// Returns the elements in their order along other axes. Nothing is copied where the elements
    /// lie next to each other.
    ///
    /// ```
    /// use fusus_lazy::Array;
    ///
    /// let m = Array::from_vec(vec![1, 2, 3, 4, 5, 6]).reshape([2, 3]);
    /// assert_eq!(m.transpose().reshape([6]).to_vec()?, [1, 4, 2, 5, 3, 6]);
    /// # Ok::<(), fusus_lazy::Error>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn reshape(&self, dims: impl Into<Dims>) -> Array<T> {
        let view = View::Reshaped(Box::new(dims.into()));
        Array::of(build::view(self.operand(), view, Place::here()))
    }

    /// The axes in another order, which costs nothing: the axis `order[0]` comes first.
    #[must_use]
    #[track_caller]
    pub fn permute(&self, order: &[usize]) -> Array<T> {
        let view = View::Permuted(Arc::from(order));
        Array::of(build::view(self.operand(), view, Place::here()))
    }

    /// The axes from the last to the first, which costs nothing.
    ///
    /// ```
    /// use fusus_lazy::Array;
    ///
    /// let m = Array::from_shape([2, 3], vec![1, 2, 3, 4, 5, 6]);
    /// assert_eq!(m.transpose().to_string(), "[[1, 4], [2, 5], [3, 6]]");
    /// ```
    #[must_use]
    #[track_caller]
    pub fn transpose(&self) -> Array<T> {
        let axes = self.dims().map_or(1, |dims| dims.as_slice().len());
        let order: Vec<usize> = (0..axes).rev().collect();
        self.permute(&order)
    }
}

/// Declares folds along an axis.
macro_rules! folds {
    ($($(#[$doc:meta])* $name:ident $operator:ident;)*) => {$(
        $(#[$doc])*
        #[must_use]
        #[track_caller]
        pub fn $name(&self, axis: usize) -> Array<T> {
            let place = Place::here();
            Array::of(build::fold_axis(Operator::$operator, self.operand(), axis, place))
        }
    )*};
}

impl<T: Element> Array<T> {
    folds! {
        /// The sums along an axis, which the result does not have; the first axis is 0.
        ///
        /// ```
        /// use fusus_lazy::Array;
        ///
        /// let m = Array::from_shape([2, 3], vec![1, 2, 3, 4, 5, 6]);
        /// assert_eq!(m.sum_axis(0).to_vec()?, [5, 7, 9]);
        /// assert_eq!(m.sum_axis(1).to_vec()?, [6, 15]);
        /// # Ok::<(), fusus_lazy::Error>(())
        /// ```
        sum_axis Sum;
        /// The products along an axis, which the result does not have.
        product_axis Product;
        /// The least elements along an axis, which the result does not have. `NaN` is no element.
        min_axis Min;
        /// The greatest elements along an axis, which the result does not have. `NaN` is no element.
        max_axis Max;
    }
}

impl Array<bool> {
    /// True where one element along an axis is; the result does not have the axis.
    #[must_use]
    #[track_caller]
    pub fn any_axis(&self, axis: usize) -> Array<bool> {
        let place = Place::here();
        Array::of(build::fold_axis(Operator::Any, self.operand(), axis, place))
    }

    /// True where all elements along an axis are; the result does not have the axis.
    #[must_use]
    #[track_caller]
    pub fn all_axis(&self, axis: usize) -> Array<bool> {
        let place = Place::here();
        Array::of(build::fold_axis(Operator::All, self.operand(), axis, place))
    }
}
