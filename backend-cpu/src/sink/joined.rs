//! A new array of what blocks have, however many that is.

use std::fmt;
use std::marker::PhantomData;
use std::mem::MaybeUninit;

use super::consecutive::{Consecutive, Most};
use super::{Sink, sealed};
use crate::block::Block;
use crate::blocks::Blocks;
use crate::element::Element;
use crate::error::{Fault, Stop};
use crate::plain;

/// A new array with an element for each position that blocks keep ([`Out::kept`](super::Out::kept)), in order. The result is a
/// `Vec<T>`.
///
/// How many they are is known before the first one is written, so that all go to their places, where a
/// [`Compact`](super::Compact) first collects them in a buffer.
pub struct Joined<T> {
    binding: &'static str,
    most: Most,
    element: PhantomData<fn() -> T>,
}

impl<T> Joined<T> {
    /// A new array that errors call `binding`.
    #[inline]
    #[must_use]
    pub fn named(binding: &'static str) -> Self {
        Joined {
            binding,
            most: Most::ANY,
            element: PhantomData,
        }
    }

    /// Sets the capacity to the number of elements that were [counted](crate::Run::counted), if
    /// they were.
    #[inline]
    #[must_use]
    pub fn counted(self, count: Option<usize>) -> Self {
        Joined {
            most: Most::counted(count),
            ..self
        }
    }
}

impl<T> fmt::Debug for Joined<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Joined").field(&self.binding).finish()
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

impl<T> sealed::Sealed for Joined<T> {}

impl<T: Element> Sink for Joined<T> {
    type Value = T;
    type Old<'c> = ();
    type Packed<'c>
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
    fn asks_for(&self, blocks: &Blocks) -> usize {
        self.most.bytes::<T>(blocks)
    }

    #[inline]
    fn prepare(self, blocks: &Blocks) -> Result<Consecutive<T>, Fault> {
        Consecutive::of(blocks, self.most, self.binding)
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
    unsafe fn keep(
        shared: &Consecutive<T>,
        local: &mut Local<T>,
        block: &Block<'_>,
        len: usize,
    ) -> Result<(), Stop> {
        assert!(
            !local.known && !block.is_doomed(),
            "a block said twice how many elements it has"
        );
        // SAFETY: the caller's promise; a block is closed when they are written.
        local.data = Some(unsafe { shared.add(block, len) }?);
        local.len = len;
        local.known = true;
        Ok(())
    }

    #[inline(always)]
    fn forget(local: &mut Local<T>) {
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
    unsafe fn reader(_local: &mut Local<T>, _noting: bool) {}

    #[inline(always)]
    unsafe fn put(cursor: &mut Self::Cursor, k: usize, value: T) {
        // SAFETY: the caller's promise.
        unsafe { plain::write(*cursor, k, MaybeUninit::new(value)) };
    }

    #[inline(always)]
    unsafe fn complete(local: &mut Local<T>, _cursor: Self::Cursor) {
        local.complete = true;
    }

    #[inline(always)]
    unsafe fn packed<'c>(_local: &'c Self::Local) -> Self::Packed<'c>
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
