//! The memory of an array while a run writes it.

use std::marker::PhantomData;

use crate::error::Fault;
use crate::memory;

/// The memory of an array while the blocks of a run write it: of a new vector, which `H` is, or of
/// a caller's slice, of which `H` is the borrow.
#[doc(hidden)]
#[derive(Debug)]
pub struct OutputBuffer<T, H> {
    data: *mut T,
    len: usize,
    home: H,
}

/// The borrow of a caller's slice.
pub(crate) type Provided<'y, T> = PhantomData<&'y mut [T]>;

// SAFETY: threads use the pointer to write elements, which are `Send`: into disjoint slots, or by
// stores that may meet. Only the thread that has the buffer uses the vector.
unsafe impl<T: Send, H> Sync for OutputBuffer<T, H> {}

impl<T> OutputBuffer<T, Vec<T>> {
    /// New memory for so many elements of an array that errors call `binding`.
    #[inline]
    pub(crate) fn new(len: usize, binding: &'static str) -> Result<Self, Fault> {
        Ok(OutputBuffer::of_vector(memory::reserve(len, binding)?, len))
    }

    /// The memory of a vector for so many elements.
    #[inline]
    pub(super) fn of_vector(mut vector: Vec<T>, len: usize) -> Self {
        OutputBuffer {
            data: vector.as_mut_ptr(),
            len,
            home: vector,
        }
    }

    /// The vector, as it was given.
    #[inline]
    pub(super) fn vector(self) -> Vec<T> {
        self.home
    }

    /// The vector with its first elements, so many.
    ///
    /// # Safety
    ///
    /// They must be written.
    #[inline(always)]
    pub(crate) unsafe fn into_vector(mut self, len: usize) -> Vec<T> {
        // SAFETY: the caller's promise.
        unsafe { self.home.set_len(len) };
        self.home
    }
}

impl<'y, T> OutputBuffer<T, Provided<'y, T>> {
    /// The memory of the caller's slice.
    #[inline]
    pub(crate) fn of_slice(slice: &'y mut [T]) -> Self {
        OutputBuffer {
            data: slice.as_mut_ptr(),
            len: slice.len(),
            home: PhantomData,
        }
    }
}

impl<T, H> OutputBuffer<T, H> {
    /// The number of elements that it is for.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The memory from the slot of that number on.
    ///
    /// # Safety
    ///
    /// It must be no more than the number of slots.
    #[inline(always)]
    pub(crate) unsafe fn from(&self, slot: usize) -> *mut T {
        // SAFETY: the caller's promise.
        unsafe { self.data.add(slot) }
    }
}
