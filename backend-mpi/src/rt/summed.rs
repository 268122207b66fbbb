//! Totals of folds that read a row of an array for each value of an index: of their own, or of the loop.
//!
//! `sum(|k| a[[i, k]] * b[[k, j]])` reads a row of `b` for each `k`, and `sum(|k| a[[i, k]] * b[[j, k]])`
//! one for each `j`. Where these are fewer bytes, the totals move in the place of the rows, with what else
//! they are made of: each process computes those of the values whose rows it has. Otherwise rows come to
//! all processes, some at a time, or all at once if they are few.

use super::values::Values;
use super::{Moved, Part, Rows, Whole};
use crate::array::Array;
use crate::element::Element;
use fusus_cpu::{AllTotals, Areas, Fault, Run};
use std::ops::Range;

/// So many pieces of the positions for each process: while one process waits for the first piece, the
/// others are that far.
///
/// Two processes have 8/9 of the ideal speed with 4 pieces, 16/17 with 8 and 32/33 with 16, but for messages and
/// the entry of a loop. On two cores of a Xeon 32 rows by a matrix of 2048² took 6.57, 6.26 and 6.38 ms, and 7.23,
/// 6.79 and 6.99 in another run, where two threads took 6.0 and 6.5 or more; 7.00 with 32 pieces.
const PIECES: usize = 8;

/// The fewest bytes of the rows that come to a process at a time: a process keeps as many for arrays that
/// come as a whole, which takes less time. Tests, which are not optimised, have short ones.
///
/// `blocks-of-rows.md`.
const BLOCK: u64 = match cfg!(debug_assertions) {
    true => 1 << 17,
    false => 32 << 20,
};

/// The message of a process that has no memory: others wait for it.
pub(super) const MEMORY: &str = "a process has memory for the totals of its loop";

/// An index, of which each value has a row of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Along {
    /// The indices of folds, of which there are so many.
    Terms(usize),
    /// The index of the loop with this number.
    Index(usize),
}

/// The rows that a process has for the totals of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// All of them.
    All,
    /// The rows of some values: the first value of each process, and the number of all.
    Own(Vec<u64>),
    /// The rows of some values, then those of the next ones: the first value of each block, and the number
    /// of all.
    Blocks(Vec<u64>),
}

/// The totals of a loop, and how processes share them.
#[derive(Debug)]
pub struct Summed<'p> {
    pub(super) part: &'p Part,
    /// The numbers of values of the indices of the loop.
    pub(super) sizes: Vec<usize>,
    pub(super) along: Along,
    pub(super) way: Way,
    /// The number of terms in a range, where totals are cut into ranges of them.
    range: Option<usize>,
}

impl Part {
    /// Decides how the processes share the totals of a loop of such `sizes`, of which each has a row of
    /// some arrays for each value of an index. Where they compute those of their own rows, all of them
    /// need the `others`, which have so many bytes.
    pub fn summed(
        &self,
        sizes: &[usize],
        along: Along,
        arrays: &[&dyn Rows],
        others: u64,
    ) -> Summed<'_> {
        let positions = sizes.iter().product();
        // Totals in tiles take their terms in order.
        let range = match (along, sizes) {
            (Along::Terms(count), [_]) => Run::range_of_totals(count, positions),
            _ => None,
        };
        Summed {
            part: self,
            sizes: sizes.to_vec(),
            along,
            way: self.way(sizes, along, range, arrays, others),
            range,
        }
    }

    fn way(
        &self,
        sizes: &[usize],
        along: Along,
        range: Option<usize>,
        arrays: &[&dyn Rows],
        others: u64,
    ) -> Way {
        let (size, count) = (self.world.size(), along.count(sizes));
        let positions: usize = sizes.iter().product();
        let bytes = |array: &&dyn Rows| {
            let (height, row) = array.shape();
            (height as u64).saturating_mul(row)
        };
        let Some(largest) = arrays.iter().copied().max_by_key(bytes) else {
            return Way::All;
        };
        // Where a value leaves an array, all processes find that it does.
        let are_inside = arrays.iter().all(|array| {
            let first = usize::try_from(array.start()).ok();
            let end = first.and_then(|first| first.checked_add(count));
            end.is_some_and(|end| end <= array.shape().0)
        });
        if size == 1 || count == 0 || positions == 0 || !are_inside {
            return Way::All;
        }
        let first = largest.start() as u64;
        let unit = range.unwrap_or(1) as u64;
        let bound = |row: &u64| {
            let number = row.saturating_sub(first);
            number.next_multiple_of(unit).min(count as u64)
        };
        let mut bounds: Vec<u64> = largest.bounds().iter().map(bound).collect();
        (bounds[0], bounds[size]) = (0, count as u64);
        let more = (size - 1) as u64;
        let whole: u64 = arrays.iter().map(bytes).sum();
        let moved: u64 = arrays.iter().map(|array| moving(*array, &bounds)).sum();
        let totals = (positions as u64).saturating_mul(u64::BYTES as u64);
        let totals = match (along, range) {
            (Along::Terms(count), Some(range)) => {
                totals.saturating_mul(count.div_ceil(range) as u64 * more)
            }
            (Along::Terms(_), None) => totals.saturating_mul(size as u64),
            (Along::Index(_), _) => totals,
        };
        let moved = moved.saturating_add(totals);
        let moved = moved.saturating_add(others.saturating_mul(more));
        if moved < whole.saturating_mul(more) {
            return Way::Own(bounds);
        }
        let row: u64 = arrays.iter().map(|array| array.shape().1).sum();
        let all = row.saturating_mul(count as u64);
        // Each process has as much of the result, of these arrays and of others.
        let own = (8 * positions as u64)
            .saturating_add(all)
            .saturating_add(others)
            / size as u64;
        let blocks = match all > own {
            true => (all / BLOCK).min(size as u64) as usize,
            false => 1,
        };
        match blocks < 2 || range.is_some() {
            true => Way::All,
            false => {
                let bounds = (0..=blocks).map(|block| bounds[block * size / blocks]);
                Way::Blocks(bounds.collect())
            }
        }
    }
}

impl Along {
    /// The number of values.
    pub(super) fn count(self, sizes: &[usize]) -> usize {
        match self {
            Along::Terms(count) => count,
            Along::Index(index) => sizes[index],
        }
    }
}

/// The bytes of the rows that processes need of others if they have those of such values.
fn moving(array: &dyn Rows, bounds: &[u64]) -> u64 {
    let (row, start) = (array.shape().1, array.start());
    let theirs = array.bounds();
    let pairs = theirs.windows(2).zip(bounds.windows(2));
    let rows = pairs.map(|(theirs, wanted)| {
        let at = |value: u64| value.saturating_add_signed(start as i64);
        let wanted = at(wanted[0])..at(wanted[1]);
        let own = theirs[1].min(wanted.end);
        let own = own.saturating_sub(theirs[0].max(wanted.start));
        wanted.end - wanted.start - own
    });
    rows.sum::<u64>().saturating_mul(row)
}

impl Summed<'_> {
    /// Returns true if each process has the rows of some values alone.
    pub fn is_shared(&self) -> bool {
        matches!(self.way, Way::Own(_))
    }

    /// All elements of an array, if each process has the rows of some values alone. Collective.
    pub fn all<'a, T: Element>(&self, array: &'a Array<T>) -> Option<Whole<'a, T>> {
        self.is_shared().then(|| super::whole(array))
    }

    /// The totals of the positions of this process where all rows are here, or those of its own values.
    pub(super) fn at_once<L>(&self, run: Run, totals: L) -> Result<L::Done, Fault>
    where
        L: AllTotals + Sync,
        L::Done: Moved,
    {
        match (&self.way, self.along, self.range) {
            (Way::Own(bounds), Along::Terms(_), Some(range)) => {
                Ok(self.of_ranges(run, totals, bounds, range as u64))
            }
            (Way::Own(bounds), Along::Terms(count), None) => {
                Ok(self.in_order(run, totals, bounds, count))
            }
            (Way::Own(bounds), Along::Index(index), _) => {
                Ok(self.of_values(run, totals, bounds, index))
            }
            // Each process has those of its own rows in the loop.
            _ if self.sizes.len() > 1 && self.part.world.size() > 1 => Ok(L::nothing()),
            _ => Ok(run.totals_ahead(totals)?.cut(self.own())),
        }
    }

    /// The positions of this process.
    pub(super) fn own(&self) -> Range<usize> {
        self.of_rank(self.part.world.rank())
    }

    /// The positions of a process.
    pub(super) fn of_rank(&self, rank: usize) -> Range<usize> {
        let bounds = &self.part.bounds;
        bounds[rank] as usize..bounds[rank + 1] as usize
    }

    /// The totals from those of the ranges of terms that each process has.
    fn of_ranges<L>(&self, run: Run, totals: L, bounds: &[u64], range: u64) -> L::Done
    where
        L: AllTotals + Sync,
        L::Done: Moved,
    {
        let world = &self.part.world;
        let positions: usize = self.sizes.iter().product();
        let number = |rank: usize| bounds[rank].div_ceil(range) as usize;
        let own = number(world.rank())..number(world.rank() + 1);
        let mut message = Vec::new();
        if !own.is_empty() {
            let parts = run.totals_of_ranges(totals, own);
            for part in parts.expect(MEMORY) {
                part.put(0..positions, &mut message);
            }
        }
        let mut done = L::nothing();
        for message in world.all_gather_bytes(&message) {
            let mut rest = &message[..];
            while !rest.is_empty() {
                totals.join(&mut done, Moved::take(&mut rest, positions));
            }
        }
        done.cut(self.own())
    }

    /// The totals of the values whose rows each process has, at all positions of the loop.
    fn of_values<L>(&self, run: Run, totals: L, bounds: &[u64], index: usize) -> L::Done
    where
        L: AllTotals + Sync,
        L::Done: Moved,
    {
        let world = &self.part.world;
        let (rank, size, own) = (world.rank(), world.size(), self.own());
        let of_rank = |rank: usize| {
            let values = bounds[rank] as usize..bounds[rank + 1] as usize;
            Values::of(&self.sizes, index, values)
        };
        let (mine, positions) = (of_rank(rank), self.sizes.iter().product());
        let all = mine.among(&(0..positions));
        let areas = mine.areas(&all);
        let mut some = Vec::new();
        some.resize_with(areas.count(), || None);
        let done = run.resumed_totals(totals, (&areas, 0), None, &mut some);
        done.expect(MEMORY);
        let mut done = L::nothing();
        for (number, area) in some.into_iter().enumerate() {
            let area = area.expect("all areas are done");
            done.place(all.len(), &area, &in_rows(&areas, number));
        }
        let lists = (0..size).map(|to| {
            let mut list = Vec::new();
            if to != rank {
                done.put(mine.among(&self.of_rank(to)), &mut list);
            }
            list
        });
        let counts = (0..size).map(|from| match from == rank {
            true => 0,
            false => of_rank(from).among(&own).len(),
        });
        let counts: Vec<usize> = counts.collect();
        let bytes = |count: &usize| (<L::Done as Moved>::BYTES * count) as u64;
        let arriving: Vec<u64> = counts.iter().map(bytes).collect();
        let mut all = L::nothing();
        let before = mine.among(&own).start;
        let places = mine.all_places(&own).into_iter();
        let places = places.map(|(number, place)| (before + number, place));
        all.place(own.len(), &done, &places.collect::<Vec<_>>());
        world.exchange_during(lists.collect(), &arriving, |arrive| {
            for (from, (bytes, count)) in arrive().iter().zip(&counts).enumerate() {
                if *count > 0 {
                    let part = <L::Done as Moved>::take(&mut &bytes[..], *count);
                    all.place(own.len(), &part, &of_rank(from).all_places(&own));
                }
            }
        });
        all
    }

    /// The totals whose terms go from process to process.
    fn in_order<L>(&self, run: Run, totals: L, bounds: &[u64], count: usize) -> L::Done
    where
        L: AllTotals + Sync,
        L::Done: Moved,
    {
        let world = &self.part.world;
        let (rank, size) = (world.rank(), world.size());
        let indices = bounds[rank] as usize..bounds[rank + 1] as usize;
        let areas = Areas::of(&self.sizes, count.div_ceil(size), PIECES * size);
        let count = areas.count();
        let together = count.div_ceil(PIECES * size).max(1);
        let pieces = (0..count).step_by(together);
        let next = (rank + 1 < size).then_some(rank + 1);
        let positions: usize = self.sizes.iter().product();
        let mut all = L::nothing();
        world.sending(next, pieces.len(), |send| {
            for first in pieces {
                let piece = first..count.min(first + together);
                let len = |number: usize| areas.before(number + 1) - areas.before(number);
                let message = match rank {
                    0 => Vec::new(),
                    rank => world.receive_bytes(rank - 1),
                };
                let mut rest = &message[..];
                let some = piece.clone().map(|number| {
                    (rank > 0).then(|| <L::Done as Moved>::take(&mut rest, len(number)))
                });
                let mut some: Vec<Option<L::Done>> = some.collect();
                let done = run.resumed_totals(totals, (&areas, first), Some(&indices), &mut some);
                done.expect(MEMORY);
                let done = some.into_iter().flatten().zip(piece);
                match next {
                    None => done.for_each(|(done, number)| {
                        all.place(positions, &done, &in_rows(&areas, number));
                    }),
                    Some(_) => {
                        let mut message = Vec::new();
                        done.for_each(|(done, number)| done.put(0..len(number), &mut message));
                        send(message);
                    }
                }
            }
        });
        // Only the last process has them, and each needs those of its positions.
        let lists = (0..size).map(|to| {
            let mut list = Vec::new();
            if rank + 1 == size {
                all.put(self.of_rank(to), &mut list);
            }
            list
        });
        let lists: Vec<Vec<u8>> = lists.collect();
        let own = self.own().len();
        let mut arriving = vec![0; size];
        arriving[size - 1] = (<L::Done as Moved>::BYTES * own) as u64;
        world.exchange_during(lists, &arriving, |arrive| {
            let received = arrive();
            <L::Done as Moved>::take(&mut &received[size - 1][..], own)
        })
    }
}

/// The places of the totals of an area among all positions that areas have.
fn in_rows(areas: &Areas, number: usize) -> Vec<(usize, Range<usize>)> {
    let mut first = 0;
    let runs = areas.runs(number).map(|(start, len)| {
        first += len;
        (first - len, start..start + len)
    });
    runs.collect()
}

#[cfg(test)]
mod tests {
    use super::{Along, Summed, Way};
    use crate::array::Array;
    use crate::rt::{Part, Rows, Summand};
    use fusus_cpu::Run;

    /// Calls `check` on each of three processes for a vector and a matrix of as many rows.
    fn each(rows: usize, columns: usize, check: impl Fn(&Summed<'_>, &Summand<'_, u64>) + Sync) {
        crate::threads(3, |world| {
            let x = Array::from_fn(&world, rows as u64, |i| i).unwrap();
            let a = Array::from_fn(&world, (rows * columns) as u64, |i| i * i).unwrap();
            let x = Summand::of(&x, rows, 1, 0);
            let a = Summand::of(&a, rows, columns, 0);
            let part = Part::usual(&world, Run::sequential(columns, 1).cut());
            check(
                &part.summed(&[columns], Along::Terms(rows), &[&x, &a], 0),
                &a,
            );
        });
    }

    /// Totals of `rows × columns` positions over `count` terms: where the matrix with a row for each term,
    /// or for each column, is the larger one it stays, beside the other and the totals, and else all of it
    /// moves, in so many blocks, or at once if it is small, or no more than a process has.
    #[test]
    fn the_smaller_matrix_moves() {
        for ([rows, count, columns], wanted) in [
            ([3, 400, 50], None),
            ([17, 700, 90], None),
            ([500, 70, 9], Some(1)),
            ([400, 400, 400], Some(1)),
            ([300, 400, 400], Some(3)),
            ([130, 200, 170], Some(2)),
        ] {
            crate::threads(3, |world| {
                let b = Array::from_fn(&world, (count * columns) as u64, |i| i).unwrap();
                let part = Part::usual(&world, Run::sequential(rows * columns, 1).cut());
                let others = (rows * count * 8) as u64;
                for (along, height, width) in [
                    (Along::Terms(count), count, columns),
                    (Along::Index(1), columns, count),
                ] {
                    let b = Summand::of(&b, height, width, 0);
                    let summed = part.summed(&[rows, columns], along, &[&b], others);
                    let blocks = match &summed.way {
                        Way::Own(_) => None,
                        Way::All => Some(1),
                        Way::Blocks(bounds) => Some(bounds.len() - 1),
                    };
                    // Optimised, no block is that short.
                    let wanted = wanted.map(|blocks| match cfg!(debug_assertions) {
                        true => blocks,
                        false => 1,
                    });
                    assert_eq!(blocks, wanted, "{rows} {count} {columns}");
                }
            });
        }
    }

    #[test]
    fn fewer_bytes_move() {
        // Totals in order, and totals of ranges.
        for (rows, columns) in [(40, 2000), (100_000, 3), (5000, 100)] {
            each(rows, columns, |summed, a| {
                let Way::Own(bounds) = &summed.way else {
                    panic!("totals are fewer");
                };
                let wanted: Vec<_> = bounds.windows(2).map(|two| two[0]..two[1]).collect();
                summed.part.while_rows_come(&[a], &wanted, &mut || {});
                let (first, count) = a.rows();
                let mine = a.here();
                assert_eq!(mine.len(), count * columns);
                let expected = (first * columns..(first + count) * columns).map(|i| (i * i) as u64);
                assert!(mine.iter().copied().eq(expected));
                assert_eq!(bounds[3], rows as u64);
                // No more than a range comes from elsewhere.
                let coming: u64 = a.arriving(&wanted[summed.part.world.rank()]).iter().sum();
                assert!(coming as usize <= 8 * columns * summed.range.unwrap_or(1));
            });
        }
        // The totals of few rows are more than the rows.
        for (rows, columns) in [(1, 2000), (0, 5)] {
            each(rows, columns, |summed, _| assert_eq!(summed.way, Way::All));
        }
    }
}
