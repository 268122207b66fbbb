//! Totals of folds over an index along the rows of an array: each process takes the terms of its own
//! rows, and the totals move in the place of the array.
//!
//! If one process cuts the indices into ranges, each process has the ranges that begin with its rows,
//! and all of them combine the totals of all ranges. Otherwise a total takes its terms in order: it goes
//! from process to process, those of some columns at a time, so that all processes are at work and each
//! reads its elements once.

use super::{Part, Whole};
use crate::array::Array;
use crate::element::{Element, of_bytes, to_bytes};
use fusus_cpu::{AllTotals, Areas, Fault, Run};
use std::borrow::Cow;
use std::ops::Range;

/// So many pieces of the positions for each process: while one process waits for the first piece, the
/// others are that far.
const PIECES: usize = 4;

/// The message of a process that has no memory: others wait for it.
const MEMORY: &str = "a process has memory for the totals of its loop";

/// An array of which folds read a row for each index.
#[derive(Clone, Copy, Debug)]
pub struct Summand<'a, T> {
    array: &'a Array<T>,
    /// The number of its rows, and the elements of one.
    shape: (usize, usize),
    /// The row that index 0 reads.
    start: isize,
}

/// The rows of an array.
pub trait Rows {
    /// The number of rows, and the bytes of one.
    fn shape(&self) -> (usize, u64);

    /// The row that index 0 reads.
    fn start(&self) -> isize;

    /// The first row of each process that it has as a whole, and the number of all.
    fn bounds(&self) -> Vec<u64>;
}

impl<'a, T> Summand<'a, T> {
    /// An array of so many rows of `width` elements, of which index `k` reads row `start + k`.
    pub fn of(array: &'a Array<T>, height: usize, width: usize, start: isize) -> Summand<'a, T> {
        Summand {
            array,
            shape: (height, width),
            start,
        }
    }
}

impl<T: Element> Rows for Summand<'_, T> {
    fn shape(&self) -> (usize, u64) {
        let (height, width) = self.shape;
        (height, (width * T::BYTES) as u64)
    }

    fn start(&self) -> isize {
        self.start
    }

    fn bounds(&self) -> Vec<u64> {
        let width = self.shape.1.max(1) as u64;
        let bounds = self.array.bounds().into_iter();
        bounds.map(|bound| bound.div_ceil(width)).collect()
    }
}

/// The indices of which each process takes the terms.
#[derive(Debug)]
pub struct Summed<'p> {
    part: &'p Part,
    positions: usize,
    /// The positions, cut into areas of which some go to the next process at a time.
    areas: Areas,
    from: usize,
    /// The number of the first index of each process, and that of all; `None` where each process takes
    /// all terms of its positions.
    bounds: Option<Vec<u64>>,
    /// The indices of a range, where they are cut into ranges.
    range: Option<usize>,
}

impl Part {
    /// Shares the terms of folds over the indices from one up to another among the processes, if the
    /// totals of the positions of a loop of such `sizes` are fewer bytes than the arrays, with the
    /// `others` that all processes need then.
    pub fn summed(
        &self,
        sizes: &[usize],
        (from, to): (usize, usize),
        arrays: &[&dyn Rows],
        others: u64,
    ) -> Summed<'_> {
        let (count, size) = (to.saturating_sub(from), self.world.size());
        let positions = sizes.iter().product();
        // Totals in tiles take their terms in order.
        let range = match sizes {
            [_] => Run::range_of_totals(count, positions),
            _ => None,
        };
        let bounds = self.shares(positions, (from, count), range, arrays, others);
        Summed {
            part: self,
            positions,
            areas: Areas::of(sizes, count.div_ceil(size), PIECES * size),
            from,
            bounds,
            range,
        }
    }

    fn shares(
        &self,
        positions: usize,
        (from, count): (usize, usize),
        range: Option<usize>,
        arrays: &[&dyn Rows],
        others: u64,
    ) -> Option<Vec<u64>> {
        let size = self.world.size();
        let bytes = |array: &&dyn Rows| {
            let (height, row) = array.shape();
            (height as u64).saturating_mul(row)
        };
        let largest = arrays.iter().copied().max_by_key(bytes)?;
        // Where an index leaves an array, all processes find that it does.
        let are_inside = arrays.iter().all(|array| {
            let first = array.start().checked_add_unsigned(from);
            let first = first.and_then(|first| usize::try_from(first).ok());
            let end = first.and_then(|first| first.checked_add(count));
            end.is_some_and(|end| end <= array.shape().0)
        });
        if size == 1 || count == 0 || positions == 0 || !are_inside {
            return None;
        }
        let first = largest.start().saturating_add_unsigned(from) as u64;
        let unit = range.unwrap_or(1) as u64;
        let bound = |row: &u64| {
            let number = row.saturating_sub(first);
            number.next_multiple_of(unit).min(count as u64)
        };
        let mut bounds: Vec<u64> = largest.bounds().iter().map(bound).collect();
        (bounds[0], bounds[size]) = (0, count as u64);
        let more = (size - 1) as u64;
        let whole: u64 = arrays.iter().map(bytes).sum();
        let moved: u64 = arrays
            .iter()
            .map(|array| moving(*array, from, &bounds))
            .sum();
        let totals = (positions as u64).saturating_mul(u64::BYTES as u64);
        let totals = match range {
            Some(range) => totals.saturating_mul(count.div_ceil(range) as u64 * more),
            None => totals.saturating_mul(size as u64),
        };
        let moved = moved.saturating_add(totals);
        let moved = moved.saturating_add(others.saturating_mul(more));
        (moved < whole.saturating_mul(more)).then_some(bounds)
    }
}

/// The bytes of the rows that processes need of others if they take the terms of such indices.
fn moving(array: &dyn Rows, from: usize, bounds: &[u64]) -> u64 {
    let (row, start) = (array.shape().1, array.start());
    let theirs = array.bounds();
    let pairs = theirs.windows(2).zip(bounds.windows(2));
    let rows = pairs.map(|(theirs, wanted)| {
        let at = |number: u64| (number + from as u64).saturating_add_signed(start as i64);
        let wanted = at(wanted[0])..at(wanted[1]);
        let own = theirs[1].min(wanted.end);
        let own = own.saturating_sub(theirs[0].max(wanted.start));
        wanted.end - wanted.start - own
    });
    rows.sum::<u64>().saturating_mul(row)
}

impl Summed<'_> {
    /// Returns true if each process takes the terms of some indices alone.
    pub fn is_shared(&self) -> bool {
        self.bounds.is_some()
    }

    /// All elements of an array, if each process takes the terms of some indices alone. Collective.
    pub fn all<'a, T: Element>(&self, array: &'a Array<T>) -> Option<Whole<'a, T>> {
        self.is_shared().then(|| super::whole(array))
    }

    /// The elements of the rows that this process reads. Collective, unless it has them.
    pub fn mine<'a, T: Element>(&self, of: &Summand<'a, T>) -> Whole<'a, T> {
        let Some(bounds) = &self.bounds else {
            return super::whole(of.array);
        };
        let width = of.shape.1 as u64;
        let wanted = bounds
            .iter()
            .map(|number| self.row(*number, of.start) * width);
        let wanted: Vec<u64> = wanted.collect();
        let theirs = of.array.bounds();
        let mut both = theirs.windows(2).zip(wanted.windows(2));
        let has_all = |(theirs, wanted): (&[u64], &[u64])| {
            wanted[0] == wanted[1] || theirs[0] <= wanted[0] && wanted[1] <= theirs[1]
        };
        if !both.all(has_all) {
            return Whole::of(Cow::Owned(of.array.moved(&wanted)));
        }
        let rank = self.part.world.rank();
        let (start, end) = (wanted[rank], wanted[rank + 1]);
        let own: &[T] = match start == end {
            true => &[],
            false => {
                let first = theirs[rank];
                &of.array.local()[(start - first) as usize..(end - first) as usize]
            }
        };
        Whole::of(Cow::Borrowed(own))
    }

    /// The first of the rows that this process reads, and their number.
    pub fn rows<T>(&self, of: &Summand<'_, T>) -> (usize, usize) {
        match &self.bounds {
            None => (0, of.shape.0),
            Some(bounds) => {
                let rank = self.part.world.rank();
                let count = bounds[rank + 1] - bounds[rank];
                (self.row(bounds[rank], of.start) as usize, count as usize)
            }
        }
    }

    /// The row that the index of a number reads.
    fn row(&self, number: u64, start: isize) -> u64 {
        (number + self.from as u64).saturating_add_signed(start as i64)
    }

    /// The totals of all positions, or nothing where the loop computes them; where totals go from process
    /// to process, those of the positions of this process and of no position behind them. Collective.
    ///
    /// # Errors
    ///
    /// A fault where there is no memory for the totals.
    ///
    /// # Panics
    ///
    /// If there is none while other processes wait for them.
    pub fn totals<L>(&self, run: Run, totals: L) -> Result<L::Done, Fault>
    where
        L: AllTotals + Sync,
        L::Done: Moved + Sync,
    {
        match (&self.bounds, self.range) {
            (None, _) => run.totals_ahead(totals),
            (Some(bounds), Some(range)) => Ok(self.of_ranges(run, totals, bounds, range as u64)),
            (Some(bounds), None) => Ok(self.in_order(run, totals, bounds)),
        }
    }

    /// The totals of all positions, from those of the ranges that each process has.
    fn of_ranges<L>(&self, run: Run, totals: L, bounds: &[u64], range: u64) -> L::Done
    where
        L: AllTotals + Sync,
        L::Done: Moved,
    {
        let world = &self.part.world;
        let number = |rank: usize| bounds[rank].div_ceil(range) as usize;
        let own = number(world.rank())..number(world.rank() + 1);
        let mut message = Vec::new();
        if !own.is_empty() {
            let parts = run.totals_of_ranges(totals, own);
            for part in parts.expect(MEMORY) {
                part.put(0..self.positions, &mut message);
            }
        }
        let mut done = L::nothing();
        for message in world.all_gather_bytes(&message) {
            let mut rest = &message[..];
            while !rest.is_empty() {
                totals.join(&mut done, Moved::take(&mut rest, self.positions));
            }
        }
        done
    }

    /// The totals of the positions up to the last one of this process.
    fn in_order<L>(&self, run: Run, totals: L, bounds: &[u64]) -> L::Done
    where
        L: AllTotals + Sync,
        L::Done: Moved + Sync,
    {
        let world = &self.part.world;
        let (rank, size) = (world.rank(), world.size());
        let indices = bounds[rank] as usize..bounds[rank + 1] as usize;
        let (areas, count) = (&self.areas, self.areas.count());
        let together = count.div_ceil(PIECES * size).max(1);
        let pieces = (0..count).step_by(together);
        let next = (rank + 1 < size).then_some(rank + 1);
        let mut all = L::nothing();
        world.sending(next, pieces.len(), |send| {
            for first in pieces {
                let piece = first..count.min(first + together);
                let len = areas.before(piece.end) - areas.before(first);
                let before = (rank > 0).then(|| {
                    let message = world.receive_bytes(rank - 1);
                    <L::Done as Moved>::take(&mut &message[..], len)
                });
                let done = run.resumed_totals(totals, (areas, piece), &indices, before.as_ref());
                let done = done.expect(MEMORY);
                match next {
                    None => L::append(&mut all, done),
                    Some(_) => {
                        let mut message = Vec::new();
                        done.put(0..len, &mut message);
                        send(message);
                    }
                }
            }
        });
        if next.is_none() {
            all = L::in_rows(all, areas);
        }
        // Only the last process has them, and each needs those of its positions.
        let theirs = |rank: usize| {
            let bounds = &self.part.bounds;
            bounds[rank] as usize..bounds[rank + 1] as usize
        };
        let lists = (0..size).map(|to| {
            let mut list = Vec::new();
            if rank + 1 == size {
                all.put(theirs(to), &mut list);
            }
            list
        });
        let lists: Vec<Vec<u8>> = lists.collect();
        let mut arriving = vec![0; size];
        arriving[size - 1] = (<L::Done as Moved>::BYTES * theirs(rank).len()) as u64;
        let own = world.exchange_during(lists, &arriving, |arrive| {
            let received = arrive();
            <L::Done as Moved>::take(&mut &received[size - 1][..], theirs(rank).len())
        });
        own.from(theirs(rank).start)
    }
}

/// Totals of positions, `(vector, (vector, ()))`, in messages.
pub trait Moved: Send + Sized {
    /// The bytes of those of one position.
    const BYTES: usize;

    /// Adds those of some positions to a message.
    fn put(&self, positions: Range<usize>, message: &mut Vec<u8>);

    /// Takes those of so many positions out of a message.
    fn take(message: &mut &[u8], positions: usize) -> Self;

    /// Totals that are these for the positions from one on, and any for those before it.
    #[must_use]
    fn from(self, start: usize) -> Self;
}

impl Moved for () {
    const BYTES: usize = 0;

    fn put(&self, _: Range<usize>, _: &mut Vec<u8>) {}

    fn take(_: &mut &[u8], _: usize) {}

    fn from(self, _: usize) {}
}

impl<T: Element, R: Moved> Moved for (Vec<T>, R) {
    const BYTES: usize = T::BYTES + R::BYTES;

    fn put(&self, positions: Range<usize>, message: &mut Vec<u8>) {
        message.extend(to_bytes(&self.0[positions.clone()]));
        self.1.put(positions, message);
    }

    fn take(message: &mut &[u8], positions: usize) -> Self {
        let own;
        (own, *message) = message.split_at(positions * T::BYTES);
        (of_bytes(own).collect(), R::take(message, positions))
    }

    fn from(mut self, start: usize) -> Self {
        if let Some(any) = self.0.first().copied() {
            self.0.splice(0..0, std::iter::repeat_n(any, start));
        }
        (self.0, self.1.from(start))
    }
}

#[cfg(test)]
mod tests {
    use super::{Summand, Summed};
    use crate::array::Array;
    use crate::rt::Part;
    use fusus_cpu::Run;

    /// Calls `check` on each of three processes for a vector and a matrix of as many rows.
    fn each(rows: usize, columns: usize, check: impl Fn(&Summed<'_>, &Summand<'_, u64>) + Sync) {
        crate::threads(3, |world| {
            let x = Array::from_fn(&world, rows as u64, |i| i).unwrap();
            let a = Array::from_fn(&world, (rows * columns) as u64, |i| i * i).unwrap();
            let x = Summand::of(&x, rows, 1, 0);
            let a = Summand::of(&a, rows, columns, 0);
            let part = Part::usual(&world, Run::sequential(columns, 1).cut());
            check(&part.summed(&[columns], (0, rows), &[&x, &a], 0), &a);
        });
    }

    /// Totals of `rows × columns` positions over `count` indices: where the matrix with a row for each
    /// index is the larger one it stays, beside the other and the totals, and else all of it moves.
    #[test]
    fn the_smaller_matrix_moves() {
        for ([rows, count, columns], is_smaller) in [
            ([3, 400, 50], true),
            ([17, 700, 90], true),
            ([500, 70, 9], false),
            ([400, 400, 400], false),
        ] {
            crate::threads(3, |world| {
                let b = Array::from_fn(&world, (count * columns) as u64, |i| i).unwrap();
                let b = Summand::of(&b, count, columns, 0);
                let part = Part::usual(&world, Run::sequential(rows * columns, 1).cut());
                let others = (rows * count * 8) as u64;
                let summed = part.summed(&[rows, columns], (0, count), &[&b], others);
                assert_eq!(summed.is_shared(), is_smaller, "{rows} {count} {columns}");
            });
        }
    }

    #[test]
    fn fewer_bytes_move() {
        // Totals in order, and totals of ranges.
        for (rows, columns) in [(40, 2000), (100_000, 3), (5000, 100)] {
            each(rows, columns, |summed, a| {
                let bounds = summed.bounds.as_ref().expect("totals are fewer");
                let mine = summed.mine(a);
                let (first, count) = summed.rows(a);
                assert_eq!(mine.len(), count * columns);
                let expected = (first * columns..(first + count) * columns).map(|i| (i * i) as u64);
                assert!(mine.iter().copied().eq(expected));
                assert_eq!(bounds[3], rows as u64);
                // No more than a range comes from elsewhere.
                let own = a.array.local().len();
                assert!(mine.len() <= own + columns * summed.range.unwrap_or(1));
            });
        }
        // The totals of few rows are more than the rows.
        for (rows, columns) in [(1, 2000), (0, 5)] {
            each(rows, columns, |summed, a| {
                assert!(summed.bounds.is_none());
                assert_eq!(summed.mine(a).len(), rows * columns);
            });
        }
    }
}
