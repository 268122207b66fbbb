//! The processes of a job, or threads in their place.

use fusus::mpi::Communicator;
use std::process::ExitCode;

/// Calls a function on all processes of the job, for which four threads stand where the feature `mpi`
/// is off.
pub(crate) fn on_all(program: impl Fn(Communicator) -> ExitCode + Sync) -> ExitCode {
    #[cfg(feature = "mpi")]
    {
        let universe = fusus::mpi::Universe::new().expect("MPI starts once");
        universe.run(program)
    }
    #[cfg(not(feature = "mpi"))]
    fusus::mpi::threads(4, program).swap_remove(0)
}
