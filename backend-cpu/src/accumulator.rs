//! The accumulators of a fold with a step of its own, within a block.

use std::fmt;
use std::mem::{self, MaybeUninit};

use crate::lane::Lane;
#[cfg(debug_assertions)]
use crate::laws::TRIED;
use crate::op::Commutes;
use crate::partials::{FoldState, Partial};
use crate::plain::count;

/// The accumulators of a fold in one block: one for each of `L` lanes, all of which begin with the
/// fold's start; or a single one, where a value is large or owns something.
///
/// A single one takes in the elements of the block from left to right
/// ([`Lanes::in_order_if`](crate::Lanes::in_order_if)).
pub struct Accumulator<A, O, const L: usize> {
    /// All of them are filled, or the first one is, or none.
    lanes: [MaybeUninit<A>; L],
    /// The single one, where it owns something: a step that panics has taken it away.
    owned: Option<A>,
    /// The tag of the operator that combines them: a type, since LLVM would ask a flag beside the lanes
    /// for each element.
    op: O,
    /// The answer of the tag, which takes long to find without optimisation.
    #[cfg(debug_assertions)]
    commutes: bool,
    /// The elements of the block on which laws are still tried.
    #[cfg(debug_assertions)]
    untried: u32,
}

/// The operator itself, for accumulators of the type of a start.
#[inline(always)]
pub fn combining<A, F: Fn(A, A) -> A>(_: &A, op: F) -> F {
    op
}

/// The step itself, for accumulators of the type of a start.
#[inline(always)]
pub fn stepping<A, F: Fn(A) -> A>(_: &A, step: F) -> F {
    step
}

/// A step that changes an accumulator in place, likewise.
#[inline(always)]
pub fn changing<A, F: Fn(&mut A)>(_: &A, step: F) -> F {
    step
}

/// The most bytes of a value of which each lane has one.
///
/// `folds-with-accumulators.md`: eight pairs, 64 bytes, are found faster by one accumulator than by
/// four. `limits-without-a-measurement.md`: sums of 40 to 64 bytes are not.
const LARGE: usize = 32;

impl<A, O: Commutes<A>, const L: usize> Accumulator<A, O, L> {
    const OWNS: bool = mem::needs_drop::<A>();
    const IS_SINGLE: bool = Self::OWNS || size_of::<A>() > LARGE;

    /// Accumulators of nothing. `op` is the tag of the operator that combines them.
    #[inline(always)]
    #[must_use]
    pub fn new(op: O, start: &A) -> Self
    where
        A: Clone,
    {
        const { assert!(L > 0, "a sweep needs a lane") };
        let mut lanes = [const { MaybeUninit::uninit() }; L];
        if !Self::OWNS {
            let filled = if Self::IS_SINGLE { 1 } else { L };
            count!(lane in 0, filled; {
                lanes[lane].write(start.clone());
            });
        }
        Accumulator {
            lanes,
            owned: Self::OWNS.then(|| start.clone()),
            op,
            #[cfg(debug_assertions)]
            commutes: op.commutes(),
            #[cfg(debug_assertions)]
            untried: TRIED,
        }
    }

    /// Returns true for the first elements of a block, on which laws are tried: to ask the laws
    /// themselves takes longer than most steps.
    #[cfg(debug_assertions)]
    #[inline(always)]
    pub fn is_new(&mut self) -> bool {
        if self.untried == 0 {
            return false;
        }
        self.untried -= 1;
        true
    }

    /// Returns true if the operator is known to be commutative for this type, so that elements may
    /// go to lanes in any order.
    #[inline(always)]
    #[must_use]
    pub fn commutes(&self) -> bool {
        #[cfg(debug_assertions)]
        return self.commutes;
        #[cfg(not(debug_assertions))]
        self.op.commutes()
    }

    /// Returns true if there is one for all lanes, so that elements must come from left to right.
    #[inline(always)]
    #[must_use]
    pub fn is_single(&self) -> bool {
        Self::IS_SINGLE
    }

    /// The accumulator of the block, if it is a single one that lies here.
    #[cfg(not(debug_assertions))]
    #[inline(always)]
    pub(crate) fn single(&self) -> Option<&A> {
        // SAFETY: a single one that owns nothing is the first, and filled.
        (Self::IS_SINGLE && !Self::OWNS).then(|| unsafe { self.lanes[0].assume_init_ref() })
    }

    /// Takes an element into the accumulator of a lane.
    #[inline(always)]
    pub fn step(&mut self, lane: Lane<L>, step: impl FnOnce(A) -> A) {
        if Self::OWNS {
            if let Some(state) = self.owned.take() {
                self.owned = Some(step(state));
            }
            return;
        }
        let slot = self.slot(lane);
        // SAFETY: it is filled. A value that owns nothing may be read again, if the step panics.
        let state = unsafe { slot.assume_init_read() };
        *slot = MaybeUninit::new(step(state));
    }

    /// Takes an element into the accumulator of a lane by a step that changes it where it is.
    #[inline(always)]
    pub fn change(&mut self, lane: Lane<L>, step: impl FnOnce(&mut A)) {
        if Self::OWNS {
            if let Some(state) = &mut self.owned {
                step(state);
            }
            return;
        }
        // SAFETY: it is filled.
        step(unsafe { self.slot(lane).assume_init_mut() });
    }

    /// The accumulator of a lane.
    pub fn peek(&mut self, lane: Lane<L>) -> Option<&A> {
        match Self::OWNS {
            true => self.owned.as_ref(),
            // SAFETY: it is filled.
            false => Some(unsafe { self.slot(lane).assume_init_ref() }),
        }
    }

    /// The accumulator of a lane, of a type that owns nothing. It is filled.
    #[inline(always)]
    fn slot(&mut self, lane: Lane<L>) -> &mut MaybeUninit<A> {
        let lane = match Self::IS_SINGLE {
            true => 0,
            false => lane.index(self.commutes()),
        };
        #[cfg(debug_assertions)]
        return &mut self.lanes[lane];
        // SAFETY: a `Lane<L>` is below `L`, and 0 is.
        #[cfg(not(debug_assertions))]
        unsafe {
            self.lanes.get_unchecked_mut(lane)
        }
    }

    /// The accumulator of the block, combined from those of its lanes.
    #[inline(always)]
    #[must_use]
    pub fn partial(mut self, op: impl Fn(A, A) -> A) -> Partial<A> {
        if Self::OWNS {
            return Partial::new(self.owned.take());
        }
        // SAFETY: `new` fills all lanes, or the single one, and each is read once: halves are
        // written again before the next round reads them.
        unsafe {
            if Self::IS_SINGLE {
                return Partial::new(Some(self.lanes[0].assume_init_read()));
            }
            if self.commutes() {
                let mut width = L;
                while width > 1 {
                    let half = width / 2;
                    let upper = width - half;
                    count!(lane in 0, half; {
                        let (a, b) = (
                            self.lanes[lane].assume_init_read(),
                            self.lanes[upper + lane].assume_init_read(),
                        );
                        self.lanes[lane].write(op(a, b));
                    });
                    width = upper;
                }
                return Partial::new(Some(self.lanes[0].assume_init_read()));
            }
            let mut state = self.lanes[0].assume_init_read();
            count!(lane in 1, L; {
                state = op(state, self.lanes[lane].assume_init_read());
            });
            Partial::new(Some(state))
        }
    }
}

impl<A, O, const L: usize> FoldState for Accumulator<A, O, L> {
    type Value = A;
}

impl<A, O: fmt::Debug, const L: usize> fmt::Debug for Accumulator<A, O, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Accumulator")
            .field("lanes", &L)
            .field("op", &self.op)
            .finish_non_exhaustive()
    }
}
