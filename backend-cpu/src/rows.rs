//! Sweeps over the pairs of a `cross`: several rows at a time.

use std::fmt;
use std::mem::MaybeUninit;

use crate::block::Block;
use crate::element::Element;
use crate::error::Fault;
use crate::lane::{Lane, Lanes};
use crate::sink::Target;
use crate::source::Sources;

/// The rows of a `cross` that wait for their sweep: what the outer body hands
/// to the inner one.
pub struct Rows<R, const W: usize> {
    rows: [MaybeUninit<R>; W],
    len: usize,
}

impl<R: Copy, const W: usize> Rows<R, W> {
    /// Hands a row to the inner body.
    ///
    /// # Panics
    ///
    /// Where an outer position makes more than one row.
    #[inline(always)]
    pub fn push(&mut self, row: R) {
        assert!(self.len < W, "a position has more than one row");
        self.rows[self.len].write(row);
        self.len += 1;
    }
}

impl<R, const W: usize> fmt::Debug for Rows<R, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rows")
            .field("len", &self.len)
            .finish_non_exhaustive()
    }
}

impl Block<'_> {
    /// Sweeps over the block in order, and for every row that the body `outer`
    /// hands over, over `rights`: the body `inner` is given the row, the
    /// position in `rights`, a lane, and the elements there.
    ///
    /// `W` rows are swept together, each one in a lane of its own, so that
    /// folds vectorise. Where fewer are left the last one is in several lanes,
    /// and counts in one. `begin` and `commit` are called as in
    /// [`staged`](Block::staged), and `absorb` after some rows: it joins that
    /// many lanes from left to right. The folds of the outer body may use one
    /// lane, which it is given.
    ///
    /// # Errors
    ///
    /// The first fault of a body, which ends the sweep.
    ///
    /// # Panics
    ///
    /// Where a source has not the length of the loop, the arrays in `rights`
    /// differ in length, or `out` is another block's.
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "generated code calls it")]
    pub fn rows<const W: usize, S, T, A, R, O, E, Q, I, D, C, J>(
        &self,
        _lanes: Lanes<W>,
        sources: S,
        out: &mut T,
        folds: &mut A,
        mut outer: O,
        rights: (&[E], Q),
        mut inner: I,
        mut begin: D,
        mut commit: C,
        mut absorb: J,
    ) -> Result<(), Fault>
    where
        S: Sources,
        T: Target,
        R: Copy,
        O: FnMut(
            &mut A,
            &mut Rows<R, W>,
            usize,
            Lane<W>,
            S::Items,
            T::Olds,
        ) -> Result<T::Values, Fault>,
        E: Element,
        Q: Sources,
        I: FnMut(&mut A, R, usize, Lane<W>, (E, Q::Items)) -> Result<(), Fault>,
        D: FnMut(&mut A),
        C: FnMut(&mut A),
        J: FnMut(&mut A, usize),
    {
        let width = rights.0.len();
        rights.check(width);
        let mut rows = Rows {
            rows: [MaybeUninit::uninit(); W],
            len: 0,
        };
        let last = self.start() + self.len() - 1;
        self.each(sources, out, |i, items, olds| {
            let values = outer(folds, &mut rows, i, Lane::first(), items, olds)?;
            if rows.len < W && i < last {
                return Ok(values);
            }
            let Some(spare) = rows.len.checked_sub(1) else {
                return Ok(values);
            };
            for row in rows.len..W {
                rows.rows[row] = rows.rows[spare];
            }
            for j in 0..width {
                // SAFETY: `j` is below `width`, by `check` the length of every
                // array; all rows are written; lanes are below `W`.
                unsafe {
                    for w in 0..W {
                        let row = rows.rows[w].assume_init();
                        inner(folds, row, j, Lane::new(w, w), rights.get(j))?;
                    }
                }
                match j {
                    0 => begin(folds),
                    _ => commit(folds),
                }
            }
            absorb(folds, rows.len);
            rows.len = 0;
            Ok(values)
        })
    }
}
