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

/// The elements that a loop over several indices reads of an array, by `K` reads that differ in where
/// they begin. `BY` is the distance of two elements of a read in a row, and [`usize::MAX`] if it is known
/// only when the program runs.
#[derive(Clone, Copy, Debug)]
pub struct Cells<'s, T, const BY: usize, const N: usize, const K: usize> {
    slice: &'s [T],
    space: Space<N>,
    /// The elements at position 0; where the slice begins behind one, that has wrapped around.
    first: [usize; K],
    /// The distance that each index makes.
    strides: [usize; N],
}

impl<'s, T, const BY: usize, const N: usize, const K: usize> Cells<'s, T, BY, N, K> {
    /// The elements of an array of these `axes`, at the position `factor * i + start` along each of
    /// them, where `(i, start, factor)` has the number of an index; one that is not below `N` is 0
    /// everywhere. Each read begins at its `offsets` from there.
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
        offsets: [[usize; R]; K],
    ) -> Self {
        let (first, strides, pitch) = Self::along(sizes, axes, map, offsets);
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

    /// The slice, the place of a read's element at position `k` in it, and the distances of the elements
    /// in the next row and in the next column.
    #[inline(always)]
    pub(super) fn corner_at(&self, k: usize, read: usize) -> (&'s [T], usize, [usize; 2]) {
        let first = self.first[read].wrapping_add(self.space.sum(k, &self.strides));
        (self.slice, first, [self.strides[N - 2], self.distance()])
    }

    /// The distance of two elements of a read in a row.
    #[inline(always)]
    fn distance(&self) -> usize {
        match BY {
            usize::MAX => self.strides[N - 1],
            _ => BY,
        }
    }

    /// The elements at position 0, the distance that each index makes, and the number of elements.
    #[inline(always)]
    fn along<const R: usize>(
        sizes: [usize; N],
        axes: [usize; R],
        map: [(usize, usize, usize); R],
        offsets: [[usize; R]; K],
    ) -> ([usize; K], [usize; N], usize) {
        let (mut first, mut strides, mut pitch) = ([0usize; K], [0; N], 1usize);
        // The places follow from literals without a branch, so that LLVM sees which reads are neighbours.
        let has_none = space::has_none(&sizes);
        let mut axis = R;
        while axis > 0 {
            axis -= 1;
            let ((index, start, factor), size) = (map[axis], axes[axis]);
            let (mut span, mut read) = (0, 0);
            while read < K {
                let offset = offsets[read][axis];
                span = if offset > span { offset } else { span };
                first[read] = first[read].wrapping_add((start + offset).wrapping_mul(pitch));
                read += 1;
            }
            let steps = if index < N {
                sizes[index].saturating_sub(1)
            } else {
                0
            };
            let last = match factor.checked_mul(steps) {
                Some(last) => last.saturating_add(start + span),
                None => usize::MAX,
            };
            if last >= size && !has_none {
                outside(start + span, size);
            }
            if index < N {
                strides[index] = factor.wrapping_mul(pitch).wrapping_add(strides[index]);
            }
            pitch = pitch.saturating_mul(size);
        }
        if BY < usize::MAX && !has_none && strides[N - 1] != BY {
            other_distance(BY);
        }
        (first, strides, pitch)
    }
}

impl<'s, T: Element, const BY: usize, const N: usize, const K: usize> Cells<'s, T, BY, N, K> {
    /// The elements of an array of which this process has pieces, as of [`of`](Cells::of).
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
        offsets: [[usize; R]; K],
    ) -> Apart<Self> {
        let (first, strides, _) = Self::along(sizes, axes, map, offsets);
        let signed = map.map(|(index, start, factor)| (index, start.cast_signed(), factor));
        let reads = Reach::each(sizes, axes, signed, offsets);
        Apart::of(&pieces, &reads, |slice, number, space| Cells {
            slice,
            space,
            first: first.map(|first| first.wrapping_sub(number.cast_unsigned())),
            strides,
        })
    }
}

impl<T: Element, const BY: usize, const N: usize, const K: usize> InSpace
    for Cells<'_, T, BY, N, K>
{
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

impl<T: Element, R: Sources, const BY: usize, const N: usize, const K: usize> sealed::Sealed
    for (Cells<'_, T, BY, N, K>, R)
{
}

#[diagnostic::do_not_recommend]
impl<'s, T: Element, R: Sources, const BY: usize, const N: usize, const K: usize> Sources
    for (Cells<'s, T, BY, N, K>, R)
{
    type Items = ([T; K], R::Items);
    type Near = (CellsOfRow<'s, T, BY, K>, R::Near);
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
        let distance = cells.space.sum(k, &cells.strides);
        // SAFETY: the caller's promise: `k` is a position of the loop, and the elements of all of
        // these are inside the slice.
        unsafe {
            let mut elements = [plain::get!(cells.slice, cells.first[0].wrapping_add(distance)); K];
            plain::count!(read in 1, K; {
                elements[read] = plain::get!(cells.slice, cells.first[read].wrapping_add(distance));
            });
            (elements, self.1.get(k))
        }
    }

    const IN_LINES: bool = N > 1 && R::IN_LINES;

    #[inline(always)]
    unsafe fn in_line<P: Place>(&self, place: &P, k: usize, behind: [usize; 2]) -> Self::Items {
        const { assert!(P::INDICES == N) };
        let (cells, [rows, columns]) = (&self.0, behind);
        let line = space::sum(place, &cells.strides);
        let distance =
            line + rows * cells.strides[N.saturating_sub(2)] + columns * cells.distance();
        // SAFETY: as for `get`.
        unsafe {
            let mut elements = [plain::get!(cells.slice, cells.first[0].wrapping_add(distance)); K];
            plain::count!(read in 1, K; {
                elements[read] = plain::get!(cells.slice, cells.first[read].wrapping_add(distance));
            });
            (elements, self.1.in_line(place, k, behind))
        }
    }

    #[inline(always)]
    fn fetch(self, _prefetch: Prefetch, _k: usize, _count: usize) {}

    of_space!();

    of_rest!(inside, row_rest, stage, prepare);

    #[inline(always)]
    fn is_far(self) -> bool {
        BY > 1 && N > 1 && self.0.distance() * size_of::<T>() >= memory::LINE || self.1.is_far()
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
        let distance = space::sum(place, &strides);
        let (mut rows, mut read) = ([&slice[..0]; K], 0);
        // SAFETY: as for `get`.
        unsafe {
            while read < K {
                rows[read] = slice.get_unchecked(first[read].wrapping_add(distance)..);
                read += 1;
            }
            let row = CellsOfRow {
                rows,
                stride: strides[N - 1],
            };
            (row, self.1.near(place, k, count, stage))
        }
    }
}

/// The elements that each read has for a row of positions.
#[derive(Clone, Copy, Debug)]
pub struct CellsOfRow<'s, T, const BY: usize, const K: usize> {
    rows: [&'s [T]; K],
    stride: usize,
}

impl<T: Element, R: Near, const BY: usize, const K: usize> Near for (CellsOfRow<'_, T, BY, K>, R) {
    type Items = ([T; K], R::Items);

    #[inline(always)]
    unsafe fn get(&self, j: usize) -> Self::Items {
        let at = match BY {
            usize::MAX => j * self.0.stride,
            by => j * by,
        };
        // SAFETY: the caller's promise: `j` is in the row, whose elements are inside the slice.
        unsafe {
            let mut elements = [plain::get!(self.0.rows[0], at); K];
            plain::count!(read in 1, K; {
                elements[read] = plain::get!(self.0.rows[read], at);
            });
            (elements, self.1.get(j))
        }
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

impl<const N: usize> Digit<N> {
    /// The index at position `k`, and what it is more in the next row and in the next column.
    #[inline(always)]
    pub(super) fn corner_at(&self, k: usize) -> (usize, [usize; 2]) {
        let index = self.space.sum(k, &self.times);
        (index, [self.times[N - 2], self.times[N - 1]])
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

    const IN_LINES: bool = N > 1 && R::IN_LINES;

    #[inline(always)]
    unsafe fn in_line<P: Place>(&self, place: &P, k: usize, behind: [usize; 2]) -> Self::Items {
        const { assert!(P::INDICES == N) };
        let (times, [rows, columns]) = (self.0.times, behind);
        let index =
            space::sum(place, &times) + rows * times[N.saturating_sub(2)] + columns * times[N - 1];
        // SAFETY: the caller's promise.
        unsafe { (index, self.1.in_line(place, k, behind)) }
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
pub(super) mod tests;
