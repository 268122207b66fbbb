//! Sweeps before the one that writes.

/// The view that a sweep has of an array that it does not write: the content that is to be
/// overwritten, or a block temporary for elements that the writing sweep will need.
#[doc(hidden)]
pub trait Reader {
    /// The argument of the body: the old content, or nothing.
    type Old;
    /// The value that the body yields: an element to store, or nothing.
    type Value;

    /// The content at `k`.
    ///
    /// # Safety
    ///
    /// The block must be open, and `k` within it.
    unsafe fn old(&self, k: usize) -> Self::Old;

    /// Keeps an element for `k`.
    ///
    /// # Safety
    ///
    /// As for [`old`](Reader::old).
    unsafe fn store(&mut self, k: usize, value: Self::Value);
}

/// Of most arrays there is nothing to see.
impl Reader for () {
    type Old = ();
    type Value = ();

    #[inline(always)]
    unsafe fn old(&self, _k: usize) {}

    #[inline(always)]
    unsafe fn store(&mut self, _k: usize, (): ()) {}
}

impl<A: Reader, B: Reader> Reader for (A, B) {
    type Old = (A::Old, B::Old);
    type Value = (A::Value, B::Value);

    #[inline(always)]
    unsafe fn old(&self, k: usize) -> Self::Old {
        // SAFETY: the caller's promise, here and below.
        unsafe { (self.0.old(k), self.1.old(k)) }
    }

    #[inline(always)]
    unsafe fn store(&mut self, k: usize, value: Self::Value) {
        // SAFETY: as above.
        unsafe {
            self.0.store(k, value.0);
            self.1.store(k, value.1);
        }
    }
}
