//! Writes past the cache, of results that are longer than it.

#[cfg(target_arch = "x86_64")]
use super::LINE;
use super::Zeroed;

/// Elements that are written past the cache.
#[derive(Debug)]
pub struct PastCache<'p, T>(&'p mut [T]);

impl<T: Zeroed> PastCache<'_, T> {
    /// Writes elements from a place on.
    ///
    /// # Panics
    ///
    /// There are not so many.
    pub fn write(&mut self, at: usize, elements: &[T]) {
        store(elements, &mut self.0[at..at + elements.len()]);
    }
}

/// Calls `job` with elements that it may write past the cache. When this returns, or `job` panics, other
/// threads can be told of them: until then nobody else can get at them.
pub fn past_cache<T: Zeroed, R>(
    elements: &mut [T],
    job: impl FnOnce(&mut PastCache<'_, T>) -> R,
) -> R {
    let _fence = Fence;
    job(&mut PastCache(elements))
}

/// Orders the writes before whatever comes behind them: the machine does so of usual ones alone.
struct Fence;

impl Drop for Fence {
    fn drop(&mut self) {
        // SAFETY: the instruction is part of x86-64.
        #[cfg(target_arch = "x86_64")]
        unsafe {
            std::arch::x86_64::_mm_sfence();
        }
    }
}

/// Copies elements of a type without padding. Lines that are not written whole are written as usual.
#[cfg(target_arch = "x86_64")]
fn store<T: Zeroed>(from: &[T], into: &mut [T]) {
    let len = from.len().min(into.len());
    let head = into.as_ptr().align_offset(LINE).min(len);
    let of_line = LINE / size_of::<T>();
    let lines = (len - head) / of_line;
    into[..head].copy_from_slice(&from[..head]);
    for line in 0..lines {
        let at = head + line * of_line;
        // SAFETY: both have a line of elements there, which has no padding, since they are numbers
        // and truth values, and that of the target is aligned.
        unsafe {
            store_line(
                from.as_ptr().add(at).cast(),
                into.as_mut_ptr().add(at).cast(),
            )
        };
    }
    let done = head + lines * of_line;
    into[done..len].copy_from_slice(&from[done..len]);
}

/// # Safety
///
/// Both must be valid for a line of bytes, and the second one be aligned to it.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn store_line(from: *const u8, into: *mut u8) {
    use std::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_stream_si128};
    const PARTS: usize = LINE / size_of::<__m128i>();
    let (from, into) = (from.cast::<__m128i>(), into.cast::<__m128i>());
    for part in 0..PARTS {
        // SAFETY: the part is in the line, and the instructions are part of x86-64.
        unsafe { _mm_stream_si128(into.add(part), _mm_loadu_si128(from.add(part))) };
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn store<T: Zeroed>(from: &[T], into: &mut [T]) {
    into.copy_from_slice(from);
}

#[cfg(test)]
mod tests {
    use super::past_cache;

    #[test]
    fn elements_come_to_their_places() {
        let from: Vec<u16> = (0..300).collect();
        for at in [0, 1, 31, 32, 33, 64] {
            for len in [0, 1, 5, 32, 95, 96, 200] {
                let mut into = vec![u16::MAX; 300];
                past_cache(&mut into, |past| past.write(at, &from[3..3 + len]));
                assert_eq!(into[at..at + len], from[3..3 + len]);
                let others = [&into[..at], &into[at + len..]].concat();
                assert!(others.iter().all(|one| *one == u16::MAX), "{at} {len}");
            }
        }
    }

    #[test]
    fn truth_values_and_floats_are_elements() {
        let from = [0.5_f64; 24];
        let mut into = vec![0.0; 24];
        past_cache(&mut into, |past| past.write(0, &from));
        assert_eq!(into, from);
        let mut into = vec![false; 100];
        past_cache(&mut into, |past| past.write(7, &[true; 80]));
        assert_eq!(into.iter().filter(|one| **one).count(), 80);
    }

    #[test]
    #[should_panic(expected = "out of range")]
    fn places_behind_the_end_are_refused() {
        past_cache(&mut [0_u8; 4], |past| past.write(3, &[1, 2]));
    }
}
