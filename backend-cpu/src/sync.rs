//! The primitives under look-back and scheduling: the standard library's, or
//! loom's where `--cfg loom` asks for its model checker.

#[cfg(loom)]
pub(crate) use loom::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};
#[cfg(not(loom))]
pub(crate) use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};

#[cfg(loom)]
pub(crate) use loom::thread::{self, Thread};
#[cfg(not(loom))]
pub(crate) use std::thread::{self, Thread};

#[cfg(loom)]
pub(crate) use loom::cell::UnsafeCell;

/// `std::cell::UnsafeCell` with loom's interface.
#[cfg(not(loom))]
#[derive(Debug, Default)]
pub(crate) struct UnsafeCell<T>(std::cell::UnsafeCell<T>);

#[cfg(not(loom))]
impl<T> UnsafeCell<T> {
    #[inline(always)]
    pub(crate) fn new(value: T) -> Self {
        UnsafeCell(std::cell::UnsafeCell::new(value))
    }

    #[inline(always)]
    pub(crate) fn with<R>(&self, read: impl FnOnce(*const T) -> R) -> R {
        read(self.0.get())
    }

    #[inline(always)]
    pub(crate) fn with_mut<R>(&self, write: impl FnOnce(*mut T) -> R) -> R {
        write(self.0.get())
    }
}

/// Waits a little: spins at first, then lets other threads run.
#[derive(Debug, Default)]
pub(crate) struct Patience(u32);

impl Patience {
    /// Below this many waits it spins, twice as long each time: a few
    /// microseconds together, which is what the other side usually needs.
    /// Where threads share a core, longer spinning is time lost.
    const SPINS: u32 = 6;

    #[inline]
    pub(crate) fn wait(&mut self) {
        if !cfg!(loom) && self.0 < Self::SPINS {
            for _ in 0..1 << self.0 {
                std::hint::spin_loop();
            }
        } else {
            thread::yield_now();
        }
        self.0 = self.0.saturating_add(1);
    }

    /// Whether it stopped spinning.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        cfg!(loom) || self.0 > Self::SPINS
    }
}

/// Runs `test` in every interleaving of its threads that preempts them at most
/// so many times; where they wait for each other they are switched anyway.
#[cfg(all(test, loom))]
pub(crate) fn model(preemptions: usize, test: impl Fn() + Send + Sync + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(preemptions);
    builder.max_branches = 10_000;
    builder.check(test);
}
