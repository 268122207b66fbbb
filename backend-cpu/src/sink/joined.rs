//! A new array of what blocks have, however many that is.

use std::fmt;
use std::marker::PhantomData;
use std::mem::MaybeUninit;

use super::{Sink, sealed};
use crate::block::Block;
use crate::blocks::Blocks;
use crate::element::Element;
use crate::error::{Fault, Stop};
use crate::look_back::Line;
use crate::memory;

/// A new array with an element for each position that blocks keep ([`Out::kept`](super::Out::kept)), in order. The result is a
/// `Vec<T>`.
///
/// How many they are is known before the first one is written, so that all go to their places, where a
/// [`Compact`](super::Compact) first collects them in a buffer.
pub struct Joined<T> {
    binding: &'static str,
    element: PhantomData<fn() -> T>,
}

impl<T> Joined<T> {
    /// A new array that errors call `binding`.
    #[inline]
    #[must_use]
    pub fn named(binding: &'static str) -> Self {
        Joined {
            binding,
            element: PhantomData,
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
pub struct Shared<T> {
    /// Room for every element of the run, its length 0 until all are written.
    room: Vec<T>,
    data: *mut T,
    /// How many elements the blocks up to each one have.
    ends: Line<usize>,
}

// SAFETY: threads use the pointer for disjoint ranges: a block's range begins
// where the block before it ends (`keep`) and is not longer than the block.
// They only write elements, which are `Send`; nothing reads `room` before
// `finish`. `Line` is `Sync`.
unsafe impl<T: Send> Sync for Shared<T> {}

#[doc(hidden)]
#[derive(Debug)]
pub struct Local<T> {
    /// The block's elements in the result, for sweeps over as many positions.
    data: Option<*mut T>,
    len: usize,
    /// Whether it was said how many they are.
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
    type Shared = Shared<T>;
    type Local = Local<T>;
    type Cursor = *mut MaybeUninit<T>;
    type Reader = ();

    const ORDERED: bool = false;
    const DENSE: bool = true;
    const ANY_LEN: bool = true;

    #[inline]
    fn prepare(self, blocks: &Blocks) -> Result<Shared<T>, Fault> {
        let mut room = memory::reserve(blocks.len(), self.binding)?;
        Ok(Shared {
            data: room.as_mut_ptr(),
            room,
            ends: Line::new(0, blocks.count(), blocks.is_solo())?,
        })
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
        _shared: &Shared<T>,
        local: &mut Local<T>,
        _block: &Block<'_>,
    ) -> Result<(), Fault> {
        *local = Self::local();
        Ok(())
    }

    #[inline]
    unsafe fn keep(
        shared: &Shared<T>,
        local: &mut Local<T>,
        block: &Block<'_>,
        len: usize,
    ) -> Result<(), Stop> {
        assert!(
            !local.known && !block.is_doomed(),
            "a block said twice how many elements it has"
        );
        let start = shared.ends.wait(block.index(), block.failed())?;
        // Before they are written, so that the next block need not wait for it.
        shared.ends.publish(block.index(), start + len);
        // SAFETY: no block has more elements than positions, so that the room from here on is as long as the rest
        // of the run.
        local.data = Some(unsafe { shared.data.add(start) });
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
        unsafe { cursor.add(k).write(MaybeUninit::new(value)) };
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
        _shared: &Shared<T>,
        local: &mut Local<T>,
        _block: &Block<'_>,
    ) -> Result<(), Stop> {
        assert!(local.complete, "a block ended without a complete sweep");
        Ok(())
    }

    #[inline]
    unsafe fn finish(mut shared: Shared<T>) -> Result<Vec<T>, Fault> {
        let len = shared.ends.last();
        // SAFETY: every block was closed, which means that its part of the room was written.
        unsafe { shared.room.set_len(len) };
        memory::trim(&mut shared.room);
        Ok(shared.room)
    }
}
