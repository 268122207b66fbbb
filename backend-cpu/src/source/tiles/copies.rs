//! Room for the copies that tiles read.

use std::mem::MaybeUninit;

use crate::memory::LINE;

/// Copies of elements, the first of which begins a cache line: a tile loads whole lines then, where each
/// of its vectors would be parts of two.
#[doc(hidden)]
#[derive(Debug)]
pub struct Copies<T>(Vec<MaybeUninit<T>>);

impl<T> Copies<T> {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Copies(Vec::new())
    }

    /// Room for so many, or more.
    #[inline(always)]
    pub(super) fn room(&mut self, len: usize) -> &mut [MaybeUninit<T>] {
        enlarge(&mut self.0, len + Self::of_line());
        let before = self.before();
        &mut self.0[before..]
    }

    /// The first of them.
    #[inline(always)]
    pub(super) fn first(&self) -> *const T {
        self.0[self.before()..].as_ptr().cast()
    }

    fn of_line() -> usize {
        LINE / size_of::<T>().max(1)
    }

    /// The elements before the first one that begins a line, if it is near.
    #[inline(always)]
    fn before(&self) -> usize {
        match self.0.as_ptr().align_offset(LINE) {
            near if near <= Self::of_line() => near,
            _ => 0,
        }
    }
}

/// Gives a buffer so many elements at least.
#[inline(always)]
pub(in super::super) fn enlarge<T>(buffer: &mut Vec<MaybeUninit<T>>, len: usize) {
    buffer.reserve(len.saturating_sub(buffer.len()));
    // SAFETY: there is as much memory, and elements without a value need none.
    unsafe { buffer.set_len(len.max(buffer.len())) };
}
