//! Threads that are inside a block.

use std::cell::Cell;

thread_local! {
    static INSIDE: Cell<bool> = const { Cell::new(false) };
}

/// Returns whether this thread is inside a block of a shared run. It must not wait for other
/// threads then, nor begin a block of another shared run: see `look_back/README.md`.
#[inline]
pub(crate) fn is_inside() -> bool {
    INSIDE.get()
}

/// Marks this thread as inside a block until dropped.
pub(crate) struct Inside;

impl Inside {
    pub(crate) fn enter() -> Inside {
        debug_assert!(!INSIDE.get());
        INSIDE.set(true);
        Inside
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        INSIDE.set(false);
    }
}
