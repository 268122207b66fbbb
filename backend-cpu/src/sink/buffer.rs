//! Elements that a block collects before they are put in their places.

use std::cell::UnsafeCell;
use std::fmt;
use std::ptr::NonNull;

use crate::error::Fault;
use crate::memory;

/// A worker's growing buffer. It lies at a fixed address and is only reached
/// through shared pointers, so that the handles that bodies get, which are
/// copies of one pointer, stay good as long as the buffer does.
pub(super) struct Buffer<T>(NonNull<UnsafeCell<Vec<T>>>);

impl<T: Copy> Buffer<T> {
    pub(super) fn new() -> Self {
        let items = Box::new(UnsafeCell::new(Vec::new()));
        Buffer(NonNull::from(Box::leak(items)))
    }

    /// The handle to push with.
    #[inline(always)]
    pub(super) fn handle(&self) -> BufferHandle<T> {
        BufferHandle(self.0)
    }

    /// The buffer itself.
    #[inline]
    pub(super) fn items(&mut self) -> &mut Vec<T> {
        // SAFETY: the pointer is that of a box which only `drop` frees. A
        // buffer's handles are neither `Send` nor `Sync`, and they hold a
        // reference to the buffer only while an element is copied into it, so
        // that there is none now; and `self` is borrowed while this one lives,
        // during which no code but ours runs.
        unsafe { &mut *self.0.as_ref().get() }
    }
}

impl<T> Drop for Buffer<T> {
    fn drop(&mut self) {
        // SAFETY: the pointer is that of a box which nobody else frees.
        drop(unsafe { Box::from_raw(self.0.as_ptr()) });
    }
}

impl<T> fmt::Debug for Buffer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Buffer").finish_non_exhaustive()
    }
}

/// A pointer to a buffer: not `Send`, not `Sync`.
pub(super) struct BufferHandle<T>(NonNull<UnsafeCell<Vec<T>>>);

impl<T> Clone for BufferHandle<T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for BufferHandle<T> {}

impl<T: Copy> BufferHandle<T> {
    /// Puts an element on top; `binding` is at fault where there is no memory.
    ///
    /// # Safety
    ///
    /// The buffer must still be there.
    #[inline(always)]
    pub(super) unsafe fn push(self, value: T, binding: &'static str) -> Result<(), Fault> {
        // SAFETY: the buffer is there, this thread is its only user, and no
        // other reference to the buffer lives: nothing below runs code that
        // could reach it, since `T` is `Copy`.
        let items = unsafe { &mut *self.0.as_ref().get() };
        let len = items.len();
        if len == items.capacity() {
            grow(items, binding)?;
        }
        // SAFETY: there is room for one more than `len` elements.
        unsafe {
            items.as_mut_ptr().add(len).write(value);
            items.set_len(len + 1);
        }
        Ok(())
    }
}

#[cold]
#[inline(never)]
fn grow<T>(items: &mut Vec<T>, binding: &'static str) -> Result<(), Fault> {
    let more = items.len().max(64);
    items
        .try_reserve(more)
        .map_err(|_| memory::none::<T>(items.len().saturating_add(more), binding))
}
