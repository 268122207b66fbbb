//! Planes: rows of as many elements in a storage, each as far from the one before it.

use crate::rows::moved;

/// The longest row whose elements are copied one by one: it takes longer to begin a copy of a row than to copy so
/// many elements.
///
/// `short-rows-at-run-time.md`.
const SHORT: usize = 8;

/// Elements of a storage in rows, in their order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plane {
    /// The place of the first element.
    pub(crate) place: usize,
    /// The number of elements of a row, and the distance from one to the next.
    pub(crate) row: (usize, isize),
    /// The number of rows, and the distance from one to the next.
    pub(crate) rows: (usize, isize),
}

impl Plane {
    /// The number of its elements.
    pub(crate) fn len(&self) -> usize {
        self.row.0 * self.rows.0
    }

    /// The plane in a part of its storage that begins at a place.
    pub(crate) fn from(self, first: usize) -> Plane {
        Plane {
            place: self.place - first,
            ..self
        }
    }

    /// The place of the first element of each row.
    fn places(&self) -> impl Iterator<Item = usize> {
        let (rows, across) = self.rows;
        (0..rows).map(move |row| moved(self.place, row, across))
    }

    /// Copies the elements of a storage to others, which lie next to each other.
    pub(crate) fn read<T: Copy>(&self, all: &[T], own: &mut [T]) {
        let (count, stride) = self.row;
        for (place, own) in self.places().zip(own.chunks_exact_mut(count.max(1))) {
            match stride {
                1 if count > SHORT => own.copy_from_slice(&all[place..place + count]),
                0 if count > SHORT => own.fill(all[place]),
                _ => {
                    for (index, own) in own.iter_mut().enumerate() {
                        *own = all[moved(place, index, stride)];
                    }
                }
            }
        }
    }

    /// Copies as many elements that lie next to each other to their places in a storage.
    pub(crate) fn write<T: Copy>(&self, own: &[T], all: &mut [T]) {
        let (count, stride) = self.row;
        let own = &own[..self.len()];
        for (place, own) in self.places().zip(own.chunks_exact(count.max(1))) {
            match stride {
                1 if count > SHORT => all[place..place + count].copy_from_slice(own),
                _ => {
                    for (index, own) in own.iter().enumerate() {
                        all[moved(place, index, stride)] = *own;
                    }
                }
            }
        }
    }

    /// Writes one element to all places.
    pub(crate) fn fill<T: Copy>(&self, own: T, all: &mut [T]) {
        let (count, stride) = self.row;
        for place in self.places() {
            match stride {
                1 if count > SHORT => all[place..place + count].fill(own),
                _ => (0..count).for_each(|index| all[moved(place, index, stride)] = own),
            }
        }
    }
}
