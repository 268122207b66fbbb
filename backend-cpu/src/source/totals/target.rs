//! Room for totals that are computed in tiles.

use std::mem::MaybeUninit;

use crate::source::tiles::{ROWS, enlarge};

/// Room for the totals of a rectangle.
#[doc(hidden)]
#[derive(Debug)]
pub struct Target<'t, T> {
    pub(super) rows: &'t mut Vec<MaybeUninit<T>>,
    /// The number of its first row.
    pub(super) row: usize,
    /// The distance of rows.
    pub(super) pitch: usize,
}

/// The totals that the indices before some have come to.
#[derive(Clone, Copy)]
pub(super) enum Before<'t, T> {
    /// There are none.
    Nothing,
    /// They are where the totals will be.
    There,
    /// They are elsewhere, row by row.
    Elsewhere(&'t [T]),
}

impl<T> Target<'_, T> {
    /// The first total, and the distance of rows, of which there are so many, rounded up to whole
    /// tiles.
    #[inline(always)]
    pub(super) fn rows(&mut self, rows: usize) -> (*mut T, usize) {
        let first = self.row * self.pitch;
        let needed = first + rows.next_multiple_of(ROWS) * self.pitch;
        enlarge(self.rows, needed);
        (self.rows[first..].as_mut_ptr().cast(), self.pitch)
    }

    /// [`rows`](Target::rows), with some totals of `(rows, columns)` there; all others are `other`.
    #[inline(always)]
    pub(super) fn rows_of(
        &mut self,
        totals: &[T],
        size: (usize, usize),
        other: T,
    ) -> (*mut T, usize)
    where
        T: Copy,
    {
        let (rows, columns) = size;
        let _ = self.rows(rows);
        let first = self.row * self.pitch;
        let needed = rows.next_multiple_of(ROWS) * self.pitch;
        self.rows[first..first + needed].fill(MaybeUninit::new(other));
        for (row, totals) in totals.chunks_exact(columns).take(rows).enumerate() {
            let start = first + row * self.pitch;
            for (place, total) in self.rows[start..].iter_mut().zip(totals) {
                place.write(*total);
            }
        }
        self.rows(rows)
    }
}
