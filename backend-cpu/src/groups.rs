//! The groups of lanes of a block, for sweeps of all builds.

use crate::block::Block;
use crate::lane::{Lanes, Order};
use crate::sink::Target;

/// Ranges of fewer elements are not worth it.
const FEW: usize = 4;

/// The length of ranges of about `len` elements, such that the lines of several that are swept
/// side by side do not all fall into one set of the first-level cache.
#[inline(always)]
fn padded(len: usize) -> usize {
    const LINE: usize = 8;
    match len > 0 && len.is_multiple_of(8 * LINE) {
        true => len - LINE,
        false => len,
    }
}

/// The length of the interleaved ranges of a block, but for the last one, which has the rest
/// too.
#[inline(always)]
pub(crate) fn range_len<const L: usize>(len: usize) -> usize {
    // Of a few elements one range does not keep the others waiting for long.
    match len < FEW * L {
        true => 0,
        false => padded(len / L),
    }
}

/// The lengths of the ranges of a block, each of which has one of `L` lanes.
#[derive(Clone, Copy, Debug)]
pub struct RangeLens<const L: usize> {
    /// Of all but the last one.
    pub(crate) most: usize,
    pub(crate) last: usize,
}

impl Block<'_> {
    /// The lengths of its ranges in a sweep for [`aggregates`](Lanes::aggregates).
    #[inline(always)]
    #[must_use]
    pub fn interleaved_ranges<const L: usize>(&self) -> RangeLens<L> {
        self.ranges_of(range_len::<L>(self.len()), self.is_last())
    }

    /// The lengths of its ranges in other sweeps, for operators that do not commute.
    #[inline(always)]
    #[must_use]
    pub fn ranges<const L: usize>(&self) -> RangeLens<L> {
        self.ranges_of(self.len() / L / L * L, false)
    }

    #[inline(always)]
    fn ranges_of<const L: usize>(&self, most: usize, without_rest: bool) -> RangeLens<L> {
        let last = match without_rest {
            true => most,
            false => self.len() - (L - 1) * most,
        };
        RangeLens { most, last }
    }
}

/// The groups of lanes of a block.
///
/// If all operators commute, a group is `L` neighbours, one for each lane. Otherwise the block
/// is cut into a range for each lane, and a group has one element of each; or `L` neighbours of one
/// range, where elements must be visited in order. Then the ranges are multiples of `L` long, so
/// that a neighbour's place in its group is the same in the first and the last way. The rest
/// belongs to the last range.
pub(crate) struct Groups {
    /// The number of whole groups in the ranges.
    pub(crate) main: usize,
    /// The range of the rest.
    pub(crate) last: usize,
    /// Set if a group has an element of each range.
    pub(crate) interleaved: bool,
    /// The position at which the sweep ends.
    pub(crate) end: usize,
    /// The groups of a range, where they are of neighbours; at least one.
    range_groups: usize,
}

impl Groups {
    #[inline(always)]
    pub(crate) fn of<
        const L: usize,
        const SINGLE_CALL_SITE: bool,
        const INTERLEAVED: bool,
        T: Target,
    >(
        lanes: Lanes<L, SINGLE_CALL_SITE, INTERLEAVED>,
        block: &Block<'_>,
    ) -> Self {
        let len = block.len();
        let interleaved = match lanes.order() {
            Order::Cyclic | Order::LeftToRight => false,
            Order::Blocked => !T::ACCESSES.are_ordered(),
            Order::Interleaved | Order::Aggregates => {
                assert!(
                    !T::ACCESSES.are_ordered(),
                    "results from left to right, interleaved"
                );
                true
            }
        };
        let range_groups = len / L / L;
        let (main, last) = match lanes.order() {
            Order::Cyclic => (len / L, 0),
            Order::Interleaved | Order::Aggregates => (range_len::<L>(len), L - 1),
            Order::Blocked | Order::LeftToRight => (range_groups * L, L - 1),
        };
        // A sink that is written is written completely.
        let end = match lanes.order() {
            Order::Aggregates if block.is_last() && !T::WRITES => main * L,
            _ => len,
        };
        Groups {
            main,
            last,
            interleaved,
            end,
            range_groups: match lanes.order() {
                // All in one range.
                Order::Cyclic => usize::MAX,
                _ => range_groups.max(1),
            },
        }
    }

    /// The range to which a group of neighbours belongs.
    #[inline(always)]
    pub(crate) fn range_of(&self, group: usize) -> usize {
        group / self.range_groups
    }
}
