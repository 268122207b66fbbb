//! The programs over the processes of a job: a test starts this binary under `mpirun` with 1 to 4 of
//! them.

use crate::support::Processes;
use crate::{axes, errors, externals, positions, programs, rounds, scans, structs, summed, sums};
use fusus::mpi::{Communicator, Universe};
use std::env;
use std::process::Command;

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

#[test]
fn the_same_bits_over_the_processes_of_jobs() {
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
            .args(["--exact", "job::the_same_bits_over_the_processes_of_jobs"])
            .arg("--nocapture")
            .env(IN_JOB, "1")
            .env("OMPI_ALLOW_RUN_AS_ROOT", "1")
            .env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")
            .env("RAYON_NUM_THREADS", "2");
        let output = mpirun.output().expect("mpirun starts");
        let said = String::from_utf8_lossy(&output.stdout);
        let passed = said.matches("test result: ok. 1 passed").count();
        assert!(
            output.status.success() && passed == processes,
            "{processes} processes: {output:?}"
        );
    }
}
