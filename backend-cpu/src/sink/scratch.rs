//! Compacted block temporaries, for the sweeps of the block alone.

use std::fmt;
use std::marker::PhantomData;
use std::mem::MaybeUninit;

use super::compact::{self, Masked};
use super::{Sink, sealed};
use crate::block::Block;
use crate::blocks::Blocks;
use crate::error::{Fault, Stop};
use crate::memory;

/// An array that a block compacts, as [`Compact`](super::Compact) does, and that nobody but the
/// block sees: it is asked for with [`Out::compacted`](super::Out::compacted).
///
/// It lies in a buffer of the thread, as long as a block: on its stack where there is room, so that
/// a short loop asks for no memory.
pub struct Scratch<T> {
    binding: &'static str,
    element: PhantomData<fn() -> T>,
}

impl<T> Scratch<T> {
    /// An array that errors call `binding`.
    #[inline]
    #[must_use]
    pub fn named(binding: &'static str) -> Self {
        Scratch {
            binding,
            element: PhantomData,
        }
    }
}

impl<T> fmt::Debug for Scratch<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Scratch").field(&self.binding).finish()
    }
}

/// The memory for the longest block of a short loop (1024 positions), of elements of up to 16
/// bytes.
#[repr(align(64))]
struct InlineBuffer(#[expect(dead_code, reason = "it is memory")] [u8; 16 << 10]);

impl InlineBuffer {
    /// Returns true if so many elements fit.
    #[inline(always)]
    fn fits<T>(len: usize) -> bool {
        align_of::<T>() <= align_of::<InlineBuffer>()
            && len <= size_of::<InlineBuffer>() / size_of::<T>().max(1)
    }
}

#[doc(hidden)]
pub struct Local<T> {
    inline: MaybeUninit<InlineBuffer>,
    /// The memory if the inline buffer is too small.
    buffer: Vec<T>,
    len: usize,
    /// The number of compacted elements, once the sweep is complete.
    kept: Option<usize>,
}

impl<T> Local<T> {
    #[inline(always)]
    fn data(&self) -> *const T {
        match InlineBuffer::fits::<T>(self.len) {
            true => self.inline.as_ptr().cast(),
            false => self.buffer.as_ptr(),
        }
    }

    #[inline(always)]
    fn data_mut(&mut self) -> *mut T {
        match InlineBuffer::fits::<T>(self.len) {
            true => self.inline.as_mut_ptr().cast(),
            false => self.buffer.as_mut_ptr(),
        }
    }
}

impl<T> fmt::Debug for Local<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Local")
            .field("len", &self.len)
            .field("kept", &self.kept)
            .finish_non_exhaustive()
    }
}

impl<T> sealed::Sealed for Scratch<T> {}

/// Of any type: an element that arrays can't have is a mistake where the block reads what it has
/// compacted, and there alone.
impl<T> Sink for Scratch<T> {
    type Value = Masked<T>;
    type Old<'c> = ();
    type Compacted<'c>
        = &'c [T]
    where
        Self: 'c;
    type Done = ();
    type Element = T;
    /// The name that errors call it.
    type Shared = &'static str;
    type Local = Local<T>;
    type Cursor = compact::Cursor<T>;
    type Reader = ();

    const ORDERED: bool = true;
    const IN_VECTORS: bool = compact::Cursor::<T>::IN_VECTORS;
    const ANY_LEN: bool = true;

    #[inline]
    fn prepare(self, _blocks: &Blocks) -> Result<&'static str, Fault> {
        Ok(self.binding)
    }

    #[inline]
    fn local() -> Local<T> {
        Local {
            inline: MaybeUninit::uninit(),
            buffer: Vec::new(),
            len: 0,
            kept: None,
        }
    }

    #[inline]
    unsafe fn open(
        binding: &&'static str,
        local: &mut Local<T>,
        block: &Block<'_>,
    ) -> Result<(), Fault> {
        local.len = block.len();
        if !InlineBuffer::fits::<T>(local.len) && local.buffer.capacity() < local.len {
            local.buffer = memory::reserve(local.len, binding)?;
        }
        local.kept = None;
        Ok(())
    }

    #[inline(always)]
    unsafe fn data(local: &mut Local<T>) -> &mut [MaybeUninit<T>] {
        // SAFETY: `open` found room for `len` elements there.
        unsafe { std::slice::from_raw_parts_mut(local.data_mut().cast(), local.len) }
    }

    #[inline(always)]
    fn start(_local: &Local<T>, data: *mut MaybeUninit<T>) -> Self::Cursor {
        compact::Cursor::new(data)
    }

    #[inline(always)]
    unsafe fn old<'c>(_cursor: &Self::Cursor, _k: usize) -> Self::Old<'c> {}

    #[inline(always)]
    unsafe fn reader(_local: &mut Local<T>, _storing: bool) {}

    #[inline(always)]
    unsafe fn put(cursor: &mut Self::Cursor, _k: usize, value: Masked<T>) {
        // SAFETY: the caller's promise, here and below.
        unsafe { cursor.put(value) };
    }

    #[inline(always)]
    unsafe fn put_in_vector(cursor: &mut Self::Cursor, _k: usize, j: usize, value: Masked<T>) {
        // SAFETY: as above.
        unsafe { cursor.put_in_vector(j, value) };
    }

    #[inline(always)]
    unsafe fn flush(cursor: &mut Self::Cursor) {
        // SAFETY: as above.
        unsafe { cursor.flush() };
    }

    #[inline(always)]
    unsafe fn complete(local: &mut Local<T>, cursor: Self::Cursor) {
        local.kept = Some(cursor.kept());
    }

    #[inline(always)]
    unsafe fn compacted<'c>(local: &'c Local<T>) -> &'c [T]
    where
        Self: 'c,
    {
        let kept = local
            .kept
            .expect("what a block compacts is asked for before it is compacted");
        // SAFETY: a sweep that was completed wrote so many elements there, and while `local` is
        // borrowed no other one writes.
        unsafe { std::slice::from_raw_parts(local.data(), kept) }
    }

    #[inline]
    unsafe fn close(
        _binding: &&'static str,
        _local: &mut Local<T>,
        _block: &Block<'_>,
    ) -> Result<(), Stop> {
        Ok(())
    }

    #[inline]
    unsafe fn finish(_binding: &'static str) -> Result<(), Fault> {
        Ok(())
    }
}
