//! The elements that the folds of a rectangle of positions read: those of rows, those of columns, and
//! copies of both.

use super::copies::Copies;
use super::transposed::{gather, transpose};
use super::{MOST_COLUMNS, NEAR, ROWS};
use crate::element::Element;
use crate::memory::LINE;
use crate::source::Across;

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

    /// Copies the elements of some columns, their first and how many, index by index for each tile of `W`
    /// of them: the last one several times where a tile has fewer.
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

    /// The copies for a tile of `ROWS` rows and `W` columns, the number of these rows and of these columns.
    ///
    /// # Safety
    ///
    /// They must be there, of `count` indices.
    unsafe fn tile<const W: usize>(
        copies: &Self::Copies,
        number: (usize, usize),
        count: usize,
    ) -> Self::Tile;

    /// The elements of an index, of so many, that are the same for a row of a tile, or of the one below
    /// it; others are any.
    ///
    /// # Safety
    ///
    /// All must be inside of the tiles.
    unsafe fn of_row(tile: Self::Tile, index: (usize, usize), row: usize) -> Self::Items;

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

    /// Set if a tile may read the elements where they are: those of neighbouring columns are next
    /// to each other.
    const DIRECT: bool;

    /// Returns true if a tile may read the elements of so many indices where they are in a short time.
    fn are_near(self, count: usize) -> bool;

    /// The elements from a row and a column on.
    ///
    /// # Safety
    ///
    /// They must be among those of the rectangle.
    unsafe fn corner(self, row: usize, column: usize) -> Self;

    /// The elements for so many steps of an outer index more, of which `last` has those of the last
    /// one, if each step makes the same distance in memory.
    fn toward(self, last: Self, steps: usize) -> Option<Self>;

    /// The elements of an outer index and an index that are the same for a row; others are any.
    ///
    /// # Safety
    ///
    /// All must be inside of the rectangle.
    unsafe fn in_row(self, at: [usize; 2], row: usize) -> Self::Items;

    /// The elements of an outer index and an index that are the same for a column; others are any.
    ///
    /// # Safety
    ///
    /// All must be inside of the rectangle.
    unsafe fn in_column(self, at: [usize; 2], column: usize) -> Self::Items;
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
    unsafe fn tile<const W: usize>((): &(), _number: (usize, usize), _count: usize) {}

    #[inline(always)]
    unsafe fn of_row((): (), _index: (usize, usize), _row: usize) {}

    #[inline(always)]
    unsafe fn of_column<const W: usize>((): (), _index: usize, _column: usize) {}

    #[inline(always)]
    fn join((): (), (): ()) {}

    const DIRECT: bool = true;

    #[inline(always)]
    fn are_near(self, _count: usize) -> bool {
        true
    }

    #[inline(always)]
    unsafe fn corner(self, _row: usize, _column: usize) {}

    #[inline(always)]
    fn toward(self, (): (), _steps: usize) -> Option<()> {
        Some(())
    }

    #[inline(always)]
    unsafe fn in_row(self, _at: [usize; 2], _row: usize) {}

    #[inline(always)]
    unsafe fn in_column(self, _at: [usize; 2], _column: usize) {}
}

/// The elements of a view for a rectangle of positions. `DOWN` is 1 if rows differ; `ALONG` is what
/// is known of columns.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Plane<'s, T, const ALONG: usize, const DOWN: usize> {
    slice: &'s [T],
    stride: usize,
    across: usize,
    down: usize,
    /// The distance that an outer index makes.
    step: usize,
}

/// The distance of the copies of tiles of `W` rows or columns, for so many indices. It is no power of two,
/// so that those of neighbouring tiles may be in a cache together.
#[inline(always)]
fn pitch<const W: usize>(count: usize) -> usize {
    W * count + MOST_COLUMNS
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
    type Planes = (Plane<'s, T, ALONG, DOWN>, C::Planes);

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
            && (DOWN == 0 || across == 0)
            && (ALONG > 1 || columns == 1 || across == ALONG);
        let plane = Plane {
            slice: &slice[first.0..],
            stride: first.1,
            across,
            down,
            step: 0,
        };
        is_even.then_some((plane, rest))
    }
}

impl<T, C, const ALONG: usize, const DOWN: usize> Planes for (Plane<'_, T, ALONG, DOWN>, C)
where
    T: Element,
    C: Planes,
{
    type Items = (T, C::Items);
    type Copies = (Copies<T>, C::Copies);
    type Tile = (*const T, C::Tile);

    #[inline(always)]
    fn copies() -> Self::Copies {
        (Copies::new(), C::copies())
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
        let (pitch, whole) = (pitch::<ROWS>(count), rows / ROWS);
        let buffer = copies.0.room(rows.div_ceil(ROWS) * pitch);
        // SAFETY: the elements of rows and indices of the rectangle.
        unsafe {
            let place = |row: usize| row * plane.down + from * plane.stride;
            let corner = plane.slice.as_ptr().add(place(0));
            let done = match (plane.stride, plane.down) {
                (1, down) => {
                    for (number, tile) in buffer.chunks_mut(pitch).take(whole).enumerate() {
                        let corner = corner.add(number * ROWS * down);
                        transpose::<T, ROWS>(corner, down, count, tile);
                    }
                    whole
                }
                (stride, 1) => {
                    gather::<T, ROWS>(corner, stride, (whole, count), pitch, buffer);
                    whole
                }
                _ => 0,
            };
            let tiles = buffer.chunks_mut(pitch).enumerate();
            for (number, tile) in tiles.take(rows.div_ceil(ROWS)).skip(done) {
                for row in 0..ROWS {
                    let start = place((number * ROWS + row).min(rows - 1));
                    for index in 0..count {
                        let at = start + index * plane.stride;
                        tile[index * ROWS + row].write(*plane.slice.get_unchecked(at));
                    }
                }
            }
        }
    }

    #[inline(always)]
    unsafe fn copy_columns<const W: usize>(
        self,
        copies: &mut Self::Copies,
        (first, columns): (usize, usize),
        (from, count): (usize, usize),
    ) {
        let (plane, rest) = self;
        // SAFETY: the caller's promise.
        unsafe { rest.copy_columns::<W>(&mut copies.1, (first, columns), (from, count)) };
        if DOWN == 1 {
            return;
        }
        let (pitch, whole) = (pitch::<W>(count), columns / W);
        let buffer = copies.0.room(columns.div_ceil(W) * pitch);
        // SAFETY: the elements of columns and indices of the rectangle.
        unsafe {
            let place = |column: usize| (first + column) * plane.across + from * plane.stride;
            let corner = plane.slice.as_ptr().add(place(0));
            let done = match (plane.across, plane.stride) {
                (1, stride) => {
                    gather::<T, W>(corner, stride, (whole, count), pitch, buffer);
                    whole
                }
                (across, 1) => {
                    for (number, tile) in buffer.chunks_mut(pitch).take(whole).enumerate() {
                        let corner = corner.add(number * W * across);
                        transpose::<T, W>(corner, across, count, tile);
                    }
                    whole
                }
                _ => 0,
            };
            let tiles = buffer.chunks_mut(pitch).enumerate();
            for (number, tile) in tiles.take(columns.div_ceil(W)).skip(done) {
                for (index, copied) in tile.chunks_exact_mut(W).take(count).enumerate() {
                    for (column, copied) in copied.iter_mut().enumerate() {
                        let start = place((number * W + column).min(columns - 1));
                        let at = start + index * plane.stride;
                        copied.write(*plane.slice.get_unchecked(at));
                    }
                }
            }
        }
    }

    #[inline(always)]
    unsafe fn tile<const W: usize>(
        copies: &Self::Copies,
        (down, right): (usize, usize),
        count: usize,
    ) -> Self::Tile {
        let skipped = match DOWN {
            1 => down * pitch::<ROWS>(count),
            _ => right * pitch::<W>(count),
        };
        // SAFETY: the caller's promise.
        unsafe {
            (
                copies.0.first().add(skipped),
                C::tile::<W>(&copies.1, (down, right), count),
            )
        }
    }

    #[inline(always)]
    unsafe fn of_row(
        (copied, rest): Self::Tile,
        (index, count): (usize, usize),
        row: usize,
    ) -> Self::Items {
        let at = match DOWN {
            1 => row / ROWS * pitch::<ROWS>(count) + index * ROWS + row % ROWS,
            _ => 0,
        };
        // SAFETY: the caller's promise; a copy has one element at least.
        unsafe { (*copied.add(at), C::of_row(rest, (index, count), row)) }
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

    const DIRECT: bool = (DOWN == 1 || ALONG <= 1) && C::DIRECT;

    #[inline(always)]
    fn are_near(self, count: usize) -> bool {
        let stride = self.0.stride;
        let of_line = LINE / size_of::<T>().max(1);
        (stride < of_line || stride.saturating_mul(count) <= NEAR) && self.1.are_near(count)
    }

    #[inline(always)]
    unsafe fn corner(self, row: usize, column: usize) -> Self {
        let (plane, rest) = self;
        let first = row * plane.down + column * plane.across;
        // SAFETY: the caller's promise.
        unsafe {
            let slice = plane.slice.get_unchecked(first..);
            (Plane { slice, ..plane }, rest.corner(row, column))
        }
    }

    #[inline(always)]
    fn toward(self, last: Self, steps: usize) -> Option<Self> {
        let (plane, end) = (self.0, last.0);
        let rest = self.1.toward(last.1, steps)?;
        // Both end where the array does.
        let is_same = std::ptr::eq(plane.slice.as_ptr_range().end, end.slice.as_ptr_range().end)
            && (plane.stride, plane.across, plane.down) == (end.stride, end.across, end.down);
        let step = distance(end.slice.len(), plane.slice.len(), steps)?;
        is_same.then_some((Plane { step, ..plane }, rest))
    }

    #[inline(always)]
    unsafe fn in_row(self, at: [usize; 2], row: usize) -> Self::Items {
        let (plane, rest) = self;
        let place = match DOWN {
            1 => at[0] * plane.step + at[1] * plane.stride + row * plane.down,
            _ => 0,
        };
        // SAFETY: the caller's promise; there is one element at least.
        unsafe { (*plane.slice.get_unchecked(place), rest.in_row(at, row)) }
    }

    #[inline(always)]
    unsafe fn in_column(self, at: [usize; 2], column: usize) -> Self::Items {
        let (plane, rest) = self;
        let place = match DOWN {
            0 => at[0] * plane.step + at[1] * plane.stride + column * ALONG,
            _ => 0,
        };
        // SAFETY: as above; neighbours are next to each other, or all are one.
        unsafe {
            (
                *plane.slice.get_unchecked(place),
                rest.in_column(at, column),
            )
        }
    }
}
