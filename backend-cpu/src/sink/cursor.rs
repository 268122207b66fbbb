//! Cursors: access to the arrays of a sweep at each position.

use std::mem::MaybeUninit;

use super::Access;
use crate::plain;

/// The view that one sweep over a block has of an array: one that writes it, or one that comes
/// before, and reads the content that is to be overwritten or stores elements for other sweeps.
#[doc(hidden)]
pub trait Cursor {
    /// The argument of the body: the position's old content, a handle to write with, or nothing.
    type Old: Copy;
    /// The value that the body yields for one position.
    type Value;

    /// Set if several neighbours are written faster together.
    const IN_VECTORS: bool = false;

    /// The old content at `k`.
    ///
    /// # Safety
    ///
    /// The block must be open, and `k` within it.
    unsafe fn old(&self, k: usize) -> Self::Old;

    /// [`old`](Cursor::old) for a body that takes long: a handle that does without what only short
    /// bodies gain from.
    ///
    /// # Safety
    ///
    /// As for [`old`](Cursor::old).
    #[inline(always)]
    unsafe fn old_of_long(&self, k: usize) -> Self::Old {
        // SAFETY: the caller's promise.
        unsafe { self.old(k) }
    }

    /// [`old`](Cursor::old) for a body that takes long (`LONG`), or not.
    ///
    /// # Safety
    ///
    /// As for [`old`](Cursor::old).
    #[inline(always)]
    unsafe fn old_for<const LONG: bool>(&self, k: usize) -> Self::Old {
        // SAFETY: the caller's promise.
        unsafe {
            if LONG {
                self.old_of_long(k)
            } else {
                self.old(k)
            }
        }
    }

    /// Writes at `k`.
    ///
    /// # Safety
    ///
    /// As for [`old`](Cursor::old), and each `k` must be written at most once by a cursor.
    unsafe fn put(&mut self, k: usize, value: Self::Value);

    /// Writes at `k`; of a value that may be dropped, nothing where it is. That is a branch.
    ///
    /// # Safety
    ///
    /// As for [`put`](Cursor::put).
    #[inline(always)]
    unsafe fn put_if_kept(&mut self, k: usize, value: Self::Value) {
        // SAFETY: the caller's promise.
        unsafe { self.put(k, value) };
    }

    /// Writes at `k`, the `j`-th of `VECTOR` neighbours that are written one after the other; or
    /// only keeps it until [`flush`](Cursor::flush).
    ///
    /// # Safety
    ///
    /// As for [`put`](Cursor::put), and `j` must be below `VECTOR`.
    #[inline(always)]
    unsafe fn put_in_vector(&mut self, k: usize, j: usize, value: Self::Value) {
        let _ = j;
        // SAFETY: the caller's promise.
        unsafe { self.put(k, value) };
    }

    /// Writes the vector.
    ///
    /// # Safety
    ///
    /// `VECTOR` neighbours must have been put since the last time.
    #[inline(always)]
    unsafe fn flush(&mut self) {}
}

/// Hands the body something to write with at any position, in the place of the position's content.
#[doc(hidden)]
#[derive(Debug)]
pub struct Handing<H>(pub(super) H);

impl<H: Copy> Cursor for Handing<H> {
    type Old = H;
    type Value = ();

    #[inline(always)]
    unsafe fn old(&self, _k: usize) -> H {
        self.0
    }

    #[inline(always)]
    unsafe fn put(&mut self, _k: usize, (): ()) {}
}

impl Cursor for () {
    type Old = ();
    type Value = ();

    #[inline(always)]
    unsafe fn old(&self, _k: usize) {}

    #[inline(always)]
    unsafe fn put(&mut self, _k: usize, (): ()) {}
}

impl<A: Cursor, B: Cursor> Cursor for (A, B) {
    type Old = (A::Old, B::Old);
    type Value = (A::Value, B::Value);

    const IN_VECTORS: bool = A::IN_VECTORS || B::IN_VECTORS;

    #[inline(always)]
    unsafe fn old(&self, k: usize) -> Self::Old {
        // SAFETY: the caller's promise, here and below.
        unsafe { (self.0.old(k), self.1.old(k)) }
    }

    #[inline(always)]
    unsafe fn old_of_long(&self, k: usize) -> Self::Old {
        // SAFETY: as above.
        unsafe { (self.0.old_of_long(k), self.1.old_of_long(k)) }
    }

    #[inline(always)]
    unsafe fn put(&mut self, k: usize, value: Self::Value) {
        // SAFETY: as above.
        unsafe {
            self.0.put(k, value.0);
            self.1.put(k, value.1);
        }
    }

    #[inline(always)]
    unsafe fn put_if_kept(&mut self, k: usize, value: Self::Value) {
        // SAFETY: as above.
        unsafe {
            self.0.put_if_kept(k, value.0);
            self.1.put_if_kept(k, value.1);
        }
    }

    #[inline(always)]
    unsafe fn put_in_vector(&mut self, k: usize, j: usize, value: Self::Value) {
        // SAFETY: as above.
        unsafe {
            self.0.put_in_vector(k, j, value.0);
            self.1.put_in_vector(k, j, value.1);
        }
    }

    #[inline(always)]
    unsafe fn flush(&mut self) {
        // SAFETY: as above.
        unsafe {
            self.0.flush();
            self.1.flush();
        }
    }
}

/// The cursor of a sweep that writes the memory of one array, and the view that other sweeps have
/// of it.
#[doc(hidden)]
pub trait Writer: Cursor {
    type Element;
    /// The cursor of a sweep that does not write the array.
    type Reader: Cursor;
    /// The number of elements that a complete sweep wrote, where that is not the number of
    /// positions.
    type Count: Copy;
    /// The elements that a block compacted, or wrote one by one: a slice, or nothing for an array
    /// in whose place others were.
    type Compacted<'c>
    where
        Self: 'c;

    /// The access to the array, unless that is at an offset.
    const ACCESS: Access;

    /// The cursor for the memory of a block.
    fn new(data: *mut MaybeUninit<Self::Element>) -> Self;

    fn count(&self) -> Self::Count;

    /// The cursor of a sweep that does not write; `data` finds the memory.
    fn reader(data: impl FnOnce() -> *mut Self::Element) -> Self::Reader;

    /// The elements that a sweep compacted, or wrote at `len` positions; `data` finds the memory
    /// for so many.
    ///
    /// # Safety
    ///
    /// A sweep must have counted so many, or written so many, and the memory stay as it is for
    /// `'c`.
    ///
    /// # Panics
    ///
    /// Panics if no sweep that writes was completed.
    unsafe fn compacted<'c>(
        count: Option<Self::Count>,
        len: usize,
        data: impl FnOnce(usize) -> *mut Self::Element,
    ) -> Self::Compacted<'c>
    where
        Self: 'c;
}

/// The items of a [`Writer`] with an element for each position, where sweeps of the block may read what
/// it has written: nothing is counted.
macro_rules! one_each {
    () => {
        type Count = ();
        type Compacted<'c>
            = &'c [Self::Element]
        where
            Self: 'c;

        #[inline(always)]
        fn count(&self) {}

        #[inline(always)]
        unsafe fn compacted<'c>(
            written: Option<()>,
            len: usize,
            data: impl FnOnce(usize) -> *mut Self::Element,
        ) -> &'c [Self::Element]
        where
            Self: 'c,
        {
            written.expect("what a block writes is asked for before it is written");
            // SAFETY: the caller's promise.
            unsafe { std::slice::from_raw_parts(data(len), len) }
        }
    };
}
pub(super) use one_each;

/// The items of one where nothing does.
macro_rules! uncounted {
    () => {
        type Count = ();
        type Compacted<'c>
            = ()
        where
            Self: 'c;

        #[inline(always)]
        fn count(&self) {}

        #[inline(always)]
        unsafe fn compacted<'c>(
            _count: Option<()>,
            _len: usize,
            _data: impl FnOnce(usize) -> *mut Self::Element,
        ) where
            Self: 'c,
        {
        }
    };
}
pub(super) use uncounted;

/// Writes an element for each position.
#[doc(hidden)]
#[derive(Debug)]
pub struct DenseWriter<T>(*mut MaybeUninit<T>);

impl<T> Cursor for DenseWriter<T> {
    type Old = ();
    type Value = T;

    #[inline(always)]
    unsafe fn old(&self, _k: usize) {}

    #[inline(always)]
    unsafe fn put(&mut self, k: usize, value: T) {
        // SAFETY: the caller's promise.
        unsafe { plain::put!(self.0, k, value) };
    }
}

impl<T> Writer for DenseWriter<T> {
    type Element = T;
    type Reader = ();

    one_each!();

    const ACCESS: Access = Access::Dense;

    #[inline(always)]
    fn new(data: *mut MaybeUninit<T>) -> Self {
        DenseWriter(data)
    }

    #[inline(always)]
    fn reader(_data: impl FnOnce() -> *mut T) {}
}
