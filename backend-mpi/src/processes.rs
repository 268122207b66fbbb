//! The processes of an MPI job.

use crate::communicator::Communicator;
use mpi::Threading;
use mpi::datatype::PartitionMut;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{
    AnyCommunicator, Communicator as _, CommunicatorCollectives as _, Destination as _, Source as _,
};
use mpi::{Count, request};
use std::fmt;
use std::panic::{self, AssertUnwindSafe};
use std::rc::Rc;

/// The most bytes of one message, which are counted with 31 bits.
const LONGEST: usize = 1 << 30;

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
        let peers = Peers {
            communicator: Rc::new(universe.world()),
            _universe: Some(Rc::new(universe)),
        };
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
        match panic::catch_unwind(AssertUnwindSafe(|| program(world))) {
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
        let peers = Peers {
            communicator: Rc::new(communicator.duplicate()),
            _universe: None,
        };
        Communicator::of_processes(peers)
    }
}

/// The processes, as one of them sees them.
#[derive(Clone)]
pub(crate) struct Peers {
    communicator: Rc<SimpleCommunicator>,
    /// After the communicator, which has to be freed before MPI ends.
    _universe: Option<Rc<mpi::environment::Universe>>,
}

impl Peers {
    pub(crate) fn rank(&self) -> usize {
        self.communicator.rank() as usize
    }

    pub(crate) fn size(&self) -> usize {
        self.communicator.size() as usize
    }

    /// Returns the bytes that each process gives, by rank.
    pub(crate) fn all_gather(&self, own: &[u8]) -> Vec<Vec<u8>> {
        let mut lens = vec![0u64; self.size()];
        self.communicator
            .all_gather_into(&(own.len() as u64), &mut lens[..]);
        let all: u64 = lens.iter().sum();
        if all > LONGEST as u64 {
            return self.exchange(&vec![own; self.size()]);
        }
        let counts: Vec<Count> = lens.iter().map(|len| *len as Count).collect();
        let starts = counts.iter().scan(0, |end, count| {
            let start = *end;
            *end += count;
            Some(start)
        });
        let starts: Vec<Count> = starts.collect();
        // The pointer of an empty list is the address 1, which means something else to MPI.
        static NOTHING: [u8; 1] = [0];
        let own = match own.is_empty() {
            true => &NOTHING[..0],
            false => own,
        };
        let mut bytes = vec![0u8; (all as usize).max(1)];
        let mut room = PartitionMut::new(&mut bytes[..], &counts[..], &starts[..]);
        self.communicator.all_gather_varcount_into(own, &mut room);
        let parts = starts.iter().zip(&counts);
        parts
            .map(|(start, count)| bytes[*start as usize..][..*count as usize].to_vec())
            .collect()
    }

    /// Sends some bytes to each process, by rank, and returns those that they sent here.
    pub(crate) fn exchange<L: AsRef<[u8]>>(&self, lists: &[L]) -> Vec<Vec<u8>> {
        let own = self.rank();
        let lens: Vec<u64> = lists
            .iter()
            .map(|list| list.as_ref().len() as u64)
            .collect();
        let mut arriving = vec![0u64; lists.len()];
        self.communicator
            .all_to_all_into(&lens[..], &mut arriving[..]);
        let mut received: Vec<Vec<u8>> = (arriving.iter().enumerate())
            .map(|(from, len)| match from == own {
                true => lists[own].as_ref().to_vec(),
                false => vec![0; *len as usize],
            })
            .collect();
        request::scope(|scope| {
            let mut requests = Vec::new();
            let arriving = received.iter_mut().enumerate();
            for (from, list) in arriving.filter(|(from, _)| *from != own) {
                let source = self.communicator.process_at_rank(from as i32);
                for piece in list.chunks_mut(LONGEST) {
                    requests.push(source.immediate_receive_into(scope, piece));
                }
            }
            let leaving = lists.iter().enumerate();
            for (to, list) in leaving.filter(|(to, _)| *to != own) {
                let destination = self.communicator.process_at_rank(to as i32);
                for piece in list.as_ref().chunks(LONGEST) {
                    requests.push(destination.immediate_send(scope, piece));
                }
            }
            for request in requests {
                request.wait();
            }
        });
        received
    }
}
