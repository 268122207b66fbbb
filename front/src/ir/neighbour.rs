//! The elements from which an element of a recurrence over several axes follows.

/// An element from which another one of its array follows, or a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neighbour {
    /// The number of elements that it is before the other one, along each axis.
    pub distances: Vec<isize>,
    /// The number of the part that is read, if elements are tuples of which each part has a name.
    pub part: Option<usize>,
}

impl Neighbour {
    /// The whole element at some distances.
    pub fn whole(distances: Vec<isize>) -> Neighbour {
        Neighbour {
            distances,
            part: None,
        }
    }
}

/// The axis along which all reads of a recurrence over axes go, if that is one, which is not the last.
pub fn single_axis(neighbours: &[Neighbour]) -> Option<usize> {
    let axes = neighbours.first().map_or(0, |read| read.distances.len());
    let is_read = |axis: &usize| neighbours.iter().any(|read| read.distances[*axis] != 0);
    let mut read = (0..axes).filter(is_read);
    let axis = read.next()?;
    (read.next().is_none() && axis + 1 < axes).then_some(axis)
}
