//! Sections of arrays of several axes, as `s![1..-1, .., new]` says them.

use std::ops::Deref;
use std::sync::Arc;

use crate::section::{IntoSection, Section};

/// An axis of [`Sections`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Axis {
    /// A section of the axis.
    Section(Section),
    /// One position, below zero from the end: the result does not have the axis.
    Index(i64),
    /// A new axis, which goes with axes of any length.
    New,
}

/// The part of each axis of an array that is meant, as the macro [`s!`](crate::s) says it. Axes behind the
/// last one that is named are whole.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sections(Arc<[Axis]>);

impl Deref for Sections {
    type Target = [Axis];

    fn deref(&self) -> &[Axis] {
        &self.0
    }
}

impl<const N: usize> From<[Axis; N]> for Sections {
    fn from(axes: [Axis; N]) -> Self {
        Sections(Arc::new(axes))
    }
}

impl From<Vec<Axis>> for Sections {
    fn from(axes: Vec<Axis>) -> Self {
        Sections(Arc::from(axes))
    }
}

impl<S: IntoSection> From<S> for Axis {
    fn from(section: S) -> Self {
        Axis::Section(section.into_section())
    }
}

impl<S: IntoSection> From<S> for Sections {
    fn from(section: S) -> Self {
        Sections::from([Axis::from(section)])
    }
}

impl From<i64> for Axis {
    fn from(index: i64) -> Self {
        Axis::Index(index)
    }
}

/// Sections of an array for [`Array::at`](crate::Array::at) and [`Array::with`](crate::Array::with).
///
/// `s![1..-1]` is all but the first and the last element: positions below zero count from the end.
/// `s![2..]`, `s![..-2]` and `s![..]` leave an end out; `s![..; 2]` takes every second element, and
/// `s![..; -1]` all of them from the last to the first.
///
/// ```
/// use fusus_lazy::{Array, s};
///
/// let x = Array::from_vec(vec![1, 4, 9, 16, 25]);
/// let steps = x.at(s![1..]) - x.at(s![..-1]);
/// assert_eq!(steps.to_vec()?, [3, 5, 7, 9]);
/// assert_eq!(x.at(s![..; -2]).to_vec()?, [25, 9, 1]);
/// # Ok::<(), fusus_lazy::Error>(())
/// ```
///
/// Commas separate axes. A position instead of a section leaves its axis out, and `new` adds an axis
/// which goes with any length: so a column and a row make a table.
///
/// ```
/// use fusus_lazy::{Array, s};
///
/// let m = Array::from_shape([2, 3], vec![1, 2, 3, 4, 5, 6]);
/// assert_eq!(m.at(s![.., 1..]).to_vec()?, [2, 3, 5, 6]);
/// assert_eq!(m.at(s![-1, ..]).to_vec()?, [4, 5, 6]);
/// assert_eq!(m.at(s![1, 2]).item()?, 6);
///
/// let (x, y) = (Array::from_vec(vec![10, 20]), Array::from_vec(vec![1, 2, 3]));
/// let table = x.at(s![.., new]) + y.at(s![new, ..]);
/// assert_eq!(table.to_string(), "[[11, 12, 13], [21, 22, 23]]");
/// # Ok::<(), fusus_lazy::Error>(())
/// ```
#[macro_export]
macro_rules! s {
    (@axes [$($done:expr,)*]) => {
        $crate::Sections::from([$($done,)*])
    };
    (@axes [$($done:expr,)*] new $(, $($rest:tt)*)?) => {
        $crate::s!(@axes [$($done,)* $crate::Axis::New,] $($($rest)*)?)
    };
    (@axes [$($done:expr,)*] $range:expr; $step:expr $(, $($rest:tt)*)?) => {
        $crate::s!(@axes [$($done,)* $crate::s!(@range $range).by($step).into(),] $($($rest)*)?)
    };
    (@axes [$($done:expr,)*] $axis:expr $(, $($rest:tt)*)?) => {
        $crate::s!(@axes [$($done,)* $crate::s!(@axis $axis),] $($($rest)*)?)
    };
    (@range $range:expr) => {{
        #[allow(
            clippy::reversed_empty_ranges,
            reason = "ends below zero count from the end"
        )]
        let section = $crate::IntoSection::into_section($range);
        section
    }};
    (@axis $axis:expr) => {{
        #[allow(
            clippy::reversed_empty_ranges,
            reason = "ends below zero count from the end"
        )]
        let axis = $crate::Axis::from($axis);
        axis
    }};
    ($($axes:tt)+) => {
        $crate::s!(@axes [] $($axes)+)
    };
}
