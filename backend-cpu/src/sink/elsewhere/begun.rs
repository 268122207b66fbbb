//! The bins of ranges that blocks fill one after the other, from the first block of a range on.
//!
//! A block that does not find those that the one before it has filled collects its pairs: another thread
//! fills them, or another process has begun the range.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::super::bins::Private;
use crate::block::Block;
use crate::error::Fault;

/// The bins of all ranges that have been begun.
pub(super) struct Begun<T>(Mutex<BTreeMap<usize, OfRange<T>>>);

/// The bins of a range.
#[derive(Debug)]
pub(super) struct OfRange<T> {
    pub(super) bins: Private<T>,
    /// The blocks that have filled them.
    pub(super) blocks: Range<usize>,
    /// Set if these are all blocks of the range.
    pub(super) is_complete: bool,
}

impl<T> fmt::Debug for Begun<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Begun").finish_non_exhaustive()
    }
}

impl<T: Copy> Begun<T> {
    pub(super) fn new() -> Begun<T> {
        Begun(Mutex::new(BTreeMap::new()))
    }

    fn ranges(&self) -> MutexGuard<'_, BTreeMap<usize, OfRange<T>>> {
        // No panic leaves them half changed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the bins that a block fills: new ones for the first block of a range. `None` if it collects pairs.
    ///
    /// # Errors
    ///
    /// The errors of `new`.
    pub(super) fn take(
        &self,
        block: &Block<'_>,
        new: impl FnOnce() -> Result<Private<T>, Fault>,
    ) -> Result<Option<OfRange<T>>, Fault> {
        let index = block.index();
        if block.begins_range_of_all() {
            return Ok(Some(OfRange {
                bins: new()?,
                blocks: index..index,
                is_complete: false,
            }));
        }
        let (mut ranges, range) = (self.ranges(), block.range_of_all());
        let is_next = ranges
            .get(&range)
            .is_some_and(|of_range| of_range.blocks.end == index);
        Ok(match is_next {
            true => ranges.remove(&range),
            false => None,
        })
    }

    /// Keeps the bins that a block has filled, for the next one.
    pub(super) fn keep(&self, block: &Block<'_>, mut of_range: OfRange<T>) {
        of_range.blocks.end = block.index() + 1;
        of_range.is_complete = block.ends_range_of_all();
        self.ranges().insert(block.range_of_all(), of_range);
    }

    /// The bins of all ranges, by number.
    pub(super) fn done(self) -> BTreeMap<usize, OfRange<T>> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
