//! Folds over an index, one for each position of a loop, that read neighbours of an array for
//! neighbouring positions: `generate(|j| sum(|i| a[[i, j]]))`.
//!
//! The totals of some positions are computed together, index by index, so that memory is read row
//! by row and the positions are the lanes. Each total takes its terms in order.

mod ahead;
mod crossing;
mod nested;
mod single;

pub use ahead::{Ahead, AllTotals};
pub use nested::Inner;

use self::crossing::{Crossing, CrossingRows};
use self::nested::Nested;
use self::single::Single;
use super::forward::of_space;
use super::space::{self, Coordinates, Place, Space};
use super::tiles::{MOST_COLUMNS, ROWS, enlarge};
use super::{Near, STAGED, Sources, sealed};
use crate::element::Element;
use crate::prefetch::Prefetch;
use std::mem::MaybeUninit;
use std::ops::Range;

/// The folds of the positions of a loop over `N` indices.
pub trait Folds<const N: usize>: Copy {
    /// The total of each.
    type Total: Element;

    /// Set if the totals of a rectangle of positions may have something in common.
    #[doc(hidden)]
    const TILED: bool;

    /// Computes the totals of neighbours in a row, the first of which has these coordinates.
    ///
    /// # Safety
    ///
    /// They must be positions of the loop.
    #[doc(hidden)]
    unsafe fn fill(self, at: [usize; N], totals: &mut [MaybeUninit<Self::Total>]);

    /// Computes the totals of a rectangle of `(rows, columns)`, none of which is 0, if it is worth
    /// it to compute them at once. Its first position has these coordinates.
    #[doc(hidden)]
    fn rectangle(
        self,
        at: [usize; N],
        size: (usize, usize),
        target: &mut Target<'_, Self::Total>,
    ) -> bool;
}

/// Room for the totals of a rectangle.
#[doc(hidden)]
#[derive(Debug)]
pub struct Target<'t, T> {
    rows: &'t mut Vec<MaybeUninit<T>>,
    /// The number of its first row.
    row: usize,
    pitch: usize,
}

impl<T> Target<'_, T> {
    /// The first total, and the distance of rows, of which there are so many, rounded up to whole
    /// tiles.
    #[inline(always)]
    fn rows(&mut self, rows: usize) -> (*mut T, usize) {
        let first = self.row * self.pitch;
        let needed = first + rows.next_multiple_of(ROWS) * self.pitch;
        enlarge(self.rows, needed);
        (self.rows[first..].as_mut_ptr().cast(), self.pitch)
    }
}

/// The totals of folds over an index, for each position of a loop over `N` indices.
#[derive(Clone, Copy, Debug)]
pub struct Totals<S, const N: usize> {
    space: Space<N>,
    /// The coordinate of the first position of each index.
    firsts: [usize; N],
    folds: S,
}

impl<V, F, O, const N: usize> Totals<Single<V, F, O>, N> {
    /// The totals at the positions of a loop of these `sizes`: `open` is given the coordinates and
    /// says the indices, from one up to another, the start and the views; `term` is given the
    /// coordinates, the index and the elements.
    #[inline(always)]
    #[must_use]
    pub fn of<T, C>(sizes: [usize; N], firsts: [usize; N], open: V, term: F, operator: O) -> Self
    where
        V: Fn([usize; N]) -> (usize, usize, T, C) + Copy,
        C: Crossing,
        F: Fn([usize; N], usize, C::Items) -> T + Copy,
        O: Fn(T, T) -> T + Copy,
    {
        let folds = Single {
            open,
            term,
            operator,
        };
        Totals {
            space: Space::of(sizes),
            firsts,
            folds,
        }
    }
}

impl<V, F, O, I, const N: usize> Totals<Nested<V, F, O, I>, N> {
    /// The totals of folds whose terms have a fold of their own: `term` is also given the total of
    /// that one.
    #[inline(always)]
    #[must_use]
    pub fn nested<T, C>(
        sizes: [usize; N],
        firsts: [usize; N],
        inner: I,
        open: V,
        term: F,
        operator: O,
    ) -> Self
    where
        V: Fn([usize; N]) -> (usize, usize, T, C) + Copy,
        C: Crossing,
        I: nested::Within<N>,
        F: Fn([usize; N], usize, C::Items, I::Total) -> T + Copy,
        O: Fn(T, T) -> T + Copy,
    {
        Totals {
            space: Space::of(sizes),
            firsts,
            folds: Nested::of(open, term, operator, inner),
        }
    }
}

impl<S, const N: usize> Totals<S, N> {
    /// The totals at some positions of the loop: their first, and how many.
    ///
    /// # Panics
    ///
    /// Panics if there are not as many.
    #[must_use]
    pub fn within(self, (first, len): (usize, usize)) -> Self {
        let space = Space::part(self.space.sizes, first, len);
        Totals { space, ..self }
    }
}

impl<S: Folds<N>, const N: usize> Totals<S, N> {
    /// The coordinates of a position.
    #[inline(always)]
    fn at(self, digits: [usize; N]) -> [usize; N] {
        let mut at = digits;
        for (digit, first) in at.iter_mut().zip(self.firsts) {
            *digit += first;
        }
        at
    }

    /// The totals of a block of whole rows, if it is worth it to compute them at once.
    #[inline(always)]
    fn tiles(self, len: usize, tiled: &mut Tiled<S::Total>) {
        let space = self.space;
        let [.., height, width] = space.sizes[..] else {
            return;
        };
        if !const { S::TILED && matches!(size_of::<S::Total>(), 1..=8) }
            || len == 0
            || !space.start.is_multiple_of(width)
            || !len.is_multiple_of(width)
        {
            return;
        }
        let rows = len / width;
        let pitch = width.next_multiple_of(MOST_COLUMNS);
        let mut row = 0;
        while row < rows {
            let digits = space.digits(row * width);
            let below = (height - digits[N - 2]).min(rows - row);
            let mut target = Target {
                rows: &mut tiled.rows,
                row,
                pitch,
            };
            let (at, size) = (self.at(digits), (below, width));
            if !self.folds.rectangle(at, size, &mut target) {
                return tiled.rows.clear();
            }
            row += below;
        }
        (tiled.width, tiled.pitch) = (width, pitch);
    }
}

/// The totals of the rows of a block, row by row; none where they are not computed at once.
#[doc(hidden)]
#[derive(Debug)]
pub struct Tiled<T> {
    rows: Vec<MaybeUninit<T>>,
    width: usize,
    /// The distance of rows.
    pitch: usize,
}

impl<S, R: Sources, const N: usize> sealed::Sealed for (Totals<S, N>, R) {}

#[diagnostic::do_not_recommend]
impl<S, R, const N: usize> Sources for (Totals<S, N>, R)
where
    S: Folds<N>,
    R: Sources,
{
    type Items = (S::Total, R::Items);
    type Near = (Staged<S::Total>, R::Near);
    type Stage = (([MaybeUninit<S::Total>; STAGED], Tiled<S::Total>), R::Stage);
    type Place = Coordinates<N>;

    const COMPONENTS: bool = <(&[S::Total], R)>::COMPONENTS;
    const PADDED: bool = true;

    #[inline(always)]
    fn check(self, len: usize) {
        self.0.space.check(len, self.1.sizes());
        self.1.check(len);
    }

    #[inline(always)]
    unsafe fn from(self, start: usize) -> Self {
        let (totals, rest) = self;
        let space = totals.space.from(start);
        // SAFETY: the caller's promise.
        unsafe { (Totals { space, ..totals }, rest.from(start)) }
    }

    #[inline(always)]
    unsafe fn get(&self, k: usize) -> Self::Items {
        let mut total = [MaybeUninit::uninit()];
        // SAFETY: the caller's promise; `fill` has written it.
        unsafe {
            self.0
                .folds
                .fill(self.0.at(self.0.space.digits(k)), &mut total);
            (total[0].assume_init(), self.1.get(k))
        }
    }

    #[inline(always)]
    fn fetch(self, prefetch: Prefetch, k: usize, count: usize) {
        self.1.fetch(prefetch, k, count);
    }

    of_space!();

    #[inline(always)]
    fn row_rest<P: Place>(&self, place: &P) -> usize {
        self.1.row_rest(place)
    }

    /// None lies in memory.
    #[inline(always)]
    fn inside(self, _len: usize) -> Range<usize> {
        0..0
    }

    #[inline(always)]
    fn stage() -> Self::Stage {
        let tiled = Tiled {
            rows: Vec::new(),
            width: 1,
            pitch: 1,
        };
        (
            ([const { MaybeUninit::uninit() }; STAGED], tiled),
            R::stage(),
        )
    }

    #[inline(always)]
    fn prepare(self, len: usize, stage: &mut Self::Stage) {
        self.0.tiles(len, &mut stage.0.1);
        self.1.prepare(len, &mut stage.1);
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
        let ((totals, tiled), rest) = stage;
        // SAFETY: the caller's promise; `fill` has written as many as there are, and so have tiles.
        unsafe {
            let totals = match tiled.rows.is_empty() {
                true => {
                    let totals = &mut totals[..count];
                    self.0.folds.fill(self.0.at(space::digits(place)), totals);
                    totals.as_ptr()
                }
                false => {
                    let (row, column) = (k / tiled.width, k % tiled.width);
                    tiled.rows.as_ptr().add(row * tiled.pitch + column)
                }
            };
            (Staged(totals.cast()), self.1.near(place, k, count, rest))
        }
    }
}

/// Totals of some positions, in a stage.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Staged<T>(*const T);

impl<T: Copy, R: Near> Near for (Staged<T>, R) {
    type Items = (T, R::Items);

    #[inline(always)]
    unsafe fn get(&self, j: usize) -> Self::Items {
        // SAFETY: the caller's promise: the stage is still there, and has that many.
        unsafe { (*self.0.0.add(j), self.1.get(j)) }
    }
}

#[cfg(test)]
mod tests;
