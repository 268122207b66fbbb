//! Arrays of which bands take rows.

use super::sealed::Sealed;
use crate::element::Element;

/// The rows of an array in memory: its elements, and how many of them a row has.
#[derive(Clone, Copy, Debug)]
pub struct RowsOf<'a, T> {
    /// The elements.
    pub elements: &'a [T],
    width: usize,
    /// The first row that a band needs, counted from its own, and the number of rows that it needs
    /// more than its own.
    halo: (usize, usize),
}

impl<'a, T: Element> RowsOf<'a, T> {
    /// The rows of these elements, with so many in each.
    #[inline]
    #[must_use]
    pub fn of(elements: &'a [T], width: usize) -> Self {
        RowsOf {
            elements,
            width,
            halo: (0, 0),
        }
    }

    /// These rows, of which a band needs those from `first` behind its own first one on, and `more`
    /// than its own.
    #[inline]
    #[must_use]
    pub fn around(self, first: usize, more: usize) -> Self {
        RowsOf {
            halo: (first, more),
            ..self
        }
    }
}

/// A list of arrays of which bands take rows: `(RowsOf, (RowsOf, … ()))`.
pub trait Banded: Copy + Sync + Sealed {
    /// Some rows from one on.
    #[doc(hidden)]
    fn rows(self, start: usize, len: usize) -> Self;
}

impl Banded for () {
    #[inline]
    fn rows(self, _start: usize, _len: usize) {}
}

impl<T: Element, R: Banded> Sealed for (RowsOf<'_, T>, R) {}

impl<T: Element, R: Banded> Banded for (RowsOf<'_, T>, R) {
    #[inline]
    fn rows(self, start: usize, len: usize) -> Self {
        let (of, others) = self;
        let (first, more) = of.halo;
        let (start_of, len_of) = (start + first, len + more);
        let elements = &of.elements[start_of * of.width..(start_of + len_of) * of.width];
        (RowsOf { elements, ..of }, others.rows(start, len))
    }
}
