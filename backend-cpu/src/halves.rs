//! The sweep in two halves, for bodies that take long.

use std::mem::MaybeUninit;
use std::ops::Range;

use crate::block::Block;
use crate::error::Fault;
use crate::lane::{Lane, Lanes};
use crate::sink::{Cursor, Target, VECTOR};
use crate::source::{Near, Place, Sources};

mod sealed {
    pub trait Sealed {}
}

/// The number of positions that the first half is done for before the second one.
const PIECE: usize = 256;

/// The bytes that cross at a position from which on nothing is gained: a piece of them is as
/// large as the nearest cache.
const MOST: usize = 128;

/// Elements that the first half of a body makes for the second one: `(x, (y, … ()))`.
pub trait Crossing: Copy + sealed::Sealed {
    /// The elements of a piece, each array by itself.
    #[doc(hidden)]
    type Buffer;

    #[doc(hidden)]
    fn buffer() -> Self::Buffer;

    /// Stores elements at `j`.
    ///
    /// # Panics
    ///
    /// Panics where `j` is no position of a piece.
    #[doc(hidden)]
    fn store(self, buffer: &mut Self::Buffer, j: usize);

    /// The elements at `j`.
    ///
    /// # Safety
    ///
    /// They must have been stored.
    #[doc(hidden)]
    unsafe fn reload(buffer: &Self::Buffer, j: usize) -> Self;
}

impl sealed::Sealed for () {}

impl Crossing for () {
    type Buffer = ();

    #[inline(always)]
    fn buffer() {}

    #[inline(always)]
    fn store(self, (): &mut (), _j: usize) {}

    #[inline(always)]
    unsafe fn reload((): &(), _j: usize) {}
}

impl<T: Copy, R: Crossing> sealed::Sealed for (T, R) {}

impl<T: Copy, R: Crossing> Crossing for (T, R) {
    type Buffer = ([MaybeUninit<T>; PIECE], R::Buffer);

    #[inline(always)]
    fn buffer() -> Self::Buffer {
        ([const { MaybeUninit::uninit() }; PIECE], R::buffer())
    }

    #[inline(always)]
    fn store(self, buffer: &mut Self::Buffer, j: usize) {
        buffer.0[j] = MaybeUninit::new(self.0);
        self.1.store(&mut buffer.1, j);
    }

    #[inline(always)]
    unsafe fn reload(buffer: &Self::Buffer, j: usize) -> Self {
        // SAFETY: the caller's promise.
        unsafe { (buffer.0[j].assume_init(), R::reload(&buffer.1, j)) }
    }
}

/// Work between the halves, on the elements that cross.
pub(crate) trait Between<C: Crossing> {
    /// Does it for so many positions of the block from `at` on.
    ///
    /// # Safety
    ///
    /// They must be positions of the block, whose elements are the first ones in the buffer.
    unsafe fn piece(&mut self, buffer: &C::Buffer, at: usize, count: usize) -> Result<(), Fault>;

    /// Does it for a position of the block.
    ///
    /// # Safety
    ///
    /// It must be one.
    unsafe fn one(&mut self, crossing: C, k: usize) -> Result<(), Fault>;
}

impl<C: Crossing> Between<C> for () {
    #[inline(always)]
    unsafe fn piece(&mut self, _: &C::Buffer, _at: usize, _count: usize) -> Result<(), Fault> {
        Ok(())
    }

    #[inline(always)]
    unsafe fn one(&mut self, _crossing: C, _k: usize) -> Result<(), Fault> {
        Ok(())
    }
}

/// Folds between the halves, in the lanes that [`lanes`](Block::lanes) has.
struct Folds<S, B, const L: usize> {
    sources: S,
    /// The first position of the block.
    start: usize,
    len: usize,
    body: B,
}

impl<C, S, B, const L: usize> Between<C> for Folds<S, B, L>
where
    C: Crossing,
    S: Sources,
    B: FnMut(C, usize, Lane<L>, S::Items, ()) -> Result<(), Fault>,
{
    #[inline(always)]
    unsafe fn piece(&mut self, buffer: &C::Buffer, at: usize, count: usize) -> Result<(), Fault> {
        let mut stored = 0;
        while stored < count {
            let k = at + stored;
            let width = (L - k % L).min(count - stored);
            if width == L {
                let lane = Lane::in_order(k, self.len);
                for j in 0..L {
                    // Its number is known when this is compiled.
                    let lane = Lane { any: j, ..lane };
                    // SAFETY: the caller's promise.
                    let (crossing, items) =
                        unsafe { (C::reload(buffer, stored + j), self.sources.get(k + j)) };
                    (self.body)(crossing, self.start + k + j, lane, items, ())?;
                }
            } else {
                for j in stored..stored + width {
                    // SAFETY: the caller's promise.
                    unsafe { self.one(C::reload(buffer, j), at + j)? };
                }
            }
            stored += width;
        }
        Ok(())
    }

    #[inline(always)]
    unsafe fn one(&mut self, crossing: C, k: usize) -> Result<(), Fault> {
        let lane = Lane::in_order(k, self.len);
        // SAFETY: the caller's promise.
        let items = unsafe { self.sources.get(k) };
        (self.body)(crossing, self.start + k, lane, items, ())
    }
}

impl Block<'_> {
    /// [`each`](Block::each) for a body that takes long: `first` makes elements for `second`, which
    /// yields the elements for the sinks. Each half has its own sources, and both are given the old
    /// content.
    ///
    /// The first half is done for a piece of the block before the second one, so that a panic of it
    /// comes before one of the second half at a position of the same piece.
    ///
    /// # Errors
    ///
    /// As for [`each`](Block::each).
    ///
    /// # Panics
    ///
    /// As for [`each`](Block::each).
    #[inline(always)]
    pub fn in_halves<F, S, T, C, A, B>(
        &self,
        first_sources: F,
        first: A,
        sources: S,
        out: &mut T,
        second: B,
    ) -> Result<(), Fault>
    where
        F: Sources,
        S: Sources,
        T: Target,
        C: Crossing,
        A: FnMut(usize, F::Items, T::Olds) -> Result<C, Fault>,
        B: FnMut(C, usize, S::Items, T::Olds) -> Result<T::Values, Fault>,
    {
        let group = None::<fn(C, usize, S::Items, T::Olds) -> Result<T::Values, Fault>>;
        let finish = |_: &mut T::Cursor, _| Ok(());
        self.in_pieces(
            first_sources,
            first,
            (),
            sources,
            out,
            group,
            second,
            finish,
        )
    }

    /// [`in_halves`](Block::in_halves) for results that are written faster several at a time: two
    /// closures have the text of the second half, of which `rest` is called for the positions of a
    /// piece that make no whole vector.
    ///
    /// # Errors
    ///
    /// As for [`each`](Block::each).
    ///
    /// # Panics
    ///
    /// As for [`each`](Block::each).
    #[inline(always)]
    pub fn in_halves_unrolled<F, S, T, C, A, B, R>(
        &self,
        first_sources: F,
        first: A,
        sources: S,
        out: &mut T,
        second: B,
        rest: R,
    ) -> Result<(), Fault>
    where
        F: Sources,
        S: Sources,
        T: Target,
        C: Crossing,
        A: FnMut(usize, F::Items, T::Olds) -> Result<C, Fault>,
        B: FnMut(C, usize, S::Items, T::Olds) -> Result<T::Values, Fault>,
        R: FnMut(C, usize, S::Items, T::Olds) -> Result<T::Values, Fault>,
    {
        let finish = |_: &mut T::Cursor, _| Ok(());
        self.in_pieces(
            first_sources,
            first,
            (),
            sources,
            out,
            Some(second),
            rest,
            finish,
        )
    }

    /// [`in_halves_unrolled`](Block::in_halves_unrolled) with folds: `fold` takes the elements that cross into
    /// lanes, those of a piece between its halves.
    ///
    /// # Errors
    ///
    /// As for [`each`](Block::each).
    ///
    /// # Panics
    ///
    /// As for [`each`](Block::each).
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "generated code calls it")]
    pub fn in_halves_folding<
        const L: usize,
        const SINGLE_CALL_SITE: bool,
        const INTERLEAVED: bool,
        F,
        X,
        S,
        T,
        C,
        A,
        D,
        B,
        R,
    >(
        &self,
        first_sources: F,
        first: A,
        _: Lanes<L, SINGLE_CALL_SITE, INTERLEAVED>,
        fold_sources: X,
        fold: D,
        sources: S,
        out: &mut T,
        second: B,
        rest: R,
    ) -> Result<(), Fault>
    where
        F: Sources,
        X: Sources,
        S: Sources,
        T: Target,
        C: Crossing,
        A: FnMut(usize, F::Items, T::Olds) -> Result<C, Fault>,
        D: FnMut(C, usize, Lane<L>, X::Items, ()) -> Result<(), Fault>,
        B: FnMut(C, usize, S::Items, T::Olds) -> Result<T::Values, Fault>,
        R: FnMut(C, usize, S::Items, T::Olds) -> Result<T::Values, Fault>,
    {
        fold_sources.check(self.run_len());
        let folds = Folds {
            // SAFETY: checked, and the block is within the loop.
            sources: unsafe { fold_sources.from(self.start()) },
            start: self.start(),
            len: self.len(),
            body: fold,
        };
        let finish = |_: &mut T::Cursor, _| Ok(());
        self.in_pieces(
            first_sources,
            first,
            folds,
            sources,
            out,
            Some(second),
            rest,
            finish,
        )
    }

    /// [`in_halves`](Block::in_halves), where `between` is done between the halves of a piece, `group` is
    /// the second half for neighbours that are written together, if there are any, and `finish` is called
    /// behind each piece with its positions in the block.
    ///
    /// # Errors
    ///
    /// As for [`each`](Block::each), and those of `between` and `finish`.
    #[inline(always)]
    #[allow(
        clippy::too_many_arguments,
        reason = "two halves, each with what it reads, and what stands beside them"
    )]
    pub(crate) fn in_pieces<F, S, T, C, A, G, B>(
        &self,
        first_sources: F,
        mut first: A,
        mut between: impl Between<C>,
        sources: S,
        out: &mut T,
        mut group: Option<G>,
        mut second: B,
        mut finish: impl FnMut(&mut T::Cursor, Range<usize>) -> Result<(), Fault>,
    ) -> Result<(), Fault>
    where
        F: Sources,
        S: Sources,
        T: Target,
        C: Crossing,
        A: FnMut(usize, F::Items, T::Olds) -> Result<C, Fault>,
        G: FnMut(C, usize, S::Items, T::Olds) -> Result<T::Values, Fault>,
        B: FnMut(C, usize, S::Items, T::Olds) -> Result<T::Values, Fault>,
    {
        first_sources.check(self.run_len());
        sources.check(self.run_len());
        out.check(self);
        let (start, len) = (self.start(), self.len());
        // SAFETY: the block's positions are within the loop, and by `check` within the sources; the
        // target is of this block; each position is written once, and all of them where the sweep
        // is completed. Both halves read the old content of a position before it is
        // written. The elements that the second half reloads of a piece, the first has stored.
        unsafe {
            let (first_sources, sources) = (first_sources.from(start), sources.from(start));
            let cursor = out.sweep(|mut cursor| {
                if cfg!(debug_assertions) || const { size_of::<C>() > MOST } {
                    for k in 0..len {
                        let crossing = first(start + k, first_sources.get(k), cursor.old(k))?;
                        between.one(crossing, k)?;
                        match second(crossing, start + k, sources.get(k), cursor.old(k)) {
                            Ok(values) => cursor.put(k, values),
                            Err(fault) => return Err(fault),
                        }
                    }
                    finish(&mut cursor, 0..len)?;
                    return Ok(cursor);
                }
                let mut buffer = C::buffer();
                let (mut first_stage, mut stage) = (F::stage(), S::stage());
                let mut done = 0;
                let (mut first_place, mut place) = (first_sources.place(), sources.place());
                while done < len {
                    let row = first_sources.row_rest(&first_place);
                    let row = row.min(sources.row_rest(&place));
                    let count = PIECE.min(len - done).min(row);
                    let firsts = first_sources.near(&first_place, done, count, &mut first_stage);
                    let seconds = sources.near(&place, done, count, &mut stage);
                    let (mut stored, mut failed) = (0, None);
                    while stored < count {
                        let k = done + stored;
                        match first(start + k, firsts.get(stored), cursor.old(k)) {
                            Ok(crossing) => crossing.store(&mut buffer, stored),
                            Err(fault) => {
                                failed = Some(fault);
                                break;
                            }
                        }
                        stored += 1;
                    }
                    between.piece(&buffer, done, stored)?;
                    let mut j = 0;
                    if const { T::Cursor::IN_VECTORS }
                        && let Some(group) = &mut group
                    {
                        while j + VECTOR <= stored {
                            for i in 0..VECTOR {
                                let k = done + j;
                                let crossing = C::reload(&buffer, j);
                                let items = seconds.get(j);
                                let values = group(crossing, start + k, items, cursor.old(k))?;
                                cursor.put_in_vector(k, i, values);
                                j += 1;
                            }
                            cursor.flush();
                        }
                    }
                    while j < stored {
                        let k = done + j;
                        let crossing = C::reload(&buffer, j);
                        match second(crossing, start + k, seconds.get(j), cursor.old(k)) {
                            Ok(values) => cursor.put(k, values),
                            Err(fault) => return Err(fault),
                        }
                        j += 1;
                    }
                    // Failures to the left of it are seen first.
                    if let Some(fault) = failed {
                        return Err(fault);
                    }
                    finish(&mut cursor, done..done + count)?;
                    done += count;
                    first_place.advance(count);
                    place.advance(count);
                }
                Ok(cursor)
            })?;
            out.complete(cursor);
        }
        Ok(())
    }
}
