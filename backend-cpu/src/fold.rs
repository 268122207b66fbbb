//! The state of a fold within a block.

use std::fmt;
use std::mem::MaybeUninit;

use crate::known::Known;
use crate::lane::Lane;
use crate::op::Op;
use crate::partials::{FoldState, Partial};
#[cfg(debug_assertions)]
use crate::plain::at_mut;
use crate::plain::count;
use crate::ranges::Ranges;

/// The state of a fold in one block: `L` lanes that each accumulate a part of
/// the block.
///
/// Lanes start from the neutral element where operator and type are known
/// ([`Op::neutral`]), and otherwise from their first element, so that a lane
/// may stay empty.
///
/// Marks stand before the lanes, in one number: so LLVM knows that to write a lane of any number
/// changes no mark, and has both in registers for as long as the lane stays the same.
#[repr(C)]
pub struct Fold<T, O, const L: usize> {
    filled: Filled,
    lanes: [MaybeUninit<T>; L],
    op: Known<T, O>,
}

/// A mark for each lane that holds a value.
#[derive(Clone, Copy)]
struct Filled(u64);

impl Filled {
    #[inline(always)]
    fn has(self, lane: usize) -> bool {
        self.0 >> lane & 1 != 0
    }

    #[inline(always)]
    fn add(&mut self, lane: usize) {
        self.0 |= 1 << lane;
    }
}

impl<T: Copy, O: Op<T>, const L: usize> Fold<T, O, L> {
    /// A fold of nothing.
    #[inline(always)]
    #[must_use]
    pub fn new(op: O) -> Self {
        const { assert!(L <= u64::BITS as usize, "a lane has a mark") };
        let op = Known::of(op);
        match op.neutral() {
            Some(neutral) => Fold {
                lanes: [MaybeUninit::new(neutral); L],
                filled: Filled(u64::MAX),
                op,
            },
            None => Fold {
                lanes: [MaybeUninit::uninit(); L],
                filled: Filled(0),
                op,
            },
        }
    }

    /// Returns true if the operator is known to be commutative for this type, so that elements may
    /// go to lanes in any order.
    #[inline(always)]
    #[must_use]
    pub fn commutes(&self) -> bool {
        self.op.has_neutral()
    }

    /// The operator.
    #[inline(always)]
    pub(crate) fn known(&self) -> &Known<T, O> {
        &self.op
    }

    /// Folds one element into a lane.
    #[inline(always)]
    pub fn push(&mut self, lane: Lane<L>, value: T, op: impl FnMut(T, T) -> T + Copy) {
        #[cfg(debug_assertions)]
        let mut op = op;
        #[cfg(debug_assertions)]
        {
            if self.op.facts.has_neutral {
                // SAFETY: `new` fills all lanes of a known operator.
                let state =
                    unsafe { at_mut(&mut self.lanes[lane.any] as *mut MaybeUninit<T> as *mut T) };
                self.op.take_in(state, value, op);
                return;
            }
            if let Some(state) = self.begun(lane, &value) {
                *state = op(*state, value);
            }
        }
        #[cfg(not(debug_assertions))]
        self.push_at(lane.index(self.commutes()), value, op);
    }

    /// The state of a lane that an operator is to take an element into, which the lane begins with
    /// if it is empty: then there is nothing to do.
    #[inline(always)]
    pub fn begun(&mut self, lane: Lane<L>, value: &T) -> Option<&mut T> {
        let lane = lane.index(self.op.has_neutral());
        let slot = &mut self.lanes[lane];
        if self.filled.has(lane) {
            // SAFETY: it is set only after a write to the lane.
            return Some(unsafe { slot.assume_init_mut() });
        }
        *slot = MaybeUninit::new(*value);
        self.filled.add(lane);
        None
    }

    /// Folds one element into the lane of that number, which must be below `L`.
    #[cfg(not(debug_assertions))]
    #[inline(always)]
    fn push_at(&mut self, lane: usize, value: T, mut op: impl FnMut(T, T) -> T + Copy) {
        // SAFETY: a `Lane<L>` is below `L`.
        let slot = unsafe { self.lanes.get_unchecked_mut(lane) };
        if self.op.has_neutral() {
            // SAFETY: `new` fills all lanes of a known operator.
            let state = unsafe { slot.assume_init() };
            slot.write(self.op.take(state, value, op));
            return;
        }
        let state = if self.filled.has(lane) {
            // SAFETY: `filled` is set only after a write to the slot.
            op(unsafe { slot.assume_init() }, value)
        } else {
            value
        };
        slot.write(state);
        self.filled.add(lane);
    }

    /// Folds an element into a lane where `keep` is set.
    ///
    /// It is `if keep { self.push(lane, value, op) }`, for values that are
    /// there anyway. Where there is a neutral element it takes no branch, so
    /// that also a loop over a large body vectorises.
    #[inline(always)]
    pub fn push_if(
        &mut self,
        lane: Lane<L>,
        keep: bool,
        value: T,
        op: impl FnMut(T, T) -> T + Copy,
    ) {
        #[cfg(debug_assertions)]
        if keep {
            self.push(lane, value, op);
        }
        #[cfg(not(debug_assertions))]
        match self.op.masked(keep, value) {
            Some(value) => self.push(lane, value, op),
            None if keep => self.push(lane, value, op),
            None => {}
        }
    }

    /// Folds an element that a filter may have kept into a lane.
    ///
    /// Where there is a neutral element it is folded instead of a dropped
    /// element, so that no branch is needed here.
    #[inline(always)]
    pub fn push_kept(&mut self, lane: Lane<L>, kept: Option<T>, op: impl FnMut(T, T) -> T + Copy) {
        #[cfg(debug_assertions)]
        if let Some(value) = kept {
            self.push(lane, value, op);
        }
        #[cfg(not(debug_assertions))]
        match (kept, self.op.neutral()) {
            (Some(value), _) | (None, Some(value)) => self.push(lane, value, op),
            (None, None) => {}
        }
    }

    /// Takes in the result of a part of the block that lies behind all that it has taken in.
    #[inline(always)]
    pub fn absorb(&mut self, part: Partial<T>, op: impl FnMut(T, T) -> T + Copy) {
        if let Some(value) = part.value() {
            self.push(Lane::first(), value, op);
        }
    }

    /// `lane0 op lane1 …`; nothing where nothing was pushed.
    #[inline(always)]
    #[must_use]
    #[allow(
        clippy::redundant_closure,
        reason = "a reference to a closure is called by way of the core library, which LLVM does not always inline"
    )]
    pub fn partial(mut self, mut op: impl FnMut(T, T) -> T) -> Partial<T> {
        if !self.op.has_neutral() {
            return Partial::new(self.ranges(op).all());
        }
        // The operator commutes: halve the number of lanes until one is left.
        let mut width = L;
        while width > 1 {
            let half = width / 2;
            let upper = width - half;
            count!(lane in 0, half; {
                // SAFETY: `new` fills all lanes of a known operator.
                let (a, b) = unsafe {
                    (
                        self.lanes[lane].assume_init(),
                        self.lanes[upper + lane].assume_init(),
                    )
                };
                self.lanes[lane].write(self.op.take(a, b, |a, b| op(a, b)));
            });
            width = upper;
        }
        let state = self.lanes.first();
        // SAFETY: as above.
        Partial::new(state.map(|lane| unsafe { lane.assume_init() }))
    }

    /// The inclusive prefixes of the lanes, where a lane stands for a range of a block
    /// ([`Lanes::interleaved`](crate::Lanes::interleaved)).
    #[inline(always)]
    #[must_use]
    #[allow(clippy::redundant_closure, reason = "as above")]
    pub fn ranges(self, mut op: impl FnMut(T, T) -> T) -> Ranges<T, L> {
        let mut before = None;
        let mut through = [None; L];
        for (lane, through) in through.iter_mut().enumerate() {
            if self.filled.has(lane) {
                // SAFETY: `filled` is set only where a lane holds a value.
                let own = unsafe { self.lanes[lane].assume_init() };
                before = Some(match before {
                    Some(before) => self.op.take(before, own, |a, b| op(a, b)),
                    None => own,
                });
            }
            *through = before;
        }
        Ranges::new(through)
    }
}

#[cfg(feature = "programs")]
impl<T: Copy, O: Op<T>> Fold<T, O, 1> {
    /// The fold with such a lane, which holds a value if it has begun.
    #[inline(always)]
    pub(crate) fn of_lane(op: Known<T, O>, has_begun: bool, state: MaybeUninit<T>) -> Self {
        Fold {
            filled: Filled(u64::from(has_begun)),
            lanes: [state],
            op,
        }
    }

    /// Its lane, and true if that holds a value.
    #[inline(always)]
    pub(crate) fn lane(&self) -> (bool, MaybeUninit<T>) {
        (self.filled.has(0), self.lanes[0])
    }
}

impl<T: Copy, O: Copy, const L: usize> Clone for Fold<T, O, L> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Copy, O: Copy, const L: usize> Copy for Fold<T, O, L> {}

impl<T, O, const L: usize> FoldState for Fold<T, O, L> {
    type Value = T;
}

impl<T, O: fmt::Debug, const L: usize> fmt::Debug for Fold<T, O, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fold")
            .field("op", &self.op)
            .field("lanes", &L)
            .finish_non_exhaustive()
    }
}
