//! The length of the blocks of a loop: every number that decides it, but for those of blocks of rows.

use super::rows::{
    PARTS, block_of_panels, block_of_rows, block_of_rows_down, block_of_whole_rows, rows_in_bands,
};

/// The longest block (Miri is slow, and gets short ones). The elements of a block should stay
/// in a core's second-level cache between its sweeps.
///
/// `limits-without-a-measurement.md`: a quarter to four times as many take as long.
pub(super) const LONGEST: usize = if cfg!(miri) { 64 } else { 16_384 };

/// The shortest block that is not the last one, of a loop of little work.
///
/// `limits-without-a-measurement.md`: with 256 short loops take up to 1.8 times as long, with 4096 as long.
pub(super) const SHORTEST: usize = if cfg!(miri) { 16 } else { 1024 };

/// The shortest block of a loop whose positions are expensive.
///
/// `short-blocks-for-expensive-workers.md`.
const SHORTEST_EXPENSIVE: usize = if cfg!(miri) { 16 } else { 64 };

/// A block should take this many operations at least: then the time that it takes to
/// hand it out is little.
///
/// `limits-without-a-measurement.md`: with a quarter sums of 1000 elements take 1.7 times as long, and four
/// times as many are alike.
const WORK: usize = 8 * SHORTEST;

/// A loop of fewer positions is short.
///
/// `simd-for-in-place-loops.md`.
pub(crate) const SHORT: usize = 512;

/// Returns true if a loop of so many positions, each of about `cost` operations, is a single short
/// block.
#[inline]
fn is_short(len: usize, cost: usize) -> bool {
    len < SHORT && len <= shortest(cost)
}

/// The length of the shortest block that is not the last one.
#[inline]
fn shortest(cost: usize) -> usize {
    (WORK / cost.max(1))
        .next_multiple_of(SHORTEST_EXPENSIVE)
        .clamp(SHORTEST_EXPENSIVE, SHORTEST)
}

/// The length of all blocks but the last in a loop over `len` positions, each
/// of about `cost` operations.
///
/// It depends on nothing else, so that operators are applied in an order that
/// the number of threads has no part in.
#[inline]
pub(super) fn block_len(len: usize, cost: usize) -> usize {
    let shortest = shortest(cost);
    // The outcome is that of the code below, in fewer instructions: short loops take hardly longer
    // than it takes to begin them.
    if len <= PARTS * shortest {
        return shortest;
    }
    let part = len / PARTS;
    // From here on all loops of a length have the same blocks, whatever they cost.
    let unit = match part >= SHORTEST {
        true => SHORTEST_EXPENSIVE,
        false => shortest,
    };
    part.next_multiple_of(unit).clamp(shortest, LONGEST)
}

/// The rows of a block of a loop with totals that may be done in bands, of all rows of so many positions,
/// each of about `cost` operations.
#[inline]
pub(crate) fn rows_of_block(rows: usize, width: usize, cost: usize) -> usize {
    rows_in_bands(block_len(rows.saturating_mul(width), cost), width)
}

/// A loop of unknown work has at least so many blocks, if it has as many positions: as above.
const FEWEST: usize = 32;

/// A loop of unknown work has at most about so many blocks, until they are of the usual length.
///
/// `limits-without-a-measurement.md`: 32 to 256 are alike, and with 512 cheap functions of 10⁵ elements take 2.2
/// times as long.
const MOST: usize = 128;

/// The shortest block, but for the last one, of a loop that is swept once and skips most positions
/// of a long block.
///
/// `long-blocks-for-accumulators.md`.
const LONG: usize = if cfg!(miri) { 128 } else { 32_768 };

/// Returns true if a loop of so many positions, of which each takes so many operations, is short
/// however few of them a block has, and takes no longer than a block should.
///
/// `few-terms.md`.
#[inline]
fn are_few(len: usize, operations: usize) -> bool {
    len < SHORT && len.saturating_mul(operations) <= WORK
}

/// A loop whose grain is given has at most about so many blocks.
const MOST_GRAINS: usize = 4096;

/// The length of blocks where the text does not tell the cost of a position: it may be a
/// millisecond. Short enough for many threads, and no shorter: where a position costs little, each
/// block costs as much as some of them.
///
/// The number of blocks grows as the root of the length, as does their length.
fn unbounded_block_len(len: usize, cost: usize) -> usize {
    let even = len.isqrt() / 2;
    let fewest = len.div_ceil(FEWEST);
    let most = block_len(len, cost);
    even.min(fewest).max(len / MOST).min(most).max(1)
}

/// Loops with tiles are cut into so many blocks at least: each of many threads should have one.
///
/// `tiles-of-totals.md`.
pub(crate) const FEWEST_TILED: usize = 16;

/// Such a loop in which nothing is combined has so many for each thread that there is, if these are fewer.
///
/// `tiles-of-totals.md`.
const TILED_OF_THREAD: usize = 4;

/// The rows of a block with tiles, as far as there are so many: what a block copies of what is the
/// same for columns is shared by all of its rows.
///
/// `tiles-of-totals.md`.
const TILED_ROWS: std::ops::RangeInclusive<usize> = 32..=256;

/// The most positions of a block with tiles, whose totals are in memory at once.
const MOST_TILED: usize = 1 << 19;

/// The terms of a block with tiles, at least, unless the loop has fewer: they take about a
/// microsecond.
const TILED_TERMS: usize = 1 << 15;

/// As many terms are worth more blocks than a loop of few rows has in tiles.
const MANY_TERMS: usize = 1 << 24;

/// The length of blocks of many rows of so many positions, where the usual one is `usual`. Each
/// position has so many terms. Many rows are cut into so many blocks at least.
#[inline]
fn block_of_tiles(len: usize, usual: usize, [width, terms, fewest]: [usize; 3]) -> usize {
    let rows = len.checked_div(width).unwrap_or(0);
    let most = MOST_TILED.checked_div(width).unwrap_or(0) & !3;
    let of_row = width.saturating_mul(terms).max(1);
    let worthwhile = TILED_TERMS.div_ceil(of_row);
    let some = (rows / fewest).clamp(*TILED_ROWS.start(), *TILED_ROWS.end());
    let some = some.max(worthwhile).next_multiple_of(4).min(most);
    if some >= 4 && rows >= fewest.min(2) * some {
        return some * width;
    }
    // Few rows.
    let some = rows.div_ceil(fewest).max(worthwhile);
    let some = some.min(rows).next_multiple_of(4);
    let is_shared = fewest == 1 || rows >= 4 * some || rows.saturating_mul(of_row) < MANY_TERMS;
    match rows >= 4 && some <= most && is_shared {
        true => some * width,
        false => usual,
    }
}

/// The measure by which a loop of a length is cut into blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grain {
    /// The number of operations of a position.
    Operations,
    /// The number of operations of a position, and the positions of a row.
    Rows(usize),
    /// The number of operations of a position, and the positions of a row, of which a block has
    /// only whole ones.
    WholeRows(usize),
    /// The number of operations of a position, and the positions of a row, of which a block has
    /// only whole ones: states go down the columns.
    Down(usize),
    /// The number of operations of a position, in panels of rows of so many positions, down which
    /// states go along antidiagonals.
    Panels {
        /// The positions of a row.
        width: usize,
        /// The rows of a panel.
        height: usize,
    },
    /// The number of operations of a position, in blocks of some whole rows: the loop has totals, and
    /// may be a part of one over more rows, whose blocks it has.
    Parts {
        /// The positions of a row.
        width: usize,
        /// The rows of the whole loop.
        rows: usize,
    },
    /// Nothing: a position may cost anything.
    Unbounded,
    /// The operations of terms, of which a position has so many. Nothing, if they are many.
    Terms(usize),
    /// Nothing, in blocks of many rows. The operations of its terms, if they are few.
    Tiles {
        /// The positions of a row.
        width: usize,
        /// The terms of a position.
        terms: usize,
        /// The operations that they take.
        operations: usize,
        /// The blocks of a loop of many rows, at least.
        fewest: usize,
    },
    /// The program, as a number of positions: that many are worth another thread.
    Given(usize),
    /// The length alone: each block has to learn what lets it skip most positions.
    Long,
    /// The length alone, as if a position cost one operation.
    Usual,
}

impl Grain {
    /// Returns whether a loop of so many positions, each of about `cost` operations, is a single
    /// short block.
    #[inline]
    pub(crate) fn is_short(self, len: usize, cost: usize) -> bool {
        match self {
            Grain::Operations
            | Grain::Rows(_)
            | Grain::WholeRows(_)
            | Grain::Down(_)
            | Grain::Panels { .. }
            | Grain::Long => is_short(len, cost),
            Grain::Usual => is_short(len, 1),
            Grain::Parts { .. } => len < SHORT && len <= self.block_len(len, cost),
            Grain::Unbounded => false,
            Grain::Tiles { operations, .. } => are_few(len, operations),
            Grain::Terms(operations) => are_few(len, cost.saturating_add(operations)),
            Grain::Given(grain) => len < SHORT && len <= grain,
        }
    }

    /// Cuts loops with tiles into as many blocks as so many threads need: for one of them all rows share
    /// what a block copies. Only where nothing is combined, since the bits would depend on threads.
    pub(crate) fn for_threads(self, threads: usize) -> Grain {
        match self {
            Grain::Tiles {
                width,
                terms,
                operations,
                ..
            } => Grain::Tiles {
                width,
                terms,
                operations,
                fewest: match threads {
                    0..=1 => 1,
                    many => many.saturating_mul(TILED_OF_THREAD).min(FEWEST_TILED),
                },
            },
            other => other,
        }
    }

    /// Returns whether the cost of a position is unknown.
    #[inline]
    pub(super) fn is_unbounded(self) -> bool {
        matches!(
            self,
            Grain::Unbounded | Grain::Terms(_) | Grain::Tiles { .. }
        )
    }

    /// The operations of the terms of a position, where a loop of unknown work knows them when it begins;
    /// else 1.
    #[inline]
    pub(crate) fn operations_of_terms(self) -> f32 {
        match self {
            Grain::Terms(operations) | Grain::Tiles { operations, .. } => operations.max(1) as f32,
            _ => 1.0,
        }
    }

    /// Returns whether a loop may be worth other threads whatever its text says of the work.
    #[inline]
    pub(super) fn is_open(self) -> bool {
        self.is_unbounded() || matches!(self, Grain::Given(_))
    }

    /// The length of all blocks but the last in a loop over `len` positions.
    #[inline]
    pub(crate) fn block_len(self, len: usize, cost: usize) -> usize {
        match self {
            Grain::Operations => block_len(len, cost),
            Grain::Rows(width) => block_of_rows(len, block_len(len, cost), width),
            Grain::WholeRows(width) => block_of_whole_rows(block_len(len, cost), width),
            Grain::Parts { width, rows } => {
                rows_of_block(rows, width, cost).saturating_mul(width.max(1))
            }
            Grain::Down(width) => block_of_rows_down(len, block_len(len, cost), width),
            Grain::Panels { width, height } => block_of_panels(block_len(len, cost), width, height),
            Grain::Usual => block_len(len, 1),
            // As `is_short` says, also where the loop is a part of one.
            Grain::Terms(_) | Grain::Tiles { .. } if self.is_short(len, cost) => SHORT,
            Grain::Unbounded | Grain::Terms(_) => unbounded_block_len(len, cost),
            Grain::Tiles {
                width,
                terms,
                fewest,
                ..
            } => {
                let usual = unbounded_block_len(len, cost);
                block_of_tiles(len, usual, [width, terms, fewest])
            }
            Grain::Given(grain) => grain.max(len / MOST_GRAINS).clamp(1, LONGEST),
            Grain::Long => (len / MOST).max(LONG),
        }
    }
}

#[cfg(all(test, not(miri)))]
mod tests {
    use super::{
        FEWEST_TILED, Grain, MANY_TERMS, MOST_TILED, SHORT, TILED_TERMS, WORK, block_of_tiles,
    };
    use crate::blocks::Blocks;
    use crate::pace::Pace;

    #[test]
    fn the_pace_of_few_terms_says_that_many_take_long() {
        let pace = Pace::new();
        let of_terms = |operations| {
            let blocks = Blocks::sequential(20, (1, 1), 4, Grain::Terms(operations));
            blocks.positions_in(blocks.count)
        };
        pace.record(400.0, of_terms(100));
        assert_eq!(pace.is_worthwhile(of_terms(100)), Some(false));
        assert_eq!(pace.is_worthwhile(of_terms(1_000_000)), Some(true), "4 ms");
    }

    #[test]
    fn few_terms_are_one_block_and_many_are_cut_as_if_nothing_were_known() {
        let cost = 100;
        for len in [1, 10, 40, SHORT - 1] {
            let most = (WORK / len).saturating_sub(cost);
            let grain = Grain::Terms(most);
            let few = len * (cost + most) <= WORK;
            assert_eq!(grain.is_short(len, cost), few, "{len}");
            assert_eq!(grain.block_len(len, cost) >= len, few || len == 1, "{len}");
            let many = Grain::Terms(most + 1);
            assert!(!many.is_short(len, cost), "{len}");
            let unknown = Grain::Unbounded.block_len(len, cost);
            assert_eq!(many.block_len(len, cost), unknown, "{len}");
        }
        assert!(!Grain::Terms(0).is_short(SHORT, 1));
    }

    #[test]
    fn blocks_of_tiles_have_whole_rows_unless_they_are_few_and_long() {
        for (rows, width, terms) in [(21, 16, 441), (63, 63, 63), (64, 64, 64), (1000, 16, 1)] {
            let len = rows * width;
            let block = block_of_tiles(len, 9, [width, terms, FEWEST_TILED]);
            assert_eq!(block % (4 * width), 0, "{rows} x {width} x {terms}");
            let work = block.min(len) * terms;
            assert!(
                work >= TILED_TERMS.min(len * terms),
                "{rows} x {width} x {terms}"
            );
        }
        assert_eq!(block_of_tiles(3 * 100, 7, [100, 1, FEWEST_TILED]), 7);
        assert_eq!(
            block_of_tiles(8 * MOST_TILED, 7, [MOST_TILED, 1, FEWEST_TILED]),
            7
        );
        assert_eq!(
            block_of_tiles(8 * 100, 7, [100, MANY_TERMS, FEWEST_TILED]),
            7
        );
        assert_eq!(block_of_tiles(0, 7, [0, 1, FEWEST_TILED]), 7);
    }

    #[test]
    fn blocks_of_tiles_are_cut_for_the_threads_that_there_are() {
        let tiles = |rows, width, threads| {
            let grain = Grain::Tiles {
                width,
                terms: 1024,
                operations: 2048,
                fewest: FEWEST_TILED,
            };
            let rows_of_block = |grain: Grain| grain.block_len(rows * width, 1) / width;
            [grain, grain.for_threads(threads)].map(rows_of_block)
        };
        // Default blocks, and those for so many threads.
        for (rows, threads, expected) in [
            (1024, 2, [64, 128]),
            (1024, 4, [64, 64]),
            (1024, 16, [64, 64]),
            (200, 1, [32, 200]),
            (64, 1, [32, 64]),
            (20, 1, [4, 20]),
            (5000, 1, [256, 256]),
        ] {
            assert_eq!(
                tiles(rows, 512, threads),
                expected,
                "{rows} rows, {threads}"
            );
        }
        assert_eq!(Grain::Unbounded.for_threads(1), Grain::Unbounded);
    }
}
