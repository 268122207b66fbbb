//! The programs of `tests/mpi` over the processes of a job: the test starts itself under `mpirun` with
//! 1 to 4 of them.

#[path = "../mpi/axes.rs"]
mod axes;
#[path = "../mpi/errors.rs"]
mod errors;
#[path = "../mpi/externals.rs"]
mod externals;
#[path = "../mpi/positions.rs"]
mod positions;
#[path = "../mpi/programs.rs"]
mod programs;
#[path = "../mpi/rounds.rs"]
mod rounds;
#[path = "../mpi/scans.rs"]
mod scans;
#[path = "../mpi/structs.rs"]
mod structs;
#[path = "../mpi/summed.rs"]
mod summed;
#[path = "../mpi/sums.rs"]
mod sums;
#[path = "../mpi/support.rs"]
mod support;

use fusus::mpi::{Communicator, Universe};
use std::env;
use std::process::Command;
use support::Processes;

/// Set in the processes of a job.
const IN_JOB: &str = "FUSUS_MPI_IN_JOB";

struct Job(Communicator);

impl Processes for Job {
    /// Lengths of a few blocks: threads in place of processes have long ones.
    fn lengths(&self) -> &'static [usize] {
        &[0, 1, 3, 1023, 5000]
    }

    fn each(&self, program: &(dyn Fn(Communicator) -> Vec<u64> + Sync)) -> Vec<Vec<u64>> {
        vec![program(self.0.clone())]
    }
}

fn main() {
    match env::var_os(IN_JOB) {
        Some(_) => checks(),
        None => start(),
    }
}

/// Does all programs on each process, and compares their results there.
fn checks() {
    let universe = Universe::new().expect("MPI has not been started");
    universe.run(|world| {
        let is_first = world.rank() == 0;
        let job = Job(world);
        let all = [
            programs::ALL,
            scans::ALL,
            positions::ALL,
            errors::ALL,
            axes::ALL,
            rounds::ALL,
            summed::ALL,
            sums::ALL,
            structs::ALL,
            externals::ALL,
            externals::GUARDS,
        ];
        for (name, check) in all.into_iter().flatten() {
            if is_first {
                eprintln!("{name}");
            }
            check(&job);
        }
    });
}

/// All processes may be on one processor, and root may run them.
fn start() {
    for processes in 1..=4 {
        let mut mpirun = Command::new("mpirun");
        mpirun
            .args(["--oversubscribe", "-n", &processes.to_string()])
            .arg(env::current_exe().expect("the test has a path"))
            .env(IN_JOB, "1")
            .env("OMPI_ALLOW_RUN_AS_ROOT", "1")
            .env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")
            .env("RAYON_NUM_THREADS", "2");
        let output = mpirun.output().expect("mpirun starts");
        assert!(output.status.success(), "{processes} processes: {output:?}");
    }
    println!("test result: ok. 4 passed; 0 failed");
}
