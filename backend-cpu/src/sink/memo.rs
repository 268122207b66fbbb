//! Block temporaries: elements that a block computes once for several sweeps.

use std::fmt;
use std::marker::PhantomData;
use std::mem::MaybeUninit;

use super::{Reader, Sink, sealed};
use crate::block::Block;
use crate::blocks::Blocks;
use crate::error::{Fault, Stop};
use crate::memory;
use crate::plain;

/// Elements that a sweep over a block computes and later ones need as well: it yields
/// them ([`Out::noting`](super::Out::noting)), and the others are given them, where there are any.
///
/// There are none in a loop of a single block, which should not ask for memory, nor where there is none to be had, so
/// that the other sweeps must be able to compute them. They lie in a buffer of the thread, as long as a block.
pub struct Memo<T> {
    element: PhantomData<fn() -> T>,
}

impl<T> Memo<T> {
    /// The largest buffer in bytes. What would need a larger one is computed again, since a program should need no more
    /// memory than its inputs and results but for a few such buffers.
    const ROOM: usize = 4 << 20;

    /// Nothing is noted yet.
    #[inline]
    #[must_use]
    pub fn new() -> Self {
        Memo {
            element: PhantomData,
        }
    }
}

impl<T> Default for Memo<T> {
    fn default() -> Self {
        Memo::new()
    }
}

impl<T> fmt::Debug for Memo<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Memo")
    }
}

#[doc(hidden)]
#[derive(Debug)]
pub struct Shared {
    /// Set if there is a buffer.
    kept: bool,
}

#[doc(hidden)]
#[derive(Debug)]
pub struct Local<T> {
    buffer: Vec<T>,
    /// The number of elements of the buffer that the block may use: one for each position, or none.
    len: usize,
    /// Set if they are stored.
    noted: bool,
}

/// The buffer, for a sweep that reads it.
#[doc(hidden)]
#[derive(Debug)]
pub struct Cursor<T> {
    data: *const T,
    noted: bool,
}

impl<T: Copy> Cursor<T> {
    /// # Safety
    ///
    /// `k` must be within the block, and the buffer there.
    #[inline(always)]
    unsafe fn get(&self, k: usize) -> Option<T> {
        match self.noted {
            // SAFETY: a sweep that was completed noted every position.
            true => Some(unsafe { plain::read(self.data, k) }),
            false => None,
        }
    }
}

/// The buffer, for a sweep that does not write: it reads it, or fills it.
#[doc(hidden)]
#[derive(Debug)]
pub struct Notes<T> {
    read: Cursor<T>,
    /// The buffer again, where it is to be filled.
    room: Option<*mut T>,
    /// Set if there was an element for each position so far.
    all: bool,
}

impl<T: Copy> Reader for Notes<T> {
    type Past = Option<T>;
    type Note = Option<T>;

    #[inline(always)]
    unsafe fn past(&self, k: usize) -> Option<T> {
        // SAFETY: the caller's promise.
        unsafe { self.read.get(k) }
    }

    #[inline(always)]
    unsafe fn note(&mut self, k: usize, note: Option<T>) {
        if let Some(note) = note
            && let Some(room) = self.room
        {
            // SAFETY: there is room for an element at each position of the block.
            unsafe { plain::write(room.cast(), k, MaybeUninit::new(note)) };
        } else {
            self.all = false;
        }
    }
}

impl<T> sealed::Sealed for Memo<T> {}

impl<T: Copy> Sink for Memo<T> {
    type Value = ();
    type Old<'c> = Option<T>;
    type Packed<'c>
        = ()
    where
        Self: 'c;
    type Done = ();
    type Element = T;
    type Shared = Shared;
    type Local = Local<T>;
    type Cursor = Cursor<T>;
    type Reader = Notes<T>;

    const ORDERED: bool = false;
    const ANY_LEN: bool = true;

    #[inline]
    fn prepare(self, blocks: &Blocks) -> Result<Shared, Fault> {
        let bytes = blocks.block_len().checked_mul(size_of::<T>());
        Ok(Shared {
            kept: blocks.count() > 1 && bytes.is_some_and(|bytes| bytes <= Self::ROOM),
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
        local.len = match shared.kept {
            true => block.len(),
            false => 0,
        };
        if local.buffer.capacity() < local.len {
            match memory::reserve(local.len, "") {
                Ok(buffer) => local.buffer = buffer,
                Err(_) => local.len = 0,
            }
        }
        Ok(())
    }

    #[inline(always)]
    unsafe fn data(local: &mut Local<T>) -> &mut [MaybeUninit<T>] {
        // SAFETY: `open` found room for `len` elements in the buffer.
        unsafe { std::slice::from_raw_parts_mut(local.buffer.as_mut_ptr().cast(), local.len) }
    }

    #[inline(always)]
    fn forget(local: &mut Local<T>) {
        local.noted = false;
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
        // SAFETY: the caller's promise.
        unsafe { cursor.get(k) }
    }

    #[inline(always)]
    unsafe fn reader(local: &mut Local<T>, noting: bool) -> Notes<T> {
        let room = (noting && local.len > 0).then_some(local.buffer.as_mut_ptr());
        // What a sweep notes anew is not there unless it notes all of it.
        local.noted &= room.is_none();
        Notes {
            read: Cursor {
                data: local.buffer.as_ptr(),
                noted: local.noted,
            },
            room,
            all: true,
        }
    }

    #[inline(always)]
    fn takes_notes(local: &Local<T>) -> bool {
        local.len > 0
    }

    #[inline(always)]
    unsafe fn noted(local: &mut Local<T>, reader: Notes<T>) {
        if reader.room.is_some() {
            local.noted = reader.all;
        }
    }

    #[inline(always)]
    unsafe fn put(_cursor: &mut Cursor<T>, _k: usize, (): ()) {}

    #[inline(always)]
    unsafe fn complete(_local: &mut Local<T>, _cursor: Cursor<T>) {}

    #[inline(always)]
    unsafe fn packed<'c>(_local: &'c Self::Local) -> Self::Packed<'c>
    where
        Self: 'c,
    {
    }

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
