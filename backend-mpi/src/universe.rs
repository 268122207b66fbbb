//! MPI itself: how a program starts it, and the communicators of a program that has.

use crate::communicator::Communicator;
use crate::peers::processes::Peers;
use mpi::Threading;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{AnyCommunicator, Communicator as _};
use std::fmt;
use std::panic::{self, AssertUnwindSafe};

/// MPI, which ends with the last value that needs it: this one, a communicator or an array.
pub struct Universe {
    world: Communicator,
}

impl Universe {
    /// Starts MPI, and returns `None` if it has been started in this process already: use
    /// [`Communicator::from_mpi`] then. Only the thread that calls this sends messages
    /// (`MPI_THREAD_FUNNELED`).
    pub fn new() -> Option<Universe> {
        let (universe, _) = mpi::initialize_with_threading(Threading::Funneled)?;
        let peers = Peers::of(universe.world(), Some(universe));
        Some(Universe {
            world: Communicator::of_processes(peers),
        })
    }

    /// Returns all processes of the job.
    pub fn world(&self) -> Communicator {
        self.world.clone()
    }

    /// Runs a program on this process. If it panics, the message goes to the standard error, and the
    /// whole job is aborted with the status 101: the other processes would wait for this one for ever.
    pub fn run<R>(&self, program: impl FnOnce(Communicator) -> R) -> R {
        let world = self.world();
        let rank = world.rank();
        let program = || {
            let result = program(world.clone());
            world.compare();
            result
        };
        match panic::catch_unwind(AssertUnwindSafe(program)) {
            Ok(result) => result,
            Err(_) => {
                // The panic hook has printed the message by now.
                eprintln!("process {rank} panicked, and the job is aborted");
                SimpleCommunicator::world().abort(101)
            }
        }
    }
}

impl fmt::Debug for Universe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Universe")
            .field("world", &self.world)
            .finish()
    }
}

impl Communicator {
    /// Returns the processes of a communicator of the crate `mpi`, whose messages are apart from
    /// those of the original; they are dropped before its universe is. Collective.
    pub fn from_mpi<C: AnyCommunicator>(communicator: &C) -> Communicator {
        Communicator::of_processes(Peers::of(communicator.duplicate(), None))
    }
}
