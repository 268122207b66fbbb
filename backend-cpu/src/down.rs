//! States that go down the rows of a loop: one for each column.
//!
//! A block has whole rows, and needs the states that the block above it leaves. It goes through its
//! columns piece by piece, and takes a piece as soon as the block above has done it: so blocks follow
//! each other from piece to piece, and elements are combined from the first to the last row.

mod buffer;
mod columns;
mod diagonals;
mod rows;
mod values;

use std::fmt;
use std::ops::Range;

use crate::block::Block;
use crate::blocks::Blocks;
use crate::error::{Fault, Stop};
use crate::look_back::PrefixSlots;
use crate::sink::{Cursor, Target};
use crate::source::Sources;
#[cfg(not(debug_assertions))]
use crate::source::{Near, Place};
pub(crate) use buffer::{Buffer, Room};
pub use columns::ColumnStates;
pub(crate) use diagonals::{HEIGHT, Panel, STEPS};
pub use rows::{Kept, RowStates};
pub use values::StepValues;

/// The fewest columns of a piece, about. Builds without optimisation have short ones, so that the small
/// arrays of tests have some.
///
/// `scans-down-the-rows.md`.
const SHORTEST: usize = if cfg!(debug_assertions) { 8 } else { 512 };

/// The pieces for each thread, if the columns are enough: a thread that has done a block must not wait
/// for the other ones.
///
/// `scans-down-the-rows.md`.
const PIECES_OF_THREAD: usize = 2;

/// The number of pieces of so many columns.
fn pieces_of(columns: usize, threads: usize) -> usize {
    // Memory is fastest where a row is read in one piece.
    let wanted = match threads {
        0..=1 => 1,
        many => PIECES_OF_THREAD * many,
    };
    wanted.min((columns + SHORTEST / 2) / SHORTEST).max(1)
}

/// The state behind an element. It says that both are of one type, so that rustc knows that of a state
/// by the element.
#[inline(always)]
pub fn next_state<T>(state: T, element: T, operator: impl FnOnce(T, T) -> T) -> T {
    operator(state, element)
}

/// The states of the columns of a run.
///
/// Made by [`Ordered::down`](crate::Ordered::down).
pub struct Down<'r, P: ColumnStates> {
    blocks: &'r Blocks,
    seeds: P,
    memory: P::Memory,
    /// The rows after which all states begin anew.
    rows: usize,
    columns: usize,
    /// The columns of each piece but the last.
    width: usize,
    /// For each piece of the columns, what blocks pass on when they have done it. A block that is the only one has
    /// none, and does all columns in one piece.
    pieces: Vec<PrefixSlots<()>>,
}

impl<'r, P: ColumnStates> Down<'r, P> {
    pub(crate) fn new(
        blocks: &'r Blocks,
        [rows, columns]: [usize; 2],
        seeds: P,
    ) -> Result<Self, Fault> {
        let (mut count, mut pieces) = (1, Vec::new());
        if blocks.count() > 1 {
            count = pieces_of(columns, blocks.threads());
            // Of several threads only as many as there are pieces do not wait for each other.
            blocks.keep_busy(count);
            pieces.reserve_exact(count);
            for _ in 0..count {
                let slots = PrefixSlots::new((), blocks.count(), blocks.is_sequential());
                pieces.push(slots?);
            }
        }
        Ok(Down {
            blocks,
            seeds,
            memory: P::memory(columns)?,
            rows,
            columns,
            width: columns.div_ceil(count).max(1),
            pieces,
        })
    }
}

impl<P: ColumnStates> fmt::Debug for Down<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Down")
            .field("rows", &self.rows)
            .field("columns", &self.columns)
            .finish_non_exhaustive()
    }
}

impl<P: ColumnStates> Down<'_, P> {
    /// The pieces of the columns, from left to right, and what blocks pass on when they have done them.
    fn pieces(&self) -> impl Iterator<Item = (Option<&PrefixSlots<()>>, Range<usize>)> {
        let pieces = 0..self.columns.div_ceil(self.width);
        pieces.map(|number| {
            let left = number * self.width;
            let columns = left..self.columns.min(left + self.width);
            (self.pieces.get(number), columns)
        })
    }

    /// Has the states of some columns begin.
    ///
    /// # Safety
    ///
    /// As for [`ColumnStates::put`].
    #[inline(always)]
    unsafe fn begin(&self, place: P::Place, columns: Range<usize>) {
        for column in columns {
            // SAFETY: the caller's promise.
            unsafe { self.seeds.put(place, column) };
        }
    }
}

impl Block<'_> {
    /// The number of rows that the block has.
    ///
    /// # Panics
    ///
    /// As for [`down`](Block::down).
    #[inline(always)]
    fn rows_down<P: ColumnStates, S: Sources, T: Target>(
        &self,
        down: &Down<'_, P>,
        sources: S,
        out: &T,
    ) -> usize {
        sources.check(self.run_len());
        out.check(self);
        assert!(
            self.is_of(down.blocks),
            "a block was passed to the states of another run"
        );
        assert!(
            const { T::ACCESSES.go_in_any_order() },
            "results are written from left to right"
        );
        let (first, len, columns) = (self.start(), self.len(), down.columns);
        let whole = first.is_multiple_of(columns) && len.is_multiple_of(columns);
        assert!(whole, "a block has a part of a row");
        len / columns
    }

    /// Sweeps down the rows of the block, piece by piece of the columns. The body is given what it
    /// keeps of the row at hand, which begins with `start`, and the states that the row above has
    /// left; it yields the elements for the sinks, and the next states.
    ///
    /// A body cannot fail; if it panics at several positions, it may be for one that is not the first
    /// in order.
    ///
    /// # Errors
    ///
    /// None of its own: a block above has failed.
    ///
    /// # Panics
    ///
    /// As for [`each`](Block::each), where `down` is of another run, and where the block has no whole
    /// rows.
    #[inline(always)]
    pub fn down<P, C, S, T, B>(
        &self,
        down: &Down<'_, P>,
        start: C,
        sources: S,
        out: &mut T,
        body: B,
    ) -> Result<(), Stop>
    where
        P: ColumnStates,
        C: Copy,
        S: Sources,
        T: Target,
        B: FnMut(&mut C, P, usize, S::Items, T::Olds) -> Result<(T::Values, P), Fault>,
    {
        self.down_folding(down, start, sources, out, body, |_| ())
    }

    /// [`down`](Block::down), with a function that is given what the body has kept of each row, from
    /// the first one to the last.
    ///
    /// # Errors
    ///
    /// As for [`down`](Block::down).
    ///
    /// # Panics
    ///
    /// As for [`down`](Block::down).
    #[inline(always)]
    pub fn down_folding<P, C, S, T, B, F>(
        &self,
        down: &Down<'_, P>,
        start: C,
        sources: S,
        out: &mut T,
        mut body: B,
        row_done: F,
    ) -> Result<(), Stop>
    where
        P: ColumnStates,
        C: Copy,
        S: Sources,
        T: Target,
        B: FnMut(&mut C, P, usize, S::Items, T::Olds) -> Result<(T::Values, P), Fault>,
        F: FnMut(C),
    {
        let rows = self.rows_down(down, sources, out);
        let (first, columns) = (self.start(), down.columns);
        let (mut kept, place) = (vec![start; rows], P::place(&down.memory));
        // SAFETY: the block's positions are within the loop, and by `check` within the sources; the
        // target is of this block. Each position is in one piece of one row, hence written once, and
        // all of them where the sweep is completed. The states of a piece are put by this block from
        // when the block above has passed it on, or has no rows, until it is passed on; and seeds are
        // put before the first row.
        unsafe {
            let sources = sources.from(first);
            let cursor = out.sweep(|mut cursor| {
                for (piece, part) in down.pieces() {
                    let Range {
                        start: left,
                        end: right,
                    } = part;
                    if let Some(piece) = piece {
                        piece.wait(self.index(), self.failed())?;
                    }
                    let mut before = first / columns % down.rows;
                    #[cfg(not(debug_assertions))]
                    let mut at = sources.from(left).place();
                    for (row, kept) in kept.iter_mut().enumerate() {
                        if before == 0 {
                            down.begin(place, left..right);
                        }
                        // A division takes as long as some elements.
                        before = if before + 1 < down.rows {
                            before + 1
                        } else {
                            0
                        };
                        let mut own = *kept;
                        let mut one = |k: usize, column: usize, items: S::Items| {
                            let states = P::get(place, column);
                            let olds = cursor.old(k);
                            let (values, states) = body(&mut own, states, first + k, items, olds)?;
                            states.put(place, column);
                            cursor.put(k, values);
                            Ok::<(), Fault>(())
                        };
                        let above = row * columns;
                        #[cfg(debug_assertions)]
                        for column in left..right {
                            one(above + column, column, sources.get(above + column))?;
                        }
                        #[cfg(not(debug_assertions))]
                        {
                            along(&sources, &mut at, above, left..right, &mut one)?;
                            if row + 1 < rows {
                                at.advance(columns - (right - left));
                            }
                        }
                        *kept = own;
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

/// Calls `one` with the elements of some columns of a row, which is that from the position `above` on. The
/// place of the first of them becomes that behind the last one.
///
/// # Safety
///
/// The positions must be within the sources.
#[cfg(not(debug_assertions))]
#[inline(always)]
unsafe fn along<S: Sources>(
    sources: &S,
    place: &mut S::Place,
    above: usize,
    columns: Range<usize>,
    one: &mut impl FnMut(usize, usize, S::Items) -> Result<(), Fault>,
) -> Result<(), Fault> {
    // SAFETY: the caller's promise; what is read together is in one row, and needs no stage.
    unsafe {
        if size_of::<S::Stage>() > 0 {
            for column in columns {
                one(above + column, column, sources.get(above + column))?;
            }
            return Ok(());
        }
        let mut stage = S::stage();
        let mut column = columns.start;
        while column < columns.end {
            let count = sources.row_rest(place).min(columns.end - column);
            let near = sources.near(place, above + column, count, &mut stage);
            for j in 0..count {
                one(above + column + j, column + j, near.get(j))?;
            }
            place.advance(count);
            column += count;
        }
    }
    Ok(())
}
