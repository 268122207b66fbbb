//! The handle by which a body combines values into bins.

use std::fmt;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
#[cfg(debug_assertions)]
use std::ptr;

use crate::element::Reduced;
use crate::error::Fault;
use crate::gather::{Index, out_of_bounds};
use crate::known::Known;
use crate::op::Op;
use crate::plain;
use crate::sink::buffer::BufferHandle;

use super::private::Private;

#[cfg(debug_assertions)]
use super::waiting::Waiting;

/// The handle by which a body combines values into [`Bins`](super::Bins).
pub struct Binning<'c, T, O, F> {
    /// The bins: those of the array, or private ones.
    pub(super) data: *mut T,
    common: Held<T, O, F>,
    /// The memory and the operator are there while the block is open.
    block: PhantomData<&'c ()>,
}

/// The facts that are the same for all copies of the bins.
#[doc(hidden)]
pub struct Common<T, O, F> {
    /// The number of bins into which values are combined straight away: all of them, or none.
    pub(super) open_bins: usize,
    pub(super) len: usize,
    /// For each bin, whether it holds a value; null where all of them do.
    pub(super) filled: *mut bool,
    /// The buffer in which pairs are collected, unless they are combined straight away.
    pub(super) buffer: Option<BufferHandle<(usize, T)>>,
    pub(super) combine: *const F,
    pub(super) op: Known<T, O>,
    pub(super) binding: &'static str,
    /// The pairs that wait, if pairs are combined several at a time.
    #[cfg(debug_assertions)]
    pub(super) waiting: *mut Waiting<T>,
}

/// A copy, of which LLVM keeps in registers what it needs.
#[cfg(not(debug_assertions))]
type Held<T, O, F> = Common<T, O, F>;

/// Its place. Without optimisation a copy of so many bytes is a call, for each position two.
#[cfg(debug_assertions)]
type Held<T, O, F> = *const Common<T, O, F>;

impl<T: Copy, O: Copy, F> Clone for Common<T, O, F> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Copy, O: Copy, F> Copy for Common<T, O, F> {}

impl<T: Copy, O: Op<T>, F> Common<T, O, F> {
    /// Of private bins, so many in each copy.
    pub(in super::super) fn of_private(
        bins: &mut Private<T>,
        len: usize,
        op: Known<T, O>,
        combine: *const F,
        binding: &'static str,
    ) -> Self {
        Common {
            open_bins: len,
            len,
            filled: bins.memory().1,
            buffer: None,
            combine,
            op,
            binding,
            #[cfg(debug_assertions)]
            waiting: ptr::null_mut(),
        }
    }
}

impl<T, O, F> fmt::Debug for Common<T, O, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Common").finish_non_exhaustive()
    }
}

impl<T: Copy, O: Copy, F> Clone for Binning<'_, T, O, F> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Copy, O: Copy, F> Copy for Binning<'_, T, O, F> {}

impl<T: Copy, O: Op<T>, F> Binning<'_, T, O, F> {
    /// A handle to the bins from `data` on.
    ///
    /// # Safety
    ///
    /// `common` must stay in its place while the block is open.
    #[inline(always)]
    pub(in super::super) unsafe fn new(data: *mut T, common: &Common<T, O, F>) -> Self {
        Binning {
            data,
            #[cfg(not(debug_assertions))]
            common: *common,
            #[cfg(debug_assertions)]
            common: &raw const *common,
            block: PhantomData,
        }
    }

    /// The handle to another copy of the bins.
    #[inline(always)]
    pub(super) fn of_copy(self, data: *mut T) -> Self {
        Binning { data, ..self }
    }

    /// The handle to bins that lie so many further.
    #[inline(always)]
    pub(in super::super) fn further(self, by: usize) -> Self {
        self.of_copy(self.data.wrapping_add(by))
    }

    #[inline(always)]
    pub(super) fn common(&self) -> &Common<T, O, F> {
        #[cfg(not(debug_assertions))]
        return &self.common;
        #[cfg(debug_assertions)]
        // SAFETY: the promise of `new`: a handle is used while the block is open.
        unsafe {
            &plain::behind!(self.common, 0)
        }
    }
}

impl<T: Copy, O: Op<T>, F: Fn(T, T) -> T> Binning<'_, T, O, F> {
    /// Combines `value` into the bin at `index`.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::IndexOutOfBounds`](crate::ErrorKind::IndexOutOfBounds), and
    /// [`ErrorKind::Allocation`](crate::ErrorKind::Allocation) where pairs that must be collected
    /// find no memory.
    #[inline(always)]
    pub fn put<I>(self, index: I, value: impl Reduced<T, I>) -> Result<(), Fault> {
        let (index, value) = value.reduced(index);
        let at = index.position();
        let common = self.common();
        if at >= common.open_bins {
            // The parts, not the whole, and an array of the value: for these LLVM would store all of
            // them for each pair.
            // SAFETY: the buffer is there while the block is open.
            return unsafe { collect(index, [value], common.buffer, common.len, common.binding) };
        }
        // SAFETY: the position is within the memory, which is there while the block is open, as the
        // operator is. This thread alone uses the bins until the block is closed (`Shared`), and no
        // reference to them lives while the operator runs. A bin is filled if `filled` says so, or
        // if there is no `filled`.
        unsafe {
            let holds_value = common.op.has_neutral()
                || common.filled as usize == 0
                || plain::behind!(common.filled, at);
            #[cfg(debug_assertions)]
            if common.waiting as usize != 0 {
                plain::behind_mut!(common.waiting, 0).push(
                    self.data.wrapping_add(at),
                    value,
                    &common.op,
                );
                return Ok(());
            }
            if holds_value {
                let combine = &plain::behind!(common.combine, 0);
                let old = plain::behind!(self.data, at);
                let combined = common.op.applied(old, value, combine);
                plain::behind_mut!(self.data, at) = combined;
            } else {
                plain::put!((self.data as *mut MaybeUninit<T>), at, value);
                plain::behind_mut!(common.filled, at) = true;
            }
        }
        Ok(())
    }
}

/// Keeps a pair, if there is such a bin.
///
/// # Safety
///
/// The buffer must still be there, if there is one.
#[cold]
#[inline(never)]
unsafe fn collect<T: Copy>(
    index: impl Index,
    [value]: [T; 1],
    buffer: Option<BufferHandle<(usize, T)>>,
    len: usize,
    binding: &'static str,
) -> Result<(), Fault> {
    let at = index.position();
    match buffer {
        // SAFETY: the caller's promise.
        Some(buffer) if at < len => unsafe { buffer.push((at, value), binding) },
        _ => Err(out_of_bounds(index.number(), len, binding)),
    }
}

impl<T, O, F> fmt::Debug for Binning<'_, T, O, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Binning").finish_non_exhaustive()
    }
}
