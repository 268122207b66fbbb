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
/// them ([`Out::storing`](super::Out::storing)), and the others are given them, where there are
/// any.
///
/// There are none in a loop of a single block, which should not ask for memory, nor where there is
/// none to be had, so that the other sweeps must be able to compute them. They lie in a buffer of
/// the thread, as long as a block.
pub struct Temporary<T> {
    element: PhantomData<fn() -> T>,
}

impl<T> Temporary<T> {
    /// The largest buffer in bytes. What would need a larger one is recomputed, since a program
    /// should need no more memory than its inputs and results but for a few such buffers.
    const MAX_BYTES: usize = 4 << 20;

    /// A temporary of which nothing is stored yet.
    #[inline]
    #[must_use]
    pub fn new() -> Self {
        Temporary {
            element: PhantomData,
        }
    }
}

impl<T> Default for Temporary<T> {
    fn default() -> Self {
        Temporary::new()
    }
}

impl<T> fmt::Debug for Temporary<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Temporary")
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
    /// The number of elements of the buffer that the block may use: one for each position, or
    /// none.
    len: usize,
    /// Set if they are stored.
    is_stored: bool,
}

/// The buffer, for a sweep that reads it.
#[doc(hidden)]
#[derive(Debug)]
pub struct Cursor<T> {
    data: *const T,
    is_stored: bool,
}

impl<T: Copy> Cursor<T> {
    /// # Safety
    ///
    /// `k` must be within the block, and the buffer there.
    #[inline(always)]
    unsafe fn get(&self, k: usize) -> Option<T> {
        match self.is_stored {
            // SAFETY: a sweep that was completed stored every position.
            true => Some(unsafe { plain::behind!(self.data, k) }),
            false => None,
        }
    }
}

/// The buffer, for a sweep that does not write: it reads it, or fills it.
#[doc(hidden)]
#[derive(Debug)]
pub struct TemporaryReader<T> {
    read: Cursor<T>,
    /// The buffer again, where it is to be filled.
    target: Option<*mut T>,
    /// Set if there was an element for each position so far.
    all: bool,
}

impl<T: Copy> Reader for TemporaryReader<T> {
    type Old = Option<T>;
    type Value = Option<T>;

    #[inline(always)]
    unsafe fn old(&self, k: usize) -> Option<T> {
        // SAFETY: the caller's promise.
        unsafe { self.read.get(k) }
    }

    #[inline(always)]
    unsafe fn store(&mut self, k: usize, value: Option<T>) {
        if let Some(value) = value
            && let Some(target) = self.target
        {
            // SAFETY: there is room for an element at each position of the block.
            unsafe { plain::behind!(target, k) = value };
        } else {
            self.all = false;
        }
    }
}

impl<T> sealed::Sealed for Temporary<T> {}

impl<T: Copy> Sink for Temporary<T> {
    type Value = ();
    type Old<'c> = Option<T>;
    type Compacted<'c>
        = ()
    where
        Self: 'c;
    type Done = ();
    type Element = T;
    type Shared = Shared;
    type Local = Local<T>;
    type Cursor = Cursor<T>;
    type Reader = TemporaryReader<T>;

    const ORDERED: bool = false;
    const ANY_LEN: bool = true;

    #[inline]
    fn prepare(self, blocks: &Blocks) -> Result<Shared, Fault> {
        let bytes = blocks.block_len().checked_mul(size_of::<T>());
        Ok(Shared {
            kept: blocks.count() > 1 && bytes.is_some_and(|bytes| bytes <= Self::MAX_BYTES),
        })
    }

    #[inline]
    fn local() -> Local<T> {
        Local {
            buffer: Vec::new(),
            len: 0,
            is_stored: false,
        }
    }

    #[inline]
    unsafe fn open(shared: &Shared, local: &mut Local<T>, block: &Block<'_>) -> Result<(), Fault> {
        local.is_stored = false;
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
    fn invalidate(local: &mut Local<T>) {
        local.is_stored = false;
    }

    #[inline(always)]
    fn start(local: &Local<T>, data: *mut MaybeUninit<T>) -> Cursor<T> {
        Cursor {
            data: data.cast_const().cast(),
            is_stored: local.is_stored,
        }
    }

    #[inline(always)]
    unsafe fn old<'c>(cursor: &Cursor<T>, k: usize) -> Self::Old<'c> {
        // SAFETY: the caller's promise.
        unsafe { cursor.get(k) }
    }

    #[inline(always)]
    unsafe fn reader(local: &mut Local<T>, storing: bool) -> TemporaryReader<T> {
        let target = (storing && local.len > 0).then_some(local.buffer.as_mut_ptr());
        // A temporary that a sweep stores anew is not there unless it stores all of it.
        local.is_stored &= target.is_none();
        TemporaryReader {
            read: Cursor {
                data: local.buffer.as_ptr(),
                is_stored: local.is_stored,
            },
            target,
            all: true,
        }
    }

    #[inline(always)]
    fn can_store(local: &Local<T>) -> bool {
        local.len > 0
    }

    #[inline(always)]
    unsafe fn complete_store(local: &mut Local<T>, reader: TemporaryReader<T>) {
        if reader.target.is_some() {
            local.is_stored = reader.all;
        }
    }

    #[inline(always)]
    unsafe fn put(_cursor: &mut Cursor<T>, _k: usize, (): ()) {}

    #[inline(always)]
    unsafe fn complete(_local: &mut Local<T>, _cursor: Cursor<T>) {}

    #[inline(always)]
    unsafe fn compacted<'c>(_local: &'c Self::Local) -> Self::Compacted<'c>
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
