//! The length of blocks of rows.

/// Short loops, and those of few rows, are cut into about this many blocks.
///
/// `limits-without-a-measurement.md`: to two threads 8 to 128 are alike; more than two are for machines with
/// more cores.
pub(super) const PARTS: usize = 32;

/// A block of a loop that reads several rows of an array has about so many rows, as long as there
/// are [`PARTS`] blocks: the rows before and behind it are read for another one as well.
///
/// `stencils-of-several-indices.md`.
const ROWS: usize = 16;

/// The length of blocks of whole rows of so many positions, where the usual one is `usual`.
#[inline]
pub(super) fn block_of_rows(len: usize, usual: usize, width: usize) -> usize {
    let rows = width.saturating_mul(ROWS).min(len / PARTS).max(usual);
    match (1..=rows).contains(&width) {
        true => rows.next_multiple_of(width),
        false => usual,
    }
}

/// The length of blocks of nothing but whole rows of so many positions, where the usual one is
/// `usual`.
#[inline]
pub(super) fn block_of_whole_rows(usual: usize, width: usize) -> usize {
    match width {
        0 => usual,
        width => usual.div_ceil(width).saturating_mul(width),
    }
}

/// A block of a loop with totals that may be done in bands has at most so many positions, or one row: a
/// band has whole blocks.
///
/// `totals-of-bands.md`.
const IN_BANDS: usize = 4096;

/// The rows of a block of a loop with totals that may be done in bands, if rows have so many positions
/// and the usual block is `usual`: a power of two, so that a band has whole blocks of each of its loops.
#[inline]
pub(super) fn rows_in_bands(usual: usize, width: usize) -> usize {
    let most = usual.min(IN_BANDS) / width.max(1);
    1 << most.max(1).ilog2()
}

/// A block of a loop that goes down rows has about so many of them, as long as there are [`PARTS`]
/// blocks: each takes the states of the columns from the block above it.
///
/// `scans-down-the-rows.md`.
const ROWS_DOWN: usize = 16;

/// The length of blocks of whole rows of so many positions that states go down, where the usual one
/// is `usual`.
#[inline]
pub(super) fn block_of_rows_down(len: usize, usual: usize, width: usize) -> usize {
    match width {
        0 => usual,
        width => {
            let few = (len / width).div_ceil(PARTS).clamp(1, ROWS_DOWN);
            few.max(usual / width).saturating_mul(width)
        }
    }
}

/// The length of blocks of panels of so many rows, where the usual one is `usual`: a panel has vectors
/// of its rows, however few blocks there are.
#[inline]
pub(super) fn block_of_panels(usual: usize, width: usize, height: usize) -> usize {
    match width {
        0 => usual,
        width => (usual / width)
            .next_multiple_of(height)
            .max(height)
            .saturating_mul(width),
    }
}

#[cfg(all(test, not(miri)))]
mod tests {
    use super::{
        PARTS, ROWS, ROWS_DOWN, block_of_panels, block_of_rows, block_of_rows_down,
        block_of_whole_rows,
    };

    /// The lengths of blocks of loops without rows.
    const USUAL: [usize; 3] = [64, 1024, 16_384];

    #[test]
    fn blocks_have_whole_rows_and_enough_of_them() {
        for (width, usual) in widths() {
            for rows in [64, 1000, 5000] {
                let len = rows * width;
                let block = block_of_rows(len, usual, width);
                let is_cut = block == usual && usual < width;
                assert!(
                    is_cut || block.is_multiple_of(width),
                    "{rows} rows of {width}"
                );
                let is_long = is_cut || block >= ROWS * width || block >= len / PARTS;
                assert!(is_long, "{rows} rows of {width}: {block}");
            }
        }
    }

    #[test]
    fn whole_rows_are_never_cut() {
        for (width, usual) in widths() {
            let block = block_of_whole_rows(usual, width);
            assert_eq!(block % width, 0, "rows of {width}");
            assert!(block < 2 * usual || block == width, "rows of {width}");
        }
        assert_eq!(block_of_whole_rows(1024, 0), 1024);
    }

    #[test]
    fn states_go_down_blocks_of_whole_rows() {
        for (width, usual) in widths() {
            for rows in [1, 3, 64, 5000] {
                let block = block_of_rows_down(rows * width, usual, width);
                assert_eq!(block % width, 0, "{rows} rows of {width}");
                let is_long = block > usual && block > ROWS_DOWN * width;
                assert!(block > 0 && !is_long, "{rows} rows of {width}");
            }
        }
        assert_eq!(block_of_rows_down(0, 1024, 0), 1024);
    }

    #[test]
    fn blocks_of_panels_have_no_part_of_one() {
        for (width, usual) in widths() {
            let block = block_of_panels(usual, width, 64);
            let is_whole = block > 0 && block.is_multiple_of(64 * width);
            assert!(is_whole, "rows of {width}");
            assert!(block < usual + 64 * width, "rows of {width}");
        }
        assert_eq!(block_of_panels(1024, 0, 64), 1024);
    }

    #[test]
    fn rows_longer_than_a_block_are_cut() {
        assert_eq!(block_of_rows(3 << 20, 16_384, 1 << 20), 16_384);
        assert_eq!(block_of_rows(0, 0, 0), 0);
    }

    fn widths() -> impl Iterator<Item = (usize, usize)> {
        let widths = [1, 7, 160, 1000, 4096, 10_000, 1 << 20];
        let each = widths.into_iter();
        each.flat_map(|width| USUAL.map(|usual| (width, usual)))
    }
}
