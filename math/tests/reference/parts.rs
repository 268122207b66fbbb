//! Work in parts, the same ones on every machine, which all threads do.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The number of parts.
pub(crate) const COUNT: usize = 16;

/// Returns the greatest of what all parts come to, and what is beside it; of equal ones that of the
/// first part.
pub(crate) fn greatest<P: Copy + Default + Send>(
    part: impl Fn(usize) -> (f64, P) + Sync,
) -> (f64, P) {
    let (next, worst) = (
        AtomicUsize::new(0),
        Mutex::new([(0.0, P::default()); COUNT]),
    );
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads.min(COUNT) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= COUNT {
                        return;
                    }
                    let found = part(number);
                    worst.lock().expect("no thread panicked")[number] = found;
                }
            });
        }
    });
    let worst = worst.into_inner().expect("no thread panicked");
    let greater = |a: (f64, P), b: (f64, P)| if b.0 > a.0 { b } else { a };
    worst.into_iter().reduce(greater).expect("there are parts")
}
