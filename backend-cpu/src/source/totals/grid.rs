//! The elements that folds read for all positions of a loop, as far as they are evenly apart along each
//! of its indices.

use super::crossing::Crossing;
use crate::element::Element;
use crate::source::Across;

/// The views of a fold, as far as they are evenly apart along all indices of a loop: `(a, (b, … ()))`.
pub trait Even: Crossing + Sized {
    /// The elements of all positions of a loop over `N` indices.
    #[doc(hidden)]
    type Grid<const N: usize>: Grid<N, Items = Self::Items>;

    /// The elements of `count` indices from `from` on, for a loop of these sizes, none of which is 0.
    /// The views are those of its first position, of the last position along each index, and of the
    /// last position of all.
    #[doc(hidden)]
    fn grid<const N: usize>(
        first: Self,
        ends: [Self; N],
        last: Self,
        indices: (usize, usize),
        sizes: [usize; N],
    ) -> Option<Self::Grid<N>>;
}

/// The elements of all positions of a loop.
#[doc(hidden)]
pub trait Grid<const N: usize>: Copy {
    /// One element of each view.
    type Items;

    /// The places of the elements of a position for the first index.
    type Places: Copy;

    /// The places of a position of these digits.
    fn places(&self, digits: [usize; N]) -> Self::Places;

    /// The places of a position that is one further along an index of this number.
    fn next(&self, places: Self::Places, index: usize) -> Self::Places;

    /// Returns true if units of `J` columns and `K` indices, and of `I` rows, have nothing between their
    /// elements: their places follow from these numbers.
    fn is_dense<const I: usize, const J: usize, const K: usize>(&self) -> bool;

    /// The elements of a position that is so many rows and columns further, for an index of this
    /// number, of dense units.
    ///
    /// # Safety
    ///
    /// The position must be one of the loop, the number below that of the indices, and units dense.
    unsafe fn get_dense<const J: usize, const K: usize>(
        &self,
        places: Self::Places,
        cell: (usize, usize),
        number: usize,
    ) -> Self::Items;

    /// The elements of a position that is so many rows and columns further, for an index of this
    /// number.
    ///
    /// # Safety
    ///
    /// The position must be one of the loop, and the number below that of the indices.
    unsafe fn get(&self, places: Self::Places, cell: (usize, usize), number: usize) -> Self::Items;
}

impl Even for () {
    type Grid<const N: usize> = ();

    #[inline(always)]
    fn grid<const N: usize>(
        (): (),
        _ends: [(); N],
        (): (),
        _indices: (usize, usize),
        _sizes: [usize; N],
    ) -> Option<()> {
        Some(())
    }
}

impl<const N: usize> Grid<N> for () {
    type Items = ();
    type Places = ();

    #[inline(always)]
    fn places(&self, _digits: [usize; N]) {}

    #[inline(always)]
    fn next(&self, (): (), _index: usize) {}

    #[inline(always)]
    fn is_dense<const I: usize, const J: usize, const K: usize>(&self) -> bool {
        true
    }

    #[inline(always)]
    unsafe fn get_dense<const J: usize, const K: usize>(
        &self,
        (): (),
        _cell: (usize, usize),
        _number: usize,
    ) {
    }

    #[inline(always)]
    unsafe fn get(&self, (): (), _cell: (usize, usize), _number: usize) {}
}

/// The elements of a view for all positions of a loop: `ALONG` and `DOWN` are those of [`Across`].
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct EvenView<'s, T, const ALONG: usize, const DOWN: usize, const N: usize> {
    /// From the element of the first position and index on.
    slice: &'s [T],
    /// The distance that an index of the fold makes.
    stride: usize,
    /// The distance that each index of the loop makes.
    steps: [usize; N],
}

impl<'s, T, C, const ALONG: usize, const DOWN: usize, const R: usize> Even
    for (Across<'s, T, ALONG, DOWN, R>, C)
where
    T: Element,
    C: Even,
{
    type Grid<const N: usize> = (EvenView<'s, T, ALONG, DOWN, N>, C::Grid<N>);

    #[inline(always)]
    fn grid<const N: usize>(
        first: Self,
        ends: [Self; N],
        last: Self,
        (from, count): (usize, usize),
        sizes: [usize; N],
    ) -> Option<Self::Grid<N>> {
        let ends = ends.map(|(view, rest)| (view.0, rest));
        let of_ends = ends.each_ref().map(|end| end.0);
        let ends = ends.map(|end| end.1);
        let rest = C::grid(first.1, ends, last.1, (from, count), sizes)?;
        let (view, last) = (first.0.0, last.0.0);
        let slice = view.slice();
        let (start, stride) = view.place(from, count);
        let (end, end_stride) = last.place(from, count);
        let mut is_even = stride == end_stride && std::ptr::eq(slice, last.slice());
        let (mut steps, mut furthest) = ([0; N], start);
        for (index, end) in of_ends.into_iter().enumerate() {
            let (place, own_stride) = end.place(from, count);
            let distance = place.checked_sub(start)?;
            let count = sizes[index] - 1;
            steps[index] = match count {
                0 => 0,
                count => distance / count,
            };
            is_even &= own_stride == stride
                && steps[index] * count == distance
                && std::ptr::eq(slice, end.slice());
            furthest = furthest.checked_add(distance)?;
        }
        // All elements of the last position are inside of the slice, and those of others are between
        // them and the first one. A row of one position makes no distance.
        let along = steps[N - 1];
        let is_as_said = (ALONG > 1 || sizes[N - 1] == 1 || along == ALONG)
            && (DOWN > 0 || N == 1 || steps[N.saturating_sub(2)] == 0);
        let slice = &slice[start..];
        let view = EvenView {
            slice,
            stride,
            steps,
        };
        (is_even && is_as_said && furthest == end).then_some((view, rest))
    }
}

impl<T, C, const ALONG: usize, const DOWN: usize, const N: usize> Grid<N>
    for (EvenView<'_, T, ALONG, DOWN, N>, C)
where
    T: Element,
    C: Grid<N>,
{
    type Items = (T, C::Items);
    type Places = (usize, C::Places);

    #[inline(always)]
    fn places(&self, digits: [usize; N]) -> Self::Places {
        let mut place = 0;
        for (digit, step) in digits.into_iter().zip(self.0.steps) {
            place += digit * step;
        }
        (place, self.1.places(digits))
    }

    #[inline(always)]
    fn next(&self, places: Self::Places, index: usize) -> Self::Places {
        (places.0 + self.0.steps[index], self.1.next(places.1, index))
    }

    #[inline(always)]
    fn is_dense<const I: usize, const J: usize, const K: usize>(&self) -> bool {
        let EvenView { stride, steps, .. } = self.0;
        let is_own = match (DOWN, ALONG) {
            (0, 1) => stride == J,
            (0, 0) => stride == 1,
            (0, _) => stride == 1 && steps[N - 1] == K,
            (_, 0) => stride == 1 && (I == 1 || steps[N - 2] == K),
            _ => false,
        };
        is_own && self.1.is_dense::<I, J, K>()
    }

    #[inline(always)]
    unsafe fn get_dense<const J: usize, const K: usize>(
        &self,
        places: Self::Places,
        (row, column): (usize, usize),
        number: usize,
    ) -> Self::Items {
        let own = match (DOWN, ALONG) {
            (0, 1) => number * J + column,
            (0, 0) => number,
            (0, _) => column * K + number,
            _ => row * K + number,
        };
        // SAFETY: the caller's promise: the place is the one that `get` finds.
        unsafe {
            (
                *self.0.slice.get_unchecked(places.0 + own),
                self.1.get_dense::<J, K>(places.1, (row, column), number),
            )
        }
    }

    #[inline(always)]
    unsafe fn get(
        &self,
        places: Self::Places,
        (row, column): (usize, usize),
        number: usize,
    ) -> Self::Items {
        let view = &self.0;
        let down = match DOWN {
            0 => 0,
            _ => row * view.steps[N - 2],
        };
        let along = match ALONG {
            0 => 0,
            1 => column,
            _ => column * view.steps[N - 1],
        };
        let place = places.0 + down + along + number * view.stride;
        // SAFETY: the caller's promise: the place is not behind that of the last position and index.
        unsafe {
            (
                *view.slice.get_unchecked(place),
                self.1.get(places.1, (row, column), number),
            )
        }
    }
}
