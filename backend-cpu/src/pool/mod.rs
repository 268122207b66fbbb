//! Who does the blocks: the thread that starts a run, and helpers that rayon
//! supplies.

mod gate;

use std::any::Any;
use std::cell::{Cell, UnsafeCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, PoisonError};

use crate::error::{Fault, Stop, Why};
use crate::run::Run;
use crate::sync::{AtomicUsize, Ordering};
use gate::Gate;

thread_local! {
    static INSIDE: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread is inside a block of a shared run. It must not wait for
/// other threads then, nor begin a block of another shared run: see
/// `look_back/README.md`.
#[inline]
pub(crate) fn is_inside() -> bool {
    INSIDE.get()
}

/// Marks this thread as inside a block until dropped.
struct Inside;

impl Inside {
    fn enter() -> Inside {
        debug_assert!(!INSIDE.get());
        INSIDE.set(true);
        Inside
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        INSIDE.set(false);
    }
}

/// Why a run failed.
pub(crate) enum Failure {
    Fault(Fault),
    Panic(Box<dyn Any + Send>),
    /// A block said that one to its left had failed, and none had.
    Poisoned,
}

/// Does all blocks of `run`, each one once, on this thread and on helpers, and
/// returns once all of them have left. `local` makes a thread's state. Returns
/// what `work` returned, in order; or the failure of the leftmost block that
/// failed.
pub(crate) fn share<L, R, W>(
    run: &Run,
    local: fn() -> L,
    work: W,
) -> Result<Vec<Option<R>>, Failure>
where
    R: Send,
    W: Fn(usize, &mut L) -> Result<R, Stop> + Sync,
{
    let session = Session {
        run,
        next: AtomicUsize::new(0),
        parts: (0..run.block_count())
            .map(|_| Part(UnsafeCell::new(None)))
            .collect(),
        failure: Mutex::new(None),
        local,
        work,
    };
    let job = || session.work();
    // SAFETY: `close`, also where it is called by `Closing::drop`, returns only
    // when no helper is in `job` and none will be again. `session` outlives it.
    let gate = Arc::new(unsafe { Gate::open(&job) });
    {
        let _closing = Closing(&gate);
        for _ in 1..run.threads() {
            let gate = Arc::clone(&gate);
            rayon::spawn(move || {
                if !is_inside() {
                    gate.help();
                }
            });
        }
        job();
    }
    let failure = session
        .failure
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    match failure {
        Some((_, failure)) => Err(failure),
        None => Ok(session
            .parts
            .into_iter()
            .map(|part| part.0.into_inner())
            .collect()),
    }
}

/// Closes a gate when dropped, so that no panic leaves it open.
struct Closing<'g>(&'g Gate);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

struct Session<'r, L, R, W> {
    run: &'r Run,
    /// The next block that nobody has claimed.
    next: AtomicUsize,
    parts: Vec<Part<R>>,
    /// The failure of the lowest block that failed so far.
    failure: Mutex<Option<(usize, Failure)>>,
    local: fn() -> L,
    work: W,
}

/// What a block returned.
struct Part<R>(UnsafeCell<Option<R>>);

// SAFETY: the thread that claimed a block, and no other, writes its part; parts
// are read when all threads have left the session.
unsafe impl<R: Send> Sync for Part<R> {}

impl<L, R, W> Session<'_, L, R, W>
where
    R: Send,
    W: Fn(usize, &mut L) -> Result<R, Stop> + Sync,
{
    /// Claims blocks and does them until there are none, or one has failed.
    /// Never panics.
    fn work(&self) {
        let _inside = Inside::enter();
        let mut local = (self.local)();
        while self.run.failed().load(Ordering::Relaxed) == usize::MAX {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            if index >= self.run.block_count() {
                break;
            }
            match panic::catch_unwind(AssertUnwindSafe(|| (self.work)(index, &mut local))) {
                Ok(Ok(part)) => {
                    // SAFETY: this thread claimed the block.
                    unsafe { *self.parts[index].0.get() = Some(part) };
                }
                Ok(Err(Stop(Why::Fault(fault)))) => self.fail(index, Failure::Fault(fault)),
                Ok(Err(Stop(Why::Poisoned))) => {
                    // Usually a block to the left has failed already.
                    self.fail(index, Failure::Poisoned);
                }
                Err(payload) => self.fail(index, Failure::Panic(payload)),
            }
        }
    }

    fn fail(&self, index: usize, failure: Failure) {
        let mut lowest = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        let surplus = match &mut *lowest {
            Some((at, _)) if *at < index => Some(failure),
            place => place.replace((index, failure)).map(|(_, failure)| failure),
        };
        drop(lowest);
        self.run.failed().fetch_min(index, Ordering::Relaxed);
        if let Some(Failure::Panic(payload)) = surplus {
            discard(payload);
        }
    }
}

/// Drops a panic's payload, whose destructor may panic too.
fn discard(mut payload: Box<dyn Any + Send>) {
    while let Err(next) = panic::catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        payload = next;
    }
}
