//! The aggregates of the blocks of a loop, for the scans of a later one.

use crate::block::Block;
use crate::op::Op;
use crate::partials::{Partial, Seed};
use crate::run::Cut;

/// The aggregates of a fold in each block of a loop. A later loop that scans the same elements by
/// the same operator takes them from here, if its blocks are the same.
///
/// It holds nothing where one thread did the whole loop, as most such loops are short; where
/// several processes did it; where the order in which elements are combined shows in the bits,
/// since the sweep of the scan has an order of its own; and where there is no memory.
#[derive(Debug)]
pub struct Aggregates<T> {
    partials: Vec<Partial<T>>,
    len: usize,
    block_len: usize,
}

impl<T: Copy> Aggregates<T> {
    /// Room for the partial results of a fold by `op` in the blocks of a loop.
    #[inline]
    #[must_use]
    pub fn of(op: impl Op<T>, cut: Cut, _: &Seed<T>) -> Self {
        let mut partials = Vec::new();
        // Nobody asks for that of a single block.
        if op.is_exact() && !cut.sequential && !cut.is_part && cut.count > 1 {
            // Without memory nothing is recorded, and the sweep is made.
            let _ = partials.try_reserve_exact(cut.count);
        }
        Aggregates {
            partials,
            len: cut.len,
            block_len: cut.block_len,
        }
    }

    /// Takes in the partial result of the next block.
    #[inline]
    pub fn record(&mut self, part: Partial<T>) {
        if self.partials.len() < self.partials.capacity() {
            self.partials.push(part);
        }
    }

    /// The aggregate of a block of a later loop, if it is known.
    #[inline]
    #[must_use]
    pub fn get(&self, block: &Block<'_>) -> Option<Partial<T>> {
        let all = block.all();
        let same = all.len() == self.len && all.block_len() == self.block_len;
        let part = self.partials.get(block.index()).copied();
        part.filter(|_| same)
    }
}
