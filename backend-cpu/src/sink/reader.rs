//! What sweeps do that come before the one that writes.

/// What a sweep that does not write sees of an array: the content that is to be
/// overwritten, or a place for elements that the writing sweep will need again.
#[doc(hidden)]
pub trait Reader {
    /// What the body is given: the old content, or nothing.
    type Past;
    /// What the body yields: an element to keep, or nothing.
    type Note;

    /// What there is at `k`.
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
