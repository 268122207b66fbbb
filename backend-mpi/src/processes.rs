//! The processes of an MPI job.

use crate::communicator::{Communicator, Element};
use mpi::Threading;
use mpi::datatype::{AsDatatype, BufferMut, Collection, Equivalence, PointerMut};
use mpi::topology::SimpleCommunicator;
use mpi::traits::{
    AnyCommunicator, Communicator as _, CommunicatorCollectives as _, Destination as _, Source as _,
};
use mpi::{Count, request};
use std::ffi::c_void;
use std::fmt;
use std::mem::MaybeUninit;
use std::panic::{self, AssertUnwindSafe};
use std::rc::Rc;

/// The most elements of one message, which are counted with 31 bits.
const LONGEST: usize = 1 << 28;

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

    pub(crate) fn exchange<T: Element>(&self, lists: Vec<&[T]>) -> Vec<Vec<T>> {
        let counts: Vec<u64> = lists.iter().map(|list| list.len() as u64).collect();
        let mut arriving = vec![0u64; lists.len()];
        self.communicator
            .all_to_all_into(&counts[..], &mut arriving[..]);

        let mut received: Vec<Vec<T>> = arriving
            .iter()
            .map(|count| Vec::with_capacity(*count as usize))
            .collect();
        let mut rooms: Vec<Room<'_, T>> = Vec::new();
        let mut sources: Vec<usize> = Vec::new();
        for (from, (list, count)) in received.iter_mut().zip(&arriving).enumerate() {
            if from == self.rank() {
                continue;
            }
            let room = &mut list.spare_capacity_mut()[..*count as usize];
            for room in room.chunks_mut(LONGEST) {
                rooms.push(Room(room));
                sources.push(from);
            }
        }
        request::scope(|scope| {
            let mut receiving = Vec::with_capacity(rooms.len());
            for (room, from) in rooms.iter_mut().zip(sources) {
                let source = self.communicator.process_at_rank(from as i32);
                receiving.push(source.immediate_receive_into(scope, room));
            }
            let mut sending = Vec::new();
            for (to, list) in lists.iter().enumerate() {
                if to == self.rank() {
                    continue;
                }
                let destination = self.communicator.process_at_rank(to as i32);
                for piece in list.chunks(LONGEST) {
                    sending.push(destination.immediate_send(scope, piece));
                }
            }
            for request in receiving {
                request.wait();
            }
            for request in sending {
                request.wait();
            }
        });
        let own = self.rank();
        received[own].extend_from_slice(lists[own]);
        for (from, list) in received.iter_mut().enumerate() {
            if from != own {
                // SAFETY: as many elements as `arriving` says have been received into the capacity.
                unsafe { list.set_len(arriving[from] as usize) };
            }
        }
        received
    }
}

/// Memory for elements that arrive.
struct Room<'a, T>(&'a mut [MaybeUninit<T>]);

// SAFETY: the datatype describes a `T`, which is what the memory is for.
unsafe impl<T: Equivalence> AsDatatype for Room<'_, T> {
    type Out = T::Out;

    fn as_datatype(&self) -> T::Out {
        T::equivalent_datatype()
    }
}

// SAFETY: the memory has room for so many elements.
unsafe impl<T> Collection for Room<'_, T> {
    fn count(&self) -> Count {
        self.0.len() as Count
    }
}

// SAFETY: the pointer is to the first of them.
unsafe impl<T> PointerMut for Room<'_, T> {
    fn pointer_mut(&mut self) -> *mut c_void {
        self.0.as_mut_ptr().cast()
    }
}

// SAFETY: the three above belong together.
unsafe impl<T: Equivalence> BufferMut for Room<'_, T> {}
