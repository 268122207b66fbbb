//! Elements at indices.

use super::cast::TOGETHER;
use super::frame::{Failure, Frame, write_to};
use super::number::Number;
use super::sweep::Source;
use crate::element::{Element, ElementType, integer, typed};
use crate::error::ErrorKind;
use crate::program::{Instruction, Place};
use crate::storage::Memory;

impl Frame<'_, '_> {
    /// The elements at indices; the first index that is outside is a failure.
    pub(super) fn gather(&mut self, input: usize, instruction: &Instruction) -> Option<Failure> {
        typed!(instruction.gives, T => self.gathered::<T>(input, instruction))
    }

    fn gathered<T: Element>(&mut self, input: usize, instruction: &Instruction) -> Option<Failure> {
        let (place, takes) = (instruction.operands[0], instruction.takes);
        let outside = write_to!(self, instruction.target, |frame, target: T| {
            let data = &frame.inputs.memories[input];
            let mask = frame.masks(instruction.mask);
            let mut indices = [0; TOGETHER];
            let mut outside = None;
            for (part, target) in target.chunks_mut(TOGETHER).enumerate() {
                let at = part * TOGETHER;
                let indices = &mut indices[..target.len()];
                frame.integers(place, takes, at, indices);
                let own = gather(data, target, indices, at, mask);
                outside = outside.or(own);
            }
            outside
        });
        outside.map(|at| Failure {
            index: at,
            kind: ErrorKind::IndexOutOfBounds {
                position: self.start + at,
                index: self.index(place, takes, at),
                len: self.inputs.memories[input].len(),
            },
        })
    }

    /// An index, as it is.
    fn index(&self, place: Place, takes: ElementType, at: usize) -> i128 {
        integer!(takes, T => self.source::<T>(place).get(at).position(),
            _ => unreachable!("indices are integers"))
    }
}

/// Gathers some elements of a piece, from a place of it on; returns the first place whose index is outside.
fn gather<T: Element>(
    data: &Memory,
    target: &mut [T],
    indices: &[i64],
    from: usize,
    mask: Option<Source<'_, bool>>,
) -> Option<usize> {
    let mut outside = None;
    let len = data.len();
    let elements = data.neighbours::<T>();
    for (at, (element, wanted)) in target.iter_mut().zip(indices).enumerate() {
        let index = usize::try_from(*wanted).ok().filter(|index| *index < len);
        *element = match (index, elements) {
            (Some(index), Some(elements)) => elements[index],
            (Some(index), None) => data.get(index),
            (None, _) => T::default(),
        };
        if index.is_none() && outside.is_none() && mask.is_none_or(|mask| mask.get(from + at)) {
            outside = Some(from + at);
        }
    }
    outside
}
