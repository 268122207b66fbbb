//! Totals of folds whose terms have a fold of their own:
//! `generate(|i, r| sum(|j| b[[j, r]] * sum(|k| x[[i, j, k]] * c[[k, r]])))`.

use super::crossing::{Crossing, CrossingRows};
use super::narrow::Unit;
use super::{Folds, Target};
use crate::element::Element;
use crate::over::Term;
#[cfg(debug_assertions)]
use crate::plain;
use crate::simd::{self, Wide};
use crate::source::tiles::{Pair, Planes, Rectangle, Tiling, is_worthwhile};
use std::mem::MaybeUninit;

/// The neighbours of which the inner totals are computed together.
const TOGETHER: usize = 32;

/// The neighbours of which they are, where there are not so many.
///
/// `sums-within-sums.md`.
const FEW: usize = 8;

/// A fold for each index of another one: `open` is given the coordinates of a position and the outer
/// index, `term` both indices.
#[derive(Clone, Copy, Debug)]
pub struct Inner<V, F, O> {
    open: V,
    term: F,
    operator: O,
}

impl<V, F, O> Inner<V, F, O> {
    /// The fold whose parts these are.
    #[inline(always)]
    #[must_use]
    pub fn of<U, X, D, const N: usize>(open: V, term: F, operator: O) -> Self
    where
        V: Fn([usize; N], usize) -> (usize, usize, U, D) + Copy,
        D: Crossing,
        F: Fn([usize; N], [usize; 2], D::Items) -> X + Copy,
        O: Fn(U, X) -> U + Copy,
    {
        Inner {
            open,
            term,
            operator,
        }
    }
}

/// The inner folds of a loop over `N` indices.
pub trait Within<const N: usize>: Copy {
    /// The total of each.
    type Total: Element;

    /// A term of it.
    #[doc(hidden)]
    type Term: Term<Self::Total>;

    /// The views of one.
    #[doc(hidden)]
    type Views: Crossing<Items = Self::Items> + Tiling<Items = Self::Items>;

    /// One element of each.
    #[doc(hidden)]
    type Items;

    /// The indices, the start and the views of the fold at a position and an outer index.
    #[doc(hidden)]
    fn open(self, at: [usize; N], outer: usize) -> (usize, usize, Self::Total, Self::Views);

    /// The term of an outer index and an index.
    #[doc(hidden)]
    fn term(&self, at: [usize; N], indices: [usize; 2], items: Self::Items) -> Self::Term;

    /// A total with a term more.
    #[doc(hidden)]
    fn operator(&self, total: Self::Total, term: Self::Term) -> Self::Total;
}

impl<U, X, D, V, F, O, const N: usize> Within<N> for Inner<V, F, O>
where
    U: Element,
    D: Crossing + Tiling<Items = <D as Crossing>::Items>,
    V: Fn([usize; N], usize) -> (usize, usize, U, D) + Copy,
    F: Fn([usize; N], [usize; 2], <D as Crossing>::Items) -> X + Copy,
    O: Fn(U, X) -> U + Copy,
    X: Term<U>,
{
    type Total = U;
    type Term = X;
    type Views = D;
    type Items = <D as Crossing>::Items;

    #[inline(always)]
    fn open(self, at: [usize; N], outer: usize) -> (usize, usize, U, D) {
        (self.open)(at, outer)
    }

    #[inline(always)]
    fn term(&self, at: [usize; N], indices: [usize; 2], items: Self::Items) -> X {
        (self.term)(at, indices, items)
    }

    #[inline(always)]
    fn operator(&self, total: U, term: X) -> U {
        (self.operator)(total, term)
    }
}

/// A fold over an index for each position of a loop, with an inner one in each term.
#[derive(Clone, Copy, Debug)]
pub struct Nested<V, F, O, I> {
    open: V,
    term: F,
    operator: O,
    inner: I,
}

impl<V, F, O, I> Nested<V, F, O, I> {
    #[inline(always)]
    pub(super) fn of(open: V, term: F, operator: O, inner: I) -> Self {
        Nested {
            open,
            term,
            operator,
            inner,
        }
    }

    /// Takes the term of an outer index into the totals of `W` neighbours from a position on.
    ///
    /// # Safety
    ///
    /// There must be totals of so many, and elements for them: those of the outer index, which is
    /// the `number`th one, and of `count` inner ones from `from` on.
    #[inline(always)]
    unsafe fn add<T, X, C, R, const W: usize, const N: usize>(
        self,
        at: [usize; N],
        totals: &mut [MaybeUninit<T>],
        (position, index, number): (usize, usize, usize),
        outer: C,
        (from, count, start, inner): (usize, usize, I::Total, R),
    ) where
        T: Copy,
        C: CrossingRows,
        R: CrossingRows<Items = I::Items>,
        I: Within<N>,
        F: Fn([usize; N], usize, C::Items, I::Total) -> X + Copy,
        O: Fn(T, X) -> T + Copy,
    {
        // Without optimisation a total stays in its place until all terms have come to it.
        #[cfg(debug_assertions)]
        plain::count!(own in 0, W; {
            let position = position + own;
            let mut at = at;
            at[N - 1] += position;
            let mut sum = start;
            plain::count!(inner_number in 0, count; {
                // SAFETY: the caller's promise, here and below.
                let items = unsafe { inner.get(inner_number, position) };
                let term = self.inner.term(at, [index, from + inner_number], items);
                sum = self.inner.operator(sum, term);
            });
            // SAFETY: as above; the total was written.
            let (items, total) = unsafe {
                (outer.get(number, position), totals[position].assume_init_mut())
            };
            *total = (self.operator)(*total, (self.term)(at, index, items, sum));
        });
        #[cfg(not(debug_assertions))]
        let place = |own: usize| {
            let mut at = at;
            at[N - 1] += position + own;
            at
        };
        #[cfg(not(debug_assertions))]
        let mut sums = [start; W];
        // SAFETY: the caller's promise.
        #[cfg(not(debug_assertions))]
        unsafe {
            for inner_number in 0..count {
                for (own, sum) in sums.iter_mut().enumerate() {
                    let items = inner.get(inner_number, position + own);
                    let term = self
                        .inner
                        .term(place(own), [index, from + inner_number], items);
                    *sum = self.inner.operator(*sum, term);
                }
            }
            for (own, sum) in sums.into_iter().enumerate() {
                let total = totals.get_unchecked_mut(position + own);
                let items = outer.get(number, position + own);
                let term = (self.term)(place(own), index, items, sum);
                total.write((self.operator)(total.assume_init(), term));
            }
        }
    }
}

impl<T, X, C, V, F, O, I, const N: usize> Folds<N> for Nested<V, F, O, I>
where
    T: Element,
    C: Crossing + Tiling<Items = <C as Crossing>::Items>,
    V: Fn([usize; N]) -> (usize, usize, T, C) + Copy,
    I: Within<N>,
    F: Fn([usize; N], usize, <C as Crossing>::Items, I::Total) -> X + Copy,
    O: Fn(T, X) -> T + Copy,
    X: Term<T>,
{
    type Total = T;

    const TILED: bool = C::TILED
        && I::Views::TILED
        && <C::Planes as Planes>::DIRECT
        && <<I::Views as Tiling>::Planes as Planes>::DIRECT;
    const EVEN: bool = false;

    type Narrow = ();

    #[inline(always)]
    fn narrow(self, _at: [usize; N], _sizes: [usize; N], _most: usize) -> Option<()> {
        None
    }

    #[inline(always)]
    unsafe fn fill_narrow(
        self,
        (): &(),
        _unit: Unit,
        _place: ([usize; N], [usize; N]),
        _totals: &mut [MaybeUninit<T>],
    ) {
        unreachable!("nothing is known of narrow rows");
    }

    #[inline(always)]
    unsafe fn fill(self, at: [usize; N], totals: &mut [MaybeUninit<T>]) {
        let row = Row {
            folds: self,
            at,
            totals,
        };
        match const { X::FUSED || <I::Term as Term<I::Total>>::FUSED } {
            true => simd::widely(row),
            false => row.run::<false>(),
        }
    }

    #[inline(always)]
    fn rectangle(self, at: [usize; N], size: (usize, usize), target: &mut Target<'_, T>) -> bool {
        let (rows, columns) = size;
        let corners = [
            (0, 0),
            (0, columns - 1),
            (rows - 1, 0),
            (rows - 1, columns - 1),
        ];
        let corners = corners.map(|(down, right)| {
            let mut at = at;
            at[N - 2] += down;
            at[N - 1] += right;
            at
        });
        let (from, to, seed, _) = (self.open)(at);
        if to <= from {
            return false;
        }
        let count = to - from;
        let (low, high, start, _) = self.inner.open(at, from);
        let inner_count = high.saturating_sub(low);
        if inner_count == 0 || !is_worthwhile(size, count.saturating_mul(inner_count)) {
            return false;
        }
        let inner = |outer: usize| {
            let views = corners.map(|at| self.inner.open(at, outer).3);
            I::Views::planes(views, (low, inner_count), size)
        };
        let planes = || {
            let outer = C::planes(corners.map(|at| (self.open)(at).3), (from, count), size)?;
            let inner = inner(from)?.toward(inner(to - 1)?, count - 1)?;
            Some((outer, inner))
        };
        let Some(planes) = planes() else {
            return false;
        };
        let pair = Pair {
            outer: Rectangle {
                at,
                size,
                indices: (from, count),
                is_resumed: false,
                seed,
                term: self.term,
                operator: self.operator,
            },
            inner: Rectangle {
                at,
                size,
                indices: (low, inner_count),
                is_resumed: false,
                seed: start,
                term: |at, indices, items| self.inner.term(at, indices, items),
                operator: |total, term| self.inner.operator(total, term),
            },
        };
        let (totals, pitch) = target.rows(rows);
        // There is room for all rows of tiles, and the planes are those of the rectangle, which has some
        // columns.
        simd::widely(Tiles {
            pair,
            planes,
            totals,
            pitch,
        });
        true
    }
}

/// Neighbours in a row of a loop of which these are the folds.
struct Row<'t, S, T, const N: usize> {
    folds: S,
    /// The coordinates of the first one.
    at: [usize; N],
    totals: &'t mut [MaybeUninit<T>],
}

impl<T, X, C, V, F, O, I, const N: usize> Wide for Row<'_, Nested<V, F, O, I>, T, N>
where
    T: Element,
    C: Crossing,
    V: Fn([usize; N]) -> (usize, usize, T, C) + Copy,
    I: Within<N>,
    F: Fn([usize; N], usize, C::Items, I::Total) -> X + Copy,
    O: Fn(T, X) -> T + Copy,
{
    #[inline(always)]
    fn run<const WIDEST: bool>(self) {
        let Row { folds, at, totals } = self;
        let width = totals.len();
        if width == 0 {
            return;
        }
        let (from, to, seed, views) = (folds.open)(at);
        let mut end = at;
        end[N - 1] += width - 1;
        let count = to.saturating_sub(from);
        let outer = views.rows((folds.open)(end).3, (from, count), width);
        for total in totals.iter_mut() {
            total.write(seed);
        }
        for number in 0..count {
            let index = from + number;
            let (low, high, start, views) = folds.inner.open(at, index);
            let inner_count = high.saturating_sub(low);
            let last = folds.inner.open(end, index).3;
            let inner = views.rows(last, (low, inner_count), width);
            let inner = (low, inner_count, start, inner);
            let mut position = 0;
            // SAFETY: the positions are below what was asked for, and so are all indices; the totals
            // were written.
            unsafe {
                while position + TOGETHER <= width {
                    let place = (position, index, number);
                    folds.add::<_, _, _, _, TOGETHER, N>(at, totals, place, outer, inner);
                    position += TOGETHER;
                }
                while position + FEW <= width {
                    let place = (position, index, number);
                    folds.add::<_, _, _, _, FEW, N>(at, totals, place, outer, inner);
                    position += FEW;
                }
                while position < width {
                    let place = (position, index, number);
                    folds.add::<_, _, _, _, 1, N>(at, totals, place, outer, inner);
                    position += 1;
                }
            }
        }
    }
}

/// The tiles of folds with a fold in each of their terms: there must be room for the totals of whole
/// tiles, and the planes must be those of the rectangles, which have some columns.
struct Tiles<A, B, P, T> {
    pair: Pair<A, B>,
    planes: P,
    totals: *mut T,
    pitch: usize,
}

impl<F, O, T, X, G, Q, U, Y, C, D, const N: usize> Wide
    for Tiles<Rectangle<F, O, T, N>, Rectangle<G, Q, U, N>, (C, D), T>
where
    T: Copy,
    U: Copy,
    C: Planes,
    D: Planes,
    F: Fn([usize; N], usize, C::Items, U) -> X + Copy,
    O: Fn(T, X) -> T + Copy,
    G: Fn([usize; N], [usize; 2], D::Items) -> Y + Copy,
    Q: Fn(U, Y) -> U + Copy,
{
    #[inline(always)]
    fn run<const WIDEST: bool>(self) {
        let Tiles {
            pair,
            planes,
            totals,
            pitch,
        } = self;
        // SAFETY: what the fields must be.
        unsafe {
            // Each condition by itself, so that a build without optimisation has one of them.
            if const { WIDEST && size_of::<T>() <= 4 } {
                pair.fill::<_, _, _, _, 32>(planes, totals, pitch);
            } else if const { WIDEST || size_of::<T>() <= 4 } {
                pair.fill::<_, _, _, _, 16>(planes, totals, pitch);
            } else {
                pair.fill::<_, _, _, _, 8>(planes, totals, pitch);
            }
        }
    }
}
