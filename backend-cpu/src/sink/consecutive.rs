//! A new array to which blocks add their elements one after the other.

use super::output_buffer::OutputBuffer;
use crate::block::Block;
use crate::blocks::Blocks;
use crate::error::{Fault, Stop};
use crate::look_back::PrefixSlots;
use crate::memory;

/// The capacity of an array: the number of elements that were counted, or one for each position of
/// the run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Capacity(Option<usize>);

impl Capacity {
    /// One for each position.
    pub(super) const ANY: Capacity = Capacity(None);

    /// The number that was [counted](crate::Run::counted), if it was.
    #[inline]
    pub(super) fn counted(count: Option<usize>) -> Capacity {
        Capacity(count)
    }

    /// The number of elements.
    #[inline(always)]
    pub(super) fn of(self, blocks: &Blocks) -> usize {
        self.0.map_or(blocks.len(), |count| count.min(blocks.len()))
    }
}

/// An array with room for an element of each position of a run, or for as many as were counted. The
/// number that a block adds is known when it has got so far, and the numbers of the blocks to its
/// left say where they go.
#[doc(hidden)]
#[derive(Debug)]
pub struct Consecutive<T> {
    /// Blocks write disjoint ranges: a block's begins where that of the block before it ends
    /// (`add`), and is not longer than the block.
    output: OutputBuffer<T, Vec<T>>,
    /// Set if there is room for one element for each position.
    is_full: bool,
    /// The number of elements that the blocks up to each one add.
    ends: PrefixSlots<usize>,
}

impl<T: Copy> Consecutive<T> {
    /// The array that errors call `binding`.
    #[inline]
    pub(super) fn of(
        blocks: &Blocks,
        capacity: Capacity,
        binding: &'static str,
    ) -> Result<Self, Fault> {
        let capacity = capacity.of(blocks);
        Ok(Consecutive {
            output: OutputBuffer::new(capacity, binding)?,
            is_full: capacity == blocks.len(),
            ends: PrefixSlots::new(0, blocks.count(), blocks.is_sequential())?,
        })
    }

    /// The memory for the elements of a block that adds so many, once their number is known of all
    /// blocks to its left. Blocks to its right need not wait until they are written.
    ///
    /// # Safety
    ///
    /// They must be no more than the block has positions, and be written before
    /// [`finish`](Consecutive::finish).
    ///
    /// # Panics
    ///
    /// Panics where there are more than were counted.
    #[inline]
    pub(super) unsafe fn add(&self, block: &Block<'_>, count: usize) -> Result<*mut T, Stop> {
        let start = self.ends.wait(block.index(), block.failed())?;
        // Of a buffer for each position no block adds more than it has, which is not asked.
        assert!(
            self.is_full || count <= self.output.len() - start,
            "a filter kept more elements than when they were counted: its predicate is no function of them"
        );
        self.ends.publish(block.index(), start + count);
        // SAFETY: there is room for the elements that blocks add, by the assertion.
        Ok(unsafe { self.output.from(start) })
    }

    /// The memory for the elements of the next block, for a thread that does all of them, if there
    /// is capacity for all positions that are left.
    #[inline]
    pub(super) fn end(&self) -> Option<*mut T> {
        // SAFETY: as above.
        self.is_full
            .then(|| unsafe { self.output.from(self.ends.last()) })
    }

    /// The array, which takes no more memory than it needs.
    ///
    /// # Safety
    ///
    /// Every block must have added its elements and written them.
    #[inline(always)]
    pub(super) unsafe fn finish(self) -> Vec<T> {
        // SAFETY: the caller's promise.
        let mut vector = unsafe { self.output.into_vector(self.ends.last()) };
        memory::trim(&mut vector);
        vector
    }
}
