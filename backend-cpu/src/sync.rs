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
    /// microseconds together, as long as the other side usually needs.
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

    /// Returns true if it stopped spinning.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        cfg!(loom) || self.0 > Self::SPINS
    }
}

#[cfg(loom)]
std::thread_local! {
    /// The number of times that threads of the model may still look for a value. Loom runs all of
    /// them on one thread.
    static LOOKS: std::cell::Cell<u32> = const { std::cell::Cell::new(u32::MAX) };
    /// Set if the execution that is being explored was given up.
    static ABANDONED: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Gives the execution up where a thread has waited in vain for too long.
#[cfg(loom)]
pub(crate) fn is_abandoned(patience: &Patience) -> bool {
    let abandoned = patience.0 >= LOOKS.get();
    if abandoned {
        ABANDONED.set(true);
    }
    abandoned
}

/// Returns true if the execution was given up.
#[cfg(all(test, loom))]
pub(crate) fn abandoned() -> bool {
    ABANDONED.get()
}

/// The executions of a model that are explored.
#[cfg(all(test, loom))]
#[derive(Clone, Copy, Debug)]
pub(crate) enum Explored {
    /// Every interleaving that ends. Threads that wait for each other could
    /// look in turns for ever; but looking changes nothing, so that an
    /// execution in which a thread looks in vain more than once goes on like
    /// one in which it looks later, and is given up.
    All,
    /// Executions that preempt threads at most so often; waiting counts as none. Loom fails where
    /// one of them has no end.
    FewPreemptions(usize),
}

/// Runs `test` in all those executions, of which one at least must come to its
/// end.
#[cfg(all(test, loom))]
pub(crate) fn model(explored: Explored, test: impl Fn() + Send + Sync + 'static) {
    use std::sync::atomic::AtomicUsize;
    use std::sync::{Arc, atomic::Ordering::Relaxed};
    let counts = Arc::new([AtomicUsize::new(0), AtomicUsize::new(0)]);
    let count = Arc::clone(&counts);
    let mut builder = loom::model::Builder::new();
    builder.max_branches = 10_000;
    let looks = match explored {
        Explored::All => 2,
        Explored::FewPreemptions(most) => {
            builder.preemption_bound = Some(most);
            u32::MAX
        }
    };
    LOOKS.set(looks);
    builder.check(move || {
        ABANDONED.set(false);
        test();
        count[usize::from(ABANDONED.get())].fetch_add(1, Relaxed);
    });
    let [ended, given_up] = &*counts;
    assert!(ended.load(Relaxed) > 0);
    println!("{ended:?} executions, and {given_up:?} given up");
}
