//! Sweeps that take all angles for near ones first.
//!
//! To reduce an angle that may be huge takes several times as long as everything else that a sine
//! does, and few programs have one. So a piece of the block is computed with functions for near
//! angles, which take note of one that is not; then the piece is computed again, as if nothing had
//! happened.

use std::ops::Range;

use crate::block::Block;
use crate::error::Fault;
use crate::halves::Crossing;
use crate::math::Far;
use crate::sink::{Cursor, Storing, Target};
use crate::source::Sources;

/// The number of positions that are computed before the note is read.
const PIECE: usize = 512;

/// Set where functions of angles are calls, which have a branch for near ones: in builds without optimisation.
const CALLED: bool = cfg!(debug_assertions);

impl Block<'_> {
    /// [`each`](Block::each) for a body with angles, twice: `near` takes all of them for near ones,
    /// and notes in `far` if that was wrong; `body` takes any. Neither may be given old elements,
    /// since positions may be written twice.
    ///
    /// # Errors
    ///
    /// As for [`each`](Block::each).
    ///
    /// # Panics
    ///
    /// As for [`each`](Block::each).
    #[inline(always)]
    pub fn each_near<S, T, N, B>(
        &self,
        far: &Far,
        sources: S,
        out: &mut T,
        mut near: N,
        mut body: B,
    ) -> Result<(), Fault>
    where
        S: Sources,
        T: Target,
        N: FnMut(usize, S::Items, T::Olds) -> Result<T::Values, Fault>,
        B: FnMut(usize, S::Items, T::Olds) -> Result<T::Values, Fault>,
    {
        if const { CALLED || !T::ACCESSES.are_dense() } {
            return self.each(sources, out, body);
        }
        sources.check(self.run_len());
        out.check(self);
        let (start, len) = (self.start(), self.len());
        // SAFETY: the block's positions are within the loop, and by `check` within the sources; the
        // target is of this block; each position is written, where the sweep is completed, and may
        // be written again.
        unsafe {
            let sources = sources.from(start);
            let cursor = out.sweep(|mut cursor| {
                let mut done = 0;
                while done < len {
                    let end = len.min(done + PIECE);
                    far.forget();
                    let mut k = done;
                    while k < end {
                        match near(start + k, sources.get(k), cursor.old(k)) {
                            Ok(values) => cursor.put(k, values),
                            Err(fault) => return Err(fault),
                        }
                        k += 1;
                    }
                    if far.was_met() {
                        let mut k = done;
                        while k < end {
                            match body(start + k, sources.get(k), cursor.old(k)) {
                                Ok(values) => cursor.put(k, values),
                                Err(fault) => return Err(fault),
                            }
                            k += 1;
                        }
                    }
                    done = end;
                }
                Ok(cursor)
            })?;
            out.complete(cursor);
        }
        Ok(())
    }

    /// [`store`](Block::store) for a body with angles, as [`each_near`](Block::each_near) does it.
    ///
    /// # Panics
    ///
    /// As for [`each`](Block::each).
    #[inline(always)]
    pub fn store_near<S, T, N, B>(
        &self,
        far: &Far,
        sources: S,
        temporaries: &mut T,
        near: N,
        body: B,
    ) where
        S: Sources,
        T: Storing,
        N: FnMut(usize, S::Items, T::Olds) -> Result<T::Values, Fault>,
        B: FnMut(usize, S::Items, T::Olds) -> Result<T::Values, Fault>,
    {
        if temporaries.can_store() {
            // The other sweeps find a failure anew, and its position.
            let _ = self.each_near(far, sources, temporaries, near, body);
        }
    }

    /// [`in_halves`](Block::in_halves) for a body with angles, as [`each_near`](Block::each_near)
    /// does it: both halves take all angles for near ones, and `body` is both together.
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
        clippy::too_many_arguments,
        reason = "two halves and the whole, each with what it reads"
    )]
    pub fn in_halves_near<F, S, W, T, C, A, N, B>(
        &self,
        far: &Far,
        first_sources: F,
        first: A,
        second_sources: S,
        out: &mut T,
        second: N,
        sources: W,
        mut body: B,
    ) -> Result<(), Fault>
    where
        F: Sources,
        S: Sources,
        W: Sources,
        T: Target,
        C: Crossing,
        A: FnMut(usize, F::Items, T::Olds) -> Result<C, Fault>,
        N: FnMut(C, usize, S::Items, T::Olds) -> Result<T::Values, Fault>,
        B: FnMut(usize, W::Items, T::Olds) -> Result<T::Values, Fault>,
    {
        if const { CALLED || !T::ACCESSES.are_dense() } {
            return self.each(sources, out, body);
        }
        sources.check(self.run_len());
        let start = self.start();
        // SAFETY: by `check`, here and below: a piece has positions of the block.
        let sources = unsafe { sources.from(start) };
        let again = |cursor: &mut T::Cursor, piece: Range<usize>| {
            if !far.was_met() {
                return Ok(());
            }
            far.forget();
            let mut k = piece.start;
            while k < piece.end {
                // SAFETY: as above; each position is written again.
                unsafe {
                    match body(start + k, sources.get(k), cursor.old(k)) {
                        Ok(values) => cursor.put(k, values),
                        Err(fault) => return Err(fault),
                    }
                }
                k += 1;
            }
            Ok(())
        };
        far.forget();
        let group = None::<fn(C, usize, S::Items, T::Olds) -> Result<T::Values, Fault>>;
        self.in_pieces(
            first_sources,
            first,
            (),
            second_sources,
            out,
            group,
            second,
            again,
        )
    }
}
