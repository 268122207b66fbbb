//! Totals of which several processes take the terms, each those of some indices.
//!
//! Each process has some of the [ranges](super::ahead) of indices into which totals are cut. All other
//! totals take their terms in order: a process goes on with what those of the indices before its own
//! have come to.

use super::ahead::{range, ranges};
use super::single::Row;
use super::{AllTotals, Crossing, Single, Totals};
use crate::error::Fault;
use crate::partials::Partials;
use crate::run::Run;
use crate::simd::Wide;
use std::ops::Range;

/// The positions whose totals a thread resumes at a time: they stay in the first-level cache.
const POSITIONS: usize = if cfg!(miri) { 16 } else { 1024 };

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

    /// Takes the terms of some indices, which are counted from the first one, into the totals of some
    /// positions: those that the indices `before` came to, if there are any.
    ///
    /// # Errors
    ///
    /// A fault where there is no memory for the totals.
    #[inline(always)]
    pub fn resumed_totals<L: AllTotals + Sync>(
        self,
        totals: L,
        positions: Range<usize>,
        indices: &Range<usize>,
        before: Option<&L::Done>,
    ) -> Result<L::Done, Fault>
    where
        L::Done: Sync,
    {
        let part = |number: usize| {
            let skipped = number * POSITIONS;
            let start = positions.start + skipped;
            let own = start..positions.end.min(start + POSITIONS);
            let before = before.map(|before| (before, skipped));
            totals.resumed(own, indices.clone(), before)
        };
        let mut done = L::nothing();
        for part in self.parts(positions.len().div_ceil(POSITIONS), part)? {
            L::append(&mut done, part);
        }
        Ok(done)
    }
}

impl<V, F, O> Totals<Single<V, F, O>, 1> {
    /// The totals of some positions over some of the indices.
    #[inline(always)]
    pub(super) fn resumed<T: Copy, X, C: Crossing>(
        self,
        positions: Range<usize>,
        indices: Range<usize>,
        before: Option<&[T]>,
    ) -> Vec<T>
    where
        V: Fn([usize; 1]) -> (usize, usize, T, C) + Copy,
        F: Fn([usize; 1], usize, C::Items) -> X + Copy,
        O: Fn(T, X) -> T + Copy,
    {
        let (width, [first]) = (positions.len(), self.firsts);
        let at = first + positions.start;
        let (from, _, seed, views) = (self.folds.open)([at]);
        let mut totals: Vec<T> = match before {
            Some(before) => before[..width].to_vec(),
            None => vec![seed; width],
        };
        let (from, count) = (from + indices.start, indices.len());
        if width == 0 || count == 0 {
            return totals;
        }
        let last = (self.folds.open)([at + width - 1]).3;
        let rows = views.rows(last, (from, count), width);
        // The rows are those of as many indices and positions.
        let row = Row {
            at: [at],
            indices: (from, count),
            rows,
            term: self.folds.term,
            operator: self.folds.operator,
            totals: &mut totals,
        };
        row.run::<false>();
        totals
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::Across;
    use super::super::{AllTotals, Totals};
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
            let run = Run::parallel(m, 1);
            let expected: Vec<f64> = (0..m)
                .map(|j| (0..n).fold(0.5, |sum, i| sum + cells[i * m + j]))
                .collect();
            let cuts = [0, n / 3, n / 3, 2 * n / 3, n];
            let mut done = None;
            for cut in cuts.windows(2) {
                let indices = cut[0]..cut[1];
                let totals = of_rows(cut[0], cut[1]);
                done = Some(
                    run.resumed_totals(totals, 0..m, &indices, done.as_ref())
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
