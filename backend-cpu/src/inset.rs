//! Insets: some neighbouring elements along each axis of an array.

use std::ops::Range;

/// Some neighbouring elements along each axis of an array whose elements are in row-major order.
/// They are numbered in that order themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inset<const N: usize> {
    /// The sizes of the axes, without the whole ones at the end: those are part of the one before.
    sizes: [usize; N],
    /// The first coordinates.
    begins: [usize; N],
    /// The numbers of coordinates.
    counts: [usize; N],
}

impl<const N: usize> Inset<N> {
    /// The elements from these coordinates on, so many along each axis, of an array of these sizes.
    ///
    /// # Panics
    ///
    /// Panics where an axis has not as many.
    #[must_use]
    pub fn of(mut sizes: [usize; N], mut begins: [usize; N], mut counts: [usize; N]) -> Self {
        if counts.contains(&0) {
            // It may begin anywhere.
            begins = [0; N];
        }
        for axis in 0..N {
            assert!(
                begins[axis] <= sizes[axis] && counts[axis] <= sizes[axis] - begins[axis],
                "coordinates {}..{} are written along an axis of {}",
                begins[axis],
                begins[axis].saturating_add(counts[axis]),
                sizes[axis]
            );
        }
        // Rows that are written as a whole follow each other.
        for _ in 1..N {
            let [.., size, _] = sizes[..] else { break };
            if counts[N - 1] != sizes[N - 1] || size.checked_mul(sizes[N - 1]).is_none() {
                break;
            }
            let width = sizes[N - 1];
            let join = |numbers: &mut [usize; N], first: usize, last: usize| {
                numbers.copy_within(..N - 1, 1);
                numbers[0] = first;
                numbers[N - 1] = last;
            };
            let last = [&sizes, &begins, &counts].map(|numbers| numbers[N - 2] * width);
            join(&mut sizes, 1, last[0]);
            join(&mut begins, 0, last[1]);
            join(&mut counts, 1, last[2]);
        }
        Inset {
            sizes,
            begins,
            counts,
        }
    }

    /// The number of elements.
    #[must_use]
    pub(crate) fn len(&self) -> usize {
        self.counts.iter().product()
    }

    /// The place behind that of the last one.
    pub(crate) fn end(&self) -> usize {
        self.len()
            .checked_sub(1)
            .map_or(0, |last| self.place(last) + 1)
    }

    /// The place in the array of the element of this number. Of the number of all of them it is behind
    /// the place of the last one.
    #[must_use]
    pub fn place(&self, number: usize) -> usize {
        if self.counts.contains(&0) {
            return 0;
        }
        let (mut rest, mut place, mut stride) = (number, 0, 1);
        for axis in (0..N).rev() {
            let (coordinate, outer) = match axis {
                0 => (rest, 0),
                _ => (rest % self.counts[axis], rest / self.counts[axis]),
            };
            place += (self.begins[axis] + coordinate) * stride;
            stride *= self.sizes[axis];
            rest = outer;
        }
        place
    }

    /// Calls `visit` for the elements of these numbers, as many at a time as follow each other in the
    /// array: with their numbers, and with the place of the first one.
    #[inline]
    pub(crate) fn each_run(
        &self,
        numbers: Range<usize>,
        mut visit: impl FnMut(Range<usize>, usize),
    ) {
        let width = self.counts[N - 1];
        let mut number = numbers.start;
        while number < numbers.end {
            let end = match N {
                1 => numbers.end,
                _ => numbers.end.min((number / width + 1) * width),
            };
            visit(number..end, self.place(number));
            number = end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Inset;

    /// The places, by the definition.
    fn places<const N: usize>(
        sizes: [usize; N],
        begins: [usize; N],
        counts: [usize; N],
    ) -> Vec<usize> {
        let all: usize = counts.iter().product();
        let place = |number: usize| {
            let (mut rest, mut coordinates) = (number, [0; N]);
            for axis in (0..N).rev() {
                coordinates[axis] = begins[axis] + rest % counts[axis];
                rest /= counts[axis];
            }
            let axes = coordinates.iter().zip(sizes);
            axes.fold(0, |place, (coordinate, size)| place * size + coordinate)
        };
        (0..all).map(place).collect()
    }

    fn check<const N: usize>(sizes: [usize; N], begins: [usize; N], counts: [usize; N]) {
        let (inset, expected) = (
            Inset::of(sizes, begins, counts),
            places(sizes, begins, counts),
        );
        for (number, place) in expected.iter().enumerate() {
            assert_eq!(inset.place(number), *place, "{number} of {inset:?}");
        }
        for start in 0..=expected.len() {
            for end in start..=expected.len() {
                let mut found = Vec::new();
                inset.each_run(start..end, |numbers, place| {
                    found.extend((0..numbers.len()).map(|behind| place + behind));
                });
                assert_eq!(found, expected[start..end]);
            }
        }
    }

    #[test]
    fn the_places_of_elements_along_each_axis() {
        check([7], [2], [4]);
        check([4, 5], [1, 1], [2, 3]);
        check([4, 5], [1, 0], [2, 5]);
        check([4, 5], [0, 0], [4, 5]);
        check([4, 5], [3, 4], [1, 1]);
        check([3, 4, 5], [1, 2, 0], [2, 2, 5]);
        check([3, 4, 5], [1, 0, 0], [2, 4, 5]);
        check([3, 4, 5], [0, 1, 2], [3, 3, 1]);
        check([2, 2, 2, 2, 2, 3], [1, 0, 1, 0, 0, 1], [1, 2, 1, 2, 2, 2]);
        check([4, 5], [9, 9], [0, 3]);
    }

    #[test]
    #[should_panic(expected = "coordinates 2..5 are written along an axis of 4")]
    fn coordinates_beyond_an_axis() {
        let _ = Inset::of([3, 4], [0, 2], [3, 3]);
    }
}
