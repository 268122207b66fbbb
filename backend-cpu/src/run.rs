//! Runs: one loop, its blocks, and who does them.

use std::panic;

use crate::block::{Block, LONGEST, block_len};
use crate::body::{Body, Narrow, Wide};
use crate::error::{Fault, Stop, Why};
use crate::look_back::Chain;
use crate::memory::HUGE_PAGE;
use crate::parts::{Parts, Slot};
use crate::pool::{self, Failure, Session};
use crate::sink::{Out, Sinks};
use crate::sync::{AtomicBool, AtomicU8, AtomicUsize, Ordering};

/// Loops of less work than this (positions times operations) are done by the
/// thread that starts them: it is some 40 µs, in which another one has hardly
/// woken up and fetched what this one has in its cache.
const WORTHWHILE: usize = 3 << 17;

/// Loops of more operations a position than this wait for arithmetic, not for memory.
const STREAMING: usize = 48;

/// One execution of a loop over `len` positions.
///
/// The positions are cut into blocks whose length depends on `len` and on what a
/// position costs (both numbers of the program and its data), and
/// everything that a loop combines it combines in an order that depends on the
/// blocks alone: the same bits come out whatever the number of threads.
#[derive(Debug)]
pub struct Run {
    len: usize,
    /// The positions of an inner loop, 1 where there is none.
    rows: usize,
    block_len: usize,
    block_count: usize,
    /// Whether it waits for memory rather than for arithmetic, as long loops of
    /// little work do.
    streams: bool,
    /// How many threads may take part; 1 is the caller alone.
    threads: usize,
    /// Whether several threads might, were the loop long enough.
    sharable: bool,
    /// Whether the blocks have been started; a run runs once.
    started: AtomicU8,
    /// Whether blocks wait for those to their left.
    chained: AtomicBool,
    /// The lowest block that failed.
    failed: AtomicUsize,
}

impl Run {
    /// A loop that rayon's threads share, where that is worth it. `cost` is
    /// the rough number of scalar operations that one position takes.
    ///
    /// A loop that starts inside a block of another one is done by the thread
    /// that starts it.
    #[inline]
    #[must_use]
    pub fn parallel(len: usize, cost: usize) -> Run {
        Run::parallel_rows(len, 1, cost)
    }

    /// The same for a loop whose every iteration runs an inner loop over `rows`
    /// elements. `cost` is that of one position of the inner loop.
    #[inline]
    #[must_use]
    pub fn parallel_rows(len: usize, rows: usize, cost: usize) -> Run {
        let mut run = Run::sequential_rows(len, rows, cost);
        run.sharable = !pool::is_inside();
        let work = len.saturating_mul(run.rows).saturating_mul(cost);
        if run.block_count > 1 && work >= WORTHWHILE && run.sharable {
            run.threads = rayon::current_num_threads().clamp(1, run.block_count);
        }
        run
    }

    /// A loop of one block, so that everything is combined from left to right.
    /// The thread that starts it does it alone.
    #[inline]
    #[must_use]
    pub fn whole(len: usize) -> Run {
        Run {
            block_len: len.max(1),
            block_count: usize::from(len > 0),
            ..Run::sequential(len, 1)
        }
    }

    /// A loop that the thread that starts it does alone, in the same order.
    #[inline]
    #[must_use]
    pub fn sequential(len: usize, cost: usize) -> Run {
        Run::sequential_rows(len, 1, cost)
    }

    /// The same for a loop whose every iteration runs an inner loop over `rows`
    /// elements: its blocks have about the usual number of inner positions.
    #[inline]
    #[must_use]
    pub fn sequential_rows(len: usize, rows: usize, cost: usize) -> Run {
        let rows = rows.max(1);
        let block_len = match block_len(len.saturating_mul(rows), cost).div_ceil(rows) {
            // Several rows are swept together: see `rows.rs`.
            some if rows > 1 && some >= 4 => some.next_multiple_of(8),
            few => few,
        };
        Run {
            len,
            rows,
            block_len,
            // Most short loops are one block, and a division takes as long as a few elements.
            block_count: match len <= block_len {
                true => usize::from(len > 0),
                false => len.div_ceil(block_len),
            },
            streams: block_len >= LONGEST && cost <= STREAMING,
            threads: 1,
            sharable: false,
            started: AtomicU8::new(0),
            chained: AtomicBool::new(false),
            failed: AtomicUsize::new(usize::MAX),
        }
    }

    /// A chain for the scans of this loop, into which `seed` enters from the
    /// left.
    ///
    /// # Errors
    ///
    /// No memory for the prefixes of all blocks.
    #[inline]
    pub fn chain<P: Copy + Send + Sync>(&self, seed: P) -> Result<Chain<'_, P>, Fault> {
        self.chained.store(true, Ordering::Relaxed);
        Chain::new(self, seed)
    }

    /// Does `job` with a [chain](Run::chain) into which `seed` enters.
    ///
    /// The seed is asked for first, but stands behind the job: so the job says
    /// of which type it is, and one of another type is a mistake at the seed.
    ///
    /// # Errors
    ///
    /// Those of the job; and no memory for the prefixes of all blocks.
    #[inline]
    pub fn chained<P: Copy + Send + Sync, R>(
        &self,
        job: impl FnOnce(&Chain<'_, P>) -> Result<R, Fault>,
        seed: impl FnOnce() -> P,
    ) -> Result<R, Fault> {
        job(&self.chain(seed())?)
    }

    /// Does the loop: `block` once for each block, with what the sinks let it
    /// write. Returns the finished sinks, and what the blocks returned.
    ///
    /// # Errors
    ///
    /// The fault of the leftmost block that failed, or of a sink that found no
    /// memory.
    ///
    /// # Panics
    ///
    /// With the panic of the leftmost block, where that failed by one, after
    /// all threads have left the loop; where the run has been used before; and
    /// where a block ends without a complete sweep over its sinks.
    #[inline]
    pub fn blocks<S, R, F>(&self, sinks: S, block: F) -> Result<(S::Done, Parts<R>), Fault>
    where
        S: Sinks,
        R: Send,
        F: Fn(&Block<'_>, &mut Out<'_, S>) -> Result<R, Stop> + Sync,
    {
        self.start(sinks, Narrow(block))
    }

    /// [`blocks`](Run::blocks), with instructions that the crate was not
    /// compiled for where the machine has them (AVX2 on x86-64): `wide` must be
    /// the same closure as `narrow`, written twice. The same bits come out.
    ///
    /// Blocks of fewer than `from` positions are done with the usual ones: where
    /// the loop is simple, the way to the others costs more than they save.
    ///
    /// # Errors
    ///
    /// As for [`blocks`](Run::blocks).
    ///
    /// # Panics
    ///
    /// As for [`blocks`](Run::blocks).
    #[inline]
    pub fn blocks_wide<S, R, F, G>(
        &self,
        from: usize,
        sinks: S,
        narrow: F,
        wide: G,
    ) -> Result<(S::Done, Parts<R>), Fault>
    where
        S: Sinks,
        R: Send,
        F: Fn(&Block<'_>, &mut Out<'_, S>) -> Result<R, Stop> + Sync,
        G: Fn(&Block<'_>, &mut Out<'_, S>) -> Result<R, Stop> + Sync,
    {
        self.start(sinks, Wide { narrow, wide, from })
    }

    #[inline]
    fn start<S, R, B>(&self, sinks: S, body: B) -> Result<(S::Done, Parts<R>), Fault>
    where
        S: Sinks,
        R: Send,
        B: Body<S, R>,
    {
        self.begin();
        let shared = sinks.prepare(self)?;
        let parts = if self.threads == 1 || pool::is_inside() {
            self.alone::<S, R, B>(&shared, &body)?
        } else {
            self.together::<S, R, B>(&shared, &body)?
        };
        // SAFETY: every block was closed.
        Ok((unsafe { S::finish(shared)? }, parts))
    }

    /// Panics where the run has been used before.
    ///
    /// Blocks of two starts must never share a chain. A body that has one was
    /// made after it, so that its start sees that the run is chained, and only
    /// such starts need a read and a write that nothing comes between: those
    /// lock the cache, which takes as long as a dozen elements.
    #[inline]
    fn begin(&self) {
        let before = if self.is_chained() {
            self.started.swap(1, Ordering::Relaxed)
        } else {
            let before = self.started.load(Ordering::Relaxed);
            self.started.store(1, Ordering::Relaxed);
            before
        };
        assert!(before == 0, "a run was started twice");
    }

    #[inline]
    fn alone<S, R, B>(&self, shared: &S::Shared, body: &B) -> Result<Parts<R>, Fault>
    where
        S: Sinks,
        B: Body<S, R>,
    {
        let mut local = S::local();
        let mut one = |index, slot: &Slot<R>| {
            // SAFETY: only this thread does blocks of the run, each one once
            // and with a slot of its own.
            match unsafe { self.one::<S, R, B>(index, shared, &mut local, body, slot) } {
                Ok(()) => Ok(()),
                Err(Stop(Why::Fault(fault))) => Err(fault),
                Err(Stop(Why::Poisoned)) => panic!("{POISONED}"),
            }
        };
        if self.block_count <= 1 {
            let slot = Slot::empty();
            for index in 0..self.block_count {
                one(index, &slot)?;
            }
            return Ok(Parts::few(slot));
        }
        let slots = Slot::many(self.block_count)?;
        for (index, slot) in slots.iter().enumerate() {
            one(index, slot)?;
        }
        Ok(Parts::many(slots))
    }

    #[inline(never)]
    fn together<S, R, B>(&self, shared: &S::Shared, body: &B) -> Result<Parts<R>, Fault>
    where
        S: Sinks,
        R: Send,
        B: Body<S, R>,
    {
        let slots = Slot::many(self.block_count)?;
        let done = Session::new(self, self.claim::<S>()).share(&|session| {
            let mut local = S::local();
            session.work(&mut |index| {
                // SAFETY: the session has each block claimed once, and its
                // slot is this thread's as the block is.
                unsafe { self.one::<S, R, B>(index, shared, &mut local, body, &slots[index]) }
            });
        });
        match done {
            Ok(()) => Ok(Parts::many(slots)),
            Err(Failure::Fault(fault)) => Err(fault),
            Err(Failure::Poisoned) => panic!("{POISONED}"),
            Err(Failure::Panic(payload)) => {
                // Results of other blocks go before the panic does.
                drop(slots);
                panic::resume_unwind(payload)
            }
        }
    }

    /// How many blocks a thread claims at a time.
    ///
    /// Two threads that touch one page of fresh memory at the same time have
    /// the kernel clear two, of which it throws one away. Of a huge page that
    /// is half the work, so a thread claims the blocks of a whole one, unless
    /// they wait for each other or too few are left for the others.
    fn claim<S: Sinks>(&self) -> usize {
        if S::UNTOUCHED == usize::MAX || S::ORDERED || self.is_chained() {
            return 1;
        }
        let page = HUGE_PAGE / S::UNTOUCHED / self.block_len;
        page.min(self.block_count / (4 * self.threads)).max(1)
    }

    /// Does one block, and fills its slot.
    ///
    /// It is compiled once, for runs alone and runs together; what a call
    /// costs is little for a block.
    ///
    /// # Safety
    ///
    /// `shared` must be of this run, and each block done at most once, by one
    /// thread, which alone uses `slot`.
    #[inline(never)]
    unsafe fn one<S, R, B>(
        &self,
        index: usize,
        shared: &S::Shared,
        local: &mut S::Local,
        body: &B,
        slot: &Slot<R>,
    ) -> Result<(), Stop>
    where
        S: Sinks,
        B: Body<S, R>,
    {
        let this = Block::new(self, index);
        // SAFETY: the caller's promise; `local` is open for this block until
        // it is closed.
        unsafe {
            S::open(shared, local, &this)?;
            let part = body.call(&this, &mut Out::new(local, &this))?;
            S::close(shared, local, &this)?;
            slot.fill(part);
            Ok(())
        }
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
    pub(crate) fn block_count(&self) -> usize {
        self.block_count
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

    /// Whether it waits for memory.
    #[inline]
    pub(crate) fn streams(&self) -> bool {
        self.streams
    }

    /// Whether one thread does all blocks.
    #[inline]
    pub(crate) fn is_solo(&self) -> bool {
        self.threads == 1
    }

    /// Whether threads may share work that belongs to the run.
    #[inline]
    pub(crate) fn is_sharable(&self) -> bool {
        self.sharable
    }

    #[inline]
    pub(crate) fn failed(&self) -> &AtomicUsize {
        &self.failed
    }
}

const POISONED: &str = "a block stopped for a failure that is not of its run";
