//! The limits between the ways in which bins are reduced, each with the measurement that fixed it.
//!
//! They are asked of numbers that only a run knows, and depend on lengths and sizes alone, never on
//! threads or time: the order in which the values of a bin are combined follows from them. Files
//! are those of `backend-cpu/experiments`.

use crate::blocks::Blocks;

/// The ranges of a run.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cutting {
    /// All blocks are one range.
    None,
    /// So many ranges at most, each with so many copies of the bins.
    Ranges { count: usize, copies: usize },
}

/// Fewer pairs for each bin are not cut into ranges: to fill and to join the bins of a range costs
/// about as much as so many pairs.
///
/// `histograms.md`: 10⁷ pairs and 10⁶ bins of `f64` take 22 ms from left to right and 12 in two
/// ranges on two threads.
const PAIRS_FOR_A_BIN: usize = 4;

/// The pairs of a range for each bin and each of its copies, if there are more than two ranges.
///
/// `histograms.md`: with eight pairs for each of 4,096 bins, which are 30 ranges of 10⁶ pairs of
/// `f64`, two threads took 0.58 ms and one 0.52.
const PAIRS_OF_A_RANGE: usize = 16;

/// The most ranges: more than most machines have cores.
///
/// `limits-without-a-measurement.md`: to two threads two to 128 are alike, but for 4,096 sums of 10⁶
/// pairs, which take 1.3 times as long with 32 as with two.
const RANGES: usize = 32;

/// The copies of few bins: neighbouring positions go to different ones, so that a value need not
/// wait for the one before it in the same bin.
///
/// `histograms.md`: 10⁷ values into one of 64 bins take 30.9 ms with one copy, 15.6 with two, 8.0
/// with four and 5.7 with eight.
pub(in super::super) const COPIES: usize = super::super::VECTOR;

/// The bytes up to which bins have copies, all of them together.
///
/// `histograms.md`: 64 bins of `u32` take 4.1 ms with one copy and 2.5 with eight; 4,096 bins, of
/// which two copies fit the first-level cache and eight do not, take 4.0, 4.1 and 7.4 ms with one,
/// two and eight.
const BYTES_OF_COPIES: usize = 16 << 10;

/// The operations of a position from which on threads share a loop whose pairs are combined from left to right: to
/// collect a pair, and to combine it when its turn comes, takes longer than fewer.
///
/// `functions-into-bins-3.md`.
const WORTH_COLLECTING: usize = 96;

/// Has a loop without ranges combine its pairs from left to right, with other threads only where these have enough
/// to compute, or the loop has scans or filters as well.
pub(in super::super) fn from_left_to_right(blocks: &Blocks) {
    let are_alone = !blocks.are_in_order();
    blocks.keep_in_order();
    if are_alone && blocks.operations() < WORTH_COLLECTING {
        blocks.keep_busy(1);
    }
}

/// Decides the ranges of a run over `blocks` with `bins`, a number and the bytes of each.
/// `commutes` says that the operator is known to commute.
pub(in super::super) fn cutting(
    blocks: &Blocks,
    (bins, bytes): (usize, usize),
    commutes: bool,
) -> Cutting {
    let pairs = blocks.len_of_all().saturating_mul(blocks.rows());
    if blocks.count_of_all() < 2 || blocks.are_in_order() || pairs / PAIRS_FOR_A_BIN < bins {
        return Cutting::None;
    }
    let copied = bins.saturating_mul(COPIES);
    let copies = match commutes && copied.saturating_mul(bytes) <= BYTES_OF_COPIES {
        true => COPIES,
        false => 1,
    };
    let filled = bins.saturating_mul(copies);
    let count = pairs / filled.saturating_mul(PAIRS_OF_A_RANGE).max(1);
    Cutting::Ranges {
        count: count.clamp(2, RANGES),
        copies,
    }
}

#[cfg(test)]
mod tests {
    use super::{Cutting, cutting, from_left_to_right};
    use crate::blocks::{Blocks, Grain};

    fn of(len: usize, bins: (usize, usize), commutes: bool) -> Cutting {
        let blocks = Blocks::sequential(len, (1, 1), 4, Grain::Operations);
        cutting(&blocks, bins, commutes)
    }

    #[test]
    #[cfg_attr(miri, ignore = "blocks are shorter there")]
    fn ranges_follow_from_lengths_and_sizes() {
        let ranges = |count, copies| Cutting::Ranges { count, copies };
        assert_eq!(of(10_000_000, (64, 8), true), ranges(32, 8));
        assert_eq!(of(10_000_000, (64, 8), false), ranges(32, 1));
        assert_eq!(of(10_000_000, (4096, 8), true), ranges(32, 1));
        assert_eq!(of(10_000_000, (1_000_000, 8), true), ranges(2, 1));
        assert_eq!(of(10_000_000, (2_500_000, 8), true), ranges(2, 1));
        assert_eq!(of(10_000_000, (2_500_001, 8), true), Cutting::None);
        // To fill and to join eight copies takes as long as eight times as many bins.
        assert_eq!(of(10_000, (64, 8), true), ranges(2, 8));
        assert_eq!(of(10_000, (64, 8), false), ranges(9, 1));
        assert_eq!(of(1000, (4, 8), true), Cutting::None);
        assert_eq!(of(100_000, (0, 8), true), ranges(32, 8));
        assert_eq!(of(0, (0, 8), true), Cutting::None);
    }

    #[test]
    fn few_operations_are_no_reason_to_collect_pairs() {
        for (cost, grain, are_shared) in [
            (95, Grain::Operations, false),
            (96, Grain::Operations, true),
            (1, Grain::Unbounded, true),
        ] {
            let blocks = Blocks::sequential(1 << 20, (1, 1), cost, grain);
            let blocks = blocks.shared(cost, grain, None, false);
            let free = blocks.threads();
            from_left_to_right(&blocks);
            assert_eq!(
                blocks.threads(),
                if are_shared { free } else { 1 },
                "{cost} {grain:?}"
            );
        }
    }

    #[test]
    fn blocks_that_wait_have_no_ranges() {
        let blocks = Blocks::sequential(1 << 20, (1, 1), 4, Grain::Operations);
        blocks.keep_in_order();
        assert_eq!(cutting(&blocks, (4, 8), true), Cutting::None);
    }
}
