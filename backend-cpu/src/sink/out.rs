//! The sinks of a block, as its sweeps are given them.

use std::fmt;

use super::{Reading, Sinks};
use crate::block::{Block, CompactedBlock};
use crate::error::Stop;

/// The positions of a sweep.
#[derive(Clone, Copy, Debug)]
pub(super) struct Positions {
    start: usize,
    pub(super) len: usize,
}

impl Positions {
    /// Panics unless they are those of the block.
    #[inline(always)]
    pub(super) fn check(self, block: &Block<'_>) {
        assert!(
            self.start == block.start() && self.len == block.len(),
            "a block was swept into the results of another"
        );
    }
}

/// The sinks of a block. A sweep takes them by `&mut`.
pub struct Out<'c, S: Sinks> {
    shared: &'c S::Shared,
    /// Open for the block.
    pub(super) local: &'c mut S::Local,
    block: &'c Block<'c>,
    pub(super) positions: Positions,
}

impl<'c, S: Sinks> Out<'c, S> {
    /// # Safety
    ///
    /// `local` must be open for `block` of the run of `shared`, and stay so for `'c`.
    #[inline(always)]
    pub(crate) unsafe fn new(
        shared: &'c S::Shared,
        local: &'c mut S::Local,
        block: &'c Block<'c>,
    ) -> Self {
        Out {
            shared,
            local,
            block,
            positions: Positions {
                start: block.start(),
                len: block.len(),
            },
        }
    }
}

impl<S: Sinks> Out<'_, S> {
    /// The sinks for a sweep that only reads the old elements. It counts as no sweep: all positions
    /// stay as they are.
    #[inline(always)]
    pub fn reading(&mut self) -> Reading<'_, S> {
        Reading::new(self.local, self.positions, None)
    }

    /// The sinks for a sweep that stores elements for others, in the
    /// [`Temporary`](super::Temporary) of that number among the sinks.
    #[inline(always)]
    pub fn storing(&mut self, number: usize) -> Reading<'_, S> {
        Reading::new(self.local, self.positions, Some(number))
    }

    /// The elements that the sweep that writes has compacted, or written one by one.
    ///
    /// # Panics
    ///
    /// Before that sweep, where there are such elements.
    #[inline(always)]
    pub fn compacted(&self) -> S::Compacted<'_> {
        // SAFETY: the block is open.
        unsafe { S::compacted(self.local, self.positions.len) }
    }

    /// None of the arrays, for a sweep that comes first and asks for elements ahead of
    /// it as one that writes does.
    #[inline(always)]
    pub fn no_sinks<'n>(&'n self, nothing: &'n mut ()) -> Out<'n, ()> {
        Out {
            shared: &(),
            local: nothing,
            block: self.block,
            positions: self.positions,
        }
    }
}

impl<F: Sinks, S: Sinks> Out<'_, (F, S)> {
    /// Splits the sinks into the first, which may be a list, and the others, for sweeps of their
    /// own: of the arrays that a block compacts for itself, or of those that it writes from the
    /// elements that it has compacted.
    #[inline(always)]
    pub fn split(&mut self) -> (Out<'_, F>, Out<'_, S>) {
        let (first, others) = &mut *self.local;
        let (block, positions) = (self.block, self.positions);
        let first = Out {
            shared: &self.shared.0,
            local: first,
            block,
            positions,
        };
        let others = Out {
            shared: &self.shared.1,
            local: others,
            block,
            positions,
        };
        (first, others)
    }
}

impl<'c, S: Sinks> Out<'c, S> {
    /// The sinks for sweeps over the elements that the block has compacted, or written for later sweeps.
    ///
    /// # Errors
    ///
    /// None of its own: a block to the left has failed.
    ///
    /// # Panics
    ///
    /// Panics if an array must be written at each position of the block and fewer were kept, if more
    /// were kept than it has, and if the number of elements of a [`DenseAtOffset`](super::DenseAtOffset) was given
    /// before.
    #[inline(always)]
    pub fn over(self, compacted: &CompactedBlock) -> Result<Out<'c, S>, Stop> {
        let is_all = compacted.len() == self.positions.len;
        assert!(is_all || S::ACCESSES.take_any_len() && compacted.len() <= self.positions.len);
        // SAFETY: it is open for the block, which has so many.
        unsafe { S::set_len(self.shared, self.local, self.block, compacted.len()) }?;
        let positions = Positions {
            start: 0,
            len: compacted.len(),
        };
        Ok(Out { positions, ..self })
    }
}

impl<S: Sinks> fmt::Debug for Out<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Out").field(&self.positions).finish()
    }
}
