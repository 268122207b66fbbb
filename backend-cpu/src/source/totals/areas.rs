//! The positions of a loop, cut into areas whose totals are resumed together.

use std::ops::{Range, RangeInclusive};

use crate::source::tiles::{self, MOST_COLUMNS};

/// The most rows of an area: what is copied of a column serves all of them.
const ROWS: usize = 32;

/// The terms of an area, at least: they take as long as the message with its totals.
const TERMS: usize = 4096;

/// The fewest positions of an area, unless the loop has fewer, and as many as are enough however few terms
/// they have, which is also the most of an area of few rows: they stay in the first-level cache.
const POSITIONS: RangeInclusive<usize> = 128..=1024;

/// The most columns of an area of many rows, which are copied for each of them.
const COLUMNS: usize = 4 * MOST_COLUMNS;

/// No area has fewer columns than these beside others: they take as long as a tile has.
const NARROW: usize = MOST_COLUMNS / 2;

/// The most rows of an area of totals that nobody else goes on with: no message waits for it.
const TALL: usize = 4 * ROWS;

/// The rows of a loop that may be cut into areas before it: fewer read each element of a column too few
/// times, and more are enough for many threads.
const FEW: Range<usize> = 4..64;

/// The least columns of such a loop, and its least elements that all rows read: they are not in a cache of
/// a core. Builds without optimisation have areas of fewer, so that the small arrays of tests have some.
const WIDE: usize = if cfg!(debug_assertions) { 32 } else { 256 };
const FAR: usize = if cfg!(debug_assertions) {
    1 << 10
} else {
    1 << 17
};

/// About so many areas such a loop is cut into.
const PIECES: usize = 16;

/// The positions of a loop, or those at some values of one of its indices, cut into areas: some columns of
/// some rows, where a row has the positions of the last index. Areas with the same columns follow one
/// another.
#[derive(Clone, Copy, Debug)]
pub struct Areas {
    /// The index of which there are some values, the first one and their number.
    window: Option<Window>,
    /// The first row.
    first: usize,
    /// The numbers of all rows and columns.
    of_all: (usize, usize),
    /// The numbers of rows and columns of an area, but for the last ones.
    of_one: (usize, usize),
}

/// Some values of an index of a loop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) index: usize,
    pub(super) first: usize,
    pub(super) count: usize,
}

/// Some columns of some rows.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Area {
    pub(super) window: Option<Window>,
    pub(super) rows: Range<usize>,
    pub(super) columns: Range<usize>,
}

impl Areas {
    /// Cuts the positions of a loop of such `sizes`, each of so many `terms`, into about so many areas, or
    /// more if these would be large, or fewer if they would be small.
    #[must_use]
    pub fn of(sizes: &[usize], terms: usize, wanted: usize) -> Areas {
        let (columns, others) = sizes.split_last().unwrap_or((&1, &[]));
        let rows: usize = others.iter().product();
        let height = rows.clamp(1, ROWS);
        let (fewest, enough) = (*POSITIONS.start(), *POSITIONS.end());
        let least = (TERMS / terms.max(1)).clamp(fewest, enough);
        let most = COLUMNS.max(enough.div_ceil(height));
        let width = columns.div_ceil(wanted.max(1));
        let width = width.clamp(least.div_ceil(height), most);
        Areas {
            window: None,
            first: 0,
            of_all: (rows, *columns),
            of_one: (height, width.next_multiple_of(MOST_COLUMNS)),
        }
    }

    /// Cuts the positions of a loop of such `sizes`, each of so many `terms`, into areas of all rows, if it
    /// has few rows, and blocks of them would read the same from memory again and again.
    ///
    /// `tiles-of-totals.md`.
    #[inline]
    pub(super) fn of_few_rows(sizes: &[usize], terms: impl FnOnce() -> usize) -> Option<Areas> {
        let (columns, others) = sizes.split_last()?;
        let rows = others.iter().product();
        let may_be = *columns >= WIDE && !others.is_empty() && FEW.contains(&rows);
        if !may_be || columns.saturating_mul(terms()) < FAR {
            return None;
        }
        let width = columns.div_ceil(PIECES).min(COLUMNS);
        Some(Areas {
            window: None,
            first: 0,
            of_all: (rows, *columns),
            of_one: (rows, width.next_multiple_of(MOST_COLUMNS)),
        })
    }

    /// Cuts the rows that have some of the positions of a loop of such `sizes` at which an index has some
    /// values. These positions are counted as if the loop had no others.
    #[must_use]
    pub fn within(
        sizes: &[usize],
        (index, values): (usize, Range<usize>),
        positions: &Range<usize>,
    ) -> Areas {
        let last = sizes.len().saturating_sub(1);
        let columns = match index == last {
            true => values.len(),
            false => sizes[last],
        };
        let first = positions.start.checked_div(columns).unwrap_or(0);
        let end = match positions.is_empty() || columns == 0 {
            true => first,
            false => positions.end.div_ceil(columns),
        };
        let rows = end.saturating_sub(first);
        // Whole tiles go on where they are.
        let height = rows.div_ceil(rows.div_ceil(TALL).max(1)).max(1);
        let height = height.next_multiple_of(tiles::ROWS);
        let width = COLUMNS.max(POSITIONS.end().div_ceil(height));
        Areas {
            window: Some(Window {
                index,
                first: values.start,
                count: values.len(),
            }),
            first,
            of_all: (rows, columns),
            of_one: (height, width.next_multiple_of(MOST_COLUMNS)),
        }
    }

    /// The number of areas.
    #[must_use]
    pub fn count(&self) -> usize {
        self.down() * self.right()
    }

    /// The number of areas with the same columns.
    fn down(&self) -> usize {
        self.of_all.0.div_ceil(self.of_one.0)
    }

    /// The number of areas with the same rows.
    fn right(&self) -> usize {
        let (columns, width) = (self.of_all.1, self.of_one.1);
        ((columns + width - NARROW) / width).max(1)
    }

    /// The columns of areas, from the left.
    fn columns(&self, number: usize) -> Range<usize> {
        let (columns, width) = (self.of_all.1, self.of_one.1);
        let at = |number: usize| match number < self.right() {
            true => number * width,
            false => columns,
        };
        at(number)..at(number + 1)
    }

    /// The area of a number.
    pub(super) fn at(&self, number: usize) -> Area {
        let (rows, height) = (self.of_all.0, self.of_one.0);
        let (right, first) = (number / self.down(), number % self.down() * height);
        let end = rows.min(first + height);
        Area {
            window: self.window,
            rows: self.first + first..self.first + end,
            columns: self.columns(right),
        }
    }

    /// The number of positions in the areas before one.
    #[must_use]
    pub fn before(&self, number: usize) -> usize {
        let (rows, height) = (self.of_all.0, self.of_one.0);
        let down = self.down().max(1);
        let columns = self.columns(number / down);
        columns.start * rows + number % down * height * columns.len()
    }

    /// The totals of all positions in order, from those of all areas, each row by row.
    pub(super) fn in_order<T: Copy>(&self, parts: &[Vec<T>]) -> Vec<T> {
        let (rows, columns) = self.of_all;
        let mut all = Vec::with_capacity(rows * columns);
        for row in 0..rows {
            let (number, own) = (row / self.of_one.0, row % self.of_one.0);
            for right in 0..self.right() {
                let width = self.columns(right).len();
                let part = &parts[right * self.down() + number];
                all.extend_from_slice(&part[own * width..(own + 1) * width]);
            }
        }
        all
    }

    /// The neighbouring positions of the area of a number, those of one row after those of another: the
    /// first one and how many.
    pub fn runs(&self, number: usize) -> impl Iterator<Item = (usize, usize)> + use<> {
        let Area { rows, columns, .. } = self.at(number);
        let width = self.of_all.1;
        rows.map(move |row| (row * width + columns.start, columns.len()))
    }
}

impl Area {
    pub(super) fn len(&self) -> usize {
        self.rows.len() * self.columns.len()
    }
}

#[cfg(test)]
mod tests {
    use super::{Areas, FAR, WIDE};

    #[test]
    fn areas_have_each_position_once() {
        for sizes in [
            &[1][..],
            &[5000],
            &[3, 1],
            &[1, 3000],
            &[7, 400],
            &[32, 33],
            &[100, 300],
            &[2, 35, 129],
            &[0, 4],
            &[4, 0],
        ] {
            let len = sizes.iter().product();
            for wanted in [0, 1, 8, 1000] {
                let areas = Areas::of(sizes, 10 * wanted, wanted);
                let mut positions = Vec::new();
                for number in 0..areas.count() {
                    assert_eq!(areas.before(number), positions.len(), "{sizes:?} {number}");
                    positions.extend(areas.runs(number).flat_map(|(at, len)| at..at + len));
                    assert_eq!(
                        areas.before(number) + areas.at(number).len(),
                        positions.len()
                    );
                }
                assert_eq!(areas.before(areas.count()), len, "{sizes:?} {wanted}");
                positions.sort_unstable();
                assert!(positions.into_iter().eq(0..len), "{sizes:?}");
            }
        }
    }

    #[test]
    fn areas_of_few_rows_have_all_of_them() {
        for sizes in [&[4, 256][..], &[63, 257], &[2, 3, 300], &[32, 5000]] {
            let areas = Areas::of_few_rows(sizes, || 1 << 12).expect("few rows");
            let of_all = |number| areas.runs(number).flat_map(|(at, len)| at..at + len);
            let parts: Vec<Vec<usize>> = (0..areas.count())
                .map(|area| of_all(area).collect())
                .collect();
            let columns = sizes[sizes.len() - 1];
            let rows = sizes.iter().product::<usize>() / columns;
            assert!(parts.len() >= 8 && parts.iter().all(|part| part.len() % rows == 0));
            assert!(
                areas.in_order(&parts).into_iter().eq(0..rows * columns),
                "{sizes:?}"
            );
        }
        for (sizes, terms) in [
            (&[3, 5000][..], 1 << 12),
            (&[64, 5000], 1 << 12),
            (&[8, WIDE - 1], FAR),
            (&[8, WIDE], FAR / WIDE - 1),
            (&[5000], 1 << 12),
            (&[0, 5000], 1 << 12),
        ] {
            assert!(Areas::of_few_rows(sizes, || terms).is_none(), "{sizes:?}");
        }
    }

    /// The rows that have some positions at some values of an index, each position once.
    #[test]
    fn areas_within_a_window_have_its_positions() {
        for (sizes, index, values) in [
            (&[9, 40][..], 1, 3..17),
            (&[300, 600], 1, 0..600),
            (&[2, 7, 33], 1, 2..5),
            (&[2, 7, 33], 2, 32..33),
            (&[5, 3], 0, 0..5),
            (&[5, 3], 1, 1..1),
        ] {
            let mut own = sizes.to_vec();
            own[index] = values.len();
            let (all, columns) = (own.iter().product::<usize>(), own[own.len() - 1]);
            for positions in [0..all, all / 3..all / 2, all..all, all / 2..all / 2] {
                let areas = Areas::within(sizes, (index, values.clone()), &positions);
                let mut found = Vec::new();
                for number in 0..areas.count() {
                    assert_eq!(areas.before(number), found.len(), "{sizes:?} {number}");
                    found.extend(areas.runs(number).flat_map(|(at, len)| at..at + len));
                }
                found.sort_unstable();
                let start = positions.start / columns.max(1) * columns;
                let end = start + found.len();
                assert!(found.into_iter().eq(start..end), "{sizes:?}");
                assert!(positions.end <= end || positions.is_empty() && end == start);
            }
        }
    }
}
