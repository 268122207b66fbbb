//! Threads of one process that stand for processes: for tests, and to try a program without MPI.

use crate::communicator::Communicator;
use crate::peers::threads::{Peers, Shared};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
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
        let peers = Peers::new(rank, Arc::clone(&shared));
        let result = panic::catch_unwind(AssertUnwindSafe(|| {
            let world = Communicator::of_threads(peers);
            let result = program(world.clone());
            world.compare();
            result
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
    if let Some(cause) = shared.first_cause() {
        panic::resume_unwind(cause);
    }
    results.into_iter().flatten().collect()
}
