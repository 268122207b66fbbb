//! Arrays that are passed round: their parts come to all processes one after the other, each while the one
//! before it is worked on.
//!
//! All processes take the parts in the same order, from the first one on, so that a fold takes its
//! elements in the order of one process. A process has two parts at a time, beside its own.

use super::{Part, Rows};
use fusus_cpu::{COLUMNS, Fault, OfTile, Tiles};
use std::fmt;
use std::mem;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The states of the folds of each block while arrays are passed round: those of the block, or of each of
/// its tiles of rows.
pub struct Passed<S> {
    states: Vec<Mutex<Vec<S>>>,
    /// Set if the folds may take their elements part by part.
    may_wait: bool,
    /// The rows for which there is one of the states; `None` where a block has one.
    rows: Option<usize>,
    /// Set while the loop is done for the last part.
    is_last: AtomicBool,
}

impl<S> Passed<S> {
    /// For so many blocks of this process, the states of each of which begin with such ones.
    pub fn of(blocks: usize, states: S, may_wait: impl FnOnce(&S) -> bool) -> Passed<S> {
        let mut all = Vec::new();
        all.resize_with(blocks, || Mutex::new(Vec::new()));
        Passed {
            states: all,
            may_wait: may_wait(&states),
            rows: None,
            is_last: AtomicBool::new(true),
        }
    }

    /// Likewise, where each tile of so many rows has states, which begin with such ones.
    pub fn by_tiles(blocks: usize, rows: usize, states: S) -> Passed<S>
    where
        S: OfTile,
    {
        Passed {
            rows: Some(rows),
            ..Passed::of(blocks, states, S::may_wait)
        }
    }

    /// The states with which a block begins a part.
    pub fn enter(&self, block: usize, new: impl FnOnce() -> S) -> S {
        self.of_block(block).pop().unwrap_or_else(new)
    }

    /// Keeps the states with which a block ends a part, and returns them behind the last one. Others that
    /// are returned are not looked at.
    pub fn leave(&self, block: usize, states: S, new: impl FnOnce() -> S) -> S {
        match self.is_last.load(Ordering::Relaxed) {
            true => states,
            false => {
                self.of_block(block).push(states);
                new()
            }
        }
    }

    /// The states of the tiles with which a block begins a part.
    pub fn tiles(&self, block: usize) -> Tiles<S> {
        let goes_on = !self.is_last.load(Ordering::Relaxed);
        Tiles::of(mem::take(&mut *self.of_block(block)), goes_on)
    }

    /// Keeps those with which it ends the part.
    pub fn keep(&self, block: usize, tiles: Tiles<S>) {
        *self.of_block(block) = tiles.lanes();
    }

    /// The bytes of the states of all tiles of so many rows.
    fn bytes(&self, rows: u64) -> u64 {
        match self.rows {
            Some(of_tile) => rows.div_ceil(of_tile as u64) * size_of::<S>() as u64,
            None => 0,
        }
    }

    fn of_block(&self, block: usize) -> MutexGuard<'_, Vec<S>> {
        // No panic leaves it half changed.
        let states = self.states[block].lock();
        states.unwrap_or_else(PoisonError::into_inner)
    }
}

impl<S> fmt::Debug for Passed<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Passed")
            .field("blocks", &self.states.len())
            .field("may_wait", &self.may_wait)
            .field("rows", &self.rows)
            .finish_non_exhaustive()
    }
}

impl Part {
    /// Does a loop for the elements of some arrays of one length part by part, from the first ones on; for
    /// all elements at once where its folds need them in order, the arrays are short, or what a process would
    /// keep between parts is more than all of them. Collective.
    ///
    /// # Errors
    ///
    /// The first error of the loop. The parts are passed round all the same.
    pub fn pass_round<S, R>(
        &self,
        arrays: &[&dyn Rows],
        passed: &Passed<S>,
        mut job: impl FnMut() -> Result<R, Fault>,
    ) -> Result<R, Fault> {
        let (size, unit) = (self.world.size() as u64, COLUMNS as u64);
        let len = arrays.iter().map(|array| array.shape().0 as u64).min();
        let len = len.unwrap_or_default();
        let units = len.div_ceil(unit);
        let bytes: u64 = arrays.iter().map(|array| array.shape().1 * len).sum();
        let kept = passed.bytes(self.bounds[size as usize] / size);
        if size == 1 || !passed.may_wait || units < 2 || kept > bytes {
            arrays.iter().for_each(|array| array.take_all());
            return job();
        }
        // As many parts as processes, if there are enough of the pieces that one process takes.
        let bound = |part: u64| (units * part / size * unit).min(len);
        let parts = (0..size).map(|part| bound(part)..bound(part + 1));
        let parts: Vec<_> = parts.filter(|part| !part.is_empty()).collect();
        let to_all = |part: &Range<u64>| vec![part.clone(); size as usize];
        self.while_rows_come(arrays, &to_all(&parts[0]), &mut || ());
        let mut done = None;
        for number in 0..parts.len() {
            let next = parts.get(number + 1);
            passed.is_last.store(next.is_none(), Ordering::Relaxed);
            let mut work = || {
                if !matches!(done, Some(Err(_))) {
                    done = Some(job());
                }
            };
            match next {
                None => work(),
                Some(part) => self.while_rows_come(arrays, &to_all(part), &mut work),
            }
        }
        done.expect("arrays of some elements have a part")
    }
}

#[cfg(test)]
mod tests {
    use super::Passed;
    use crate::array::Array;
    use crate::rt::{Part, Summand};
    use fusus_cpu::{Batched, COLUMNS, Fault, Run};

    /// The lengths of the parts for which a loop is done, on each of four processes: of an array that the first
    /// one has, and of another one, of which the last process has nearly all.
    fn parts(len: usize, commute: bool) -> Vec<Vec<usize>> {
        crate::threads(4, |world| {
            let own = |first: usize| match (world.rank() + first) % 4 {
                0 => first.min(len)..len,
                3 if first > 0 => 0..first.min(len),
                _ => 0..0,
            };
            let numbers = own(0).map(|i| i as u64).collect();
            let numbers = Array::from_local(&world, numbers).unwrap();
            let squares = own(1).map(|i| (i * i) as u32 as f32).collect();
            let squares = Array::from_local(&world, squares).unwrap();
            let (all, all_squares) = (numbers.gather(), squares.gather());
            let numbers = Summand::of(&numbers, len, 1, 0);
            let squares = Summand::of(&squares, len, 1, 0);
            let part = Part::usual(&world, Run::sequential(7, 1).cut());
            let passed = Passed::of(1, 0u64, |_| commute);
            let (mut lens, mut seen, mut seen_squares) = (Vec::new(), Vec::new(), Vec::new());
            let sum = part.pass_round(&[&numbers, &squares], &passed, || {
                let (numbers, squares) = (numbers.here(), squares.here());
                assert_eq!(numbers.len(), squares.len());
                lens.push(numbers.len());
                seen.extend_from_slice(&numbers);
                seen_squares.extend_from_slice(&squares);
                let sum = passed.enter(0, || 5) + numbers.iter().sum::<u64>();
                Ok::<_, Fault>(passed.leave(0, sum, || 0))
            });
            assert!(seen == all, "elements come in order");
            assert!(seen_squares == all_squares, "with those of the other array");
            assert_eq!(sum.unwrap(), 5 + all.iter().sum::<u64>());
            lens
        })
    }

    #[test]
    fn parts_come_one_after_the_other() {
        let last = 7;
        for lens in parts(6 * COLUMNS + last, true) {
            assert_eq!(lens, [COLUMNS, 2 * COLUMNS, 2 * COLUMNS, COLUMNS + last]);
        }
        // Of fewer pieces than processes some have none.
        for lens in parts(COLUMNS + last, true) {
            assert_eq!(lens, [COLUMNS, last]);
        }
        for (len, commute) in [(6 * COLUMNS, false), (COLUMNS, true), (3, true), (0, true)] {
            for lens in parts(len, commute) {
                assert_eq!(lens, [len]);
            }
        }
    }

    /// Columns come as a whole where rows keep more bytes than these have.
    #[test]
    fn columns_of_many_rows_come_at_once() {
        type States = (Batched<u64, (), 8>, ());
        let columns = 2 * COLUMNS;
        let most = columns * size_of::<u64>() / size_of::<States>() * 8 * 2;
        for (rows, parts) in [(0, 2), (most, 2), (2 * most, 1)] {
            let counts = crate::threads(2, |world| {
                let numbers = Array::from_fn(&world, columns as u64, |i| i).unwrap();
                let numbers = Summand::of(&numbers, columns, 1, 0);
                let part = Part::usual(&world, Run::sequential(rows, 1).cut());
                let passed: Passed<States> = Passed::by_tiles(1, 8, (Batched::new(), ()));
                let mut count = 0;
                let done = part.pass_round(&[&numbers], &passed, || {
                    count += 1;
                    passed.keep(0, passed.tiles(0));
                    Ok::<_, Fault>(numbers.here().len())
                });
                assert_eq!(done.unwrap(), columns / parts);
                count
            });
            assert_eq!(counts, [parts; 2], "{rows}");
        }
    }

    /// An error of one process in one part is that of its loop, and all others get their parts.
    #[test]
    fn parts_come_behind_an_error() {
        let lens = crate::threads(3, |world| {
            let numbers = Array::from_fn(&world, 3 * COLUMNS as u64, |i| i).unwrap();
            let numbers = Summand::of(&numbers, 3 * COLUMNS, 1, 0);
            let part = Part::usual(&world, Run::sequential(7, 1).cut());
            let passed = Passed::of(1, (), |()| true);
            let mut count = 0;
            let done = part.pass_round(&[&numbers], &passed, || {
                count += 1;
                match world.rank() == 1 && count == 2 {
                    true => Err(fusus_cpu::out_of_bounds(3, 2, "at")),
                    false => Ok(numbers.here()[0]),
                }
            });
            (count, done.is_err())
        });
        assert_eq!(lens, [(3, false), (2, true), (3, false)]);
    }
}
