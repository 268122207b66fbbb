//! The rows of bands, and arrays of which bands take rows.

use super::sealed::Sealed;
use crate::element::Element;

/// The rows of a band.
#[derive(Clone, Copy, Debug)]
pub struct BandRows {
    start: usize,
    len: usize,
    /// Set if no other band has rows behind these.
    is_last: bool,
    /// The rows that arrays lack which have more than bands: there is no row of a band then.
    lacking: usize,
}

impl BandRows {
    /// All rows, as one band.
    pub(super) fn all(rows: usize, lacking: usize) -> Self {
        BandRows {
            start: 0,
            len: rows,
            is_last: true,
            lacking,
        }
    }

    /// Some of these rows, where arrays lack none.
    pub(super) fn part(self, start: usize, len: usize) -> Self {
        BandRows {
            start,
            len,
            is_last: start + len == self.len,
            lacking: 0,
        }
    }

    /// The first row.
    #[inline]
    pub(super) fn start(self) -> usize {
        self.start
    }

    #[inline]
    pub(super) fn is_last(self) -> bool {
        self.is_last
    }

    /// The number of rows of an array that has so many more than the band.
    #[inline]
    #[must_use]
    pub fn and(self, more: usize) -> usize {
        (self.len + more).saturating_sub(self.lacking)
    }
}

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
    /// The rows that a band needs.
    #[doc(hidden)]
    fn rows(self, band: BandRows) -> Self;
}

impl Banded for () {
    #[inline]
    fn rows(self, _band: BandRows) {}
}

impl<T: Element, R: Banded> Sealed for (RowsOf<'_, T>, R) {}

impl<T: Element, R: Banded> Banded for (RowsOf<'_, T>, R) {
    #[inline]
    fn rows(self, band: BandRows) -> Self {
        let (of, others) = self;
        let (first, more) = of.halo;
        let start = (band.start() + first) * of.width;
        let elements = match band.and(more) * of.width {
            // There may be no row at the start.
            0 => &[],
            len => &of.elements[start..start + len],
        };
        (RowsOf { elements, ..of }, others.rows(band))
    }
}
