//! The values that the steps of a sweep along antidiagonals have made for its sinks.

use super::{Buffer, HEIGHT, Room, STEPS};

mod sealed {
    pub trait Sealed {}
}

/// The values that a position has for the sinks: `(A, (B, … ()))`.
pub trait StepValues: sealed::Sealed {
    /// The values of some steps: those for a sink have memory of their own.
    #[doc(hidden)]
    type Memory;

    /// Room for them.
    #[doc(hidden)]
    fn memory(room: &mut Room) -> Self::Memory;

    /// The values at `at`.
    ///
    /// # Safety
    ///
    /// They must be put, and taken once.
    #[doc(hidden)]
    unsafe fn take(memory: &Self::Memory, at: usize) -> Self;

    /// Changes the values at `at`.
    ///
    /// # Safety
    ///
    /// There must be room for them.
    #[doc(hidden)]
    unsafe fn put(self, memory: &mut Self::Memory, at: usize);
}

impl sealed::Sealed for () {}

impl StepValues for () {
    type Memory = ();

    #[inline(always)]
    fn memory(_room: &mut Room) {}

    #[inline(always)]
    unsafe fn take((): &(), _at: usize) {}

    #[inline(always)]
    unsafe fn put(self, (): &mut (), _at: usize) {}
}

impl<T, R: StepValues> sealed::Sealed for (T, R) {}

impl<T, R: StepValues> StepValues for (T, R) {
    type Memory = (Buffer<T, { STEPS * HEIGHT }>, R::Memory);

    #[inline(always)]
    fn memory(room: &mut Room) -> Self::Memory {
        (room.buffer(), R::memory(room))
    }

    #[inline(always)]
    unsafe fn take(memory: &Self::Memory, at: usize) -> Self {
        // SAFETY: the caller's promise.
        unsafe { (memory.0.get(at), R::take(&memory.1, at)) }
    }

    #[inline(always)]
    unsafe fn put(self, memory: &mut Self::Memory, at: usize) {
        // SAFETY: the caller's promise.
        unsafe {
            memory.0.put(at, self.0);
            self.1.put(&mut memory.1, at);
        }
    }
}
