//! What a block packs for its own sweeps.

use std::fmt;
use std::marker::PhantomData;
use std::mem::MaybeUninit;

use super::compact::{self, Compact, Kept};
use super::{Sink, sealed};
use crate::block::Block;
use crate::blocks::Blocks;
use crate::element::Element;
use crate::error::{Fault, Stop};
use crate::memory;

/// An array that a block packs, as [`Compact`] does, and that nobody but the block sees: it is asked for
/// with [`Out::packed`](super::Out::packed).
///
/// It lies in a buffer of the thread, as long as a block.
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

#[doc(hidden)]
#[derive(Debug)]
pub struct Local<T> {
    buffer: Vec<T>,
    len: usize,
    /// How many were kept, once the sweep is complete.
    kept: Option<usize>,
}

impl<T> sealed::Sealed for Scratch<T> {}

impl<T: Element> Sink for Scratch<T> {
    type Value = Kept<T>;
    type Old<'c> = ();
    type Packed<'c>
        = &'c [T]
    where
        Self: 'c;
    type Done = ();
    type Element = T;
    /// What errors call it.
    type Shared = &'static str;
    type Local = Local<T>;
    type Cursor = compact::Cursor<T>;
    type Reader = ();

    const ORDERED: bool = true;
    const HOLDS: bool = Compact::<T>::HOLDS;
    const ANY_LEN: bool = true;

    #[inline]
    fn prepare(self, _blocks: &Blocks) -> Result<&'static str, Fault> {
        Ok(self.binding)
    }

    #[inline]
    fn local() -> Local<T> {
        Local {
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
        local.len = match block.has_others() {
            true => block.len(),
            false => 0,
        };
        if local.buffer.capacity() < local.len {
            local.buffer = memory::reserve(local.len, binding)?;
        }
        local.kept = None;
        Ok(())
    }

    #[inline(always)]
    unsafe fn data(local: &mut Local<T>) -> &mut [MaybeUninit<T>] {
        assert!(local.len > 0, "the only block of a run has no scratch");
        // SAFETY: `open` found room for `len` elements there.
        unsafe { std::slice::from_raw_parts_mut(local.buffer.as_mut_ptr().cast(), local.len) }
    }

    #[inline(always)]
    fn start(_local: &Local<T>, data: *mut MaybeUninit<T>) -> Self::Cursor {
        compact::Cursor::new(data)
    }

    #[inline(always)]
    unsafe fn old<'c>(_cursor: &Self::Cursor, _k: usize) -> Self::Old<'c> {}

    #[inline(always)]
    unsafe fn reader(_local: &mut Local<T>, _noting: bool) {}

    #[inline(always)]
    unsafe fn put(cursor: &mut Self::Cursor, k: usize, value: Kept<T>) {
        // SAFETY: the caller's promise, here and below.
        unsafe { Compact::put(cursor, k, value) };
    }

    #[inline(always)]
    unsafe fn hold(cursor: &mut Self::Cursor, k: usize, j: usize, value: Kept<T>) {
        // SAFETY: as above.
        unsafe { Compact::hold(cursor, k, j, value) };
    }

    #[inline(always)]
    unsafe fn release(cursor: &mut Self::Cursor) {
        // SAFETY: as above.
        unsafe { Compact::release(cursor) };
    }

    #[inline(always)]
    unsafe fn complete(local: &mut Local<T>, cursor: Self::Cursor) {
        local.kept = Some(cursor.kept());
    }

    #[inline(always)]
    unsafe fn packed<'c>(local: &'c Local<T>) -> &'c [T]
    where
        Self: 'c,
    {
        let kept = local
            .kept
            .expect("what a block packs is asked for before it is packed");
        // SAFETY: a sweep that was completed wrote so many elements there, and while `local` is lent no other one
        // writes.
        unsafe { std::slice::from_raw_parts(local.buffer.as_ptr(), kept) }
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
