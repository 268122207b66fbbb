//! The gate through which helpers enter a run.
//!
//! A helper may come late, when the run is over and its borrows have ended:
//! rayon's threads may be busy with other things for long. The run need not
//! wait for it. A helper owns the gate alone; it is let through only
//! while the gate is open, and a gate closes only when all who passed have
//! left.

use crate::sync::{AtomicUsize, Ordering, Patience, Thread, thread};

#[derive(Debug)]
pub(super) struct Gate {
    /// `CLOSED`, and the number of helpers that are inside.
    state: AtomicUsize,
    /// The thread that opened the gate and will close it.
    owner: Thread,
    job: *const (),
    call: unsafe fn(*const ()),
}

const CLOSED: usize = 1 << (usize::BITS - 1);

// SAFETY: the job is `Sync` (`open`), and outlives all calls of it.
unsafe impl Send for Gate {}
// SAFETY: as above.
unsafe impl Sync for Gate {}

impl Gate {
    /// A gate to `job`.
    ///
    /// # Safety
    ///
    /// `job` must live until a call of [`close`](Gate::close) has returned.
    pub(super) unsafe fn open<J: Fn() + Sync>(job: &J) -> Gate {
        unsafe fn call<J: Fn()>(job: *const ()) {
            // SAFETY: `open` made the pointer from a `&J`, and its caller
            // promised that the job lives.
            unsafe { (*job.cast::<J>())() }
        }
        Gate {
            state: AtomicUsize::new(0),
            owner: thread::current(),
            job: (&raw const *job).cast(),
            call: call::<J>,
        }
    }

    /// Does the job, if the gate is still open. The job must not panic.
    pub(super) fn help(&self) {
        // Relaxed: the owner's writes before it spawned this helper are visible
        // through rayon, and a helper learns nothing from other helpers. That the
        // owner learns what they did is up to those who leave: whoever enters
        // after them changes the state in one step, behind which their release
        // still counts.
        let entered = self
            .state
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |state| {
                (state & CLOSED == 0).then_some(state + 1)
            });
        if entered.is_err() {
            return;
        }
        let leaving = Leaving(self);
        // SAFETY: the gate counts this helper, so that `close` has not
        // returned and the job lives.
        unsafe { (self.call)(self.job) };
        drop(leaving);
    }

    /// Closes the gate and waits for the helpers inside.
    pub(super) fn close(&self) {
        // Acquire, here and below: the helpers' writes are visible to the owner.
        let mut inside = self.state.fetch_or(CLOSED, Ordering::Acquire) & !CLOSED;
        let mut patience = Patience::default();
        while inside != 0 {
            if patience.is_over() {
                thread::park();
            } else {
                patience.wait();
            }
            inside = self.state.load(Ordering::Acquire) & !CLOSED;
        }
    }
}

/// Counts a helper out when dropped.
struct Leaving<'g>(&'g Gate);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        // Release: this helper's writes happen before the owner goes on.
        if self.0.state.fetch_sub(1, Ordering::Release) == CLOSED | 1 {
            self.0.owner.unpark();
        }
    }
}

#[cfg(all(test, loom))]
mod tests {
    use super::Gate;
    use crate::sync::{AtomicUsize, Explored, Ordering, UnsafeCell};
    use loom::sync::Arc;

    /// Asserts that the writes of helpers are there when the gate is closed, and that nobody is in
    /// the job after that.
    #[test]
    fn loom_a_gate_closes_behind_all_helpers() {
        crate::sync::model(Explored::FewPreemptions(3), || {
            struct Job {
                next: AtomicUsize,
                written: [UnsafeCell<usize>; 2],
            }
            // SAFETY: each cell is written by the one thread that claimed it.
            unsafe impl Sync for Job {}
            let job = Job {
                next: AtomicUsize::new(0),
                written: [UnsafeCell::new(0), UnsafeCell::new(0)],
            };
            let call = || {
                let job = &job;
                while let Some(cell) = job.written.get(job.next.fetch_add(1, Ordering::Relaxed)) {
                    // SAFETY: as above.
                    cell.with_mut(|cell| unsafe { *cell = 1 });
                }
            };
            // SAFETY: the gate is closed below, while `call` lives.
            let gate = Arc::new(unsafe { Gate::open(&call) });
            let helpers = [(); 2].map(|()| {
                let gate = Arc::clone(&gate);
                loom::thread::spawn(move || gate.help())
            });
            call();
            gate.close();
            for cell in &job.written {
                // SAFETY: no helper is left.
                assert_eq!(cell.with(|cell| unsafe { *cell }), 1);
            }
            for helper in helpers {
                helper.join().unwrap();
            }
        });
    }
}
