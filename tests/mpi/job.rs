//! The programs over the processes of a job: a test starts this binary under `mpirun` with 1 to 4 of
//! them.

use crate::mpirun::{in_jobs, is_in_job};
use crate::support::Processes;
use crate::{axes, errors, externals, positions, programs, rounds, scans, structs, summed, sums};
use fusus::mpi::{Communicator, Universe};

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
    if is_in_job() {
        return checks();
    }
    in_jobs(
        &[
            "--exact",
            "job::the_same_bits_over_the_processes_of_jobs",
            "--nocapture",
        ],
        "test result: ok. 1 passed",
    );
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
