//! The targets of sweeps: arrays that a sweep writes, or only reads.

use std::fmt;

use super::out::Positions;
use super::{Accesses, Cursor, Out, Sinks, sealed};
use crate::block::Block;

/// The target of a sweep: the [`Out`] of a block, or `()`; an [`Out::reading`], which is only read;
/// or [both](Both) of two.
pub trait Target: sealed::Sealed {
    /// The value that the sweep's body yields.
    type Values;
    /// The argument of the body.
    type Olds: Copy;

    #[doc(hidden)]
    type Cursor: Cursor<Old = Self::Olds, Value = Self::Values>;

    #[doc(hidden)]
    const ACCESSES: Accesses = Accesses::NONE;

    /// Set if it is written.
    #[doc(hidden)]
    const WRITES: bool = false;

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

    /// Ends a sweep over every position.
    ///
    /// # Safety
    ///
    /// It was, with this cursor.
    #[doc(hidden)]
    unsafe fn complete(&mut self, cursor: Self::Cursor);
}

impl Target for () {
    type Values = ();
    type Olds = ();
    type Cursor = ();

    #[inline(always)]
    fn check(&self, _block: &Block<'_>) {}

    #[inline(always)]
    unsafe fn sweep<R>(&mut self, sweep: impl FnOnce(()) -> R) -> R {
        sweep(())
    }

    #[inline(always)]
    unsafe fn complete(&mut self, (): ()) {}
}

impl<S: Sinks> sealed::Sealed for Out<'_, S> {}

impl<'c, S: Sinks> Target for Out<'c, S> {
    type Values = <S::Cursor<'c> as Cursor>::Value;
    type Olds = <S::Cursor<'c> as Cursor>::Old;
    type Cursor = S::Cursor<'c>;

    const ACCESSES: Accesses = S::ACCESSES;
    const WRITES: bool = true;

    #[inline(always)]
    fn check(&self, block: &Block<'_>) {
        self.positions.check(block);
    }

    #[inline(always)]
    unsafe fn sweep<R>(&mut self, sweep: impl FnOnce(S::Cursor<'c>) -> R) -> R {
        // SAFETY: an `Out<'c, S>` is open for `'c`.
        unsafe { S::sweep(self.local, self.positions.len, sweep) }
    }

    #[inline(always)]
    unsafe fn complete(&mut self, cursor: S::Cursor<'c>) {
        // SAFETY: the caller's promise.
        unsafe { S::complete(self.local, cursor) };
    }
}

/// The sinks of a block, for sweeps before the one that writes: made by [`Out::reading`] and
/// [`Out::storing`]. Their bodies are given the old elements of arrays that the loop overwrites,
/// and yield nothing but the elements that a [`Temporary`](super::Temporary) stores for other
/// sweeps.
pub struct Reading<'o, S: Sinks> {
    local: &'o mut S::Local,
    positions: Positions,
    /// The number of the sink in which the sweep stores elements, if it does.
    storing: Option<usize>,
}

impl<'o, S: Sinks> Reading<'o, S> {
    /// `local` and `positions` are those of an `Out`. Nothing else may pass them here.
    #[inline(always)]
    pub(super) fn new(
        local: &'o mut S::Local,
        positions: Positions,
        storing: Option<usize>,
    ) -> Self {
        Reading {
            local,
            positions,
            storing,
        }
    }
}

/// The targets of a sweep that stores elements for others.
pub trait Storing: Target {
    /// Returns true if there is a buffer to store into.
    #[doc(hidden)]
    fn can_store(&self) -> bool;
}

impl<S: Sinks> Storing for Reading<'_, S> {
    #[inline(always)]
    fn can_store(&self) -> bool {
        self.storing
            .is_some_and(|number| S::can_store(self.local, number))
    }
}

/// The first stores.
impl<A: Storing, B: Target> Storing for Both<'_, A, B> {
    #[inline(always)]
    fn can_store(&self) -> bool {
        self.0.can_store()
    }
}

impl<S: Sinks> fmt::Debug for Reading<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Reading").field(&self.positions).finish()
    }
}

impl<S: Sinks> sealed::Sealed for Reading<'_, S> {}

impl<S: Sinks> Target for Reading<'_, S> {
    type Values = <S::Reader as Cursor>::Value;
    type Olds = <S::Reader as Cursor>::Old;
    type Cursor = S::Reader;

    #[inline(always)]
    fn check(&self, block: &Block<'_>) {
        self.positions.check(block);
    }

    #[inline(always)]
    unsafe fn sweep<R>(&mut self, sweep: impl FnOnce(S::Reader) -> R) -> R {
        // SAFETY: the caller's promise, here and below.
        sweep(unsafe { S::reader(self.local, self.positions.len, self.storing) })
    }

    #[inline(always)]
    unsafe fn complete(&mut self, cursor: S::Reader) {
        // SAFETY: as above.
        unsafe { S::complete_store(self.local, cursor) };
    }
}

/// Two targets for one sweep. Its body is given a pair of their arguments, and yields a pair.
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

    const ACCESSES: Accesses = A::ACCESSES.and(B::ACCESSES);
    const WRITES: bool = A::WRITES || B::WRITES;

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
    unsafe fn complete(&mut self, cursor: Self::Cursor) {
        // SAFETY: as above.
        unsafe {
            self.0.complete(cursor.0);
            self.1.complete(cursor.1);
        }
    }
}
