//! A new array in the memory of one that is of no use afterwards.

use std::fmt;
use std::marker::PhantomData;
use std::mem::{ManuallyDrop, MaybeUninit};
use std::ptr;

use super::cursor::uncounted;
use super::in_place::OldElements;
use super::output_buffer::OutputBuffer;
use super::{Access, Cursor, Home, Sink, Writer};
use crate::block::Block;
use crate::blocks::Blocks;
use crate::element::Element;
use crate::error::Fault;
use crate::plain;

/// A new array of the loop's length. The body is given the element of another array at each
/// position, and yields the new one; the result is a `Vec<T>`, in the memory of that array if its
/// elements are as large as those of the new one.
pub struct Replace<D, T> {
    before: Vec<D>,
    binding: &'static str,
    element: PhantomData<fn() -> T>,
}

impl<D, T> Replace<D, T> {
    /// A new array that errors call `binding`, in the place of `before`, which must have the loop's
    /// length.
    #[inline]
    #[must_use]
    pub fn named(binding: &'static str, before: Vec<D>) -> Self {
        Replace {
            before,
            binding,
            element: PhantomData,
        }
    }
}

impl<D, T> fmt::Debug for Replace<D, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = f.debug_tuple("Replace");
        text.field(&self.before.len()).finish()
    }
}

/// True if a vector of `T` may have the memory of a vector of `D`.
const fn is_same_memory<D, T>() -> bool {
    size_of::<D>() == size_of::<T>() && align_of::<D>() == align_of::<T>()
}

/// Writes an element for each position, of which it reads the one of the other array.
#[doc(hidden)]
#[derive(Debug)]
pub struct Replacer<D, T> {
    data: *mut MaybeUninit<T>,
    before: *const D,
}

impl<D: Copy, T> Cursor for Replacer<D, T> {
    type Old = D;
    type Value = T;

    #[inline(always)]
    unsafe fn old(&self, k: usize) -> D {
        // LLVM is to see that there is one array, where there is one.
        let before = match const { is_same_memory::<D, T>() } {
            true => self.data as *const D,
            false => self.before,
        };
        // SAFETY: the caller's promise; the other array's elements are all written, and this one is
        // not yet overwritten.
        unsafe { plain::behind!(before, k) }
    }

    #[inline(always)]
    unsafe fn put(&mut self, k: usize, value: T) {
        // SAFETY: the caller's promise.
        unsafe { plain::put!(self.data, k, value) };
    }
}

impl<D: Copy, T> Writer for Replacer<D, T> {
    type Element = T;
    type Reader = OldElements<D>;

    uncounted!();

    const ACCESS: Access = Access::Replace;

    #[inline(always)]
    fn new(data: *mut MaybeUninit<T>) -> Self {
        let before = data as *const D;
        Replacer { data, before }
    }

    #[inline(always)]
    fn reader(data: impl FnOnce() -> *mut T) -> OldElements<D> {
        OldElements::at(data() as *const D)
    }
}

/// The memory of the new array, and of the other one if that is elsewhere.
#[doc(hidden)]
#[derive(Debug)]
pub struct Buffers<D, T> {
    output: OutputBuffer<T, Vec<T>>,
    before: OutputBuffer<D, Vec<D>>,
}

/// The memory of a block.
#[doc(hidden)]
#[derive(Debug)]
pub struct Memory<D, T> {
    data: *mut T,
    before: *const D,
    /// Set if a sweep began to write: where other elements were may be new ones, of another type.
    is_replaced: bool,
}

impl<D, T> Memory<D, T> {
    /// Panics if a sweep began to write the block.
    #[inline(always)]
    fn check(&self) {
        assert!(!self.is_replaced, "a block is replaced by two sweeps");
    }
}

impl<D: Element, T: Element> Sink for Replace<D, T> {
    type Writer = Replacer<D, T>;
    type Done = Vec<T>;
    type Shared = Buffers<D, T>;
    type Memory = Memory<D, T>;

    const HOME: Home = match is_same_memory::<D, T>() {
        true => Home::OldVector,
        false => Home::NewVector,
    };

    #[inline(always)]
    fn requested(&self, blocks: &Blocks) -> usize {
        match const { is_same_memory::<D, T>() } {
            true => 0,
            false => blocks.len(),
        }
    }

    #[inline]
    fn prepare(self, blocks: &Blocks) -> Result<Self::Shared, Fault> {
        let (elements, len) = (self.before.len(), blocks.len());
        assert!(
            elements == len,
            "an array of {elements} elements is replaced by a loop over {len}"
        );
        if const { is_same_memory::<D, T>() } {
            let mut before = ManuallyDrop::new(self.before);
            let (data, capacity) = (before.as_mut_ptr(), before.capacity());
            // SAFETY: the allocation is for so many elements of this size and alignment, and nobody
            // else has it. Elements have no destructors. None is taken for written yet.
            let vector = unsafe { Vec::from_raw_parts(data.cast(), 0, capacity) };
            Ok(Buffers {
                output: OutputBuffer::of_vector(vector, len),
                before: OutputBuffer::of_vector(Vec::new(), 0),
            })
        } else {
            Ok(Buffers {
                output: OutputBuffer::new(len, self.binding)?,
                before: OutputBuffer::of_vector(self.before, len),
            })
        }
    }

    #[inline]
    fn memory() -> Self::Memory {
        Memory {
            data: ptr::dangling_mut(),
            before: ptr::dangling(),
            is_replaced: false,
        }
    }

    #[inline]
    unsafe fn open(
        buffers: &Self::Shared,
        memory: &mut Self::Memory,
        block: &Block<'_>,
    ) -> Result<(), Fault> {
        // SAFETY: a block of the run lies within the buffers for its length.
        unsafe {
            let data = buffers.output.from(block.start());
            let before = match const { is_same_memory::<D, T>() } {
                true => data as *const D,
                false => buffers.before.from(block.start()),
            };
            *memory = Memory {
                data,
                before,
                is_replaced: false,
            };
        }
        Ok(())
    }

    #[inline(always)]
    fn data(memory: &Self::Memory, _len: usize) -> *mut T {
        memory.data
    }

    #[inline(always)]
    fn writer(memory: &mut Self::Memory, data: *mut MaybeUninit<T>) -> Self::Writer {
        memory.check();
        memory.is_replaced = true;
        let before = memory.before;
        Replacer { data, before }
    }

    #[inline(always)]
    fn reader(memory: &Self::Memory, _len: usize) -> OldElements<D> {
        memory.check();
        OldElements::at(memory.before)
    }

    #[inline(always)]
    unsafe fn finish(buffers: Self::Shared) -> Vec<T> {
        let len = buffers.output.len();
        // SAFETY: every block was closed, which means that its part of the
        // output was written; the blocks cover the run's length.
        unsafe { buffers.output.into_vector(len) }
    }
}
