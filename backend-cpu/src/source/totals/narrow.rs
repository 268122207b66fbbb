//! Totals of narrow rows: batches of small matrices, and points times a small matrix.
//!
//! A row of three positions is over before it has begun. So the views of a loop are looked at once for
//! all positions of a block: along each index their elements are evenly apart. Then whole matrices, or
//! whole rows, are computed one after the other, those of the most usual sizes without a loop.
//!
//! `small-products.md`.

use super::fold::Single;
use super::grid::{Even, Grid};
use crate::element::Element;
use crate::over::Term;
use crate::simd::{self, Wide};
use crate::source::STAGED;
use std::mem::MaybeUninit;

/// The most positions of a narrow row.
const NARROW: usize = 16;

/// The most terms of a row that is computed in this way rather than in tiles.
pub(super) const FEW_TERMS: usize = 64;

/// The most terms of a row that is computed in this way if there are no tiles.
pub(super) const MOST_TERMS: usize = 256;

/// The most positions of a matrix that is computed at once.
const SMALL: usize = STAGED / 4;

/// The columns of other rows that are computed together.
const TOGETHER: usize = 4;

/// The rows and columns that are computed without looking up any but their first element.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Unit {
    /// The number of its rows.
    pub(super) rows: usize,
    /// The number of its columns, all of a row.
    pub(super) columns: usize,
    /// The index of the loop that leads from one unit to the next.
    along: usize,
    /// Its size: so many units are at the same distance from each other.
    run: usize,
}

impl Unit {
    /// The units of a loop of these sizes, if its rows are narrow.
    #[inline(always)]
    pub(super) fn of<const N: usize>(sizes: &[usize; N]) -> Option<Unit> {
        let [before @ .., height, width] = &sizes[..] else {
            return None;
        };
        let (height, columns) = (*height, *width);
        if columns == 0 || columns > NARROW {
            return None;
        }
        Some(match before.last() {
            Some(run) if height <= SMALL / columns => Unit {
                rows: height,
                columns,
                along: N - 3,
                run: *run,
            },
            _ => Unit {
                rows: 1,
                columns,
                along: N - 2,
                run: height,
            },
        })
    }

    /// Returns true if a position of these digits is the first one of a unit.
    #[inline(always)]
    fn begins_at<const N: usize>(&self, digits: [usize; N]) -> bool {
        digits[N - 1] == 0 && (self.rows == 1 || digits[N - 2] == 0)
    }

    /// The number of positions from one on that are the rest of its row, or whole units in a run.
    #[inline(always)]
    pub(super) fn rest<const N: usize>(&self, digits: [usize; N]) -> usize {
        if !self.begins_at(digits) {
            return self.columns - digits[N - 1];
        }
        let area = self.rows * self.columns;
        area * (STAGED / area).min(self.run - digits[self.along])
    }
}

/// The folds of a loop with narrow rows.
#[derive(Clone, Copy, Debug)]
pub struct Narrow<T, G> {
    seed: T,
    /// The first index, and the number of all.
    indices: (usize, usize),
    grid: G,
}

/// Positions of narrow rows of a loop of which these are the folds, and of a run of its units.
struct Units<'t, S, T, G, const N: usize> {
    folds: S,
    narrow: &'t Narrow<T, G>,
    unit: Unit,
    /// The digits and the coordinates of the first position.
    place: ([usize; N], [usize; N]),
    totals: &'t mut [MaybeUninit<T>],
}

impl<V, F, O, T, X, G, const EVEN: bool, const N: usize> Wide
    for Units<'_, Single<V, F, O, EVEN>, T, G, N>
where
    V: Copy,
    T: Element,
    G: Grid<N>,
    F: Fn([usize; N], usize, G::Items) -> X + Copy,
    O: Fn(T, X) -> T + Copy,
{
    #[inline(always)]
    fn run<const WIDEST: bool>(self) {
        let Units {
            folds,
            narrow,
            unit,
            place,
            totals,
        } = self;
        // SAFETY: what the fields must be.
        unsafe { folds.fill_all(narrow, unit, place, totals) };
    }
}

/// The beginning of a unit: the places of what it reads, and its coordinates.
#[derive(Clone, Copy)]
struct Start<P, const N: usize> {
    places: P,
    at: [usize; N],
    /// The index of the loop that leads from one unit to the next.
    along: usize,
}

impl<P: Copy, const N: usize> Start<P, N> {
    /// Goes on to the next unit.
    #[inline(always)]
    fn next<G: Grid<N, Places = P>>(&mut self, grid: &G) {
        self.places = grid.next(self.places, self.along);
        self.at[self.along] += 1;
    }
}

impl<V: Copy, F: Copy, O: Copy, const EVEN: bool> Single<V, F, O, EVEN> {
    /// The folds of a loop of these sizes, none of which is 0, from a position of these coordinates
    /// on, if its rows are narrow and have at most so many terms.
    #[inline(never)]
    pub(super) fn of_narrow<T, C, const N: usize>(
        self,
        at: [usize; N],
        sizes: [usize; N],
        most: usize,
    ) -> Option<Narrow<T, C::Grid<N>>>
    where
        T: Element,
        C: Even,
        V: Fn([usize; N]) -> (usize, usize, T, C) + Copy,
    {
        let unit = Unit::of(&sizes)?;
        let (from, to, seed, first) = (self.open)(at);
        let count = to.saturating_sub(from);
        if count == 0 || unit.columns.saturating_mul(count) > most {
            return None;
        }
        let mut last = at;
        let mut ends = [at; N];
        for (index, size) in sizes.into_iter().enumerate() {
            last[index] += size - 1;
            ends[index][index] += size - 1;
        }
        let ends = ends.map(|end| (self.open)(end).3);
        let grid = C::grid(first, ends, (self.open)(last).3, (from, count), sizes)?;
        Some(Narrow {
            seed,
            indices: (from, count),
            grid,
        })
    }

    /// Computes the totals of some positions from one of these digits on, which are part of a row or
    /// some whole units and perhaps a part of another one. Its coordinates are `at`.
    ///
    /// It is no part of the body of a block, which would be too large for LLVM to inline it where its
    /// instructions are: they hardly matter for so few terms.
    ///
    /// # Safety
    ///
    /// All must be positions of the loop of which these are the folds, and of a run of its units.
    #[inline(never)]
    pub(super) unsafe fn fill_units<T, X, G, const N: usize>(
        self,
        narrow: &Narrow<T, G>,
        unit: Unit,
        place: ([usize; N], [usize; N]),
        totals: &mut [MaybeUninit<T>],
    ) where
        T: Element,
        G: Grid<N>,
        F: Fn([usize; N], usize, G::Items) -> X + Copy,
        O: Fn(T, X) -> T + Copy,
        X: Term<T>,
    {
        let units = Units {
            folds: self,
            narrow,
            unit,
            place,
            totals,
        };
        match const { X::FUSED } {
            true => simd::widely(units),
            false => units.run::<false>(),
        }
    }

    /// Does that, with the instructions of where it is called.
    ///
    /// # Safety
    ///
    /// As above.
    #[inline(always)]
    unsafe fn fill_all<T, X, G, const N: usize>(
        self,
        narrow: &Narrow<T, G>,
        unit: Unit,
        (digits, at): ([usize; N], [usize; N]),
        totals: &mut [MaybeUninit<T>],
    ) where
        T: Element,
        G: Grid<N>,
        F: Fn([usize; N], usize, G::Items) -> X + Copy,
        O: Fn(T, X) -> T + Copy,
    {
        let Unit { rows, columns, .. } = unit;
        let mut start = Start {
            places: narrow.grid.places(digits),
            at,
            along: unit.along,
        };
        // SAFETY: the caller's promise.
        unsafe {
            let done = match (unit.begins_at(digits), rows, columns, narrow.indices.1) {
                (false, ..) => 0,
                (_, 2, 2, 2) => self.of_size::<_, _, _, 2, 2, 2, N>(narrow, &mut start, totals),
                (_, 3, 3, 3) => self.of_size::<_, _, _, 3, 3, 3, N>(narrow, &mut start, totals),
                (_, 4, 4, 4) => self.of_size::<_, _, _, 4, 4, 4, N>(narrow, &mut start, totals),
                (_, 1, 2, 2) => self.of_size::<_, _, _, 1, 2, 2, N>(narrow, &mut start, totals),
                (_, 1, 3, 3) => self.of_size::<_, _, _, 1, 3, 3, N>(narrow, &mut start, totals),
                (_, 1, 4, 4) => self.of_size::<_, _, _, 1, 4, 4, N>(narrow, &mut start, totals),
                _ => 0,
            };
            for totals in totals[done..].chunks_mut(rows * columns) {
                for (row, totals) in totals.chunks_mut(columns).enumerate() {
                    self.fill_row(narrow, start, row, totals);
                }
                start.next(&narrow.grid);
            }
        }
    }

    /// Computes the totals of whole units of `I` rows, `J` columns and `K` indices, and returns their
    /// number.
    ///
    /// # Safety
    ///
    /// All must be positions of the loop.
    #[inline(always)]
    unsafe fn of_size<T, X, G, const I: usize, const J: usize, const K: usize, const N: usize>(
        self,
        narrow: &Narrow<T, G>,
        start: &mut Start<G::Places, N>,
        totals: &mut [MaybeUninit<T>],
    ) -> usize
    where
        T: Element,
        G: Grid<N>,
        F: Fn([usize; N], usize, G::Items) -> X + Copy,
        O: Fn(T, X) -> T + Copy,
    {
        let grid = narrow.grid;
        // SAFETY: the caller's promise, of positions in a unit.
        unsafe {
            match grid.is_dense::<I, J, K>() {
                true => self.units::<_, _, _, I, J, K, N>(
                    narrow,
                    start,
                    totals,
                    |places, cell, number| grid.get_dense::<J, K>(places, cell, number),
                ),
                false => self.units::<_, _, _, I, J, K, N>(
                    narrow,
                    start,
                    totals,
                    |places, cell, number| grid.get(places, cell, number),
                ),
            }
        }
    }

    /// Computes the totals of such units from the elements that `get` finds.
    ///
    /// # Safety
    ///
    /// All must be positions of the loop.
    #[inline(always)]
    unsafe fn units<T, X, G, const I: usize, const J: usize, const K: usize, const N: usize>(
        self,
        narrow: &Narrow<T, G>,
        from: &mut Start<G::Places, N>,
        totals: &mut [MaybeUninit<T>],
        get: impl Fn(G::Places, (usize, usize), usize) -> G::Items,
    ) -> usize
    where
        T: Element,
        G: Grid<N>,
        F: Fn([usize; N], usize, G::Items) -> X + Copy,
        O: Fn(T, X) -> T + Copy,
    {
        // Copies: as far as LLVM knows, a total might be written over one of them.
        let (
            Narrow {
                seed,
                indices,
                grid,
            },
            mut start,
        ) = (*narrow, *from);
        let mut done = 0;
        for unit in totals.chunks_exact_mut(I * J) {
            let mut sums = [[seed; J]; I];
            for number in 0..K {
                for (row, sums) in sums.iter_mut().enumerate() {
                    for (column, sum) in sums.iter_mut().enumerate() {
                        let mut at = start.at;
                        at[N - 2] += row;
                        at[N - 1] += column;
                        let items = get(start.places, (row, column), number);
                        *sum = (self.operator)(*sum, (self.term)(at, indices.0 + number, items));
                    }
                }
            }
            for (to, sum) in unit.iter_mut().zip(sums.as_flattened()) {
                to.write(*sum);
            }
            start.next(&grid);
            done += I * J;
        }
        *from = start;
        done
    }

    /// Computes the totals of neighbours in a row of a unit.
    ///
    /// # Safety
    ///
    /// All must be positions of the loop.
    #[inline(always)]
    unsafe fn fill_row<T, X, G, const N: usize>(
        self,
        narrow: &Narrow<T, G>,
        start: Start<G::Places, N>,
        row: usize,
        totals: &mut [MaybeUninit<T>],
    ) where
        T: Element,
        G: Grid<N>,
        F: Fn([usize; N], usize, G::Items) -> X + Copy,
        O: Fn(T, X) -> T + Copy,
    {
        let mut column = 0;
        // SAFETY: the caller's promise.
        unsafe {
            while column + TOGETHER <= totals.len() {
                let sums = self.some::<T, X, G, TOGETHER, N>(narrow, start, (row, column));
                for (to, sum) in totals[column..].iter_mut().zip(sums) {
                    to.write(sum);
                }
                column += TOGETHER;
            }
            while column < totals.len() {
                let [sum] = self.some::<T, X, G, 1, N>(narrow, start, (row, column));
                totals[column].write(sum);
                column += 1;
            }
        }
    }

    /// Computes the totals of `W` neighbours.
    ///
    /// # Safety
    ///
    /// All must be positions of the loop.
    #[inline(always)]
    unsafe fn some<T, X, G, const W: usize, const N: usize>(
        self,
        narrow: &Narrow<T, G>,
        start: Start<G::Places, N>,
        (row, column): (usize, usize),
    ) -> [T; W]
    where
        T: Element,
        G: Grid<N>,
        F: Fn([usize; N], usize, G::Items) -> X + Copy,
        O: Fn(T, X) -> T + Copy,
    {
        let (grid, (from, count)) = (narrow.grid, narrow.indices);
        let mut sums = [narrow.seed; W];
        for number in 0..count {
            for (own, sum) in sums.iter_mut().enumerate() {
                let mut at = start.at;
                at[N - 2] += row;
                at[N - 1] += column + own;
                // SAFETY: the caller's promise.
                let items = unsafe { grid.get(start.places, (row, column + own), number) };
                *sum = (self.operator)(*sum, (self.term)(at, from + number, items));
            }
        }
        sums
    }
}
