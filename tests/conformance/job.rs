//! All programs over the processes of jobs: a test starts this binary under `mpirun`, and each process
//! goes through all tests, one after the other.

use fusus::mpi::Communicator;
use mpi::Threading;
use mpi::environment::Universe;
use mpi::topology::SimpleCommunicator;
use mpi::traits::Communicator as _;
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::{env, panic};

/// Set in the processes of a job.
const IN_JOB: &str = "FUSUS_MPI_IN_JOB";

/// The universe of this process, from the first program on.
static UNIVERSE: Mutex<Option<Universe>> = Mutex::new(None);

/// Returns true in the processes of a job.
pub(crate) fn is_running() -> bool {
    env::var_os(IN_JOB).is_some()
}

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
    for processes in 1..=4 {
        let mut mpirun = Command::new("mpirun");
        mpirun
            .args(["--oversubscribe", "-n", &processes.to_string()])
            .arg(env::current_exe().expect("the test has a path"))
            .args([
                "--test-threads=1",
                "--include-ignored",
                "--nocapture",
                "--quiet",
            ])
            .args(["--skip", "on_device", "--skip", "of_jobs"])
            .env(IN_JOB, "1")
            .env("OMPI_ALLOW_RUN_AS_ROOT", "1")
            .env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")
            .env("RAYON_NUM_THREADS", "2");
        let output = mpirun.output().expect("mpirun starts");
        let said = String::from_utf8_lossy(&output.stdout);
        let ended = said.matches("test result: ok").count();
        assert!(
            output.status.success() && ended == processes,
            "{processes} processes: {said}\n{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}
