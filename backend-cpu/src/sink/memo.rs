//! What a block computes once for two sweeps.

use std::fmt;
use std::marker::PhantomData;
use std::mem::MaybeUninit;

use super::{Reader, Sink, sealed};
use crate::block::Block;
use crate::blocks::Blocks;
use crate::error::{Fault, Stop};
use crate::memory;

/// Elements that the sweep for totals computes and the writing sweep needs
/// again: the first yields them, the second is given them, where there are any.
///
/// There are none where no sweep came before (one thread does the whole run, or
/// the block is the last one), so that the body must be able to compute them.
/// They lie in a buffer of the thread, as long as a block, which stays in the
/// cache between the two.
pub struct Memo<T> {
    binding: &'static str,
    element: PhantomData<fn() -> T>,
}

impl<T> Memo<T> {
    /// Larger elements are computed again: their buffer would drive what the
    /// block reads out of the cache.
    const FITS: bool = size_of::<T>() <= 32;

    /// Elements of a `binding`, as errors call it.
    #[inline]
    #[must_use]
    pub fn named(binding: &'static str) -> Self {
        Memo {
            binding,
            element: PhantomData,
        }
    }
}

impl<T> fmt::Debug for Memo<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Memo").field(&self.binding).finish()
    }
}

#[doc(hidden)]
#[derive(Debug)]
pub struct Shared {
    /// Whether any block has a sweep for totals.
    shared: bool,
    binding: &'static str,
}

#[doc(hidden)]
#[derive(Debug)]
pub struct Local<T> {
    buffer: Vec<T>,
    /// How many elements of the buffer the block may use: all that it has
    /// positions, or none.
    len: usize,
    /// Whether they are there.
    noted: bool,
}

/// The buffer, for a sweep that fills it.
#[doc(hidden)]
#[derive(Debug)]
pub struct Notes<T> {
    data: *mut T,
    has_room: bool,
}

/// The buffer, for a sweep that reads it.
#[doc(hidden)]
#[derive(Debug)]
pub struct Cursor<T> {
    data: *const T,
    noted: bool,
}

impl<T: Copy> Reader for Notes<T> {
    type Past = ();
    type Note = T;

    #[inline(always)]
    unsafe fn past(&self, _k: usize) {}

    #[inline(always)]
    unsafe fn note(&mut self, k: usize, note: T) {
        if self.has_room {
            // SAFETY: there is room for an element at each position of the block.
            unsafe { self.data.add(k).write(note) };
        }
    }
}

impl<T> sealed::Sealed for Memo<T> {}

impl<T: Copy> Sink for Memo<T> {
    type Value = ();
    type Old<'c> = Option<T>;
    type Done = ();
    type Element = T;
    type Shared = Shared;
    type Local = Local<T>;
    type Cursor = Cursor<T>;
    type Reader = Notes<T>;

    const ORDERED: bool = false;

    #[inline]
    fn prepare(self, blocks: &Blocks) -> Result<Shared, Fault> {
        Ok(Shared {
            shared: !blocks.is_solo(),
            binding: self.binding,
        })
    }

    #[inline]
    fn local() -> Local<T> {
        Local {
            buffer: Vec::new(),
            len: 0,
            noted: false,
        }
    }

    #[inline]
    unsafe fn open(shared: &Shared, local: &mut Local<T>, block: &Block<'_>) -> Result<(), Fault> {
        local.noted = false;
        local.len = match shared.shared && Self::FITS {
            true => block.len(),
            false => 0,
        };
        if local.buffer.capacity() < local.len {
            local.buffer = memory::reserve(local.len, shared.binding)?;
        }
        Ok(())
    }

    #[inline(always)]
    unsafe fn data(local: &mut Local<T>) -> &mut [MaybeUninit<T>] {
        // SAFETY: `open` found room for `len` elements in the buffer.
        unsafe { std::slice::from_raw_parts_mut(local.buffer.as_mut_ptr().cast(), local.len) }
    }

    #[inline(always)]
    fn start(local: &Local<T>, data: *mut MaybeUninit<T>) -> Cursor<T> {
        Cursor {
            data: data.cast_const().cast(),
            noted: local.noted,
        }
    }

    #[inline(always)]
    unsafe fn old<'c>(cursor: &Cursor<T>, k: usize) -> Self::Old<'c> {
        // SAFETY: a sweep that was completed noted every position.
        cursor.noted.then(|| unsafe { cursor.data.add(k).read() })
    }

    #[inline(always)]
    unsafe fn reader(local: &mut Local<T>) -> Notes<T> {
        local.noted = false;
        Notes {
            data: local.buffer.as_mut_ptr(),
            has_room: local.len > 0,
        }
    }

    #[inline(always)]
    unsafe fn noted(local: &mut Local<T>, reader: Notes<T>) {
        local.noted = reader.has_room;
    }

    #[inline(always)]
    unsafe fn put(_cursor: &mut Cursor<T>, _k: usize, (): ()) {}

    #[inline(always)]
    unsafe fn complete(_local: &mut Local<T>, _cursor: Cursor<T>) {}

    #[inline]
    unsafe fn close(
        _shared: &Shared,
        _local: &mut Local<T>,
        _block: &Block<'_>,
    ) -> Result<(), Stop> {
        Ok(())
    }

    #[inline]
    unsafe fn finish(_shared: Shared) -> Result<(), Fault> {
        Ok(())
    }
}
