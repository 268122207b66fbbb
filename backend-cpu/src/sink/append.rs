//! A new array of any number of elements for each position.

use std::cell::UnsafeCell;
use std::fmt;
use std::marker::PhantomData;
use std::mem;
use std::sync::{Mutex, PoisonError};

use super::buffer::{Buffer, BufferHandle};
use super::write_only::write_only;
use super::{Access, Accesses, Handing, Sinks, sealed};
use crate::block::Block;
use crate::blocks::Blocks;
use crate::element::Element;
use crate::error::{Fault, Stop};
use crate::look_back::PrefixSlots;
use crate::memory;

/// A new array to which a position may add any number of elements, in order:
/// the body is given an [`Appending`] to push them to. The result is a
/// `Vec<T>`.
///
/// A block collects its elements in a buffer, and copies them to their places
/// when it knows how many there are before them. Room for one element for each
/// position of the inner loops is reserved beforehand, where the system gives
/// it (untouched pages cost no memory); elements that have no place there
/// are joined when the loop is over.
#[derive(Debug)]
pub struct Append<T> {
    binding: &'static str,
    element: PhantomData<fn() -> T>,
}

impl<T> Append<T> {
    /// A new array that errors call `binding`.
    #[inline]
    #[must_use]
    pub fn named(binding: &'static str) -> Self {
        Append {
            binding,
            element: PhantomData,
        }
    }
}

/// The handle by which a body pushes the elements of an [`Append`].
pub struct Appending<'c, T> {
    buffer: BufferHandle<T>,
    binding: &'static str,
    /// The buffer is there while the block is open.
    open: PhantomData<&'c ()>,
}

impl<T> Clone for Appending<'_, T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Appending<'_, T> {}

impl<T: Copy> Appending<'_, T> {
    /// Adds an element.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Allocation`](crate::ErrorKind::Allocation) where there is
    /// no memory for it.
    #[inline(always)]
    pub fn push(self, value: T) -> Result<(), Fault> {
        // SAFETY: the block is open, and so the buffer is there.
        unsafe { self.buffer.push(value, self.binding) }
    }
}

impl<T> fmt::Debug for Appending<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Appending").field(&self.binding).finish()
    }
}

/// The largest buffer in bytes that is reserved beforehand.
#[cfg(unix)]
const MOST: usize = if usize::BITS > 32 { 1 << 36 } else { 1 << 26 };
#[cfg(not(unix))]
const MOST: usize = 1 << 26;

#[doc(hidden)]
pub struct Shared<T> {
    /// Room for elements, its length 0 until all are written. A sequential run
    /// collects them here.
    memory: UnsafeCell<Vec<T>>,
    data: *mut T,
    capacity: usize,
    /// The number of elements of the blocks up to each one.
    ends: PrefixSlots<usize>,
    /// Blocks that do not fit the buffer, each with the number of elements
    /// before it.
    rest: Mutex<Vec<(usize, Vec<T>)>>,
    sequential: bool,
    binding: &'static str,
}

// SAFETY: threads use the pointer for disjoint ranges within the buffer: a
// block's range begins where the block before it ends (`close`). They only
// write elements, which are `Send`. The buffer itself is used by one thread:
// by that which prepares and finishes the run, and between that only in a sequential
// run, which has one thread. `PrefixSlots` is `Sync`, and a mutex of what is `Send`.
unsafe impl<T: Send> Sync for Shared<T> {}

impl<T> fmt::Debug for Shared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared")
            .field("capacity", &self.capacity)
            .finish_non_exhaustive()
    }
}

#[doc(hidden)]
#[derive(Debug)]
pub struct Local<T> {
    buffer: Buffer<T>,
    /// The number of elements in the buffer that belong to earlier blocks.
    base: usize,
    complete: bool,
    binding: &'static str,
}

impl<T> sealed::Sealed for Append<T> {}

impl<T: Element> Sinks for Append<T> {
    type Cursor<'c> = Handing<Appending<'c, T>>;
    type Done = Vec<T>;
    type Shared = Shared<T>;
    type Local = Local<T>;

    write_only!();

    const ACCESSES: Accesses = Accesses::of(Access::Append);

    fn prepare(self, blocks: &Blocks) -> Result<Shared<T>, Fault> {
        let most = blocks.len().saturating_mul(blocks.rows());
        let mut memory = match most.saturating_mul(size_of::<T>()) <= MOST {
            // Where there is not that much, there may be enough for what is
            // really made.
            true => memory::reserve(most, self.binding).unwrap_or_default(),
            false => Vec::new(),
        };
        Ok(Shared {
            data: memory.as_mut_ptr(),
            capacity: memory.capacity(),
            memory: UnsafeCell::new(memory),
            ends: PrefixSlots::new(0, blocks.count(), blocks.is_sequential())?,
            rest: Mutex::new(Vec::new()),
            sequential: blocks.is_sequential(),
            binding: self.binding,
        })
    }

    #[inline]
    fn local() -> Local<T> {
        Local {
            buffer: Buffer::new(),
            base: 0,
            complete: false,
            binding: "",
        }
    }

    #[inline]
    unsafe fn open(
        shared: &Shared<T>,
        local: &mut Local<T>,
        _block: &Block<'_>,
    ) -> Result<(), Fault> {
        let items = local.buffer.items();
        if shared.sequential {
            // SAFETY: a sequential run has one thread, and nothing refers to the
            // room but this.
            *items = mem::take(unsafe { &mut *shared.memory.get() });
            local.base = items.len();
        } else {
            items.clear();
        }
        local.complete = false;
        local.binding = shared.binding;
        Ok(())
    }

    #[inline]
    unsafe fn sweep<'c, R>(
        local: &mut Local<T>,
        _len: usize,
        sweep: impl FnOnce(Self::Cursor<'c>) -> R,
    ) -> R {
        // The elements of an earlier sweep are replaced.
        local.buffer.items().truncate(local.base);
        local.complete = false;
        sweep(Handing(Appending {
            buffer: local.buffer.handle(),
            binding: local.binding,
            open: PhantomData,
        }))
    }

    #[inline(always)]
    unsafe fn complete(local: &mut Local<T>, _cursor: Self::Cursor<'_>) {
        local.complete = true;
    }

    #[inline]
    unsafe fn close(
        shared: &Shared<T>,
        local: &mut Local<T>,
        block: &Block<'_>,
    ) -> Result<(), Stop> {
        assert!(local.complete, "a block ended without a complete sweep");
        let items = local.buffer.items();
        let start = shared.ends.wait(block.index(), block.failed())?;
        if shared.sequential {
            shared.ends.publish(block.index(), items.len());
            // SAFETY: as in `open`.
            unsafe { *shared.memory.get() = mem::take(items) };
            return Ok(());
        }
        // Two vectors in memory have less than `usize::MAX` elements, unless
        // these take no memory.
        let end = start.saturating_add(items.len());
        // Before the copy, so that the next block need not wait for it.
        shared.ends.publish(block.index(), end);
        if end <= shared.capacity {
            // SAFETY: `start` is the number of elements that earlier blocks made, so that
            // the ranges of blocks are disjoint; this one is within the buffer.
            unsafe {
                shared
                    .data
                    .add(start)
                    .copy_from_nonoverlapping(items.as_ptr(), items.len());
            }
        } else {
            let mut rest = shared.rest.lock().unwrap_or_else(PoisonError::into_inner);
            rest.try_reserve(1)
                .map_err(|_| memory::none::<T>(end, shared.binding))?;
            let mut items = mem::take(items);
            memory::trim(&mut items);
            rest.push((start, items));
        }
        Ok(())
    }

    unsafe fn finish(shared: Shared<T>) -> Result<Vec<T>, Fault> {
        let total = shared.ends.last();
        let mut memory = shared.memory.into_inner();
        let mut rest = shared
            .rest
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        if !shared.sequential {
            rest.sort_unstable_by_key(|(start, _)| *start);
            let placed = rest.first().map_or(total, |(start, _)| *start);
            // SAFETY: every block was closed, and those before the first one
            // that did not fit wrote all elements before it.
            unsafe { memory.set_len(placed) };
            let more = total - placed;
            if memory.try_reserve_exact(more).is_err() {
                return Err(memory::none::<T>(total, shared.binding));
            }
            for (_, items) in rest {
                memory.extend_from_slice(&items);
            }
        }
        memory::trim(&mut memory);
        Ok(memory)
    }
}
