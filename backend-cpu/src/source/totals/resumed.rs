//! Totals of which several processes take the terms, each those of some indices.
//!
//! Each process has some of the [ranges](super::ahead) of indices into which totals are cut. All other
//! totals take their terms in order: a process goes on with what those of the indices before its own
//! have come to.

use super::ahead::{range, ranges};
use super::areas::{Area, Areas};
use super::grid::Even;
use super::single::Row;
use super::{AllTotals, Crossing, Single, Target, Totals};
use crate::element::Element;
use crate::error::Fault;
use crate::over::Term;
use crate::partials::Partials;
use crate::run::Run;
use crate::simd::{self, Wide};
use crate::source::tiles::{MOST_COLUMNS, Tiling};
use std::mem::MaybeUninit;
use std::ops::Range;

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

    /// Takes the terms of some indices, which are counted from the first one, into the totals of the
    /// positions of neighbouring areas: those that the indices `before` came to, if there are any. The
    /// totals of one area follow those of another.
    ///
    /// # Errors
    ///
    /// A fault where there is no memory for the totals.
    #[inline(always)]
    pub fn resumed_totals<L: AllTotals + Sync>(
        self,
        totals: L,
        (areas, numbers): (&Areas, Range<usize>),
        indices: &Range<usize>,
        before: Option<&L::Done>,
    ) -> Result<L::Done, Fault>
    where
        L::Done: Sync,
    {
        let first = numbers.start;
        let part = |number: usize| {
            let number = first + number;
            let at = areas.before(number) - areas.before(first);
            let before = before.map(|before| (before, at));
            totals.resumed(&areas.at(number), indices.clone(), before)
        };
        let mut done = L::nothing();
        for part in self.parts(numbers.len(), part)? {
            L::append(&mut done, part);
        }
        Ok(done)
    }
}

impl<T, X, C, V, F, O, const N: usize> Totals<Single<V, F, O>, N>
where
    T: Element,
    C: Even + Tiling<Items = <C as Crossing>::Items>,
    V: Fn([usize; N]) -> (usize, usize, T, C) + Copy,
    F: Fn([usize; N], usize, <C as Crossing>::Items) -> X + Copy,
    O: Fn(T, X) -> T + Copy,
    X: Term<T>,
{
    /// The totals of an area over some of the indices.
    #[inline(always)]
    pub(super) fn resumed(
        self,
        area: &Area,
        indices: Range<usize>,
        before: Option<&[T]>,
    ) -> Vec<T> {
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
                if self.in_tiles(digits, size, &indices, before, &mut room, &mut totals) {
                    number += rows;
                    continue;
                }
            }
            self.in_row(digits, width, &indices, before, &mut totals);
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
        indices: &Range<usize>,
        before: Option<&[T]>,
        room: &mut Vec<MaybeUninit<T>>,
        totals: &mut Vec<T>,
    ) -> bool {
        if !const { C::TILED && matches!(size_of::<T>(), 1..=8) } || indices.is_empty() {
            return false;
        }
        let at = self.at(digits);
        let from = (self.folds.open)(at).0 + indices.start;
        let pitch = columns.next_multiple_of(MOST_COLUMNS);
        let mut target = Target {
            rows: room,
            row: 0,
            pitch,
        };
        let (size, indices) = ((rows, columns), (from, indices.len()));
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
        indices: &Range<usize>,
        before: Option<&[T]>,
        totals: &mut Vec<T>,
    ) {
        let at = self.at(digits);
        let (from, _, seed, views) = (self.folds.open)(at);
        let first = totals.len();
        match before {
            Some(before) => totals.extend_from_slice(&before[..width]),
            None => totals.resize(first + width, seed),
        }
        let indices = (from + indices.start, indices.len());
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
            let mut done = None;
            for cut in cuts.windows(2) {
                let indices = cut[0]..cut[1];
                let totals = of_rows(cut[0], cut[1]);
                done = Some(
                    run.resumed_totals(totals, (&areas, 0..areas.count()), &indices, done.as_ref())
                        .unwrap(),
                );
            }
            let (sums, ()) = done.unwrap();
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
                let mut got = (Vec::new(), ());
                for start in (0..areas.count()).step_by(together) {
                    let numbers = start..(start + together).min(areas.count());
                    let mut done = None;
                    for cut in cuts.windows(2) {
                        let (totals, indices) = (of_rows(cut[0], cut[1]), cut[0]..cut[1]);
                        let some = (&areas, numbers.clone());
                        let more = run.resumed_totals(totals, some, &indices, done.as_ref());
                        done = Some(more.unwrap());
                    }
                    append(of_rows(0, count), &mut got, done.unwrap());
                }
                let (got, ()) = in_rows(of_rows(0, count), got, &areas);
                let bits = |xs: &[f64]| xs.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
                assert_eq!(bits(&got), bits(&expected), "{m} × {n}, {together}");
            }
        }
    }

    /// [`AllTotals::append`] of totals whose type has no name.
    fn append<L: AllTotals>(_: L, done: &mut L::Done, more: L::Done) {
        L::append(done, more);
    }

    /// [`AllTotals::in_rows`] of such totals.
    fn in_rows<L: AllTotals>(_: L, done: L::Done, areas: &Areas) -> L::Done {
        L::in_rows(done, areas)
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
