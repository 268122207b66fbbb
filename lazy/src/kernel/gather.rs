//! Elements at indices.

use super::number::Number;
use super::sweep::Source;
use crate::element::Element;
use crate::error::ErrorKind;
use crate::storage::Memory;

/// A failure at a position of a piece.
pub(crate) struct Failure {
    pub(crate) index: usize,
    pub(crate) kind: ErrorKind,
}

/// The elements at indices; the first index that is outside is a failure.
pub(super) fn gather<T: Element, I: Number>(
    start: usize,
    data: &Memory,
    target: &mut [T],
    indices: Source<'_, I>,
    mask: Option<Source<'_, bool>>,
) -> Option<Failure> {
    let mut failure = None;
    let len = data.len();
    let elements = data.neighbours::<T>();
    for (at, element) in target.iter_mut().enumerate() {
        let wanted = indices.get(at).position();
        let index = usize::try_from(wanted).ok().filter(|index| *index < len);
        *element = match (index, elements) {
            (Some(index), Some(elements)) => elements[index],
            (Some(index), None) => data.get(index),
            (None, _) => T::default(),
        };
        if index.is_none() && failure.is_none() && mask.is_none_or(|mask| mask.get(at)) {
            let kind = ErrorKind::IndexOutOfBounds {
                position: start + at,
                index: wanted,
                len,
            };
            failure = Some(Failure { index: at, kind });
        }
    }
    failure
}
