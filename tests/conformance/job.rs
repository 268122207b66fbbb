//! All programs over the processes of jobs: a test starts this binary under `mpirun`, and each process
//! goes through all tests, one after the other.

use fusus::mpi::Communicator;
use mpi::Threading;
use mpi::environment::Universe;
use mpi::topology::SimpleCommunicator;
use mpi::traits::Communicator as _;
use std::panic;
use std::sync::{Mutex, PoisonError};

#[path = "../mpi/mpirun.rs"]
mod mpirun;

pub(crate) use mpirun::is_in_job as is_running;

/// The universe of this process, from the first program on.
static UNIVERSE: Mutex<Option<Universe>> = Mutex::new(None);

/// All processes of the job, if this is one of them.
pub(crate) fn world() -> Option<Communicator> {
    if !is_running() {
        return None;
    }
    let mut universe = UNIVERSE.lock().unwrap_or_else(PoisonError::into_inner);
    let universe = universe.get_or_insert_with(start);
    Some(Communicator::from_mpi(&universe.world()))
}

/// Starts MPI. Each test has a thread of its own; only one of them runs.
fn start() -> Universe {
    let started = mpi::initialize_with_threading(Threading::Serialized);
    let (universe, threading) = started.expect("MPI has not been started");
    assert!(threading >= Threading::Serialized);
    // The other processes would wait for this one for ever.
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        print(panic);
        SimpleCommunicator::world().abort(101)
    }));
    universe
}

/// Ends MPI.
pub(crate) fn end() {
    drop(
        UNIVERSE
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take(),
    );
}

#[test]
#[ignore = "needs MPI, and is a step of its own"]
fn all_programs_over_the_processes_of_jobs() {
    mpirun::in_jobs(
        &[
            "--test-threads=1",
            "--include-ignored",
            "--nocapture",
            "--quiet",
            "--skip",
            "on_device",
            "--skip",
            "of_jobs",
        ],
        "test result: ok",
    );
}
