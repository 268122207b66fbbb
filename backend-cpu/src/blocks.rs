//! The blocks of a loop, as all of its threads see them.

mod grain;
mod part;
mod ranges;
mod rows;

use std::sync::OnceLock;
use std::thread;

pub(crate) use grain::{FEWEST_TILED, Grain, SHORT, rows_of_block};
use grain::{LONGEST, SHORTEST};
pub(crate) use part::Part;

use crate::inside::is_inside;
use crate::pace::Pace;
use crate::sync::{AtomicBool, AtomicUsize, Ordering};
use crate::threads;

/// A loop of known work whose blocks are fewer is not timed.
///
/// `the-clock-of-short-loops.md`.
const TIMED: usize = 8;

/// Loops of less work than this (positions times operations) are done by the
/// thread that starts them: it is some 40 µs, in which another one has hardly
/// woken up and fetched the elements that this one has in its cache.
///
/// `when-threads-share-a-loop.md`.
const WORTHWHILE: usize = 3 << 17;

/// The arrays of loops of as many positions do not fit the caches of most machines.
///
/// `when-simd-and-prefetch-pay.md`.
const UNCACHED: usize = 1 << 22;

/// Loops of more operations a position than this wait for arithmetic, not for memory.
///
/// `prefetch-a-page-ahead.md`.
const STREAMING: usize = 48;

/// The number of threads that may take part in a loop; `waits` says whether its blocks wait for
/// each other.
///
/// More threads than processors gain nothing where blocks wait: a block that waits for one whose
/// thread has no processor loses its lines of the caches meanwhile. Other loops keep all threads,
/// whose workers may wait for something else. Tests keep them, too, for the sake of more orders in
/// which blocks may meet.
fn threads(waits: bool) -> usize {
    let threads = threads::available();
    match waits && threads > 1 && !cfg!(debug_assertions) {
        true => threads.min(processors()),
        false => threads,
    }
}

/// The number of processors that this process may use, as far as the system says.
fn processors() -> usize {
    // Finding it takes as long as a loop.
    static PROCESSORS: OnceLock<usize> = OnceLock::new();
    *PROCESSORS.get_or_init(|| thread::available_parallelism().map_or(usize::MAX, usize::from))
}

/// Returns whether a loop of unknown work was cheap so often and so recently that nobody looks at
/// the clock for it.
#[inline]
fn is_settled(pace: Option<&'static Pace>, positions: f32) -> bool {
    pace.is_some_and(|pace| pace.is_settled(positions))
}

/// The blocks of a loop: their length and number, the threads that may do them, and the first that
/// failed.
#[doc(hidden)]
#[derive(Debug)]
pub struct Blocks {
    len: usize,
    /// The positions of the loop on all processes.
    len_of_all: usize,
    /// The positions of an inner loop, 1 where there is none.
    rows: usize,
    /// The operations of the terms of a position, 1 where nothing is known of them.
    terms: f32,
    /// The operations of a position, `usize::MAX` where the text does not tell.
    operations: usize,
    block_len: usize,
    count: usize,
    /// The numbers of blocks to the left and to the right of these, which other processes do.
    elsewhere: [usize; 2],
    /// Set if it waits for memory rather than for arithmetic, as long loops of little work do.
    streams: bool,
    /// The number of threads that may take part; 1 is the caller alone.
    threads: usize,
    /// Set if they take part also where sinks take blocks from left to right.
    shared_in_order: bool,
    /// Set if several threads might take part, were the loop long enough and inside of no other
    /// one.
    parallel: bool,
    /// Set if blocks wait for those to their left.
    chained: AtomicBool,
    /// Set if sinks take blocks from left to right.
    in_order: AtomicBool,
    /// The number of neighbouring blocks that one thread does, one after the other.
    range: AtomicUsize,
    /// The most threads that find something to do at the same time.
    busy: AtomicUsize,
    /// The lowest block that failed.
    failed: AtomicUsize,
    /// Set if the thread that starts the loop calls others only when it sees that this pays.
    watched: bool,
    /// Set if each block is done by itself: what a block reads of an array that is spread may lie in
    /// another piece than what the next one reads.
    apart: bool,
    /// The pace in which the time of a position is recorded, if the loop is timed.
    timed: Option<&'static Pace>,
}

impl Blocks {
    /// Has rayon's threads share the blocks, where that is worth it, unless this is
    /// inside a block of another loop. Each position runs an inner loop
    /// over `rows` elements, each of which takes about `cost` scalar operations. `waits` says
    /// whether blocks wait for those to their left.
    #[inline(always)]
    pub(crate) fn shared(
        mut self,
        cost: usize,
        grain: Grain,
        pace: Option<&'static Pace>,
        waits: bool,
    ) -> Blocks {
        self.parallel = true;
        if self.count > 1 {
            let work = self.len.saturating_mul(self.rows).saturating_mul(cost);
            let is_worthwhile = work >= WORTHWHILE;
            // Of a few blocks of little work nothing is asked: the question takes as long as some of
            // their elements.
            if is_worthwhile || self.count >= TIMED || grain.is_open() {
                self.choose_threads(is_worthwhile, grain, pace, waits);
            }
        }
        self
    }

    /// Decides which threads take part in a loop of several blocks, and whether it is timed.
    /// `is_worthwhile` says whether its text alone is reason enough to share it.
    #[inline(never)]
    fn choose_threads(
        &mut self,
        is_worthwhile: bool,
        grain: Grain,
        pace: Option<&'static Pace>,
        waits: bool,
    ) {
        if grain.is_unbounded() && is_settled(pace, self.positions_in(self.count)) {
            return;
        }
        let is_timed = grain.is_unbounded() || !is_worthwhile && self.count >= TIMED;
        let pace = pace.filter(|_| is_timed);
        // Where blocks wait for each other threads save less, and their time is not that of
        // positions alone.
        let positions = |waits| self.positions_in(self.count) * if waits { 0.25 } else { 1.0 };
        let is_shared = |waits| {
            let seen = pace.and_then(|pace| pace.is_worthwhile(positions(waits)));
            match grain {
                Grain::Operations
                | Grain::Rows(_)
                | Grain::WholeRows(_)
                | Grain::Down(_)
                | Grain::Panels { .. }
                | Grain::Parts { .. }
                | Grain::Long
                | Grain::Usual => is_worthwhile || seen == Some(true),
                // Where blocks wait for each other it costs more to share them with nobody than to
                // be alone for a run that turns out to be worth other threads.
                Grain::Unbounded | Grain::Terms(_) | Grain::Tiles { .. } if waits => {
                    is_worthwhile || seen != Some(false)
                }
                // The first time nobody knows: to wake a thread in vain costs microseconds, once.
                Grain::Unbounded | Grain::Terms(_) | Grain::Tiles { .. } | Grain::Given(_) => true,
            }
        };
        if !self.is_sharable() {
            return;
        }
        let (positions, shared, shared_in_order) =
            (positions(waits), is_shared(waits), is_shared(true));
        // A watched loop needs the clock. Of others, looks at it would be a part of the time that
        // one can see: two of them take as long as a thousand elements of a short loop.
        self.timed = pace.filter(|pace| grain.is_unbounded() || pace.is_due(positions));
        // A loop that is not shared must not start rayon's threads.
        if shared {
            self.threads = threads(waits).clamp(1, self.count);
            let seen = pace.and_then(|pace| pace.is_worthwhile(positions));
            self.watched = grain.is_unbounded() && !is_worthwhile && seen == Some(false);
            self.shared_in_order = shared_in_order;
        }
    }

    /// Blocks for one thread, each of a multiple of `unit` positions, and about the usual inner ones.
    #[inline(always)]
    pub(crate) fn sequential(
        len: usize,
        (rows, unit): (usize, usize),
        cost: usize,
        grain: Grain,
    ) -> Blocks {
        let rows = rows.max(1);
        let positions = len.saturating_mul(rows);
        let block_len = match grain.block_len(positions, cost).div_ceil(rows) {
            // Copies would stand for the positions that are missing.
            some if unit > 1 => some.next_multiple_of(unit),
            some if matches!(grain, Grain::Given(_)) || grain.is_unbounded() => some,
            // Several rows are swept together, and what they meet is fetched once for all of
            // them: see `tiling.rs`. Of few rows some must be left for other threads.
            some if rows > 1 && some >= 4 => some.next_multiple_of(8),
            few => few,
        };
        Blocks {
            rows,
            terms: grain.operations_of_terms(),
            operations: match grain.is_unbounded() {
                true => usize::MAX,
                false => cost.saturating_mul(rows),
            },
            block_len,
            // Most short loops are one block, and a division takes as long as a few elements.
            count: match len <= block_len {
                true => usize::from(len > 0),
                false => len.div_ceil(block_len),
            },
            // Long blocks are claimed one by one.
            streams: len >= UNCACHED
                && cost <= STREAMING
                && !grain.is_unbounded()
                && grain != Grain::Long,
            ..Blocks::one(len)
        }
    }

    /// One short block for a thread alone.
    #[inline(always)]
    fn one(len: usize) -> Blocks {
        Blocks {
            len,
            len_of_all: len,
            rows: 1,
            terms: 1.0,
            operations: usize::MAX,
            block_len: SHORT,
            count: usize::from(len > 0),
            elsewhere: [0; 2],
            streams: false,
            threads: 1,
            shared_in_order: false,
            parallel: false,
            chained: AtomicBool::new(false),
            in_order: AtomicBool::new(false),
            range: AtomicUsize::new(1),
            busy: AtomicUsize::new(usize::MAX),
            failed: AtomicUsize::new(usize::MAX),
            watched: false,
            apart: false,
            timed: None,
        }
    }

    /// The one block of a short loop, which threads might have shared if it were long.
    #[inline]
    pub(crate) fn short(len: usize, parallel: bool) -> Blocks {
        Blocks {
            parallel,
            ..Blocks::one(len)
        }
    }

    /// The one block of a loop of unknown work in which nothing is combined, so that it has the
    /// same bits however it is cut, if the loop was cheap so often and so recently that nobody
    /// looks at the clock for it.
    #[inline]
    pub(crate) fn settled(len: usize, grain: Grain, pace: Option<&'static Pace>) -> Option<Blocks> {
        let positions = len as f32 * grain.operations_of_terms();
        let is_one = grain.is_unbounded() && len <= LONGEST && is_settled(pace, positions);
        is_one.then(|| Blocks {
            block_len: len.max(1),
            ..Blocks::short(len, true)
        })
    }

    /// One block for a thread alone.
    #[inline(always)]
    pub(crate) fn whole(len: usize) -> Blocks {
        Blocks {
            block_len: len.max(1),
            count: usize::from(len > 0),
            ..Blocks::sequential(len, (1, 1), 1, Grain::Operations)
        }
    }

    /// One block for a thread alone, also of no position.
    #[inline]
    pub(crate) fn compacted(len: usize) -> Blocks {
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

    /// From now on a sink takes blocks from left to right.
    #[inline]
    pub(crate) fn keep_in_order(&self) {
        self.in_order.store(true, Ordering::Relaxed);
    }

    /// Returns true if blocks wait for those to their left, or a sink takes them from left to
    /// right.
    #[inline]
    pub(crate) fn are_in_order(&self) -> bool {
        self.in_order.load(Ordering::Relaxed) || self.is_chained()
    }

    /// From now on no more than so many threads take part: others would find nothing to do.
    #[inline]
    pub(crate) fn keep_busy(&self, threads: usize) {
        self.busy.store(threads, Ordering::Relaxed);
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The positions of the loop on all processes.
    pub(crate) fn len_of_all(&self) -> usize {
        self.len_of_all
    }

    /// The number of its blocks on all processes.
    #[inline]
    pub(crate) fn count_of_all(&self) -> usize {
        self.elsewhere[0] + self.count + self.elsewhere[1]
    }

    /// The number of its blocks that processes to the left of this one do.
    pub(crate) fn count_before(&self) -> usize {
        self.elsewhere[0]
    }

    #[inline]
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// The operations of a position, with those of its inner loop; `usize::MAX` where the text does not tell.
    #[inline]
    pub(crate) fn operations(&self) -> usize {
        self.operations
    }

    #[inline]
    pub(crate) fn block_len(&self) -> usize {
        self.block_len
    }

    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Returns true if the loop has several blocks, on this process or on all of them.
    #[inline]
    pub(crate) fn are_several(&self) -> bool {
        self.count > 1 || self.is_part()
    }

    #[inline]
    pub(crate) fn threads(&self) -> usize {
        match self.shared_in_order || !self.in_order.load(Ordering::Relaxed) {
            true => self.threads.min(self.busy.load(Ordering::Relaxed)),
            false => 1,
        }
    }

    /// Returns whether the thread that starts the loop calls others only when it sees that this
    /// pays.
    #[inline]
    pub(crate) fn is_watched(&self) -> bool {
        self.watched
    }

    /// Returns the number of its blocks that are together about as long as one of another loop.
    #[inline]
    pub(crate) fn blocks_of_usual_len(&self) -> usize {
        (SHORTEST / self.block_len).max(1)
    }

    /// Returns whether a block may take so long that a claim of its own costs nothing beside it.
    #[inline]
    pub(crate) fn is_slow(&self) -> bool {
        let one = self.positions_in(1);
        self.timed
            .is_some_and(|pace| pace.is_worthwhile(one) != Some(false))
    }

    /// Returns the pace in which the time of a position is recorded, if the loop is timed.
    #[inline]
    pub(crate) fn timed(&self) -> Option<&'static Pace> {
        self.timed
    }

    /// The positions of so many blocks, those of inner loops among them, each as often as its terms have
    /// operations: a position of many terms takes longer than one of few, in the same loop.
    #[inline]
    pub(crate) fn positions_in(&self, blocks: usize) -> f32 {
        let positions = (blocks as f32) * self.block_len as f32;
        positions.min(self.len as f32) * self.rows as f32 * self.terms
    }

    /// Returns true if blocks wait for those to their left.
    #[inline]
    pub(crate) fn is_chained(&self) -> bool {
        self.chained.load(Ordering::Relaxed)
    }

    /// Returns true if they wait for memory.
    #[inline]
    pub(crate) fn streams(&self) -> bool {
        self.streams
    }

    /// Returns true if arrays of its length may lie in the caches.
    #[inline]
    pub(crate) fn is_cached(&self) -> bool {
        self.len < UNCACHED
    }

    /// Returns true if one thread does all of them.
    #[inline]
    pub(crate) fn is_sequential(&self) -> bool {
        self.threads() == 1
    }

    /// Returns true if threads may share work that belongs to the loop.
    #[inline]
    pub(crate) fn is_sharable(&self) -> bool {
        self.parallel && !is_inside()
    }

    #[inline]
    pub(crate) fn failed(&self) -> &AtomicUsize {
        &self.failed
    }
}

#[cfg(all(test, not(miri)))]
mod tests {
    use super::{Blocks, Grain};
    use crate::pace::Pace;

    #[test]
    fn threads_share_short_blocks_that_are_in_order_only_where_they_take_long() {
        static PACE: Pace = Pace::new();
        let has_threads = rayon_core::current_num_threads() > 1;
        for (microseconds, free, in_order) in [
            (10.0, false, false),
            (40.0, true, false),
            (400.0, true, true),
        ] {
            PACE.record(microseconds * 1e3, 1e4);
            let blocks = Blocks::sequential(10_000, (1, 1), 4, Grain::Operations).shared(
                4,
                Grain::Operations,
                Some(&PACE),
                false,
            );
            assert_eq!(
                !blocks.is_sequential(),
                has_threads && free,
                "{microseconds} µs"
            );
            blocks.keep_in_order();
            assert_eq!(
                !blocks.is_sequential(),
                has_threads && in_order,
                "{microseconds} µs"
            );
        }
    }
}
