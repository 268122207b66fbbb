//! Distributing the blocks of a loop over threads.
//!
//! [`Work`] hides the types of a loop, so that the code here is compiled once, and not again in the
//! user's crate for each loop of each program.

use std::fmt;
use std::ops::Range;
use std::panic::{self, AssertUnwindSafe};

use crate::block::Block;
use crate::blocks::Blocks;
use crate::error::{Fault, Stop, StopReason};
use crate::inside::is_inside;
use crate::memory::HUGE_PAGE;
use crate::numbers::Numbers;
use crate::pool::{Failure, Sample, Session, Watch};
use crate::sync::Ordering;

/// So many blocks of a loop that waits for memory are claimed together.
const NEIGHBOURS: usize = 16;

/// The computation of the blocks of a loop.
pub(crate) trait Work: Sync {
    /// Calls `thread` with a function that does one block, or neighbouring ones as one, and keeps
    /// the state of a thread from block to block.
    ///
    /// # Safety
    ///
    /// Each block must be done by one thread, and never again when it has ended well.
    unsafe fn on_thread(&self, thread: &mut dyn FnMut(&mut Task<'_>));
}

/// Does one block.
pub(crate) type Task<'w> = dyn FnMut(&Block<'_>) -> Result<(), Stop> + 'w;

/// The facts about the types of a loop that decide how its blocks are handed out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Traits {
    /// Set if a sink of the loop takes blocks from left to right.
    pub(crate) ordered: bool,
    /// Set if no sink of the loop needs blocks from left to right: what some take so they only collect.
    pub(crate) any_order: bool,
    /// Set if neighbouring blocks may be done as one.
    pub(crate) joins: bool,
    /// The bytes of fresh memory that a position touches first, `usize::MAX` where there are none.
    pub(crate) untouched: usize,
}

/// The two rounds in which the blocks of a loop are done: those of the second one need what other
/// processes send meanwhile.
#[derive(Clone, Copy)]
pub struct Rounds<'w> {
    /// The number of the first block of the first round, and that of the first one behind it.
    pub first: (usize, usize),
    /// Waits for what others send, on the thread that starts the loop, before the second round.
    pub wait: &'w dyn Fn(),
}

impl fmt::Debug for Rounds<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rounds")
            .field("first", &self.first)
            .finish_non_exhaustive()
    }
}

impl Blocks {
    /// Does all blocks: on this thread by `task`, or together with others.
    ///
    /// # Safety
    ///
    /// Nothing else may do blocks of `work`, to which `task` belongs.
    pub(crate) unsafe fn distribute(
        &self,
        traits: Traits,
        task: &mut Task<'_>,
        work: &dyn Work,
        rounds: Option<&Rounds<'_>>,
    ) -> Result<(), Failure> {
        let all = Numbers::of(0..self.count());
        let Some(rounds) = rounds else {
            // SAFETY: the caller's promise.
            return unsafe { self.round(traits, task, work, &all, Watch::start(self)) };
        };
        let first = self.first_round(traits, rounds);
        if first.is_empty() {
            (rounds.wait)();
            // SAFETY: the caller's promise.
            return unsafe { self.round(traits, task, work, &all, Watch::start(self)) };
        }
        let numbers = Numbers::of(first.clone());
        // SAFETY: the caller's promise.
        let done = panic::catch_unwind(AssertUnwindSafe(|| unsafe {
            self.round(traits, task, work, &numbers, Watch::start(self))
        }));
        let done = done.unwrap_or_else(|payload| Err(Failure::Panic(payload)));
        (rounds.wait)();
        let Err(failure) = done else {
            let rest = all.without(first);
            // SAFETY: the caller's promise; none of these blocks is done.
            return unsafe { self.round(traits, task, work, &rest, None) };
        };
        // The leftmost failure counts: blocks to the left of one that failed are done all the same, in
        // a state that this one has not left behind.
        self.failed().store(usize::MAX, Ordering::Relaxed);
        let left = Numbers::of(0..first.start);
        let mut done = Ok(());
        // SAFETY: the caller's promise; none of these blocks is done.
        unsafe {
            work.on_thread(&mut |task| done = self.round(traits, task, work, &left, None));
        }
        done.and(Err(failure))
    }

    /// The blocks of the first round. Blocks that are done from left to right begin with the first one, and
    /// a range is of one round.
    fn first_round(&self, traits: Traits, rounds: &Rounds<'_>) -> Range<usize> {
        let start = rounds.first.0.min(self.count());
        let end = rounds.first.1.clamp(start, self.count());
        match traits.any_order && !self.is_chained() {
            true => start..end,
            false if start > 0 => 0..0,
            false if end == self.count() => 0..end,
            false => 0..self.next_range(end + 1).saturating_sub(self.range()),
        }
    }

    /// Does some blocks: on this thread by `task`, or together with others.
    ///
    /// # Safety
    ///
    /// Nothing else may do these blocks.
    unsafe fn round(
        &self,
        traits: Traits,
        task: &mut Task<'_>,
        work: &dyn Work,
        numbers: &Numbers,
        mut watch: Option<Watch<'_>>,
    ) -> Result<(), Failure> {
        let mut done = 0;
        if self.is_sequential() || is_inside() {
            self.in_order(traits, task, numbers, 0..numbers.count())?;
            done = numbers.count();
        } else if let Some(watch) = watch.as_mut().filter(|_| self.is_watched()) {
            done = self.until_worthwhile(traits, task, numbers, watch)?;
        }
        if done < numbers.count() {
            // SAFETY: the caller's promise; the blocks before these are done.
            return unsafe { self.together(traits, work, numbers.from(done), watch) };
        }
        if let Some(watch) = watch {
            watch.record(done);
        }
        Ok(())
    }

    /// Does blocks on this thread, from the first one on, until the rest is worth other threads.
    /// Returns how many it did.
    fn until_worthwhile(
        &self,
        traits: Traits,
        task: &mut Task<'_>,
        numbers: &Numbers,
        watch: &mut Watch<'_>,
    ) -> Result<usize, Fault> {
        let mut done = 0;
        while done < numbers.count() {
            let end = numbers.count().min(self.next_range(done + watch.step()));
            self.in_order(traits, task, numbers, done..end)?;
            done = end;
            if watch.asks_for_help(done) {
                break;
            }
        }
        Ok(done)
    }

    /// Does some of the blocks with these numbers on this thread, from left to right.
    fn in_order(
        &self,
        traits: Traits,
        task: &mut Task<'_>,
        numbers: &Numbers,
        of: Range<usize>,
    ) -> Result<(), Fault> {
        let joined = match numbers.have_gap() {
            true => 1,
            false => self.joined(traits),
        };
        for at in of.clone().step_by(joined) {
            let block = Block::several(self, numbers.get(at), joined.min(of.end - at));
            finish(&block, task).map_err(own_fault)?;
        }
        Ok(())
    }

    /// The number of neighbouring blocks that a thread sweeps as one: several short ones, where
    /// nothing is combined and no block waits for another.
    fn joined(&self, traits: Traits) -> usize {
        match traits.joins && !self.is_chained() && !self.are_apart() {
            true => self.blocks_of_usual_len(),
            false => 1,
        }
    }

    /// Shares blocks with other threads. A watch takes the time of this one.
    ///
    /// # Safety
    ///
    /// Nothing else may do these blocks.
    unsafe fn together(
        &self,
        traits: Traits,
        work: &dyn Work,
        numbers: Numbers,
        watch: Option<Watch<'_>>,
    ) -> Result<(), Failure> {
        let mut by_this_thread = Sample::default();
        let is_timed = watch.is_some();
        let session = Session::new(self, numbers, self.claim(traits));
        let done = session.share(&mut by_this_thread, &|session| {
            let mut sample = Sample::default();
            // SAFETY: the session has each block claimed once.
            unsafe {
                work.on_thread(&mut |task| {
                    sample = Sample::of(is_timed, || {
                        session.work(&mut |index| finish(&Block::new(self, index), task))
                    });
                });
            }
            sample
        });
        if let Some(watch) = watch {
            watch.record_sample(by_this_thread);
        }
        done
    }

    /// The number of blocks that a thread claims at a time.
    ///
    /// A range, where a thread does these as a whole. One, where they wait for each other, take
    /// long or too few are left for the others. Else neighbours, of long loops: memory is faster by
    /// some hundredths for fewer, longer streams. And of fresh memory those of a huge page: of two
    /// threads that touch one page at the same time the kernel clears two, of which it throws one
    /// away.
    fn claim(&self, traits: Traits) -> usize {
        if self.range() > 1 {
            return self.range();
        }
        if traits.ordered || self.are_in_order() || self.is_slow() {
            return 1;
        }
        let neighbours = match traits.untouched {
            usize::MAX if self.streams() => NEIGHBOURS,
            usize::MAX => 1,
            bytes => HUGE_PAGE / bytes / self.block_len(),
        };
        neighbours.min(self.count() / (4 * self.threads())).max(1)
    }
}

/// Does a block; once more if it failed where its leftmost failure is not known.
fn finish(block: &Block<'_>, task: &mut Task<'_>) -> Result<(), Stop> {
    match task(block) {
        Err(Stop(StopReason::NeedsReplay(fault))) => {
            task(&block.replay())?;
            // A worker that is no function: it failed then, and did not now.
            Err(fault.into())
        }
        Err(Stop(StopReason::Fault(_))) if block.needs_replay() => task(&block.replay()),
        done => done,
    }
}

/// The fault of the block of a thread that does all of them.
#[cold]
pub(crate) fn own_fault(stop: Stop) -> Fault {
    match stop {
        Stop(StopReason::Fault(fault) | StopReason::NeedsReplay(fault)) => fault,
        Stop(StopReason::Poisoned) => poisoned(),
    }
}

/// Panics for a block that said that one to its left had failed, where none had.
#[cold]
pub(crate) fn poisoned() -> ! {
    panic!("a block stopped for a failure that is not of its run")
}
