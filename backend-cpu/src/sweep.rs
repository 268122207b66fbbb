//! Sweeps without lanes: the loops over the positions of a block in order.

use crate::block::Block;
use crate::error::Fault;
#[cfg(not(debug_assertions))]
use crate::prefetch::Prefetch;
#[cfg(not(debug_assertions))]
use crate::sink::{Cursor, VECTOR};
use crate::sink::{Storing, Target};
use crate::source::Sources;
#[cfg(not(debug_assertions))]
use crate::source::{Near, Place};

/// Goes through a block in pieces, for arrays that are read outside of their ends or by rows: the
/// positions inside are one piece of each row, the others are read in small ones. Each has its first position, the
/// number of its positions, and what reads them.
#[cfg(not(debug_assertions))]
macro_rules! each_piece {
    ($S:ty, $sources:ident, $len:ident, |$first:ident, $count:ident, $near:ident| $each:expr) => {{
        let inside = $sources.inside($len);
        let mut stage = <$S>::stage();
        $sources.prepare($len, &mut stage);
        let (mut $first, mut place) = (0, $sources.place());
        while $first < $len {
            let end = $sources.piece_end(&place, $first, $len, &inside);
            let $count = end - $first;
            let $near = $sources.near(&place, $first, $count, &mut stage);
            $each;
            place.advance($count);
            $first = end;
        }
    }};
}

/// [`each`](Block::each), of which several neighbours are written at a time: `body` is called for
/// them, `rest` for those that are left.
#[cfg(not(debug_assertions))]
macro_rules! in_vectors {
    ($block:expr, $sources:ident, $out:ident, $body:ident, $rest:ident) => {{
        $sources.check($block.run_len());
        $out.check($block);
        let (start, len) = ($block.start(), $block.len());
        let prefetch = Prefetch::of($block.all(), T::WRITES, T::ACCESSES.has_dense());
        // SAFETY: as in `each`, or in `each_in_pieces`; `VECTOR` neighbours are put before each flush.
        unsafe {
            let sources = $sources.from(start);
            let cursor = $out.sweep(|mut cursor| {
                /// The positions from the first of a piece on, of which one element is read so.
                macro_rules! piece {
                    ($first:expr, $count:expr, $get:expr) => {{
                        let (first, count, get) = ($first, $count, $get);
                        let groups = count / VECTOR;
                        for group in 0..groups {
                            sources.fetch(prefetch, first + group * VECTOR, VECTOR);
                            for j in 0..VECTOR {
                                let (i, k) = (group * VECTOR + j, first + group * VECTOR + j);
                                let olds = cursor.old(k);
                                let values = $body(start + k, get(i), olds)?;
                                cursor.put_in_vector(k, j, values);
                            }
                            cursor.flush();
                        }
                        for i in groups * VECTOR..count {
                            let olds = cursor.old(first + i);
                            let values = $rest(start + first + i, get(i), olds)?;
                            cursor.put(first + i, values);
                        }
                    }};
                }
                if const { S::PADDED || S::BY_ROWS } {
                    each_piece!(S, sources, len, |first, count, near| piece!(first, count, |i| near.get(i)));
                } else {
                    piece!(0, len, |i| sources.get(i));
                }
                Ok(cursor)
            })?;
            $out.complete(cursor);
        }
        Ok(())
    }};
}

/// The neighbours in one turn of a loop that may fail at each of them: LLVM unrolls none by itself.
///
/// `reads-in-groups.md`.
const GROUP: usize = 4;

impl Block<'_> {
    /// Sweeps over the block in order. The body is given the position in the
    /// loop, one element of each source, and the old content of each sink; it
    /// yields the elements for the sinks.
    ///
    /// # Errors
    ///
    /// The first fault of the body, which ends the sweep.
    ///
    /// # Panics
    ///
    /// Panics where a source has not the length of the loop, or `out` is another
    /// block's.
    #[inline(always)]
    pub fn each<S, T, B>(&self, sources: S, out: &mut T, body: B) -> Result<(), Fault>
    where
        S: Sources,
        T: Target,
        B: FnMut(usize, S::Items, T::Olds) -> Result<T::Values, Fault>,
    {
        self.each_of::<true, 1, _, _, _>(sources, out, body)
    }

    /// [`each`](Block::each) for a body that takes long (`LONG`), or not.
    #[inline(always)]
    fn each_of<const LONG: bool, const GROUP: usize, S, T, B>(
        &self,
        sources: S,
        out: &mut T,
        body: B,
    ) -> Result<(), Fault>
    where
        S: Sources,
        T: Target,
        B: FnMut(usize, S::Items, T::Olds) -> Result<T::Values, Fault>,
    {
        sources.check(self.run_len());
        out.check(self);
        #[cfg(debug_assertions)]
        // SAFETY: checked.
        return unsafe { self.each_plainly::<LONG, _, _, _>(sources, out, body) };
        #[cfg(not(debug_assertions))]
        match const { S::PADDED || S::BY_ROWS } {
            true => self.each_in_pieces::<LONG, _, _, _>(sources, out, body),
            false => self.each_prefetched::<LONG, false, GROUP, _, _, _>(sources, out, body),
        }
    }

    /// [`each`](Block::each), when everything is checked, in pieces.
    #[cfg(not(debug_assertions))]
    #[inline(always)]
    fn each_in_pieces<const LONG: bool, S, T, B>(
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
        let (start, len) = (self.start(), self.len());
        // SAFETY: as in `each_prefetched`; a piece that is not inside is no longer than a stage,
        // and each is in a row.
        unsafe {
            let sources = sources.from(start);
            let cursor = out.sweep(|mut cursor| {
                each_piece!(S, sources, len, |first, count, near| {
                    for j in 0..count {
                        let k = first + j;
                        let olds = cursor.old_for::<LONG>(k);
                        match body(start + k, near.get(j), olds) {
                            Ok(values) => cursor.put(k, values),
                            Err(fault) => return Err(fault),
                        }
                    }
                });
                Ok(cursor)
            })?;
            out.complete(cursor);
        }
        Ok(())
    }

    /// [`each`](Block::each), when everything is checked, with elements asked for ahead of time, and
    /// `GROUP` neighbours at a time.
    #[cfg(not(debug_assertions))]
    #[inline(always)]
    fn each_prefetched<const LONG: bool, const BRANCHES: bool, const GROUP: usize, S, T, B>(
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
        let (start, len) = (self.start(), self.len());
        let prefetch = Prefetch::of(self.all(), T::WRITES, T::ACCESSES.has_dense());
        // SAFETY: the block's positions are within the loop, and by `check`
        // within the sources; the target is of this block; each position is written once, and all
        // of them where the sweep is completed.
        unsafe {
            let sources = sources.from(start);
            let cursor = out.sweep(|mut cursor| {
                for piece in prefetch.pieces(len) {
                    sources.fetch(prefetch, piece.start, piece.len());
                    let sources = sources.from(piece.start);
                    let mut one = |j: usize| {
                        let k = piece.start + j;
                        let items = sources.get(j);
                        let olds = cursor.old_for::<LONG>(k);
                        match body(start + k, items, olds) {
                            Ok(values) if BRANCHES => cursor.put_if_kept(k, values),
                            Ok(values) => cursor.put(k, values),
                            Err(fault) => return Err(fault),
                        }
                        Ok(())
                    };
                    let groups = match GROUP {
                        1 => 0,
                        _ => piece.len() / GROUP,
                    };
                    for group in 0..groups {
                        for j in 0..GROUP {
                            one(group * GROUP + j)?;
                        }
                    }
                    for j in groups * GROUP..piece.len() {
                        one(j)?;
                    }
                }
                Ok(cursor)
            })?;
            out.complete(cursor);
        }
        Ok(())
    }

    /// [`each`](Block::each) for a body that branches on whether an element is kept: one that is not
    /// kept is not written either, in the same branch.
    ///
    /// # Errors
    ///
    /// As for [`each`](Block::each).
    ///
    /// # Panics
    ///
    /// As for [`each`](Block::each).
    #[inline(always)]
    pub fn each_branching<S, T, B>(&self, sources: S, out: &mut T, body: B) -> Result<(), Fault>
    where
        S: Sources,
        T: Target,
        B: FnMut(usize, S::Items, T::Olds) -> Result<T::Values, Fault>,
    {
        #[cfg(debug_assertions)]
        return self.each(sources, out, body);
        #[cfg(not(debug_assertions))]
        if const { S::PADDED || S::BY_ROWS } {
            return self.each(sources, out, body);
        }
        #[cfg(not(debug_assertions))]
        {
            sources.check(self.run_len());
            out.check(self);
            self.each_prefetched::<true, true, 1, _, _, _>(sources, out, body)
        }
    }

    /// [`each`](Block::each) for a sweep that stores elements, if there is room for them: the
    /// others take them from there.
    ///
    /// If the body fails, nothing is stored. The other sweeps will find that out, and the leftmost
    /// position that fails.
    ///
    /// # Panics
    ///
    /// As for [`each`](Block::each).
    #[inline(always)]
    pub fn store<S, T, B>(&self, sources: S, temporaries: &mut T, body: B)
    where
        S: Sources,
        T: Storing,
        B: FnMut(usize, S::Items, T::Olds) -> Result<T::Values, Fault>,
    {
        if temporaries.can_store() {
            let _ = self.each(sources, temporaries, body);
        }
    }

    /// [`each`](Block::each) for a small body, which is called from two places: results that are written
    /// faster several at a time are written so, and others are computed some at a time.
    ///
    /// # Errors
    ///
    /// As for [`each`](Block::each).
    ///
    /// # Panics
    ///
    /// As for [`each`](Block::each).
    #[inline(always)]
    #[allow(
        unused_mut,
        reason = "it is called where optimised builds write in vectors"
    )]
    pub fn each_unrolled<S, T, B>(&self, sources: S, out: &mut T, mut body: B) -> Result<(), Fault>
    where
        S: Sources,
        T: Target,
        B: FnMut(usize, S::Items, T::Olds) -> Result<T::Values, Fault>,
    {
        #[cfg(not(debug_assertions))]
        if const { T::Cursor::IN_VECTORS } {
            return in_vectors!(self, sources, out, body, body);
        }
        self.each_of::<false, GROUP, _, _, _>(sources, out, body)
    }

    /// [`each_unrolled`](Block::each_unrolled) for a body that is too large to be inlined at two
    /// places: it is given as two closures with one text, of which `rest` is called for the
    /// positions that make no whole vector.
    ///
    /// # Errors
    ///
    /// As for [`each`](Block::each).
    ///
    /// # Panics
    ///
    /// As for [`each`](Block::each).
    #[inline(always)]
    #[allow(unused_variables, unused_mut, reason = "as for `each_unrolled`")]
    pub fn each_unrolled_apart<S, T, B, R>(
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
        if const { T::Cursor::IN_VECTORS } {
            return in_vectors!(self, sources, out, body, rest);
        }
        self.each_of::<true, 1, _, _, _>(sources, out, rest)
    }
}
