//! A block from left to right, for the states at its ranges.

use std::fmt;

use crate::block::Block;
use crate::groups;
use crate::ranges::States;

/// The steps of a block, taken one after the other, with the states that enter its [interleaved
/// ranges](crate::Lanes::interleaved).
pub struct Walk<T, const L: usize> {
    state: T,
    entering: [T; L],
    /// The range that begins next, and the number of steps until then.
    next: usize,
    left: usize,
    /// The length of a range.
    len: usize,
}

impl<T: Copy, const L: usize> Walk<T, L> {
    #[inline(always)]
    pub(super) fn new(prefix: T, block: &Block<'_>) -> Self {
        let len = groups::range_len::<L>(block.len());
        Walk {
            state: prefix,
            entering: [prefix; L],
            next: 1,
            left: if len == 0 { usize::MAX } else { len },
            len,
        }
    }

    /// Takes a step, to this state.
    #[inline(always)]
    pub fn step(&mut self, next: T) {
        self.state = next;
        self.left -= 1;
        if self.left == 0 {
            self.enter();
        }
    }

    #[cold]
    fn enter(&mut self) {
        if let Some(entering) = self.entering.get_mut(self.next) {
            *entering = self.state;
        }
        self.next += 1;
        self.left = if self.next < L { self.len } else { usize::MAX };
    }

    /// The state behind all steps so far.
    #[inline(always)]
    #[must_use]
    pub fn last(&self) -> T {
        self.state
    }

    /// The states with which the ranges begin.
    #[inline(always)]
    #[must_use]
    pub fn states(&self) -> States<T, L> {
        States::of(self.entering)
    }
}

impl<T, const L: usize> fmt::Debug for Walk<T, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Walk")
            .field("ranges", &L)
            .finish_non_exhaustive()
    }
}
