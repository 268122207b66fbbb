//! Pairs that are combined into many bins several at a time, in builds without optimisation.
//!
//! Of a position's hundred instructions few positions are among those that a processor looks ahead, and so few
//! misses of its caches are on their way at a time. The loop over what waits has some twenty for each pair.
//! Values of a bin are combined in the same order.

use std::mem::MaybeUninit;
use std::ptr;

use crate::known::Known;
use crate::op::Op;
use crate::plain;

/// The most pairs that wait.
const PAIRS: usize = 64;

/// The bytes of bins from which on pairs wait: others are in the caches.
///
/// `debug-builds.md`.
const BYTES: usize = 1 << 20;

/// Places of bins, and the values that are to be combined into them.
pub(super) struct Waiting<T> {
    places: [*mut T; PAIRS],
    values: [MaybeUninit<T>; PAIRS],
    count: usize,
}

impl<T: Copy> Waiting<T> {
    /// Room for pairs with so many bins, if any should wait: an addition of floats can't panic, and so
    /// no pair is overtaken by the failure of a later one.
    pub(super) fn new<O: Op<T>>(bins: usize, op: &Known<T, O>) -> Option<Box<Self>> {
        let pays = op.adds_floats() && bins.saturating_mul(size_of::<T>()) >= BYTES;
        pays.then(|| {
            Box::new(Waiting {
                places: [ptr::null_mut(); PAIRS],
                values: [MaybeUninit::uninit(); PAIRS],
                count: 0,
            })
        })
    }

    /// Keeps a pair, and combines all where the room is full.
    ///
    /// # Safety
    ///
    /// The place must be one of a bin, until all are combined, and `op` an addition of floats.
    #[inline(always)]
    pub(super) unsafe fn push<O: Op<T>>(&mut self, place: *mut T, value: T, op: &Known<T, O>) {
        let at = self.count;
        self.places[at] = place;
        self.values[at] = MaybeUninit::new(value);
        self.count = at + 1;
        if at + 1 == PAIRS {
            // SAFETY: the caller's promise.
            unsafe { self.combine(op) };
        }
    }

    /// Combines all pairs, in order.
    ///
    /// # Safety
    ///
    /// The bins must still be there, `op` must be an addition of floats, and nobody else may use the bins.
    pub(super) unsafe fn combine<O: Op<T>>(&mut self, op: &Known<T, O>) {
        plain::count!(at in 0, self.count; {
            // SAFETY: so many pairs were kept; the caller's promise.
            unsafe {
                let place = plain::at_mut(self.places[at]);
                op.take_in(place, self.values[at].assume_init(), |bin, _| bin);
            }
        });
        self.count = 0;
    }
}
