//! Blocks: the parts of a loop that one thread does at a time.

use std::marker::PhantomData;
use std::ptr;

use crate::ahead::Ahead;
use crate::run::Run;
use crate::sink::Target;
use crate::sync::AtomicUsize;

/// The longest block (Miri is slow, and gets short ones). What a block reads and writes should stay in a core's
/// second-level cache between its sweeps.
pub(crate) const LONGEST: usize = if cfg!(miri) { 64 } else { 16_384 };

/// The shortest block that is not the last one, of a loop of little work.
const SHORTEST: usize = if cfg!(miri) { 16 } else { 1024 };

/// The same of a loop whose every position is dear.
const SHORTEST_DEAR: usize = if cfg!(miri) { 16 } else { 64 };

/// A block should take this many operations at least: then what it costs to
/// hand it out is little.
const WORK: usize = 8 * SHORTEST;

/// Short loops are cut into about this many blocks.
const PARTS: usize = 32;

/// The length of all blocks but the last in a loop over `len` positions, each
/// of about `cost` operations.
///
/// It depends on nothing else, so that operators are applied in an order that
/// the number of threads has no part in.
#[inline]
pub(crate) fn block_len(len: usize, cost: usize) -> usize {
    let shortest = (WORK / cost.max(1))
        .next_multiple_of(SHORTEST_DEAR)
        .clamp(SHORTEST_DEAR, SHORTEST);
    (len / PARTS)
        .next_multiple_of(shortest)
        .clamp(shortest, LONGEST)
}

/// A part of a loop. One thread does it.
#[derive(Debug)]
pub struct Block<'r> {
    run: &'r Run,
    index: usize,
    /// A block stays with the thread that does it.
    thread: PhantomData<*const ()>,
}

impl<'r> Block<'r> {
    /// The block of that number, which must be below the number of blocks.
    #[inline]
    pub(crate) fn new(run: &'r Run, index: usize) -> Self {
        assert!(index < run.block_count());
        Block {
            run,
            index,
            thread: PhantomData,
        }
    }

    /// Its number, counted from the left.
    #[inline]
    #[must_use]
    pub fn index(&self) -> usize {
        self.index
    }

    /// The first position that belongs to it.
    #[inline]
    #[must_use]
    pub fn start(&self) -> usize {
        self.index * self.run.block_len()
    }

    /// The number of positions that belong to it.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.run.block_len().min(self.run.len() - self.start())
    }

    /// Whether no position belongs to it, which never happens.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether no block follows.
    #[inline]
    #[must_use]
    pub fn is_last(&self) -> bool {
        self.index + 1 == self.run.block_count()
    }

    /// Whether one thread does all blocks.
    #[inline]
    pub(crate) fn is_solo(&self) -> bool {
        self.run.is_solo()
    }

    /// Whether the thread that does this block goes on with the next.
    #[inline]
    pub(crate) fn carries(&self) -> bool {
        self.is_solo() && !self.is_last()
    }

    /// How far ahead of it a sweep should ask for elements. A sweep for totals
    /// asks for nothing: the one that wrote the thread's last block has.
    #[inline(always)]
    pub(crate) fn ahead<T: Target>(&self) -> Ahead {
        let run = self.run;
        if !T::WRITES {
            Ahead::NONE
        } else if run.is_chained() && !run.is_solo() {
            Ahead::blocks(run.threads() * run.block_len())
        } else if run.streams() {
            Ahead::NEAR
        } else {
            Ahead::NONE
        }
    }

    #[inline]
    pub(crate) fn run_len(&self) -> usize {
        self.run.len()
    }

    #[inline]
    pub(crate) fn is_of(&self, run: &Run) -> bool {
        ptr::eq(self.run, run)
    }

    /// The lowest block of the run that failed.
    #[inline]
    pub(crate) fn failed(&self) -> &AtomicUsize {
        self.run.failed()
    }
}
