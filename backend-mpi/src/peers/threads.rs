//! Messages between the threads that stand for processes.

use super::{Arrive, Letters};
use std::any::Any;
use std::borrow::Cow;
use std::collections::VecDeque;
use std::mem;
use std::panic;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The bytes on their way from one thread to another.
type Letter = Vec<u8>;

/// The payload of a panic.
pub(crate) type Cause = Box<dyn Any + Send>;

/// The threads, as one of them sees them.
#[derive(Clone)]
pub(crate) struct Peers {
    rank: usize,
    shared: Arc<Shared>,
}

/// The messages of all threads.
pub(crate) struct Shared {
    size: usize,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    /// The letters that thread `from` sent to thread `to`, at `from * size + to`.
    letters: Vec<Option<Letter>>,
    /// The letters from one thread to another that no other thread waits for, kind by kind, in the same
    /// order.
    between: Vec<VecDeque<Letter>>,
    /// The threads that have arrived at the present barrier.
    arrived: usize,
    /// The barriers that all threads have passed.
    passed: usize,
    /// Some if a thread has panicked, with its first cause until somebody takes it.
    failed: Option<Option<Cause>>,
    sent: Sent,
}

/// Counts of the messages that threads have sent so far, but for those of each to itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sent {
    /// The messages of all threads to all.
    pub to_all: usize,
    /// The messages from one thread to another.
    pub between: usize,
    /// Their bytes.
    pub bytes: usize,
}

impl Shared {
    pub(crate) fn new(size: usize) -> Shared {
        let mut letters = Vec::new();
        letters.resize_with(size * size, || None);
        Shared {
            size,
            state: Mutex::new(State {
                letters,
                between: vec![VecDeque::new(); 2 * size * size],
                arrived: 0,
                passed: 0,
                failed: None,
                sent: Sent::default(),
            }),
            changed: Condvar::new(),
        }
    }

    /// The state. No panic leaves it half changed.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a message to all, if this is the thread that does so for all of them, and its bytes.
    fn count(&self, is_first: bool, bytes: usize) {
        let mut state = self.lock();
        state.sent.to_all += usize::from(is_first);
        state.sent.bytes += bytes;
    }

    /// Makes a panic known to all threads.
    pub(crate) fn fail(&self, cause: Cause) {
        self.lock().failed.get_or_insert(Some(cause));
        self.changed.notify_all();
    }

    /// Takes the first cause of a panic.
    pub(crate) fn first_cause(&self) -> Option<Cause> {
        self.lock().failed.take().flatten()
    }

    /// Waits until all threads are here.
    ///
    /// # Panics
    ///
    /// If a thread has panicked, and so never comes.
    fn barrier(&self) {
        let mut state = self.lock();
        let turn = state.passed;
        state.arrived += 1;
        if state.arrived == self.size {
            state.arrived = 0;
            state.passed += 1;
            self.changed.notify_all();
        }
        drop(state);
        self.wait_for(|state| (state.passed != turn).then_some(()));
    }

    /// Waits until other threads have made something happen.
    ///
    /// # Panics
    ///
    /// If a thread has panicked, and it has not happened.
    fn wait_for<R>(&self, happened: impl FnMut(&mut State) -> Option<R>) -> R {
        let happened = self.unless_failed(happened);
        happened.unwrap_or_else(|| {
            panic::resume_unwind(Box::new("another process has panicked"));
        })
    }

    /// Waits until other threads have made something happen; `None` if a thread has panicked, and it
    /// has not happened.
    fn unless_failed<R>(&self, mut happened: impl FnMut(&mut State) -> Option<R>) -> Option<R> {
        let mut state = self.lock();
        loop {
            let result = happened(&mut state);
            if result.is_some() || state.failed.is_some() {
                return result;
            }
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// The kinds of letters from one thread to another. Each has an order of its own, as messages of MPI with
/// different tags have: a prefix may be asked for before the elements that were sent ahead of it.
#[derive(Clone, Copy, Debug)]
enum Kind {
    OfExchange,
    BetweenTwo,
}

/// The threads whose letters are on their way. Those that nobody has asked for are thrown away, so
/// that the next ones from the same threads are not taken for them.
struct Expected<'p> {
    peers: &'p Peers,
    from: VecDeque<usize>,
}

impl Drop for Expected<'_> {
    fn drop(&mut self) {
        for from in &self.from {
            let number = self.peers.number(Kind::OfExchange, *from, self.peers.rank);
            let shared = &self.peers.shared;
            shared.unless_failed(|state| state.between[number].pop_front());
        }
    }
}

impl Peers {
    pub(crate) fn new(rank: usize, shared: Arc<Shared>) -> Peers {
        Peers { rank, shared }
    }

    pub(crate) fn rank(&self) -> usize {
        self.rank
    }

    pub(crate) fn size(&self) -> usize {
        self.shared.size
    }

    pub(crate) fn sent(&self) -> Sent {
        self.shared.lock().sent
    }

    pub(crate) fn exchange(&self, lists: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
        let size = self.size();
        let lens = lists.iter().enumerate();
        let lens = lens.filter(|(to, _)| *to != self.rank);
        let bytes: usize = lens.map(|(_, list)| list.len()).sum();
        for (to, list) in lists.into_iter().enumerate() {
            self.shared.lock().letters[self.rank * size + to] = Some(list);
        }
        self.shared.barrier();
        // All are here, so that nobody counts what others have not sent.
        self.shared.count(self.rank == 0, bytes);
        let received = (0..size).map(|from| {
            let letter = self.shared.lock().letters[from * size + self.rank].take();
            letter.expect("every thread has written before the barrier")
        });
        let received = received.collect();
        // Nobody writes anew before all have read.
        self.shared.barrier();
        received
    }

    /// Sends some bytes to each thread, by rank, and receives those that they send here, of which it
    /// is known how many there are, while `job` is done. Threads that send each other nothing have no
    /// message.
    pub(crate) fn exchange_during<R>(
        &self,
        mut lists: Vec<Vec<u8>>,
        arriving: &[u64],
        job: impl FnOnce(Arrive<'_>) -> R,
    ) -> R {
        let own = mem::take(&mut lists[self.rank]);
        for (to, list) in lists.into_iter().enumerate() {
            if !list.is_empty() {
                self.send_of(Kind::OfExchange, to, list);
            }
        }
        let from = arriving.iter().enumerate();
        let from = from.filter(|(from, len)| *from != self.rank && **len > 0);
        let mut expected = Expected {
            peers: self,
            from: from.map(|(from, _)| from).collect(),
        };
        job(Box::new(move || {
            let mut letters: Letters<'_> = vec![Cow::Borrowed(&[][..]); self.size()];
            while let Some(from) = expected.from.pop_front() {
                letters[from] = Cow::Owned(self.receive_of(Kind::OfExchange, from));
            }
            letters[self.rank] = Cow::Owned(own);
            letters
        }))
    }

    /// Sends some bytes to one thread, which receives them.
    pub(crate) fn send(&self, to: usize, letter: Letter) {
        self.send_of(Kind::BetweenTwo, to, letter);
    }

    /// Returns the next bytes that a thread has sent to this one alone.
    pub(crate) fn receive(&self, from: usize) -> Letter {
        self.receive_of(Kind::BetweenTwo, from)
    }

    fn send_of(&self, kind: Kind, to: usize, letter: Letter) {
        let number = self.number(kind, self.rank, to);
        let mut state = self.shared.lock();
        state.sent.between += 1;
        state.sent.bytes += letter.len();
        state.between[number].push_back(letter);
        drop(state);
        self.shared.changed.notify_all();
    }

    fn receive_of(&self, kind: Kind, from: usize) -> Letter {
        let number = self.number(kind, from, self.rank);
        self.shared
            .wait_for(|state| state.between[number].pop_front())
    }

    /// The number of the letters of a kind from one thread to another.
    fn number(&self, kind: Kind, from: usize, to: usize) -> usize {
        (kind as usize * self.size() + from) * self.size() + to
    }
}
