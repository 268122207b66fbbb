//! The places of the blocks of an array that is computed.

use std::sync::{Mutex, PoisonError};

use crate::element::sealed::Typed;
use crate::element::{Buffer, PieceMut, typed};

/// The places of the blocks of an array, each for the thread that does the block.
pub(crate) struct Slots<'a>(Vec<Mutex<Option<PieceMut<'a>>>>);

impl<'a> Slots<'a> {
    pub(crate) fn of(buffer: &'a mut Buffer, block_len: usize) -> Slots<'a> {
        typed!(buffer.ty(), T => {
            let elements = <T as Typed>::vector(buffer).chunks_mut(block_len.max(1));
            Slots(elements.map(|elements| Mutex::new(Some(PieceMut::from(elements)))).collect())
        })
    }

    /// Takes the place of a block.
    pub(crate) fn take(&self, block: usize) -> PieceMut<'a> {
        let mut slot = self.0[block].lock().unwrap_or_else(PoisonError::into_inner);
        slot.take().expect("a block is done once")
    }
}
