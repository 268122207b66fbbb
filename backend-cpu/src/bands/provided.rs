//! Arrays of the caller's whose rows bands write.

use super::sealed::Sealed;
use crate::element::Element;
use crate::sink::output_buffer::{OutputBuffer, Provided};

/// An array of the caller's whose rows bands write.
#[derive(Debug)]
pub struct RowsMut<'y, T> {
    elements: OutputBuffer<T, Provided<'y, T>>,
    width: usize,
}

impl<'y, T: Element> RowsMut<'y, T> {
    /// The rows of these elements, with so many in each.
    #[inline]
    #[must_use]
    pub fn of(elements: &'y mut [T], width: usize) -> Self {
        RowsMut {
            elements: OutputBuffer::of_slice(elements),
            width,
        }
    }
}

/// A list of arrays of the caller's whose rows bands write: `(RowsMut, (RowsMut, … ()))`.
pub trait ProvidedRows: Sync + Sealed {
    /// Some rows of each.
    type Rows;

    /// Checks that there are so many rows.
    #[doc(hidden)]
    fn check(&self, rows: usize);

    /// Some rows from one on.
    ///
    /// # Safety
    ///
    /// They must be among those that were checked, and be given to nobody else.
    #[doc(hidden)]
    unsafe fn rows(&self, start: usize, len: usize) -> Self::Rows;
}

impl ProvidedRows for () {
    type Rows = ();

    #[inline]
    fn check(&self, _rows: usize) {}

    #[inline]
    unsafe fn rows(&self, _start: usize, _len: usize) {}
}

impl<T: Element, P: ProvidedRows> Sealed for (RowsMut<'_, T>, P) {}

impl<'y, T: Element + 'y, P: ProvidedRows> ProvidedRows for (RowsMut<'y, T>, P) {
    type Rows = (&'y mut [T], P::Rows);

    #[inline]
    fn check(&self, rows: usize) {
        let (RowsMut { elements, width }, others) = self;
        assert_eq!(
            Some(elements.len()),
            rows.checked_mul(*width),
            "an array of the caller's has other rows"
        );
        others.check(rows);
    }

    #[inline]
    unsafe fn rows(&self, start: usize, len: usize) -> Self::Rows {
        let (RowsMut { elements, width }, others) = self;
        // SAFETY: the caller's promise: these rows are in the slice, by `check`, and nobody else has
        // them as long as it is borrowed.
        unsafe {
            let first = elements.from(start * width);
            let rows = std::slice::from_raw_parts_mut(first, len * width);
            (rows, others.rows(start, len))
        }
    }
}
