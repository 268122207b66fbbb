//! The state of a fold whose operator is merely associative.

use std::fmt;
use std::mem::MaybeUninit;

use crate::lane::Lane;
use crate::partials::{FoldState, Partial};
use crate::plain::{self, count};
use crate::ranges::Ranges;

/// The state of a fold of whose operator nothing is known but that it is
/// associative: `L` lanes, which accumulate neighbouring ranges of elements.
///
/// A body [pushes](Batched::push) an element for each lane, and these elements
/// are folded into the lanes together: one straight piece of code for all lanes,
/// where they need not wait for each other. [`begin`](Batched::begin) gives the
/// lanes their first elements; [`apply`](Batched::apply) and
/// [`select`](Batched::select) take in one more for each, without a branch, and
/// [`flush`](Batched::flush) where some lanes are empty or got no element.
///
/// `K` is the type of the keys that the operator compares, where they are kept
/// ([`Key`](crate::Key)), and otherwise `()`.
pub struct Batched<T, K, const L: usize> {
    /// The ranges before those of the lanes, joined.
    pub(crate) before: Option<T>,
    pub(crate) lanes: [MaybeUninit<T>; L],
    /// The keys of the values in lanes, where they are kept and the lanes full.
    pub(crate) keys: [MaybeUninit<K>; L],
    /// The best of these keys.
    pub(crate) best: MaybeUninit<K>,
    /// Set for lanes that hold a value.
    pub(crate) filled: [bool; L],
    /// Set if all do.
    pub(crate) full: bool,
    /// The elements that the body pushed.
    pub(crate) pushed: [MaybeUninit<T>; L],
    /// For which lanes it did.
    pub(crate) present: [bool; L],
}

impl<T: Copy, K, const L: usize> Batched<T, K, L> {
    /// Up to this size a choice between two values is made without a branch.
    /// Of larger ones most is left as it is, as the choices usually go.
    const SMALL: usize = 8;

    /// A fold of nothing.
    #[inline(always)]
    #[must_use]
    #[allow(clippy::new_without_default, reason = "as for `Fold`")]
    pub fn new() -> Self {
        Batched {
            before: None,
            lanes: [MaybeUninit::uninit(); L],
            keys: [const { MaybeUninit::uninit() }; L],
            best: MaybeUninit::uninit(),
            filled: [false; L],
            full: false,
            pushed: [MaybeUninit::uninit(); L],
            present: [false; L],
        }
    }

    /// Takes an element for a lane, one at a time.
    #[inline(always)]
    pub fn push(&mut self, lane: Lane<L>, value: T) {
        let lane = lane.index(false);
        // SAFETY: a `Lane<L>` is below `L`.
        unsafe {
            plain::get_mut!(self.pushed, lane) = MaybeUninit::new(value);
            plain::get_mut!(self.present, lane) = true;
        }
    }

    /// Makes the elements that were pushed the state of the lanes. Elements that they held are
    /// forgotten.
    #[inline(always)]
    pub fn begin(&mut self) {
        self.lanes = self.pushed;
        self.filled = self.present;
        self.full = self.is_ready();
        self.present = [false; L];
    }

    /// Folds the elements that were pushed into the lanes, all of which hold a value since
    /// they [began](Batched::begin) and were pushed to.
    ///
    /// # Panics
    ///
    /// Panics where one is empty, or was not pushed to.
    #[inline(always)]
    pub fn apply(&mut self, op: impl Fn(T, T) -> T) {
        self.check();
        count!(lane in 0, L; {
            // SAFETY: checked.
            let (state, value) = unsafe { self.pair(lane) };
            self.lanes[lane] = MaybeUninit::new(op(state, value));
        });
        self.present = [false; L];
    }

    /// [`apply`](Batched::apply) for an operator that yields one of its
    /// arguments: the second where `takes` says so. (The unit makes a closure of
    /// a single call more than that call, which linters would ask for.)
    ///
    /// # Panics
    ///
    /// As for [`apply`](Batched::apply).
    #[inline(always)]
    pub fn select(&mut self, takes: impl Fn(T, T, ()) -> bool) {
        if size_of::<T>() <= Self::SMALL {
            return self.apply(|a, b| if takes(a, b, ()) { b } else { a });
        }
        self.check();
        let mut taken = [false; L];
        // A number, so that it is not found by one branch after the other.
        let mut any = 0_u64;
        count!(lane in 0, L; {
            // SAFETY: checked.
            let (state, value) = unsafe { self.pair(lane) };
            taken[lane] = takes(state, value, ());
            any |= (taken[lane] as u64) << (lane % 64);
        });
        if any != 0 {
            for ((state, value), taken) in self.lanes.iter_mut().zip(self.pushed).zip(taken) {
                if taken {
                    *state = value;
                }
            }
        }
        self.present = [false; L];
    }

    #[inline(always)]
    pub(crate) fn check(&self) {
        assert!(self.full && self.is_ready(), "a lane without an element");
    }

    /// Returns true if every lane was pushed to.
    #[inline(always)]
    pub(crate) fn is_ready(&self) -> bool {
        all(&self.present)
    }

    /// The state of a lane and the element that was pushed to it.
    ///
    /// # Safety
    ///
    /// Both must be there.
    #[inline(always)]
    unsafe fn pair(&self, lane: usize) -> (T, T) {
        // SAFETY: the caller's promise.
        unsafe {
            (
                self.lanes[lane].assume_init(),
                self.pushed[lane].assume_init(),
            )
        }
    }

    /// Folds the pushed elements, if there are any, into the lanes: an empty lane
    /// holds it then. After that nothing can be applied or chosen.
    #[inline(always)]
    pub fn flush(&mut self, op: impl Fn(T, T) -> T) {
        count!(lane in 0, L; {
            if self.present[lane] {
                if self.filled[lane] {
                    // SAFETY: `filled` and `present` are set after the writes.
                    let (state, value) = unsafe { self.pair(lane) };
                    self.lanes[lane] = MaybeUninit::new(op(state, value));
                } else {
                    self.lanes[lane] = self.pushed[lane];
                    self.filled[lane] = true;
                }
                self.present[lane] = false;
            }
        });
        self.full = false;
    }

    /// Joins the first `count` lanes, from left to right, with the elements before
    /// them, and empties all: elements that are pushed next come after these.
    #[inline(always)]
    pub fn absorb(&mut self, count: usize, op: impl Fn(T, T) -> T) {
        count!(lane in 0, L; {
            if lane < count && self.filled[lane] {
                // SAFETY: `filled` is set only after a write to the lane.
                let value = unsafe { self.lanes[lane].assume_init() };
                self.before = Some(match self.before {
                    Some(before) => op(before, value),
                    None => value,
                });
            }
        });
        self.filled = [false; L];
        self.full = false;
    }

    /// `x0 op x1 …`; nothing where nothing was pushed.
    #[inline(always)]
    #[must_use]
    pub fn partial(self, op: impl Fn(T, T) -> T) -> Partial<T> {
        Partial::new(self.ranges(op).all())
    }

    /// The inclusive prefixes of the lanes, where a lane stands for a range of a block
    /// ([`Lanes::interleaved`](crate::Lanes::interleaved)).
    #[inline(always)]
    #[must_use]
    pub fn ranges(self, op: impl Fn(T, T) -> T) -> Ranges<T, L> {
        let mut before = self.before;
        let mut through = [None; L];
        for (lane, through) in through.iter_mut().enumerate() {
            if self.filled[lane] {
                // SAFETY: `filled` is set only after a write to the lane.
                let own = unsafe { self.lanes[lane].assume_init() };
                before = Some(match before {
                    Some(before) => op(before, own),
                    None => own,
                });
            }
            *through = before;
        }
        Ranges::new(through)
    }
}

#[inline(always)]
fn all<const L: usize>(flags: &[bool; L]) -> bool {
    let mut all = true;
    count!(lane in 0, L; {
        all &= flags[lane];
    });
    all
}

impl<T: Copy, K: Copy, const L: usize> Clone for Batched<T, K, L> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Copy, K: Copy, const L: usize> Copy for Batched<T, K, L> {}

impl<T, K, const L: usize> FoldState for Batched<T, K, L> {
    type Value = T;
}

impl<T, K, const L: usize> fmt::Debug for Batched<T, K, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Batched")
            .field("lanes", &L)
            .finish_non_exhaustive()
    }
}
