//! A new array of the elements that a loop keeps.

use std::fmt;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::{ptr, slice};

use super::consecutive::{Capacity, Consecutive};
use super::permute::Vector;
use super::{Access, Cursor, Home, NEIGHBOURS, Sink, Writer};
use crate::block::Block;
use crate::blocks::Blocks;
use crate::element::Element;
use crate::error::{Fault, Stop};
use crate::memory;
use crate::plain;

/// An element that a loop keeps or drops. The value of a dropped one counts
/// for nothing, but is there, so that nobody needs a branch to write it.
///
/// It is of any type, so that one that arrays can't have is a mistake where the array is made, and
/// there alone.
pub struct Masked<T> {
    value: MaybeUninit<T>,
    keep: bool,
}

impl<T: Copy> Clone for Masked<T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Copy> Copy for Masked<T> {}

impl<T> Masked<T> {
    /// A value that is kept where `keep` is set.
    #[inline(always)]
    #[must_use]
    pub fn when(keep: bool, value: T) -> Self {
        Masked {
            value: MaybeUninit::new(value),
            keep,
        }
    }
}

impl<T> From<Option<T>> for Masked<T> {
    #[inline(always)]
    fn from(value: Option<T>) -> Self {
        match value {
            Some(value) => Masked::when(true, value),
            // Vectors must not hold uninitialised elements; without optimisation there are none,
            // and zeros take longer than all else that is done for an element.
            None => Masked {
                #[cfg(debug_assertions)]
                value: MaybeUninit::uninit(),
                #[cfg(not(debug_assertions))]
                value: MaybeUninit::zeroed(),
                keep: false,
            },
        }
    }
}

impl<T> fmt::Debug for Masked<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Masked")
            .field("keep", &self.keep)
            .finish_non_exhaustive()
    }
}

/// A new array of the elements that a loop keeps, in order. The body yields a
/// [`Masked`] for each position; the result is a `Vec<T>`.
#[derive(Debug)]
pub struct Compact<T> {
    binding: &'static str,
    capacity: Capacity,
    element: PhantomData<fn() -> T>,
}

impl<T> Compact<T> {
    /// A new array that errors call `binding`.
    #[inline]
    #[must_use]
    pub fn named(binding: &'static str) -> Self {
        Compact {
            binding,
            capacity: Capacity::ANY,
            element: PhantomData,
        }
    }

    /// Sets the capacity to the number of elements that were [counted](crate::Run::counted), if
    /// they were.
    #[inline]
    #[must_use]
    pub fn counted(self, count: Option<usize>) -> Self {
        Compact {
            capacity: Capacity::counted(count),
            ..self
        }
    }
}

#[doc(hidden)]
#[derive(Debug)]
pub struct Shared<T> {
    result: Consecutive<T>,
    sequential: bool,
    binding: &'static str,
}

#[doc(hidden)]
#[derive(Debug)]
pub struct Memory<T> {
    /// The memory for the block's elements: the buffer, or the result itself if one thread does
    /// the whole run.
    data: *mut T,
    /// Set if that is the result itself.
    in_place: bool,
    buffer: Vec<T>,
}

/// Writes the elements that are kept, one behind the other.
#[doc(hidden)]
#[derive(Debug)]
pub struct Compacter<T> {
    data: *mut MaybeUninit<T>,
    kept: usize,
    vector: Vector,
}

impl<T> Compacter<T> {
    /// Writes an element that is kept.
    ///
    /// # Safety
    ///
    /// There must be room for it.
    #[cfg(debug_assertions)]
    #[inline(always)]
    pub(super) unsafe fn push(&mut self, element: &T)
    where
        T: Copy,
    {
        // SAFETY: the caller's promise.
        unsafe { plain::put!(self.data, self.kept, *element) };
        self.kept += 1;
    }

    /// Compacts those of some neighbours whose bits are set in `kept`.
    ///
    /// # Safety
    ///
    /// All of them must be there, and there must be room for as many as were compacted, kept or
    /// not, and all of these.
    #[inline(always)]
    pub(super) unsafe fn copy(&mut self, kept: u64, elements: &[MaybeUninit<T>; NEIGHBOURS])
    where
        T: Copy,
    {
        /// To find each one of more bits takes longer than to write every element.
        const MANY: u32 = 44;
        // SAFETY: the caller's promise.
        unsafe {
            match kept.count_ones() <= MANY {
                true => self.copy_some(kept, elements),
                false => self.copy_most(kept, elements),
            }
        }
    }

    /// [`copy`](Compacter::copy) bit by bit.
    ///
    /// # Safety
    ///
    /// As for [`copy`](Compacter::copy).
    #[inline(always)]
    unsafe fn copy_some(&mut self, kept: u64, elements: &[MaybeUninit<T>; NEIGHBOURS])
    where
        T: Copy,
    {
        /// So many are copied without asking whether there is another one: few loops end in the
        /// same step.
        const STEP: usize = 4;
        let count = kept.count_ones() as usize;
        let mut left = kept;
        let mut copied = 0;
        while copied < count {
            for at in copied..copied + STEP {
                // Of a word without bits it is one too many, which is overwritten by the word that
                // comes next.
                let next = left.trailing_zeros() as usize % NEIGHBOURS;
                // SAFETY: no more are copied than there are neighbours, and there is room for all
                // of these.
                unsafe { self.data.add(self.kept + at).write(elements[next]) };
                left &= left.wrapping_sub(1);
            }
            copied += STEP;
        }
        self.kept += count;
    }

    /// [`copy`](Compacter::copy) element by element, those that are not kept too: each is
    /// overwritten by the next.
    ///
    /// # Safety
    ///
    /// As for [`copy`](Compacter::copy).
    #[inline(always)]
    unsafe fn copy_most(&mut self, kept: u64, elements: &[MaybeUninit<T>; NEIGHBOURS])
    where
        T: Copy,
    {
        for (at, element) in elements.iter().enumerate() {
            // SAFETY: no more are kept of these than were written, and there is room for all of
            // them.
            unsafe { self.data.add(self.kept).write(*element) };
            self.kept += (kept >> at & 1) as usize;
        }
    }
}

impl<T> Cursor for Compacter<T> {
    type Old = ();
    type Value = Masked<T>;

    const IN_VECTORS: bool =
        cfg!(target_arch = "x86_64") && (size_of::<T>() == 4 || size_of::<T>() == 8);

    #[inline(always)]
    unsafe fn old(&self, _k: usize) {}

    #[inline(always)]
    unsafe fn put(&mut self, _k: usize, value: Masked<T>) {
        // No branch: an element that is not kept is overwritten by the next one.
        // SAFETY: fewer elements were kept than positions were swept before
        // this one, and there is room for all of these.
        unsafe { plain::behind_mut!(self.data, self.kept) = value.value };
        self.kept += value.keep as usize;
    }

    #[inline(always)]
    unsafe fn put_if_kept(&mut self, k: usize, value: Masked<T>) {
        if value.keep {
            // SAFETY: the caller's promise.
            unsafe { self.put(k, value) };
        }
    }

    #[inline(always)]
    unsafe fn put_in_vector(&mut self, k: usize, j: usize, value: Masked<T>) {
        // SAFETY: of a number that is not kept all bits are zero, if it is not
        // there; the rest is the caller's promise.
        unsafe {
            match Self::IN_VECTORS && Vector::takes::<T>() {
                true => self.vector.set(j, value.value, value.keep),
                false => self.put(k, value),
            }
        }
    }

    #[inline(always)]
    unsafe fn flush(&mut self) {
        if Self::IN_VECTORS && Vector::takes::<T>() {
            // SAFETY: at most as many were kept as positions were swept before
            // the group, so that there is room for all of it.
            self.kept += unsafe { self.vector.write(self.data.add(self.kept)) };
        }
    }
}

impl<T> Writer for Compacter<T> {
    type Element = T;
    type Reader = ();
    /// The number of compacted elements.
    type Count = usize;
    type Compacted<'c>
        = &'c [T]
    where
        Self: 'c;

    const ACCESS: Access = Access::Compact;

    #[inline(always)]
    fn new(data: *mut MaybeUninit<T>) -> Self {
        Compacter {
            data,
            kept: 0,
            vector: Vector::new(),
        }
    }

    #[inline(always)]
    fn count(&self) -> usize {
        self.kept
    }

    #[inline(always)]
    fn reader(_data: impl FnOnce() -> *mut T) {}

    #[inline(always)]
    unsafe fn compacted<'c>(
        count: Option<usize>,
        _len: usize,
        data: impl FnOnce(usize) -> *mut T,
    ) -> &'c [T]
    where
        Self: 'c,
    {
        let kept = count.expect("what a block compacts is asked for before it is compacted");
        // SAFETY: the caller's promise.
        unsafe { slice::from_raw_parts(data(kept), kept) }
    }
}

impl<T: Element> Sink for Compact<T> {
    type Writer = Compacter<T>;
    type Done = Vec<T>;
    type Shared = Shared<T>;
    type Memory = Memory<T>;

    const HOME: Home = Home::NewVector;

    #[inline(always)]
    fn requested(&self, blocks: &Blocks) -> usize {
        self.capacity.of(blocks)
    }

    #[inline]
    fn prepare(self, blocks: &Blocks) -> Result<Shared<T>, Fault> {
        Ok(Shared {
            result: Consecutive::of(blocks, self.capacity, self.binding)?,
            sequential: blocks.is_sequential(),
            binding: self.binding,
        })
    }

    #[inline]
    fn memory() -> Memory<T> {
        Memory {
            data: ptr::dangling_mut(),
            in_place: false,
            buffer: Vec::new(),
        }
    }

    #[inline]
    unsafe fn open(
        shared: &Shared<T>,
        memory: &mut Memory<T>,
        block: &Block<'_>,
    ) -> Result<(), Fault> {
        // Elements that are not kept are written, too: there must be room for the whole block, in a
        // result that no other thread touches, or in a buffer.
        let place = match shared.sequential {
            true => shared.result.end(),
            false => None,
        };
        memory.in_place = place.is_some();
        memory.data = match place {
            Some(place) => place,
            None => memory::room_in(&mut memory.buffer, block.len(), shared.binding)?,
        };
        Ok(())
    }

    #[inline(always)]
    fn data(memory: &Memory<T>, _len: usize) -> *mut T {
        memory.data
    }

    #[inline]
    unsafe fn close(
        shared: &Shared<T>,
        memory: &mut Memory<T>,
        block: &Block<'_>,
        kept: usize,
    ) -> Result<(), Stop> {
        // SAFETY: no more are kept than there are positions, and they are copied at once, or are
        // there.
        unsafe {
            let place = shared.result.add(block, kept)?;
            if !memory.in_place {
                place.copy_from_nonoverlapping(memory.data, kept);
            }
        }
        Ok(())
    }

    #[inline(always)]
    unsafe fn finish(shared: Shared<T>) -> Vec<T> {
        // SAFETY: every block was closed, and wrote the elements that it kept.
        unsafe { shared.result.finish() }
    }
}
