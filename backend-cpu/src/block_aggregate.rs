//! The aggregate of a block, carried to the next block by a thread that does both.

use std::fmt;

use crate::block::Block;
use crate::fold::Fold;
use crate::lane::Lane;
use crate::op::Op;

/// The aggregate of a scan over a block, found in the very sweep that makes the
/// scan's elements: a thread that does all blocks needs it only afterwards.
///
/// It is combined in the same order as the aggregate of a sweep of its own, which
/// threads that share a run make beforehand, so that the same bits come out.
/// If every order gives the same bits, it is the scan's last element, and
/// nothing is done for it.
pub struct BlockAggregate<T, O, const L: usize> {
    aggregate: Fold<T, O, L>,
    /// Set if the aggregate is needed.
    wanted: bool,
}

impl<T: Copy, O: Op<T>, const L: usize> BlockAggregate<T, O, L> {
    /// The aggregate of nothing, for a scan over `block`.
    #[inline(always)]
    #[must_use]
    pub fn new(op: O, block: &Block<'_>) -> Self {
        let aggregate = Fold::new(op);
        BlockAggregate {
            wanted: block.continues() && !aggregate.known().is_exact(),
            aggregate,
        }
    }

    /// Returns true if the operator is known to be commutative for this type.
    #[inline(always)]
    #[must_use]
    pub fn commutes(&self) -> bool {
        self.aggregate.commutes()
    }

    /// Returns true if nothing is done for the aggregate of any block, which is known at compile
    /// time.
    #[inline(always)]
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.aggregate.known().is_exact()
    }

    /// Takes in an element.
    #[inline(always)]
    pub fn push(&mut self, lane: Lane<L>, value: T, op: impl FnMut(T, T) -> T + Copy) {
        #[cfg(debug_assertions)]
        if self.wanted {
            self.aggregate.push(lane, value, op);
        }
        // A simple body vectorises, and better without a branch.
        #[cfg(not(debug_assertions))]
        if !self.is_idle() && (self.aggregate.known().is_simple() || self.wanted) {
            self.aggregate.push(lane, value, op);
        }
    }

    /// [`Fold::begun`], if the aggregate is needed.
    #[inline(always)]
    pub fn begun(&mut self, lane: Lane<L>, value: &T) -> Option<&mut T> {
        match self.wanted {
            true => self.aggregate.begun(lane, value),
            false => None,
        }
    }

    /// The inclusive prefix of the block, of which `prefix` is the exclusive one and `last` the
    /// scan's last inclusive element.
    #[inline(always)]
    #[must_use]
    pub fn inclusive_prefix(self, prefix: T, last: T, op: impl Fn(T, T) -> T) -> T {
        match self.is_idle() {
            true => last,
            false => self.aggregate.partial(&op).join(prefix, op),
        }
    }
}

impl<T, O: fmt::Debug, const L: usize> fmt::Debug for BlockAggregate<T, O, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BlockAggregate")
            .field("aggregate", &self.aggregate)
            .finish_non_exhaustive()
    }
}
