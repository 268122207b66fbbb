//! Sweeps over the pairs of a `cross`: several rows at a time.

use std::fmt;
use std::mem::MaybeUninit;

use crate::block::Block;
use crate::error::Fault;
use crate::lane::{Lane, Lanes, Order};
use crate::plain::{attempt, count};
use crate::sink::Target;
use crate::source::Sources;
use crate::tiles_in_parts::{OfTile, Tiles, Waiting};

/// The columns that a sweep over [some columns at a time](Block::tiled_by_columns) takes of all its
/// rows before the next ones: they stay in a second-level cache. Parts of arrays that are spread over
/// processes begin with multiples of it.
pub const COLUMNS: usize = if cfg!(miri) { 32 } else { 16_384 };

/// The rows of a `cross` that wait for their sweep, as the outer body hands them
/// to the inner one.
pub struct RowTile<R, const W: usize> {
    rows: [MaybeUninit<R>; W],
    len: usize,
}

impl<R: Copy, const W: usize> RowTile<R, W> {
    /// A tile of no row.
    #[inline(always)]
    fn empty() -> Self {
        RowTile {
            rows: [MaybeUninit::uninit(); W],
            len: 0,
        }
    }

    /// Hands a row to the inner body.
    ///
    /// # Panics
    ///
    /// Panics where an outer position makes more than one row.
    #[inline(always)]
    pub fn push(&mut self, row: R) {
        assert!(self.len < W, "a position has more than one row");
        self.rows[self.len].write(row);
        self.len += 1;
    }
}

impl<R, const W: usize> fmt::Debug for RowTile<R, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RowTile")
            .field("len", &self.len)
            .finish_non_exhaustive()
    }
}

impl Block<'_> {
    /// Sweeps over the block in order, and for every row that the body `outer`
    /// hands over, over `width` positions: the body `inner` is given the row,
    /// the position, a lane, and the elements of `rights` there.
    ///
    /// `W` rows are swept together, each one in a lane of its own, so that
    /// folds vectorise. Where fewer are left the last one is in several lanes,
    /// and counts in one. `begin` and `commit` are called as in
    /// [`batched`](Block::batched), and `absorb` after some rows: it joins that
    /// many lanes from left to right. The outer body is given the lane that its position
    /// has in a sweep in order, for folds and scans outside of the rows.
    ///
    /// # Errors
    ///
    /// The first fault of a body, which ends the sweep.
    ///
    /// # Panics
    ///
    /// Panics where a source has not the length of the loop, an array in `rights` not
    /// `width` elements, or `out` is another block's.
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "generated code calls it")]
    pub fn tiled_batched<const W: usize, S, T, A, R, O, Q, I, D, C, J>(
        &self,
        lanes: Lanes<W>,
        sources: S,
        out: &mut T,
        outer: O,
        folds: &mut A,
        width: usize,
        rights: Q,
        inner: I,
        begin: D,
        commit: C,
        absorb: J,
    ) -> Result<(), Fault>
    where
        S: Sources,
        T: Target,
        R: Copy,
        O: FnMut(&mut RowTile<R, W>, usize, Lane<W>, S::Items, T::Olds) -> Result<T::Values, Fault>,
        Q: Sources,
        I: FnMut(&mut A, R, usize, Lane<W>, Q::Items) -> Result<(), Fault>,
        D: FnMut(&mut A),
        C: FnMut(&mut A),
        J: FnMut(&mut A, usize),
    {
        let all = &mut ();
        self.tiled_waiting(
            all, lanes, sources, out, outer, folds, width, rights, inner, begin, commit, absorb,
        )
    }

    /// [`tiled_batched`](Block::tiled_batched) for the next columns, of which there are `width`: it is
    /// called for one part of the columns after the other, with the lanes that `tiles` has between them.
    /// No part but a single one is empty, and what is in `folds` behind the last one is the result. The body
    /// `outer` is run again for each part.
    ///
    /// # Errors
    ///
    /// A fault of a body, which ends the sweep, or no memory for the lanes.
    ///
    /// # Panics
    ///
    /// As for [`tiled_batched`](Block::tiled_batched).
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "generated code calls it")]
    pub fn tiled_in_parts<const W: usize, S, T, A, R, O, Q, I, D, C, J>(
        &self,
        tiles: &mut Tiles<A>,
        lanes: Lanes<W>,
        sources: S,
        out: &mut T,
        outer: O,
        folds: &mut A,
        width: usize,
        rights: Q,
        inner: I,
        begin: D,
        commit: C,
        absorb: J,
    ) -> Result<(), Fault>
    where
        S: Sources,
        T: Target,
        R: Copy,
        O: FnMut(&mut RowTile<R, W>, usize, Lane<W>, S::Items, T::Olds) -> Result<T::Values, Fault>,
        Q: Sources,
        I: FnMut(&mut A, R, usize, Lane<W>, Q::Items) -> Result<(), Fault>,
        D: FnMut(&mut A),
        C: FnMut(&mut A),
        J: FnMut(&mut A, usize),
        A: OfTile,
    {
        self.tiled_waiting(
            tiles, lanes, sources, out, outer, folds, width, rights, inner, begin, commit, absorb,
        )
    }

    /// The sweep over tiles whose lanes may wait for more columns.
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "those of its callers")]
    fn tiled_waiting<const W: usize, N, S, T, A, R, O, Q, I, D, C, J>(
        &self,
        waiting: &mut N,
        _lanes: Lanes<W>,
        sources: S,
        out: &mut T,
        mut outer: O,
        folds: &mut A,
        width: usize,
        rights: Q,
        mut inner: I,
        mut begin: D,
        mut commit: C,
        mut absorb: J,
    ) -> Result<(), Fault>
    where
        N: Waiting<A>,
        S: Sources,
        T: Target,
        R: Copy,
        O: FnMut(&mut RowTile<R, W>, usize, Lane<W>, S::Items, T::Olds) -> Result<T::Values, Fault>,
        Q: Sources,
        I: FnMut(&mut A, R, usize, Lane<W>, Q::Items) -> Result<(), Fault>,
        D: FnMut(&mut A),
        C: FnMut(&mut A),
        J: FnMut(&mut A, usize),
    {
        rights.check(width);
        waiting.begin(self.len().div_ceil(W))?;
        let mut rows = RowTile::empty();
        let (start, len) = (self.start(), self.len());
        self.each(sources, out, |i, items, olds| {
            let lane = Lane::in_order(i - start, len);
            let values = attempt!(outer(&mut rows, i, lane, items, olds));
            if rows.len < W && i - start + 1 < len {
                return Ok(values);
            }
            let Some(spare) = rows.len.checked_sub(1) else {
                return Ok(values);
            };
            for row in rows.len..W {
                rows.rows[row] = rows.rows[spare];
            }
            let goes_on = waiting.resume(folds);
            count!(j in 0, width; {
                // SAFETY: `j` is below `width`, by `check` the length of every
                // array; all rows are written; lanes are below `W`.
                unsafe {
                    count!(w in 0, W; {
                        let row = rows.rows[w].assume_init();
                        attempt!(inner(folds, row, j, Lane::new(w, w), rights.get(j)));
                    });
                }
                match j {
                    0 if !goes_on => begin(folds),
                    _ => commit(folds),
                }
            });
            waiting.keep(folds);
            absorb(folds, rows.len);
            rows.len = 0;
            Ok(values)
        })
    }

    /// Sweeps over the pairs for folds that need no batches: each takes in one pair at a time
    /// ([`Fold`](crate::Fold)), and `lanes` says if all their operators commute.
    ///
    /// Neighbouring components of one kind are not neighbours in memory. So if elements of `rights`
    /// have components, `W` rows are swept together, each one in a lane of its own: an element is
    /// taken apart once for all of them. Otherwise, and if fewer rows are left, a row's own pairs
    /// are in lanes.
    ///
    /// The body `inner` is called from several places, so that LLVM does not inline a large one.
    ///
    /// # Errors
    ///
    /// The first fault of a body, which ends the sweep.
    ///
    /// # Panics
    ///
    /// As for [`tiled_batched`](Block::tiled_batched).
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "generated code calls it")]
    pub fn tiled<const W: usize, S, T, R, O, Q, I>(
        &self,
        lanes: Lanes<W>,
        sources: S,
        out: &mut T,
        outer: O,
        width: usize,
        rights: Q,
        inner: I,
    ) -> Result<(), Fault>
    where
        S: Sources,
        T: Target,
        R: Copy,
        O: FnMut(&mut RowTile<R, W>, usize, Lane<W>, S::Items, T::Olds) -> Result<T::Values, Fault>,
        Q: Sources,
        I: FnMut(R, usize, Lane<W>, Q::Items) -> Result<(), Fault>,
    {
        self.tiled_by(usize::MAX, lanes, sources, out, outer, width, rights, inner)
    }

    /// [`tiled`](Block::tiled) for a body `outer` that may be run several times for each position, and
    /// writes nothing: where all operators commute, [`COLUMNS`] columns are taken for all rows before
    /// the next ones.
    ///
    /// # Errors
    ///
    /// A fault of a body, which ends the sweep.
    ///
    /// # Panics
    ///
    /// As for [`tiled`](Block::tiled).
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "generated code calls it")]
    pub fn tiled_by_columns<const W: usize, S, T, R, O, Q, I>(
        &self,
        lanes: Lanes<W>,
        sources: S,
        out: &mut T,
        outer: O,
        width: usize,
        rights: Q,
        inner: I,
    ) -> Result<(), Fault>
    where
        S: Sources,
        T: Target,
        R: Copy,
        O: FnMut(&mut RowTile<R, W>, usize, Lane<W>, S::Items, T::Olds) -> Result<T::Values, Fault>,
        Q: Sources,
        I: FnMut(R, usize, Lane<W>, Q::Items) -> Result<(), Fault>,
    {
        const { assert!(COLUMNS.is_multiple_of(W)) };
        let most = match lanes.order() {
            Order::Cyclic => COLUMNS,
            _ => usize::MAX,
        };
        self.tiled_by(most, lanes, sources, out, outer, width, rights, inner)
    }

    /// The sweep over so many columns at a time.
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "those of its callers")]
    fn tiled_by<const W: usize, S, T, R, O, Q, I>(
        &self,
        most_columns: usize,
        lanes: Lanes<W>,
        sources: S,
        out: &mut T,
        mut outer: O,
        width: usize,
        rights: Q,
        mut inner: I,
    ) -> Result<(), Fault>
    where
        S: Sources,
        T: Target,
        R: Copy,
        O: FnMut(&mut RowTile<R, W>, usize, Lane<W>, S::Items, T::Olds) -> Result<T::Values, Fault>,
        Q: Sources,
        I: FnMut(R, usize, Lane<W>, Q::Items) -> Result<(), Fault>,
    {
        rights.check(width);
        let commute = lanes.order() == Order::Cyclic;
        let most = match const { Q::COMPONENTS } && commute {
            true => W,
            false => 1,
        };
        let mut left = 0usize;
        loop {
            let right = width.min(left.saturating_add(most_columns));
            let whole = match commute {
                true => right - (right - left) % W,
                false => left,
            };
            let mut rows = RowTile::empty();
            let (start, len) = (self.start(), self.len());
            self.each(sources, out, |i, items, olds| {
                let lane = Lane::in_order(i - start, len);
                let values = attempt!(outer(&mut rows, i, lane, items, olds));
                if rows.len < most && i - start + 1 < len {
                    return Ok(values);
                }
                // SAFETY: positions are below `width`, by `check` the length of every array; the
                // first `rows.len` rows are written; lanes are below `W`.
                unsafe {
                    if const { Q::COMPONENTS } && rows.len == W && commute {
                        count!(j in left, right; {
                            count!(w in 0, W; {
                                let row = rows.rows[w].assume_init();
                                attempt!(inner(row, j, Lane::new(w, w), rights.get(j)));
                            });
                        });
                    } else {
                        for row in &rows.rows[..rows.len] {
                            let row = row.assume_init();
                            for first in (left..whole).step_by(W) {
                                count!(k in 0, W; {
                                    let j = first + k;
                                    attempt!(inner(row, j, Lane::new(k, k), rights.get(j)));
                                });
                            }
                            count!(j in whole, right; {
                                // From left to right, where that matters.
                                let lane = Lane::new((j - whole) % W, 0);
                                attempt!(inner(row, j, lane, rights.get(j)));
                            });
                        }
                    }
                }
                rows.len = 0;
                Ok(values)
            })?;
            left = right;
            if left == width {
                return Ok(());
            }
        }
    }
}
