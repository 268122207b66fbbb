//! Recurrences over several axes: the elements that the next one follows from.

use std::array;

/// The latest elements of a recurrence over several axes, as many as distances reach.
///
/// They lie with the value that is outside around them, so that a read has no condition: the rows,
/// or planes, of the first axis that has distances take turns in a ring, and along each later axis
/// there is room before and behind the elements.
#[derive(Clone, Debug)]
pub struct Neighbours<T, const AXES: usize, const READS: usize> {
    outside: T,
    axes: [Axis; AXES],
    /// The first axis that has distances.
    first: usize,
    distances: [[isize; AXES]; READS],
    latest: Vec<T>,
}

/// The position of a recurrence over several axes in a row. It is a variable of its own, which stays
/// in registers: that of the elements is passed to a function at each end of a row.
#[derive(Clone, Copy, Debug)]
pub struct Place<T, const READS: usize> {
    /// The places of the row at hand, and of those that are read, as its first element sees them.
    row: usize,
    rows: [usize; READS],
    column: usize,
    width: usize,
    previous: T,
}

#[derive(Clone, Copy, Debug, Default)]
struct Axis {
    size: usize,
    /// The position of the row at hand.
    at: usize,
    /// The room for what is outside.
    before: usize,
    behind: usize,
}

impl Axis {
    fn extent(&self) -> usize {
        self.before + self.size + self.behind
    }
}

impl<T: Copy, const AXES: usize, const READS: usize> Neighbours<T, AXES, READS> {
    /// The start: everything is outside. Of each read, `distances` has how far before the position
    /// at hand it is along each axis; the first of these that is not 0 is positive, and those along
    /// the last axis are not the only ones.
    pub fn of(outside: T, shape: [usize; AXES], distances: [[isize; AXES]; READS]) -> Self {
        let has_distance = |axis: &usize| distances.iter().any(|read| read[*axis] != 0);
        let axes = array::from_fn(|axis| Axis {
            size: shape[axis],
            at: 0,
            before: most(distances.iter().map(|read| read[axis])),
            behind: most(distances.iter().map(|read| -read[axis])),
        });
        let mut neighbours = Neighbours {
            outside,
            axes,
            first: (0..AXES).find(has_distance).unwrap_or(0),
            distances,
            latest: Vec::new(),
        };
        if shape.iter().all(|size| *size > 0) {
            let later = neighbours.axes[neighbours.first + 1..].iter();
            let plane: usize = later.map(Axis::extent).product();
            neighbours.latest = vec![outside; plane * neighbours.ring()];
        }
        neighbours
    }

    /// A variable for the elements, and one for the first position.
    #[must_use]
    pub fn begin(&self) -> (Self, Place<T, READS>) {
        (self.clone(), self.row())
    }

    /// The number of planes that take turns.
    fn ring(&self) -> usize {
        self.axes[self.first].before + 1
    }

    /// The next row, behind the end of one.
    #[inline(never)]
    fn next_row(&mut self) -> Place<T, READS> {
        for number in (0..AXES - 1).rev() {
            let axis = &mut self.axes[number];
            axis.at += 1;
            if axis.at < axis.size {
                break;
            }
            axis.at = 0;
            if number == self.first {
                // The next planes know nothing of those before.
                self.latest.fill(self.outside);
            }
        }
        self.row()
    }

    /// The first position of the row at hand.
    fn row(&self) -> Place<T, READS> {
        Place {
            row: self.place(&[0; AXES]),
            rows: array::from_fn(|read| self.place(&self.distances[read])),
            column: 0,
            width: self.axes[AXES - 1].size,
            previous: self.outside,
        }
    }

    /// The place of the element that the first position of the row sees at a distance.
    fn place(&self, distance: &[isize; AXES]) -> usize {
        let ring = self.ring();
        let turn = (self.axes[self.first].at + ring).wrapping_add_signed(-distance[self.first]);
        let mut place = turn % ring;
        for (axis, distance) in self.axes.iter().zip(distance).skip(self.first + 1) {
            let at = (axis.at + axis.before).wrapping_add_signed(-*distance);
            place = place * axis.extent() + at;
        }
        place
    }
}

impl<T: Copy, const READS: usize> Place<T, READS> {
    /// The elements that the next one follows from. The read of the number `PREVIOUS`, if it is
    /// one, is of the element before it in its row.
    #[inline(always)]
    pub fn reads<const PREVIOUS: usize, const AXES: usize>(
        &self,
        neighbours: &Neighbours<T, AXES, READS>,
    ) -> [T; READS] {
        array::from_fn(|read| match read {
            read if read == PREVIOUS => self.previous,
            read => neighbours.latest[self.rows[read] + self.column],
        })
    }

    /// Takes in the next element.
    #[inline(always)]
    pub fn push<const AXES: usize>(
        &mut self,
        element: T,
        neighbours: &mut Neighbours<T, AXES, READS>,
    ) -> T {
        neighbours.latest[self.row + self.column] = element;
        self.previous = element;
        self.column += 1;
        if self.column == self.width {
            *self = neighbours.next_row();
        }
        element
    }
}

/// The largest of some distances that is in this direction, or 0.
fn most(distances: impl Iterator<Item = isize>) -> usize {
    let most = distances.max().unwrap_or(0);
    usize::try_from(most).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::Neighbours;

    /// The elements that a recurrence has, found by a look at all of them.
    fn expected<const AXES: usize, const READS: usize>(
        shape: [usize; AXES],
        distances: [[isize; AXES]; READS],
        next: impl Fn([i64; READS], i64) -> i64,
    ) -> Vec<i64> {
        let mut all: Vec<i64> = Vec::new();
        for place in 0..shape.iter().product() {
            let mut rest = place;
            let mut position = [0; AXES];
            for axis in (0..AXES).rev() {
                position[axis] = (rest % shape[axis]) as isize;
                rest /= shape[axis];
            }
            let reads = distances.map(|distance| {
                let mut at = 0;
                for axis in 0..AXES {
                    let along = position[axis] - distance[axis];
                    if !(0..shape[axis] as isize).contains(&along) {
                        return -7;
                    }
                    at = at * shape[axis] + along as usize;
                }
                all[at]
            });
            all.push(next(reads, place as i64));
        }
        all
    }

    fn check<const AXES: usize, const READS: usize, const PREVIOUS: usize>(
        shape: [usize; AXES],
        distances: [[isize; AXES]; READS],
    ) {
        let next = |reads: [i64; READS], place: i64| {
            let reads = reads.iter().enumerate();
            let mixed: i64 = reads.map(|(read, value)| (read as i64 + 2) * value).sum();
            (mixed * 31 + place * 17) % 1009
        };
        let (mut neighbours, mut at) = Neighbours::of(-7, shape, distances).begin();
        let found: Vec<i64> = (0..shape.iter().product::<usize>() as i64)
            .map(|place| {
                let reads = at.reads::<PREVIOUS, AXES>(&neighbours);
                at.push(next(reads, place), &mut neighbours)
            })
            .collect();
        assert_eq!(found, expected(shape, distances, next), "{shape:?}");
    }

    #[test]
    fn two_axes() {
        for shape in [[0, 3], [3, 0], [1, 1], [1, 5], [5, 1], [2, 2], [7, 9]] {
            check::<2, 3, 1>(shape, [[1, 0], [0, 1], [1, 1]]);
            check::<2, 2, 9>(shape, [[1, -2], [0, 3]]);
            check::<2, 4, 3>(shape, [[3, 1], [2, -1], [1, 4], [0, 1]]);
            check::<2, 1, 9>(shape, [[1, 1]]);
        }
    }

    #[test]
    fn three_axes_and_one_that_nothing_goes_along() {
        for shape in [[1, 1, 1], [2, 3, 4], [4, 1, 3], [3, 5, 1]] {
            check::<3, 2, 1>(shape, [[0, 1, 0], [0, 0, 1]]);
            check::<3, 2, 9>(shape, [[0, 1, -1], [0, 2, 1]]);
            check::<3, 3, 2>(shape, [[1, 0, 0], [0, 1, 0], [0, 0, 1]]);
            check::<3, 3, 9>(shape, [[1, -1, 2], [0, 2, -1], [2, 0, 0]]);
        }
    }
}
