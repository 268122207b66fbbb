//! Asking for elements before they are needed.

use std::ops::Range;

#[cfg(not(debug_assertions))]
use crate::blocks::Blocks;
use crate::memory;

/// The prefetch distance: how far ahead of an element its array is fetched into the cache.
///
/// A block of a chained run first reads its elements for their aggregates, and then computes and
/// writes. While it does that the memory could bring the elements of the thread's next block. All
/// other sweeps ask for elements that they need soon: of a single array the processor by itself
/// asks too late, and stops at every page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prefetch {
    positions: usize,
    bytes: usize,
}

impl Prefetch {
    /// Not at all: the elements that a short loop reads are in the cache, or soon read.
    pub(crate) const NONE: Prefetch = Prefetch {
        positions: 0,
        bytes: 0,
    };

    /// A page further on.
    pub(crate) const NEAR: Prefetch = Prefetch {
        positions: 0,
        bytes: 4096,
    };

    /// The distance for a sweep over a block. A sweep that writes nothing finds aggregates, and
    /// fetches nothing: the one that wrote the thread's last block has.
    #[cfg(not(debug_assertions))]
    #[inline(always)]
    pub(crate) fn of(blocks: &Blocks, writes: bool, is_dense: bool) -> Prefetch {
        if !writes {
            Prefetch::NONE
        } else if !blocks.is_sequential() && blocks.is_chained() {
            Prefetch::blocks(blocks.threads() * blocks.block_len())
        } else if blocks.streams() && !is_dense {
            // Where as much is written as is read, the writes are the bound.
            Prefetch::NEAR
        } else {
            Prefetch::NONE
        }
    }

    /// By a number of positions, which is not 0.
    #[inline]
    pub(crate) fn blocks(positions: usize) -> Prefetch {
        Prefetch {
            positions,
            bytes: 0,
        }
    }

    /// The positions of a plain sweep, in pieces whose elements are asked for at
    /// once: few, where they are needed soon, since only so many lines can be on
    /// their way.
    #[inline(always)]
    pub(crate) fn pieces(self, len: usize) -> Pieces {
        let piece = match self {
            Prefetch::NONE => len,
            Prefetch::NEAR => 64,
            _ => 256,
        };
        Pieces {
            done: 0,
            len,
            piece,
        }
    }

    /// Asks for the elements that far ahead of some others. Nothing depends on it.
    #[inline(always)]
    pub(crate) fn fetch<T>(self, elements: *const T, count: usize) {
        if self == Prefetch::NONE {
            return;
        }
        let start = elements.wrapping_add(self.positions).cast::<u8>();
        for byte in (0..count * size_of::<T>()).step_by(memory::LINE) {
            memory::fetch(start.wrapping_add(self.bytes + byte));
        }
    }

    /// As [`fetch`](Prefetch::fetch), for a sweep towards lower addresses: the next elements lie
    /// in front of these.
    #[inline(always)]
    pub(crate) fn fetch_backwards<T>(self, elements: *const T, count: usize) {
        if self == Prefetch::NONE {
            return;
        }
        let start = elements.wrapping_sub(self.positions).cast::<u8>();
        for byte in (0..count * size_of::<T>()).step_by(memory::LINE) {
            memory::fetch(start.wrapping_sub(self.bytes).wrapping_add(byte));
        }
    }
}

/// Ranges that follow each other: see [`Prefetch::pieces`].
#[derive(Clone, Debug)]
pub(crate) struct Pieces {
    done: usize,
    len: usize,
    piece: usize,
}

impl Iterator for Pieces {
    type Item = Range<usize>;

    #[inline(always)]
    fn next(&mut self) -> Option<Range<usize>> {
        if self.done == self.len {
            return None;
        }
        let first = self.done;
        self.done = self.len.min(first + self.piece);
        Some(first..self.done)
    }
}

#[cfg(test)]
mod tests {
    use super::Prefetch;

    #[test]
    fn pieces_cover_each_position_once() {
        for prefetch in [Prefetch::NONE, Prefetch::NEAR, Prefetch::blocks(9)] {
            for len in [0, 1, 63, 64, 65, 1000] {
                let positions: Vec<usize> = prefetch.pieces(len).flatten().collect();
                assert_eq!(positions, (0..len).collect::<Vec<_>>(), "{prefetch:?}");
            }
        }
    }

    #[test]
    fn what_is_needed_soon_is_asked_for_in_few_lines() {
        let lengths = |prefetch: Prefetch, len| {
            let pieces = prefetch.pieces(len);
            pieces.map(|piece| piece.len()).collect::<Vec<_>>()
        };
        assert_eq!(lengths(Prefetch::NEAR, 100), [64, 36]);
        assert_eq!(lengths(Prefetch::blocks(5), 300), [256, 44]);
        assert_eq!(lengths(Prefetch::NONE, 300), [300]);
    }
}
