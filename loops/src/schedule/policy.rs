//! The thresholds of the schedule, each with the measurement that fixed it.
//!
//! Operations are those of the cost estimate (`nest/cost.rs`). Files are those of
//! `backend-cpu/experiments`; where one shows that there must be a limit and not which one, the
//! entry says so.

/// The most operations of a body that may be inlined at several call sites, and that is cut into a
/// pass for reductions and one for the elements that are compacted.
///
/// `folds-behind-filters.md`: six statistics of delays, one thread, 10⁶ elements, take 1.9 ms where
/// the body is inlined into two loops, and 3.5 to 11 ms with one loop for everything, where the
/// number of lanes in a group is unknown. Larger bodies LLVM inlines at two call sites into neither
/// (`one-call-site-of-a-body.md`: 2.7 and 5.7 times slower).
pub const SINGLE_CALL_SITE: usize = 28;

/// The most operations of such a body whose lanes are interleaved ranges: their states are in
/// registers only where the loop over lanes is unrolled.
///
/// `recurrences.md`: a filter of two poles, of 31 operations, takes 3.3 ns an element so, and 5.1
/// with one call site. `limits-of-the-schedule.md`: behind a scan 32 operations gain 1.1, fewer and
/// more nothing.
pub const SINGLE_CALL_SITE_OF_RANGES: usize = 40;

/// The operations that a worker with a function from outside counts less in the length of a body
/// than in its cost.
///
/// `outside-functions-in-bodies.md`.
pub const OUTSIDE: usize = 8;

/// The most operations of a body of which several rows of a `cross` are done side by side for
/// operators of which nothing is known.
///
/// `unknown-operators-over-a-cross.md`: rows are filled up with copies, which count in no lane, and
/// long bodies keep the machine busy anyway. `limits-of-the-schedule.md`: 1.8 to 3 up to 24
/// operations, nothing from 36 to 100.
pub const ROWS_SIDE_BY_SIDE: usize = 60;

/// The most operations of workers that run in two passes over a block where nothing stores what they make.
///
/// `folds-over-compacted-elements.md`. `limits-of-the-schedule.md`: 8 to 16 operations gain 1.5 to 2.2 in the
/// caches, and more are expensive anyway; of 10⁷ elements fewer than 8 lose up to 1.7.
pub const TWICE: usize = 16;

/// The operations from which on a value that crosses a cut is stored, rather than made again in each
/// pass that needs it.
///
/// `limits-of-the-schedule.md`: stored, 12 operations before a scan take 0.4 to 0.9 of the time, and 8 0.85 to
/// 1.4, for elements of 4, 8 and 16 bytes alike.
pub const STORED: usize = 12;

/// The operations of a body that is cut in two, at least.
///
/// `halves-of-bodies-that-vectorise.md`: an elementary function counts 40 operations, and two of
/// them in a body gain 1.5, four 1.45; with three, of which one half has two, nothing changes.
pub const HALVED: usize = 80;

/// The operations behind reads at computed positions that are a half of their own, at least.
///
/// `functions-behind-gathers.md`. `limits-of-the-schedule.md`: 16 operations gain 2, 40 3.6; 8 gain and
/// lose nothing, and four lose 1.1.
pub const BEHIND_READS: usize = 12;

/// The operations before filters that are a half of their own, at least.
///
/// `limits-of-the-schedule.md`: 6 operations gain 1.2 before filters, and four lose 1.2 of a hundred elements.
pub const BEFORE_FILTERS: usize = 6;

/// The operations before results at computed positions that are a half of their own, at least.
///
/// `functions-into-bins-3.md`.
pub const BEFORE_SCATTERS: usize = 24;

/// The operations of a step that stays beside filters, at most: it is worth no buffer.
pub const FEW: usize = 2;

/// The operations of results from which on they are folded in a pass of its own, behind the one that
/// writes them; and from which on folds of other elements have one, before it.
///
/// `folds-over-long-results.md`. `limits-of-the-schedule.md`: 32 operations gain 1.1 to 1.3, 24 and fewer,
/// and divisions, lose up to 1.1.
pub const BEFORE_FOLDS: usize = 32;

/// The number of results from which on the elements of one array are distributed among them by words
/// of answers.
///
/// `partition-among-results.md`: four quarters of 10⁴ points take 11.4 µs, 18.9 with a store to
/// each of the four. `limits-without-a-measurement.md`: five to 24 results take 0.14 to 0.92 of the
/// time; two and three of pairs 0.77 to 0.93, of numbers up to 1.07.
pub const PARTITIONED: usize = 4;

/// The most operations of a loop that counts the elements that another one compacts.
///
/// `capacity-of-several-results.md`: to count four quarters of points takes 0.31 ns a point, new
/// pages for the capacities of upper bounds up to 2 ns. `limits-without-a-measurement.md`: with 14
/// operations 10⁶ to 2·10⁶ elements take 1.1 to 0.5 of the time, with 38 mostly 1.2.
pub const COUNTED: usize = 24;

/// More operations than this are arithmetic, which gains from wide instructions whatever the loop
/// writes, and from the widest (`widest-vectors.md`) where there are functions, roots or divisions
/// among them.
///
/// `simd-for-in-place-loops.md` and `when-simd-and-prefetch-pay.md`: loops that move memory are
/// slower with wide instructions (`y = a x`: 32.0 ms narrow, 33.3 wide), loops that divide 1.6
/// times as fast in the caches. `limits-without-a-measurement.md`: scans behind 20 operations gain
/// 1.1 to 1.4, behind 16 nothing in the caches, and they lose up to 1.15 in memory.
pub const ARITHMETIC: usize = 16;

/// More operations than this are arithmetic in a loop that does nothing but compute an element for
/// each position, and fold elements by known operators.
///
/// `limits-of-the-schedule.md`: 8 operations of a worker gain 1.2 to 1.8 in the caches, and nothing in
/// memory; of four a hundred elements of 4 bytes lose 1.1. With a sum 6 to 12 gain 1.5 to 1.9.
pub const ARITHMETIC_OF_MAPS: usize = 8;

/// The number of elements of one array at a position from which on a loop has wide instructions.
///
/// `stencils-of-several-indices.md`.
pub const NEIGHBOURS: usize = 3;

/// The most elements of a padded array that are copied for a position, for each one that is read.
///
/// `limits-without-a-measurement.md`: of short rows more gain up to twelve, of longer ones from five
/// to six on they lose.
pub const COPIED_OF_A_READ: usize = 5;

/// The most rows of a padded array that are copied for a row of positions: the runtime has room for
/// so many of some dozens of positions.
pub const COPIED_ROWS: usize = 32;

/// The most neighbours in a row of a padded array that are copied for a position, for the same room.
pub const COPIED_NEIGHBOURS: usize = 16;

/// The number of lanes of folds with an accumulator and an operator of which nothing is known, each
/// with an accumulator of its own.
///
/// `folds-with-accumulators.md`. `limits-of-the-schedule.md`: with eight 10⁴ and 10⁶ elements take as
/// long, and 100 of three components 1.5 times as long.
pub const LANES_OF_ACCUMULATORS: usize = 4;

/// Returns how many lanes each of so many reductions has, where all passes of a loop must agree;
/// `blocked` says that lanes are contiguous ranges.
///
/// Together they should fit the registers. `folds-behind-filters.md`: six statistics take 1.9 ms
/// with 8 lanes each, 2.8 with 4. `scans-in-groups.md`: groups of 16 neighbours take 0.25 ns an
/// element, of 8 and 4 0.69 and 0.63. `interleaved-scans.md`: eight ranges are better than four,
/// but for segmented sums.
pub fn lanes(reductions: usize, blocked: bool) -> usize {
    match reductions {
        0..=2 if !blocked => 16,
        0..=4 => 8,
        // Vectors of 32 bytes, two of which belong to each.
        5..=6 if !blocked => 8,
        _ => 4,
    }
}

/// The operations from which elements are stored in builds without optimisation, too: an elementary
/// function is so many. A pass costs there as much as some ten divisions.
///
/// `debug-builds.md`: a line of sight.
pub const SHORT: usize = 40;

/// Returns how many lanes each of so many reductions has in a pass that need not agree with others.
///
/// `lanes-of-batched-reductions.md`: lanes that are not in registers cost two to ten times as much.
/// `limits-of-the-schedule.md`: with eight lanes each three compositions take as long, and four 1.5
/// times as long.
pub fn lanes_of_pass(reductions: usize, blocked: bool) -> usize {
    match reductions {
        3..=4 if blocked => 4,
        count => lanes(count, blocked),
    }
}

/// The lanes of a group of a device, if there is the local memory for it.
///
/// There is no measurement of the number itself: all devices have groups of so many.
pub const GROUP: usize = 256;

/// The local memory that a group of a device may use: that of the smallest devices, less the memory
/// of the look-back.
pub const LOCAL_BYTES: usize = 24 << 10;

/// The number of elements that a lane of a device takes in before the state of a scan moves: the
/// loop over them is unrolled by as many.
///
/// There is no measurement of the number itself.
pub const DEFERRED: usize = 8;

/// The most positions of a row that are written out.
///
/// `few-columns.md`.
pub const COLUMNS: usize = 16;

/// The bytes of a column that a lane of a device has at a time: those of a vector.
///
/// There is no measurement of the number itself.
pub const LANE_BYTES: usize = 16;

/// The rows that a lane of a device has at a time where a loop goes over rectangles of rows and
/// columns.
///
/// On an H200, 2²⁸ numbers of 32 bits, of the copy's speed: the mean of four neighbours with four rows
/// 0.83 to 0.86 and with eight 0.85 and 0.86, of nine 0.59 and 0.78, where neighbouring elements of a
/// lane had 0.60 and 0.29.
pub const LANE_ROWS: usize = 8;

/// The neighbouring lanes of a device that share the folds of an element which reads a row of its
/// own, if the row is long enough: as many as read a line of memory together.
///
/// There is no measurement of the number itself.
pub const LANES_NEAR: usize = 32;

/// The number of terms from which on the lanes of a device divide a fold, if its text says how many
/// it has.
///
/// There is no measurement of the number itself.
pub const SHORT_FOLD: usize = 32;

/// The lanes of a group of a device that compute the totals of a rectangle, if it may have so many.
///
/// On an H200, products of 1024², 2048² and 4096² numbers of 32 bits, in Tflop/s without fused
/// operations: 16.0, 20.7 and 23.1 with 128 lanes, 10.0, 22.2 and 23.0 with 256.
pub const LANES_OF_RECTANGLE: usize = 128;

/// The lanes of such a group that have neighbouring columns, if it has so many.
///
/// There is no measurement of the number itself.
pub const LANES_ACROSS: usize = 16;

/// The indices of folds that such a group copies to local memory at a time.
///
/// On an H200, with 16, the same product of 4096² has 20.4 Tflop/s in place of 23.1.
pub const INDICES_AT_A_TIME: usize = 8;

/// The bytes of a column that a lane of a device has at a time where tiles wait for each other:
/// fewer tiles wait less.
///
/// On an H200, 2²⁶ numbers of 32 bits, with 16, 32, 64 and 96 bytes: prefix sums 0.310, 0.206, 0.186
/// and 0.181 ms, filters 0.312, 0.193, 0.153 and 0.156 ms.
pub const LANE_BYTES_BETWEEN_TILES: usize = 64;

/// The most components of a state whose transitions a device composes: a transition of `n` is a matrix
/// of `n` by `n`, and a vector.
///
/// There is no measurement of the number itself: `recurrences.md` has filters of two poles.
pub const COMPONENTS_OF_A_STATE: usize = 4;

/// The most bins that have a copy in the local memory of a device.
///
/// There is no measurement of the number itself: it is that of the lanes, of which each begins and
/// ends one.
pub const NEAR_BINS: usize = 256;

/// The most reductions by index of a loop whose bins have such a copy.
///
/// There is no measurement of the number itself: the memory is small.
pub const COMBINED_NEAR: usize = 2;

/// The rows above, and the columns to the left, from which an element of a recurrence may follow where its
/// loop goes down the rows: a state for each of these rows is in memory for each column, and those of these
/// columns are in registers.
///
/// `recurrences-down-the-rows.md` shows that there must be a limit, and not which one.
pub const ROWS_ABOVE: isize = 3;

/// See [`ROWS_ABOVE`].
pub const COLUMNS_BEFORE: isize = 3;

/// The arrays that exist for a band alone, at least, if its loops have totals.
///
/// `totals-of-bands.md`: with one array the copy of results to their place takes what it gains.
pub const KEPT_BESIDE_TOTALS: usize = 2;
