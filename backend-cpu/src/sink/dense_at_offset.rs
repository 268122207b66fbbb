//! A new array of the elements of blocks, however many that are.

use std::marker::PhantomData;

use super::consecutive::{Capacity, Consecutive};
use super::cursor::DenseWriter;
use super::{Access, Home, Sink};
use crate::block::Block;
use crate::blocks::Blocks;
use crate::element::Element;
use crate::error::{Fault, Stop};

/// A new array with an element for each position that blocks keep
/// ([`Out::over`](super::Out::over)), in order. The result is a `Vec<T>`.
///
/// How many they are is known before the first one is written, so that all go to their places,
/// where a [`Compact`](super::Compact) first collects them in a buffer.
#[derive(Debug)]
pub struct DenseAtOffset<T> {
    binding: &'static str,
    capacity: Capacity,
    element: PhantomData<fn() -> T>,
}

impl<T> DenseAtOffset<T> {
    /// A new array that errors call `binding`.
    #[inline]
    #[must_use]
    pub fn named(binding: &'static str) -> Self {
        DenseAtOffset {
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
        DenseAtOffset {
            capacity: Capacity::counted(count),
            ..self
        }
    }
}

/// The elements of a block in the result, once their number is known.
#[doc(hidden)]
#[derive(Debug)]
pub struct RawSlice<T> {
    data: *mut T,
    len: usize,
}

impl<T: Element> Sink for DenseAtOffset<T> {
    type Writer = DenseWriter<T>;
    type Done = Vec<T>;
    type Shared = Consecutive<T>;
    type Memory = Option<RawSlice<T>>;

    const ACCESS: Access = Access::DenseAtOffset;
    const HOME: Home = Home::NewVector;

    #[inline(always)]
    fn requested(&self, blocks: &Blocks) -> usize {
        self.capacity.of(blocks)
    }

    #[inline]
    fn prepare(self, blocks: &Blocks) -> Result<Consecutive<T>, Fault> {
        Consecutive::of(blocks, self.capacity, self.binding)
    }

    #[inline]
    fn memory() -> Option<RawSlice<T>> {
        None
    }

    #[inline]
    unsafe fn open(
        _result: &Consecutive<T>,
        slice: &mut Option<RawSlice<T>>,
        _block: &Block<'_>,
    ) -> Result<(), Fault> {
        *slice = None;
        Ok(())
    }

    #[inline]
    unsafe fn set_len(
        result: &Consecutive<T>,
        slice: &mut Option<RawSlice<T>>,
        block: &Block<'_>,
        len: usize,
    ) -> Result<(), Stop> {
        assert!(
            slice.is_none() && !block.is_replay(),
            "a block said twice how many elements it has"
        );
        // SAFETY: the caller's promise; a block is closed when they are written.
        let data = unsafe { result.add(block, len) }?;
        *slice = Some(RawSlice { data, len });
        Ok(())
    }

    #[inline(always)]
    fn data(slice: &Option<RawSlice<T>>, len: usize) -> *mut T {
        match slice {
            Some(slice) if slice.len == len => slice.data,
            _ => panic!("a sweep over more than a block keeps"),
        }
    }

    #[inline(always)]
    unsafe fn finish(result: Consecutive<T>) -> Vec<T> {
        // SAFETY: every block was closed, which means that its part of the buffer was written.
        unsafe { result.finish() }
    }
}
