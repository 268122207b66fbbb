//! The blocks of a loop that one of several processes does.

use super::{Blocks, UNCACHED};

/// The neighbouring blocks of a loop that one of several processes does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    /// The first of them.
    pub(crate) first: usize,
    /// The number of them.
    pub(crate) count: usize,
}

impl Blocks {
    /// The blocks of a part of the loop, with positions of their own.
    pub(crate) fn part(self, part: Part) -> Blocks {
        let Part { first, count } = part;
        assert!(
            first + count <= self.count,
            "blocks {first} to {} of {}",
            first + count,
            self.count
        );
        let start = (first * self.block_len).min(self.len);
        let len = (count * self.block_len).min(self.len - start);
        Blocks {
            len,
            count,
            elsewhere: [first, self.count - first - count],
            streams: self.streams && len >= UNCACHED,
            apart: true,
            ..self
        }
    }

    /// Returns true if other processes do other blocks of the loop.
    #[inline]
    pub(crate) fn is_part(&self) -> bool {
        self.elsewhere != [0; 2]
    }

    /// Returns true if no other process does blocks to the right of these.
    #[inline]
    pub(crate) fn include_the_last(&self) -> bool {
        self.elsewhere[1] == 0
    }

    /// Returns true if each block is done by itself.
    #[inline]
    pub(crate) fn are_apart(&self) -> bool {
        self.apart
    }
}
