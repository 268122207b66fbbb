//! Sweeps over rows of a few positions each, whose number the program says: points, colours, small
//! matrices.
//!
//! A row is a turn of the loop, and its positions are written out. So LLVM knows their distances in
//! all arrays, and makes vectors of several rows.

use crate::block::Block;
use crate::error::Fault;
#[cfg(not(debug_assertions))]
use crate::sink::Cursor;
use crate::sink::Target;
#[cfg(not(debug_assertions))]
use crate::source::Place;
use crate::source::Sources;

/// Goes through a block row by row: `body` is called for the positions of whole rows, `rest` for those of
/// others.
#[cfg(not(debug_assertions))]
macro_rules! in_lines {
    ($block:expr, $sources:ident, $out:ident, $body:ident, $rest:ident) => {{
        $sources.check($block.run_len());
        $out.check($block);
        let (start, len) = ($block.start(), $block.len());
        // SAFETY: the block's positions are within the loop, and by `check` within the sources; the
        // target is of this block. Each position is in one column of one row, hence written once, and
        // all of them where the sweep is completed.
        unsafe {
            let sources = $sources.from(start);
            let mut place = sources.place();
            assert!(place.width() == W, "rows of other lengths");
            let cursor = $out.sweep(|mut cursor| {
                let mut first = 0;
                while first < len {
                    let (column, left) = (place.column(), len - first);
                    if column > 0 || left < W {
                        let count = left.min(W - column);
                        for k in first..first + count {
                            let olds = cursor.old(k);
                            let values = $rest(start + k, sources.get(k), olds)?;
                            cursor.put(k, values);
                        }
                        place.advance(count);
                        first += count;
                        continue;
                    }
                    let rows = place.rows_in_line().min(left / W);
                    for row in 0..rows {
                        for column in 0..W {
                            let k = first + row * W + column;
                            let olds = cursor.old(k);
                            let items = sources.in_line(&place, k, [row, column]);
                            let values = $body(start + k, items, olds)?;
                            cursor.put(k, values);
                        }
                    }
                    place.advance(rows * W);
                    first += rows * W;
                }
                Ok(cursor)
            })?;
            $out.complete(cursor);
        }
        Ok(())
    }};
}

impl Block<'_> {
    /// [`each`](Block::each) for a small body of a loop whose rows have `W` positions.
    ///
    /// # Errors
    ///
    /// As for [`each`](Block::each).
    ///
    /// # Panics
    ///
    /// As for [`each`](Block::each).
    #[inline(always)]
    #[allow(unused_mut, reason = "optimised builds call it here")]
    pub fn each_of_columns<const W: usize, S, T, B>(
        &self,
        sources: S,
        out: &mut T,
        mut body: B,
    ) -> Result<(), Fault>
    where
        S: Sources,
        T: Target,
        B: FnMut(usize, S::Items, T::Olds) -> Result<T::Values, Fault>,
    {
        #[cfg(not(debug_assertions))]
        if const { S::IN_LINES && !S::PADDED && <S::Place as Place>::INDICES > 1 } {
            return in_lines!(self, sources, out, body, body);
        }
        self.each(sources, out, body)
    }

    /// [`each_of_columns`](Block::each_of_columns) for a body that is too large to be inlined at two
    /// places: it is given as two closures with one text, of which `rest` is called for parts of rows.
    ///
    /// # Errors
    ///
    /// As for [`each`](Block::each).
    ///
    /// # Panics
    ///
    /// As for [`each`](Block::each).
    #[inline(always)]
    #[allow(unused_variables, unused_mut, reason = "as for `each_of_columns`")]
    pub fn each_of_columns_apart<const W: usize, S, T, B, R>(
        &self,
        sources: S,
        out: &mut T,
        mut body: B,
        mut rest: R,
    ) -> Result<(), Fault>
    where
        S: Sources,
        T: Target,
        B: FnMut(usize, S::Items, T::Olds) -> Result<T::Values, Fault>,
        R: FnMut(usize, S::Items, T::Olds) -> Result<T::Values, Fault>,
    {
        #[cfg(not(debug_assertions))]
        if const { S::IN_LINES && !S::PADDED && <S::Place as Place>::INDICES > 1 } {
            return in_lines!(self, sources, out, body, rest);
        }
        self.each(sources, out, rest)
    }
}
