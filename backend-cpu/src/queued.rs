//! A fold, behind a filter, of whose operator nothing is known.

use std::fmt;
use std::mem::MaybeUninit;

use crate::fold::Fold;
use crate::lane::Lane;
use crate::op::Op;
use crate::parts::Partial;

/// How many elements wait at most.
const ROOM: usize = 64;

/// How many are compared together.
const GROUP: usize = 8;

/// The state of a fold that takes in, from left to right, what a filter keeps.
///
/// Whether an element is kept cannot be predicted, and without a neutral
/// element something must be done or left undone. So elements are first
/// [written](Queued::push_if) to a queue, which takes no branch, and folded when
/// it is full. The order stays as it is: whatever else waits for the fold, a
/// lane is done with before the next begins.
pub struct Queued<T, O, const L: usize> {
    fold: Fold<T, O, L>,
    waiting: [MaybeUninit<T>; ROOM],
    len: usize,
    /// The lane of those that wait.
    lane: Lane<L>,
}

impl<T: Copy, O: Op<T>, const L: usize> Queued<T, O, L> {
    /// A fold of nothing.
    #[inline(always)]
    #[must_use]
    pub fn new(op: O) -> Self {
        Queued {
            fold: Fold::new(op),
            waiting: [MaybeUninit::uninit(); ROOM],
            len: 0,
            lane: Lane::first(),
        }
    }

    /// Whether the operator is known to be commutative for this type.
    #[inline(always)]
    #[must_use]
    pub fn commutes(&self) -> bool {
        self.fold.commutes()
    }

    /// Folds a value into a lane where `keep` is set.
    #[inline(always)]
    pub fn push_if(&mut self, lane: Lane<L>, keep: bool, value: T, op: impl Fn(T, T) -> T) {
        if !self.has_room(lane) {
            self.flush(op);
        }
        self.wait(lane, keep, value);
    }

    /// [`push_if`](Queued::push_if) for an operator that yields one of its
    /// arguments, the second where `takes` says so. Elements that are not taken
    /// leave the state as it is, so that several are compared with it at once.
    #[inline(always)]
    pub fn choose_if(
        &mut self,
        lane: Lane<L>,
        keep: bool,
        value: T,
        takes: impl Fn(T, T, ()) -> bool,
    ) {
        if !self.has_room(lane) {
            self.flush_choice(takes);
        }
        self.wait(lane, keep, value);
    }

    /// Whether another element of a lane may wait.
    #[inline(always)]
    fn has_room(&self, lane: Lane<L>) -> bool {
        self.len < ROOM && lane.index(false) == self.lane.index(false)
    }

    #[inline(always)]
    fn wait(&mut self, lane: Lane<L>, keep: bool, value: T) {
        self.lane = lane;
        self.waiting[self.len % ROOM].write(value);
        self.len += usize::from(keep);
    }

    #[inline(always)]
    fn flush(&mut self, op: impl Fn(T, T) -> T) {
        for at in 0..std::mem::take(&mut self.len) {
            // SAFETY: `len` counts those that `wait` wrote.
            let value = unsafe { self.waiting[at].assume_init() };
            self.fold.push(self.lane, value, &op);
        }
    }

    #[inline(always)]
    fn flush_choice(&mut self, takes: impl Fn(T, T, ()) -> bool) {
        let len = std::mem::take(&mut self.len);
        let mut at = 0;
        while at < len {
            let whole = len - at >= GROUP;
            let state = self.fold.state(self.lane);
            if let (Some(state), true) = (state, whole) {
                let mut any = false;
                for value in &self.waiting[at..at + GROUP] {
                    // SAFETY: as in `flush`.
                    any |= takes(state, unsafe { value.assume_init() }, ());
                }
                if !any {
                    at += GROUP;
                    continue;
                }
            }
            let count = if whole { GROUP } else { len - at };
            for value in &self.waiting[at..at + count] {
                // SAFETY: as in `flush`.
                let value = unsafe { value.assume_init() };
                let choice = |a, b| if takes(a, b, ()) { b } else { a };
                self.fold.push(self.lane, value, choice);
            }
            at += count;
        }
    }

    /// `seed op lane0 op lane1 …`; the seed itself where nothing was kept.
    #[inline]
    #[must_use]
    pub fn join(mut self, seed: T, op: impl Fn(T, T) -> T) -> T {
        self.flush(&op);
        self.fold.join(seed, op)
    }
}

impl<T, O, const L: usize> Partial for Queued<T, O, L> {
    type Value = T;
}

impl<T, O: fmt::Debug, const L: usize> fmt::Debug for Queued<T, O, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Queued")
            .field("fold", &self.fold)
            .field("len", &self.len)
            .finish_non_exhaustive()
    }
}
