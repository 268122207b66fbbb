//! Memory of a sweep, for the lanes of its steps.

use std::mem::MaybeUninit;

/// Room for `N` elements. Each has memory of its own, so that LLVM knows that to write one changes
/// no other.
#[doc(hidden)]
#[derive(Debug)]
pub struct Buffer<T, const N: usize>(Box<MaybeUninit<[T; N]>>);

impl<T, const N: usize> Buffer<T, N> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Buffer(Box::new_uninit())
    }

    /// The element at `at`.
    ///
    /// # Safety
    ///
    /// It must be put.
    #[inline(always)]
    pub(crate) unsafe fn get(&self, at: usize) -> T {
        debug_assert!(at < N, "an element of a buffer");
        // SAFETY: the caller's promise.
        unsafe { self.0.as_ptr().cast::<T>().add(at).read() }
    }

    /// Changes the element at `at`.
    ///
    /// # Safety
    ///
    /// There must be room for it.
    #[inline(always)]
    pub(crate) unsafe fn put(&mut self, at: usize, value: T) {
        debug_assert!(at < N, "an element of a buffer");
        // SAFETY: the caller's promise.
        unsafe { self.0.as_mut_ptr().cast::<T>().add(at).write(value) }
    }
}
