//! A new array of the loop's length.

use std::fmt;
use std::marker::PhantomData;
use std::mem::MaybeUninit;

use super::{Sink, sealed};
use crate::block::Block;
use crate::blocks::Blocks;
use crate::element::Element;
use crate::error::{Fault, Stop};
use crate::memory;
use crate::plain;

/// A new array of the loop's length. The body yields an element for each
/// position; the result is a `Vec<T>`.
pub struct Fresh<T> {
    binding: &'static str,
    element: PhantomData<fn() -> T>,
}

impl<T> Fresh<T> {
    /// A new array.
    #[inline]
    #[must_use]
    pub fn new() -> Self {
        Fresh::named("")
    }

    /// A new array that errors call `binding`.
    #[inline]
    #[must_use]
    pub fn named(binding: &'static str) -> Self {
        Fresh {
            binding,
            element: PhantomData,
        }
    }
}

impl<T> Default for Fresh<T> {
    fn default() -> Self {
        Fresh::new()
    }
}

impl<T> fmt::Debug for Fresh<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Fresh").field(&self.binding).finish()
    }
}

#[doc(hidden)]
#[derive(Debug)]
pub struct Shared<T> {
    /// Room for `len` elements, its length 0 until all are written.
    memory: Vec<T>,
    data: *mut T,
    len: usize,
}

// SAFETY: threads use the pointer for disjoint blocks (`Sink::open`), and only
// to write elements, which are `Send`; nothing reads `memory` before `finish`.
unsafe impl<T: Send> Sync for Shared<T> {}

#[doc(hidden)]
#[derive(Debug)]
pub struct Local<T> {
    data: *mut T,
    len: usize,
    complete: bool,
}

impl<T> sealed::Sealed for Fresh<T> {}

impl<T: Element> Sink for Fresh<T> {
    type Value = T;
    type Old<'c> = ();
    type Compacted<'c>
        = ()
    where
        Self: 'c;
    type Done = Vec<T>;
    type Element = T;
    type Shared = Shared<T>;
    type Local = Local<T>;
    type Cursor = *mut MaybeUninit<T>;
    type Reader = ();

    const ORDERED: bool = false;
    const DENSE: bool = true;
    const FIXED_SLOTS: bool = true;
    const NEW_BYTES: usize = if size_of::<T>() == 0 {
        usize::MAX
    } else {
        size_of::<T>()
    };

    #[inline(always)]
    fn requested_bytes(&self, blocks: &Blocks) -> usize {
        blocks.len().saturating_mul(size_of::<T>())
    }

    #[inline]
    fn prepare(self, blocks: &Blocks) -> Result<Shared<T>, Fault> {
        let mut memory = memory::reserve(blocks.len(), self.binding)?;
        Ok(Shared {
            data: memory.as_mut_ptr(),
            memory,
            len: blocks.len(),
        })
    }

    #[inline]
    fn local() -> Local<T> {
        Local {
            data: std::ptr::dangling_mut(),
            len: 0,
            complete: false,
        }
    }

    #[inline]
    unsafe fn open(
        shared: &Shared<T>,
        local: &mut Local<T>,
        block: &Block<'_>,
    ) -> Result<(), Fault> {
        // SAFETY: a block of the run lies within the room for its length.
        let data = unsafe { shared.data.add(block.start()) };
        *local = Local {
            data,
            len: block.len(),
            complete: false,
        };
        Ok(())
    }

    #[inline(always)]
    unsafe fn data(local: &mut Local<T>) -> &mut [MaybeUninit<T>] {
        // SAFETY: the block's part of the room, which only this thread uses.
        unsafe { std::slice::from_raw_parts_mut(local.data.cast(), local.len) }
    }

    #[inline(always)]
    fn start(_local: &Local<T>, data: *mut MaybeUninit<T>) -> Self::Cursor {
        data
    }

    #[inline(always)]
    unsafe fn old<'c>(_cursor: &Self::Cursor, _k: usize) -> Self::Old<'c> {}

    #[inline(always)]
    unsafe fn reader(_local: &mut Local<T>, _storing: bool) {}

    #[inline(always)]
    unsafe fn put(cursor: &mut Self::Cursor, k: usize, value: T) {
        // SAFETY: the caller's promise.
        unsafe { plain::behind!(*cursor, k) = MaybeUninit::new(value) };
    }

    #[inline(always)]
    unsafe fn complete(local: &mut Local<T>, _cursor: Self::Cursor) {
        local.complete = true;
    }

    #[inline(always)]
    unsafe fn compacted<'c>(_local: &'c Self::Local) -> Self::Compacted<'c>
    where
        Self: 'c,
    {
    }

    #[inline]
    unsafe fn close(
        _shared: &Shared<T>,
        local: &mut Local<T>,
        _block: &Block<'_>,
    ) -> Result<(), Stop> {
        assert!(local.complete, "a block ended without a complete sweep");
        Ok(())
    }

    #[inline]
    unsafe fn finish(mut shared: Shared<T>) -> Result<Vec<T>, Fault> {
        // SAFETY: every block was closed, which means that its part of the
        // room was written; the blocks cover the run's length.
        unsafe { shared.memory.set_len(shared.len) };
        Ok(shared.memory)
    }
}
