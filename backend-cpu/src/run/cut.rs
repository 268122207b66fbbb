//! The blocks of a loop, as numbers.

use crate::blocks::Blocks;

/// The blocks of a loop, as numbers.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    pub(crate) len: usize,
    pub(crate) block_len: usize,
    pub(crate) count: usize,
    /// Set if one thread does all of them.
    pub(crate) sequential: bool,
    /// Set if other processes do other blocks of the loop.
    pub(crate) is_part: bool,
}

impl Cut {
    /// The number of positions.
    #[inline]
    #[must_use]
    pub fn positions(&self) -> usize {
        self.len
    }

    /// The length of all blocks but the last.
    #[inline]
    #[must_use]
    pub fn block_len(&self) -> usize {
        self.block_len
    }

    /// The number of blocks.
    #[inline]
    #[must_use]
    pub fn blocks(&self) -> usize {
        self.count
    }

    /// Returns true if threads share them.
    #[inline]
    #[must_use]
    pub fn is_shared(&self) -> bool {
        !self.sequential
    }

    #[inline]
    pub(super) fn of(blocks: &Blocks) -> Cut {
        Cut {
            len: blocks.len(),
            block_len: blocks.block_len(),
            count: blocks.count(),
            sequential: blocks.is_sequential(),
            is_part: blocks.is_part(),
        }
    }
}
