//! Sweeps along antidiagonals: the elements of a panel of rows that wait for none of each other.
//!
//! An element that follows from those to its left and above waits for the one before it, and a row
//! has no vectors. The elements of several rows of which each is one column further to the left than
//! the one above it do not: they are the lanes of a step, and the next step goes one column to the
//! right. The elements that a step reads are copied before, so that lanes lie side by side: LLVM makes
//! vectors of them, and no pointer may be to what another one writes.
//!
//! `antidiagonals.md`.

#[cfg(test)]
mod tests;

use std::ops::Range;

use super::{ColumnStates, Down, Room, RowStates, StepValues};
use crate::block::Block;
use crate::error::{Fault, Stop};
use crate::sink::{Cursor, Target};
use crate::source::DiagonalSources;

/// The most rows of a panel. Builds without optimisation have few, so that the small arrays of tests
/// have some.
///
/// `antidiagonals.md`.
pub(crate) const HEIGHT: usize = if cfg!(debug_assertions) { 4 } else { 128 };

/// The most steps for which is copied what they read.
///
/// `antidiagonals.md`.
pub(crate) const STEPS: usize = if cfg!(debug_assertions) { 6 } else { 32 };

/// Blocks of fewer rows or columns go from left to right: a step takes longer than so many elements.
///
/// `antidiagonals.md`.
const FEWEST: usize = if cfg!(debug_assertions) { 2 } else { 16 };

/// Blocks of fewer elements go from left to right, too: a panel is begun and ended, and its first and last
/// steps have few rows.
///
/// `pairs-along-antidiagonals.md`.
const SMALLEST: usize = if cfg!(debug_assertions) { 4 } else { 768 };

/// Some rows of a block, and some columns of them.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Panel {
    /// The number of the first row in the block.
    pub(crate) top: usize,
    /// The number of rows: 1 to [`HEIGHT`].
    pub(crate) height: usize,
    /// The number of columns of the array.
    pub(crate) columns: usize,
    /// The first column.
    pub(crate) left: usize,
    /// The number of columns from there on, which is not 0.
    pub(crate) width: usize,
}

impl Panel {
    /// The number of its steps.
    #[inline(always)]
    fn steps(&self) -> usize {
        self.width + self.height - 1
    }

    /// The columns that some steps take, counted from the first one.
    #[inline(always)]
    pub(crate) fn columns_of(&self, steps: &Range<usize>) -> Range<usize> {
        let first = steps.start.saturating_sub(self.height - 1);
        first..self.width.min(steps.end)
    }

    /// The steps among these that take an element of a row, which is counted from the first one.
    #[inline(always)]
    pub(crate) fn steps_of(&self, row: usize, steps: &Range<usize>) -> Range<usize> {
        steps.start.max(row)..steps.end.min(row + self.width)
    }

    /// The rows of which a step takes an element, counted from the first one.
    #[inline(always)]
    fn rows_of(&self, step: usize) -> Range<usize> {
        (step + 1).saturating_sub(self.width)..self.height.min(step + 1)
    }

    /// The position in the block of a row and a column, which are counted from the first ones.
    #[inline(always)]
    pub(crate) fn position(&self, row: usize, column: usize) -> usize {
        (self.top + row) * self.columns + self.left + column
    }
}

/// The copies of a sweep, and the lanes of its steps.
struct Lanes<P: ColumnStates, K: RowStates, S: DiagonalSources, V: StepValues> {
    columns: P::Staged,
    rows: K::Memory,
    sources: S::Staged,
    values: V::Memory,
}

impl Block<'_> {
    /// [`down_folding`](Block::down_folding), by panels of rows and in each of them by antidiagonals.
    ///
    /// # Errors
    ///
    /// As for [`down`](Block::down).
    ///
    /// # Panics
    ///
    /// As for [`down`](Block::down).
    #[inline(always)]
    pub fn diagonals<P, K, S, T, B, F>(
        &self,
        down: &Down<'_, P>,
        start: K,
        sources: S,
        out: &mut T,
        mut body: B,
        row_done: F,
    ) -> Result<(), Stop>
    where
        P: ColumnStates,
        K: RowStates,
        S: DiagonalSources,
        T: Target<Values: StepValues>,
        B: FnMut(&mut K, P, usize, S::Items, T::Olds) -> Result<(T::Values, P), Fault>,
        F: FnMut(K),
    {
        // Where nothing has vectors, copies are of no use.
        let has_vectors = const { !cfg!(debug_assertions) || cfg!(test) };
        let are_few = self.len() < FEWEST * down.columns || down.columns < FEWEST;
        if !has_vectors || are_few || self.len() < SMALLEST {
            return self.down_folding(down, start, sources, out, body, row_done);
        }
        let rows = self.rows_down(down, sources, out);
        let first = self.start();
        let (mut kept, place) = (vec![start; rows], P::place(&down.memory));
        let mut room = Room::new();
        // SAFETY: as for `down_folding`: each position is in one step of one panel of one piece. A step
        // has what the steps before it have left of the rows above and of the columns to the left. The
        // room is there until the sweep is done.
        unsafe {
            let sources = sources.from(first);
            let mut lanes = Lanes::<P, K, S, T::Values> {
                columns: P::staged(&mut room),
                rows: K::memory(&start, &mut room),
                sources: sources.staged(&mut room),
                values: T::Values::memory(&mut room),
            };
            let cursor = out.sweep(|mut cursor| {
                for (piece, along) in down.pieces() {
                    if let Some(piece) = piece {
                        piece.wait(self.index(), self.failed())?;
                    }
                    let mut top = 0;
                    while top < rows {
                        let before = (first / down.columns + top) % down.rows;
                        if before == 0 {
                            down.begin(place, along.clone());
                        }
                        let panel = Panel {
                            top,
                            height: HEIGHT.min(rows - top).min(down.rows - before),
                            columns: down.columns,
                            left: along.start,
                            width: along.len(),
                        };
                        let kept = &mut kept[top..top + panel.height];
                        let mut steps = 0..0;
                        while steps.end < panel.steps() {
                            steps = steps.end..panel.steps().min(steps.end + STEPS);
                            lanes.begin(&panel, &steps, &sources, place);
                            for step in steps.clone() {
                                lanes.step(
                                    &panel,
                                    &steps,
                                    step,
                                    kept,
                                    |kept, states, k, items| {
                                        body(kept, states, first + k, items, cursor.old(k))
                                    },
                                )?;
                            }
                            lanes.end(&panel, &steps, place, |k, values| cursor.put(k, values));
                        }
                        top += panel.height;
                    }
                    if let Some(piece) = piece {
                        piece.publish(self.index(), ());
                    }
                }
                Ok::<_, Stop>(cursor)
            })?;
            out.complete(cursor);
        }
        kept.into_iter().for_each(row_done);
        Ok(())
    }
}

impl<P: ColumnStates, K: RowStates, S: DiagonalSources, V: StepValues> Lanes<P, K, S, V> {
    /// Copies what some steps of a panel read.
    ///
    /// # Safety
    ///
    /// The positions of the panel must be within the sources, and its columns among those of the place.
    #[inline(always)]
    unsafe fn begin(&mut self, panel: &Panel, steps: &Range<usize>, sources: &S, place: P::Place) {
        // SAFETY: the caller's promise.
        unsafe {
            for column in panel.columns_of(steps) {
                let states = P::get(place, panel.left + column);
                states.put_staged(&mut self.columns, steps.end - 1 - column);
            }
            sources.fill(&mut self.sources, panel, steps);
        }
    }

    /// A step: an element of each row that has one in it.
    ///
    /// # Safety
    ///
    /// It must be the next one of those that have begun.
    #[inline(always)]
    unsafe fn step(
        &mut self,
        panel: &Panel,
        steps: &Range<usize>,
        step: usize,
        kept: &mut [K],
        mut body: impl FnMut(&mut K, P, usize, S::Items) -> Result<(V, P), Fault>,
    ) -> Result<(), Fault> {
        let (number, from_the_right) = (step - steps.start, steps.end - 1 - step);
        let rows = panel.rows_of(step);
        let (begins, ends) = (step < panel.height, step + 1 >= panel.width);
        // SAFETY: the caller's promise: what a row has kept is put where it begins, and the states of
        // its column before the first step.
        unsafe {
            if begins {
                kept[step].put(&mut self.rows, step);
            }
            let leaving = rows.start;
            for row in rows {
                let items = S::lane(&self.sources, number, row);
                let states = P::get_staged(&self.columns, from_the_right + row);
                let mut own = K::get(&self.rows, row);
                let k = panel.position(row, step - row);
                let (values, states) = body(&mut own, states, k, items)?;
                own.put(&mut self.rows, row);
                states.put_staged(&mut self.columns, from_the_right + row);
                values.put(&mut self.values, number * HEIGHT + row);
            }
            if ends {
                kept[leaving] = K::get(&self.rows, leaving);
            }
        }
        Ok(())
    }

    /// Copies what some steps have left, and hands over the elements that they have made.
    ///
    /// # Safety
    ///
    /// They must be done; and as for [`begin`](Lanes::begin).
    #[inline(always)]
    unsafe fn end(
        &mut self,
        panel: &Panel,
        steps: &Range<usize>,
        place: P::Place,
        mut put: impl FnMut(usize, V),
    ) {
        // SAFETY: the caller's promise.
        unsafe {
            for column in panel.columns_of(steps) {
                let states = P::get_staged(&self.columns, steps.end - 1 - column);
                states.put(place, panel.left + column);
            }
            if size_of::<V>() > 0 {
                for row in 0..panel.height {
                    for step in panel.steps_of(row, steps) {
                        let number = step - steps.start;
                        let values = V::take(&self.values, number * HEIGHT + row);
                        put(panel.position(row, step - row), values);
                    }
                }
            }
        }
    }
}
