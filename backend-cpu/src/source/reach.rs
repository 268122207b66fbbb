//! The elements of an array that positions of a loop over several indices read.

use std::ops::Range;

/// The reads of an array of `R` axes by a loop over `N` indices: along each axis one position for
/// each value of an index, `start + step * i`, where `(i, start, step)` has the number of the index;
/// one that is not below `N` is 0 everywhere. Positions outside of an axis are those of a padded
/// array.
#[derive(Clone, Copy, Debug)]
pub struct Reach<const N: usize, const R: usize> {
    sizes: [usize; N],
    axes: [usize; R],
    map: [(usize, isize, isize); R],
}

/// The smallest or the largest of some numbers.
type Best = fn(isize, isize) -> isize;

impl<const N: usize, const R: usize> Reach<N, R> {
    /// The reads of a loop over so many positions of each index, of an array of these `axes`.
    #[must_use]
    pub fn of(sizes: [usize; N], axes: [usize; R], map: [(usize, isize, isize); R]) -> Self {
        Reach { sizes, axes, map }
    }

    /// Reads that begin at these offsets from the first one, along each axis at
    /// `factor * i + start` for `(i, start, factor)`.
    pub(super) fn each<const K: usize>(
        sizes: [usize; N],
        axes: [usize; R],
        map: [(usize, isize, usize); R],
        offsets: [[usize; R]; K],
    ) -> [Self; K] {
        offsets.map(|offsets| {
            let mut axis = 0;
            let map = map.map(|(index, start, factor)| {
                let start = start.saturating_add_unsigned(offsets[axis]);
                axis += 1;
                (index, start, factor.cast_signed())
            });
            Reach::of(sizes, axes, map)
        })
    }

    /// The number of positions of each index.
    #[must_use]
    pub fn sizes(&self) -> [usize; N] {
        self.sizes
    }

    /// The number of rows of the array, and that of the elements of a row.
    #[must_use]
    pub fn shape(&self) -> (usize, usize) {
        let width = self.axes[1..]
            .iter()
            .fold(1usize, |width, axis| width.saturating_mul(*axis));
        (self.axes[0], width)
    }

    /// The index that goes along the outermost axis, where that is the outermost one: the row that
    /// it reads first, and the distance between two.
    #[must_use]
    pub fn along_rows(&self) -> Option<(isize, isize)> {
        let (index, start, step) = self.map[0];
        (index == 0 && N > 0).then_some((start, step))
    }

    /// The rows of the array that the loop reads, from the first to behind the last one.
    #[must_use]
    pub fn rows(&self) -> Range<isize> {
        match self.sizes.contains(&0) {
            true => 0..0,
            false => self.along(0),
        }
    }

    /// The positions along an axis, from the first to behind the last one.
    fn along(&self, axis: usize) -> Range<isize> {
        let (index, start, step) = self.map[axis];
        let steps = self.sizes.get(index).map_or(0, |size| size - 1);
        let last = start.saturating_add(step.saturating_mul(steps.cast_signed()));
        start.min(last)..start.max(last).saturating_add(1)
    }

    /// The elements that some positions of the loop read, in the numbering of the array's elements in
    /// row-major order, which goes on with rows in front of the array and behind it: from the first to
    /// behind the last one. An axis within rows that is left is taken as a whole. `None` where
    /// nothing is read.
    #[must_use]
    pub fn span(&self, positions: Range<usize>) -> Option<Range<isize>> {
        if positions.is_empty() || self.sizes.contains(&0) {
            return None;
        }
        let (mut first, mut rest) = (0isize, 0isize);
        let mut strides = [0isize; N];
        let mut pitch = 1isize;
        for axis in (0..R).rev() {
            let (index, start, step) = self.map[axis];
            let size = self.axes[axis].cast_signed();
            if axis > 0 && size == 0 {
                return None;
            }
            let along = self.along(axis);
            if axis > 0 && (along.start < 0 || along.end > size) {
                rest += (size - 1) * pitch;
            } else {
                first += start * pitch;
                if let Some(stride) = strides.get_mut(index) {
                    *stride += step * pitch;
                }
            }
            pitch = pitch.saturating_mul(size);
        }
        let ends = [self.digits(positions.start), self.digits(positions.end - 1)];
        let least = best(
            &self.sizes,
            &strides,
            0,
            [Some(&ends[0]), Some(&ends[1])],
            isize::min,
        );
        let most = best(
            &self.sizes,
            &strides,
            0,
            [Some(&ends[0]), Some(&ends[1])],
            isize::max,
        );
        Some(first + least..first + most + rest + 1)
    }

    /// The indices of a position.
    fn digits(&self, position: usize) -> [usize; N] {
        let (mut rest, mut digits) = (position, [0; N]);
        for index in (0..N).rev() {
            digits[index] = rest % self.sizes[index];
            rest /= self.sizes[index];
        }
        digits
    }
}

/// The smallest or largest sum of the indices from one on, each times its stride, between those of a
/// first and of a last position; without these, from the first to the last there is.
fn best<const N: usize>(
    sizes: &[usize; N],
    strides: &[isize; N],
    index: usize,
    [first, last]: [Option<&[usize; N]>; 2],
    of: Best,
) -> isize {
    if index == N {
        return 0;
    }
    let from = first.map_or(0, |first| first[index]);
    let to = last.map_or(sizes[index] - 1, |last| last[index]);
    let sum = |digit: usize, ends: [Option<&[usize; N]>; 2]| {
        let own = strides[index] * digit.cast_signed();
        own + best(sizes, strides, index + 1, ends, of)
    };
    if from == to {
        return sum(from, [first, last]);
    }
    let mut found = of(sum(from, [first, None]), sum(to, [None, last]));
    if to - from > 1 {
        let inner = of(sum(from + 1, [None; 2]), sum(to - 1, [None; 2]));
        found = of(found, inner);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::Reach;

    /// The elements that positions read, one by one.
    fn one_by_one(
        sizes: [usize; 2],
        axes: [usize; 2],
        map: [(usize, isize, isize); 2],
        positions: std::ops::Range<usize>,
    ) -> Option<std::ops::Range<isize>> {
        let elements = positions.map(|position| {
            let digits = [position / sizes[1], position % sizes[1]];
            let at = map.map(|(index, start, step)| {
                start + step * digits.get(index).map_or(0, |digit| digit.cast_signed())
            });
            at[0] * axes[1].cast_signed() + at[1]
        });
        let elements: Vec<isize> = elements.collect();
        Some(*elements.iter().min()?..*elements.iter().max()? + 1)
    }

    #[test]
    fn a_span_has_the_elements_of_its_positions_and_no_more() {
        let maps = [
            [(0, 0, 1), (1, 0, 1)],
            [(0, 1, 1), (1, 2, 1)],
            [(0, -1, 1), (1, 0, 1)],
            [(1, 0, 1), (0, 0, 1)],
            [(0, 6, -1), (1, 0, 1)],
            [(0, 0, 2), (1, 4, -1)],
            [(9, 3, 1), (1, 0, 1)],
            [(0, 0, 1), (0, 0, 1)],
        ];
        for map in maps {
            for sizes in [[4, 5], [1, 5], [4, 1]] {
                let reach = Reach::of(sizes, [7, 8], map);
                let all = sizes[0] * sizes[1];
                for start in 0..all {
                    for end in start..=all {
                        let expected = one_by_one(sizes, [7, 8], map, start..end);
                        assert_eq!(reach.span(start..end), expected, "{map:?} {start}..{end}");
                    }
                }
            }
        }
    }

    #[test]
    fn rows_that_are_left_are_read_as_a_whole() {
        let reach = Reach::of([3, 4], [3, 4], [(0, -1, 1), (1, -1, 1)]);
        assert_eq!(reach.rows(), -1..2);
        assert_eq!(reach.span(5..6), Some(0..4));
        assert_eq!(reach.span(0..12), Some(-4..8));
        assert_eq!(
            Reach::of([0, 4], [3, 4], [(0, 0, 1), (1, 0, 1)]).span(0..1),
            None
        );
    }
}
