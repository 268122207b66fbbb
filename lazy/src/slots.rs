//! The places of the blocks of an array that is computed.

use std::mem;
use std::ops::Range;
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

    /// The slots of several arrays in one buffer: for each of them the places of its blocks, no two of
    /// which have an element in common.
    pub(crate) fn within(buffer: &'a mut Buffer, places: &[Vec<Range<usize>>]) -> Vec<Slots<'a>> {
        let mut order: Vec<(&Range<usize>, usize, usize)> = Vec::new();
        for (array, places) in places.iter().enumerate() {
            let places = places.iter().enumerate();
            order.extend(places.map(|(block, own)| (own, array, block)));
        }
        order.sort_by_key(|(own, ..)| (own.start, own.end));
        let mut slots: Vec<Vec<_>> = places
            .iter()
            .map(|places| places.iter().map(|_| None).collect())
            .collect();
        typed!(buffer.ty(), T => {
            let mut rest = &mut <T as Typed>::vector(buffer)[..];
            let mut done = 0;
            for (own, array, block) in order {
                let (_, behind) = mem::take(&mut rest).split_at_mut(own.start - done);
                let (elements, behind) = behind.split_at_mut(own.len());
                slots[array][block] = Some(PieceMut::from(elements));
                (rest, done) = (behind, own.end);
            }
        });
        let slots = slots.into_iter();
        slots
            .map(|own| Slots(own.into_iter().map(Mutex::new).collect()))
            .collect()
    }

    /// Takes the place of a block.
    pub(crate) fn take(&self, block: usize) -> PieceMut<'a> {
        let mut slot = self.0[block].lock().unwrap_or_else(PoisonError::into_inner);
        slot.take().expect("a block is done once")
    }
}
