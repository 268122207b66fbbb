//! Threads of one process that stand for processes: for tests, and to try a program without MPI.

use crate::communicator::Communicator;
use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Runs a function on `size` threads that stand for processes, and returns the results by rank.
///
/// ```
/// let sums = fusus_mpi::threads(3, |world| {
///     let squares = fusus_mpi::Array::from_fn(&world, 10, |i| i * i).unwrap();
///     squares.local().iter().sum::<u64>()
/// });
/// assert_eq!(sums.iter().sum::<u64>(), 285);
/// ```
///
/// # Panics
///
/// If `size` is 0, or if the function panics on a thread: the other threads end at their next
/// message, and the first panic goes on here.
pub fn run<R: Send>(size: usize, program: impl Fn(Communicator) -> R + Sync) -> Vec<R> {
    assert!(size > 0, "there is at least one process");
    let shared = Arc::new(Shared::new(size));
    let of_rank = |rank| {
        let peers = Peers {
            rank,
            shared: Arc::clone(&shared),
        };
        let result = panic::catch_unwind(AssertUnwindSafe(|| {
            program(Communicator::of_threads(peers))
        }));
        result.map_err(|cause| shared.fail(cause)).ok()
    };
    let results: Vec<Option<R>> = thread::scope(|scope| {
        let of_rank = &of_rank;
        let threads: Vec<_> = (0..size)
            .map(|rank| scope.spawn(move || of_rank(rank)))
            .collect();
        let results = threads.into_iter().map(|thread| thread.join());
        results
            .map(|result| result.unwrap_or_else(|cause| panic::resume_unwind(cause)))
            .collect()
    });
    if let Some(cause) = shared.lock().failed.take().flatten() {
        panic::resume_unwind(cause);
    }
    results.into_iter().flatten().collect()
}

/// The bytes on their way from one thread to another.
type Letter = Vec<u8>;

/// The payload of a panic.
type Cause = Box<dyn Any + Send>;

/// The threads, as one of them sees them.
#[derive(Clone)]
pub(crate) struct Peers {
    rank: usize,
    shared: Arc<Shared>,
}

struct Shared {
    size: usize,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    /// The letters that thread `from` sent to thread `to`, at `from * size + to`.
    letters: Vec<Option<Letter>>,
    /// The threads that have arrived at the present barrier.
    arrived: usize,
    /// The barriers that all threads have passed.
    passed: usize,
    /// Some if a thread has panicked, with its first cause until `run` takes it.
    failed: Option<Option<Cause>>,
}

impl Shared {
    fn new(size: usize) -> Shared {
        let mut letters = Vec::new();
        letters.resize_with(size * size, || None);
        Shared {
            size,
            state: Mutex::new(State {
                letters,
                arrived: 0,
                passed: 0,
                failed: None,
            }),
            changed: Condvar::new(),
        }
    }

    /// The state. No panic leaves it half changed.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a panic known to all threads.
    fn fail(&self, cause: Cause) {
        self.lock().failed.get_or_insert(Some(cause));
        self.changed.notify_all();
    }

    /// Waits until all threads are here.
    ///
    /// # Panics
    ///
    /// If a thread has panicked, and so never comes.
    fn barrier(&self) {
        let mut state = self.lock();
        let turn = state.passed;
        state.arrived += 1;
        if state.arrived == self.size {
            state.arrived = 0;
            state.passed += 1;
            self.changed.notify_all();
        }
        while state.passed == turn {
            if state.failed.is_some() {
                drop(state);
                panic::resume_unwind(Box::new("another process has panicked"));
            }
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Peers {
    pub(crate) fn rank(&self) -> usize {
        self.rank
    }

    pub(crate) fn size(&self) -> usize {
        self.shared.size
    }

    pub(crate) fn exchange(&self, lists: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
        let size = self.size();
        for (to, list) in lists.into_iter().enumerate() {
            self.shared.lock().letters[self.rank * size + to] = Some(list);
        }
        self.shared.barrier();
        let received = (0..size).map(|from| {
            let letter = self.shared.lock().letters[from * size + self.rank].take();
            letter.expect("every thread has written before the barrier")
        });
        let received = received.collect();
        // Nobody writes anew before all have read.
        self.shared.barrier();
        received
    }
}
