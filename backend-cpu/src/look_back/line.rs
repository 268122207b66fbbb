//! The line of values that passes from block to block.

use std::cell::Cell;
use std::fmt;
use std::mem::MaybeUninit;

use crate::error::{Stop, Why};
use crate::sync::{AtomicU8, AtomicUsize, Ordering, Patience, UnsafeCell};

/// A value that passes from block to block: each one reads what its left
/// neighbour published, and publishes what its right neighbour will read.
pub(crate) struct Line<P> {
    seed: P,
    passing: Passing<P>,
}

enum Passing<P> {
    /// One thread does all blocks: the number of blocks that published, and
    /// what the last of them did.
    Solo(Cell<usize>, Cell<P>),
    /// A slot for each block.
    Shared(Box<[Slot<P>]>),
}

/// What a block published.
struct Slot<P> {
    state: AtomicU8,
    value: UnsafeCell<MaybeUninit<P>>,
}

/// Nothing published yet.
const EMPTY: u8 = 0;
/// One thread is about to write the value.
const CLAIMED: u8 = 1;
/// The value may be read, and never changes.
const READY: u8 = 2;

// SAFETY: a slot's value is written once, by the thread that moved the state
// from EMPTY to CLAIMED, and read only after the state was seen READY, which is
// stored with release and loaded with acquire ordering. The cells of a solo
// line are used by one thread: `Chain` and the sinks reach them through a
// `Block` of the line's own run, a solo run makes blocks on the one thread that
// drives it, and `Block` is neither `Send` nor `Sync`.
unsafe impl<P: Send + Sync> Sync for Line<P> {}

impl<P: Copy> Line<P> {
    /// A line into which `seed` enters from the left.
    #[inline]
    pub(crate) fn new(seed: P, blocks: usize, solo: bool) -> Self {
        let passing = if solo {
            Passing::Solo(Cell::new(0), Cell::new(seed))
        } else {
            let empty = || Slot {
                state: AtomicU8::new(EMPTY),
                value: UnsafeCell::new(MaybeUninit::uninit()),
            };
            Passing::Shared((0..blocks).map(|_| empty()).collect())
        };
        Line { seed, passing }
    }

    /// What enters `block`, as soon as its left neighbour has published it.
    ///
    /// `failed` is the lowest block of the run that failed; where it is to the
    /// left of `block`, the value never comes.
    #[inline]
    pub(crate) fn wait(&self, block: usize, failed: &AtomicUsize) -> Result<P, Stop> {
        let Some(left) = block.checked_sub(1) else {
            return Ok(self.seed);
        };
        match &self.passing {
            Passing::Solo(published, value) => {
                assert!(published.get() == block, "look-back out of order");
                Ok(value.get())
            }
            Passing::Shared(slots) => {
                let slot = &slots[left];
                let mut patience = Patience::default();
                loop {
                    if let Some(value) = slot.read() {
                        return Ok(value);
                    }
                    if failed.load(Ordering::Relaxed) < block {
                        return Err(Stop(Why::Poisoned));
                    }
                    patience.wait();
                }
            }
        }
    }

    /// Publishes what leaves `block`.
    ///
    /// Panics where it already did.
    #[inline]
    pub(crate) fn publish(&self, block: usize, value: P) {
        match &self.passing {
            Passing::Solo(published, state) => {
                assert!(published.get() == block, "a block published twice");
                published.set(block + 1);
                state.set(value);
            }
            Passing::Shared(slots) => slots[block].write(value),
        }
    }

    /// What left the last block that published, once all have.
    #[inline]
    pub(crate) fn last(&self) -> P {
        match &self.passing {
            Passing::Solo(_, value) => value.get(),
            Passing::Shared(slots) => match slots.last() {
                Some(slot) => slot.read().expect("every block has published"),
                None => self.seed,
            },
        }
    }
}

impl<P: Copy> Slot<P> {
    #[inline]
    fn read(&self) -> Option<P> {
        if self.state.load(Ordering::Acquire) != READY {
            return None;
        }
        // SAFETY: READY was stored after the value was written, and nobody
        // writes it again.
        Some(self.value.with(|value| unsafe { (*value).assume_init() }))
    }

    #[inline]
    fn write(&self, value: P) {
        let claim =
            self.state
                .compare_exchange(EMPTY, CLAIMED, Ordering::Relaxed, Ordering::Relaxed);
        assert!(claim.is_ok(), "a block published twice");
        self.value.with_mut(|slot| {
            // SAFETY: only one thread moves the state from EMPTY to CLAIMED,
            // and nobody reads the value before it is READY.
            unsafe { (*slot).write(value) };
        });
        self.state.store(READY, Ordering::Release);
    }
}

impl<P> fmt::Debug for Line<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Line")
            .field("solo", &matches!(self.passing, Passing::Solo(..)))
            .finish_non_exhaustive()
    }
}
