//! A new array of what blocks have, however many that is.

use std::fmt;
use std::marker::PhantomData;
use std::mem::MaybeUninit;

use super::consecutive::{Capacity, Consecutive};
use super::{Sink, sealed};
use crate::block::Block;
use crate::blocks::Blocks;
use crate::element::Element;
use crate::error::{Fault, Stop};
use crate::plain;

/// A new array with an element for each position that blocks keep
/// ([`Out::over`](super::Out::over)), in order. The result is a `Vec<T>`.
///
/// How many they are is known before the first one is written, so that all go to their places,
/// where a [`Compact`](super::Compact) first collects them in a buffer.
pub struct DenseAtOffset<T> {
    binding: &'static str,
    capacity: Capacity,
    element: PhantomData<fn() -> T>,
}

impl<T> DenseAtOffset<T> {
    /// A new array that errors call `binding`.
    #[inline]
    #[must_use]
    pub fn named(binding: &'static str) -> Self {
        DenseAtOffset {
            binding,
            capacity: Capacity::ANY,
            element: PhantomData,
        }
    }

    /// Sets the capacity to the number of elements that were [counted](crate::Run::counted), if
    /// they were.
    #[inline]
    #[must_use]
    pub fn counted(self, count: Option<usize>) -> Self {
        DenseAtOffset {
            capacity: Capacity::counted(count),
            ..self
        }
    }
}

impl<T> fmt::Debug for DenseAtOffset<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("DenseAtOffset").field(&self.binding).finish()
    }
}

#[doc(hidden)]
#[derive(Debug)]
pub struct Local<T> {
    /// The block's elements in the result, for sweeps over as many positions.
    data: Option<*mut T>,
    len: usize,
    /// Set if the number of elements is known.
    known: bool,
    complete: bool,
}

impl<T> sealed::Sealed for DenseAtOffset<T> {}

impl<T: Element> Sink for DenseAtOffset<T> {
    type Value = T;
    type Old<'c> = ();
    type Compacted<'c>
        = ()
    where
        Self: 'c;
    type Done = Vec<T>;
    type Element = T;
    type Shared = Consecutive<T>;
    type Local = Local<T>;
    type Cursor = *mut MaybeUninit<T>;
    type Reader = ();

    const ORDERED: bool = false;
    const DENSE: bool = true;
    const ANY_LEN: bool = true;

    #[inline(always)]
    fn requested_bytes(&self, blocks: &Blocks) -> usize {
        self.capacity.bytes::<T>(blocks)
    }

    #[inline]
    fn prepare(self, blocks: &Blocks) -> Result<Consecutive<T>, Fault> {
        Consecutive::of(blocks, self.capacity, self.binding)
    }

    #[inline]
    fn local() -> Local<T> {
        Local {
            data: None,
            len: 0,
            known: false,
            complete: false,
        }
    }

    #[inline]
    unsafe fn open(
        _shared: &Consecutive<T>,
        local: &mut Local<T>,
        _block: &Block<'_>,
    ) -> Result<(), Fault> {
        *local = Self::local();
        Ok(())
    }

    #[inline]
    unsafe fn set_len(
        shared: &Consecutive<T>,
        local: &mut Local<T>,
        block: &Block<'_>,
        len: usize,
    ) -> Result<(), Stop> {
        assert!(
            !local.known && !block.is_replay(),
            "a block said twice how many elements it has"
        );
        // SAFETY: the caller's promise; a block is closed when they are written.
        local.data = Some(unsafe { shared.add(block, len) }?);
        local.len = len;
        local.known = true;
        Ok(())
    }

    #[inline(always)]
    fn invalidate(local: &mut Local<T>) {
        local.data = None;
    }

    #[inline(always)]
    unsafe fn data(local: &mut Local<T>) -> &mut [MaybeUninit<T>] {
        let data = local.data.expect("a sweep over more than a block keeps");
        // SAFETY: the block's part of the room, which only this thread uses.
        unsafe { std::slice::from_raw_parts_mut(data.cast(), local.len) }
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
        _shared: &Consecutive<T>,
        local: &mut Local<T>,
        _block: &Block<'_>,
    ) -> Result<(), Stop> {
        assert!(local.complete, "a block ended without a complete sweep");
        Ok(())
    }

    #[inline]
    unsafe fn finish(shared: Consecutive<T>) -> Result<Vec<T>, Fault> {
        // SAFETY: every block was closed, which means that its part of the room was written.
        Ok(unsafe { shared.finish() })
    }
}
