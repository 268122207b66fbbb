//! The ranges of neighbouring blocks that one thread does from left to right.

use super::Blocks;
use crate::sync::Ordering;

impl Blocks {
    /// Has threads do neighbouring blocks in at most so many ranges, each from left to right. Of
    /// several numbers of ranges the least counts.
    #[inline]
    pub(crate) fn cut_into_ranges(&self, count: usize) {
        let range = self.count_of_all().div_ceil(count.max(1));
        self.range.fetch_max(range, Ordering::Relaxed);
    }

    /// The number of blocks of a range, which one thread does from left to right. Where blocks wait
    /// for each other each is a range.
    #[inline]
    pub(crate) fn range(&self) -> usize {
        match self.are_in_order() {
            true => 1,
            false => self.range.load(Ordering::Relaxed),
        }
    }

    /// The blocks of the first range that another process does.
    #[inline]
    pub(crate) fn before_range(&self) -> usize {
        self.count_before() % self.range()
    }

    /// The first place from one on at which a range begins.
    pub(crate) fn next_range(&self, place: usize) -> usize {
        let before = self.before_range();
        (before + place).next_multiple_of(self.range()) - before
    }

    /// The number of ranges of the loop on all processes.
    pub(crate) fn ranges(&self) -> usize {
        self.count_of_all().div_ceil(self.range())
    }
}
