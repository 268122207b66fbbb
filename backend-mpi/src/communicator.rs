//! The processes that share arrays, and the messages between them.
//!
//! Everything that arrays do is said by two kinds of messages: [`Communicator::all_gather`] of few
//! elements, and [`Communicator::exchange`] of many. Scans add messages from one process to the next.
//! A kind of communicator has only these three.

use crate::element::{Element, of_bytes, to_bytes};
use crate::error::Error;
use crate::given::{Given, number_of_text};
#[cfg(feature = "mpi")]
use crate::peers::processes;
use crate::peers::{Arrive, threads};
use std::any::type_name;
use std::fmt;

/// Some processes that share arrays, as one of them sees them.
///
/// Methods that send messages are *collective*: every process calls them, in the same order.
#[derive(Clone)]
pub struct Communicator {
    kind: Kind,
    /// Of the program that runs over these processes. All copies have the same.
    given: Given,
}

#[derive(Clone)]
enum Kind {
    Threads(threads::Peers),
    #[cfg(feature = "mpi")]
    Processes(processes::Peers),
}

impl Communicator {
    pub(crate) fn of_threads(peers: threads::Peers) -> Communicator {
        Communicator {
            kind: Kind::Threads(peers),
            given: Given::default(),
        }
    }

    #[cfg(feature = "mpi")]
    pub(crate) fn of_processes(peers: processes::Peers) -> Communicator {
        Communicator {
            kind: Kind::Processes(peers),
            given: Given::default(),
        }
    }

    /// Returns the number of this process: 0 for the first one.
    pub fn rank(&self) -> usize {
        match &self.kind {
            Kind::Threads(peers) => peers.rank(),
            #[cfg(feature = "mpi")]
            Kind::Processes(peers) => peers.rank(),
        }
    }

    /// Returns how many processes there are.
    pub fn size(&self) -> usize {
        match &self.kind {
            Kind::Threads(peers) => peers.size(),
            #[cfg(feature = "mpi")]
            Kind::Processes(peers) => peers.size(),
        }
    }

    /// Returns what the program is given, as far as it is not compared yet.
    pub(crate) fn given(&self) -> &Given {
        &self.given
    }

    /// Returns what threads that stand for processes have sent so far.
    pub(crate) fn sent(&self) -> Option<threads::Sent> {
        match &self.kind {
            Kind::Threads(peers) => Some(peers.sent()),
            #[cfg(feature = "mpi")]
            Kind::Processes(_) => None,
        }
    }

    /// Returns the elements that each process gives, by rank, on every process. Collective.
    pub fn all_gather<T: Element>(&self, own: &[T]) -> Vec<Vec<T>> {
        let gathered = self.all_gather_bytes(&to_bytes(own));
        let gathered = gathered.iter().map(|bytes| of_bytes(bytes).collect());
        gathered.collect()
    }

    /// Sends one list to each process, by rank, and returns the lists that they sent here, by rank.
    /// Collective.
    ///
    /// # Panics
    ///
    /// If there are not as many lists as processes.
    pub fn exchange<T: Element>(&self, lists: Vec<&[T]>) -> Vec<Vec<T>> {
        let lists = lists.into_iter().map(to_bytes).collect();
        let received = self.exchange_bytes(lists).into_iter();
        received.map(|bytes| of_bytes(&bytes).collect()).collect()
    }

    /// Sends some bytes to each process, by rank, and returns those that they sent here. Collective.
    pub(crate) fn exchange_bytes(&self, lists: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
        assert_eq!(lists.len(), self.size(), "there is a list for each process");
        self.compare();
        match &self.kind {
            Kind::Threads(peers) => peers.exchange(lists),
            #[cfg(feature = "mpi")]
            Kind::Processes(peers) => peers.exchange(lists),
        }
    }

    /// [`exchange`](Communicator::exchange), where each process knows how many elements come from
    /// which: processes that send each other none have no message. Collective.
    pub(crate) fn exchange_of<T: Element>(
        &self,
        lists: &[impl AsRef<[T]>],
        arriving: &[u64],
    ) -> Vec<Vec<T>> {
        let lists = lists.iter().map(|list| to_bytes(list.as_ref())).collect();
        let lens: Vec<u64> = arriving.iter().map(|len| len * T::BYTES as u64).collect();
        self.exchange_during(lists, &lens, |arrive| {
            let received = arrive();
            let received = received.iter().map(|bytes| of_bytes(bytes).collect());
            received.collect()
        })
    }

    /// Sends some bytes to each process, and does `job` while those come that the others send, of
    /// which it is known how many they are. The job gets a function that waits for them. When it is
    /// done, and also when it panics, all of them have come. Collective.
    pub(crate) fn exchange_during<R>(
        &self,
        lists: Vec<Vec<u8>>,
        arriving: &[u64],
        job: impl FnOnce(Arrive<'_>) -> R,
    ) -> R {
        self.compare();
        match &self.kind {
            Kind::Threads(peers) => peers.exchange_during(lists, arriving, job),
            #[cfg(feature = "mpi")]
            Kind::Processes(peers) => peers.exchange_during(&lists, arriving, job),
        }
    }

    /// [`exchange_during`](Communicator::exchange_during) with lists that several processes may get.
    pub(crate) fn exchange_slices_during<R>(
        &self,
        lists: &[&[u8]],
        arriving: &[u64],
        job: impl FnOnce(Arrive<'_>) -> R,
    ) -> R {
        self.compare();
        match &self.kind {
            Kind::Threads(peers) => {
                let lists = lists.iter().map(|list| list.to_vec()).collect();
                peers.exchange_during(lists, arriving, job)
            }
            #[cfg(feature = "mpi")]
            Kind::Processes(peers) => peers.exchange_during(lists, arriving, job),
        }
    }

    /// Returns the elements that the processes give, of which each knows how many they are, one after
    /// the other, in the memory of `room`. Collective.
    #[allow(
        clippy::ptr_arg,
        reason = "a vector is known by its type when the program runs"
    )]
    pub(crate) fn all_gather_of<T: Element>(
        &self,
        own: &Vec<T>,
        lens: &[u64],
        mut room: Vec<T>,
    ) -> Vec<T> {
        self.compare();
        #[cfg(feature = "mpi")]
        if let Kind::Processes(peers) = &self.kind
            && peers.all_gather_numbers(own, lens, &mut room)
        {
            return room;
        }
        let own = to_bytes(own);
        let lens: Vec<u64> = lens.iter().map(|len| len * T::BYTES as u64).collect();
        let all = match &self.kind {
            Kind::Threads(peers) => peers.exchange(vec![own; lens.len()]).concat(),
            #[cfg(feature = "mpi")]
            Kind::Processes(peers) => peers.all_gather_of(&own, &lens),
        };
        debug_assert_eq!(all.len() as u64, lens.iter().sum());
        room.clear();
        room.extend(of_bytes::<T>(&all));
        room
    }

    /// Returns the bytes that each process gives, by rank. Collective.
    pub(crate) fn all_gather_bytes(&self, own: &[u8]) -> Vec<Vec<u8>> {
        match &self.kind {
            Kind::Threads(peers) => peers.exchange(vec![own.to_vec(); self.size()]),
            #[cfg(feature = "mpi")]
            Kind::Processes(peers) => peers.all_gather(own),
        }
    }

    /// Sends bytes, of which there are some, to one process, which receives them.
    pub(crate) fn send_bytes(&self, to: usize, bytes: Vec<u8>) {
        self.sending(Some(to), 1, |send| send(bytes));
    }

    /// Does a job that sends at most `count` letters, each of some bytes, to one process, which receives
    /// them while the job goes on. When it is done, they have been received. No process means that the
    /// job sends none.
    #[cfg_attr(
        not(feature = "mpi"),
        expect(
            unused_variables,
            reason = "threads have room for any number of letters"
        )
    )]
    pub(crate) fn sending<R>(
        &self,
        to: Option<usize>,
        count: usize,
        job: impl FnOnce(&mut dyn FnMut(Vec<u8>)) -> R,
    ) -> R {
        let Some(to) = to else {
            return job(&mut |_| unreachable!("there is nobody to send anything to"));
        };
        match &self.kind {
            Kind::Threads(peers) => job(&mut |bytes| peers.send(to, bytes)),
            #[cfg(feature = "mpi")]
            Kind::Processes(peers) => peers.sending(to, count, job),
        }
    }

    /// Returns the next bytes that a process has sent to this one alone.
    pub(crate) fn receive_bytes(&self, from: usize) -> Vec<u8> {
        match &self.kind {
            Kind::Threads(peers) => peers.receive(from),
            #[cfg(feature = "mpi")]
            Kind::Processes(peers) => peers.receive(from),
        }
    }

    /// Returns the texts that each process gives, by rank. Collective.
    pub(crate) fn all_gather_text(&self, own: &str) -> Vec<String> {
        let texts = self.all_gather_bytes(own.as_bytes()).into_iter();
        texts
            .map(|text| String::from_utf8_lossy(&text).into_owned())
            .collect()
    }

    /// Returns an error if the processes give different texts. Collective.
    pub(crate) fn agree(&self, of: &'static str, own: &str) -> Result<(), Error> {
        let given = self.all_gather_text(own);
        match given.iter().all(|text| *text == given[0]) {
            true => Ok(()),
            false => Err(Error::Disagreement { of, given }),
        }
    }

    /// Returns an error if the processes have arrays of different elements. Collective.
    pub(crate) fn agree_on_type<T>(&self) -> Result<(), Error> {
        self.agree("the type of elements", type_name::<T>())
    }

    /// Compares what the program is given, unless that is done. Collective.
    ///
    /// # Panics
    ///
    /// If it is not the same on all processes, or these run different programs.
    pub(crate) fn compare(&self) {
        if let Some(number) = self.given.number().filter(|_| self.size() > 1) {
            self.expect_same(&self.all_gather_bytes(&number.to_ne_bytes()));
        }
    }

    /// Compares messages of all processes which begin with such a number. Collective.
    ///
    /// # Panics
    ///
    /// If it is not the same in all of them.
    pub(crate) fn expect_same(&self, messages: &[Vec<u8>]) {
        let number = |message: &Vec<u8>| message.first_chunk::<{ u64::BYTES }>().copied();
        match messages
            .iter()
            .all(|message| number(message) == number(&messages[0]))
        {
            true => self.given.are_same(),
            false => self.differ(),
        }
    }

    /// Says the first value that is another one on another process.
    fn differ(&self) -> ! {
        let own = self.given.values();
        let numbers: Vec<[u64; 2]> = own
            .iter()
            .map(|(name, number)| [number_of_text(name), *number])
            .collect();
        for (rank, theirs) in self.all_gather(&numbers).iter().enumerate() {
            for ((name, _), (own, theirs)) in own.iter().zip(numbers.iter().zip(theirs)) {
                if own[0] != theirs[0] {
                    break;
                }
                assert!(
                    own[1] == theirs[1],
                    "a program is given the same scalars, and arrays of the same types, lengths and parts, on all \
                     processes: `{name}` is another one on process {} than on process {rank}",
                    self.rank()
                );
            }
        }
        panic!(
            "the processes run different loops: they call the same programs, with the same scalars"
        );
    }
}

impl fmt::Debug for Communicator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Communicator")
            .field("rank", &self.rank())
            .field("size", &self.size())
            .finish()
    }
}
