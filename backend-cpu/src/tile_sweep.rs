//! Sweeps over tiles of rows and columns, for loops that read an array across its rows.
//!
//! `generate(|i, j| a[[j, i]])` takes each element of a row from another cache line, of which the
//! next rows need the other elements. By the end of a long row the first lines are no longer in the
//! cache. So a few rows are done side by side, some columns at a time.

#[cfg(not(debug_assertions))]
use std::mem::MaybeUninit;

use crate::block::Block;
use crate::error::Fault;
#[cfg(not(debug_assertions))]
use crate::sink::Cursor;
use crate::sink::Target;
use crate::source::Sources;
#[cfg(not(debug_assertions))]
use crate::source::{Near, Place};

/// The rows of a tile: they use all of a cache line whose elements have four bytes.
#[cfg(not(debug_assertions))]
const ROWS: usize = 16;

/// The columns of a tile: as many lines fit in the nearest cache even if all are in one set of it.
#[cfg(not(debug_assertions))]
const COLUMNS: usize = 8;

impl Block<'_> {
    /// [`each`](Block::each) for a body that cannot fail, and that has nothing to do with the order
    /// of positions: where an array is read across its rows, tile by tile.
    ///
    /// If the body panics at several positions, it may be for one that is not the first in order.
    ///
    /// # Errors
    ///
    /// As for [`each`](Block::each).
    ///
    /// # Panics
    ///
    /// As for [`each`](Block::each).
    #[inline(always)]
    pub fn each_in_tiles<S, T, B>(&self, sources: S, out: &mut T, body: B) -> Result<(), Fault>
    where
        S: Sources,
        T: Target,
        B: FnMut(usize, S::Items, T::Olds) -> Result<T::Values, Fault>,
    {
        #[cfg(debug_assertions)]
        return self.each(sources, out, body);
        #[cfg(not(debug_assertions))]
        match const { T::ACCESSES.are_dense() && size_of::<S::Stage>() == 0 } {
            true => self.tiles(sources, out, body),
            false => self.each(sources, out, body),
        }
    }

    /// [`each_in_tiles`](Block::each_in_tiles) for results whose positions may be written in any
    /// order, and sources that can read several rows at a time.
    #[cfg(not(debug_assertions))]
    #[inline(always)]
    fn tiles<S, T, B>(&self, sources: S, out: &mut T, mut body: B) -> Result<(), Fault>
    where
        S: Sources,
        T: Target,
        B: FnMut(usize, S::Items, T::Olds) -> Result<T::Values, Fault>,
    {
        sources.check(self.run_len());
        out.check(self);
        let (start, len) = (self.start(), self.len());
        // SAFETY: the block's positions are within the loop, and by `check` within the sources; the
        // target is of this block. Each position is in one column of one row, hence written once,
        // and all of them where the sweep is completed. All that is read together is in a row, and
        // needs no stage.
        unsafe {
            let sources = sources.from(start);
            let mut stage = S::stage();
            // Positions are counted from the beginning of the row that the first one is in.
            let mut place = sources.place();
            let (width, column) = (place.width(), place.column());
            let (rows, columns) = match sources.is_far() {
                true => (ROWS, COLUMNS),
                false => (1, usize::MAX),
            };
            let all = column + len;
            let in_block = |at: usize| at.clamp(column, all) - column;
            let cursor = out.sweep(|mut cursor| {
                let mut top = 0;
                while top < all {
                    let bottom = all.min(top.saturating_add(width.saturating_mul(rows)));
                    let mut lines = [const { MaybeUninit::uninit() }; ROWS];
                    let (mut row, mut count) = (top, 0);
                    while row < bottom {
                        let next = row.saturating_add(width);
                        let (first, last) = (in_block(row), in_block(next));
                        lines[count].write(sources.near(&place, first, last - first, &mut stage));
                        place.advance(last - first);
                        (row, count) = (next, count + 1);
                    }
                    let mut left = 0;
                    while left < width {
                        let right = width.min(left.saturating_add(columns));
                        let mut row = top;
                        for line in &lines[..count] {
                            let (line, begin) = (line.assume_init(), in_block(row));
                            let first = in_block(row.saturating_add(left));
                            let last = in_block(row.saturating_add(right));
                            for k in first..last {
                                let olds = cursor.old(k);
                                match body(start + k, line.get(k - begin), olds) {
                                    Ok(values) => cursor.put(k, values),
                                    Err(fault) => return Err(fault),
                                }
                            }
                            row = row.saturating_add(width);
                        }
                        left = right;
                    }
                    top = bottom;
                }
                Ok(cursor)
            })?;
            out.complete(cursor);
        }
        Ok(())
    }
}
