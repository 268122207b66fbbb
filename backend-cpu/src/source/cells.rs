//! Arrays of several axes, read at the positions of a loop over several indices.

use super::apart::{Apart, InSpace, Pieces};
use super::forward::{of_rest, of_space};
use super::reach::Reach;
use super::space::{self, Coordinates, Place, Space};
use super::{Near, Sources, sealed, wrong_length};
use crate::element::Element;
use crate::memory;
use crate::plain;
use crate::prefetch::Prefetch;
use std::ops::Range;

/// The elements that a loop over several indices reads of an array. `BY` is the distance of two of
/// them in a row if that is 0 or 1, and 2 if it is known only when the program runs.
#[derive(Clone, Copy, Debug)]
pub struct Cells<'s, T, const BY: usize, const N: usize> {
    slice: &'s [T],
    space: Space<N>,
    /// The element at position 0; where the slice begins behind it, that has wrapped around.
    first: usize,
    /// The distance that each index makes.
    strides: [usize; N],
}

impl<'s, T, const BY: usize, const N: usize> Cells<'s, T, BY, N> {
    /// The elements of an array of these `axes`, at the position `factor * i + start` along each of
    /// them, where `(i, start, factor)` has the number of an index; one that is not below `N` is 0
    /// everywhere.
    ///
    /// # Panics
    ///
    /// Panics where an element is outside of the array.
    #[inline(always)]
    #[must_use]
    pub fn of<const R: usize>(
        slice: &'s [T],
        sizes: [usize; N],
        axes: [usize; R],
        map: [(usize, usize, usize); R],
    ) -> Self {
        let (first, strides, pitch) = Self::along(sizes, axes, map);
        if !space::has_none(&sizes) && pitch != slice.len() {
            wrong_length(slice.len(), pitch);
        }
        Cells {
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
    /// As for [`of`](Cells::of).
    #[must_use]
    pub fn apart<const R: usize>(
        pieces: Pieces<'s, T>,
        sizes: [usize; N],
        axes: [usize; R],
        map: [(usize, usize, usize); R],
    ) -> Apart<Self>
    where
        T: Element,
    {
        let (first, strides, _) = Self::along(sizes, axes, map);
        let signed =
            map.map(|(index, start, factor)| (index, start.cast_signed(), factor.cast_signed()));
        let reach = Reach::of(sizes, axes, signed);
        Apart::of(&pieces, &reach, |slice, number, space| Cells {
            slice,
            space,
            first: first.wrapping_sub(number.cast_unsigned()),
            strides,
        })
    }

    /// The element at position 0, the distance that each index makes, and the number of elements.
    #[inline(always)]
    fn along<const R: usize>(
        sizes: [usize; N],
        axes: [usize; R],
        map: [(usize, usize, usize); R],
    ) -> (usize, [usize; N], usize) {
        let (mut first, mut strides, mut pitch) = (0, [0; N], 1usize);
        if !space::has_none(&sizes) {
            let mut axis = R;
            while axis > 0 {
                axis -= 1;
                let ((index, start, factor), size) = (map[axis], axes[axis]);
                let steps = if index < N { sizes[index] - 1 } else { 0 };
                let last = match factor.checked_mul(steps) {
                    Some(last) => last.saturating_add(start),
                    None => usize::MAX,
                };
                if last >= size {
                    outside(start, size);
                }
                first += start * pitch;
                if index < N {
                    strides[index] += factor * pitch;
                }
                pitch = pitch.saturating_mul(size);
            }
            if BY <= 1 && strides[N - 1] != BY {
                other_distance(BY);
            }
        }
        (first, strides, pitch)
    }
}

impl<T: Element, const BY: usize, const N: usize> InSpace for Cells<'_, T, BY, N> {
    #[inline(always)]
    fn sizes(&self) -> &[usize] {
        &self.space.sizes
    }

    #[inline(always)]
    fn from(self, start: usize) -> Self {
        let space = self.space.from(start);
        Cells { space, ..self }
    }
}

/// Panics for neighbours that are further apart than a type says.
#[cold]
#[inline(never)]
fn other_distance(by: usize) -> ! {
    panic!("a distance of {by} in a row");
}

/// Panics for a read that leaves its array, which the compiler lets no program do.
#[cold]
#[inline(never)]
fn outside(start: usize, size: usize) -> ! {
    panic!("a read from {start} on leaves an axis of {size} positions");
}

impl<T: Element, R: Sources, const BY: usize, const N: usize> sealed::Sealed
    for (Cells<'_, T, BY, N>, R)
{
}

#[diagnostic::do_not_recommend]
impl<'s, T: Element, R: Sources, const BY: usize, const N: usize> Sources
    for (Cells<'s, T, BY, N>, R)
{
    type Items = (T, R::Items);
    type Near = (CellsOfRow<'s, T, BY>, R::Near);
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
        let (cells, rest) = self;
        // SAFETY: the caller's promise.
        (cells.from(start), unsafe { rest.from(start) })
    }

    #[inline(always)]
    unsafe fn get(&self, k: usize) -> Self::Items {
        let cells = &self.0;
        let at = cells.first.wrapping_add(cells.space.sum(k, &cells.strides));
        // SAFETY: the caller's promise: `k` is a position of the loop, and the elements of all of
        // these are inside the slice.
        unsafe { (plain::get!(cells.slice, at), self.1.get(k)) }
    }

    #[inline(always)]
    fn fetch(self, _prefetch: Prefetch, _k: usize, _count: usize) {}

    of_space!();

    of_rest!(inside, row_rest, stage, prepare);

    #[inline(always)]
    fn is_far(self) -> bool {
        BY > 1 && N > 1 && self.0.strides[N - 1] * size_of::<T>() >= memory::LINE || self.1.is_far()
    }

    #[inline(always)]
    unsafe fn near<P: Place>(
        &self,
        place: &P,
        k: usize,
        count: usize,
        stage: &mut Self::Stage,
    ) -> Self::Near {
        const { assert!(P::INDICES == N) };
        let Cells {
            slice,
            first,
            strides,
            ..
        } = self.0;
        let at = first.wrapping_add(space::sum(place, &strides));
        // SAFETY: as for `get`.
        unsafe {
            let row = CellsOfRow {
                slice: slice.get_unchecked(at..),
                stride: strides[N - 1],
            };
            (row, self.1.near(place, k, count, stage))
        }
    }
}

/// The elements that are read for a row of positions.
#[derive(Clone, Copy, Debug)]
pub struct CellsOfRow<'s, T, const BY: usize> {
    slice: &'s [T],
    stride: usize,
}

impl<T: Element, R: Near, const BY: usize> Near for (CellsOfRow<'_, T, BY>, R) {
    type Items = (T, R::Items);

    #[inline(always)]
    unsafe fn get(&self, j: usize) -> Self::Items {
        let at = match BY {
            0 => 0,
            1 => j,
            _ => j * self.0.stride,
        };
        // SAFETY: the caller's promise: `j` is in the row, whose elements are inside the slice.
        unsafe { (plain::get!(self.0.slice, at), self.1.get(j)) }
    }
}

/// One index of a loop over several, as an array.
#[derive(Clone, Copy, Debug)]
pub struct Digit<const N: usize> {
    space: Space<N>,
    /// 1 for the index, 0 for the others.
    times: [usize; N],
}

impl<const N: usize> Digit<N> {
    /// The index of this number.
    ///
    /// # Panics
    ///
    /// Panics where there is none.
    #[must_use]
    pub fn of(sizes: [usize; N], index: usize) -> Self {
        let mut times = [0; N];
        times[index] = 1;
        let space = Space::of(sizes);
        Digit { space, times }
    }

    /// The index of this number, at some positions of the loop: their first, and how many.
    ///
    /// # Panics
    ///
    /// Panics where there is none.
    #[must_use]
    pub fn part(sizes: [usize; N], index: usize, (first, len): (usize, usize)) -> Self {
        let space = Space::part(sizes, first, len);
        Digit {
            space,
            ..Digit::of(sizes, index)
        }
    }
}

impl<R: Sources, const N: usize> sealed::Sealed for (Digit<N>, R) {}

#[diagnostic::do_not_recommend]
impl<R: Sources, const N: usize> Sources for (Digit<N>, R) {
    type Items = (usize, R::Items);
    type Near = (DigitOfRow, R::Near);
    type Stage = R::Stage;
    type Place = Coordinates<N>;

    const COMPONENTS: bool = R::COMPONENTS;
    const PADDED: bool = R::PADDED;

    #[inline(always)]
    fn check(self, len: usize) {
        self.0.space.check(len, self.1.sizes());
        self.1.check(len);
    }

    #[inline(always)]
    unsafe fn from(self, start: usize) -> Self {
        let (digit, rest) = self;
        let space = digit.space.from(start);
        // SAFETY: the caller's promise.
        unsafe { (Digit { space, ..digit }, rest.from(start)) }
    }

    #[inline(always)]
    unsafe fn get(&self, k: usize) -> Self::Items {
        let digit = &self.0;
        // SAFETY: the caller's promise.
        unsafe { (digit.space.sum(k, &digit.times), self.1.get(k)) }
    }

    #[inline(always)]
    fn fetch(self, prefetch: Prefetch, k: usize, count: usize) {
        self.1.fetch(prefetch, k, count);
    }

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
        let times = self.0.times;
        let row = DigitOfRow {
            first: space::sum(place, &times),
            step: times[N - 1],
        };
        // SAFETY: the caller's promise.
        unsafe { (row, self.1.near(place, k, count, stage)) }
    }
}

/// An index in a row of positions.
#[derive(Clone, Copy, Debug)]
pub struct DigitOfRow {
    first: usize,
    step: usize,
}

impl<R: Near> Near for (DigitOfRow, R) {
    type Items = (usize, R::Items);

    #[inline(always)]
    unsafe fn get(&self, j: usize) -> Self::Items {
        let DigitOfRow { first, step } = self.0;
        // SAFETY: the caller's promise.
        unsafe { (first + j * step, self.1.get(j)) }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::Place;
    use super::{Cells, Digit, Near, Sources};

    /// All elements of a source, by position and by rows, from each position on.
    pub(in super::super) fn check<S: Sources<Items = (usize, ()), Stage = ()>>(
        sources: S,
        expected: &[usize],
    ) {
        sources.check(expected.len());
        for start in 0..expected.len() {
            // SAFETY: `start` and each position behind it are positions of the loop.
            let (one, rows) = unsafe {
                let sources = sources.from(start);
                let one: Vec<usize> = (0..expected.len() - start)
                    .map(|k| sources.get(k).0)
                    .collect();
                let mut rows = Vec::new();
                let (mut k, mut place) = (0, sources.place());
                while k < expected.len() - start {
                    let rest = expected.len() - start - k;
                    let count = sources.row_rest(&place).min(rest);
                    let row = sources.near(&place, k, count, &mut ());
                    rows.extend((0..count).map(|j| row.get(j).0));
                    k += count;
                    place.advance(count);
                }
                (one, rows)
            };
            assert_eq!(one, expected[start..], "from {start}");
            assert_eq!(rows, expected[start..], "rows from {start}");
        }
    }

    /// `a[[i + 1, j]]`, `a[[j, i]]`, `a[[i, 2]]`, `a[[1, j]]` of an array of 4 x 5.
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
        let shifted = Cells::<_, 1, 2>::of(&xs, [3, 5], [4, 5], [(0, 1, 1), (1, 0, 1)]);
        check((shifted, ()), &all(3, 5, &|i, j| at(i + 1, j)));
        let inner = Cells::<_, 1, 2>::of(&xs, [2, 3], [4, 5], [(0, 2, 1), (1, 1, 1)]);
        check((inner, ()), &all(2, 3, &|i, j| at(i + 2, j + 1)));
        let transposed = Cells::<_, 2, 2>::of(&xs, [5, 4], [4, 5], [(1, 0, 1), (0, 0, 1)]);
        check((transposed, ()), &all(5, 4, &|i, j| at(j, i)));
        let strided = Cells::<_, 2, 2>::of(&xs, [2, 2], [4, 5], [(0, 0, 2), (1, 1, 2)]);
        check((strided, ()), &all(2, 2, &|i, j| at(2 * i, 2 * j + 1)));
        let column = Cells::<_, 2, 1>::of(&xs, [4], [4, 5], [(0, 0, 1), (9, 2, 1)]);
        check((column, ()), &[2, 7, 12, 17]);
        let row = Cells::<_, 1, 2>::of(&xs, [3, 5], [4, 5], [(9, 1, 1), (1, 0, 1)]);
        check((row, ()), &all(3, 5, &|_, j| at(1, j)));
        let broadcast = Cells::<_, 0, 2>::of(&xs, [20, 2], [20], [(0, 0, 1)]);
        check((broadcast, ()), &all(20, 2, &|i, _| i));
        let diagonal = Cells::<_, 2, 1>::of(&xs, [4], [4, 5], [(0, 0, 1), (0, 1, 1)]);
        check((diagonal, ()), &[1, 7, 13, 19]);
    }

    #[test]
    fn a_digit_is_an_index() {
        check((Digit::of([2, 3], 0), ()), &[0, 0, 0, 1, 1, 1]);
        check((Digit::of([2, 3], 1), ()), &[0, 1, 2, 0, 1, 2]);
        check((Digit::of([2, 1, 2], 1), ()), &[0, 0, 0, 0]);
    }

    #[test]
    fn an_empty_space_reads_nothing() {
        let none: [usize; 0] = [];
        let cells = Cells::<_, 1, 2>::of(&none, [0, 3], [1, 0], [(0, 2, 1), (1, 0, 1)]);
        (cells, ()).check(0);
    }

    #[test]
    #[should_panic(expected = "a read from 2 on leaves an axis of 4 positions")]
    fn a_read_stays_in_its_array() {
        let xs = [0; 8];
        let _ = Cells::<_, 1, 2>::of(&xs, [2, 3], [2, 4], [(0, 0, 1), (1, 2, 1)]);
    }

    #[test]
    #[should_panic(expected = "an array of 7 elements in a loop over 8")]
    fn an_array_has_the_elements_of_its_axes() {
        let xs = [0; 7];
        let _ = Cells::<_, 1, 2>::of(&xs, [2, 4], [2, 4], [(0, 0, 1), (1, 0, 1)]);
    }
}
