//! Rows: the elements along the last axis of an array, where those of other axes lie apart from them.

use crate::dims::AXES;

/// The shortest row that is a piece of a loop, so that its elements are not copied: each instruction costs some
/// ten nanoseconds, besides its elements.
pub(crate) const SHORTEST_PIECE: usize = 128;

/// The rows of an array whose elements lie next to each other, which are found once for all pieces of
/// a loop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows {
    first: usize,
    sizes: [usize; AXES],
    strides: [isize; AXES],
    axes: usize,
}

impl Rows {
    /// The rows along some axes, the last of which they are, from a first place on.
    pub(crate) fn of(
        first: usize,
        (sizes, strides, axes): ([usize; AXES], [isize; AXES], usize),
    ) -> Rows {
        Rows {
            first,
            sizes,
            strides,
            axes,
        }
    }

    /// The place of an element that is all `len` from an index on.
    pub(crate) fn only(&self, start: usize, len: usize) -> Option<usize> {
        let last = self.axes - 1;
        let row = self.sizes[last];
        if self.strides[last] != 0 || start % row + len > row {
            return None;
        }
        let (mut rest, mut place) = (start / row, self.first);
        for axis in (1..last).rev() {
            place = moved(place, rest % self.sizes[axis], self.strides[axis]);
            rest /= self.sizes[axis];
        }
        Some(match last {
            0 => place,
            _ => moved(place, rest, self.strides[0]),
        })
    }

    /// Returns true for rows of several elements, each behind the one before it and with places between them.
    pub(crate) fn are_apart(&self) -> bool {
        let mut reach = 0;
        let are_behind = (0..self.axes).rev().all(|axis| {
            let is_behind = self.strides[axis] > reach;
            let steps = self.sizes[axis].saturating_sub(1) as isize;
            reach = reach.saturating_add(self.strides[axis].saturating_mul(steps));
            is_behind
        });
        self.axes > 1 && self.strides[self.axes - 1] == 1 && are_behind
    }

    /// Returns true if the elements of a row lie next to each other.
    pub(crate) fn are_neighbours(&self) -> bool {
        self.strides[self.axes - 1] == 1
    }

    /// Returns true if all elements of a row are one.
    pub(crate) fn is_single(&self) -> bool {
        self.strides[self.axes - 1] == 0
    }

    /// Returns true if these are the same rows from another place on.
    pub(crate) fn is_moved(&self, other: &Rows) -> bool {
        let shape = |own: &Rows| (own.axes, own.sizes, own.strides);
        shape(self) == shape(other)
    }

    /// The place of the first element.
    pub(crate) fn first(&self) -> usize {
        self.first
    }

    /// The number of elements of a row.
    pub(crate) fn row(&self) -> usize {
        self.sizes[self.axes - 1]
    }

    /// The place of an element of rows that are apart, from that of the first one on.
    pub(crate) fn place(&self, index: usize) -> usize {
        let row = self.row();
        self.place_of_row(index / row) + index % row
    }

    fn place_of_row(&self, mut row: usize) -> usize {
        let mut place = 0;
        for axis in (1..self.axes - 1).rev() {
            place += row % self.sizes[axis] * self.strides[axis].unsigned_abs();
            row /= self.sizes[axis];
        }
        place + row * self.strides[0].unsigned_abs()
    }

    /// Calls a function with the parts of rows from one index up to another, until it returns false: the place
    /// of the first element, as [`place`](Rows::place) has it, and the number of elements.
    pub(crate) fn each(&self, from: usize, to: usize, mut visit: impl FnMut(usize, usize) -> bool) {
        let size = self.row();
        let (mut row, mut at, mut left) = (from / size, from % size, to - from);
        while left > 0 {
            let count = (size - at).min(left);
            if !visit(self.place_of_row(row) + at, count) {
                return;
            }
            (row, at, left) = (row + 1, 0, left - count);
        }
    }

    /// The place of the first of `len` elements from an index on, if they lie next to each other.
    pub(crate) fn run(&self, start: usize, len: usize) -> Option<usize> {
        let last = self.axes - 1;
        let size = self.sizes[last];
        if self.strides[last] != 1 {
            return None;
        }
        if last == 0 {
            return (start + len <= size).then(|| self.first + start);
        }
        let (mut rest, index) = (start / size, start % size);
        if index + len > size {
            return None;
        }
        let mut place = self.first + index;
        for axis in (1..last).rev() {
            place = moved(place, rest % self.sizes[axis], self.strides[axis]);
            rest /= self.sizes[axis];
        }
        Some(moved(place, rest, self.strides[0]))
    }
}

/// The place so many steps behind another one.
pub(crate) fn moved(place: usize, index: usize, stride: isize) -> usize {
    place.wrapping_add_signed((index as isize).wrapping_mul(stride))
}
