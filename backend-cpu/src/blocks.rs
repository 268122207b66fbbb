//! The blocks of a loop, as all of its threads see them.

use crate::pool;
use crate::sync::{AtomicBool, AtomicUsize, Ordering};

/// The longest block (Miri is slow, and gets short ones). What a block reads and writes should stay in a core's
/// second-level cache between its sweeps.
const LONGEST: usize = if cfg!(miri) { 64 } else { 16_384 };

/// The shortest block that is not the last one, of a loop of little work.
const SHORTEST: usize = if cfg!(miri) { 16 } else { 1024 };

/// The same of a loop whose every position is dear.
const SHORTEST_DEAR: usize = if cfg!(miri) { 16 } else { 64 };

/// A block should take this many operations at least: then what it costs to
/// hand it out is little.
const WORK: usize = 8 * SHORTEST;

/// Short loops are cut into about this many blocks.
const PARTS: usize = 32;

/// A loop of fewer positions is short.
pub(crate) const SHORT: usize = 512;

/// Whether a loop of so many positions, each of about `cost` operations, is a single short block.
#[inline]
pub(crate) fn is_short(len: usize, cost: usize) -> bool {
    len < SHORT && len <= shortest(cost)
}

/// The length of the shortest block that is not the last one.
#[inline]
fn shortest(cost: usize) -> usize {
    (WORK / cost.max(1))
        .next_multiple_of(SHORTEST_DEAR)
        .clamp(SHORTEST_DEAR, SHORTEST)
}

/// The length of all blocks but the last in a loop over `len` positions, each
/// of about `cost` operations.
///
/// It depends on nothing else, so that operators are applied in an order that
/// the number of threads has no part in.
#[inline]
fn block_len(len: usize, cost: usize) -> usize {
    let shortest = shortest(cost);
    // What comes to the same below, in fewer instructions: short loops take hardly longer than it takes to begin them.
    if len <= PARTS * shortest {
        return shortest;
    }
    let part = len / PARTS;
    // From here on all loops of a length have the same blocks, whatever they cost.
    let unit = match part >= SHORTEST {
        true => SHORTEST_DEAR,
        false => shortest,
    };
    part.next_multiple_of(unit).clamp(shortest, LONGEST)
}

/// So many rows of a `cross` are enough for many threads in blocks of 16.
const MANY_ROWS: usize = 1024;

/// Loops of less work than this (positions times operations) are done by the
/// thread that starts them: it is some 40 µs, in which another one has hardly
/// woken up and fetched what this one has in its cache.
const WORTHWHILE: usize = 3 << 17;

/// The arrays of loops of as many positions do not fit the caches of most machines.
const UNCACHED: usize = 1 << 22;

/// Loops of more operations a position than this wait for arithmetic, not for memory.
const STREAMING: usize = 48;

/// How a loop is cut into blocks, who may do them, and whether one has failed.
#[doc(hidden)]
#[derive(Debug)]
pub struct Blocks {
    len: usize,
    /// The positions of an inner loop, 1 where there is none.
    rows: usize,
    block_len: usize,
    count: usize,
    /// Whether it waits for memory rather than for arithmetic, as long loops of
    /// little work do.
    streams: bool,
    /// How many threads may take part; 1 is the caller alone.
    threads: usize,
    /// Whether several threads might, were the loop long enough and inside of no other one.
    parallel: bool,
    /// Whether blocks wait for those to their left.
    chained: AtomicBool,
    /// The lowest block that failed.
    failed: AtomicUsize,
}

impl Blocks {
    /// Blocks that rayon's threads share, where that is worth it, unless this is
    /// inside a block of another loop. Each of `len` positions runs an inner loop
    /// over `rows` elements, each of which takes about `cost` scalar operations.
    #[inline(always)]
    pub(crate) fn parallel(len: usize, rows: usize, cost: usize) -> Blocks {
        let mut blocks = Blocks::sequential(len, rows, cost);
        blocks.parallel = true;
        let work = || len.saturating_mul(blocks.rows).saturating_mul(cost);
        if blocks.count > 1 && work() >= WORTHWHILE && blocks.is_sharable() {
            blocks.threads = rayon::current_num_threads().clamp(1, blocks.count);
        }
        blocks
    }

    /// The same blocks for a thread alone: each has about the usual number of inner
    /// positions.
    #[inline(always)]
    pub(crate) fn sequential(len: usize, rows: usize, cost: usize) -> Blocks {
        let rows = rows.max(1);
        let block_len = match block_len(len.saturating_mul(rows), cost).div_ceil(rows) {
            // Several rows are swept together, and what they meet is fetched once for all of
            // them: see `rows.rs`. Of few rows some must be left for other threads.
            some if rows > 1 && len >= MANY_ROWS => some.next_multiple_of(16),
            some if rows > 1 && some >= 4 => some.next_multiple_of(8),
            few => few,
        };
        Blocks {
            len,
            rows,
            block_len,
            // Most short loops are one block, and a division takes as long as a few elements.
            count: match len <= block_len {
                true => usize::from(len > 0),
                false => len.div_ceil(block_len),
            },
            streams: len >= UNCACHED && cost <= STREAMING,
            threads: 1,
            parallel: false,
            chained: AtomicBool::new(false),
            failed: AtomicUsize::new(usize::MAX),
        }
    }

    /// The one block of a short loop, which threads might have shared if it were long.
    #[inline]
    pub(crate) fn short(len: usize, parallel: bool) -> Blocks {
        Blocks {
            len,
            rows: 1,
            block_len: SHORT,
            count: usize::from(len > 0),
            streams: false,
            threads: 1,
            parallel,
            chained: AtomicBool::new(false),
            failed: AtomicUsize::new(usize::MAX),
        }
    }

    /// One block for a thread alone.
    #[inline(always)]
    pub(crate) fn whole(len: usize) -> Blocks {
        Blocks {
            block_len: len.max(1),
            count: usize::from(len > 0),
            ..Blocks::sequential(len, 1, 1)
        }
    }

    /// One block for a thread alone, also of no position.
    #[inline]
    pub(crate) fn kept(len: usize) -> Blocks {
        Blocks {
            count: 1,
            ..Blocks::whole(len)
        }
    }

    /// From now on blocks wait for those to their left.
    #[inline]
    pub(crate) fn chain(&self) {
        self.chained.store(true, Ordering::Relaxed);
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    #[inline]
    pub(crate) fn block_len(&self) -> usize {
        self.block_len
    }

    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    #[inline]
    pub(crate) fn threads(&self) -> usize {
        self.threads
    }

    /// Whether blocks wait for those to their left.
    #[inline]
    pub(crate) fn is_chained(&self) -> bool {
        self.chained.load(Ordering::Relaxed)
    }

    /// Whether they wait for memory.
    #[inline]
    pub(crate) fn streams(&self) -> bool {
        self.streams
    }

    /// Whether arrays of its length may lie in the caches.
    #[inline]
    pub(crate) fn is_cached(&self) -> bool {
        self.len < UNCACHED
    }

    /// Whether one thread does all of them.
    #[inline]
    pub(crate) fn is_solo(&self) -> bool {
        self.threads == 1
    }

    /// Whether threads may share work that belongs to the loop.
    #[inline]
    pub(crate) fn is_sharable(&self) -> bool {
        self.parallel && !pool::is_inside()
    }

    #[inline]
    pub(crate) fn failed(&self) -> &AtomicUsize {
        &self.failed
    }
}
