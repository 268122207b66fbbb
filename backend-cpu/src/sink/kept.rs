//! The elements of an array that a mask keeps, for executors that have the mask as an array.

use std::mem::MaybeUninit;

use super::VECTOR;
use super::permute::Vector;
use crate::block::Block;
use crate::element::Element;
use crate::error::Stop;
use crate::simd::Always;

impl Block<'_> {
    /// Appends the elements that a mask keeps to a vector.
    ///
    /// # Panics
    ///
    /// Panics where the mask is shorter than the elements.
    pub fn append_kept<T: Element>(&self, from: &[T], mask: &[bool], into: &mut Vec<T>) {
        let mask = &mask[..from.len()];
        into.reserve(from.len());
        let room = &mut into.spare_capacity_mut()[..from.len()];
        let kept = self.simd(
            Always,
            (from, mask, room),
            #[inline(always)]
            |(from, mask, room)| Ok::<_, Stop>(compact(from, mask, room)),
            #[inline(always)]
            |(from, mask, room)| Ok(compact(from, mask, room)),
        );
        let kept = kept.unwrap_or(0);
        // SAFETY: so many are written.
        unsafe { into.set_len(into.len() + kept) };
    }
}

/// Writes the elements that a mask keeps one behind the other; returns how many they are. All three have
/// one length.
#[inline(always)]
fn compact<T: Copy>(from: &[T], mask: &[bool], room: &mut [MaybeUninit<T>]) -> usize {
    assert!(from.len() == mask.len() && from.len() == room.len());
    let room = room.as_mut_ptr();
    let mut kept = 0;
    let mut first = 0;
    if Vector::takes::<T>() {
        let mut vector = Vector::new();
        let groups = from.chunks_exact(VECTOR).zip(mask.chunks_exact(VECTOR));
        for (elements, mask) in groups {
            for j in 0..VECTOR {
                // SAFETY: a group takes the type, and elements are there.
                unsafe { vector.set(j, MaybeUninit::new(elements[j]), mask[j]) };
            }
            // SAFETY: no more were kept than were looked at, so that there is room for a group.
            kept += unsafe { vector.write(room.add(kept)) };
            first += VECTOR;
        }
    }
    for (element, keep) in from[first..].iter().zip(&mask[first..]) {
        // No branch: an element that is not kept is overwritten by the next one.
        // SAFETY: fewer were kept than were looked at before this one.
        unsafe { room.add(kept).write(MaybeUninit::new(*element)) };
        kept += usize::from(*keep);
    }
    kept
}
