//! Some elements along each axis of an array that the caller provides.

use std::fmt;

use super::cursor::DenseWriter;
use super::output_buffer::{OutputBuffer, Provided};
use super::{Access, Home, Sink};
use crate::block::Block;
use crate::blocks::Blocks;
use crate::element::Element;
use crate::error::{Fault, Stop};
use crate::inset::Inset;
use crate::memory;

/// An [`Inset`] of an array that the caller provides. The body yields an element for each position;
/// the result is `()`, and the other elements stay as they are.
///
/// The elements of a block lie in a buffer of its thread until the block ends: sweeps write
/// neighbours, and know nothing of rows. Where a run fails, the array is partly written.
pub struct Within<'y, T, const N: usize> {
    array: &'y mut [T],
    inset: Inset<N>,
    /// The number of the element of the first position.
    first: usize,
    /// The place of the first element of `array`.
    begin: usize,
}

impl<'y, T, const N: usize> Within<'y, T, N> {
    /// Writes into `array`, which has the sizes that the inset says.
    #[inline]
    #[must_use]
    pub fn new(array: &'y mut [T], inset: Inset<N>) -> Self {
        Within {
            array,
            inset,
            first: 0,
            begin: 0,
        }
    }

    /// Declares that the loop begins with the element of the number `first`, and `array` with that at
    /// the place `begin`.
    #[inline]
    #[must_use]
    pub fn behind(self, first: usize, begin: usize) -> Self {
        Within {
            first,
            begin,
            ..self
        }
    }
}

impl<T, const N: usize> fmt::Debug for Within<'_, T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Within").field(&self.inset).finish()
    }
}

/// The array while blocks write it.
#[doc(hidden)]
#[derive(Debug)]
pub struct Shared<'y, T, const N: usize> {
    array: OutputBuffer<T, Provided<'y, T>>,
    inset: Inset<N>,
    first: usize,
    begin: usize,
}

impl<'y, T: Element, const N: usize> Sink for Within<'y, T, N> {
    type Writer = DenseWriter<T>;
    type Done = ();
    type Shared = Shared<'y, T, N>;
    type Memory = Vec<T>;

    const ACCESS: Access = Access::Held;
    const HOME: Home = Home::CallersSlice;

    #[inline]
    fn prepare(self, _blocks: &Blocks) -> Result<Self::Shared, Fault> {
        Ok(Shared {
            array: OutputBuffer::of_slice(self.array),
            inset: self.inset,
            first: self.first,
            begin: self.begin,
        })
    }

    #[inline]
    fn memory() -> Vec<T> {
        Vec::new()
    }

    #[inline]
    unsafe fn open(
        _shared: &Self::Shared,
        buffer: &mut Vec<T>,
        block: &Block<'_>,
    ) -> Result<(), Fault> {
        memory::room_in(buffer, block.len(), "a block").map(|_| ())
    }

    #[inline(always)]
    fn data(buffer: &Vec<T>, _len: usize) -> *mut T {
        buffer.as_ptr().cast_mut()
    }

    #[inline]
    unsafe fn close(
        shared: &Self::Shared,
        buffer: &mut Vec<T>,
        block: &Block<'_>,
        (): (),
    ) -> Result<(), Stop> {
        let first = shared.first + block.start();
        shared
            .inset
            .each_run(first..first + block.len(), |numbers, place| {
                let end = place + numbers.len();
                assert!(
                    shared.begin <= place && end - shared.begin <= shared.array.len(),
                    "a loop writes beyond an array"
                );
                // SAFETY: the complete sweep wrote an element for each position of the block. Its places
                // are in the array, and no other block writes them: numbers have different places.
                unsafe {
                    let from = buffer.as_ptr().add(numbers.start - first);
                    let place = shared.array.from(place - shared.begin);
                    place.copy_from_nonoverlapping(from, numbers.len());
                }
            });
        Ok(())
    }

    #[inline]
    unsafe fn finish(_shared: Self::Shared) {}
}
