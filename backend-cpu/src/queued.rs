//! A fold, behind a filter, of whose operator nothing is known.

use std::fmt;
use std::mem::MaybeUninit;

use crate::parts::Part;
use crate::plain::{count, items};

/// The number of elements that the buffer holds.
const ROOM: usize = 64;

/// The number of elements that are compared together.
const GROUP: usize = 8;

/// The buffer of a [`Queued`] fold.
///
/// It is a variable of its own, since it is indexed by a variable: beside it LLVM would keep all of
/// the fold in memory.
pub struct Waiting<T> {
    /// A whole group more than wait, to be filled up with copies.
    elements: [MaybeUninit<T>; ROOM + GROUP],
}

impl<T: Copy> Waiting<T> {
    /// Nothing waits.
    #[inline(always)]
    #[must_use]
    pub fn new() -> Self {
        Waiting {
            elements: [MaybeUninit::uninit(); ROOM + GROUP],
        }
    }
}

impl<T: Copy> Default for Waiting<T> {
    #[inline(always)]
    fn default() -> Self {
        Waiting::new()
    }
}

impl<T> fmt::Debug for Waiting<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Waiting").finish_non_exhaustive()
    }
}

/// The state of a fold that takes in, from left to right, what a filter keeps.
///
/// Whether an element is kept cannot be predicted, and without a neutral
/// element something must be done or left undone. So elements are first
/// [written](Queued::push_if) to a queue, which takes no branch, and folded when
/// it is full. There is one state and no lanes: the order is that of the
/// elements, and what is left in the queue is folded once a block.
#[derive(Debug)]
pub struct Queued<T> {
    state: Option<T>,
    len: usize,
}

impl<T: Copy> Queued<T> {
    /// A fold of nothing.
    #[inline(always)]
    #[must_use]
    pub fn new() -> Self {
        Queued {
            state: None,
            len: 0,
        }
    }

    /// Folds a value where `keep` is set.
    #[inline(always)]
    pub fn push_if(
        &mut self,
        waiting: &mut Waiting<T>,
        keep: bool,
        value: T,
        op: impl Fn(T, T) -> T,
    ) {
        if self.len == ROOM {
            self.settle(waiting, op);
        }
        self.wait(waiting, keep, value);
    }

    /// [`push_if`](Queued::push_if) for an operator that yields one of its
    /// arguments, the second where `takes` says so. Elements that are not taken
    /// leave the state as it is, so that several are compared with it at once.
    #[inline(always)]
    pub fn choose_if(
        &mut self,
        waiting: &mut Waiting<T>,
        keep: bool,
        value: T,
        takes: impl Fn(T, T, ()) -> bool,
    ) {
        if self.len == ROOM {
            self.settle_choice(waiting, takes);
        }
        self.wait(waiting, keep, value);
    }

    #[inline(always)]
    fn wait(&mut self, waiting: &mut Waiting<T>, keep: bool, value: T) {
        // Both callers have made room.
        waiting.elements[self.len % ROOM] = MaybeUninit::new(value);
        self.len += keep as usize;
    }

    /// Folds all that wait.
    #[inline(always)]
    pub fn settle(&mut self, waiting: &mut Waiting<T>, op: impl Fn(T, T) -> T) -> &Self {
        items!(element in &waiting.elements[..self.len]; {
            // SAFETY: `len` counts those that `wait` wrote.
            let value = unsafe { element.assume_init() };
            self.state = Some(match self.state {
                Some(state) => op(state, value),
                None => value,
            });
        });
        self.len = 0;
        self
    }

    /// [`settle`](Queued::settle) for an operator that chooses.
    #[inline(always)]
    pub fn settle_choice(
        &mut self,
        waiting: &mut Waiting<T>,
        takes: impl Fn(T, T, ()) -> bool,
    ) -> &Self {
        let len = std::mem::take(&mut self.len);
        if len == 0 {
            return self;
        }
        let elements = &mut waiting.elements;
        // Copies of the last one fill up its group: they change nothing there,
        // since only `len` elements are folded.
        let last = elements[len - 1];
        elements[len..len + GROUP].fill(last);
        // SAFETY: `len` counts those that `wait` wrote, one at least, and behind
        // them are copies; so all below `len + GROUP` are there.
        let value = |at: usize| unsafe { elements[at].assume_init() };
        let (mut state, mut at) = match self.state {
            Some(state) => (state, 0),
            None => (value(0), 1),
        };
        while at < len {
            let mut any = false;
            count!(offset in 0, GROUP; {
                any |= takes(state, value(at + offset), ());
            });
            if any {
                for at in at..len.min(at + GROUP) {
                    if takes(state, value(at), ()) {
                        state = value(at);
                    }
                }
            }
            at += GROUP;
        }
        self.state = Some(state);
        self
    }

    /// The partial result, after a [flush](Queued::settle).
    #[inline(always)]
    #[must_use]
    pub fn part(&self) -> Part<T> {
        debug_assert!(self.len == 0, "elements still wait");
        Part::new(self.state)
    }
}

impl<T: Copy> Default for Queued<T> {
    #[inline(always)]
    fn default() -> Self {
        Queued::new()
    }
}
