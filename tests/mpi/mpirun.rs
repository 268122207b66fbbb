//! The binary of a test as the processes of a job.

use std::env;
use std::process::Command;

/// Set in the processes of a job.
const IN_JOB: &str = "FUSUS_MPI_IN_JOB";

/// Returns true in the processes of a job.
pub(crate) fn is_in_job() -> bool {
    env::var_os(IN_JOB).is_some()
}

/// Runs the tests that `arguments` choose in jobs of one to four processes, each of which must say what
/// `ended` says. All processes may be on one processor, and root may run them.
pub(crate) fn in_jobs(arguments: &[&str], ended: &str) {
    for processes in 1..=4 {
        let mut mpirun = Command::new("mpirun");
        mpirun
            .args(["--oversubscribe", "-n", &processes.to_string()])
            .arg(env::current_exe().expect("the test has a path"))
            .args(arguments)
            .env(IN_JOB, "1")
            .env("OMPI_ALLOW_RUN_AS_ROOT", "1")
            .env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")
            .env("RAYON_NUM_THREADS", "2");
        let output = mpirun.output().expect("mpirun starts");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(
            output.status.success() && said.matches(ended).count() == processes,
            "{processes} processes: {said}\n{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}
