//! A new array to which blocks add their elements one after the other.

use crate::block::Block;
use crate::blocks::Blocks;
use crate::error::{Fault, Stop};
use crate::look_back::Line;
use crate::memory;

/// An array with room for an element of each position of a run. How many a block adds is known when it has got so far, and what
/// the blocks to its left add says where they go.
#[doc(hidden)]
#[derive(Debug)]
pub struct Consecutive<T> {
    /// Its length is 0 until all are written.
    room: Vec<T>,
    data: *mut T,
    /// How many elements the blocks up to each one add.
    ends: Line<usize>,
}

// SAFETY: threads use the pointer for disjoint ranges: a block's range begins
// where that of the block before it ends (`add`), and is not longer than the block.
// They only write elements, which are `Send`; nothing reads `room` before
// `finish`. `Line` is `Sync`.
unsafe impl<T: Send> Sync for Consecutive<T> {}

impl<T: Copy> Consecutive<T> {
    /// The array that errors call `binding`.
    #[inline]
    pub(super) fn of(blocks: &Blocks, binding: &'static str) -> Result<Self, Fault> {
        let mut room = memory::reserve(blocks.len(), binding)?;
        Ok(Consecutive {
            data: room.as_mut_ptr(),
            room,
            ends: Line::new(0, blocks.count(), blocks.is_solo())?,
        })
    }

    /// Where the elements of a block go that adds so many, once that is known of all to its left. Blocks to its right need not wait
    /// until they are there.
    ///
    /// # Safety
    ///
    /// They must be no more than the block has positions, and be written before [`finish`](Consecutive::finish).
    #[inline]
    pub(super) unsafe fn add(&self, block: &Block<'_>, count: usize) -> Result<*mut T, Stop> {
        let start = self.ends.wait(block.index(), block.failed())?;
        self.ends.publish(block.index(), start + count);
        // SAFETY: no block adds more than it has positions, so that the room from here on is as long as the rest
        // of the run.
        Ok(unsafe { self.data.add(start) })
    }

    /// Where the elements of the next block go, for a thread that does all of them. There is room for all that is left.
    #[inline]
    pub(super) fn end(&self) -> *mut T {
        // SAFETY: as above.
        unsafe { self.data.add(self.ends.last()) }
    }

    /// The array, which takes no more memory than it needs.
    ///
    /// # Safety
    ///
    /// Every block must have added its elements and written them.
    #[inline]
    pub(super) unsafe fn finish(mut self) -> Vec<T> {
        // SAFETY: the caller's promise.
        unsafe { self.room.set_len(self.ends.last()) };
        memory::trim(&mut self.room);
        self.room
    }
}
