//! A new array of the loop's length.

use std::marker::PhantomData;
use std::ptr;

use super::cursor::DenseWriter;
use super::output_buffer::OutputBuffer;
use super::{Home, Sink};
use crate::block::Block;
use crate::blocks::Blocks;
use crate::element::Element;
use crate::error::Fault;

/// A new array of the loop's length. The body yields an element for each
/// position; the result is a `Vec<T>`.
#[derive(Debug)]
pub struct Fresh<T> {
    binding: &'static str,
    element: PhantomData<fn() -> T>,
}

impl<T> Fresh<T> {
    /// A new array that errors call `binding`.
    #[inline]
    #[must_use]
    pub fn named(binding: &'static str) -> Self {
        Fresh {
            binding,
            element: PhantomData,
        }
    }
}

impl<T: Element> Sink for Fresh<T> {
    type Writer = DenseWriter<T>;
    type Done = Vec<T>;
    type Shared = OutputBuffer<T, Vec<T>>;
    type Memory = *mut T;

    const HOME: Home = Home::NewVector;

    #[inline(always)]
    fn requested(&self, blocks: &Blocks) -> usize {
        blocks.len()
    }

    #[inline]
    fn prepare(self, blocks: &Blocks) -> Result<Self::Shared, Fault> {
        OutputBuffer::new(blocks.len(), self.binding)
    }

    #[inline]
    fn memory() -> *mut T {
        ptr::dangling_mut()
    }

    #[inline]
    unsafe fn open(
        output: &Self::Shared,
        data: &mut *mut T,
        block: &Block<'_>,
    ) -> Result<(), Fault> {
        // SAFETY: a block of the run lies within the room for its length.
        *data = unsafe { output.from(block.start()) };
        Ok(())
    }

    #[inline(always)]
    fn data(data: &*mut T, _len: usize) -> *mut T {
        *data
    }

    #[inline(always)]
    unsafe fn finish(output: Self::Shared) -> Vec<T> {
        let len = output.len();
        // SAFETY: every block was closed, which means that its part of the
        // room was written; the blocks cover the run's length.
        unsafe { output.into_vector(len) }
    }
}
