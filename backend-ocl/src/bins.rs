//! Sharing of the pairs of a reduction by index among the lanes that combine them.

use crate::device::DeviceKind;
use crate::execution::Execution;

/// The most ranges of pairs. Fixed, so that the order of combination depends on lengths alone.
const RANGES: usize = 64;

/// The pairs of a range for each bin.
const PAIRS_OF_A_RANGE: usize = 8;

/// The lanes that a device with many of them is given. There is no measurement of the number itself.
const LANES: usize = 1 << 14;

impl Execution {
    /// The number of ranges of so many pairs, and of lanes that share the bins of each: all of them
    /// go over the pairs of their range.
    pub fn shares_of_bins(&self, pairs: usize, bins: usize) -> (usize, usize) {
        let ranges = ranges(pairs, bins);
        let lanes = match self.on().kind() {
            DeviceKind::Cpu => 1,
            DeviceKind::Gpu | DeviceKind::Other => LANES / ranges,
        };
        (ranges, lanes.clamp(1, bins.max(1)))
    }
}

/// The number of ranges.
fn ranges(pairs: usize, bins: usize) -> usize {
    (pairs / bins.saturating_mul(PAIRS_OF_A_RANGE).max(1)).clamp(1, RANGES)
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn a_range_has_several_pairs_for_each_bin() {
        assert_eq!(ranges(0, 0), 1);
        assert_eq!(ranges(10_000_000, 64), 64);
        assert_eq!(ranges(10_000_000, 1_000_000), 1);
        assert_eq!(ranges(1_600, 10), 20);
        assert_eq!(ranges(1_600, usize::MAX), 1);
    }
}
