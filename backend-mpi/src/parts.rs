//! The part of an array that each process has.

use fusus_cpu::Run;
use std::ops::Range;

/// The rows of which the boundaries of parts are multiples where there are enough of them: those of a
/// block of a loop over all elements, so that no block is on two processes.
fn grain(rows: u64, width: u64) -> u64 {
    let len = usize::try_from(rows.saturating_mul(width)).unwrap_or(usize::MAX);
    let block = Run::sequential(len, 1).cut().block_len() as u64;
    block.div_ceil(width.max(1))
}

/// The part of `rows` rows of `width` elements that process `rank` of `size` has where nothing else
/// is said: parts of neighbours differ by one grain at most.
pub(crate) fn usual(rows: u64, width: u64, rank: usize, size: usize) -> Range<u64> {
    boundary(rows, width, rank, size)..boundary(rows, width, rank + 1, size)
}

/// The first row of process `rank`.
fn boundary(rows: u64, width: u64, rank: usize, size: usize) -> u64 {
    let (rank, size) = (rank as u64, size as u64);
    let grain = grain(rows, width);
    // Few rows are shared one by one: idle processes would cost more than blocks on two of them.
    let grain = if rows / size < 4 * grain { 1 } else { grain };
    let grains = rows.div_ceil(grain);
    let share = u128::from(grains) * u128::from(rank) / u128::from(size);
    (share as u64 * grain).min(rows)
}

/// The elements of `own` that lie in `of`, as positions relative to the start of `own`.
pub(crate) fn overlap(own: &Range<u64>, of: &Range<u64>) -> Range<usize> {
    let start = of.start.clamp(own.start, own.end);
    let end = of.end.clamp(start, own.end);
    (start - own.start) as usize..(end - own.start) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_follow_one_another() {
        for rows in [
            0,
            1,
            2,
            3,
            7,
            16_383,
            16_385,
            100_000,
            1 << 20,
            (1 << 40) + 1,
        ] {
            for width in [0, 1, 3, 1000] {
                for size in 1..=5 {
                    let parts: Vec<_> = (0..size)
                        .map(|rank| usual(rows, width, rank, size))
                        .collect();
                    assert_eq!(parts[0].start, 0);
                    assert_eq!(parts[size - 1].end, rows);
                    assert!(parts.windows(2).all(|pair| pair[0].end == pair[1].start));
                    let lens = parts.iter().map(|part| part.end - part.start);
                    let (least, most) = (lens.clone().min(), lens.max());
                    assert!(most.unwrap() - least.unwrap() <= 2 * grain(rows, width));
                }
            }
        }
    }

    #[test]
    fn boundaries_of_long_arrays_are_multiples_of_blocks() {
        for len in [10_000_019, 147_456, 50_000] {
            let block = Run::sequential(len, 1).cut().block_len() as u64;
            for size in 1..=7 {
                for rank in 0..size {
                    let part = usual(len as u64, 1, rank, size);
                    assert!(part.start.is_multiple_of(block), "{len} {rank} {size}");
                }
            }
        }
    }

    #[test]
    fn ranges_overlap_in_positions_of_the_first() {
        assert_eq!(overlap(&(10..20), &(0..5)), 0..0);
        assert_eq!(overlap(&(10..20), &(0..12)), 0..2);
        assert_eq!(overlap(&(10..20), &(12..14)), 2..4);
        assert_eq!(overlap(&(10..20), &(18..40)), 8..10);
        assert_eq!(overlap(&(10..20), &(30..40)), 10..10);
        assert_eq!(overlap(&(10..10), &(0..40)), 0..0);
    }
}
