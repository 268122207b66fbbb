//! Values that are combined into computed positions: the bins of a histogram.
//!
//! `dest[i] = dest[i] op v` reads the element that it writes, so that threads must not meet at a
//! position, and the order of the values of a bin shows in the bits of floats. A run is done in one
//! of three ways, which lengths, the type of the elements and the text of the program decide:
//!
//! * **From left to right**, straight into the array, where one thread does all blocks.
//! * **In ranges** of whole blocks, if no block waits for another and the pairs are several times
//!   as many as the bins. A thread does a range from its first position to its last, in bins of its
//!   own, and the ranges are joined to the array from left to right ([`Joining`]). One thread alone
//!   does the same, so that the bits agree.
//! * **Collected**, elsewhere: a block collects its pairs, and the blocks combine them one after
//!   the other, which is the order from left to right again.
//!
//! [`policy`] has the limits between them.

mod binning;
mod joining;
mod policy;
mod private;
#[cfg(debug_assertions)]
mod waiting;

use std::fmt;
use std::ptr;

use super::buffer::Buffer;
use super::output_buffer::OutputBuffer;
use super::write_only::write_only;
use super::{Access, Accesses, Cursor, Destination, Sinks, sealed};
use crate::block::Block;
use crate::blocks::Blocks;
use crate::element::Element;
use crate::error::{Fault, Stop};
use crate::known::Known;
use crate::look_back::PrefixSlots;
use crate::op::Op;
use crate::plain;
pub use binning::Binning;
pub(super) use binning::Common;
use joining::Joining;
pub(super) use policy::Cutting;
pub(super) use policy::{COPIES, cutting};
pub(super) use private::Private;
#[cfg(debug_assertions)]
use waiting::Waiting;

/// An array into whose elements a loop combines values, at computed positions: the body is given a
/// [`Binning`] to put pairs of an index and a value with.
///
/// The array may have any length. `combine` is the operator, of which `op` says what is known.
pub struct Bins<D, O, F> {
    dest: D,
    op: O,
    combine: F,
    binding: &'static str,
}

impl<'d, T: Element, O: Op<T>, F: Fn(T, T) -> T> Bins<&'d [T], O, F> {
    /// Combines into a copy of `dest`. The result is a `Vec<T>`.
    #[inline]
    #[must_use]
    pub fn copied(dest: &'d [T], binding: &'static str, op: O, combine: F) -> Self {
        Bins {
            dest,
            op,
            combine,
            binding,
        }
    }
}

impl<T: Element, O: Op<T>, F: Fn(T, T) -> T> Bins<Vec<T>, O, F> {
    /// Combines into `dest` itself. The result is `dest`.
    #[inline]
    #[must_use]
    pub fn taking(dest: Vec<T>, binding: &'static str, op: O, combine: F) -> Self {
        Bins {
            dest,
            op,
            combine,
            binding,
        }
    }
}

impl<'d, T: Element, O: Op<T>, F: Fn(T, T) -> T> Bins<&'d mut [T], O, F> {
    /// Combines into `dest` itself. The result is `()`.
    ///
    /// A run that fails has combined some of the values.
    #[inline]
    #[must_use]
    pub fn in_place(dest: &'d mut [T], binding: &'static str, op: O, combine: F) -> Self {
        Bins {
            dest,
            op,
            combine,
            binding,
        }
    }
}

impl<D: Destination, O: Op<D::Element>, F> Bins<D, O, F> {
    /// The ranges into which a run is cut for them.
    fn cutting(&self, blocks: &Blocks) -> Cutting {
        let bytes = size_of::<D::Element>();
        let commutes = self.op.neutral().is_some();
        policy::cutting(blocks, (self.dest.count(), bytes), commutes)
    }
}

impl<D, O, F> fmt::Debug for Bins<D, O, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Bins").field(&self.binding).finish()
    }
}

/// Hands the body the copy of the bins that its position belongs to.
#[doc(hidden)]
pub struct BinsCursor<'c, T, O, F> {
    first: Binning<'c, T, O, F>,
    /// The number of bins from one copy to the next; 0 if there is one copy.
    stride: usize,
}

impl<T, O, F> fmt::Debug for BinsCursor<'_, T, O, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.first.fmt(f)
    }
}

impl<T: Copy, O: Op<T>, F> BinsCursor<'_, T, O, F> {
    /// The bins of a position. Of neighbours that are written together LLVM knows the copies, and
    /// of operators that are not known to commute that there is one.
    #[inline(always)]
    fn copy(&self, k: usize) -> *mut T {
        match self.first.common().op.has_neutral() {
            true => {
                let copy = k % policy::COPIES;
                self.first.data.wrapping_add(copy * self.stride)
            }
            false => self.first.data,
        }
    }
}

impl<'c, T: Copy, O: Op<T>, F: Fn(T, T) -> T> Cursor for BinsCursor<'c, T, O, F> {
    type Old = Binning<'c, T, O, F>;
    type Value = ();

    const IN_VECTORS: bool = true;

    #[inline(always)]
    unsafe fn old(&self, k: usize) -> Self::Old {
        self.first.of_copy(self.copy(k))
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
pub struct Shared<D: Destination, O, F> {
    /// Written by one thread at a time: by the one that does all blocks; by the one that does the
    /// first range, and then by those that join others to it (`Joining`); or by one block after the
    /// other (`close`, which waits for its predecessor with acquire ordering).
    output: OutputBuffer<D::Element, D::Home>,
    way: Way<D::Element>,
    op: Known<D::Element, O>,
    combine: F,
    binding: &'static str,
}

/// The way in which the blocks of a run combine their pairs.
enum Way<T> {
    /// Straight into the array: one thread does all blocks.
    LeftToRight,
    /// One block after the other, the pairs that each has collected.
    Collected(PrefixSlots<()>),
    /// In ranges, with so many copies of the bins in each.
    Ranges(Joining<T>, usize),
}

impl<D: Destination, O, F> fmt::Debug for Shared<D, O, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Shared").field(&self.output.len()).finish()
    }
}

#[doc(hidden)]
pub struct Local<T, O, F> {
    buffer: Option<Buffer<(usize, T)>>,
    /// The bins of the range that this thread is in, unless they are those of the array.
    private: Option<Private<T>>,
    open: Option<Open<T, O, F>>,
    complete: bool,
    #[cfg(debug_assertions)]
    waiting: Option<Box<Waiting<T>>>,
}

/// The bins of the open block.
struct Open<T, O, F> {
    data: *mut T,
    /// The number of bins from one copy to the next; 0 if there is one copy.
    stride: usize,
    common: Common<T, O, F>,
}

impl<T, O, F> fmt::Debug for Local<T, O, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Local").finish_non_exhaustive()
    }
}

impl<D, O, F> sealed::Sealed for Bins<D, O, F> {}

impl<D, O, F> Sinks for Bins<D, O, F>
where
    D: Destination,
    O: Op<D::Element>,
    F: Fn(D::Element, D::Element) -> D::Element + Sync,
{
    type Cursor<'c> = BinsCursor<'c, D::Element, O, F>;
    type Done = D::Done;
    type Shared = Shared<D, O, F>;
    type Local = Local<D::Element, O, F>;

    write_only!();

    const ACCESSES: Accesses = Accesses::of(Access::Reduce);

    #[inline]
    fn arrange(&self, blocks: &Blocks) {
        match self.cutting(blocks) {
            Cutting::Ranges { count, .. } => blocks.cut_into_ranges(count),
            // Other reductions of the loop need ranges no more.
            Cutting::None => policy::from_left_to_right(blocks),
        }
    }

    fn prepare(self, blocks: &Blocks) -> Result<Self::Shared, Fault> {
        let way = match self.cutting(blocks) {
            Cutting::Ranges { copies, .. } => Way::Ranges(Joining::new(), copies),
            Cutting::None if blocks.is_sequential() => Way::LeftToRight,
            Cutting::None => Way::Collected(PrefixSlots::new((), blocks.count(), false)?),
        };
        let op = Known::of(self.op);
        let output = self.dest.output(blocks, self.binding)?;
        Ok(Shared {
            output,
            way,
            op,
            combine: self.combine,
            binding: self.binding,
        })
    }

    #[inline]
    fn local() -> Self::Local {
        Local {
            buffer: None,
            private: None,
            open: None,
            complete: false,
            #[cfg(debug_assertions)]
            waiting: None,
        }
    }

    #[inline]
    unsafe fn open(
        shared: &Self::Shared,
        local: &mut Self::Local,
        block: &Block<'_>,
    ) -> Result<(), Fault> {
        // SAFETY: it is no more than any number of slots.
        let mut data = unsafe { shared.output.from(0) };
        let mut common = Common {
            open_bins: shared.output.len(),
            len: shared.output.len(),
            filled: ptr::null_mut(),
            buffer: None,
            combine: &raw const shared.combine,
            op: shared.op,
            binding: shared.binding,
            #[cfg(debug_assertions)]
            waiting: ptr::null_mut(),
        };
        let mut stride = 0;
        match &shared.way {
            Way::LeftToRight => {}
            Way::Collected(_) => {
                let buffer = local.buffer.get_or_insert_with(Buffer::new);
                buffer.items().clear();
                (common.buffer, common.open_bins) = (Some(buffer.handle()), 0);
            }
            Way::Ranges(joining, copies) => {
                // Of several copies none is the array.
                let is_private = block.range() > 0 || *copies > 1;
                if block.begins_range() {
                    let neutral = shared.op.neutral();
                    let bins = (shared.output.len(), *copies);
                    local.private = match is_private {
                        true => Some(joining.bins(bins, neutral, shared.binding)?),
                        false => None,
                    };
                }
                if let Some(private) = &mut local.private {
                    (data, common.filled) = private.memory();
                    stride = if *copies > 1 { common.len } else { 0 };
                }
            }
        }
        #[cfg(debug_assertions)]
        if common.open_bins > 0 {
            local.waiting = Waiting::new(common.open_bins, &common.op);
            if let Some(waiting) = &mut local.waiting {
                common.waiting = &raw mut **waiting;
            }
        }
        local.open = Some(Open {
            data,
            stride,
            common,
        });
        local.complete = false;
        Ok(())
    }

    #[inline]
    unsafe fn sweep<'c, R>(
        local: &mut Self::Local,
        _len: usize,
        sweep: impl FnOnce(Self::Cursor<'c>) -> R,
    ) -> R {
        let open = local.open.as_ref().expect("the block is open");
        assert!(!local.complete, "a block was swept twice");
        sweep(BinsCursor {
            // SAFETY: it stays in its place until the block is closed.
            first: unsafe { Binning::new(open.data, &open.common) },
            stride: open.stride,
        })
    }

    #[inline(always)]
    unsafe fn complete(local: &mut Self::Local, _cursor: Self::Cursor<'_>) {
        #[cfg(debug_assertions)]
        if let (Some(waiting), Some(open)) = (&mut local.waiting, &local.open) {
            // SAFETY: the block is open, and so its bins are there, which this thread alone uses.
            unsafe { waiting.combine(&open.common.op) };
        }
        local.complete = true;
    }

    #[inline]
    unsafe fn close(
        shared: &Self::Shared,
        local: &mut Self::Local,
        block: &Block<'_>,
    ) -> Result<(), Stop> {
        assert!(local.complete, "a block ended without a complete sweep");
        match (&shared.way, &mut local.buffer) {
            (Way::Ranges(joining, _), _) if block.ends_range() => {
                let private = local.private.take();
                joining.hand_over(block.range(), private, &mut |private| {
                    // SAFETY: the ranges to the left are joined, and `Joining` has one thread at a
                    // time call this.
                    unsafe {
                        private.join(shared.output.from(0), shared.output.len(), |a, b| {
                            shared.op.applied(a, b, &shared.combine)
                        })
                    };
                });
            }
            (Way::Collected(order), Some(buffer)) => {
                order.wait(block.index(), block.failed())?;
                // SAFETY: it is no more than any number of slots.
                let bins = unsafe { shared.output.from(0) };
                plain::items!(pair in &buffer.items()[..]; {
                    let (at, value) = pair;
                    // SAFETY: `put` checked the position. Earlier blocks are done with the memory,
                    // and later ones wait.
                    unsafe {
                        let old = plain::behind!(bins, at);
                        plain::behind_mut!(bins, at) = shared.op.applied(old, value, &shared.combine);
                    }
                });
                order.publish(block.index(), ());
            }
            _ => {}
        }
        Ok(())
    }

    #[inline]
    unsafe fn finish(shared: Self::Shared) -> Result<D::Done, Fault> {
        Ok(D::done(shared.output))
    }
}
