//! Blocks: the parts of a loop that one thread does at a time.

use std::cell::Cell;
use std::marker::PhantomData;
use std::ptr;

use crate::blocks::Blocks;
use crate::sync::AtomicUsize;

/// A part of a loop. One thread does it.
#[derive(Debug)]
pub struct Block<'r> {
    all: &'r Blocks,
    index: usize,
    /// How many blocks of the loop it comprises.
    joined: usize,
    /// Whether it is known to fail.
    doomed: bool,
    /// Whether it is done in parts of which several may fail.
    in_parts: Cell<bool>,
    /// A block stays with the thread that does it.
    thread: PhantomData<*const ()>,
}

impl<'r> Block<'r> {
    /// The block of that number, which must be below the number of blocks.
    #[inline]
    pub(crate) fn new(all: &'r Blocks, index: usize) -> Self {
        Block::several(all, index, 1)
    }

    /// So many neighbouring blocks as one, from that number on.
    #[inline]
    pub(crate) fn several(all: &'r Blocks, index: usize, joined: usize) -> Self {
        assert!(index + joined <= all.count());
        Block {
            all,
            index,
            joined,
            doomed: false,
            in_parts: Cell::new(false),
            thread: PhantomData,
        }
    }

    /// The same block, where it has failed: nobody needs its totals any more.
    #[inline]
    pub(crate) fn doomed(&self) -> Self {
        Block {
            doomed: true,
            ..Block::several(self.all, self.index, self.joined)
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
        self.index * self.all.block_len()
    }

    /// The number of positions that belong to it.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        let most = self.joined * self.all.block_len();
        most.min(self.all.len() - self.start())
    }

    /// Whether no position belongs to it, which never happens.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the loop has other blocks.
    #[inline]
    fn has_others(&self) -> bool {
        self.all.count() > 1
    }

    /// Whether parts of it are done one after the other, though what fails in one of them need not be the leftmost
    /// position that does: not if it is the only one, nor if it is known to fail. One that fails in parts is done again.
    #[inline]
    #[must_use]
    pub fn in_parts(&self) -> bool {
        self.in_parts.set(self.has_others() && !self.doomed);
        self.in_parts.get()
    }

    /// Whether no block follows.
    #[inline]
    #[must_use]
    pub fn is_last(&self) -> bool {
        self.index + self.joined == self.all.count()
    }

    /// A block of so many positions for sweeps over what this one keeps.
    #[inline(always)]
    #[must_use]
    pub fn kept(&self, len: usize) -> KeptBlock {
        KeptBlock(Blocks::kept(len))
    }

    /// Whether one thread does all blocks.
    #[inline]
    pub(crate) fn is_solo(&self) -> bool {
        self.all.is_solo()
    }

    /// Whether it is known to fail, and is done to find its leftmost failure.
    #[inline]
    pub(crate) fn is_doomed(&self) -> bool {
        self.doomed
    }

    /// Whether the thread that does this block goes on with the next.
    #[inline]
    pub(crate) fn carries(&self) -> bool {
        self.is_solo() && !self.is_last()
    }

    /// Whether more may fail to the left of what did.
    #[inline]
    pub(crate) fn is_in_parts(&self) -> bool {
        self.in_parts.get()
    }

    /// All blocks of its loop.
    #[inline]
    pub(crate) fn all(&self) -> &'r Blocks {
        self.all
    }

    #[inline]
    pub(crate) fn run_len(&self) -> usize {
        self.all.len()
    }

    #[inline]
    pub(crate) fn is_of(&self, all: &Blocks) -> bool {
        ptr::eq(self.all, all)
    }

    /// The lowest block of the run that failed.
    #[inline]
    pub(crate) fn failed(&self) -> &AtomicUsize {
        self.all.failed()
    }
}

/// A block that may be empty, and is a loop of its own to its sweeps.
#[derive(Debug)]
pub struct KeptBlock(Blocks);

impl KeptBlock {
    /// How many positions it has.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The block.
    #[inline(always)]
    #[must_use]
    pub fn block(&self) -> Block<'_> {
        Block::new(&self.0, 0)
    }
}
