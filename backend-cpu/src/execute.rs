//! Doing the blocks of a loop, alone or together with other threads.

use std::panic;

use crate::block::Block;
use crate::blocks::Blocks;
use crate::body::Body;
use crate::error::{Fault, Stop, Why};
use crate::memory::{self, HUGE_PAGE};
use crate::parts::{Parts, Slot};
use crate::pool::{self, Failure, Session};
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

    /// Several.
    #[inline(never)]
    fn several<S, R, B>(&self, shared: &S::Shared, body: &B) -> Result<Parts<R>, Fault>
    where
        S: Sinks,
        R: Send,
        B: Body<S, R>,
    {
        match self.is_solo() || pool::is_inside() {
            true => self.alone::<S, R, B>(shared, body),
            false => self.together::<S, R, B>(shared, body),
        }
    }

    fn alone<S, R, B>(&self, shared: &S::Shared, body: &B) -> Result<Parts<R>, Fault>
    where
        S: Sinks,
        B: Body<S, R>,
    {
        let mut local = S::local();
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
