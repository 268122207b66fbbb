//! The ranges of a block, which the steps of a scan are interleaved over.

use std::fmt;

use crate::lane::Lane;
use crate::partials::Partial;
use crate::plain;

/// The aggregates of the ranges of a block, each of which has a lane of a [`Fold`](crate::Fold) or
/// [`Batched`](crate::Batched). From the exclusive prefix of the block they give that of each
/// range.
///
/// A scan whose step takes long waits for one step after the other. Where the ranges of a block
/// know their exclusive prefixes, they need not wait for each other.
pub struct Ranges<T, const L: usize> {
    /// The aggregate of the block up to the end of each range; nothing where it is empty.
    through: [Option<T>; L],
}

impl<T: Copy, const L: usize> Ranges<T, L> {
    #[inline(always)]
    pub(crate) fn new(through: [Option<T>; L]) -> Self {
        Ranges { through }
    }

    /// The aggregate of all ranges; nothing if they are empty.
    #[inline(always)]
    pub(crate) fn all(&self) -> Option<T> {
        self.through.last().copied().flatten()
    }

    /// The aggregate of the block.
    #[inline(always)]
    #[must_use]
    pub fn total(&self) -> Partial<T> {
        Partial::new(self.all())
    }

    /// The inclusive prefix of the block, where `prefix` is the exclusive one.
    #[inline(always)]
    #[must_use]
    pub fn inclusive_prefix(&self, prefix: T, op: impl FnOnce(T, T) -> T) -> T {
        after(prefix, self.all(), op)
    }

    /// The states with which the ranges begin, where `prefix` enters the block.
    #[inline(always)]
    #[must_use]
    pub fn states(&self, prefix: T, op: impl Fn(T, T) -> T) -> States<T, L> {
        let mut states = [prefix; L];
        for (state, before) in states.iter_mut().skip(1).zip(self.through) {
            *state = after(prefix, before, &op);
        }
        States(states)
    }
}

#[inline(always)]
fn after<T>(prefix: T, part: Option<T>, op: impl FnOnce(T, T) -> T) -> T {
    match part {
        Some(part) => op(prefix, part),
        None => prefix,
    }
}

impl<T, const L: usize> fmt::Debug for Ranges<T, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ranges")
            .field("ranges", &L)
            .finish_non_exhaustive()
    }
}

/// The states of a scan or a recurrence, one for each range of a block. Made by [`Ranges::states`],
/// [`Transitions::states`](crate::Transitions::states) and [`Walk::states`](crate::Walk::states).
pub struct States<T, const L: usize>([T; L]);

impl<T: Copy, const L: usize> States<T, L> {
    #[inline(always)]
    pub(crate) fn of(states: [T; L]) -> Self {
        States(states)
    }

    /// The state of the range that a lane stands for.
    #[inline(always)]
    #[must_use]
    pub fn at(&mut self, lane: Lane<L>) -> &mut T {
        // SAFETY: a `Lane<L>` is below `L`.
        unsafe { &mut plain::get_mut!(self.0, lane.index(false)) }
    }
}

impl<T, const L: usize> fmt::Debug for States<T, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("States")
            .field("ranges", &L)
            .finish_non_exhaustive()
    }
}
