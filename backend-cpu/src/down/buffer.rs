//! Memory of a sweep, for the lanes of its steps.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::ptr::{self, NonNull};

/// The bytes of a line of the caches, and of the widest vectors: elements begin at one.
///
/// `pairs-along-antidiagonals.md`.
const LINE: usize = 64;

/// The memory of all buffers of a sweep.
///
/// Buffers do not own their memory. Where they did, a function would be called to free it, to which the
/// addresses of all of them are passed: LLVM would load these anew in every step, and compare them there.
///
/// `pairs-along-antidiagonals.md`.
#[derive(Debug)]
pub struct Room {
    /// The last allocation.
    last: *mut Allocation,
}

/// The beginning of a piece of memory, behind which the elements are.
#[derive(Debug)]
struct Allocation {
    layout: Layout,
    /// The allocation before.
    before: *mut Allocation,
}

impl Room {
    #[inline(always)]
    pub(crate) fn new() -> Room {
        Room {
            last: ptr::null_mut(),
        }
    }

    /// A buffer in memory of its own, which is there as long as the room.
    #[inline(always)]
    pub(crate) fn buffer<T, const N: usize>(&mut self) -> Buffer<T, N> {
        let (layout, align) = const {
            let align = largest(LINE, align_of::<T>());
            let size = size_of::<Allocation>() + align + N * size_of::<T>();
            match Layout::from_size_align(size, align_of::<Allocation>()) {
                Ok(layout) => (layout, align),
                Err(_) => panic!("a buffer is small"),
            }
        };
        // SAFETY: an allocation is not empty.
        let memory = unsafe { alloc(layout) };
        if memory.is_null() {
            handle_alloc_error(layout);
        }
        let allocation = memory.cast::<Allocation>();
        // SAFETY: there is room for it, and for the elements behind it.
        let elements = unsafe {
            allocation.write(Allocation {
                layout,
                before: self.last,
            });
            let behind = allocation.add(1).cast::<u8>();
            NonNull::new_unchecked(behind.add(behind.align_offset(align)))
        };
        self.last = allocation;
        Buffer(elements.cast())
    }
}

const fn largest(a: usize, b: usize) -> usize {
    if a < b { b } else { a }
}

impl Drop for Room {
    #[inline(never)]
    fn drop(&mut self) {
        while !self.last.is_null() {
            // SAFETY: it was allocated with this layout, and is freed once.
            unsafe {
                let Allocation { layout, before } = self.last.read();
                dealloc(self.last.cast(), layout);
                self.last = before;
            }
        }
    }
}

/// Room for `N` elements. Each buffer has memory of its own, so that LLVM knows that to write one changes
/// no other.
#[doc(hidden)]
#[derive(Debug)]
pub struct Buffer<T, const N: usize>(NonNull<T>);

impl<T, const N: usize> Buffer<T, N> {
    /// The element at `at`.
    ///
    /// # Safety
    ///
    /// It must be put, and the buffer's room be there.
    #[inline(always)]
    pub(crate) unsafe fn get(&self, at: usize) -> T {
        debug_assert!(at < N, "an element of a buffer");
        // SAFETY: the caller's promise.
        unsafe { self.0.as_ptr().add(at).read() }
    }

    /// Changes the element at `at`.
    ///
    /// # Safety
    ///
    /// There must be room for it, and the buffer's room be there.
    #[inline(always)]
    pub(crate) unsafe fn put(&mut self, at: usize, value: T) {
        debug_assert!(at < N, "an element of a buffer");
        // SAFETY: the caller's promise.
        unsafe { self.0.as_ptr().add(at).write(value) }
    }
}
