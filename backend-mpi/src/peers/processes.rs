//! Messages between the processes of an MPI job.

use mpi::datatype::PartitionMut;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator as _, CommunicatorCollectives as _, Destination as _, Source as _};
use mpi::{Count, Tag, request};
use std::rc::Rc;

/// The most bytes of one message, which are counted with 31 bits.
const LONGEST: usize = 1 << 30;

/// The tag of messages in which only two processes take part.
const BETWEEN_TWO: Tag = 1;

/// The processes, as one of them sees them.
#[derive(Clone)]
pub(crate) struct Peers {
    communicator: Rc<SimpleCommunicator>,
    /// After the communicator, which has to be freed before MPI ends.
    _universe: Option<Rc<mpi::environment::Universe>>,
}

impl Peers {
    pub(crate) fn of(
        communicator: SimpleCommunicator,
        universe: Option<mpi::environment::Universe>,
    ) -> Peers {
        Peers {
            communicator: Rc::new(communicator),
            _universe: universe.map(Rc::new),
        }
    }

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

    /// Sends some bytes to one process, which receives them.
    pub(crate) fn send(&self, to: usize, letter: &[u8]) {
        let destination = self.communicator.process_at_rank(to as i32);
        destination.send_with_tag(letter, BETWEEN_TWO);
    }

    /// Returns the next bytes that a process has sent to this one alone.
    pub(crate) fn receive(&self, from: usize) -> Vec<u8> {
        let source = self.communicator.process_at_rank(from as i32);
        source.receive_vec_with_tag(BETWEEN_TWO).0
    }
}
