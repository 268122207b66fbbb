//! An array that the caller provides for writing.

use std::fmt;
use std::marker::PhantomData;
use std::mem::MaybeUninit;

use super::{Reader, Sink, sealed};
use crate::block::Block;
use crate::blocks::Blocks;
use crate::element::Element;
use crate::error::{Fault, Stop};
use crate::plain;

/// A caller-provided array. The body is given the old element of each
/// position and yields the new one; the result is `()`.
///
/// Where a run fails, the array is partly written.
pub struct InPlace<'y, T> {
    array: &'y mut [T],
}

impl<'y, T> InPlace<'y, T> {
    /// Writes into `array`, which must have the loop's length.
    #[inline]
    #[must_use]
    pub fn new(array: &'y mut [T]) -> Self {
        InPlace { array }
    }
}

impl<T> fmt::Debug for InPlace<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InPlace")
            .field("len", &self.array.len())
            .finish()
    }
}

#[doc(hidden)]
#[derive(Debug)]
pub struct Shared<'y, T> {
    data: *mut T,
    array: PhantomData<&'y mut [T]>,
}

// SAFETY: threads use the pointer for disjoint blocks (`Sink::open`), like
// disjoint parts of a `&mut [T]`, which is `Send` where `T` is.
unsafe impl<T: Send> Sync for Shared<'_, T> {}

#[doc(hidden)]
#[derive(Debug)]
pub struct Local<T> {
    data: *mut T,
    len: usize,
    complete: bool,
}

/// The old elements, for a sweep that does not write.
#[doc(hidden)]
#[derive(Debug)]
pub struct OldElements<T>(*const T);

impl<T: Copy> Reader for OldElements<T> {
    type Old = T;
    type Value = ();

    #[inline(always)]
    unsafe fn old(&self, k: usize) -> T {
        // SAFETY: `open` found the block's part of the array there, which only
        // this thread uses, and whose elements are all written.
        unsafe { plain::behind!(self.0, k) }
    }

    #[inline(always)]
    unsafe fn store(&mut self, _k: usize, (): ()) {}
}

impl<T> sealed::Sealed for InPlace<'_, T> {}

impl<'y, T: Element> Sink for InPlace<'y, T> {
    type Value = T;
    type Old<'c> = T;
    type Compacted<'c>
        = ()
    where
        Self: 'c;
    type Done = ();
    type Element = T;
    type Shared = Shared<'y, T>;
    type Local = Local<T>;
    type Cursor = *mut MaybeUninit<T>;
    type Reader = OldElements<T>;

    const ORDERED: bool = false;
    const DENSE: bool = true;
    const FIXED_SLOTS: bool = true;

    #[inline]
    fn prepare(self, blocks: &Blocks) -> Result<Shared<'y, T>, Fault> {
        assert!(
            self.array.len() == blocks.len(),
            "an array of {} elements is written by a loop over {}",
            self.array.len(),
            blocks.len()
        );
        Ok(Shared {
            data: self.array.as_mut_ptr(),
            array: PhantomData,
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
        shared: &Shared<'y, T>,
        local: &mut Local<T>,
        block: &Block<'_>,
    ) -> Result<(), Fault> {
        // SAFETY: a block of the run lies within the array of its length.
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
        // SAFETY: the block's part of the array, which only this thread uses.
        // Nothing but `put` writes through the slice, and only whole elements.
        unsafe { std::slice::from_raw_parts_mut(local.data.cast(), local.len) }
    }

    #[inline(always)]
    fn start(_local: &Local<T>, data: *mut MaybeUninit<T>) -> Self::Cursor {
        data
    }

    #[inline(always)]
    unsafe fn old<'c>(cursor: &Self::Cursor, k: usize) -> Self::Old<'c> {
        // SAFETY: the caller's promise; the array's elements are all written.
        unsafe { plain::behind!(*cursor as *const T, k) }
    }

    #[inline(always)]
    unsafe fn reader(local: &mut Local<T>, _storing: bool) -> OldElements<T> {
        OldElements(local.data)
    }

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
        _shared: &Shared<'y, T>,
        local: &mut Local<T>,
        _block: &Block<'_>,
    ) -> Result<(), Stop> {
        assert!(local.complete, "a block ended without a complete sweep");
        Ok(())
    }

    #[inline]
    unsafe fn finish(_shared: Shared<'y, T>) -> Result<(), Fault> {
        Ok(())
    }
}
