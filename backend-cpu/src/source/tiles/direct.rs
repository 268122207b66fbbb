//! Tiles that read elements where they are, without copies: for folds over few elements, and for
//! folds with a fold in each of their terms.

use super::{LEAST, Planes, ROWS, Rectangle};
use std::ops::Range;

/// The columns of a narrow tile.
const NARROW: usize = LEAST;

/// The rows of a tile from one on, counted from there: the last one several times where there are
/// fewer.
#[inline(always)]
fn rows_from(row: usize, rows: usize) -> [usize; ROWS] {
    std::array::from_fn(|own| own.min(rows - 1 - row))
}

/// Calls a function with the corner of each tile, and whether it has `W` columns or [`NARROW`] ones.
/// Tiles overlap where the columns are no multiple of theirs.
#[inline(always)]
fn each_tile<const W: usize>(
    (rows, columns): (usize, usize),
    mut tile: impl FnMut((usize, usize), bool),
) {
    let mut column = 0;
    while column < columns {
        let rest = columns - column;
        let is_wide = rest >= W || columns >= W && rest > 2 * NARROW;
        let width = if is_wide { W } else { NARROW };
        let start = column.min(columns - width);
        for row in (0..rows).step_by(ROWS) {
            tile((row, start), is_wide);
        }
        column = start + width;
    }
}

/// Takes the elements of some indices into what a tile has: `take` is given a total, its row and
/// column in the tile, the number of the index and the elements.
///
/// # Safety
///
/// The indices, the rows and the columns must be among those of the planes.
#[inline(always)]
unsafe fn add<P: Planes, T: Copy, const W: usize>(
    totals: &mut [[T; W]; ROWS],
    planes: P,
    rows: [usize; ROWS],
    (outer, numbers): (usize, Range<usize>),
    mut take: impl FnMut(T, (usize, usize), usize, P::Items) -> T,
) {
    for number in numbers {
        let at = [outer, number];
        // SAFETY: the caller's promise.
        unsafe {
            let mut columns = [planes.in_column(at, 0); W];
            for (own, items) in columns.iter_mut().enumerate() {
                *items = planes.in_column(at, own);
            }
            // As in `Rectangle::tile`.
            macro_rules! rows {
                ($($own:literal)*) => {$(
                    let of_row = planes.in_row(at, rows[$own]);
                    for (other, total) in totals[$own].iter_mut().enumerate() {
                        let items = P::join(of_row, columns[other]);
                        *total = take(*total, ($own, other), number, items);
                    }
                )*};
            }
            rows!(0 1 2 3);
        }
    }
}

impl<F, O, T: Copy, const N: usize> Rectangle<F, O, T, N> {
    /// The coordinates of a position of a tile.
    #[inline(always)]
    fn position(&self, corner: (usize, usize), row: usize, column: usize) -> [usize; N] {
        let mut at = self.at;
        at[N - 2] += corner.0 + row;
        at[N - 1] += corner.1 + column;
        at
    }

    /// Computes all totals into rows of `pitch` elements, without copies.
    ///
    /// # Safety
    ///
    /// There must be room for tiles of [`ROWS`] rows, the rectangle must have [`LEAST`] columns at
    /// least, and the planes must be those of it and direct.
    #[inline(always)]
    pub(in super::super) unsafe fn fill_directly<P, X, const W: usize>(
        self,
        planes: P,
        totals: *mut T,
        pitch: usize,
    ) where
        P: Planes,
        F: Fn([usize; N], usize, P::Items) -> X + Copy,
        O: Fn(T, X) -> T + Copy,
    {
        // SAFETY: the caller's promise.
        each_tile::<W>(self.size, |corner, is_wide| unsafe {
            match is_wide {
                true => self.direct::<P, X, W>(planes, corner, totals, pitch),
                false => self.direct::<P, X, NARROW>(planes, corner, totals, pitch),
            }
        });
    }

    /// Computes the totals of a tile.
    ///
    /// # Safety
    ///
    /// As above, and the columns of the tile must be among those of the rectangle.
    #[inline(always)]
    unsafe fn direct<P, X, const W: usize>(
        &self,
        planes: P,
        corner: (usize, usize),
        totals: *mut T,
        pitch: usize,
    ) where
        P: Planes,
        F: Fn([usize; N], usize, P::Items) -> X + Copy,
        O: Fn(T, X) -> T + Copy,
    {
        let (from, count) = self.indices;
        let rows = rows_from(corner.0, self.size.0);
        let mut sums = [[self.seed; W]; ROWS];
        // SAFETY: the caller's promise.
        unsafe {
            let planes = planes.corner(corner.0, corner.1);
            add(
                &mut sums,
                planes,
                rows,
                (0, 0..count),
                |sum, (row, column), number, items| {
                    let at = self.position(corner, rows[row], column);
                    (self.operator)(sum, (self.term)(at, from + number, items))
                },
            );
            store(&sums, corner, totals, pitch);
        }
    }
}

/// Stores the totals of a tile.
///
/// # Safety
///
/// There must be room for it.
#[inline(always)]
unsafe fn store<T: Copy, const W: usize>(
    sums: &[[T; W]; ROWS],
    (row, column): (usize, usize),
    totals: *mut T,
    pitch: usize,
) {
    for (own, sums) in sums.iter().enumerate() {
        // SAFETY: the caller's promise.
        unsafe { *totals.add((row + own) * pitch + column).cast::<[T; W]>() = *sums };
    }
}

/// A rectangle of positions with folds whose terms have a fold of their own: `outer` has its folds,
/// whose terms are given the total of the inner one, and `inner` the inner ones.
#[derive(Clone, Copy)]
pub(in super::super) struct Pair<A, B> {
    pub(in super::super) outer: A,
    pub(in super::super) inner: B,
}

impl<F, O, T, G, Q, U, const N: usize> Pair<Rectangle<F, O, T, N>, Rectangle<G, Q, U, N>>
where
    T: Copy,
    U: Copy,
{
    /// Computes all totals into rows of `pitch` elements.
    ///
    /// # Safety
    ///
    /// As for [`Rectangle::fill_directly`], of either.
    #[inline(always)]
    pub(in super::super) unsafe fn fill<C, D, X, Y, const W: usize>(
        self,
        (outer, inner): (C, D),
        totals: *mut T,
        pitch: usize,
    ) where
        C: Planes,
        D: Planes,
        F: Fn([usize; N], usize, C::Items, U) -> X + Copy,
        O: Fn(T, X) -> T + Copy,
        G: Fn([usize; N], [usize; 2], D::Items) -> Y + Copy,
        Q: Fn(U, Y) -> U + Copy,
    {
        // SAFETY: the caller's promise.
        each_tile::<W>(self.outer.size, |corner, is_wide| unsafe {
            match is_wide {
                true => self.tile::<C, D, X, Y, W>((outer, inner), corner, totals, pitch),
                false => self.tile::<C, D, X, Y, NARROW>((outer, inner), corner, totals, pitch),
            }
        });
    }

    /// Computes the totals of a tile.
    ///
    /// # Safety
    ///
    /// As above, and the columns of the tile must be among those of the rectangle.
    #[inline(always)]
    unsafe fn tile<C, D, X, Y, const W: usize>(
        &self,
        (outer, inner): (C, D),
        corner: (usize, usize),
        totals: *mut T,
        pitch: usize,
    ) where
        C: Planes,
        D: Planes,
        F: Fn([usize; N], usize, C::Items, U) -> X + Copy,
        O: Fn(T, X) -> T + Copy,
        G: Fn([usize; N], [usize; 2], D::Items) -> Y + Copy,
        Q: Fn(U, Y) -> U + Copy,
    {
        let rows = rows_from(corner.0, self.outer.size.0);
        let mut sums = [[self.outer.seed; W]; ROWS];
        // SAFETY: the caller's promise.
        unsafe {
            let outer = outer.corner(corner.0, corner.1);
            let inner = inner.corner(corner.0, corner.1);
            for step in 0..self.outer.indices.1 {
                let index = self.outer.indices.0 + step;
                let (from, count) = self.inner.indices;
                let mut own = [[self.inner.seed; W]; ROWS];
                add(
                    &mut own,
                    inner,
                    rows,
                    (step, 0..count),
                    |sum, (row, column), number, items| {
                        let at = self.outer.position(corner, rows[row], column);
                        let term = (self.inner.term)(at, [index, from + number], items);
                        (self.inner.operator)(sum, term)
                    },
                );
                add(
                    &mut sums,
                    outer,
                    rows,
                    (0, step..step + 1),
                    |sum, (row, column), _, items| {
                        let at = self.outer.position(corner, rows[row], column);
                        let term = (self.outer.term)(at, index, items, own[row][column]);
                        (self.outer.operator)(sum, term)
                    },
                );
            }
            store(&sums, corner, totals, pitch);
        }
    }
}
