//! Values at computed positions of an array of which other processes have parts.
//!
//! A block collects the pairs of a position and a value. When all processes have done their blocks,
//! the pairs go to those that have the positions, which put them in place as one process would: in the
//! order of the loop, and combined in the same ranges of blocks and copies of bins (`bins`).
//!
//! Blocks combine values in bins as they come, where these are those of a range from its first block on
//! ([`Begun`]). The pairs are those of its bins then.

mod begun;
mod how;
mod pairs;

use std::fmt;
use std::marker::PhantomData;
use std::mem;
use std::sync::{Mutex, PoisonError};

use super::bins::{COPIES, Cutting};
use super::buffer::{Buffer, BufferHandle};
use super::write_only::write_only;
use super::{Accesses, Cursor, Sinks, sealed};
use crate::block::Block;
use crate::blocks::Blocks;
use crate::element::{Element, Reduced, Stored};
use crate::error::{Fault, Stop};
use crate::gather::{Index, out_of_bounds};
use crate::memory;
use crate::op::Op;
use begun::{Begun, OfRange};
pub use how::{Combined, How, Placed};
use pairs::OfBlock;
pub use pairs::Pairs;

/// An array of other processes, or of several, that a loop writes at computed positions: the body is
/// given a [`Putting`]. The result is [`Pairs`].
#[derive(Debug)]
pub struct Elsewhere<T, H> {
    len: usize,
    how: H,
    binding: &'static str,
    element: PhantomData<fn() -> T>,
}

impl<T> Elsewhere<T, Placed> {
    /// Replaces elements of an array of `len`, of the type of those in `part`.
    pub fn placed(_part: &[T], len: usize, binding: &'static str) -> Self {
        Elsewhere {
            len,
            how: Placed,
            binding,
            element: PhantomData,
        }
    }
}

impl<T: Element, O: Op<T>, F: Fn(T, T) -> T> Elsewhere<T, Combined<O, F>> {
    /// Combines values with the elements of an array of `len`, of the type of those in `part`.
    pub fn combined(_part: &[T], len: usize, binding: &'static str, op: O, combine: F) -> Self {
        Elsewhere {
            len,
            how: Combined { op, combine },
            binding,
            element: PhantomData,
        }
    }
}

/// The handle by which a body puts values into an array [`Elsewhere`].
pub struct Putting<'c, T, H: How<T>> {
    buffer: BufferHandle<(u64, T)>,
    len: usize,
    /// The range and the copy of its bins that a pair belongs to.
    below: u64,
    binding: &'static str,
    /// The bins into which values are combined, unless pairs are collected.
    bins: Option<H::Handle>,
    /// The buffer is there while the block is open.
    open: PhantomData<&'c ()>,
}

impl<T, H: How<T>> Clone for Putting<'_, T, H> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, H: How<T>> Copy for Putting<'_, T, H> {}

impl<T, H: How<T>> fmt::Debug for Putting<'_, T, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Putting")
            .field("len", &self.len)
            .finish_non_exhaustive()
    }
}

impl<T: Element> Putting<'_, T, Placed> {
    /// Writes `value` at `index`.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::IndexOutOfBounds`](crate::ErrorKind::IndexOutOfBounds), and
    /// [`ErrorKind::Allocation`](crate::ErrorKind::Allocation).
    #[inline(always)]
    pub fn put<I>(self, index: I, value: impl Stored<T, I>) -> Result<(), Fault> {
        let (index, value) = value.stored(index);
        self.push(index, value)
    }
}

impl<T, O, F> Putting<'_, T, Combined<O, F>>
where
    T: Element,
    O: Op<T>,
    F: Fn(T, T) -> T + Send + Sync,
{
    /// Combines `value` with the element at `index`.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::IndexOutOfBounds`](crate::ErrorKind::IndexOutOfBounds), and
    /// [`ErrorKind::Allocation`](crate::ErrorKind::Allocation).
    #[inline(always)]
    pub fn put<I>(self, index: I, value: impl Reduced<T, I>) -> Result<(), Fault> {
        match self.bins {
            Some(bins) => bins.put(index, value),
            None => {
                let (index, value) = value.reduced(index);
                self.push(index, value)
            }
        }
    }
}

impl<T: Copy, H: How<T>> Putting<'_, T, H> {
    #[inline(always)]
    fn push(self, index: impl Index, value: T) -> Result<(), Fault> {
        let at = index.position();
        if at >= self.len {
            return Err(out_of_bounds(index.number(), self.len, self.binding));
        }
        // SAFETY: the block is open, and so the buffer is there.
        unsafe {
            self.buffer
                .push((pairs::key(at, self.below), value), self.binding)
        }
    }
}

/// Hands the body the copy of the bins that its position belongs to.
#[doc(hidden)]
pub struct PuttingCursor<'c, T, H: How<T>> {
    first: Putting<'c, T, H>,
    /// All bits of the number of a copy: 0 if there is one.
    copies: usize,
}

impl<T, H: How<T>> fmt::Debug for PuttingCursor<'_, T, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.first.fmt(f)
    }
}

impl<'c, T: Copy, H: How<T>> Cursor for PuttingCursor<'c, T, H> {
    type Old = Putting<'c, T, H>;
    type Value = ();

    const IN_VECTORS: bool = H::IN_VECTORS;

    #[inline(always)]
    unsafe fn old(&self, k: usize) -> Self::Old {
        let (first, copy) = (self.first, (k % COPIES) & self.copies);
        Putting {
            below: first.below + copy as u64,
            bins: first.bins.map(|bins| H::further(bins, copy * first.len)),
            ..first
        }
    }

    /// The first copy: by the next value for a bin the one before it is stored.
    #[inline(always)]
    unsafe fn old_of_long(&self, _k: usize) -> Self::Old {
        self.first
    }

    #[inline(always)]
    unsafe fn put(&mut self, _k: usize, (): ()) {}
}

#[doc(hidden)]
#[derive(Debug)]
pub struct Shared<T, H> {
    /// The pairs of the blocks that have collected some, with their numbers.
    collected: Mutex<Vec<OfBlock<T>>>,
    begun: Begun<T>,
    array: Elsewhere<T, H>,
    /// The ranges in which values are combined; 0 if they are combined in place.
    ranges: usize,
    copies: usize,
}

#[doc(hidden)]
pub struct Local<T, H: How<T>> {
    buffer: Buffer<(u64, T)>,
    /// The bins of the open block, unless it collects pairs, and what their handles have in common.
    bins: Option<(OfRange<T>, H::Common)>,
    open: Option<Open>,
    complete: bool,
}

/// The facts about the open block that its pairs share.
#[derive(Clone, Copy, Debug)]
struct Open {
    len: usize,
    below: u64,
    binding: &'static str,
    /// All bits of the number of a copy.
    copies: usize,
}

impl<T, H: How<T>> fmt::Debug for Local<T, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Local").finish_non_exhaustive()
    }
}

impl<T, H> sealed::Sealed for Elsewhere<T, H> {}

impl<T: Element, H: How<T>> Sinks for Elsewhere<T, H> {
    type Cursor<'c> = PuttingCursor<'c, T, H>;
    type Done = Pairs<T, H>;
    type Shared = Shared<T, H>;
    type Local = Local<T, H>;

    write_only!();

    const ACCESSES: Accesses = Accesses::of(H::ACCESS);

    fn arrange(&self, blocks: &Blocks) {
        match self.how.cutting(blocks, self.len) {
            Cutting::Ranges { count, .. } => blocks.cut_into_ranges(count),
            Cutting::None => blocks.keep_in_order(),
        }
    }

    fn prepare(self, blocks: &Blocks) -> Result<Self::Shared, Fault> {
        let (ranges, copies) = match self.how.cutting(blocks, self.len) {
            Cutting::Ranges { copies, .. } => (blocks.ranges(), copies),
            Cutting::None => (0, 1),
        };
        Ok(Shared {
            collected: Mutex::new(Vec::new()),
            begun: Begun::new(),
            array: self,
            ranges,
            copies,
        })
    }

    fn local() -> Self::Local {
        Local {
            buffer: Buffer::new(),
            bins: None,
            open: None,
            complete: false,
        }
    }

    unsafe fn open(
        shared: &Self::Shared,
        local: &mut Self::Local,
        block: &Block<'_>,
    ) -> Result<(), Fault> {
        let (array, copies) = (&shared.array, shared.copies);
        let (len, binding) = (array.len, array.binding);
        let range = match shared.ranges {
            0 => 0,
            _ => block.range_of_all(),
        };
        // One copy of the bins of the first range is the array itself.
        let is_private = shared.ranges > 0 && (range > 0 || copies > 1);
        let bins = match is_private {
            true => (shared.begun).take(block, || array.how.bins(len, copies, binding))?,
            false => None,
        };
        local.bins = bins.map(|mut bins| {
            let common = array.how.common(&mut bins.bins, len, binding);
            (bins, common)
        });
        local.open = Some(Open {
            len,
            below: pairs::below(range),
            binding,
            copies: copies - 1,
        });
        local.complete = false;
        Ok(())
    }

    unsafe fn sweep<'c, R>(
        local: &mut Self::Local,
        _len: usize,
        sweep: impl FnOnce(Self::Cursor<'c>) -> R,
    ) -> R {
        let open = local.open.expect("the block is open");
        let is_first = !mem::replace(&mut local.complete, false);
        assert!(is_first || local.bins.is_none(), "bins were swept twice");
        // The pairs of an earlier sweep are replaced.
        local.buffer.items().clear();
        let bins = local.bins.as_mut().map(|(of_range, common)| {
            // SAFETY: both stay in their places until the block is closed.
            unsafe { H::handle(&mut of_range.bins, common) }
        });
        sweep(PuttingCursor {
            first: Putting {
                buffer: local.buffer.handle(),
                len: open.len,
                below: open.below,
                binding: open.binding,
                bins,
                open: PhantomData,
            },
            copies: open.copies,
        })
    }

    unsafe fn complete(local: &mut Self::Local, _cursor: Self::Cursor<'_>) {
        local.complete = true;
    }

    unsafe fn close(
        shared: &Self::Shared,
        local: &mut Self::Local,
        block: &Block<'_>,
    ) -> Result<(), Stop> {
        assert!(local.complete, "a block ended without a complete sweep");
        if let Some((bins, _)) = local.bins.take() {
            shared.begun.keep(block, bins);
            return Ok(());
        }
        let collected = local.buffer.items();
        let mut pairs = memory::reserve(collected.len(), shared.array.binding)?;
        pairs.extend_from_slice(collected);
        let of_blocks = shared.collected.lock();
        let mut of_blocks = of_blocks.unwrap_or_else(PoisonError::into_inner);
        of_blocks
            .try_reserve(1)
            .map_err(|_| memory::none::<OfBlock<T>>(1, shared.array.binding))?;
        of_blocks.push((block.index(), pairs));
        Ok(())
    }

    unsafe fn finish(shared: Self::Shared) -> Result<Pairs<T, H>, Fault> {
        let collected = shared.collected.into_inner();
        let mut blocks = collected.unwrap_or_else(PoisonError::into_inner);
        for (range, of_range) in shared.begun.done() {
            let bins = match of_range.is_complete {
                true => shared.array.how.joined(of_range.bins, shared.array.len),
                false => of_range.bins,
            };
            let values = pairs::of_bins(&bins, range, shared.array.len);
            blocks.push((of_range.blocks.start, values));
        }
        blocks.sort_unstable_by_key(|(index, _)| *index);
        Ok(Pairs {
            blocks,
            how: shared.array.how,
            ranges: shared.ranges,
            copies: shared.copies,
        })
    }
}
