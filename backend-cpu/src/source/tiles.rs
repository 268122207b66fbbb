//! Totals of many rows at once: `generate(|i, j| sum(|k| a[[i, k]] * b[[k, j]]))`, in tiles of a
//! few rows and columns whose totals stay in registers.
//!
//! The elements that a fold reads are the same for all columns of a row (`a[[i, k]]`), or for all
//! rows of a column (`b[[k, j]]`). Some hundred indices of both are copied so that a tile reads
//! them side by side, whatever their distances are in memory. Each total takes its terms in order,
//! as one by one: the bits are the same. An addition follows a multiplication instead of being one
//! instruction with it, which would round once, unless the program asks for that (`over/products.rs`).

mod copies;
mod direct;
mod planes;
mod transposed;

pub(super) use copies::enlarge;
pub(super) use direct::Pair;
pub(super) use planes::{Planes, Tiling};

/// The rows of a tile.
pub(super) const ROWS: usize = 4;

/// The rows of a tile where there are registers for the totals of twice as many: what is loaded of
/// columns serves all of them.
///
/// `tiles-of-totals.md`.
pub(super) const TALL: usize = 2 * ROWS;

/// The most columns of a tile.
pub(super) const MOST_COLUMNS: usize = 32;

/// The indices that are copied together: what a tile reads of them is in the nearest cache.
const INDICES: usize = 256;

/// The columns whose totals are computed one after the other for all indices: with some hundred
/// rows they are in a cache.
const TOGETHER: usize = 512;

/// The bytes of neighbouring columns that are copied together. A page is looked up for all of them, and
/// their copies stay in a second-level cache.
const COPIED: usize = 1024;

/// Elements that a tile reads where they are must not be in as many lines, unless all of them lie within so
/// many elements: they would come from far away again and again.
const NEAR: usize = 1 << 17;

/// The least work, in terms, that is worth copying, and the least number of rows, columns and
/// indices.
const WORTHWHILE: usize = 1 << 12;
const LEAST: usize = 4;

/// As many indices are worth tiles of any number of columns, and copies for a single row.
const MANY: usize = 16;

/// A rectangle of positions of a loop over `N` indices, and the fold of each.
#[derive(Clone, Copy)]
pub(super) struct Rectangle<F, O, T, const N: usize> {
    /// The coordinates of its first position.
    pub(super) at: [usize; N],
    /// The numbers of its rows and columns.
    pub(super) size: (usize, usize),
    /// The first index, and the number of all.
    pub(super) indices: (usize, usize),
    /// Set if the room for the totals has those that other indices, before these, have come to.
    pub(super) is_resumed: bool,
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

/// Returns true if such totals are worth tiles where neighbours of a row read elements that are not
/// next to each other: one by one they take far longer.
///
/// `rows-of-both.md`.
#[inline(always)]
pub(super) fn is_worth_copies((rows, columns): (usize, usize), count: usize) -> bool {
    let work = rows.saturating_mul(columns).saturating_mul(count);
    rows >= LEAST && (columns >= LEAST || count >= MANY) && work >= WORTHWHILE
}

/// Returns true if so many totals of one row are worth copies.
#[inline(always)]
pub(super) fn is_row_worth_copies(columns: usize, count: usize) -> bool {
    columns >= LEAST && count >= MANY
}

impl<F, O, T: Copy, const N: usize> Rectangle<F, O, T, N> {
    /// Computes all totals into rows of `pitch` elements, which is a multiple of [`MOST_COLUMNS`], of
    /// the first row where `R` is 1, and else of all rows in tiles of `R`, [`ROWS`] or [`TALL`].
    ///
    /// # Safety
    ///
    /// There must be room for tiles of `R` rows and `W` columns, of which [`MOST_COLUMNS`] is a
    /// multiple, and the planes must be of this rectangle.
    #[inline(always)]
    pub(super) unsafe fn fill<P, X, const R: usize, const W: usize>(
        self,
        planes: P,
        totals: *mut T,
        pitch: usize,
    ) where
        P: Planes,
        F: Fn([usize; N], usize, P::Items) -> X + Copy,
        O: Fn(T, X) -> T + Copy,
    {
        let ((rows, columns), (_, all)) = (self.size, self.indices);
        let mut copies = P::copies();
        let copied = W.max(COPIED / size_of::<T>().max(1));
        for first in (0..columns).step_by(TOGETHER) {
            let end = columns.min(first + TOGETHER);
            for from in (0..all).step_by(INDICES) {
                let some = (from, INDICES.min(all - from));
                // SAFETY: rows, columns and indices are those of the rectangle; tiles end where
                // there is room.
                unsafe {
                    planes.copy_rows(&mut copies, rows, some);
                    for start in (first..end).step_by(copied) {
                        let columns = copied.min(end - start);
                        planes.copy_columns::<W>(&mut copies, (start, columns), some);
                        for right in 0..columns.div_ceil(W) {
                            let column = start + right * W;
                            let mut row = 0;
                            while row < rows {
                                let tile = P::tile::<W>(&copies, (row / ROWS, right), some.1);
                                let corner = totals.add(row * pitch + column);
                                let at = (row, column);
                                if const { R == TALL } && row + ROWS < rows {
                                    self.tile::<P, X, TALL, W>(tile, at, some, corner, pitch);
                                    row += TALL;
                                } else if const { R >= ROWS } {
                                    self.tile::<P, X, ROWS, W>(tile, at, some, corner, pitch);
                                    row += ROWS;
                                } else {
                                    self.tile::<P, X, R, W>(tile, at, some, corner, pitch);
                                    row += ROWS;
                                }
                            }
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
    /// There must be the totals of a tile, unless its first index is the first of all and nothing is
    /// resumed, and its copies.
    #[inline(always)]
    unsafe fn tile<P, X, const R: usize, const W: usize>(
        &self,
        tile: P::Tile,
        (row, column): (usize, usize),
        (from, count): (usize, usize),
        totals: *mut T,
        pitch: usize,
    ) where
        P: Planes,
        F: Fn([usize; N], usize, P::Items) -> X + Copy,
        O: Fn(T, X) -> T + Copy,
    {
        let mut sums = [[self.seed; W]; R];
        // SAFETY: the caller's promise.
        unsafe {
            if from > 0 || self.is_resumed {
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
                        if const { $own < R } {
                            let of_row = P::of_row(tile, (number, count), $own);
                            for (other, sum) in sums[$own].iter_mut().enumerate() {
                                let mut at = self.at;
                                at[N - 2] += (row + $own).min(self.size.0 - 1);
                                at[N - 1] += (column + other).min(self.size.1 - 1);
                                let items = P::join(of_row, columns[other]);
                                *sum = (self.operator)(*sum, (self.term)(at, index, items));
                            }
                        }
                    )*};
                }
                rows!(0 1 2 3 4 5 6 7);
            }
            for (row, sums) in sums.iter().enumerate() {
                *totals.add(row * pitch).cast::<[T; W]>() = *sums;
            }
        }
    }
}
