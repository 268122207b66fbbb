//! The targets of sweeps: arrays that a sweep writes, or only reads.

use std::fmt;

use super::{Out, Reader, Sinks, sealed};
use crate::block::Block;

/// The target of a sweep: the [`Out`] of a block, or `()`; an [`Out::reading`], which is only read;
/// or [both](Both) of two.
#[allow(
    missing_docs,
    clippy::missing_safety_doc,
    reason = "as for `Sink`, for all of them"
)]
pub trait Target: sealed::Sealed {
    /// The value that the sweep's body yields.
    type Values;
    /// The argument of the body.
    type Olds;

    #[doc(hidden)]
    type Cursor;

    #[doc(hidden)]
    const ORDERED: bool;

    /// Set if several neighbours are written faster together.
    #[doc(hidden)]
    const IN_VECTORS: bool;

    /// Set if it is written.
    #[doc(hidden)]
    const WRITES: bool;

    /// Set if each position of one of its arrays is written.
    #[doc(hidden)]
    const DENSE: bool;

    /// Panics where the target belongs to another block.
    #[doc(hidden)]
    fn check(&self, block: &Block<'_>);

    /// Runs `sweep` on the memory of the block.
    ///
    /// # Safety
    ///
    /// The target must belong to the block whose positions the cursor is used for, here and below,
    /// as [`check`](Target::check) says.
    #[doc(hidden)]
    unsafe fn sweep<R>(&mut self, sweep: impl FnOnce(Self::Cursor) -> R) -> R;
    #[doc(hidden)]
    unsafe fn old(cursor: &Self::Cursor, k: usize) -> Self::Olds;
    #[doc(hidden)]
    unsafe fn put(cursor: &mut Self::Cursor, k: usize, values: Self::Values);
    #[doc(hidden)]
    unsafe fn put_in_vector(cursor: &mut Self::Cursor, k: usize, j: usize, values: Self::Values);
    #[doc(hidden)]
    unsafe fn flush(cursor: &mut Self::Cursor);
    #[doc(hidden)]
    unsafe fn complete(&mut self, cursor: Self::Cursor);
}

impl Target for () {
    type Values = ();
    type Olds = ();
    type Cursor = ();

    const ORDERED: bool = false;
    const IN_VECTORS: bool = false;
    const WRITES: bool = false;
    const DENSE: bool = false;

    #[inline(always)]
    fn check(&self, _block: &Block<'_>) {}

    #[inline(always)]
    unsafe fn sweep<R>(&mut self, sweep: impl FnOnce(()) -> R) -> R {
        sweep(())
    }

    #[inline(always)]
    unsafe fn old((): &(), _k: usize) {}

    #[inline(always)]
    unsafe fn put((): &mut (), _k: usize, (): ()) {}

    #[inline(always)]
    unsafe fn put_in_vector((): &mut (), _k: usize, _j: usize, (): ()) {}

    #[inline(always)]
    unsafe fn flush((): &mut ()) {}

    #[inline(always)]
    unsafe fn complete(&mut self, (): ()) {}
}

impl<S: Sinks> sealed::Sealed for Out<'_, S> {}

impl<'c, S: Sinks> Target for Out<'c, S> {
    type Values = S::Values;
    type Olds = S::Olds<'c>;
    type Cursor = S::Cursor;

    const ORDERED: bool = S::ORDERED;
    const IN_VECTORS: bool = S::IN_VECTORS;
    const WRITES: bool = true;
    const DENSE: bool = S::DENSE;

    #[inline(always)]
    fn check(&self, block: &Block<'_>) {
        check(self.start, self.len, block);
    }

    #[inline(always)]
    unsafe fn sweep<R>(&mut self, sweep: impl FnOnce(S::Cursor) -> R) -> R {
        // SAFETY: the caller's promise, here and below.
        unsafe { S::sweep(self.local, sweep) }
    }

    #[inline(always)]
    unsafe fn old(cursor: &S::Cursor, k: usize) -> S::Olds<'c> {
        // SAFETY: as above; an `Out<'c, S>` is open for `'c`.
        unsafe { S::old(cursor, k) }
    }

    #[inline(always)]
    unsafe fn put(cursor: &mut S::Cursor, k: usize, values: S::Values) {
        // SAFETY: as above.
        unsafe { S::put(cursor, k, values) };
    }

    #[inline(always)]
    unsafe fn put_in_vector(cursor: &mut S::Cursor, k: usize, j: usize, values: S::Values) {
        // SAFETY: as above.
        unsafe { S::put_in_vector(cursor, k, j, values) };
    }

    #[inline(always)]
    unsafe fn flush(cursor: &mut S::Cursor) {
        // SAFETY: as above.
        unsafe { S::flush(cursor) };
    }

    #[inline(always)]
    unsafe fn complete(&mut self, cursor: S::Cursor) {
        // SAFETY: as above.
        unsafe { S::complete(self.local, cursor) };
    }
}

/// The sinks of a block, for sweeps before the one that writes: made by [`Out::reading`] and
/// [`Out::storing`]. Their bodies are given the old elements of arrays that the loop overwrites,
/// and yield nothing but the elements that a [`Temporary`](super::Temporary) stores for other
/// sweeps.
pub struct Reading<'o, S: Sinks> {
    local: &'o mut S::Local,
    start: usize,
    len: usize,
    /// The number of the sink in which the sweep stores elements, if it does.
    storing: Option<usize>,
}

impl<'o, S: Sinks> Reading<'o, S> {
    /// `local` is that of an `Out`: open for the block at `start` of the
    /// length `len`. Nothing else may pass it here.
    #[inline(always)]
    pub(super) fn new(
        local: &'o mut S::Local,
        start: usize,
        len: usize,
        storing: Option<usize>,
    ) -> Self {
        Reading {
            local,
            start,
            len,
            storing,
        }
    }

    /// Returns true if there is a buffer to store into.
    #[inline(always)]
    pub(crate) fn can_store(&self) -> bool {
        self.storing
            .is_some_and(|number| S::can_store(self.local, number))
    }
}

impl<S: Sinks> fmt::Debug for Reading<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reading")
            .field("start", &self.start)
            .field("len", &self.len)
            .finish_non_exhaustive()
    }
}

impl<S: Sinks> sealed::Sealed for Reading<'_, S> {}

impl<S: Sinks> Target for Reading<'_, S> {
    type Values = <S::Reader as Reader>::Value;
    type Olds = <S::Reader as Reader>::Old;
    type Cursor = S::Reader;

    const ORDERED: bool = false;
    const IN_VECTORS: bool = false;
    const WRITES: bool = false;
    const DENSE: bool = false;

    #[inline(always)]
    fn check(&self, block: &Block<'_>) {
        check(self.start, self.len, block);
    }

    #[inline(always)]
    unsafe fn sweep<R>(&mut self, sweep: impl FnOnce(S::Reader) -> R) -> R {
        // SAFETY: the caller's promise, here and below.
        sweep(unsafe { S::reader(self.local, self.storing) })
    }

    #[inline(always)]
    unsafe fn old(cursor: &S::Reader, k: usize) -> Self::Olds {
        // SAFETY: as above.
        unsafe { cursor.old(k) }
    }

    #[inline(always)]
    unsafe fn put(cursor: &mut S::Reader, k: usize, values: Self::Values) {
        // SAFETY: as above.
        unsafe { cursor.store(k, values) };
    }

    #[inline(always)]
    unsafe fn put_in_vector(cursor: &mut S::Reader, k: usize, _j: usize, values: Self::Values) {
        // SAFETY: as above.
        unsafe { cursor.store(k, values) };
    }

    #[inline(always)]
    unsafe fn flush(_cursor: &mut S::Reader) {}

    #[inline(always)]
    unsafe fn complete(&mut self, cursor: S::Reader) {
        // SAFETY: as above.
        unsafe { S::complete_store(self.local, cursor) };
    }
}

/// Two targets for one sweep. Its body is given a pair of what theirs are, and yields a pair.
pub struct Both<'o, A, B>(&'o mut A, &'o mut B);

impl<'o, A: Target, B: Target> Both<'o, A, B> {
    /// Both of them.
    #[inline(always)]
    pub fn of(first: &'o mut A, second: &'o mut B) -> Self {
        Both(first, second)
    }
}

impl<A, B> fmt::Debug for Both<'_, A, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Both")
    }
}

impl<A: Target, B: Target> sealed::Sealed for Both<'_, A, B> {}

impl<A: Target, B: Target> Target for Both<'_, A, B> {
    type Values = (A::Values, B::Values);
    type Olds = (A::Olds, B::Olds);
    type Cursor = (A::Cursor, B::Cursor);

    const ORDERED: bool = A::ORDERED || B::ORDERED;
    const IN_VECTORS: bool = A::IN_VECTORS || B::IN_VECTORS;
    const WRITES: bool = A::WRITES || B::WRITES;
    const DENSE: bool = A::DENSE || B::DENSE;

    #[inline(always)]
    fn check(&self, block: &Block<'_>) {
        self.0.check(block);
        self.1.check(block);
    }

    #[inline(always)]
    unsafe fn sweep<R>(&mut self, sweep: impl FnOnce(Self::Cursor) -> R) -> R {
        let (first, second) = (&mut *self.0, &mut *self.1);
        // SAFETY: the caller's promise, here and below.
        unsafe { first.sweep(|first| second.sweep(|second| sweep((first, second)))) }
    }

    #[inline(always)]
    unsafe fn old(cursor: &Self::Cursor, k: usize) -> Self::Olds {
        // SAFETY: as above.
        unsafe { (A::old(&cursor.0, k), B::old(&cursor.1, k)) }
    }

    #[inline(always)]
    unsafe fn put(cursor: &mut Self::Cursor, k: usize, values: Self::Values) {
        // SAFETY: as above.
        unsafe {
            A::put(&mut cursor.0, k, values.0);
            B::put(&mut cursor.1, k, values.1);
        }
    }

    #[inline(always)]
    unsafe fn put_in_vector(cursor: &mut Self::Cursor, k: usize, j: usize, values: Self::Values) {
        // SAFETY: as above.
        unsafe {
            A::put_in_vector(&mut cursor.0, k, j, values.0);
            B::put_in_vector(&mut cursor.1, k, j, values.1);
        }
    }

    #[inline(always)]
    unsafe fn flush(cursor: &mut Self::Cursor) {
        // SAFETY: as above.
        unsafe {
            A::flush(&mut cursor.0);
            B::flush(&mut cursor.1);
        }
    }

    #[inline(always)]
    unsafe fn complete(&mut self, cursor: Self::Cursor) {
        // SAFETY: as above.
        unsafe {
            self.0.complete(cursor.0);
            self.1.complete(cursor.1);
        }
    }
}

#[inline(always)]
fn check(start: usize, len: usize, block: &Block<'_>) {
    assert!(
        start == block.start() && len == block.len(),
        "a block was swept into the results of another"
    );
}
