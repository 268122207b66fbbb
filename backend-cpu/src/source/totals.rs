//! Folds over an index, one for each position of a loop, that read neighbours of an array for
//! neighbouring positions: `generate(|j| sum(|i| a[[i, j]]))`.
//!
//! The totals of some positions are computed together, index by index, so that memory is read row
//! by row and the positions are the lanes. Each total takes its terms in order.

mod ahead;
mod areas;
mod crossing;
mod done;
mod fold;
mod grid;
mod narrow;
mod nested;
mod resumed;
mod single;
mod target;

pub use ahead::AllTotals;
pub use areas::Areas;
pub use done::Ahead;
pub use nested::Inner;
use target::Before;
pub(super) use target::Target;

use self::crossing::{Crossing, CrossingRows};
use self::fold::Single;
use self::narrow::{FEW_TERMS, MOST_TERMS, Unit};
use self::nested::Nested;
use super::forward::of_space;
use super::space::{self, Coordinates, Place, Space};
use super::tiles::MOST_COLUMNS;
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

    /// Set if what they read is said to be evenly apart along all indices of the loop.
    #[doc(hidden)]
    const EVEN: bool;

    /// The folds of narrow rows, as far as they are known before the first position.
    #[doc(hidden)]
    type Narrow: Copy;

    /// Returns that, for a loop of these sizes, none of which is 0, from these coordinates on, if a
    /// row has at most so many terms.
    #[doc(hidden)]
    fn narrow(self, at: [usize; N], sizes: [usize; N], most: usize) -> Option<Self::Narrow>;

    /// Computes the totals of some positions of narrow rows: the digits and the coordinates of their
    /// first one.
    ///
    /// # Safety
    ///
    /// They must be positions of the loop, at most so many as a unit says.
    #[doc(hidden)]
    unsafe fn fill_narrow(
        self,
        narrow: &Self::Narrow,
        unit: Unit,
        place: ([usize; N], [usize; N]),
        totals: &mut [MaybeUninit<Self::Total>],
    );

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
    pub fn of<T, X, C>(sizes: [usize; N], firsts: [usize; N], open: V, term: F, operator: O) -> Self
    where
        V: Fn([usize; N]) -> (usize, usize, T, C) + Copy,
        C: Crossing,
        F: Fn([usize; N], usize, C::Items) -> X + Copy,
        O: Fn(T, X) -> T + Copy,
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

impl<V, F, O, const N: usize> Totals<Single<V, F, O>, N> {
    /// Declares that ranges and starts are the same for all positions, and that views are evenly apart
    /// along each index.
    #[inline(always)]
    #[must_use]
    pub fn even(self) -> Totals<Single<V, F, O, true>, N> {
        let Single {
            open,
            term,
            operator,
        } = self.folds;
        Totals {
            space: self.space,
            firsts: self.firsts,
            folds: Single {
                open,
                term,
                operator,
            },
        }
    }
}

impl<V, F, O, I, const N: usize> Totals<Nested<V, F, O, I>, N> {
    /// The totals of folds whose terms have a fold of their own: `term` is also given the total of
    /// that one.
    #[inline(always)]
    #[must_use]
    pub fn nested<T, X, C>(
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
        F: Fn([usize; N], usize, C::Items, I::Total) -> X + Copy,
        O: Fn(T, X) -> T + Copy,
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

/// The totals of a block as far as they are known before the first of them is asked for.
#[doc(hidden)]
#[derive(Debug)]
pub struct Prepared<T, W> {
    tiled: Tiled<T>,
    /// The folds of narrow rows.
    narrow: Option<W>,
}

/// The totals of the rows of a block, row by row; none where they are not computed at once.
#[derive(Debug)]
struct Tiled<T> {
    rows: Vec<MaybeUninit<T>>,
    width: usize,
    /// The distance of rows.
    pitch: usize,
}

impl<T: Copy> Tiled<T> {
    /// Copies the totals of some neighbours, of any rows, from one of this number on.
    ///
    /// # Safety
    ///
    /// There must be so many.
    unsafe fn copy(&self, first: usize, totals: &mut [MaybeUninit<T>]) {
        let (mut row, mut column, mut done) = (first / self.width, first % self.width, 0);
        while done < totals.len() {
            let some = (self.width - column).min(totals.len() - done);
            let from = row * self.pitch + column;
            totals[done..done + some].copy_from_slice(&self.rows[from..from + some]);
            (row, column, done) = (row + 1, 0, done + some);
        }
    }
}

impl<S: Folds<N>, const N: usize> Totals<S, N> {
    /// Computes the totals of some neighbours, from a position of these digits on: part of a row, or
    /// several narrow rows.
    ///
    /// # Safety
    ///
    /// They must be positions of the loop, of several rows only so many as units have.
    #[inline(always)]
    unsafe fn rows(
        self,
        digits: [usize; N],
        narrow: Option<&S::Narrow>,
        totals: &mut [MaybeUninit<S::Total>],
    ) {
        // SAFETY: the caller's promise.
        unsafe {
            if let (Some(narrow), Some(unit)) = (narrow, Unit::of(&self.space.sizes)) {
                let place = (digits, self.at(digits));
                return self.folds.fill_narrow(narrow, unit, place, totals);
            }
            let mut place = Coordinates::of(self.space.sizes, digits);
            let mut done = 0;
            while done < totals.len() {
                let some = place.rest().min(totals.len() - done);
                let at = self.at(space::digits(&place));
                self.folds.fill(at, &mut totals[done..done + some]);
                place.advance(some);
                done += some;
            }
        }
    }
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
    type Stage = (
        (
            [MaybeUninit<S::Total>; STAGED],
            Prepared<S::Total, S::Narrow>,
        ),
        R::Stage,
    );
    type Place = Coordinates<N>;

    const COMPONENTS: bool = <(&[S::Total], R)>::COMPONENTS;
    const PADDED: bool = true;
    const SPANS: bool = S::EVEN && N > 1 && R::SPANS;

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

    #[inline(always)]
    fn rows_rest<P: Place>(&self, place: &P) -> usize {
        let own = match Unit::of(&self.0.space.sizes) {
            Some(unit) => unit.rest::<N>(space::digits(place)),
            None => place.rest(),
        };
        own.min(self.1.rows_rest(place))
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
        let prepared = Prepared {
            tiled,
            narrow: None,
        };
        (
            ([const { MaybeUninit::uninit() }; STAGED], prepared),
            R::stage(),
        )
    }

    #[inline(always)]
    fn prepare(self, len: usize, stage: &mut Self::Stage) {
        let Prepared { tiled, narrow } = &mut stage.0.1;
        let Totals {
            space,
            firsts,
            folds,
        } = self.0;
        let may_be_narrow = const { Self::SPANS } && !space::has_none(&space.sizes);
        if may_be_narrow {
            *narrow = folds.narrow(firsts, space.sizes, FEW_TERMS);
        }
        if narrow.is_none() {
            self.0.tiles(len, tiled);
        }
        if may_be_narrow && narrow.is_none() && tiled.rows.is_empty() {
            *narrow = folds.narrow(firsts, space.sizes, MOST_TERMS);
        }
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
        let ((totals, Prepared { tiled, narrow }), rest) = stage;
        // SAFETY: the caller's promise; `fill` has written as many as there are, and so have tiles.
        unsafe {
            let is_tiled = !tiled.rows.is_empty();
            let totals = match const { Self::SPANS } {
                true if is_tiled && k % tiled.width + count > tiled.width => {
                    tiled.copy(k, &mut totals[..count]);
                    totals.as_ptr()
                }
                true if !is_tiled => {
                    self.0
                        .rows(space::digits(place), narrow.as_ref(), &mut totals[..count]);
                    totals.as_ptr()
                }
                false if !is_tiled => {
                    let totals = &mut totals[..count];
                    self.0.folds.fill(self.0.at(space::digits(place)), totals);
                    totals.as_ptr()
                }
                _ => {
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
