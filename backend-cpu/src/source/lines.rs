//! Arrays read at the positions of a loop over several indices, along axes downwards or from
//! positions that are computed when the loop begins.

use super::apart::{Apart, InSpace, Pieces};
use super::forward::{of_rest, of_space};
use super::reach::Reach;
use super::space::{Coordinates, Place, Space};
use super::{Near, Sources, sealed, wrong_length};
use crate::element::Element;
use crate::plain;
use crate::prefetch::Prefetch;
use std::ops::Range;

/// The way that an index goes along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Upwards, from this position on.
    Up(usize),
    /// Downwards, from the position that is so many before the last one.
    Down(usize),
    /// Downwards, from this position.
    DownFrom(usize),
}

impl Way {
    /// The position along an axis of so many for index 0, and the step that the index makes.
    #[must_use]
    pub fn steps(self, size: usize, factor: usize) -> (isize, isize) {
        let step = factor.cast_signed();
        match self {
            Way::Up(start) => (start.cast_signed(), step),
            Way::Down(less) => (size.cast_signed() - 1 - less.cast_signed(), -step),
            Way::DownFrom(start) => (start.cast_signed(), -step),
        }
    }
}

/// The elements that a loop over `N` indices reads of an array. `BY` is the distance of two of them
/// in a row if that is 0, 1 or -1, and 2 if it is known only when the program runs.
#[derive(Clone, Copy, Debug)]
pub struct Lines<'s, T, const BY: isize, const N: usize> {
    slice: &'s [T],
    space: Space<N>,
    /// The element at position 0.
    first: usize,
    /// The distance that each index makes; one that leads downwards wraps around.
    strides: [usize; N],
}

impl<'s, T, const BY: isize, const N: usize> Lines<'s, T, BY, N> {
    /// The elements of an array of these `axes`, where each `(i, factor, way)` of the map has the
    /// number of an index, the distance that it makes and its way along an axis; an index that is
    /// not below `N` is 0 everywhere.
    ///
    /// # Panics
    ///
    /// Panics where an element is outside of the array.
    #[must_use]
    pub fn of<const R: usize>(
        slice: &'s [T],
        sizes: [usize; N],
        axes: [usize; R],
        map: [(usize, usize, Way); R],
    ) -> Self {
        let (first, strides, pitch) = Self::along(sizes, axes, map);
        if !sizes.contains(&0) && pitch != slice.len() {
            wrong_length(slice.len(), pitch);
        }
        Lines {
            slice,
            space: Space::of(sizes),
            first,
            strides,
        }
    }

    /// The elements of an array of which this process has pieces.
    ///
    /// # Panics
    ///
    /// As for [`of`](Lines::of).
    #[must_use]
    pub fn apart<const R: usize>(
        pieces: Pieces<'s, T>,
        sizes: [usize; N],
        axes: [usize; R],
        map: [(usize, usize, Way); R],
    ) -> Apart<Self>
    where
        T: Element,
    {
        let (first, strides, _) = Self::along(sizes, axes, map);
        let mut signed = [(N, 0, 0); R];
        for (axis, (index, factor, way)) in map.into_iter().enumerate() {
            let (start, step) = way.steps(axes[axis], factor);
            signed[axis] = (index, start, step);
        }
        let reads = [Reach::of(sizes, axes, signed)];
        Apart::of(&pieces, &reads, |slice, number, space| Lines {
            slice,
            space,
            first: first.wrapping_sub(number.cast_unsigned()),
            strides,
        })
    }

    /// The slice, the place of the element at position `k` in it, and the distances of the elements in the
    /// next row and in the next column, which wrap around.
    #[inline(always)]
    pub(super) fn corner_at(&self, k: usize) -> (&'s [T], usize, [usize; 2]) {
        let first = self.at(&self.space.from(k).place());
        (
            self.slice,
            first,
            [self.strides[N - 2], self.strides[N - 1]],
        )
    }

    /// The element at position 0, the distance that each index makes, and the number of elements.
    fn along<const R: usize>(
        sizes: [usize; N],
        axes: [usize; R],
        map: [(usize, usize, Way); R],
    ) -> (usize, [usize; N], usize) {
        let (mut first, mut strides, mut pitch) = (0, [0usize; N], 1usize);
        if !sizes.contains(&0) {
            for ((index, factor, way), size) in map.into_iter().zip(axes).rev() {
                let steps = sizes.get(index).map_or(0, |count| count - 1);
                let reach = factor.checked_mul(steps);
                let (start, last) = match way {
                    Way::Up(start) => (
                        Some(start),
                        reach.and_then(|reach| start.checked_add(reach)),
                    ),
                    Way::Down(less) => {
                        let start = size.checked_sub(1).and_then(|last| last.checked_sub(less));
                        (start, start.and_then(|start| start.checked_sub(reach?)))
                    }
                    Way::DownFrom(start) => (
                        Some(start),
                        reach.and_then(|reach| start.checked_sub(reach)),
                    ),
                };
                let is_inside = |position: Option<usize>| position.is_some_and(|at| at < size);
                let start = match is_inside(start) && is_inside(last) {
                    true => start.unwrap_or(0),
                    false => outside(size),
                };
                first += start * pitch;
                if let Some(stride) = strides.get_mut(index) {
                    let step = factor.wrapping_mul(pitch);
                    *stride = match way {
                        Way::Up(_) => stride.wrapping_add(step),
                        Way::Down(_) | Way::DownFrom(_) => stride.wrapping_sub(step),
                    };
                }
                pitch = pitch.saturating_mul(size);
            }
            let last = strides.last().map(|stride| stride.cast_signed());
            assert!(BY > 1 || last == Some(BY), "a distance of {BY} in a row");
        }
        (first, strides, pitch)
    }

    /// The element at a place of the loop.
    #[inline(always)]
    fn at<P: Place>(&self, place: &P) -> usize {
        let (mut at, mut index) = (self.first, 0);
        while index < N {
            at = at.wrapping_add(place.digit(index).wrapping_mul(self.strides[index]));
            index += 1;
        }
        at
    }
}

/// Panics for a read that leaves its array, which the compiler lets no program do.
#[cold]
#[inline(never)]
fn outside(size: usize) -> ! {
    panic!("a read leaves an axis of {size} positions");
}

impl<T: Element, const BY: isize, const N: usize> InSpace for Lines<'_, T, BY, N> {
    #[inline(always)]
    fn sizes(&self) -> &[usize] {
        &self.space.sizes
    }

    #[inline(always)]
    fn from(self, start: usize) -> Self {
        let space = self.space.from(start);
        Lines { space, ..self }
    }
}

impl<T: Element, R: Sources, const BY: isize, const N: usize> sealed::Sealed
    for (Lines<'_, T, BY, N>, R)
{
}

#[diagnostic::do_not_recommend]
impl<'s, T: Element, R: Sources, const BY: isize, const N: usize> Sources
    for (Lines<'s, T, BY, N>, R)
{
    type Items = (T, R::Items);
    type Near = (LinesOfRow<'s, T, BY>, R::Near);
    type Stage = R::Stage;
    type Place = Coordinates<N>;

    const COMPONENTS: bool = <(&[T], R)>::COMPONENTS;
    const PADDED: bool = R::PADDED;

    #[inline(always)]
    fn check(self, len: usize) {
        self.0.space.check(len, self.1.sizes());
        self.1.check(len);
    }

    #[inline(always)]
    unsafe fn from(self, start: usize) -> Self {
        let (lines, rest) = self;
        // SAFETY: the caller's promise.
        (lines.from(start), unsafe { rest.from(start) })
    }

    #[inline(always)]
    unsafe fn get(&self, k: usize) -> Self::Items {
        let (lines, rest) = self;
        let at = lines.at(&lines.space.from(k).place());
        // SAFETY: the caller's promise: `k` is a position of the loop, and the elements of all of
        // these are inside the slice, as `of` has seen.
        unsafe { (plain::get!(lines.slice, at), rest.get(k)) }
    }

    const IN_LINES: bool = N > 1 && R::IN_LINES;

    #[inline(always)]
    unsafe fn in_line<P: Place>(&self, place: &P, k: usize, behind: [usize; 2]) -> Self::Items {
        const { assert!(P::INDICES == N) };
        let (lines, rest) = self;
        let [rows, columns] = behind;
        let along = match BY {
            -1..=1 => BY.cast_unsigned(),
            _ => lines.strides[N - 1],
        };
        let at = lines
            .at(place)
            .wrapping_add(rows.wrapping_mul(lines.strides[N.saturating_sub(2)]))
            .wrapping_add(columns.wrapping_mul(along));
        // SAFETY: as for `get`.
        unsafe { (plain::get!(lines.slice, at), rest.in_line(place, k, behind)) }
    }

    #[inline(always)]
    fn fetch(self, _prefetch: Prefetch, _k: usize, _count: usize) {}

    of_space!();

    of_rest!(inside, row_rest, is_far, stage, prepare);

    #[inline(always)]
    unsafe fn near<P: Place>(
        &self,
        place: &P,
        k: usize,
        count: usize,
        stage: &mut Self::Stage,
    ) -> Self::Near {
        const { assert!(P::INDICES == N) };
        let (lines, rest) = self;
        let row = LinesOfRow {
            slice: lines.slice,
            first: lines.at(place),
            stride: lines.strides[N - 1],
        };
        // SAFETY: the caller's promise.
        unsafe { (row, rest.near(place, k, count, stage)) }
    }
}

/// The elements that are read for a row of positions.
#[derive(Clone, Copy, Debug)]
pub struct LinesOfRow<'s, T, const BY: isize> {
    slice: &'s [T],
    first: usize,
    stride: usize,
}

impl<T: Element, R: Near, const BY: isize> Near for (LinesOfRow<'_, T, BY>, R) {
    type Items = (T, R::Items);

    #[inline(always)]
    unsafe fn get(&self, j: usize) -> Self::Items {
        let (row, rest) = self;
        let at = match BY {
            0 => row.first,
            1 => row.first + j,
            -1 => row.first - j,
            _ => row.first.wrapping_add(j.wrapping_mul(row.stride)),
        };
        // SAFETY: the caller's promise: `j` is in the row, whose elements are inside the slice.
        unsafe { (plain::get!(row.slice, at), rest.get(j)) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::cells::tests::check;
    use super::{Lines, Way};

    /// `a[[h - 1 - i, j]]`, `a[[i + s, w - 1 - j]]`, `a[[j, s - i]]`, `a[[s, j]]` of an array of 4
    /// x 5.
    #[test]
    fn elements_are_those_of_the_subscripts() {
        let xs: Vec<usize> = (0..20).collect();
        let at = |i: usize, j: usize| 5 * i + j;
        let all = |h: usize, w: usize, at: &dyn Fn(usize, usize) -> usize| -> Vec<usize> {
            (0..h)
                .flat_map(|i| (0..w).map(move |j| (i, j)))
                .map(|(i, j)| at(i, j))
                .collect()
        };
        let turned = [(0, 1, Way::Down(0)), (1, 1, Way::Up(0))];
        let turned = Lines::<_, 1, 2>::of(&xs, [4, 5], [4, 5], turned);
        check((turned, ()), &all(4, 5, &|i, j| at(3 - i, j)));
        let mirrored = [(0, 1, Way::Up(2)), (1, 1, Way::Down(1))];
        let mirrored = Lines::<_, -1, 2>::of(&xs, [2, 4], [4, 5], mirrored);
        check((mirrored, ()), &all(2, 4, &|i, j| at(i + 2, 3 - j)));
        let both = [(1, 1, Way::Up(0)), (0, 2, Way::DownFrom(4))];
        let both = Lines::<_, 2, 2>::of(&xs, [3, 4], [4, 5], both);
        check((both, ()), &all(3, 4, &|i, j| at(j, 4 - 2 * i)));
        let slice = [(9, 1, Way::Up(3)), (0, 1, Way::Up(0))];
        let slice = Lines::<_, 1, 1>::of(&xs, [5], [4, 5], slice);
        check((slice, ()), &[15, 16, 17, 18, 19]);
        let broadcast = [(0, 1, Way::DownFrom(19))];
        let broadcast = Lines::<_, 0, 2>::of(&xs, [20, 2], [20], broadcast);
        check((broadcast, ()), &all(20, 2, &|i, _| 19 - i));
    }

    #[test]
    fn an_empty_space_reads_nothing() {
        let none: [usize; 0] = [];
        let lines = Lines::<_, 1, 2>::of(
            &none,
            [0, 3],
            [1, 0],
            [(0, 1, Way::DownFrom(9)), (1, 1, Way::Up(7))],
        );
        check((lines, ()), &[]);
    }

    #[test]
    #[should_panic(expected = "a read leaves an axis of 4 positions")]
    fn a_read_stays_in_its_array() {
        let _ = Lines::<_, -1, 1>::of(&[0; 4], [4], [4], [(0, 1, Way::DownFrom(2))]);
    }

    #[test]
    #[should_panic(expected = "a read leaves an axis of 0 positions")]
    fn nothing_is_read_of_an_empty_axis() {
        let none: [usize; 0] = [];
        let _ = Lines::<_, -1, 1>::of(&none, [1], [0], [(0, 1, Way::Down(0))]);
    }
}
