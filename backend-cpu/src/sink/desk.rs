//! Elements that a block collects before they are put in their places.

use std::cell::UnsafeCell;
use std::fmt;
use std::ptr::NonNull;

use crate::error::Fault;
use crate::memory;

/// A worker's growing buffer. It lies at a fixed address and is only reached
/// through shared pointers, so that the handles that bodies get, which are
/// copies of one pointer, stay good as long as the desk does.
pub(super) struct Desk<T>(NonNull<UnsafeCell<Vec<T>>>);

impl<T: Copy> Desk<T> {
    pub(super) fn new() -> Self {
        let place = Box::new(UnsafeCell::new(Vec::new()));
        Desk(NonNull::from(Box::leak(place)))
    }

    /// The handle to push with.
    #[inline(always)]
    pub(super) fn pile(&self) -> Pile<T> {
        Pile(self.0)
    }

    /// The buffer itself.
    #[inline]
    pub(super) fn items(&mut self) -> &mut Vec<T> {
        // SAFETY: the pointer is that of a box which only `drop` frees. A
        // desk's handles are neither `Send` nor `Sync`, and they hold a
        // reference to the buffer only while an element is copied into it, so
        // that there is none now; and `self` is borrowed while this one lives,
        // during which no code but ours runs.
        unsafe { &mut *self.0.as_ref().get() }
    }
}

impl<T> Drop for Desk<T> {
    fn drop(&mut self) {
        // SAFETY: the pointer is that of a box which nobody else frees.
        drop(unsafe { Box::from_raw(self.0.as_ptr()) });
    }
}

impl<T> fmt::Debug for Desk<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Desk").finish_non_exhaustive()
    }
}

/// A pointer to a desk's buffer: not `Send`, not `Sync`.
pub(super) struct Pile<T>(NonNull<UnsafeCell<Vec<T>>>);

impl<T> Clone for Pile<T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Pile<T> {}

impl<T: Copy> Pile<T> {
    /// Puts an element on top; `binding` is at fault where there is no memory.
    ///
    /// # Safety
    ///
    /// The desk must still be there.
    #[inline(always)]
    pub(super) unsafe fn push(self, value: T, binding: &'static str) -> Result<(), Fault> {
        // SAFETY: the desk is there, this thread is its only user, and no
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
