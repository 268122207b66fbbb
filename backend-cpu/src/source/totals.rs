//! Folds over an index, one for each position of a loop, that read neighbours of an array for
//! neighbouring positions: `generate(|j| sum(|i| a[[i, j]]))`.
//!
//! The totals of some positions are computed together, index by index, so that memory is read row by
//! row and the positions are the lanes. Each total takes its terms in order.

use super::cells::Space;
use super::{Near, STAGED, Sources, sealed};
use crate::element::Element;
use crate::over::View;
use crate::prefetch::Prefetch;
use std::mem::MaybeUninit;
use std::ops::Range;

/// The indices whose terms are taken together before a total is stored.
const TOGETHER: usize = 4;

/// A view whose elements are next to each other for neighbouring positions if `ALONG` is 1, and the
/// same for all positions of a row if it is 0; any other number says that the distance is known only
/// when the program runs.
#[derive(Debug)]
pub struct Across<'s, T, const ALONG: usize, const R: usize>(View<'s, T, 2, R>);

impl<'s, T, const ALONG: usize, const R: usize> Across<'s, T, ALONG, R> {
    /// The elements of a view.
    #[inline(always)]
    #[must_use]
    pub fn of(slice: &'s [T], axes: [(usize, usize, usize); R]) -> Self {
        Across(View::of(slice, axes))
    }
}

/// The views of totals: `(a, (b, … ()))`.
pub trait Crossing {
    /// One element of each.
    type Items;

    /// The elements of some indices for the positions of a row.
    #[doc(hidden)]
    type Rows: CrossingRows<Items = Self::Items>;

    /// The elements of `count` indices from `from` on, for so many positions, of which `last` has
    /// the views of the last one.
    #[doc(hidden)]
    fn rows(self, last: Self, indices: (usize, usize), positions: usize) -> Self::Rows;
}

/// The elements of views for the positions of a row: `(a, (b, … ()))`.
#[doc(hidden)]
pub trait CrossingRows: Copy {
    /// One element of each.
    type Items;

    /// The elements of an index of this number, for a position of this number.
    ///
    /// # Safety
    ///
    /// Both must be below what was asked for.
    unsafe fn get(self, number: usize, position: usize) -> Self::Items;
}

impl Crossing for () {
    type Items = ();
    type Rows = ();

    #[inline(always)]
    fn rows(self, (): (), _indices: (usize, usize), _positions: usize) {}
}

impl CrossingRows for () {
    type Items = ();

    #[inline(always)]
    unsafe fn get(self, _number: usize, _position: usize) {}
}

/// The elements of a view for the positions of a row.
#[doc(hidden)]
#[derive(Debug)]
pub struct Plane<'s, T, const ALONG: usize> {
    slice: &'s [T],
    stride: usize,
    along: usize,
}

impl<T, const ALONG: usize> Clone for Plane<'_, T, ALONG> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const ALONG: usize> Copy for Plane<'_, T, ALONG> {}

impl<'s, T: Element, C: Crossing, const ALONG: usize, const R: usize> Crossing
    for (Across<'s, T, ALONG, R>, C)
{
    type Items = (T, C::Items);
    type Rows = (Plane<'s, T, ALONG>, C::Rows);

    #[inline(always)]
    fn rows(self, last: Self, (from, count): (usize, usize), positions: usize) -> Self::Rows {
        let rest = self.1.rows(last.1, (from, count), positions);
        let (view, last) = (self.0.0, last.0.0);
        if count == 0 {
            let slice = &view.slice()[..0];
            let (stride, along) = (0, 0);
            return (
                Plane {
                    slice,
                    stride,
                    along,
                },
                rest,
            );
        }
        let (first, stride) = view.place(from, count);
        let (end, end_stride) = last.place(from, count);
        let steps = positions.saturating_sub(1);
        let along = match ALONG {
            0 | 1 => ALONG,
            _ if steps == 0 => 0,
            _ => end.wrapping_sub(first) / steps,
        };
        // Both ends are inside of the slice, for all indices, and what is between them is between.
        let is_even = along
            .checked_mul(steps)
            .and_then(|all| all.checked_add(first))
            == Some(end);
        assert!(
            is_even && stride == end_stride && std::ptr::eq(view.slice(), last.slice()),
            "positions of a row are evenly apart"
        );
        let slice = &view.slice()[first..];
        let plane = Plane {
            slice,
            stride,
            along,
        };
        (plane, rest)
    }
}

impl<T: Element, C: CrossingRows, const ALONG: usize> CrossingRows for (Plane<'_, T, ALONG>, C) {
    type Items = (T, C::Items);

    #[inline(always)]
    unsafe fn get(self, number: usize, position: usize) -> Self::Items {
        let (plane, rest) = self;
        let at = number * plane.stride
            + match ALONG {
                0 => 0,
                1 => position,
                _ => position * plane.along,
            };
        // SAFETY: the caller's promise; the element is between those of the first and the last
        // index and position, which are inside.
        unsafe { (*plane.slice.get_unchecked(at), rest.get(number, position)) }
    }
}

/// The totals of folds over an index, for each position of a loop over `N` indices.
#[derive(Clone, Copy, Debug)]
pub struct Totals<V, F, O, const N: usize> {
    space: Space<N>,
    /// The coordinate of the first position of each index.
    firsts: [usize; N],
    open: V,
    term: F,
    operator: O,
}

impl<V, F, O, const N: usize> Totals<V, F, O, N> {
    /// The totals at the positions of a loop of these `sizes`: `open` is given the coordinates and
    /// says the indices, from one up to another, the start and the views; `term` is given the
    /// coordinates, the index and the elements.
    #[inline(always)]
    #[must_use]
    pub fn of<T, C>(
        sizes: [usize; N],
        firsts: [usize; N],
        open: V,
        term: F,
        operator: O,
    ) -> Totals<V, F, O, N>
    where
        V: Fn([usize; N]) -> (usize, usize, T, C) + Copy,
        C: Crossing,
        F: Fn([usize; N], usize, C::Items) -> T + Copy,
        O: Fn(T, T) -> T + Copy,
    {
        Totals {
            space: Space::of(sizes),
            firsts,
            open,
            term,
            operator,
        }
    }

    /// Computes the totals of neighbours in a row, from position `k` on.
    ///
    /// # Safety
    ///
    /// They must be positions of the loop in one row.
    #[inline(always)]
    unsafe fn fill<T: Copy, C: Crossing>(self, k: usize, totals: &mut [MaybeUninit<T>])
    where
        V: Fn([usize; N]) -> (usize, usize, T, C) + Copy,
        F: Fn([usize; N], usize, C::Items) -> T + Copy,
        O: Fn(T, T) -> T + Copy,
    {
        let Totals {
            space,
            firsts,
            open,
            term,
            operator,
        } = self;
        let width = totals.len();
        if width == 0 {
            return;
        }
        let mut at = space.digits(k);
        for (digit, first) in at.iter_mut().zip(firsts) {
            *digit += first;
        }
        let (from, to, seed, views) = open(at);
        let mut end = at;
        end[N - 1] += width - 1;
        let count = to.saturating_sub(from);
        let rows = views.rows(open(end).3, (from, count), width);
        for total in totals.iter_mut() {
            total.write(seed);
        }
        let add = |position: usize, number: usize, total: T| {
            let mut at = at;
            at[N - 1] += position;
            // SAFETY: both are below what was asked for.
            operator(
                total,
                term(at, from + number, unsafe { rows.get(number, position) }),
            )
        };
        let mut number = 0;
        while number + TOGETHER <= count {
            for (position, total) in totals.iter_mut().enumerate() {
                // SAFETY: all were written.
                let mut sum = unsafe { total.assume_init() };
                for ahead in 0..TOGETHER {
                    sum = add(position, number + ahead, sum);
                }
                total.write(sum);
            }
            number += TOGETHER;
        }
        while number < count {
            for (position, total) in totals.iter_mut().enumerate() {
                // SAFETY: as above.
                let sum = unsafe { total.assume_init() };
                total.write(add(position, number, sum));
            }
            number += 1;
        }
    }
}

impl<V, F, O, R: Sources, const N: usize> sealed::Sealed for (Totals<V, F, O, N>, R) {}

impl<T, C, V, F, O, R, const N: usize> Sources for (Totals<V, F, O, N>, R)
where
    T: Element,
    C: Crossing,
    V: Fn([usize; N]) -> (usize, usize, T, C) + Copy,
    F: Fn([usize; N], usize, C::Items) -> T + Copy,
    O: Fn(T, T) -> T + Copy,
    R: Sources,
{
    type Items = (T, R::Items);
    type Near = (Staged<T>, R::Near);
    type Stage = ([MaybeUninit<T>; STAGED], R::Stage);

    const COMPONENTS: bool = <(&[T], R)>::COMPONENTS;
    const PADDED: bool = true;
    const BY_ROWS: bool = true;

    #[inline(always)]
    fn check(self, len: usize) {
        self.0.space.check(len);
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
    unsafe fn get(self, k: usize) -> Self::Items {
        let mut total = [MaybeUninit::uninit()];
        // SAFETY: the caller's promise; `fill` has written it.
        unsafe {
            self.0.fill(k, &mut total);
            (total[0].assume_init(), self.1.get(k))
        }
    }

    #[inline(always)]
    fn fetch(self, prefetch: Prefetch, k: usize, count: usize) {
        self.1.fetch(prefetch, k, count);
    }

    #[inline(always)]
    fn row_rest(self, k: usize) -> usize {
        self.0.space.row_rest(k).min(self.1.row_rest(k))
    }

    /// None lies in memory.
    #[inline(always)]
    fn inside(self, _len: usize) -> Range<usize> {
        0..0
    }

    #[inline(always)]
    fn stage() -> Self::Stage {
        ([const { MaybeUninit::uninit() }; STAGED], R::stage())
    }

    #[inline(always)]
    unsafe fn near(self, k: usize, count: usize, stage: &mut Self::Stage) -> Self::Near {
        // SAFETY: the caller's promise; `fill` has written as many as there are.
        unsafe {
            let totals = &mut stage.0[..count];
            self.0.fill(k, totals);
            (
                Staged(totals.as_ptr().cast()),
                self.1.near(k, count, &mut stage.1),
            )
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
    unsafe fn get(self, j: usize) -> Self::Items {
        // SAFETY: the caller's promise: the stage is still there, and has that many.
        unsafe { (*self.0.0.add(j), self.1.get(j)) }
    }
}
