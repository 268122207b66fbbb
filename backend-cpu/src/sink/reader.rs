//! Sweeps before the one that writes.

/// The view that a sweep has of an array that it does not write: the content that is to be
/// overwritten, or a block temporary for elements that the writing sweep will need.
#[doc(hidden)]
pub trait Reader {
    /// The argument of the body: the old content, or nothing.
    type Past;
    /// The value that the body yields: an element to store, or nothing.
    type Note;

    /// The content at `k`.
    ///
    /// # Safety
    ///
    /// The block must be open, and `k` within it.
    unsafe fn past(&self, k: usize) -> Self::Past;

    /// Keeps an element for `k`.
    ///
    /// # Safety
    ///
    /// As for [`past`](Reader::past).
    unsafe fn note(&mut self, k: usize, note: Self::Note);
}

/// Of most arrays there is nothing to see.
impl Reader for () {
    type Past = ();
    type Note = ();

    #[inline(always)]
    unsafe fn past(&self, _k: usize) {}

    #[inline(always)]
    unsafe fn note(&mut self, _k: usize, (): ()) {}
}

impl<A: Reader, B: Reader> Reader for (A, B) {
    type Past = (A::Past, B::Past);
    type Note = (A::Note, B::Note);

    #[inline(always)]
    unsafe fn past(&self, k: usize) -> Self::Past {
        // SAFETY: the caller's promise, here and below.
        unsafe { (self.0.past(k), self.1.past(k)) }
    }

    #[inline(always)]
    unsafe fn note(&mut self, k: usize, note: Self::Note) {
        // SAFETY: as above.
        unsafe {
            self.0.note(k, note.0);
            self.1.note(k, note.1);
        }
    }
}
