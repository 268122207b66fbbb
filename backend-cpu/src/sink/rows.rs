//! A new array of which each position has a row.

use std::cell::UnsafeCell;
use std::fmt;
use std::marker::PhantomData;
use std::ptr::{self, NonNull};

use super::output_buffer::OutputBuffer;
use super::write_only::write_only;
use super::{Access, Accesses, Handing, Sinks, sealed};
use crate::agreement::product;
use crate::block::Block;
use crate::blocks::Blocks;
use crate::element::Element;
use crate::error::{Fault, Stop};

/// A new array of which each position has a row, or a box of more axes, in row-major order. The
/// body is given a [`RowWriter`], with which inner loops write the rows one after the other. The
/// result is a `Vec<T>`.
pub struct Rows<T, const N: usize> {
    binding: &'static str,
    axes: [usize; N],
    element: PhantomData<fn() -> T>,
}

impl<T, const N: usize> Rows<T, N> {
    /// A new array with these further axes that errors call `binding`.
    #[inline]
    #[must_use]
    pub fn named(binding: &'static str, axes: [usize; N]) -> Self {
        Rows {
            binding,
            axes,
            element: PhantomData,
        }
    }
}

impl<T, const N: usize> fmt::Debug for Rows<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Rows").field(&self.binding).finish()
    }
}

/// The memory of an array, and the part of a position.
#[doc(hidden)]
#[derive(Debug)]
pub struct Shared<T> {
    output: OutputBuffer<T, Vec<T>>,
    /// The number of elements of a position.
    width: usize,
}

/// The part of a block that is still to be written.
struct Rest<T> {
    next: *mut T,
    /// The number of elements from there to the end of the block.
    left: usize,
    /// The number of elements of rows that were taken and not yet written.
    open: usize,
}

/// A worker's state of a [`Rows`]. The rest of the block lies at a fixed address, where the
/// handles that bodies get find it.
#[doc(hidden)]
pub struct Local<T> {
    rest: NonNull<UnsafeCell<Rest<T>>>,
    data: *mut T,
    /// The number of elements of the block.
    len: usize,
    complete: bool,
}

impl<T> Drop for Local<T> {
    fn drop(&mut self) {
        // SAFETY: the pointer is that of a box which nobody else frees.
        drop(unsafe { Box::from_raw(self.rest.as_ptr()) });
    }
}

impl<T> fmt::Debug for Local<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Local").finish_non_exhaustive()
    }
}

/// The handle by which inner loops write the rows of a [`Rows`]: neither `Send` nor `Sync`.
pub struct RowWriter<'c, T> {
    rest: NonNull<UnsafeCell<Rest<T>>>,
    /// The memory is there while the block is open.
    open: PhantomData<&'c ()>,
}

impl<T> Clone for RowWriter<'_, T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for RowWriter<'_, T> {}

impl<T> fmt::Debug for RowWriter<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RowWriter").finish_non_exhaustive()
    }
}

impl<T> RowWriter<'_, T> {
    /// Changes the rest of the block.
    #[inline(always)]
    fn rest<R>(self, change: impl FnOnce(&mut Rest<T>) -> R) -> R {
        // SAFETY: the block is open, and so the rest of it is there; this thread is its only
        // user, and no other reference to it lives, since `change` is ours and reaches no other.
        change(unsafe { &mut *self.rest.as_ref().get() })
    }
}

impl<T, const N: usize> sealed::Sealed for Rows<T, N> {}

impl<T: Element, const N: usize> Sinks for Rows<T, N> {
    type Cursor<'c> = Handing<RowWriter<'c, T>>;
    type Done = Vec<T>;
    type Shared = Shared<T>;
    type Local = Local<T>;

    write_only!();

    const ACCESSES: Accesses = Accesses::of(Access::Rows);

    #[inline]
    fn requested_bytes(&self, blocks: &Blocks) -> usize {
        let elements = self
            .axes
            .iter()
            .fold(blocks.len(), |all, axis| all.saturating_mul(*axis));
        elements.saturating_mul(size_of::<T>())
    }

    fn prepare(self, blocks: &Blocks) -> Result<Shared<T>, Fault> {
        let mut width = 1;
        for axis in self.axes {
            width = product(width, axis, self.binding)?;
        }
        let len = product(blocks.len(), width, self.binding)?;
        let output = OutputBuffer::new(len, self.binding)?;
        Ok(Shared { output, width })
    }

    #[inline]
    fn local() -> Local<T> {
        let rest = Box::new(UnsafeCell::new(Rest {
            next: ptr::dangling_mut(),
            left: 0,
            open: 0,
        }));
        Local {
            rest: NonNull::from(Box::leak(rest)),
            data: ptr::dangling_mut(),
            len: 0,
            complete: false,
        }
    }

    #[inline]
    unsafe fn open(
        shared: &Shared<T>,
        local: &mut Local<T>,
        block: &Block<'_>,
    ) -> Result<(), Fault> {
        // The product for all positions did not overflow.
        // SAFETY: a block of the run lies within the buffer of its rows.
        local.data = unsafe { shared.output.from(block.start() * shared.width) };
        local.len = block.len() * shared.width;
        local.complete = false;
        Ok(())
    }

    #[inline]
    unsafe fn sweep<'c, R>(
        local: &mut Local<T>,
        _len: usize,
        sweep: impl FnOnce(Self::Cursor<'c>) -> R,
    ) -> R {
        local.complete = false;
        let writer = RowWriter {
            rest: local.rest,
            open: PhantomData,
        };
        // The rows of an earlier sweep are replaced.
        writer.rest(|rest| {
            *rest = Rest {
                next: local.data,
                left: local.len,
                open: 0,
            }
        });
        sweep(Handing(writer))
    }

    #[inline(always)]
    unsafe fn complete(local: &mut Local<T>, Handing(writer): Self::Cursor<'_>) {
        local.complete = writer.rest(|rest| rest.left == 0 && rest.open == 0);
        assert!(local.complete, "a position ended without its row");
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

    unsafe fn finish(shared: Shared<T>) -> Result<Vec<T>, Fault> {
        let len = shared.output.len();
        // SAFETY: every block was closed, which means that each of its elements was written: rows
        // are taken one after the other, each once, and all of them were ended. The blocks cover
        // the run's length.
        Ok(unsafe { shared.output.into_vector(len) })
    }
}

mod of_rows {
    pub trait Sealed {}
}

/// The arrays of which an inner loop writes a row: `(RowWriter, (RowWriter, … ()))`.
pub trait RowWriters: Copy + of_rows::Sealed {
    /// The values that the inner loop's body yields.
    type Values;
    /// The rows that are being written.
    #[doc(hidden)]
    type Taken;

    /// Takes the next `len` elements of each array.
    ///
    /// # Panics
    ///
    /// Panics where a block has no more.
    #[doc(hidden)]
    fn take(self, len: usize) -> Self::Taken;

    /// Writes at `j`.
    ///
    /// # Safety
    ///
    /// `j` must be below the number that was taken, and the block open.
    #[doc(hidden)]
    unsafe fn put(taken: &Self::Taken, j: usize, values: Self::Values);

    /// Ends rows of `len` elements.
    ///
    /// # Safety
    ///
    /// So many were taken, and all of them written.
    #[doc(hidden)]
    unsafe fn end(self, len: usize);
}

impl of_rows::Sealed for () {}

impl RowWriters for () {
    type Values = ();
    type Taken = ();

    #[inline(always)]
    fn take(self, _len: usize) {}

    #[inline(always)]
    unsafe fn put((): &(), _j: usize, (): ()) {}

    #[inline(always)]
    unsafe fn end(self, _len: usize) {}
}

impl<T, R> of_rows::Sealed for (RowWriter<'_, T>, R) {}

impl<T: Element, R: RowWriters> RowWriters for (RowWriter<'_, T>, R) {
    type Values = (T, R::Values);
    type Taken = (*mut T, R::Taken);

    #[inline(always)]
    fn take(self, len: usize) -> Self::Taken {
        let row = self.0.rest(|rest| {
            assert!(len <= rest.left, "a position has more than its row");
            let row = rest.next;
            // SAFETY: so many elements are left from there on.
            rest.next = unsafe { row.add(len) };
            rest.left -= len;
            rest.open += len;
            row
        });
        (row, self.1.take(len))
    }

    #[inline(always)]
    unsafe fn put((row, others): &Self::Taken, j: usize, (value, values): Self::Values) {
        // SAFETY: the caller's promise.
        unsafe {
            row.add(j).write(value);
            R::put(others, j, values);
        }
    }

    #[inline(always)]
    unsafe fn end(self, len: usize) {
        self.0.rest(|rest| rest.open -= len);
        // SAFETY: the caller's promise.
        unsafe { self.1.end(len) };
    }
}
