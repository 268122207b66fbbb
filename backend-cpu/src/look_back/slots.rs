//! The prefix slots of blocks.

use std::cell::Cell;
use std::fmt;
use std::mem::MaybeUninit;

use crate::error::{Fault, Stop, StopReason};
use crate::memory;
use crate::sync::{AtomicU8, AtomicUsize, Ordering, Patience, UnsafeCell};

/// A value that passes from block to block: each one reads the value that its left
/// neighbour published, and publishes the one that its right neighbour will read.
pub(crate) struct PrefixSlots<P> {
    seed: P,
    passing: Storage<P>,
}

enum Storage<P> {
    /// One thread does all blocks: the number of blocks that published, the prefix of the last of
    /// them, and that of the one before it.
    Sequential(Cell<usize>, Cell<P>, Cell<P>),
    /// A slot for each block.
    Shared(Vec<Slot<P>>),
}

/// The slot of one block.
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
// stored with release and loaded with acquire ordering. The cells of
// sequential slots are used by one thread: `Chain` and the sinks reach them through a
// `Block` of the slots' own run, a sequential run makes blocks on the one thread that
// drives it, and `Block` is neither `Send` nor `Sync`.
unsafe impl<P: Send + Sync> Sync for PrefixSlots<P> {}

impl<P: Copy> PrefixSlots<P> {
    /// Slots for blocks of which `seed` is the first prefix, or a fault where there is
    /// no memory for the prefixes that so many blocks publish.
    #[inline]
    pub(crate) fn new(seed: P, blocks: usize, sequential: bool) -> Result<Self, Fault> {
        let passing = if sequential {
            Storage::Sequential(Cell::new(0), Cell::new(seed), Cell::new(seed))
        } else {
            let empty = || Slot {
                state: AtomicU8::new(EMPTY),
                value: UnsafeCell::new(MaybeUninit::uninit()),
            };
            let mut slots = memory::reserve(blocks, "")?;
            slots.extend((0..blocks).map(|_| empty()));
            Storage::Shared(slots)
        };
        Ok(PrefixSlots { seed, passing })
    }

    /// The exclusive prefix of `block`, as soon as its left neighbour has published it.
    ///
    /// `failed` is the lowest block of the run that failed; where it is to the left of `block`, the
    /// value never comes.
    #[inline]
    pub(crate) fn wait(&self, block: usize, failed: &AtomicUsize) -> Result<P, Stop> {
        let Some(left) = block.checked_sub(1) else {
            return Ok(self.seed);
        };
        match &self.passing {
            Storage::Sequential(published, value, _) => {
                assert!(published.get() == block, "look-back out of order");
                Ok(value.get())
            }
            Storage::Shared(slots) => {
                let slot = &slots[left];
                let mut patience = Patience::default();
                loop {
                    if let Some(value) = slot.read() {
                        return Ok(value);
                    }
                    if failed.load(Ordering::Relaxed) < block {
                        return Err(Stop(StopReason::Poisoned));
                    }
                    patience.wait();
                    #[cfg(loom)]
                    if crate::sync::is_abandoned(&patience) {
                        return Err(Stop(StopReason::Poisoned));
                    }
                }
            }
        }
    }

    /// The exclusive prefix of a block that is done again, and may have published.
    pub(crate) fn wait_again(&self, block: usize, failed: &AtomicUsize) -> Result<P, Stop> {
        match &self.passing {
            Storage::Sequential(published, _, before) if published.get() == block + 1 => {
                Ok(before.get())
            }
            _ => self.wait(block, failed),
        }
    }

    /// Publishes the inclusive prefix of `block`.
    ///
    /// Panics where it already did.
    #[inline]
    pub(crate) fn publish(&self, block: usize, value: P) {
        match &self.passing {
            Storage::Sequential(published, state, before) => {
                assert!(published.get() == block, "a block published twice");
                published.set(block + 1);
                before.set(state.replace(value));
            }
            Storage::Shared(slots) => slots[block].write(value),
        }
    }

    /// The prefix that the last block has published, once all have.
    #[inline]
    pub(crate) fn last(&self) -> P {
        match &self.passing {
            Storage::Sequential(_, value, _) => value.get(),
            Storage::Shared(slots) => match slots.last() {
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

impl<P> fmt::Debug for PrefixSlots<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PrefixSlots")
            .field(
                "sequential",
                &matches!(self.passing, Storage::Sequential(..)),
            )
            .finish_non_exhaustive()
    }
}

#[cfg(all(test, loom))]
mod tests {
    use super::PrefixSlots;
    use crate::error::Stop;
    use crate::sync::{AtomicUsize, Explored, Ordering};
    use loom::sync::Arc;

    /// The thread of each block. Blocks are claimed from left to right and no memory is ordered by
    /// that, so that these are all possible shares, up to the names of the threads; and a thread
    /// may be in its block before another has claimed one to its left, which a counter would not
    /// allow.
    const SHARES: &[[usize; 3]] = &[[0, 0, 1], [0, 1, 0], [0, 1, 1], THREE_THREADS];

    const TWO_THREADS: &[[usize; 3]] = &[[0, 0, 1], [0, 1, 0], [0, 1, 1]];

    const THREE_THREADS: [usize; 3] = [0, 1, 2];

    struct Chains<const LEVELS: usize> {
        chains: [PrefixSlots<usize>; LEVELS],
        failed: AtomicUsize,
        failing: Option<usize>,
    }

    impl<const LEVELS: usize> Chains<LEVELS> {
        /// The exclusive prefix of `block` at a level.
        fn exclusive(level: usize, block: usize) -> usize {
            10 * (level + 1) + block * (block + 1) / 2
        }

        /// Does a block: it passes the levels one after the other, like
        /// `Chain::prefix_and_aggregate`.
        fn block(&self, block: usize) {
            for (level, slots) in self.chains.iter().enumerate() {
                // It fails in its last level: the others pass it before.
                if self.failing == Some(block) && level + 1 == LEVELS {
                    self.failed.fetch_min(block, Ordering::Relaxed);
                    return;
                }
                match slots.wait(block, &self.failed) {
                    Ok(exclusive) => {
                        assert_eq!(exclusive, Self::exclusive(level, block));
                        slots.publish(block, exclusive + block + 1);
                    }
                    Err(Stop(_)) => {
                        let expected = self.failing.is_some_and(|failing| failing < block);
                        assert!(expected || crate::sync::abandoned());
                        return;
                    }
                }
            }
        }
    }

    /// Three blocks, by as many threads as the share names, in every
    /// interleaving.
    fn model<const LEVELS: usize>(share: [usize; 3], failing: Option<usize>) {
        model_of::<LEVELS>(Explored::All, share, failing);
    }

    fn model_of<const LEVELS: usize>(
        explored: Explored,
        share: [usize; 3],
        failing: Option<usize>,
    ) {
        crate::sync::model(explored, move || {
            let chains = Arc::new(Chains::<LEVELS> {
                chains: std::array::from_fn(|level| {
                    PrefixSlots::new(10 * (level + 1), 3, false).expect("memory for three")
                }),
                failed: AtomicUsize::new(usize::MAX),
                failing,
            });
            let work = move |chains: &Chains<LEVELS>, me| {
                for block in (0..3).filter(|&block| share[block] == me) {
                    chains.block(block);
                }
            };
            let threads = share.iter().max().expect("three blocks");
            let others: Vec<_> = (1..=*threads)
                .map(|me| {
                    let chains = Arc::clone(&chains);
                    loom::thread::spawn(move || work(&chains, me))
                })
                .collect();
            work(&chains, 0);
            for other in others {
                other.join().unwrap();
            }
            if crate::sync::abandoned() {
                return;
            }
            match failing {
                None => {
                    for (level, slots) in chains.chains.iter().enumerate() {
                        assert_eq!(slots.last(), Chains::<LEVELS>::exclusive(level, 3));
                    }
                }
                Some(failing) => {
                    assert_eq!(chains.failed.load(Ordering::Relaxed), failing);
                }
            }
        });
    }

    #[test]
    fn loom_values_pass_from_block_to_block() {
        for &share in SHARES {
            model::<1>(share, None);
        }
    }

    #[test]
    fn loom_values_pass_two_levels() {
        for &share in TWO_THREADS {
            model::<2>(share, None);
        }
    }

    #[test]
    fn loom_a_failure_releases_the_blocks_to_its_right() {
        for &share in SHARES {
            for failing in 0..3 {
                model::<1>(share, Some(failing));
            }
        }
    }

    #[test]
    fn loom_a_failure_releases_two_levels() {
        for &share in TWO_THREADS {
            for failing in 0..3 {
                model::<2>(share, Some(failing));
            }
        }
    }

    /// Every interleaving of three threads over two levels takes two minutes.
    mod soak {
        use super::{THREE_THREADS, model};

        #[test]
        #[ignore = "takes minutes"]
        fn loom_values_pass_two_levels_of_three_threads() {
            model::<2>(THREE_THREADS, None);
        }

        #[test]
        #[ignore = "takes minutes"]
        fn loom_a_failure_releases_two_levels_of_three_threads() {
            for failing in 0..3 {
                model::<2>(THREE_THREADS, Some(failing));
            }
        }
    }

    #[test]
    fn loom_nobody_waits_for_ever() {
        for &share in SHARES {
            for failing in [None, Some(0), Some(1), Some(2)] {
                model_of::<2>(Explored::FewPreemptions(1), share, failing);
            }
        }
    }
}
