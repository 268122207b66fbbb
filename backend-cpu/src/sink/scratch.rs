//! Arrays for the sweeps of the block alone, compacted or with an element for each position.

use std::cell::UnsafeCell;
use std::fmt;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ptr;

use super::compact::Compacter;
use super::cursor::{DenseWriter, Writer};
use super::{Access, Home, Sink};
use crate::block::Block;
use crate::blocks::Blocks;
use crate::error::Fault;
use crate::memory;

/// An array that a block compacts, as [`Compact`](super::Compact) does, and that nobody but the
/// block sees: it is asked for with [`Out::compacted`](super::Out::compacted).
///
/// It lies in a buffer of the thread, as long as a block: on its stack where there is room, so that
/// a short loop asks for no memory.
pub type Scratch<T> = Buffer<Compacter<T>>;

/// A [`Scratch`] of which each position has an element.
pub type DenseScratch<T> = Buffer<DenseWriter<T>>;

/// An array that lies in a buffer of the thread.
#[derive(Debug)]
pub struct Buffer<W> {
    binding: &'static str,
    writer: PhantomData<fn() -> W>,
}

impl<W> Buffer<W> {
    /// An array that errors call `binding`.
    #[inline]
    #[must_use]
    pub fn named(binding: &'static str) -> Self {
        Buffer {
            binding,
            writer: PhantomData,
        }
    }
}

/// The memory for the longest block of a short loop (1024 positions), of elements of up to 16
/// bytes.
#[repr(align(64))]
struct InlineBuffer(#[expect(dead_code, reason = "it is memory")] [u8; 16 << 10]);

impl InlineBuffer {
    /// Returns true if so many elements fit.
    #[inline(always)]
    fn fits<T>(len: usize) -> bool {
        align_of::<T>() <= align_of::<InlineBuffer>()
            && len <= size_of::<InlineBuffer>() / size_of::<T>().max(1)
    }
}

#[doc(hidden)]
pub struct Memory<T> {
    inline: UnsafeCell<MaybeUninit<InlineBuffer>>,
    /// The memory if the inline buffer is too small.
    buffer: Vec<T>,
    /// Its address.
    data: *mut T,
    /// The length of the block.
    len: usize,
}

impl<T> fmt::Debug for Memory<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Memory").field(&self.len).finish()
    }
}

/// Of any type: an element that arrays can't have is a mistake where the block reads the
/// compacted elements, and there alone.
impl<W: Writer> Sink for Buffer<W> {
    type Writer = W;
    type Done = ();
    /// The name that errors call it.
    type Shared = &'static str;
    type Memory = Memory<W::Element>;

    /// Its positions are those of the block, which are not always those of the loop.
    const ACCESS: Access = match W::ACCESS {
        Access::Dense => Access::DenseAtOffset,
        other => other,
    };
    const HOME: Home = Home::BlockTemporary;

    #[inline]
    fn prepare(self, _blocks: &Blocks) -> Result<&'static str, Fault> {
        Ok(self.binding)
    }

    #[inline]
    fn memory() -> Memory<W::Element> {
        Memory {
            inline: UnsafeCell::new(MaybeUninit::uninit()),
            buffer: Vec::new(),
            data: ptr::dangling_mut(),
            len: 0,
        }
    }

    #[inline]
    unsafe fn open(
        binding: &&'static str,
        memory: &mut Memory<W::Element>,
        block: &Block<'_>,
    ) -> Result<(), Fault> {
        memory.len = block.len();
        if !InlineBuffer::fits::<W::Element>(memory.len) {
            memory.data = memory::room_in(&mut memory.buffer, memory.len, binding)?;
        }
        Ok(())
    }

    #[inline(always)]
    fn data(memory: &Memory<W::Element>, _len: usize) -> *mut W::Element {
        match InlineBuffer::fits::<W::Element>(memory.len) {
            true => memory.inline.get().cast(),
            false => memory.data,
        }
    }

    #[inline]
    unsafe fn finish(_binding: &'static str) {}
}
