//! Messages between the processes of an MPI job.

use super::{Arrive, Letters};
use mpi::datatype::PartitionMut;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{
    Communicator as _, CommunicatorCollectives as _, Destination as _, Equivalence, Source as _,
};

use mpi::request::{self, Request, Scope};
use mpi::{Count, Tag};
use std::any::Any;
use std::borrow::Cow;
use std::cell::OnceCell;
use std::mem;
use std::rc::Rc;

/// The most bytes of one message, which are counted with 31 bits.
const LONGEST: usize = 1 << 30;

/// The bytes of the first message to all: a length, and what is no longer than the rest.
const FIRST: usize = 64;

/// The tag of messages in which only two processes take part.
const BETWEEN_TWO: Tag = 1;

/// The processes, as one of them sees them.
#[derive(Clone)]
pub(crate) struct Peers {
    communicator: Rc<SimpleCommunicator>,
    /// After the communicator, which has to be freed before MPI ends.
    _universe: Option<Rc<mpi::environment::Universe>>,
}

/// A message on its way. When it is dropped, also by a panic, it has arrived: none outlives its
/// buffer.
struct Pending<'b, D: ?Sized, S: Scope<'b>>(Option<Request<'b, D, S>>);

impl<'b, D: ?Sized, S: Scope<'b>> Pending<'b, D, S> {
    fn of(request: Request<'b, D, S>) -> Self {
        Pending(Some(request))
    }

    /// Waits for it, and returns what it is made of.
    fn wait(mut self) -> &'b D {
        let request = self.0.take().expect("nobody has waited for it");
        request.wait_for_data()
    }
}

impl<'b, D: ?Sized, S: Scope<'b>> Drop for Pending<'b, D, S> {
    fn drop(&mut self) {
        if let Some(request) = self.0.take() {
            request.wait_without_status();
        }
    }
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
        const LEN: usize = size_of::<u64>();
        let mut first = [0u8; FIRST];
        let short = own.len().min(FIRST - LEN);
        first[..LEN].copy_from_slice(&(own.len() as u64).to_ne_bytes());
        first[LEN..LEN + short].copy_from_slice(&own[..short]);
        let mut firsts = vec![0u8; FIRST * self.size()];
        self.communicator
            .all_gather_into(&first[..], &mut firsts[..]);
        let firsts = firsts.as_chunks::<FIRST>().0;
        let lens = firsts.iter().map(|first| {
            let len = first.first_chunk().expect("it begins with a length");
            u64::from_ne_bytes(*len)
        });
        let lens: Vec<u64> = lens.collect();
        if lens.iter().all(|len| *len <= (FIRST - LEN) as u64) {
            let lists = firsts.iter().zip(&lens);
            let lists = lists.map(|(first, len)| first[LEN..][..*len as usize].to_vec());
            return lists.collect();
        }
        let all = self.all_gather_of(own, &lens);
        let mut rest = &all[..];
        let parts = lens.iter().map(|len| {
            let part;
            (part, rest) = rest.split_at(*len as usize);
            part.to_vec()
        });
        parts.collect()
    }

    /// Returns the bytes that the processes give, so many each, one after the other.
    pub(crate) fn all_gather_of(&self, own: &[u8], lens: &[u64]) -> Vec<u8> {
        match lens.iter().sum::<u64>() > LONGEST as u64 {
            true => self.exchange_during(&vec![own; self.size()], lens, |arrive| arrive().concat()),
            false => {
                let mut all = Vec::new();
                self.gathered(own, lens, &mut all);
                all
            }
        }
    }

    /// Puts the elements that the processes give, so many each, one after the other into `all`, if they are
    /// numbers and few enough for one message. Returns false if they are not.
    #[expect(
        clippy::ptr_arg,
        reason = "the type of a vector is known when the program runs"
    )]
    pub(crate) fn all_gather_numbers<T: 'static>(
        &self,
        own: &Vec<T>,
        lens: &[u64],
        all: &mut Vec<T>,
    ) -> bool {
        if lens.iter().sum::<u64>() > (LONGEST / size_of::<T>().max(1)) as u64 {
            return false;
        }
        let (own, all): (&dyn Any, &mut dyn Any) = (own, all);
        macro_rules! numbers {
            ($($ty:ty)*) => {$(
                if let (Some(own), Some(all)) =
                    (own.downcast_ref::<Vec<$ty>>(), all.downcast_mut::<Vec<$ty>>())
                {
                    self.gathered(own, lens, all);
                    return true;
                }
            )*};
        }
        numbers! { f64 f32 i64 i32 u64 u32 usize u8 }
        false
    }

    fn gathered<T: Equivalence + Clone + Default>(
        &self,
        own: &[T],
        lens: &[u64],
        gathered: &mut Vec<T>,
    ) {
        let all: u64 = lens.iter().sum();
        let counts: Vec<Count> = lens.iter().map(|len| *len as Count).collect();
        let starts = counts.iter().scan(0, |end, count| {
            let start = *end;
            *end += count;
            Some(start)
        });
        let starts: Vec<Count> = starts.collect();
        // The pointer of an empty list is a small number, which means something else to MPI.
        let nothing = [T::default()];
        let own = match own.is_empty() {
            true => &nothing[..0],
            false => own,
        };
        gathered.resize((all as usize).max(1), T::default());
        let mut room = PartitionMut::new(&mut gathered[..], &counts[..], &starts[..]);
        self.communicator.all_gather_varcount_into(own, &mut room);
        gathered.truncate(all as usize);
    }

    /// Sends some bytes to each process, by rank, and returns those that they sent here.
    pub(crate) fn exchange(&self, mut lists: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
        let lens: Vec<u64> = lists.iter().map(|list| list.len() as u64).collect();
        let mut arriving = vec![0u64; lists.len()];
        self.communicator
            .all_to_all_into(&lens[..], &mut arriving[..]);
        let mut received = self.room(&arriving);
        self.exchange_into(&mut received, &lists, |_| ());
        let own = self.rank();
        received[own] = mem::take(&mut lists[own]);
        received
    }

    /// Sends some bytes to each process, by rank, and receives those that they send here, of which it
    /// is known how many there are, while `job` is done. Processes that send each other nothing have
    /// no message.
    pub(crate) fn exchange_during<L: AsRef<[u8]>, R>(
        &self,
        lists: &[L],
        arriving: &[u64],
        job: impl FnOnce(Arrive<'_>) -> R,
    ) -> R {
        self.exchange_into(&mut self.room(arriving), lists, job)
    }

    /// Room for what arrives from each of the others.
    fn room(&self, arriving: &[u64]) -> Vec<Vec<u8>> {
        let arriving = arriving.iter().enumerate();
        let room = arriving.map(|(from, len)| match from == self.rank() {
            true => Vec::new(),
            false => vec![0; *len as usize],
        });
        room.collect()
    }

    /// Sends some bytes to each process, and receives as many as there is room for, while `job` is done.
    fn exchange_into<L: AsRef<[u8]>, R>(
        &self,
        buffers: &mut [Vec<u8>],
        lists: &[L],
        job: impl FnOnce(Arrive<'_>) -> R,
    ) -> R {
        let own = self.rank();
        request::scope(|scope| {
            let receiving = buffers.iter_mut().enumerate().map(|(from, buffer)| {
                let source = self.communicator.process_at_rank(from as i32);
                let pieces = buffer.chunks_mut(LONGEST);
                let pieces =
                    pieces.map(|piece| Pending::of(source.immediate_receive_into(scope, piece)));
                pieces.collect()
            });
            let receiving: Vec<Vec<Pending<'_, [u8], _>>> = receiving.collect();
            let mut sending = Vec::new();
            let leaving = lists.iter().enumerate();
            for (to, list) in leaving.filter(|(to, _)| *to != own) {
                let destination = self.communicator.process_at_rank(to as i32);
                for piece in list.as_ref().chunks(LONGEST) {
                    sending.push(Pending::of(destination.immediate_send(scope, piece)));
                }
            }
            job(Box::new(move || {
                let received = receiving.into_iter().map(|pieces| {
                    let pieces = pieces.into_iter();
                    let pieces = pieces.map(Pending::wait);
                    match pieces.collect::<Vec<&[u8]>>()[..] {
                        [one] => Cow::Borrowed(one),
                        ref several => Cow::Owned(several.concat()),
                    }
                });
                let mut received: Letters<'_> = received.collect();
                received[own] = Cow::Borrowed(lists[own].as_ref());
                drop(sending);
                received
            }))
        })
    }

    /// Does a job that sends at most `count` letters to one process, which receives them while the job
    /// goes on.
    pub(crate) fn sending<R>(
        &self,
        to: usize,
        count: usize,
        job: impl FnOnce(&mut dyn FnMut(Vec<u8>)) -> R,
    ) -> R {
        let letters: Vec<OnceCell<Vec<u8>>> = vec![OnceCell::new(); count];
        let mut free = letters.iter();
        let destination = self.communicator.process_at_rank(to as i32);
        request::scope(|scope| {
            let mut sending = Vec::new();
            job(&mut |letter| {
                let place = free.next().expect("no more letters than were said");
                let letter = place.get_or_init(|| letter);
                let request = destination.immediate_send_with_tag(scope, &letter[..], BETWEEN_TWO);
                sending.push(Pending::of(request));
            })
        })
    }

    /// Returns the next bytes that a process has sent to this one alone.
    pub(crate) fn receive(&self, from: usize) -> Vec<u8> {
        let source = self.communicator.process_at_rank(from as i32);
        source.receive_vec_with_tag(BETWEEN_TWO).0
    }
}
