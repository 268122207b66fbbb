//! Lists of arrays that a block sweeps for by themselves.

use std::fmt;
use std::mem::MaybeUninit;

use super::{Out, Sink, Sinks, sealed};
use crate::block::Block;
use crate::blocks::Blocks;
use crate::error::{Fault, Stop};

/// Some of the arrays that a loop writes, for sweeps of their own, first among the sinks
/// ([`Out::split`]): those that a block compacts for itself, or those that it writes from what it
/// has compacted.
pub struct SinkList<F>(F);

impl<F: Sinks> SinkList<F> {
    /// Some arrays.
    #[inline]
    #[must_use]
    pub fn of(arrays: F) -> Self {
        SinkList(arrays)
    }
}

impl<F> fmt::Debug for SinkList<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SinkList")
    }
}

impl<F> sealed::Sealed for SinkList<F> {}

/// No sweep is over these arrays and those behind them as one list: they may differ in their
/// positions.
impl<F: Sinks> Sink for SinkList<F> {
    type Value = ();
    type Old<'c> = ();
    type Compacted<'c>
        = ()
    where
        Self: 'c;
    type Done = F::Done;
    type Element = ();
    type Shared = F::Shared;
    type Local = F::Local;
    type Cursor = ();
    type Reader = ();

    const ORDERED: bool = F::ORDERED;
    const DENSE: bool = F::DENSE;
    const FIXED_SLOTS: bool = F::FIXED_SLOTS;
    const ANY_LEN: bool = F::ANY_LEN;
    const NEW_BYTES: usize = F::NEW_BYTES;

    #[inline(always)]
    fn requested_bytes(&self, blocks: &Blocks) -> usize {
        self.0.requested_bytes(blocks)
    }

    #[inline(always)]
    fn prepare(self, blocks: &Blocks) -> Result<F::Shared, Fault> {
        self.0.prepare(blocks)
    }

    #[inline(always)]
    fn local() -> F::Local {
        F::local()
    }

    #[inline(always)]
    unsafe fn open(
        shared: &F::Shared,
        local: &mut F::Local,
        block: &Block<'_>,
    ) -> Result<(), Fault> {
        // SAFETY: the caller's promise.
        unsafe { F::open(shared, local, block) }
    }

    #[inline(always)]
    unsafe fn data(_local: &mut F::Local) -> &mut [MaybeUninit<()>] {
        panic!("{TOGETHER}")
    }

    #[inline(always)]
    fn invalidate(local: &mut F::Local) {
        F::invalidate(local);
    }

    #[inline(always)]
    unsafe fn set_len(
        shared: &F::Shared,
        local: &mut F::Local,
        block: &Block<'_>,
        len: usize,
    ) -> Result<(), Stop> {
        // SAFETY: the caller's promise.
        unsafe { F::set_len(shared, local, block, len) }
    }

    #[inline(always)]
    fn start(_local: &F::Local, _data: *mut MaybeUninit<()>) {}

    #[inline(always)]
    unsafe fn old<'c>((): &(), _k: usize) -> Self::Old<'c> {}

    #[inline(always)]
    unsafe fn reader(_local: &mut F::Local, _storing: bool) {
        panic!("{TOGETHER}")
    }

    #[inline(always)]
    unsafe fn put((): &mut (), _k: usize, (): ()) {}

    #[inline(always)]
    unsafe fn complete(_local: &mut F::Local, (): ()) {}

    #[inline(always)]
    unsafe fn compacted<'c>(_local: &'c F::Local) -> Self::Compacted<'c>
    where
        Self: 'c,
    {
    }

    #[inline(always)]
    unsafe fn close(
        shared: &F::Shared,
        local: &mut F::Local,
        block: &Block<'_>,
    ) -> Result<(), Stop> {
        // SAFETY: the caller's promise, here and below.
        unsafe { F::close(shared, local, block) }
    }

    #[inline(always)]
    unsafe fn finish(shared: F::Shared) -> Result<F::Done, Fault> {
        // SAFETY: as above.
        unsafe { F::finish(shared) }
    }
}

const TOGETHER: &str = "arrays of a list were swept with the rest";

impl<F: Sinks, S: Sinks> Out<'_, (SinkList<F>, S)> {
    /// Splits the sinks into those of the first list and the others.
    #[inline(always)]
    pub fn split(&mut self) -> (Out<'_, F>, Out<'_, S>) {
        let (first, others) = &mut *self.local;
        // Elements stored for another number of positions are not there for all of these.
        F::invalidate(first);
        S::invalidate(others);
        let (block, start, len) = (self.block, self.start, self.len);
        let first = Out {
            shared: &self.shared.0,
            local: first,
            block,
            start,
            len,
        };
        let others = Out {
            shared: &self.shared.1,
            local: others,
            block,
            start,
            len,
        };
        (first, others)
    }
}
