//! A fold, behind a filter, of whose operator nothing is known.

use std::fmt;
use std::mem::MaybeUninit;

use crate::partials::Partial;
use crate::plain::{count, items};

/// The number of elements that the buffer holds.
const CAPACITY: usize = 64;

/// The number of elements that are compared together.
const BATCH: usize = 8;

/// The buffer of a [`Buffered`] fold.
///
/// It is a variable of its own, since it is indexed by a variable: beside it LLVM would keep all of
/// the fold in memory.
pub struct FoldBuffer<T> {
    /// A whole group more than wait, to be filled up with copies.
    elements: [MaybeUninit<T>; CAPACITY + BATCH],
}

impl<T: Copy> FoldBuffer<T> {
    /// An empty buffer.
    #[inline(always)]
    #[must_use]
    pub fn new() -> Self {
        FoldBuffer {
            elements: [MaybeUninit::uninit(); CAPACITY + BATCH],
        }
    }
}

impl<T: Copy> Default for FoldBuffer<T> {
    #[inline(always)]
    fn default() -> Self {
        FoldBuffer::new()
    }
}

impl<T> fmt::Debug for FoldBuffer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FoldBuffer").finish_non_exhaustive()
    }
}

/// The state of a fold that takes in, from left to right, the elements that a filter keeps.
///
/// Whether an element is kept cannot be predicted, and without a neutral
/// element something must be done or left undone. So elements are first
/// [written](Buffered::push_if) to a buffer, which takes no branch, and folded when
/// it is full. There is one state and no lanes: the order is that of the
/// elements, and the rest of the buffer is folded once a block.
#[derive(Debug)]
pub struct Buffered<T> {
    state: Option<T>,
    len: usize,
}

impl<T: Copy> Buffered<T> {
    /// A fold of nothing.
    #[inline(always)]
    #[must_use]
    pub fn new() -> Self {
        Buffered {
            state: None,
            len: 0,
        }
    }

    /// Folds a value where `keep` is set.
    #[inline(always)]
    pub fn push_if(
        &mut self,
        buffer: &mut FoldBuffer<T>,
        keep: bool,
        value: T,
        op: impl Fn(T, T) -> T,
    ) {
        if self.len == CAPACITY {
            self.flush(buffer, op);
        }
        self.append(buffer, keep, value);
    }

    /// [`push_if`](Buffered::push_if) for an operator that yields one of its
    /// arguments, the second where `takes` says so. Elements that are not taken
    /// leave the state as it is, so that several are compared with it at once.
    #[inline(always)]
    pub fn select_if(
        &mut self,
        buffer: &mut FoldBuffer<T>,
        keep: bool,
        value: T,
        takes: impl Fn(T, T, ()) -> bool,
    ) {
        if self.len == CAPACITY {
            self.flush_selection(buffer, takes);
        }
        self.append(buffer, keep, value);
    }

    #[inline(always)]
    fn append(&mut self, buffer: &mut FoldBuffer<T>, keep: bool, value: T) {
        // Both callers have seen to the capacity.
        buffer.elements[self.len % CAPACITY] = MaybeUninit::new(value);
        self.len += keep as usize;
    }

    /// Folds all buffered elements.
    #[inline(always)]
    pub fn flush(&mut self, buffer: &mut FoldBuffer<T>, op: impl Fn(T, T) -> T) -> &Self {
        items!(element in &buffer.elements[..self.len]; {
            // SAFETY: `len` counts those that `append` wrote.
            let value = unsafe { element.assume_init() };
            self.state = Some(match self.state {
                Some(state) => op(state, value),
                None => value,
            });
        });
        self.len = 0;
        self
    }

    /// [`flush`](Buffered::flush) for an operator that selects.
    #[inline(always)]
    pub fn flush_selection(
        &mut self,
        buffer: &mut FoldBuffer<T>,
        takes: impl Fn(T, T, ()) -> bool,
    ) -> &Self {
        let len = std::mem::take(&mut self.len);
        if len == 0 {
            return self;
        }
        let elements = &mut buffer.elements;
        // Copies of the last one fill up its group: they change nothing there,
        // since only `len` elements are folded.
        let last = elements[len - 1];
        elements[len..len + BATCH].fill(last);
        // SAFETY: `len` counts those that `append` wrote, one at least, and behind
        // them are copies; so all below `len + BATCH` are there.
        let value = |at: usize| unsafe { elements[at].assume_init() };
        let (mut state, mut at) = match self.state {
            Some(state) => (state, 0),
            None => (value(0), 1),
        };
        while at < len {
            let mut any = false;
            count!(offset in 0, BATCH; {
                any |= takes(state, value(at + offset), ());
            });
            if any {
                for at in at..len.min(at + BATCH) {
                    if takes(state, value(at), ()) {
                        state = value(at);
                    }
                }
            }
            at += BATCH;
        }
        self.state = Some(state);
        self
    }

    /// The partial result, after a [flush](Buffered::flush).
    #[inline(always)]
    #[must_use]
    pub fn partial(&self) -> Partial<T> {
        debug_assert!(self.len == 0, "elements are still buffered");
        Partial::new(self.state)
    }
}

impl<T: Copy> Default for Buffered<T> {
    #[inline(always)]
    fn default() -> Self {
        Buffered::new()
    }
}
