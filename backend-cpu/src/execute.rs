//! Doing a loop: its sinks are prepared, its blocks done, its sinks finished.

use std::panic;

use crate::block::Block;
use crate::blocks::Blocks;
use crate::distribute::{Rounds, Task, Traits, Work, own_fault, poisoned};
use crate::error::{Fault, Stop};
use crate::memory;
use crate::partials::{Partials, Slot};
use crate::pool::Failure;
use crate::simd::BlockBody;
use crate::sink::{Out, Sinks};

impl Blocks {
    /// Does a loop. Of a short one the only block is inlined: it takes no longer than a call.
    #[inline]
    pub(crate) fn run_here<S, R, B>(
        &self,
        sinks: S,
        body: &B,
    ) -> Result<(S::Done, Partials<R>), Fault>
    where
        S: Sinks,
        R: Send,
        B: BlockBody<S, R> + ?Sized,
    {
        self.run::<S, R, B>(sinks, body, None, |block, shared, local, slot| {
            // SAFETY: of `run`.
            unsafe {
                // A constant, so that a body that never runs here is not compiled here.
                if B::IS_WIDE || !body.is_baseline(self) {
                    return one::<S, R, B>(block, shared, local, body, slot);
                }
                with::<S, R>(block, shared, local, slot, |block, out| {
                    body.call_baseline(block, out)
                })
            }
        })
    }

    /// Does a loop, with a call for each block, in two rounds if it has them.
    #[inline]
    pub(crate) fn run_calling<S, R, B>(
        &self,
        sinks: S,
        body: &B,
        rounds: Option<&Rounds<'_>>,
    ) -> Result<(S::Done, Partials<R>), Fault>
    where
        S: Sinks,
        R: Send,
        B: BlockBody<S, R> + ?Sized,
    {
        self.run::<S, R, B>(sinks, body, rounds, |block, shared, local, slot| {
            // SAFETY: of `run`.
            unsafe { one::<S, R, B>(block, shared, local, body, slot) }
        })
    }

    /// Does a loop. If it has a single block, `only` does that: no other thread does, and the slot
    /// is for it alone.
    #[inline(always)]
    fn run<S, R, B>(
        &self,
        sinks: S,
        body: &B,
        rounds: Option<&Rounds<'_>>,
        only: impl FnOnce(&Block<'_>, &S::Shared, &mut S::Local, &Slot<R>) -> Result<(), Stop>,
    ) -> Result<(S::Done, Partials<R>), Fault>
    where
        S: Sinks,
        R: Send,
        B: BlockBody<S, R> + ?Sized,
    {
        if self.count() > 1 {
            memory::prepare_allocator(sinks.requested_bytes(self));
        }
        if S::ACCESSES.wait() {
            self.keep_in_order();
        }
        sinks.arrange(self);
        let shared = sinks.prepare(self)?;
        let partials = match self.count() {
            0 => Partials::few(Slot::empty()),
            1 => {
                if let Some(rounds) = rounds
                    && rounds.first != (0, 1)
                {
                    (rounds.wait)();
                }
                let (block, slot) = (Block::new(self, 0), Slot::empty());
                only(&block, &shared, &mut S::local(), &slot).map_err(own_fault)?;
                Partials::few(slot)
            }
            _ => self.several::<S, R, B>(&shared, body, rounds)?,
        };
        // SAFETY: every block was closed.
        Ok((unsafe { S::finish(shared)? }, partials))
    }

    /// Does several blocks.
    #[inline(never)]
    fn several<S, R, B>(
        &self,
        shared: &S::Shared,
        body: &B,
        rounds: Option<&Rounds<'_>>,
    ) -> Result<Partials<R>, Fault>
    where
        S: Sinks,
        R: Send,
        B: BlockBody<S, R> + ?Sized,
    {
        let slots = Slot::many(self.count())?;
        let traits = Traits {
            ordered: S::ACCESSES.wait(),
            any_order: S::ACCESSES.take_blocks_in_any_order(),
            joins: S::ACCESSES.have_fixed_slots() && size_of::<R>() == 0,
            untouched: S::NEW_BYTES,
        };
        let work = Typed::<S, R, B> {
            shared,
            body,
            slots: &slots,
        };
        let mut local = S::local();
        // SAFETY: `distribute` has each block done once.
        let mut task = |block: &Block<'_>| unsafe { work.one(block, &mut local) };
        // SAFETY: nothing else knows of this work, whose blocks are each done by one thread.
        match unsafe { self.distribute(traits, &mut task, &work, rounds) } {
            Ok(()) => Ok(Partials::many(slots)),
            Err(failure) => {
                // Results of other blocks go before a panic does.
                drop(slots);
                Err(raised(failure))
            }
        }
    }
}

/// The fault of a loop, after its panic if it failed by one.
#[cold]
#[inline(never)]
fn raised(failure: Failure) -> Fault {
    match failure {
        Failure::Fault(fault) => fault,
        Failure::Poisoned => poisoned(),
        Failure::Panic(payload) => panic::resume_unwind(payload),
    }
}

/// The blocks of a loop of known types.
struct Typed<'r, S: Sinks, R, B: ?Sized> {
    shared: &'r S::Shared,
    body: &'r B,
    /// One a block.
    slots: &'r [Slot<R>],
}

impl<S, R, B> Typed<'_, S, R, B>
where
    S: Sinks,
    B: BlockBody<S, R> + ?Sized,
{
    /// Does one block.
    ///
    /// # Safety
    ///
    /// As for [`Work::on_thread`].
    #[inline]
    unsafe fn one(&self, block: &Block<'_>, local: &mut S::Local) -> Result<(), Stop> {
        let slot = &self.slots[block.index()];
        // SAFETY: the caller has each block done by one thread, whose slot is that thread's as the
        // block is. A block that does not end has not filled it.
        unsafe { one::<S, R, B>(block, self.shared, local, self.body, slot) }
    }
}

impl<S, R, B> Work for Typed<'_, S, R, B>
where
    S: Sinks,
    R: Send,
    B: BlockBody<S, R> + ?Sized,
{
    unsafe fn on_thread(&self, thread: &mut dyn FnMut(&mut Task<'_>)) {
        let mut local = S::local();
        // SAFETY: the caller's promise.
        thread(&mut |block| unsafe { self.one(block, &mut local) });
    }
}

/// Does one block, and fills its slot.
///
/// It is compiled once, for runs alone and runs together; a call
/// costs little for a block.
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
    B: BlockBody<S, R> + ?Sized,
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
