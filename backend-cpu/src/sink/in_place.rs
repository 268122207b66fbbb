//! An array that the caller provides for writing.

use std::fmt;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ptr;

use super::cursor::{DenseWriter, one_each};
use super::output_buffer::{OutputBuffer, Provided};
use super::{Access, Cursor, Home, Sink, Writer};
use crate::block::Block;
use crate::blocks::Blocks;
use crate::element::Element;
use crate::error::Fault;
use crate::plain;

/// A caller-provided array. The body is given the old element of each
/// position and yields the new one; the result is `()`.
///
/// Where a run fails, the array is partly written.
pub type InPlace<'y, T> = Provide<'y, T, Overwriter<T>>;

/// A caller-provided array. The sweep that writes it is given nothing of what was there, sweeps before
/// it may be; the result is `()`.
pub type Fill<'y, T> = Provide<'y, T, Filler<T>>;

/// An array that the caller provides, for sweeps that write it by a cursor of this type.
pub struct Provide<'y, T, W> {
    array: &'y mut [T],
    /// Set if the loop writes the first elements of it alone.
    is_part: bool,
    writer: PhantomData<fn() -> W>,
}

impl<'y, T, W> Provide<'y, T, W> {
    /// Writes into `array`, which must have the loop's length.
    #[inline]
    #[must_use]
    pub fn new(array: &'y mut [T]) -> Self {
        Provide {
            array,
            is_part: false,
            writer: PhantomData,
        }
    }

    /// Writes into `array` from `start` on, which must have as many elements there as the loop has
    /// positions. The others stay as they are.
    #[inline]
    #[must_use]
    pub fn part(array: &'y mut [T], start: usize) -> Self {
        Provide {
            array: array.get_mut(start..).unwrap_or(&mut []),
            is_part: true,
            writer: PhantomData,
        }
    }
}

impl<T, W> fmt::Debug for Provide<'_, T, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Provide").field(&self.array.len()).finish()
    }
}

/// Writes an element for each position, of which it reads the old one.
#[doc(hidden)]
#[derive(Debug)]
pub struct Overwriter<T>(*mut MaybeUninit<T>);

impl<T: Copy> Cursor for Overwriter<T> {
    type Old = T;
    type Value = T;

    #[inline(always)]
    unsafe fn old(&self, k: usize) -> T {
        // SAFETY: the caller's promise; the array's elements are all written.
        unsafe { plain::behind!(self.0 as *const T, k) }
    }

    #[inline(always)]
    unsafe fn put(&mut self, k: usize, value: T) {
        // SAFETY: the caller's promise.
        unsafe { plain::put!(self.0, k, value) };
    }
}

impl<T: Copy> Writer for Overwriter<T> {
    type Element = T;
    type Reader = OldElements<T>;

    one_each!();

    const ACCESS: Access = Access::Dense;

    #[inline(always)]
    fn new(data: *mut MaybeUninit<T>) -> Self {
        Overwriter(data)
    }

    #[inline(always)]
    fn reader(data: impl FnOnce() -> *mut T) -> OldElements<T> {
        OldElements(data())
    }
}

/// Writes an element for each position, where other sweeps read the old ones.
#[doc(hidden)]
#[derive(Debug)]
pub struct Filler<T>(DenseWriter<T>);

impl<T> Cursor for Filler<T> {
    type Old = ();
    type Value = T;

    #[inline(always)]
    unsafe fn old(&self, _k: usize) {}

    #[inline(always)]
    unsafe fn put(&mut self, k: usize, value: T) {
        // SAFETY: the caller's promise.
        unsafe { self.0.put(k, value) };
    }
}

impl<T: Copy> Writer for Filler<T> {
    type Element = T;
    type Reader = OldElements<T>;

    one_each!();

    const ACCESS: Access = Access::Dense;

    #[inline(always)]
    fn new(data: *mut MaybeUninit<T>) -> Self {
        Filler(DenseWriter::new(data))
    }

    #[inline(always)]
    fn reader(data: impl FnOnce() -> *mut T) -> OldElements<T> {
        OldElements(data())
    }
}

/// The old elements, for a sweep that does not write.
#[doc(hidden)]
#[derive(Debug)]
pub struct OldElements<T>(*const T);

impl<T> OldElements<T> {
    /// The elements of a block, from there on.
    pub(super) fn at(data: *const T) -> Self {
        OldElements(data)
    }
}

impl<T: Copy> Cursor for OldElements<T> {
    type Old = T;
    type Value = ();

    #[inline(always)]
    unsafe fn old(&self, k: usize) -> T {
        // SAFETY: `open` found the block's part of the array there, which only
        // this thread uses, and whose elements are all written.
        unsafe { plain::behind!(self.0, k) }
    }

    #[inline(always)]
    unsafe fn put(&mut self, _k: usize, (): ()) {}
}

impl<'y, T: Element, W: Writer<Element = T>> Sink for Provide<'y, T, W> {
    type Writer = W;
    type Done = ();
    type Shared = OutputBuffer<T, Provided<'y, T>>;
    type Memory = *mut T;

    const HOME: Home = Home::CallersSlice;

    #[inline]
    fn prepare(self, blocks: &Blocks) -> Result<Self::Shared, Fault> {
        let (elements, len) = (self.array.len(), blocks.len());
        assert!(
            elements == len || self.is_part && elements > len,
            "an array of {elements} elements is written by a loop over {len}"
        );
        Ok(OutputBuffer::of_slice(&mut self.array[..len]))
    }

    #[inline]
    fn memory() -> *mut T {
        ptr::dangling_mut()
    }

    #[inline]
    unsafe fn open(
        output: &Self::Shared,
        data: &mut *mut T,
        block: &Block<'_>,
    ) -> Result<(), Fault> {
        // SAFETY: a block of the run lies within the array of its length.
        *data = unsafe { output.from(block.start()) };
        Ok(())
    }

    #[inline(always)]
    fn data(data: &*mut T, _len: usize) -> *mut T {
        *data
    }

    #[inline]
    unsafe fn finish(_output: Self::Shared) {}
}
