//! The positions of a loop, cut into areas whose totals are resumed together.

use std::ops::{Range, RangeInclusive};

use crate::source::tiles::MOST_COLUMNS;

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

/// The positions of a loop, cut into areas: some columns of some rows, where a row has the positions of
/// the last index. Areas with the same columns follow one another.
#[derive(Clone, Copy, Debug)]
pub struct Areas {
    /// The numbers of all rows and columns.
    of_all: (usize, usize),
    /// The numbers of rows and columns of an area, but for the last ones.
    of_one: (usize, usize),
}

/// Some columns of some rows.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Area {
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
            of_all: (rows, *columns),
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
        Area {
            rows: first..rows.min(first + height),
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

    /// The elements of all positions in the order of the positions, of those area by area.
    pub(super) fn in_rows<T: Copy>(&self, elements: Vec<T>) -> Vec<T> {
        let rows = self.of_all.0;
        if rows < 2 || self.right() < 2 {
            return elements;
        }
        let mut ordered = Vec::with_capacity(elements.len());
        for row in 0..rows {
            for right in 0..self.right() {
                let columns = self.columns(right);
                let start = columns.start * rows + row * columns.len();
                ordered.extend_from_slice(&elements[start..start + columns.len()]);
            }
        }
        ordered
    }
}

impl Area {
    pub(super) fn len(&self) -> usize {
        self.rows.len() * self.columns.len()
    }
}

#[cfg(test)]
mod tests {
    use super::Areas;

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
            let (columns, rows) = (sizes[sizes.len() - 1], sizes[..sizes.len() - 1].iter());
            let len = rows.product::<usize>() * columns;
            for wanted in [0, 1, 8, 1000] {
                let areas = Areas::of(sizes, 10 * wanted, wanted);
                let mut positions = Vec::new();
                for number in 0..areas.count() {
                    assert_eq!(areas.before(number), positions.len(), "{sizes:?} {number}");
                    let area = areas.at(number);
                    for row in area.rows.clone() {
                        positions.extend(area.columns.clone().map(|column| row * columns + column));
                    }
                    assert_eq!(areas.before(number) + area.len(), positions.len());
                }
                assert_eq!(areas.before(areas.count()), len, "{sizes:?} {wanted}");
                assert!(areas.in_rows(positions).into_iter().eq(0..len), "{sizes:?}");
            }
        }
    }
}
