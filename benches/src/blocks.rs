//! Blocks of work, handed out to all threads.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Elements a block: of eight bytes each they take a quarter of a megabyte, which a core's
/// second-level cache holds twice and more, and they are so many that handing them out costs
/// nothing.
pub const BLOCK: usize = 1 << 15;

/// Fewer blocks than this are done by one thread: waking another takes longer.
const SHARED_FROM: usize = 3;

/// The positions of the block of that number, of `len` in all.
#[must_use]
pub fn positions(block: usize, len: usize) -> Range<usize> {
    block * BLOCK..len.min((block + 1) * BLOCK)
}

/// Calls `work` on this thread and on the others of rayon's pool, all at a time; or on this thread
/// alone where there are few blocks.
///
/// This thread begins at once, while a parallel iterator, which a thread outside of the pool
/// starts, would have it sleep until two others have woken up and are done.
pub fn on_all_threads(blocks: usize, work: impl Fn() + Sync) {
    if blocks < SHARED_FROM {
        return work();
    }
    rayon::in_place_scope(|scope| {
        for _ in 1..rayon::current_num_threads() {
            scope.spawn(|_| work());
        }
        work();
    });
}

/// Calls `work` with the numbers of `blocks` blocks.
pub fn each_number(blocks: usize, work: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    on_all_threads(blocks, || {
        loop {
            let block = next.fetch_add(1, Ordering::Relaxed);
            if block >= blocks {
                return;
            }
            work(block);
        }
    });
}

/// Calls `work` with the positions of each block of `len` elements.
pub fn each(len: usize, work: impl Fn(Range<usize>) + Sync) {
    each_number(len.div_ceil(BLOCK), |block| work(positions(block, len)));
}

/// Folds what `work` returns for the blocks of `len` elements, in any order.
pub fn fold<T: Copy + Send>(
    len: usize,
    neutral: T,
    work: impl Fn(Range<usize>) -> T + Sync,
    add: impl Fn(T, T) -> T + Sync,
) -> T {
    if len <= BLOCK {
        return work(0..len);
    }
    let sum = Mutex::new(neutral);
    each(len, |positions| {
        let part = work(positions);
        let mut sum = sum.lock().expect("no thread panicked");
        *sum = add(*sum, part);
    });
    sum.into_inner().expect("no thread panicked")
}

/// A slice that threads write disjoint parts of.
#[derive(Debug)]
pub struct Shared<T> {
    data: *mut T,
    len: usize,
}

// SAFETY: `part` alone gives access, and its callers promise disjoint parts.
unsafe impl<T: Send> Sync for Shared<T> {}

impl<T> Shared<T> {
    /// The slice, which must not be used in any other way meanwhile.
    pub fn new(slice: &mut [T]) -> Self {
        Shared {
            data: slice.as_mut_ptr(),
            len: slice.len(),
        }
    }

    /// Returns the elements at these positions.
    ///
    /// # Safety
    ///
    /// The slice that this was made of must be alive, and no other part that is in use may overlap.
    ///
    /// # Panics
    ///
    /// If they are not all within the slice.
    #[allow(clippy::mut_from_ref, reason = "parts are disjoint")]
    #[must_use]
    pub unsafe fn part(&self, positions: Range<usize>) -> &mut [T] {
        assert!(positions.start <= positions.end && positions.end <= self.len);
        // SAFETY: within the slice, by the assertion; the rest is the caller's promise.
        unsafe { std::slice::from_raw_parts_mut(self.data.add(positions.start), positions.len()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_in_one_block() {
        for len in [0, 1, 2 * BLOCK, 5 * BLOCK + 7] {
            let mut seen = vec![0_u8; len];
            let shared = Shared::new(&mut seen);
            each(len, |positions| {
                // SAFETY: blocks are disjoint.
                let part = unsafe { shared.part(positions) };
                part.iter_mut().for_each(|count| *count += 1);
            });
            assert!(seen.iter().all(|count| *count == 1));
            let sum = fold(len, 0, |positions| positions.len(), |a, b| a + b);
            assert_eq!(sum, len);
        }
    }
}
