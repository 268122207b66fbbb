//! Block temporaries: elements that a block computes once for several sweeps.

use std::marker::PhantomData;
use std::mem::MaybeUninit;

use super::{Access, Accesses, Cursor, Sinks, sealed};
use crate::block::Block;
use crate::blocks::Blocks;
use crate::error::{Fault, Stop};
use crate::memory;
use crate::plain;

/// The most bytes that are copied without a call where nothing is optimised.
///
/// `debug-builds.md`: groups of cities by country.
const COPIED: usize = 32;

/// The fewest elements for which the one block of a loop asks for a buffer.
///
/// `limits-of-the-schedule.md`.
const FEWEST: usize = 16;

/// Elements that a sweep over a block computes and later ones need as well: it yields
/// them ([`Out::storing`](super::Out::storing)), and the others are given them, where there are
/// any.
///
/// There are none in a loop of a few elements, which should not ask for memory, nor where there is
/// none to be had, so that the other sweeps must be able to compute them. They lie in a buffer of
/// the thread, as long as a block.
#[derive(Debug)]
pub struct Temporary<T> {
    element: PhantomData<fn() -> T>,
    is_short: bool,
}

impl<T> Temporary<T> {
    /// The largest buffer in bytes. Elements that would need a larger one are recomputed, since a
    /// program should need no more memory than its inputs and results but for a few such buffers.
    const MAX_BYTES: usize = 4 << 20;

    /// A temporary of which nothing is stored yet.
    #[inline]
    #[must_use]
    pub fn new() -> Self {
        Temporary {
            element: PhantomData,
            is_short: false,
        }
    }

    /// A temporary for elements that take few operations: without optimisation a sweep costs more
    /// than they do, and none is stored.
    #[inline]
    #[must_use]
    pub fn short() -> Self {
        Temporary {
            element: PhantomData,
            is_short: true,
        }
    }
}

impl<T> Default for Temporary<T> {
    fn default() -> Self {
        Temporary::new()
    }
}

#[doc(hidden)]
#[derive(Debug)]
pub struct Local<T> {
    buffer: Vec<T>,
    /// The number of elements of the buffer that the block may use: one for each position, or
    /// none.
    len: usize,
    /// The number of positions of the sweep that stored an element for each.
    stored: Option<usize>,
}

/// The buffer, for a sweep that reads it.
#[doc(hidden)]
#[derive(Debug)]
pub struct Reloader<T> {
    data: *const T,
    is_stored: bool,
}

impl<T: Copy> Cursor for Reloader<T> {
    type Old = Option<T>;
    type Value = ();

    #[inline(always)]
    unsafe fn old(&self, k: usize) -> Option<T> {
        match self.is_stored {
            // SAFETY: a sweep that was completed stored every position.
            true => Some(unsafe { plain::behind!(self.data, k) }),
            false => None,
        }
    }

    #[inline(always)]
    unsafe fn put(&mut self, _k: usize, (): ()) {}
}

/// The buffer, for a sweep that does not write: it reads it, or fills it.
#[doc(hidden)]
#[derive(Debug)]
pub struct Storer<T> {
    read: Reloader<T>,
    /// The buffer again, where it is to be filled.
    target: Option<*mut T>,
    /// The number of positions, if there was an element for each one so far.
    stored: Option<usize>,
}

impl<T: Copy> Cursor for Storer<T> {
    type Old = Option<T>;
    type Value = Option<T>;

    #[inline(always)]
    unsafe fn old(&self, k: usize) -> Option<T> {
        // SAFETY: the caller's promise.
        unsafe { self.read.old(k) }
    }

    #[inline(always)]
    unsafe fn put(&mut self, k: usize, value: Option<T>) {
        if let Some(value) = value
            && let Some(target) = self.target
        {
            // SAFETY: there is room for an element at each position of the block.
            unsafe { plain::put!((target as *mut MaybeUninit<T>), k, value) };
        } else {
            self.stored = None;
        }
    }
}

impl<T> sealed::Sealed for Temporary<T> {}

impl<T: Copy> Sinks for Temporary<T> {
    type Cursor<'c> = Reloader<T>;
    type Reader = Storer<T>;
    type Compacted<'c>
        = ()
    where
        Self: 'c;
    type Done = ();
    /// Set if there is a buffer.
    type Shared = bool;
    type Local = Local<T>;

    const ACCESSES: Accesses = Accesses::of(Access::Reload);

    #[inline]
    fn prepare(self, blocks: &Blocks) -> Result<bool, Fault> {
        let bytes = blocks.block_len().checked_mul(size_of::<T>());
        // Without optimisation a sweep costs more than elements that take few operations; and more
        // than it saves a thread that does all blocks, where each copy of an element is a call.
        let is_large = const { size_of::<T>() > COPIED };
        let is_lost =
            cfg!(debug_assertions) && (self.is_short || is_large && blocks.is_sequential());
        let are_many = blocks.count() > 1 || blocks.len() >= FEWEST;
        Ok(are_many && !is_lost && bytes.is_some_and(|bytes| bytes <= Self::MAX_BYTES))
    }

    #[inline]
    fn local() -> Local<T> {
        Local {
            buffer: Vec::new(),
            len: 0,
            stored: None,
        }
    }

    #[inline]
    unsafe fn open(kept: &bool, local: &mut Local<T>, block: &Block<'_>) -> Result<(), Fault> {
        local.stored = None;
        local.len = match kept {
            true => block.len(),
            false => 0,
        };
        if memory::room_in(&mut local.buffer, local.len, "").is_err() {
            local.len = 0;
        }
        Ok(())
    }

    #[inline(always)]
    unsafe fn sweep<'c, R>(
        local: &mut Local<T>,
        len: usize,
        sweep: impl FnOnce(Self::Cursor<'c>) -> R,
    ) -> R {
        sweep(Reloader {
            data: local.buffer.as_ptr(),
            is_stored: local.stored == Some(len),
        })
    }

    #[inline(always)]
    unsafe fn complete(_local: &mut Local<T>, _cursor: Reloader<T>) {}

    #[inline(always)]
    unsafe fn reader(local: &mut Local<T>, len: usize, storing: Option<usize>) -> Storer<T> {
        let target = (storing.is_some() && local.len > 0).then_some(local.buffer.as_mut_ptr());
        if target.is_some() {
            // A temporary that a sweep stores anew is not there unless it stores all of it.
            local.stored = None;
        }
        Storer {
            read: Reloader {
                data: local.buffer.as_ptr(),
                is_stored: local.stored == Some(len),
            },
            target,
            stored: Some(len),
        }
    }

    #[inline(always)]
    fn can_store(local: &Local<T>, _number: usize) -> bool {
        local.len > 0
    }

    #[inline(always)]
    unsafe fn complete_store(local: &mut Local<T>, reader: Storer<T>) {
        if reader.target.is_some() {
            local.stored = reader.stored;
        }
    }

    #[inline(always)]
    unsafe fn compacted<'c>(_local: &'c Local<T>, _len: usize) -> Self::Compacted<'c>
    where
        Self: 'c,
    {
    }

    #[inline]
    unsafe fn close(_kept: &bool, _local: &mut Local<T>, _block: &Block<'_>) -> Result<(), Stop> {
        Ok(())
    }

    #[inline]
    unsafe fn finish(_kept: bool) -> Result<(), Fault> {
        Ok(())
    }
}
