//! Totals of many rows at once: `generate(|i, j| sum(|k| a[[i, k]] * b[[k, j]]))`, in tiles of a
//! few rows and columns whose totals stay in registers.
//!
//! The elements that a fold reads are the same for all columns of a row (`a[[i, k]]`), or for all
//! rows of a column (`b[[k, j]]`). Some hundred indices of both are copied so that a tile reads
//! them side by side, whatever their distances are in memory. Each total takes its terms in order,
//! as one by one: the bits are the same. An addition follows a multiplication instead of being one
//! instruction with it, for machines that have no such instruction.

use std::mem::MaybeUninit;

use super::Across;
use crate::element::Element;

/// The rows of a tile.
pub(super) const ROWS: usize = 4;

/// The most columns of a tile.
pub(super) const MOST_COLUMNS: usize = 32;

/// The indices that are copied together: what a tile reads of them is in the nearest cache.
const INDICES: usize = 256;

/// The columns whose totals are computed one after the other for all indices: with some hundred
/// rows they are in a cache.
const TOGETHER: usize = 512;

/// The least work, in terms, that is worth copying, and the least number of rows, columns and
/// indices.
const WORTHWHILE: usize = 1 << 12;
const LEAST: usize = 4;

/// The views of a fold as a tile reads them: `(a, (b, … ()))`.
pub trait Tiling {
    /// One element of each.
    type Items: Copy;

    /// The elements of a rectangle of positions.
    #[doc(hidden)]
    type Planes: Planes<Items = Self::Items>;

    /// Set if each view is known to be the same for all columns or for all rows.
    #[doc(hidden)]
    const TILED: bool;

    /// The elements of `count` indices from `from` on, for a rectangle of `size` positions. The
    /// views are those of its first position, of the last one of the first row, of the first one of
    /// the last row, and of the last one.
    #[doc(hidden)]
    fn planes(
        corners: [Self; 4],
        indices: (usize, usize),
        size: (usize, usize),
    ) -> Option<Self::Planes>
    where
        Self: Sized;
}

/// The elements of views for a rectangle of positions.
#[doc(hidden)]
pub trait Planes: Copy {
    /// One element of each.
    type Items: Copy;

    /// Room for copies.
    type Copies;

    /// The copies of a tile.
    type Tile: Copy;

    /// No copies.
    fn copies() -> Self::Copies;

    /// Copies the elements of some rows for `count` indices from the number `from` on, index by
    /// index for each tile of `ROWS` of them.
    ///
    /// # Safety
    ///
    /// The rows and the indices must be among those of the rectangle.
    unsafe fn copy_rows(self, copies: &mut Self::Copies, rows: usize, indices: (usize, usize));

    /// Copies the elements of `width` columns from `first` on, as those of a tile of `W`: the last
    /// one several times where there are fewer.
    ///
    /// # Safety
    ///
    /// The columns and the indices must be among those of the rectangle.
    unsafe fn copy_columns<const W: usize>(
        self,
        copies: &mut Self::Copies,
        columns: (usize, usize),
        indices: (usize, usize),
    );

    /// The copies for a tile of `ROWS` rows of this number.
    ///
    /// # Safety
    ///
    /// They must be there, of `count` indices.
    unsafe fn tile(copies: &Self::Copies, number: usize, count: usize) -> Self::Tile;

    /// The elements of an index that are the same for a row of a tile of `ROWS`; others are any.
    ///
    /// # Safety
    ///
    /// All must be inside of the tile.
    unsafe fn of_row(tile: Self::Tile, index: usize, row: usize) -> Self::Items;

    /// The elements of an index that are the same for a column of a tile of `W`; others are any.
    ///
    /// # Safety
    ///
    /// All must be inside of the tile.
    unsafe fn of_column<const W: usize>(
        tile: Self::Tile,
        index: usize,
        column: usize,
    ) -> Self::Items;

    /// The elements of a row and a column.
    fn join(of_row: Self::Items, of_column: Self::Items) -> Self::Items;
}

impl Tiling for () {
    type Items = ();
    type Planes = ();

    const TILED: bool = true;

    #[inline(always)]
    fn planes(_corners: [(); 4], _indices: (usize, usize), _size: (usize, usize)) -> Option<()> {
        Some(())
    }
}

impl Planes for () {
    type Items = ();
    type Copies = ();
    type Tile = ();

    #[inline(always)]
    fn copies() {}

    #[inline(always)]
    unsafe fn copy_rows(self, (): &mut (), _rows: usize, _indices: (usize, usize)) {}

    #[inline(always)]
    unsafe fn copy_columns<const W: usize>(
        self,
        (): &mut (),
        _columns: (usize, usize),
        _indices: (usize, usize),
    ) {
    }

    #[inline(always)]
    unsafe fn tile((): &(), _number: usize, _count: usize) {}

    #[inline(always)]
    unsafe fn of_row((): (), _index: usize, _row: usize) {}

    #[inline(always)]
    unsafe fn of_column<const W: usize>((): (), _index: usize, _column: usize) {}

    #[inline(always)]
    fn join((): (), (): ()) {}
}

/// The elements of a view for a rectangle of positions. `DOWN` is 1 if rows differ.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Plane<'s, T, const DOWN: usize> {
    slice: &'s [T],
    stride: usize,
    across: usize,
    down: usize,
}

/// Gives a buffer so many elements at least.
#[inline(always)]
pub(super) fn enlarge<T>(buffer: &mut Vec<MaybeUninit<T>>, len: usize) {
    buffer.reserve(len.saturating_sub(buffer.len()));
    // SAFETY: there is as much memory, and elements without a value need none.
    unsafe { buffer.set_len(len.max(buffer.len())) };
}

/// The distance of neighbours, if so many steps of it lead from one place to another.
#[inline(always)]
fn distance(from: usize, to: usize, steps: usize) -> Option<usize> {
    let distance = match steps {
        0 => 0,
        steps => to.checked_sub(from)? / steps,
    };
    (distance.checked_mul(steps)?.checked_add(from)? == to).then_some(distance)
}

impl<'s, T, C, const ALONG: usize, const DOWN: usize, const R: usize> Tiling
    for (Across<'s, T, ALONG, DOWN, R>, C)
where
    T: Element,
    C: Tiling,
{
    type Items = (T, C::Items);
    type Planes = (Plane<'s, T, DOWN>, C::Planes);

    const TILED: bool = (DOWN == 0 || DOWN == 1 && ALONG == 0) && C::TILED;

    #[inline(always)]
    fn planes(
        corners: [Self; 4],
        (from, count): (usize, usize),
        (rows, columns): (usize, usize),
    ) -> Option<Self::Planes> {
        let [(first, a), (right, b), (below, c), (last, d)] = corners;
        let rest = C::planes([a, b, c, d], (from, count), (rows, columns))?;
        let views = [first.0, right.0, below.0, last.0];
        let slice = views[0].slice();
        // All elements of the last position are inside of the slice, and so are all that are not
        // behind them.
        let [first, right, below, last] = views.map(|view| view.place(from, count));
        let across = distance(first.0, right.0, columns - 1)?;
        let down = distance(first.0, below.0, rows - 1)?;
        let is_even = (right.0 - first.0).checked_add(below.0)? == last.0
            && [right.1, below.1, last.1] == [first.1; 3]
            && views.iter().all(|view| std::ptr::eq(view.slice(), slice))
            && (DOWN == 1 || down == 0)
            && (DOWN == 0 || across == 0);
        let plane = Plane {
            slice: &slice[first.0..],
            stride: first.1,
            across,
            down,
        };
        is_even.then_some((plane, rest))
    }
}

impl<T: Element, C: Planes, const DOWN: usize> Planes for (Plane<'_, T, DOWN>, C) {
    type Items = (T, C::Items);
    type Copies = (Vec<MaybeUninit<T>>, C::Copies);
    type Tile = (*const T, C::Tile);

    #[inline(always)]
    fn copies() -> Self::Copies {
        (Vec::new(), C::copies())
    }

    #[inline(always)]
    unsafe fn copy_rows(
        self,
        copies: &mut Self::Copies,
        rows: usize,
        (from, count): (usize, usize),
    ) {
        let (plane, rest) = self;
        // SAFETY: the caller's promise.
        unsafe { rest.copy_rows(&mut copies.1, rows, (from, count)) };
        if DOWN == 0 {
            return;
        }
        let buffer = &mut copies.0;
        enlarge(buffer, rows.next_multiple_of(ROWS) * count);
        for (number, tile) in
            (buffer.chunks_exact_mut(ROWS * count).enumerate()).take(rows.div_ceil(ROWS))
        {
            for row in 0..ROWS {
                let from_row = (number * ROWS + row).min(rows - 1) * plane.down;
                for index in 0..count {
                    let at = from_row + (from + index) * plane.stride;
                    // SAFETY: the element of a row and an index of the rectangle.
                    tile[index * ROWS + row].write(unsafe { *plane.slice.get_unchecked(at) });
                }
            }
        }
    }

    #[inline(always)]
    unsafe fn copy_columns<const W: usize>(
        self,
        copies: &mut Self::Copies,
        (first, width): (usize, usize),
        (from, count): (usize, usize),
    ) {
        let (plane, rest) = self;
        // SAFETY: the caller's promise.
        unsafe { rest.copy_columns::<W>(&mut copies.1, (first, width), (from, count)) };
        if DOWN == 1 {
            return;
        }
        let buffer = &mut copies.0;
        enlarge(buffer, W * count);
        let start = first * plane.across + from * plane.stride;
        for (index, copied) in buffer.chunks_exact_mut(W).take(count).enumerate() {
            let start = start + index * plane.stride;
            // SAFETY: the elements of columns and indices of the rectangle.
            unsafe {
                match (plane.across, width == W) {
                    (1, true) => {
                        let row = plane.slice.as_ptr().add(start);
                        copied.copy_from_slice(&*row.cast::<[MaybeUninit<T>; W]>());
                    }
                    (across, _) => {
                        for (column, copied) in copied.iter_mut().enumerate() {
                            let at = start + column.min(width - 1) * across;
                            copied.write(*plane.slice.get_unchecked(at));
                        }
                    }
                }
            }
        }
    }

    #[inline(always)]
    unsafe fn tile(copies: &Self::Copies, number: usize, count: usize) -> Self::Tile {
        let skipped = DOWN * number * ROWS * count;
        // SAFETY: the caller's promise.
        unsafe {
            (
                copies.0.as_ptr().add(skipped).cast(),
                C::tile(&copies.1, number, count),
            )
        }
    }

    #[inline(always)]
    unsafe fn of_row((copied, rest): Self::Tile, index: usize, row: usize) -> Self::Items {
        let at = if DOWN == 1 { index * ROWS + row } else { 0 };
        // SAFETY: the caller's promise; a copy has one element at least.
        unsafe { (*copied.add(at), C::of_row(rest, index, row)) }
    }

    #[inline(always)]
    unsafe fn of_column<const W: usize>(
        (copied, rest): Self::Tile,
        index: usize,
        column: usize,
    ) -> Self::Items {
        let at = if DOWN == 0 { index * W + column } else { 0 };
        // SAFETY: the caller's promise; a copy has one element at least.
        unsafe { (*copied.add(at), C::of_column::<W>(rest, index, column)) }
    }

    #[inline(always)]
    fn join(of_row: Self::Items, of_column: Self::Items) -> Self::Items {
        let own = if DOWN == 1 { of_row.0 } else { of_column.0 };
        (own, C::join(of_row.1, of_column.1))
    }
}

/// A rectangle of positions of a loop over `N` indices, and the fold of each.
#[derive(Clone, Copy)]
pub(super) struct Rectangle<F, O, T, const N: usize> {
    /// The coordinates of its first position.
    pub(super) at: [usize; N],
    /// The numbers of its rows and columns.
    pub(super) size: (usize, usize),
    /// The first index, and the number of all.
    pub(super) indices: (usize, usize),
    pub(super) seed: T,
    pub(super) term: F,
    pub(super) operator: O,
}

/// Returns true if the totals of a rectangle of so many rows and columns are worth tiles.
#[inline(always)]
pub(super) fn is_worthwhile((rows, columns): (usize, usize), count: usize) -> bool {
    let work = rows.saturating_mul(columns).saturating_mul(count);
    rows.min(columns).min(count) >= LEAST && work >= WORTHWHILE
}

impl<F, O, T, const N: usize> Rectangle<F, O, T, N>
where
    T: Copy,
    O: Fn(T, T) -> T + Copy,
{
    /// Computes all totals into rows of `pitch` elements, which is a multiple of [`MOST_COLUMNS`].
    ///
    /// # Safety
    ///
    /// There must be room for tiles of [`ROWS`] rows and `W` columns, of which [`MOST_COLUMNS`] is
    /// a multiple, and the planes must be of this rectangle.
    #[inline(always)]
    pub(super) unsafe fn fill<P, const W: usize>(self, planes: P, totals: *mut T, pitch: usize)
    where
        P: Planes,
        F: Fn([usize; N], usize, P::Items) -> T + Copy,
    {
        let ((rows, columns), (_, all)) = (self.size, self.indices);
        let mut copies = P::copies();
        for first in (0..columns).step_by(TOGETHER) {
            let end = columns.min(first + TOGETHER);
            for from in (0..all).step_by(INDICES) {
                let some = (from, INDICES.min(all - from));
                // SAFETY: rows, columns and indices are those of the rectangle; tiles end where
                // there is room.
                unsafe {
                    planes.copy_rows(&mut copies, rows, some);
                    for column in (first..end).step_by(W) {
                        let width = W.min(end - column);
                        planes.copy_columns::<W>(&mut copies, (column, width), some);
                        for number in 0..rows.div_ceil(ROWS) {
                            let tile = P::tile(&copies, number, some.1);
                            let row = number * ROWS;
                            let corner = totals.add(row * pitch + column);
                            self.tile::<P, W>(tile, (row, column), some, corner, pitch);
                        }
                    }
                }
            }
        }
    }

    /// Adds the terms of some indices to the totals of a tile.
    ///
    /// # Safety
    ///
    /// There must be the totals of a tile, unless its first index is the first of all, and its
    /// copies.
    #[inline(always)]
    unsafe fn tile<P, const W: usize>(
        &self,
        tile: P::Tile,
        (row, column): (usize, usize),
        (from, count): (usize, usize),
        totals: *mut T,
        pitch: usize,
    ) where
        P: Planes,
        F: Fn([usize; N], usize, P::Items) -> T + Copy,
    {
        let mut sums = [[self.seed; W]; ROWS];
        // SAFETY: the caller's promise.
        unsafe {
            if from > 0 {
                for (row, sums) in sums.iter_mut().enumerate() {
                    *sums = *totals.add(row * pitch).cast::<[T; W]>();
                }
            }
            for number in 0..count {
                let index = self.indices.0 + from + number;
                let mut columns = [P::of_column::<W>(tile, number, 0); W];
                for (own, items) in columns.iter_mut().enumerate() {
                    *items = P::of_column::<W>(tile, number, own);
                }
                // A loop over all rows would be too long for LLVM to unroll, and the totals would
                // not be in registers.
                macro_rules! rows {
                    ($($own:literal)*) => {$(
                        let of_row = P::of_row(tile, number, $own);
                        for (other, sum) in sums[$own].iter_mut().enumerate() {
                            let mut at = self.at;
                            at[N - 2] += (row + $own).min(self.size.0 - 1);
                            at[N - 1] += (column + other).min(self.size.1 - 1);
                            let items = P::join(of_row, columns[other]);
                            *sum = (self.operator)(*sum, (self.term)(at, index, items));
                        }
                    )*};
                }
                rows!(0 1 2 3);
            }
            for (row, sums) in sums.iter().enumerate() {
                *totals.add(row * pitch).cast::<[T; W]>() = *sums;
            }
        }
    }
}
