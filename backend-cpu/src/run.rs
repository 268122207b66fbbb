//! Runs: loops as data, before they are cut into blocks.

mod cut;
mod declared;
mod in_rounds;
mod ordered;

use std::cell::Cell;
use std::ops::Range;

pub use cut::Cut;
pub use in_rounds::InRounds;
use in_rounds::Of;
pub use ordered::Ordered;

use crate::block::Block;
use crate::blocks::{Blocks, Grain, Part};
use crate::distribute::Rounds;
use crate::error::{Fault, Stop};
use crate::inside::is_inside;
use crate::memory;
use crate::pace::Pace;
use crate::partials::Partials;
use crate::simd::{Baseline, BlockBody, SimdPolicy, WithAvx2, WithAvx512, given};
use crate::sink::{Out, Sinks};
use crate::threads;

/// A loop over `len` positions, whose blocks need not wait for each other.
///
/// The positions are cut into blocks whose length depends on `len` and on the cost of a
/// position (both numbers of the program and its data), and
/// everything that a loop combines it combines in an order that depends on the
/// blocks alone: the same bits come out whatever the number of threads.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Run {
    len: usize,
    /// The positions of an inner loop, 1 where there is none.
    rows: usize,
    cost: usize,
    by: By,
    grain: Grain,
    pace: Option<&'static Pace>,
    part: Option<Part>,
    /// The number of which the lengths of blocks are multiples.
    unit: usize,
}

/// The threads that do a loop.
#[derive(Clone, Copy, Debug)]
enum By {
    /// Rayon's threads, where that is worth it.
    Threads,
    /// The thread that starts it.
    One,
    /// The thread that starts it, in one block.
    OneBlock,
}

impl Run {
    #[inline]
    fn of(len: usize, rows: usize, cost: usize, by: By) -> Run {
        Run {
            len,
            rows,
            cost,
            by,
            grain: Grain::Operations,
            pace: None,
            part: None,
            unit: 1,
        }
    }

    /// Does these blocks of the loop alone: other processes do the others. Sources and sinks are as
    /// long as these blocks together, and positions are counted from the first of them.
    ///
    /// # Panics
    ///
    /// When the loop is done, if it has no such blocks.
    #[inline]
    pub fn part(self, blocks: Range<usize>) -> Run {
        Run {
            part: Some(Part {
                first: blocks.start,
                count: blocks.len(),
            }),
            ..self
        }
    }

    /// A loop that rayon's threads share, where that is worth it. `cost` is
    /// the rough number of scalar operations that one position takes.
    ///
    /// A loop that starts inside a block of another one is done by the thread
    /// that starts it.
    #[inline]
    pub fn parallel(len: usize, cost: usize) -> Run {
        Run::of(len, 1, cost, By::Threads)
    }

    /// A loop that rayon's threads share, where that is worth it, and whose every iteration runs an
    /// inner loop over `rows` elements. `cost` is that of one position of the inner loop.
    #[inline]
    pub fn parallel_nested(len: usize, rows: usize, cost: usize) -> Run {
        Run::of(len, rows, cost, By::Threads)
    }

    /// A loop of one block, so that everything is combined from left to right.
    /// The thread that starts it does it alone.
    #[inline]
    pub fn whole(len: usize) -> Run {
        Run::of(len, 1, 1, By::OneBlock)
    }

    /// A loop that the thread that starts it does alone, in the same order.
    #[inline]
    pub fn sequential(len: usize, cost: usize) -> Run {
        Run::of(len, 1, cost, By::One)
    }

    /// A loop that the thread that starts it does alone, and whose every iteration runs an inner
    /// loop over `rows` elements: its blocks have about the usual number of inner positions.
    #[inline]
    pub fn sequential_nested(len: usize, rows: usize, cost: usize) -> Run {
        Run::of(len, rows, cost, By::One)
    }

    /// A loop of another length that the same threads do.
    #[inline]
    pub(crate) fn over(self, len: usize) -> Run {
        Run::of(len, 1, 1, self.by)
    }

    /// Its blocks, which may wait for each other.
    #[inline(always)]
    pub fn ordered(self) -> Ordered {
        Ordered {
            blocks: self.short().unwrap_or_else(|| self.all_of_long(true)),
            started: Cell::new(false),
        }
    }

    /// Does its blocks in two rounds.
    #[inline]
    pub fn in_rounds(self, rounds: Rounds<'_>) -> InRounds<'_> {
        InRounds {
            of: Of::Any(self),
            rounds,
        }
    }

    /// Returns the length and number of its blocks.
    #[inline]
    #[must_use]
    pub fn cut(&self) -> Cut {
        let blocks = self.short().unwrap_or_else(|| self.all_of_long(false));
        Cut::of(&blocks)
    }

    /// Counts the elements that some filters will keep, by `count`, if it pays to know that before
    /// the results have their memory: there would be `arrays` of as many bytes as `source` has.
    ///
    /// Buffers for all positions cost nothing where the allocator keeps them from run to run, and
    /// little where pages are huge. Between these lie several buffers that are too much together
    /// for the allocator to keep, and too short for huge pages: there the pages that they are given
    /// anew take several times as long as to count.
    ///
    /// # Errors
    ///
    /// The errors of `count`.
    #[inline]
    pub fn counted<const N: usize>(
        source: usize,
        count: impl FnOnce() -> Result<[usize; N], Fault>,
    ) -> Result<[Option<usize>; N], Fault> {
        const LONGEST: usize = memory::RETAINED / 2;
        match source <= LONGEST && source.saturating_mul(N) > memory::RETAINED {
            true => Ok(count()?.map(Some)),
            false => Ok([None; N]),
        }
    }

    /// Its blocks, in a function that a short loop need not call.
    #[inline(never)]
    fn all_of_long(self, waits: bool) -> Blocks {
        self.all(waits)
    }

    /// Its blocks, and whether they wait for those to their left.
    #[inline(always)]
    fn all(self, waits: bool) -> Blocks {
        let Run {
            len,
            rows,
            cost,
            by,
            grain,
            pace,
            part,
            unit,
        } = self;
        let whole = match by {
            By::Threads | By::One => Blocks::sequential(len, (rows, unit), cost, grain),
            By::OneBlock => Blocks::whole(len),
        };
        let blocks = match part {
            Some(part) => whole.part(part),
            None => whole,
        };
        match by {
            By::Threads => blocks.shared(cost, grain, pace, waits),
            By::One | By::OneBlock => blocks,
        }
    }

    /// Its one block, if it is short.
    #[inline]
    fn short(self) -> Option<Blocks> {
        let is_parallel = matches!(self.by, By::Threads);
        let is_whole = self.part.is_none();
        let short = is_whole && self.rows == 1 && self.grain.is_short(self.len, self.cost);
        short.then(|| Blocks::short(self.len, is_parallel))
    }

    /// Does the loop: `block` once for each block, with access to the memory of the
    /// sinks. Returns the finished sinks, and the results of the blocks.
    ///
    /// # Errors
    ///
    /// The fault of the leftmost block that failed, or of a sink that found no
    /// memory.
    ///
    /// # Panics
    ///
    /// With the panic of the leftmost block, where that failed by one, after
    /// all threads have left the loop; and where a block ends without a complete
    /// sweep over its sinks.
    #[inline]
    pub fn blocks<S, R, F>(self, sinks: S, block: F) -> Result<(S::Done, Partials<R>), Fault>
    where
        S: Sinks,
        R: Send,
        F: Fn(&Block<'_>, &mut Out<'_, S>) -> Result<R, Stop> + Sync,
    {
        self.start(sinks, &Baseline(block))
    }

    /// [`blocks`](Run::blocks), with instructions that the crate was not
    /// compiled for where the machine has them (AVX2 on x86-64): `avx2` must be
    /// the same closure as `baseline`, written twice. The same bits come out.
    ///
    /// `policy` says which loops of the program are done so: not those that would
    /// be no faster.
    ///
    /// # Errors
    ///
    /// As for [`blocks`](Run::blocks).
    ///
    /// # Panics
    ///
    /// As for [`blocks`](Run::blocks).
    #[inline]
    pub fn blocks_simd<P, S, R, F, G>(
        self,
        policy: P,
        sinks: S,
        baseline: F,
        avx2: G,
    ) -> Result<(S::Done, Partials<R>), Fault>
    where
        P: SimdPolicy,
        S: Sinks,
        R: Send,
        F: Fn(&Block<'_>, &mut Out<'_, S>) -> Result<R, Stop> + Sync,
        G: Fn(&Block<'_>, &mut Out<'_, S>) -> Result<R, Stop> + Sync,
    {
        self.start(sinks, &WithAvx2::new(policy, baseline, avx2))
    }

    /// [`blocks_simd`](Run::blocks_simd) for all loops of a program, and with a third closure, which is
    /// the same again, for AVX-512.
    ///
    /// # Errors
    ///
    /// As for [`blocks`](Run::blocks).
    ///
    /// # Panics
    ///
    /// As for [`blocks`](Run::blocks).
    #[inline]
    pub fn blocks_widest<S, R, F, G, H>(
        self,
        sinks: S,
        baseline: F,
        avx2: G,
        avx512: H,
    ) -> Result<(S::Done, Partials<R>), Fault>
    where
        S: Sinks,
        R: Send,
        F: Fn(&Block<'_>, &mut Out<'_, S>) -> Result<R, Stop> + Sync,
        G: Fn(&Block<'_>, &mut Out<'_, S>) -> Result<R, Stop> + Sync,
        H: Fn(&Block<'_>, &mut Out<'_, S>) -> Result<R, Stop> + Sync,
    {
        self.start(sinks, &WithAvx512::new(baseline, avx2, avx512))
    }

    #[inline(always)]
    fn start<S, R, B>(self, sinks: S, body: &B) -> Result<(S::Done, Partials<R>), Fault>
    where
        S: Sinks,
        R: Send,
        B: BlockBody<S, R>,
    {
        self.start_given::<S, R, _>(sinks, given(body))
    }

    #[inline]
    fn start_given<S, R, B>(self, sinks: S, body: &B) -> Result<(S::Done, Partials<R>), Fault>
    where
        S: Sinks,
        R: Send,
        B: BlockBody<S, R> + ?Sized,
    {
        // A short loop takes hardly longer than it takes to begin it: what is known of its
        // block at compile time is not asked for.
        match self.short() {
            Some(blocks) => blocks.run_here::<S, R, B>(sinks, body),
            None => {
                // As values: in one place in memory the short loop's would have to be written
                // there, too.
                let (done, partials) = self.start_long::<S, R, B>(sinks, body)?;
                Ok((done, partials))
            }
        }
    }

    /// Does a loop that may have several blocks.
    #[inline(never)]
    fn start_long<S, R, B>(self, sinks: S, body: &B) -> Result<(S::Done, Partials<R>), Fault>
    where
        S: Sinks,
        R: Send,
        B: BlockBody<S, R> + ?Sized,
    {
        self.settled::<S, R>()
            .unwrap_or_else(|| self.for_threads::<S, R>().all_of_long(S::ACCESSES.wait()))
            .run_calling::<S, R, B>(sinks, body, None)
    }

    /// Its one block, if it is known to be short and nothing is combined in it.
    #[inline]
    fn settled<S: Sinks, R>(self) -> Option<Blocks> {
        let may_be = self.joins_nothing::<S, R>() && matches!(self.by, By::Threads);
        may_be
            .then(|| Blocks::settled(self.len, self.grain, self.pace))
            .flatten()
    }

    /// Returns the same loop, cut for the threads that there are if nothing is combined in it.
    #[inline]
    fn for_threads<S: Sinks, R>(self) -> Run {
        if !matches!(self.grain, Grain::Tiles { .. }) || !self.joins_nothing::<S, R>() {
            return self;
        }
        let is_one = self.grain.block_len(self.len, self.cost) >= self.len;
        let threads = match self.by {
            // A loop that is not shared must not start rayon's threads.
            By::Threads if !is_one && !is_inside() && self.may_pay() => threads::available(),
            _ => 1,
        };
        Run {
            grain: self.grain.for_threads(threads),
            ..self
        }
    }

    /// Returns whether it may be worth other threads, by its pace, or should be timed to tell.
    #[inline]
    fn may_pay(&self) -> bool {
        let positions = self.len as f32 * self.grain.operations_of_terms();
        self.pace.is_none_or(|pace| pace.is_due(positions))
    }

    /// Returns true if it has the same bits however it is cut.
    #[inline]
    fn joins_nothing<S: Sinks, R>(&self) -> bool {
        let joins = const { !S::ACCESSES.have_fixed_slots() || size_of::<R>() > 0 };
        !joins && self.part.is_none() && self.rows == 1
    }
}
