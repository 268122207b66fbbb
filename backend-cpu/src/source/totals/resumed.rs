//! Totals of which several processes take the terms, each those of some indices.
//!
//! Each process has some of the [ranges](super::ahead) of indices into which totals are cut. All other
//! totals take their terms in order: a process goes on with what those of the indices before its own
//! have come to.

use super::ahead::{range, ranges};
use super::areas::{Area, Areas, Window};
use super::grid::Even;
use super::single::Row;
use super::{AllTotals, Before, Crossing, Single, Space, Target, Totals};
use crate::element::Element;
use crate::error::Fault;
use crate::over::Term;
use crate::partials::Partials;
use crate::run::Run;
use crate::simd::{self, Wide};
use crate::source::tiles::{MOST_COLUMNS, ROWS, Tiling};
use std::mem::MaybeUninit;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

impl Run {
    /// The number of indices in each [range](Run::totals_of_ranges) but the last, of so many for each
    /// of some positions; `None` where totals take their terms in order.
    #[must_use]
    pub fn range_of_totals(count: usize, positions: usize) -> Option<usize> {
        (ranges(count, positions) > 0).then(|| range(0, count, positions).len().max(1))
    }

    /// Computes the totals of some ranges of indices, of which alone the elements need be here.
    ///
    /// # Errors
    ///
    /// A fault where there is no memory for the totals of ranges.
    #[inline(always)]
    pub fn totals_of_ranges<L: AllTotals + Sync>(
        self,
        totals: L,
        ranges: Range<usize>,
    ) -> Result<Partials<L::Done>, Fault> {
        let first = ranges.start;
        self.parts(ranges.len(), |number| totals.part(first + number))
    }

    /// Takes the terms of some indices, which are counted from the first one, or of all, into the totals of
    /// neighbouring areas, from one on: those that are there go on.
    ///
    /// # Errors
    ///
    /// A fault where there is no memory for the totals.
    #[inline(always)]
    pub fn resumed_totals<L: AllTotals + Sync>(
        self,
        totals: L,
        (areas, first): (&Areas, usize),
        indices: Option<&Range<usize>>,
        done: &mut [Option<L::Done>],
    ) -> Result<(), Fault> {
        // Each thread has one of them at a time.
        let places: Vec<_> = done.iter_mut().map(Mutex::new).collect();
        let part = |number: usize| {
            let mut place = places[number]
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            let area = areas.at(first + number);
            **place = Some(totals.resumed(&area, indices.cloned(), place.take()));
            // Blocks that return nothing may be done as one.
            number
        };
        self.parts(places.len(), part)?;
        Ok(())
    }
}

impl<T, X, C, V, F, O, const EVEN: bool, const N: usize> Totals<Single<V, F, O, EVEN>, N>
where
    T: Element,
    C: Even + Tiling<Items = <C as Crossing>::Items>,
    V: Fn([usize; N]) -> (usize, usize, T, C) + Copy,
    F: Fn([usize; N], usize, <C as Crossing>::Items) -> X + Copy,
    O: Fn(T, X) -> T + Copy,
    X: Term<T>,
{
    /// The totals of an area over some of the indices, or all of them.
    #[inline(always)]
    pub(super) fn resumed(
        self,
        area: &Area,
        indices: Option<Range<usize>>,
        before: Option<Vec<T>>,
    ) -> Vec<T> {
        let own = match area.window {
            Some(window) => self.at_values(window),
            None => self,
        };
        match own.in_place(area, &indices, before) {
            Ok(totals) => totals,
            Err(before) => own.of_area(area, &indices, before.as_deref()),
        }
    }

    /// The totals at some values of an index.
    #[inline(always)]
    fn at_values(self, window: Window) -> Self {
        let Totals {
            space,
            mut firsts,
            folds,
        } = self;
        let mut sizes = space.sizes;
        sizes[window.index] = window.count;
        firsts[window.index] += window.first;
        Totals {
            space: Space::of(sizes),
            firsts,
            folds,
        }
    }

    /// The totals of an area in the place of those before, if it is cut into whole tiles; these otherwise.
    #[inline(always)]
    fn in_place(
        self,
        area: &Area,
        indices: &Option<Range<usize>>,
        before: Option<Vec<T>>,
    ) -> Result<Vec<T>, Option<Vec<T>>> {
        let (rows, columns) = (area.rows.len(), area.columns.len());
        let [.., height, row] = self.space.sizes[..] else {
            return Err(before);
        };
        let is_whole = rows.is_multiple_of(ROWS) && columns.is_multiple_of(MOST_COLUMNS);
        if !const { Self::IN_TILES } || !is_whole || area.len() == 0 {
            return Err(before);
        }
        let digits = self
            .space
            .digits(area.rows.start * row + area.columns.start);
        let at = self.at(digits);
        let (from, to, ..) = (self.folds.open)(at);
        let indices = some((from, to), indices);
        if rows > height - digits[N - 2] || indices.1 == 0 {
            return Err(before);
        }
        let (resumed, mut room) = match before {
            Some(before) => {
                let room = before.into_iter().map(MaybeUninit::new);
                (Before::There, room.collect())
            }
            None => (Before::Nothing, Vec::new()),
        };
        let mut target = Target {
            rows: &mut room,
            row: 0,
            pitch: columns,
        };
        let are_there = (self.folds).tiles(at, (rows, columns), indices, resumed, &mut target);
        if !are_there && matches!(resumed, Before::Nothing) {
            return Err(None);
        }
        // SAFETY: tiles have written the totals of all rows and columns, of which there are no others; or
        // all of them were there.
        let totals = room.into_iter().map(|total| unsafe { total.assume_init() });
        match are_there {
            true => Ok(totals.collect()),
            false => Err(Some(totals.collect())),
        }
    }

    /// Set if rectangles may be worth tiles.
    const IN_TILES: bool = C::TILED && matches!(size_of::<T>(), 1..=8);

    #[inline(always)]
    fn of_area(self, area: &Area, indices: &Option<Range<usize>>, before: Option<&[T]>) -> Vec<T> {
        let (width, row) = (area.columns.len(), self.space.sizes[N - 1]);
        let mut totals: Vec<T> = Vec::with_capacity(area.len());
        let mut room = Vec::new();
        let mut number = area.rows.start;
        while number < area.rows.end {
            let digits = self.space.digits(number * row + area.columns.start);
            let before = before.map(|before| &before[totals.len()..area.len()]);
            if let [.., height, _] = self.space.sizes[..] {
                let rows = (height - digits[N - 2]).min(area.rows.end - number);
                let size = (rows, width);
                if self.in_tiles(digits, size, indices, before, &mut room, &mut totals) {
                    number += rows;
                    continue;
                }
            }
            self.in_row(digits, width, indices, before, &mut totals);
            number += 1;
        }
        totals
    }

    /// Adds the totals of a rectangle from a position of these digits on, if it is worth tiles.
    #[inline(always)]
    fn in_tiles(
        self,
        digits: [usize; N],
        (rows, columns): (usize, usize),
        indices: &Option<Range<usize>>,
        before: Option<&[T]>,
        room: &mut Vec<MaybeUninit<T>>,
        totals: &mut Vec<T>,
    ) -> bool {
        let at = self.at(digits);
        let (from, to, ..) = (self.folds.open)(at);
        let indices = some((from, to), indices);
        if !const { Self::IN_TILES } || indices.1 == 0 {
            return false;
        }
        let pitch = columns.next_multiple_of(MOST_COLUMNS);
        let mut target = Target {
            rows: room,
            row: 0,
            pitch,
        };
        let size = (rows, columns);
        let before = before.map_or(Before::Nothing, Before::Elsewhere);
        if !(self.folds).tiles(at, size, indices, before, &mut target) {
            return false;
        }
        for row in room.chunks_exact(pitch).take(rows) {
            // SAFETY: the totals of the columns of a row are written.
            totals.extend(
                row[..columns]
                    .iter()
                    .map(|total| unsafe { total.assume_init() }),
            );
        }
        true
    }

    /// Adds the totals of so many positions of a row, from one of these digits on.
    #[inline(always)]
    fn in_row(
        self,
        digits: [usize; N],
        width: usize,
        indices: &Option<Range<usize>>,
        before: Option<&[T]>,
        totals: &mut Vec<T>,
    ) {
        let at = self.at(digits);
        let (from, to, seed, views) = (self.folds.open)(at);
        let first = totals.len();
        match before {
            Some(before) => totals.extend_from_slice(&before[..width]),
            None => totals.resize(first + width, seed),
        }
        let indices = some((from, to), indices);
        if width == 0 || indices.1 == 0 {
            return;
        }
        let mut end = at;
        end[N - 1] += width - 1;
        // The rows are those of as many indices and positions.
        let row = Row {
            at,
            indices,
            rows: views.rows((self.folds.open)(end).3, indices, width),
            term: self.folds.term,
            operator: self.folds.operator,
            totals: &mut totals[first..],
        };
        match const { X::FUSED } {
            true => simd::widely(row),
            false => row.run::<false>(),
        }
    }
}

/// The first of some indices, which are counted from the first one, and their number; those of all.
#[inline(always)]
fn some((from, to): (usize, usize), indices: &Option<Range<usize>>) -> (usize, usize) {
    match indices {
        Some(indices) => (from + indices.start, indices.len()),
        None => (from, to.saturating_sub(from)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::Across;
    use super::super::{AllTotals, Areas, Totals};
    use crate::run::Run;

    #[test]
    fn totals_go_on_where_others_stopped() {
        for (n, m) in [(1, 1), (7, 3), (40, 2500)] {
            let cells: Vec<f64> = (0..n * m).map(|x| (x as f64 * 0.37).sin()).collect();
            // Each process has the rows from one on alone.
            let of_rows = |from: usize, to: usize| {
                let own = &cells[from * m..to * m];
                let open = move |[j]: [usize; 1]| {
                    let axes = [(to - from, 0usize.wrapping_sub(from), 1), (m, j, 0)];
                    (0, n, 0.5, (Across::<_, 1, 2, 2>::of(own, axes), ()))
                };
                (
                    Totals::of([m], [0], open, |_, _, (x, ())| x, |a, b| a + b),
                    (),
                )
            };
            let (run, areas) = (Run::parallel(m, 1), Areas::of(&[m], n, 3));
            let expected: Vec<f64> = (0..m)
                .map(|j| (0..n).fold(0.5, |sum, i| sum + cells[i * m + j]))
                .collect();
            let cuts = [0, n / 3, n / 3, 2 * n / 3, n];
            let mut done = vec![None; areas.count()];
            for cut in cuts.windows(2) {
                let indices = cut[0]..cut[1];
                let totals = of_rows(cut[0], cut[1]);
                run.resumed_totals(totals, (&areas, 0), Some(&indices), &mut done)
                    .unwrap();
            }
            let sums: Vec<f64> = done.into_iter().flat_map(|done| done.unwrap().0).collect();
            assert!(
                sums.iter()
                    .map(|x| x.to_bits())
                    .eq(expected.iter().map(|x| x.to_bits()))
            );
        }
    }

    /// The product of two matrices, of which each process has some rows of the second alone.
    #[test]
    fn totals_of_tiles_go_on() {
        for (m, n, count) in [
            (1, 1, 3),
            (64, 160, 40),
            (4, 40, 30),
            (7, 33, 600),
            (40, 70, 50),
            (3, 5000, 8),
        ] {
            let a: Vec<f64> = (0..m * count).map(|x| (x as f64 * 0.37).sin()).collect();
            let b: Vec<f64> = (0..count * n).map(|x| (x as f64 * 0.53).cos()).collect();
            let of_rows = |from: usize, to: usize| {
                let (a, own) = (&a[..], &b[from * n..to * n]);
                let open = move |[i, j]: [usize; 2]| {
                    let of_a = Across::<_, 0, 1, 2>::of(a, [(m, i, 0), (count, 0, 1)]);
                    let axes = [(to - from, 0usize.wrapping_sub(from), 1), (n, j, 0)];
                    (
                        0,
                        count,
                        0.5,
                        (of_a, (Across::<_, 1, 0, 2>::of(own, axes), ())),
                    )
                };
                let totals = Totals::of(
                    [m, n],
                    [0, 0],
                    open,
                    |_, _, (x, (y, ()))| x * y,
                    |a, b| a + b,
                );
                (totals, ())
            };
            let run = Run::parallel(m * n, 1);
            let total = |at: usize| {
                let term = |sum, k| sum + a[at / n * count + k] * b[k * n + at % n];
                (0..count).fold(0.5, term)
            };
            let expected: Vec<f64> = (0..m * n).map(total).collect();
            let cuts = [0, count / 3, count / 3, 2 * count / 3, count];
            // All areas at once, and one after the other.
            let areas = Areas::of(&[m, n], count, 8);
            for together in [areas.count(), 1] {
                let mut got = vec![f64::NAN; m * n];
                for start in (0..areas.count()).step_by(together) {
                    let end = (start + together).min(areas.count());
                    let mut done = vec![None; end - start];
                    for cut in cuts.windows(2) {
                        let (totals, indices) = (of_rows(cut[0], cut[1]), cut[0]..cut[1]);
                        let some = (&areas, start);
                        run.resumed_totals(totals, some, Some(&indices), &mut done)
                            .unwrap();
                    }
                    put(&areas, start, done, &mut got);
                }
                let bits = |xs: &[f64]| xs.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
                assert_eq!(bits(&got), bits(&expected), "{m} × {n}, {together}");
            }
        }
    }

    /// A product of which some columns are there, and all of their terms.
    #[test]
    fn totals_at_some_values_of_an_index() {
        let (m, n, count) = (70, 150, 40);
        let a: Vec<f64> = (0..m * count).map(|x| (x as f64 * 0.37).sin()).collect();
        let b: Vec<f64> = (0..count * n).map(|x| (x as f64 * 0.53).cos()).collect();
        let (a, all) = (&a[..], &b[..]);
        for values in [0..n, 7..140, 149..150, 3..3] {
            let own = &all[values.start * count..values.end * count];
            let (first, rows) = (values.start, values.len());
            let open = move |[i, j]: [usize; 2]| {
                let of_a = Across::<_, 0, 1, 2>::of(a, [(m, i, 0), (count, 0, 1)]);
                let axes = [(rows, j - first, 0), (count, 0, 1)];
                (
                    0,
                    count,
                    0.5,
                    (of_a, (Across::<_, 2, 0, 2>::of(own, axes), ())),
                )
            };
            let sizes = [m, n];
            let totals = Totals::of(
                sizes,
                [0, 0],
                open,
                |_, _, (x, (y, ()))| x * y,
                |a, b| a + b,
            );
            for positions in [0..m * rows, 5 * rows + rows / 2..30 * rows, 3..3] {
                let areas = Areas::within(&sizes, (1, values.clone()), &positions);
                let run = Run::sequential(m * n, 1);
                let mut done = vec![None; areas.count()];
                run.resumed_totals((totals, ()), (&areas, 0), None, &mut done)
                    .unwrap();
                let mut got = vec![f64::NAN; m * rows];
                put(&areas, 0, done, &mut got);
                for at in positions.filter(|_| rows > 0) {
                    let (i, j) = (at / rows, first + at % rows);
                    let term = |sum, k| sum + a[i * count + k] * all[j * count + k];
                    let expected = (0..count).fold(0.5, term);
                    assert_eq!(got[at].to_bits(), expected.to_bits(), "{i} {j}");
                }
            }
        }
    }

    /// Puts the totals of neighbouring areas in their places.
    fn put(areas: &Areas, first: usize, done: Vec<Option<(Vec<f64>, ())>>, all: &mut [f64]) {
        for (number, done) in done.into_iter().enumerate() {
            let mut totals = done.unwrap().0.into_iter();
            for (start, len) in areas.runs(first + number) {
                for place in &mut all[start..start + len] {
                    *place = totals.next().unwrap();
                }
            }
        }
    }

    #[test]
    fn ranges_are_those_of_all_totals() {
        let (n, m) = (20_000, 9);
        let cells: Vec<f64> = (0..n * m).map(|x| (x as f64 * 0.37).sin()).collect();
        let len = Run::range_of_totals(n, m).unwrap();
        let of_rows = |from: usize, to: usize| {
            let own = &cells[from * m..to * m];
            let open = move |[j]: [usize; 1]| {
                let axes = [(to - from, 0usize.wrapping_sub(from), 1), (m, j, 0)];
                (0, n, 0.5, (Across::<_, 1, 2, 2>::of(own, axes), ()))
            };
            (
                Totals::of([m], [0], open, |_, _, (x, ())| x, |a, b| a + b),
                (),
            )
        };
        let run = Run::parallel(m, 1);
        let all = run.totals_ahead(of_rows(0, n)).unwrap();
        let mut joined = (Vec::new(), ());
        for number in 0..n.div_ceil(len) {
            let own = of_rows(number * len, n.min((number + 1) * len));
            for part in run.totals_of_ranges(own, number..number + 1).unwrap() {
                own.join(&mut joined, part);
            }
        }
        assert!(
            all.0
                .iter()
                .map(|x| x.to_bits())
                .eq(joined.0.iter().map(|x| x.to_bits()))
        );
    }
}
