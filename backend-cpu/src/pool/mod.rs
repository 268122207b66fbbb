//! The threads that do the blocks: the one that starts a run, and helpers that rayon supplies.

mod gate;
mod watch;

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, PoisonError};

use crate::blocks::Blocks;
use crate::error::{Fault, Stop, StopReason};
use crate::inside::{Inside, is_inside};
use crate::numbers::Numbers;
use crate::sync::{AtomicUsize, Ordering};
use gate::Gate;

pub(crate) use watch::{Sample, Watch};

/// The reason for which a run failed.
pub(crate) enum Failure {
    Fault(Fault),
    Panic(Box<dyn Any + Send>),
    /// A block said that one to its left had failed, and none had.
    Poisoned,
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Failure::Fault(fault)
    }
}

/// The blocks of a shared run, and how they fare. Nothing in it is generic, so
/// that a program's loops are all that is compiled for each program.
pub(crate) struct Session<'r> {
    blocks: &'r Blocks,
    /// The blocks that are done.
    numbers: Numbers,
    /// The next of them that nobody has claimed.
    next: AtomicUsize,
    /// The number of blocks that are claimed at a time.
    claim: usize,
    /// The number of blocks by which the first claim is shorter: those of its range that are done.
    shorter: usize,
    /// The failure of the lowest block that failed so far.
    failure: Mutex<Option<(usize, Failure)>>,
}

impl<'r> Session<'r> {
    /// Some of the blocks.
    pub(crate) fn new(blocks: &'r Blocks, numbers: Numbers, claim: usize) -> Self {
        let shorter = match claim == blocks.range() {
            true => (blocks.before_range() + numbers.get(0)) % claim,
            false => 0,
        };
        Session {
            blocks,
            numbers,
            next: AtomicUsize::new(0),
            claim,
            shorter,
            failure: Mutex::new(None),
        }
    }

    /// Calls `job` on this thread and on helpers, at least once, and returns
    /// when all of them have left it. Each one should call
    /// [`work`](Session::work) and return what it did; that of this thread is stored in `done`.
    ///
    /// Fails with the failure of the leftmost block that failed.
    pub(crate) fn share(
        self,
        done: &mut Sample,
        job: &(dyn Fn(&Session<'r>) -> Sample + Sync),
    ) -> Result<(), Failure> {
        let help = || {
            job(&self);
        };
        // SAFETY: `close`, which `Closing` calls in any case, returns only when
        // no helper is in `help` and none will be again; `help` lives longer.
        let gate = Arc::new(unsafe { Gate::open(&help) });
        {
            let _closing = Closing(&gate);
            for _ in 1..self.blocks.threads() {
                let gate = Arc::clone(&gate);
                rayon_core::spawn(move || {
                    if !is_inside() {
                        gate.help();
                    }
                });
            }
            *done = job(&self);
        }
        match self
            .failure
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
        {
            Some((_, failure)) => Err(failure),
            None => Ok(()),
        }
    }

    /// Claims blocks and does them until there are none, or one has failed. Returns how many it
    /// did. Each block is claimed once. Never panics.
    pub(crate) fn work(&self, block: &mut dyn FnMut(usize) -> Result<(), Stop>) -> usize {
        let _inside = Inside::enter();
        let mut done = 0;
        while self.blocks.failed().load(Ordering::Relaxed) == usize::MAX {
            let claimed = self.next.fetch_add(self.claim, Ordering::Relaxed);
            let first = claimed.saturating_sub(self.shorter);
            if first >= self.numbers.count() {
                break;
            }
            let end = (claimed + self.claim - self.shorter).min(self.numbers.count());
            for index in (first..end).map(|at| self.numbers.get(at)) {
                // Blocks to the left of one that failed are done all the same:
                // the leftmost failure counts.
                if self.blocks.failed().load(Ordering::Relaxed) < index {
                    return done;
                }
                match panic::catch_unwind(AssertUnwindSafe(|| block(index))) {
                    Ok(Ok(())) => done += 1,
                    Ok(Err(Stop(StopReason::Fault(fault) | StopReason::NeedsReplay(fault)))) => {
                        self.fail(index, Failure::Fault(fault));
                    }
                    // Usually a block to the left has failed already.
                    Ok(Err(Stop(StopReason::Poisoned))) => self.fail(index, Failure::Poisoned),
                    Err(payload) => self.fail(index, Failure::Panic(payload)),
                }
            }
        }
        done
    }

    fn fail(&self, index: usize, failure: Failure) {
        let mut lowest = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        let surplus = match &mut *lowest {
            Some((at, _)) if *at < index => Some(failure),
            place => place.replace((index, failure)).map(|(_, failure)| failure),
        };
        drop(lowest);
        self.blocks.failed().fetch_min(index, Ordering::Relaxed);
        if let Some(Failure::Panic(payload)) = surplus {
            discard(payload);
        }
    }
}

/// Closes a gate when dropped, so that no panic leaves it open.
struct Closing<'g>(&'g Gate);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// Drops a panic's payload, whose destructor may panic too.
fn discard(mut payload: Box<dyn Any + Send>) {
    while let Err(next) = panic::catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        payload = next;
    }
}
