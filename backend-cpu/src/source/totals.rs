//! Folds over an index, one for each position of a loop, that read neighbours of an array for
//! neighbouring positions: `generate(|j| sum(|i| a[[i, j]]))`.
//!
//! The totals of some positions are computed together, index by index, so that memory is read row
//! by row and the positions are the lanes. Each total takes its terms in order.

mod ahead;

pub use ahead::{Ahead, AllTotals};

use super::forward::of_space;
use super::space::{self, Coordinates, Place, Space};
use super::tiles::{MOST_COLUMNS, ROWS, Rectangle, Tiling, enlarge, is_worthwhile};
use super::{Across, Near, STAGED, Sources, sealed};
use crate::element::Element;
use crate::prefetch::Prefetch;
use crate::simd;
use std::mem::MaybeUninit;
use std::ops::Range;

/// The indices whose terms are taken together before a total is stored.
const TOGETHER: usize = 4;

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
#[derive(Clone, Copy, Debug)]
pub struct Plane<'s, T, const ALONG: usize> {
    slice: &'s [T],
    stride: usize,
    along: usize,
}

impl<'s, T: Element, C: Crossing, const ALONG: usize, const DOWN: usize, const R: usize> Crossing
    for (Across<'s, T, ALONG, DOWN, R>, C)
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
    /// The totals of a block of whole rows, if it is worth it to compute them at once.
    #[inline(always)]
    fn tiles<T: Copy, C>(self, len: usize, tiled: &mut Tiled<T>)
    where
        V: Fn([usize; N]) -> (usize, usize, T, C) + Copy,
        C: Tiling,
        F: Fn([usize; N], usize, C::Items) -> T + Copy,
        O: Fn(T, T) -> T + Copy,
    {
        let Totals { space, firsts, .. } = self;
        let [.., height, width] = space.sizes[..] else {
            return;
        };
        if !const { C::TILED && matches!(size_of::<T>(), 1..=8) }
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
            let mut at = space.digits(row * width);
            let below = (height - at[N - 2]).min(rows - row);
            for (digit, first) in at.iter_mut().zip(firsts) {
                *digit += first;
            }
            let corner = |down: usize, right: usize| {
                let mut at = at;
                at[N - 2] += down;
                at[N - 1] += right;
                (self.open)(at)
            };
            let (from, to, seed, views) = corner(0, 0);
            let (count, size) = (to.saturating_sub(from), (below, width));
            if !is_worthwhile(size, count) {
                return tiled.rows.clear();
            }
            let corners = [
                views,
                corner(0, width - 1).3,
                corner(below - 1, 0).3,
                corner(below - 1, width - 1).3,
            ];
            let Some(planes) = C::planes(corners, (from, count), size) else {
                return tiled.rows.clear();
            };
            let rectangle = Rectangle {
                at,
                size,
                indices: (from, count),
                seed,
                term: self.term,
                operator: self.operator,
            };
            let needed = (row + below.next_multiple_of(ROWS)) * pitch;
            enlarge(&mut tiled.rows, needed);
            // SAFETY: there is room for all rows of tiles, and the planes are those of the
            // rectangle.
            unsafe {
                let totals = tiled.rows.as_mut_ptr().add(row * pitch).cast();
                // `tiles-of-totals.md`.
                match (simd::has_widest(), const { size_of::<T>() <= 4 }) {
                    (true, true) => rectangle.fill::<_, 32>(planes, totals, pitch),
                    (true, false) => rectangle.fill::<_, 16>(planes, totals, pitch),
                    (false, true) => rectangle.fill::<_, 16>(planes, totals, pitch),
                    (false, false) => rectangle.fill::<_, 8>(planes, totals, pitch),
                }
            }
            row += below;
        }
        (tiled.width, tiled.pitch) = (width, pitch);
    }

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

    /// Computes the totals of neighbours in a row, from a position on.
    ///
    /// # Safety
    ///
    /// They must be positions of the loop in one row.
    #[inline(always)]
    unsafe fn fill<T: Copy, C: Crossing>(self, at: [usize; N], totals: &mut [MaybeUninit<T>])
    where
        V: Fn([usize; N]) -> (usize, usize, T, C) + Copy,
        F: Fn([usize; N], usize, C::Items) -> T + Copy,
        O: Fn(T, T) -> T + Copy,
    {
        let Totals {
            firsts,
            open,
            term,
            operator,
            ..
        } = self;
        let width = totals.len();
        if width == 0 {
            return;
        }
        let mut at = at;
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

/// The totals of the rows of a block, row by row; none where they are not computed at once.
#[doc(hidden)]
#[derive(Debug)]
pub struct Tiled<T> {
    rows: Vec<MaybeUninit<T>>,
    width: usize,
    /// The distance of rows.
    pitch: usize,
}

impl<V, F, O, R: Sources, const N: usize> sealed::Sealed for (Totals<V, F, O, N>, R) {}

#[diagnostic::do_not_recommend]
impl<T, C, V, F, O, R, const N: usize> Sources for (Totals<V, F, O, N>, R)
where
    T: Element,
    C: Crossing + Tiling<Items = <C as Crossing>::Items>,
    V: Fn([usize; N]) -> (usize, usize, T, C) + Copy,
    F: Fn([usize; N], usize, <C as Crossing>::Items) -> T + Copy,
    O: Fn(T, T) -> T + Copy,
    R: Sources,
{
    type Items = (T, R::Items);
    type Near = (Staged<T>, R::Near);
    type Stage = (([MaybeUninit<T>; STAGED], Tiled<T>), R::Stage);
    type Place = Coordinates<N>;

    const COMPONENTS: bool = <(&[T], R)>::COMPONENTS;
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
            self.0.fill(self.0.space.digits(k), &mut total);
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
                    self.0.fill(space::digits(place), totals);
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
