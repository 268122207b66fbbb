//! Runs: one loop, its blocks, and who does them.

use std::cell::Cell;
use std::panic;

use crate::block::Block;
use crate::blocks::Blocks;
use crate::body::{Body, Gain, Narrow, Wide};
use crate::error::{Fault, Stop, Why};
use crate::look_back::Chain;
use crate::memory::HUGE_PAGE;
use crate::parts::{Parts, Slot};
use crate::pool::{self, Failure, Session};
use crate::sink::{Out, Sinks};

/// One execution of a loop over `len` positions.
///
/// The positions are cut into blocks whose length depends on `len` and on what a
/// position costs (both numbers of the program and its data), and
/// everything that a loop combines it combines in an order that depends on the
/// blocks alone: the same bits come out whatever the number of threads.
///
/// Blocks of two starts must never share a chain, so that a run is not `Sync`: it
/// is started by one thread, and once.
///
/// ```compile_fail,E0277
/// let run = fusus_cpu::Run::parallel(1000, 1);
/// std::thread::scope(|threads| {
///     threads.spawn(|| run.blocks((), |_, _| Ok(())).map(drop));
/// });
/// ```
#[derive(Debug)]
pub struct Run {
    blocks: Blocks,
    started: Cell<bool>,
}

/// So many blocks of a loop that waits for memory are claimed together.
const NEIGHBOURS: usize = 16;

impl Run {
    #[inline]
    fn of(blocks: Blocks) -> Run {
        Run {
            blocks,
            started: Cell::new(false),
        }
    }

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
        Run::of(Blocks::parallel(len, rows, cost))
    }

    /// A loop of one block, so that everything is combined from left to right.
    /// The thread that starts it does it alone.
    #[inline]
    #[must_use]
    pub fn whole(len: usize) -> Run {
        Run::of(Blocks::whole(len))
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
        Run::of(Blocks::sequential(len, rows, cost))
    }

    /// Its blocks.
    #[inline]
    pub(crate) fn all(&self) -> &Blocks {
        &self.blocks
    }

    /// A chain for the scans of this loop, into which `seed` enters from the
    /// left.
    ///
    /// # Errors
    ///
    /// No memory for the prefixes of all blocks.
    #[inline]
    pub fn chain<P: Copy + Send + Sync>(&self, seed: P) -> Result<Chain<'_, P>, Fault> {
        self.blocks.chain();
        Chain::new(&self.blocks, seed)
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
    /// `gain` says which loops of the program are done so: not those that would
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
    pub fn blocks_wide<S, R, F, G>(
        &self,
        gain: Gain,
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
        self.start(sinks, Wide { narrow, wide, gain })
    }

    #[inline]
    fn start<S, R, B>(&self, sinks: S, body: B) -> Result<(S::Done, Parts<R>), Fault>
    where
        S: Sinks,
        R: Send,
        B: Body<S, R>,
    {
        assert!(!self.started.replace(true), "a run was started twice");
        let blocks = &self.blocks;
        let shared = sinks.prepare(blocks)?;
        let parts = if blocks.is_solo() || pool::is_inside() {
            blocks.alone::<S, R, B>(&shared, &body)?
        } else {
            blocks.together::<S, R, B>(&shared, &body)?
        };
        // SAFETY: every block was closed.
        Ok((unsafe { S::finish(shared)? }, parts))
    }
}

/// Doing them.
impl Blocks {
    #[inline]
    fn alone<S, R, B>(&self, shared: &S::Shared, body: &B) -> Result<Parts<R>, Fault>
    where
        S: Sinks,
        B: Body<S, R>,
    {
        let mut local = S::local();
        if self.count() <= 1 {
            let slot = Slot::empty();
            if self.count() == 1 {
                let block = Block::new(self, 0);
                // SAFETY: only this thread does the one block, and it has the slot.
                let done = unsafe {
                    match body.is_narrow(self) {
                        // A short loop takes no longer than the call of `one`.
                        true => with::<S, R>(&block, shared, &mut local, &slot, |block, out| {
                            body.call_narrow(block, out)
                        }),
                        false => one::<S, R, B>(&block, shared, &mut local, body, &slot),
                    }
                };
                done.map_err(own_fault)?;
            }
            return Ok(Parts::few(slot));
        }
        let slots = Slot::many(self.count())?;
        for (index, slot) in slots.iter().enumerate() {
            let block = Block::new(self, index);
            // SAFETY: only this thread does blocks of the run, each one once
            // and with a slot of its own.
            let done = unsafe { each::<S, R, B>(&block, shared, &mut local, body, slot) };
            done.map_err(own_fault)?;
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
        let slots = Slot::many(self.count())?;
        let done = Session::new(self, self.claim::<S>()).share(&|session| {
            let mut local = S::local();
            session.work(&mut |index| {
                let (block, slot) = (Block::new(self, index), &slots[index]);
                // SAFETY: the session has each block claimed once, and its
                // slot is this thread's as the block is.
                unsafe { each::<S, R, B>(&block, shared, &mut local, body, slot) }
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
    /// One, where they wait for each other or too few are left for the others. Else
    /// neighbours, of long loops: memory is faster by some hundredths for fewer, longer streams. And of fresh
    /// memory those of a huge page: of two threads that touch one page at the same time the kernel clears two, of
    /// which it throws one away.
    fn claim<S: Sinks>(&self) -> usize {
        if S::ORDERED || self.is_chained() {
            return 1;
        }
        let neighbours = match S::UNTOUCHED {
            usize::MAX if self.streams() => NEIGHBOURS,
            usize::MAX => 1,
            bytes => HUGE_PAGE / bytes / self.block_len(),
        };
        neighbours.min(self.count() / (4 * self.threads())).max(1)
    }
}

/// Does one of several blocks, and fills its slot; once more if it failed where its leftmost failure is not known.
///
/// # Safety
///
/// As for [`with`].
unsafe fn each<S, R, B>(
    block: &Block<'_>,
    shared: &S::Shared,
    local: &mut S::Local,
    body: &B,
    slot: &Slot<R>,
) -> Result<(), Stop>
where
    S: Sinks,
    B: Body<S, R>,
{
    // SAFETY: the caller's promise; a block that does not end has not filled its slot.
    unsafe {
        match one::<S, R, B>(block, shared, local, body, slot) {
            Err(Stop(Why::Early(fault))) => {
                one::<S, R, B>(&block.doomed(), shared, local, body, slot)?;
                // A worker that is no function: what failed then did not now.
                Err(fault.into())
            }
            Err(Stop(Why::Fault(_))) if block.is_in_parts() => {
                one::<S, R, B>(&block.doomed(), shared, local, body, slot)
            }
            done => done,
        }
    }
}

/// Does one block, and fills its slot.
///
/// It is compiled once, for runs alone and runs together; what a call
/// costs is little for a block.
///
/// # Safety
///
/// As for [`with`].
#[inline(never)]
unsafe fn one<S, R, B>(
    block: &Block<'_>,
    shared: &S::Shared,
    local: &mut S::Local,
    body: &B,
    slot: &Slot<R>,
) -> Result<(), Stop>
where
    S: Sinks,
    B: Body<S, R>,
{
    // SAFETY: the caller's promise.
    unsafe {
        with::<S, R>(block, shared, local, slot, |block, out| {
            body.call(block, out)
        })
    }
}

/// Does one block with a body.
///
/// # Safety
///
/// `shared` must be of the block's run, and each block done by one
/// thread, which alone uses `slot`, and never again when it has filled it.
#[inline(always)]
unsafe fn with<S: Sinks, R>(
    block: &Block<'_>,
    shared: &S::Shared,
    local: &mut S::Local,
    slot: &Slot<R>,
    body: impl FnOnce(&Block<'_>, &mut Out<'_, S>) -> Result<R, Stop>,
) -> Result<(), Stop> {
    // SAFETY: the caller's promise; `local` is open for this block until
    // it is closed.
    unsafe {
        S::open(shared, local, block)?;
        let part = body(block, &mut Out::new(shared, local, block))?;
        S::close(shared, local, block)?;
        slot.fill(part);
        Ok(())
    }
}

/// What ended the block of a thread that does all of them.
#[cold]
fn own_fault(stop: Stop) -> Fault {
    match stop {
        Stop(Why::Fault(fault) | Why::Early(fault)) => fault,
        Stop(Why::Poisoned) => panic!("{POISONED}"),
    }
}

const POISONED: &str = "a block stopped for a failure that is not of its run";
