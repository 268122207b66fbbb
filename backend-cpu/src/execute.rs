//! Doing the blocks of a loop, alone or together with other threads.

use std::ops::Range;
use std::panic;

use crate::block::Block;
use crate::blocks::Blocks;
use crate::body::Body;
use crate::error::{Fault, Stop, Why};
use crate::inside::is_inside;
use crate::memory::{self, HUGE_PAGE};
use crate::parts::{Parts, Slot};
use crate::pool::{Failure, Session, Watch};
use crate::sink::{Out, Sinks};

/// So many blocks of a loop that waits for memory are claimed together.
const NEIGHBOURS: usize = 16;

impl Blocks {
    /// Does a loop. Of a short one the only block is inlined: it takes no longer than a call.
    #[inline]
    pub(crate) fn run_here<S, R, B>(&self, sinks: S, body: &B) -> Result<(S::Done, Parts<R>), Fault>
    where
        S: Sinks,
        R: Send,
        B: Body<S, R>,
    {
        self.run::<S, R, B>(sinks, body, |block, shared, local, slot| {
            // SAFETY: of `run`.
            unsafe {
                match body.is_narrow(self) {
                    true => with::<S, R>(block, shared, local, slot, |block, out| {
                        body.call_narrow(block, out)
                    }),
                    false => one::<S, R, B>(block, shared, local, body, slot),
                }
            }
        })
    }

    /// Does a loop, with a call for each block.
    #[inline]
    pub(crate) fn run_calling<S, R, B>(
        &self,
        sinks: S,
        body: &B,
    ) -> Result<(S::Done, Parts<R>), Fault>
    where
        S: Sinks,
        R: Send,
        B: Body<S, R>,
    {
        self.run::<S, R, B>(sinks, body, |block, shared, local, slot| {
            // SAFETY: of `run`.
            unsafe { one::<S, R, B>(block, shared, local, body, slot) }
        })
    }

    /// Does a loop. If it has a single block, `only` does that: no other thread does, and the slot is for
    /// it alone.
    #[inline(always)]
    fn run<S, R, B>(
        &self,
        sinks: S,
        body: &B,
        only: impl FnOnce(&Block<'_>, &S::Shared, &mut S::Local, &Slot<R>) -> Result<(), Stop>,
    ) -> Result<(S::Done, Parts<R>), Fault>
    where
        S: Sinks,
        R: Send,
        B: Body<S, R>,
    {
        if self.count() > 1 {
            memory::settle(sinks.asks_for(self));
        }
        let shared = sinks.prepare(self)?;
        let parts = match self.count() {
            0 => Parts::few(Slot::empty()),
            1 => {
                let (block, slot) = (Block::new(self, 0), Slot::empty());
                only(&block, &shared, &mut S::local(), &slot).map_err(own_fault)?;
                Parts::few(slot)
            }
            _ => self.several::<S, R, B>(&shared, body)?,
        };
        // SAFETY: every block was closed.
        Ok((unsafe { S::finish(shared)? }, parts))
    }

    /// Does several blocks.
    #[inline(never)]
    fn several<S, R, B>(&self, shared: &S::Shared, body: &B) -> Result<Parts<R>, Fault>
    where
        S: Sinks,
        R: Send,
        B: Body<S, R>,
    {
        let slots = Slot::many(self.count())?;
        let mut watch = Watch::start(self);
        let mut done = 0;
        if self.is_solo() || is_inside() {
            let all = 0..self.count();
            self.in_order::<S, R, B>(shared, &mut S::local(), body, &slots, all)?;
            done = self.count();
        } else if let Some(watch) = watch.as_mut().filter(|_| self.is_watched()) {
            done = self.until_worthwhile::<S, R, B>(shared, body, &slots, watch)?;
        }
        if done < self.count() {
            return self.together::<S, R, B>(shared, body, slots, done, watch);
        }
        if let Some(watch) = watch {
            watch.note(done);
        }
        Ok(Parts::many(slots))
    }

    /// Does blocks on this thread, from the first one on, until the rest is worth other threads. Returns how many
    /// it did.
    fn until_worthwhile<S, R, B>(
        &self,
        shared: &S::Shared,
        body: &B,
        slots: &[Slot<R>],
        watch: &mut Watch<'_>,
    ) -> Result<usize, Fault>
    where
        S: Sinks,
        B: Body<S, R>,
    {
        let mut local = S::local();
        let mut done = 0;
        while done < self.count() {
            let end = self.count().min(done + watch.step());
            self.in_order::<S, R, B>(shared, &mut local, body, slots, done..end)?;
            done = end;
            if watch.asks_for_help(done) {
                break;
            }
        }
        Ok(done)
    }

    /// Does neighbouring blocks on this thread, from left to right.
    fn in_order<S, R, B>(
        &self,
        shared: &S::Shared,
        local: &mut S::Local,
        body: &B,
        slots: &[Slot<R>],
        indices: Range<usize>,
    ) -> Result<(), Fault>
    where
        S: Sinks,
        B: Body<S, R>,
    {
        let joined = self.joined::<S, R>();
        for index in indices.clone().step_by(joined) {
            let block = Block::several(self, index, joined.min(indices.end - index));
            // SAFETY: the caller's thread alone does these blocks, each one once
            // and with a slot of its own.
            let done = unsafe { each::<S, R, B>(&block, shared, local, body, &slots[index]) };
            done.map_err(own_fault)?;
        }
        Ok(())
    }

    /// The number of neighbouring blocks that a thread sweeps as one: several short ones, where
    /// nothing is combined and no block waits for another.
    fn joined<S: Sinks, R>(&self) -> usize {
        let combines = size_of::<R>() > 0 || self.is_chained();
        match S::PLACED && !combines {
            true => self.blocks_of_usual_len(),
            false => 1,
        }
    }

    /// Shares the blocks from `first` on with other threads. A watch takes the time of this one.
    fn together<S, R, B>(
        &self,
        shared: &S::Shared,
        body: &B,
        slots: Vec<Slot<R>>,
        first: usize,
        watch: Option<Watch<'_>>,
    ) -> Result<Parts<R>, Fault>
    where
        S: Sinks,
        R: Send,
        B: Body<S, R>,
    {
        let mut by_this_thread = 0;
        let session = Session::new(self, first, self.claim::<S>());
        let done = session.share(&mut by_this_thread, &|session| {
            let mut local = S::local();
            session.work(&mut |index| {
                let (block, slot) = (Block::new(self, index), &slots[index]);
                // SAFETY: the session has each block claimed once, and its
                // slot is this thread's as the block is.
                unsafe { each::<S, R, B>(&block, shared, &mut local, body, slot) }
            })
        });
        if let Some(watch) = watch {
            watch.note(first + by_this_thread);
        }
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

    /// The number of blocks that a thread claims at a time.
    ///
    /// One, where they wait for each other, take long or too few are left for the others. Else
    /// neighbours, of long loops: memory is faster by some hundredths for fewer, longer streams.
    /// And of fresh memory those of a huge page: of two threads that touch one page at the same
    /// time the kernel clears two, of which it throws one away.
    fn claim<S: Sinks>(&self) -> usize {
        if S::ORDERED || self.is_chained() || self.is_slow() {
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

/// Returns the fault that ended a block of a thread that does all of them.
#[cold]
fn own_fault(stop: Stop) -> Fault {
    match stop {
        Stop(Why::Fault(fault) | Why::Early(fault)) => fault,
        Stop(Why::Poisoned) => panic!("{POISONED}"),
    }
}

const POISONED: &str = "a block stopped for a failure that is not of its run";
