//! Totals of few positions over many indices, computed before their loop.
//!
//! `generate(|j| sum(|i| a[[i, j]]))` over a table of a million rows and twenty columns has twenty
//! positions: too few for threads to share, and a block of one of them would read all of the table
//! for a column. So the indices are cut into ranges, whose totals threads compute for all positions
//! at once, and which are combined from left to right. The ranges depend on the numbers of
//! positions and indices alone.
//!
//! Totals of few rows over many indices, `generate(|i, j| sum(|k| a[[i, k]] * b[[k, j]]))` with ten rows of
//! `a`, are computed before their loop as well: in areas of all rows and some columns, so that `b` is read
//! once, and by all threads.
//!
//! `totals-of-few-positions.md`.

use std::ops::Range;

use super::areas::{Area, Areas};
use super::grid::Even;
use super::{Crossing, CrossingRows, Single, Totals};
use crate::element::Element;
use crate::error::{Fault, Stop};
use crate::over::Term;
use crate::partials::Partials;
use crate::run::Run;
use crate::source::tiles::Tiling;

/// The most positions of a loop whose totals are computed before it. Wider rows make blocks of some
/// cache lines each.
const MOST_POSITIONS: usize = 1024;

/// The terms of a range: they stay in a second-level cache for the other totals of the loop, and
/// take far longer than it takes to hand the range out.
const TERMS: usize = if cfg!(miri) { 64 } else { 32_768 };

/// The most ranges: the totals of each are kept until all are combined.
const MOST_RANGES: usize = 256;

/// Fewer terms than these take less time than the memory for totals.
const FEWEST_TERMS: usize = 256;

/// The indices that are taken for a few positions before the next ones: what they read stays in the
/// first-level cache.
const INDICES: usize = 64;

/// The totals of a loop: `(a, (b, … ()))`. Those of a loop over several indices are cut into areas, not
/// into ranges of indices.
pub trait AllTotals: Copy {
    /// The totals of all positions, or nothing: `(Vec, (Vec, … ()))`.
    type Done: Send;

    /// The number of ranges of indices.
    #[doc(hidden)]
    fn ranges(self) -> usize;

    /// The areas of a loop over several indices, if its totals are computed before it.
    #[doc(hidden)]
    fn areas(self) -> Option<Areas>;

    /// The totals of all positions, from those of all areas.
    #[doc(hidden)]
    fn in_order(areas: &Areas, parts: Vec<Self::Done>) -> Self::Done;

    /// Checks that all indices of all positions read elements.
    #[doc(hidden)]
    fn check(self);

    /// The totals over one range of the indices, of which alone the elements need be here.
    #[doc(hidden)]
    fn part(self, number: usize) -> Self::Done;

    /// Takes in the totals of the next range.
    #[doc(hidden)]
    fn join(self, done: &mut Self::Done, part: Self::Done);

    /// The totals of an area over some of the indices, which are counted from the first one, or over all:
    /// those that the indices `before` came to go on.
    #[doc(hidden)]
    fn resumed(
        self,
        area: &Area,
        indices: Option<Range<usize>>,
        before: Option<Self::Done>,
    ) -> Self::Done;

    /// No totals.
    #[doc(hidden)]
    fn nothing() -> Self::Done;
}

impl AllTotals for () {
    type Done = ();

    #[inline(always)]
    fn ranges(self) -> usize {
        0
    }

    #[inline(always)]
    fn areas(self) -> Option<Areas> {
        None
    }

    #[inline(always)]
    fn in_order(_: &Areas, _parts: Vec<()>) {}

    #[inline(always)]
    fn check(self) {}

    #[inline(always)]
    fn part(self, _number: usize) {}

    #[inline(always)]
    fn join(self, (): &mut (), (): ()) {}

    #[inline(always)]
    fn resumed(self, _: &Area, _: Option<Range<usize>>, _before: Option<()>) {}

    #[inline(always)]
    fn nothing() {}
}

impl<T, X, C, V, F, O, L, const EVEN: bool, const N: usize> AllTotals
    for (Totals<Single<V, F, O, EVEN>, N>, L)
where
    T: Element,
    C: Even + Tiling<Items = <C as Crossing>::Items>,
    V: Fn([usize; N]) -> (usize, usize, T, C) + Copy,
    F: Fn([usize; N], usize, <C as Crossing>::Items) -> X + Copy,
    O: Fn(T, X) -> T + Copy,
    X: Term<T>,
    L: AllTotals,
{
    type Done = (Vec<T>, L::Done);

    #[inline(always)]
    fn ranges(self) -> usize {
        self.0.ranges().max(self.1.ranges())
    }

    #[inline(always)]
    fn areas(self) -> Option<Areas> {
        self.0.areas().or_else(|| self.1.areas())
    }

    #[inline(always)]
    fn in_order(areas: &Areas, parts: Vec<Self::Done>) -> Self::Done {
        let (own, others): (Vec<Vec<T>>, Vec<L::Done>) = parts.into_iter().unzip();
        (areas.in_order(&own), L::in_order(areas, others))
    }

    #[inline(always)]
    fn check(self) {
        self.0.check_all();
        self.1.check();
    }

    #[inline(always)]
    fn part(self, number: usize) -> Self::Done {
        (self.0.part(number), self.1.part(number))
    }

    #[inline(always)]
    fn join(self, done: &mut Self::Done, part: Self::Done) {
        match done.0.is_empty() {
            true => done.0 = part.0,
            false => {
                for (total, part) in done.0.iter_mut().zip(part.0) {
                    *total = (self.0.folds.operator)(*total, X::of(part));
                }
            }
        }
        self.1.join(&mut done.1, part.1);
    }

    #[inline(always)]
    fn resumed(
        self,
        area: &Area,
        indices: Option<Range<usize>>,
        before: Option<Self::Done>,
    ) -> Self::Done {
        let (own, others) = before.unzip();
        (
            self.0.resumed(area, indices.clone(), own),
            self.1.resumed(area, indices, others),
        )
    }

    #[inline(always)]
    fn nothing() -> Self::Done {
        (Vec::new(), L::nothing())
    }
}

impl Run {
    /// Computes the totals of a loop before it begins, if it has few positions, or few rows.
    ///
    /// # Errors
    ///
    /// A fault where there is no memory for the totals of ranges.
    #[inline(always)]
    pub fn totals_ahead<L: AllTotals + Sync>(self, totals: L) -> Result<L::Done, Fault> {
        let ranges = totals.ranges();
        let mut done = L::nothing();
        if ranges == 0 {
            return match totals.areas() {
                Some(areas) => self.totals_of_areas(totals, &areas),
                None => Ok(done),
            };
        }
        totals.check();
        for part in self.parts(ranges, |number| totals.part(number))? {
            totals.join(&mut done, part);
        }
        Ok(done)
    }

    /// Computes the totals of all areas of a loop: tiles have the widest instructions by themselves.
    #[inline(never)]
    fn totals_of_areas<L: AllTotals + Sync>(
        self,
        totals: L,
        areas: &Areas,
    ) -> Result<L::Done, Fault> {
        let area = |number: usize| totals.resumed(&areas.at(number), None, None);
        let run = self.over(areas.count()).grain(1);
        let ((), parts) = run.blocks((), |block, _| Ok::<_, Stop>(area(block.start())))?;
        Ok(L::in_order(areas, parts.into_iter().collect()))
    }

    /// Computes so many parts, on all threads, with the widest instructions.
    #[inline(always)]
    pub(super) fn parts<D: Send>(
        self,
        count: usize,
        part: impl Fn(usize) -> D + Sync,
    ) -> Result<Partials<D>, Fault> {
        let part = |number: usize| Ok::<_, Stop>(part(number));
        // Three closures, so that each is inlined where its instructions are.
        let ((), parts) = self.over(count).grain(1).blocks_widest(
            (),
            |block, _| part(block.start()),
            |block, _| part(block.start()),
            |block, _| part(block.start()),
        )?;
        Ok(parts)
    }
}

/// The indices of a range, of so many for each of some positions.
#[inline]
pub(super) fn range(number: usize, count: usize, positions: usize) -> Range<usize> {
    let len = count.div_ceil(MOST_RANGES).max(TERMS / positions);
    let start = number.saturating_mul(len).min(count);
    start..count.min(start.saturating_add(len))
}

/// The number of ranges of so many indices for each of some positions, none where the totals are
/// left to the loop.
#[inline]
pub(super) fn ranges(count: usize, positions: usize) -> usize {
    let are_few = (1..=MOST_POSITIONS).contains(&positions);
    match are_few && count.saturating_mul(positions) >= FEWEST_TERMS {
        true => count.div_ceil(range(0, count, positions).len().max(1)),
        false => 0,
    }
}

impl<V, F, O, const EVEN: bool, const N: usize> Totals<Single<V, F, O, EVEN>, N> {
    #[inline(always)]
    fn ranges<T, C>(self) -> usize
    where
        V: Fn([usize; N]) -> (usize, usize, T, C) + Copy,
    {
        let positions = match self.space.sizes[..] {
            [positions] if positions > 0 => positions,
            _ => return 0,
        };
        let (from, to, ..) = (self.folds.open)(self.firsts);
        ranges(to.saturating_sub(from), positions)
    }

    /// The areas of a loop over several indices whose totals are worth tiles, if blocks of its rows are
    /// not.
    #[inline(always)]
    fn areas<T, C: Tiling>(self) -> Option<Areas>
    where
        V: Fn([usize; N]) -> (usize, usize, T, C) + Copy,
    {
        let sizes = &self.space.sizes;
        if !const { C::TILED } || N < 2 || sizes.contains(&0) {
            return None;
        }
        Areas::of_few_rows(sizes, || {
            let (from, to, ..) = (self.folds.open)(self.firsts);
            to.saturating_sub(from)
        })
    }

    /// The coordinates of a position of a loop over one index.
    #[inline(always)]
    fn along(&self, position: usize) -> [usize; N] {
        let mut at = self.firsts;
        at[N - 1] += position;
        at
    }

    /// Checks that all indices of all positions read elements.
    #[inline(always)]
    fn check_all<T, C: Crossing>(self)
    where
        V: Fn([usize; N]) -> (usize, usize, T, C) + Copy,
    {
        let positions = self.space.sizes[N - 1];
        let (from, to, _, views) = (self.folds.open)(self.firsts);
        let end = self.along(positions.saturating_sub(1));
        let last = (self.folds.open)(end).3;
        let _ = views.rows(last, (from, to.saturating_sub(from)), positions);
    }

    /// The totals of all positions over a range of the indices, none if there is no range of this
    /// number.
    #[inline(always)]
    fn part<T: Copy, X, C: Crossing>(self, number: usize) -> Vec<T>
    where
        V: Fn([usize; N]) -> (usize, usize, T, C) + Copy,
        F: Fn([usize; N], usize, C::Items) -> X + Copy,
        O: Fn(T, X) -> T + Copy,
        X: Term<T>,
    {
        let positions = self.space.sizes[N - 1];
        let (from, to, seed, views) = (self.folds.open)(self.firsts);
        let count = to.saturating_sub(from);
        let range = range(number, count, positions);
        if range.is_empty() {
            return Vec::new();
        }
        let end = self.along(positions - 1);
        let last = (self.folds.open)(end).3;
        let rows = views.rows(last, (from + range.start, range.len()), positions);
        // SAFETY: both are below what was asked for.
        let term = |position: usize, number: usize| unsafe {
            let items = rows.get(number - range.start, position);
            (self.folds.term)(self.along(position), from + number, items)
        };
        let mut totals: Vec<T> = match range.start {
            0 => vec![seed; positions],
            start => (0..positions)
                .map(|position| term(position, start).value())
                .collect(),
        };
        let mut start = range.start + usize::from(range.start > 0);
        while start < range.end {
            let some = start..range.end.min(start + INDICES);
            start = some.end;
            let mut rest = &mut totals[..];
            let mut position = 0;
            while !rest.is_empty() {
                let columns = match rest.len() {
                    16.. => 16,
                    8.. => 8,
                    4.. => 4,
                    _ => 1,
                };
                let (own, others) = rest.split_at_mut(columns);
                match columns {
                    16 => add::<_, _, 16>(own, position, some.clone(), term, self.folds.operator),
                    8 => add::<_, _, 8>(own, position, some.clone(), term, self.folds.operator),
                    4 => add::<_, _, 4>(own, position, some.clone(), term, self.folds.operator),
                    _ => add::<_, _, 1>(own, position, some.clone(), term, self.folds.operator),
                }
                (rest, position) = (others, position + columns);
            }
        }
        totals
    }
}

/// Takes the terms of some indices into the totals of `W` positions, which stay in registers.
#[inline(always)]
fn add<T: Copy, X, const W: usize>(
    totals: &mut [T],
    position: usize,
    indices: Range<usize>,
    term: impl Fn(usize, usize) -> X,
    operator: impl Fn(T, X) -> T,
) {
    let Some(totals) = totals.first_chunk_mut::<W>() else {
        return;
    };
    let mut own = *totals;
    for number in indices {
        for (column, total) in own.iter_mut().enumerate() {
            *total = operator(*total, term(position + column, number));
        }
    }
    *totals = own;
}

#[cfg(test)]
mod tests {
    use super::super::super::Across;
    use super::super::Totals;
    use super::{FEWEST_TERMS, MOST_POSITIONS, MOST_RANGES, TERMS, range, ranges};
    use crate::run::Run;

    #[test]
    fn ranges_are_neighbours_and_cover_all_indices() {
        for positions in [1, 7, 20, MOST_POSITIONS] {
            for count in [FEWEST_TERMS, TERMS, 2 * TERMS + 1, 999 * TERMS] {
                let number = ranges(count, positions);
                assert!(
                    number <= MOST_RANGES,
                    "{count} indices, {positions} positions"
                );
                let mut end = 0;
                for index in 0..number {
                    let own = range(index, count, positions);
                    assert!(own.start == end && !own.is_empty());
                    end = own.end;
                }
                assert_eq!(end, count);
                assert!(range(number, count, positions).is_empty());
            }
        }
        assert_eq!(ranges(TERMS * TERMS, MOST_POSITIONS + 1), 0);
    }

    /// The sums and the least of the columns of a table of `n` rows.
    fn columns(n: usize, m: usize) -> [Vec<i64>; 2] {
        let cells: Vec<i64> = (0..n * m).map(|x| (x * 7919 % 1009) as i64 - 500).collect();
        let a = &cells[..];
        let open = |start: i64| {
            move |[j]: [usize; 1]| {
                let column = Across::<_, 1, 2, 2>::of(a, [(n, 0, 1), (m, j, 0)]);
                (0, n, start, (column, ()))
            }
        };
        let sums = Totals::of([m], [0], open(3), |_, _, (x, ())| x, |a, b| a + b);
        let least = Totals::of([m], [0], open(i64::MAX), |_, _, (x, ())| x, i64::min);
        let done = Run::parallel(m, 1).totals_ahead((sums, (least, ())));
        let (sums, (least, ())) = done.expect("memory");
        if !sums.is_empty() {
            for j in 0..m {
                let column = || (0..n).map(|i| cells[i * m + j]);
                assert_eq!(
                    sums[j],
                    3 + column().sum::<i64>(),
                    "column {j} of {n} x {m}"
                );
                assert_eq!(Some(least[j]), column().min(), "column {j} of {n} x {m}");
            }
        }
        [sums, least]
    }

    #[test]
    fn totals_of_narrow_tables_are_those_of_their_columns() {
        for m in [1, 3, 4, 8, 16, 20, 31] {
            let n = 3 * TERMS / m + 5;
            assert_eq!(columns(n, m).map(|totals| totals.len()), [m, m]);
        }
        assert!(columns(100, 20).iter().all(|totals| totals.len() == 20));
        assert!(columns(3, 20).iter().all(Vec::is_empty));
        assert!(columns(0, 20).iter().all(Vec::is_empty));
        assert!(columns(5, 0).iter().all(Vec::is_empty));
    }

    /// Products of matrices with few rows: the totals before the loop are those of their terms in order.
    #[test]
    fn totals_of_few_rows_are_those_of_their_terms() {
        for (m, n, count) in [(4, 300, 500), (9, 515, 257), (63, 256, 513), (3, 300, 500)] {
            let a: Vec<f64> = (0..m * count).map(|x| (x as f64 * 0.37).sin()).collect();
            let b: Vec<f64> = (0..count * n).map(|x| (x as f64 * 0.53).cos()).collect();
            let (left, right) = (&a[..], &b[..]);
            let open = move |[i, j]: [usize; 2]| {
                let of_a = Across::<_, 0, 1, 2>::of(left, [(m, i, 0), (count, 0, 1)]);
                let of_b = Across::<_, 1, 0, 2>::of(right, [(count, 0, 1), (n, j, 0)]);
                (0, count, 0.5, (of_a, (of_b, ())))
            };
            let term = |_, _, (x, (y, ()))| x * y;
            let totals = Totals::of([m, n], [0, 0], open, term, |a, b| a + b).even();
            let done = Run::parallel(m * n, 1).totals_ahead((totals, ()));
            let done = done.expect("memory").0;
            assert_eq!(done.is_empty(), m < 4);
            for (at, total) in done.iter().enumerate() {
                let term = |sum, k| sum + a[at / n * count + k] * b[k * n + at % n];
                assert_eq!(
                    total.to_bits(),
                    (0..count).fold(0.5, term).to_bits(),
                    "{at}"
                );
            }
        }
    }
}
