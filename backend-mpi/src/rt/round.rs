//! An array that is passed round: its parts come to all processes one after the other, each while the one
//! before it is worked on.
//!
//! All processes take the parts in the same order, from the first one on, so that a fold takes its
//! elements in the order of one process. A process has two parts at a time, beside its own.

use super::Part;
use crate::array::Array;
use crate::element::Element;
use fusus_cpu::{COLUMNS, Fault};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The states of the folds of each block while an array is passed round.
pub struct Passed<S> {
    states: Vec<Mutex<Option<S>>>,
    /// Set if the folds may take their elements part by part.
    commute: bool,
    /// Set while the loop is done for the last part.
    is_last: AtomicBool,
}

impl<S> Passed<S> {
    /// For so many blocks of this process, the states of each of which begin with such ones.
    pub fn of(blocks: usize, states: S, commute: impl FnOnce(&S) -> bool) -> Passed<S> {
        let mut all = Vec::new();
        all.resize_with(blocks, || Mutex::new(None));
        Passed {
            states: all,
            commute: commute(&states),
            is_last: AtomicBool::new(true),
        }
    }

    /// The states with which a block begins a part.
    pub fn enter(&self, block: usize, new: impl FnOnce() -> S) -> S {
        self.of_block(block).take().unwrap_or_else(new)
    }

    /// Keeps the states with which a block ends a part, and returns them behind the last one. Others that
    /// are returned are not looked at.
    pub fn leave(&self, block: usize, states: S, new: impl FnOnce() -> S) -> S {
        match self.is_last.load(Ordering::Relaxed) {
            true => states,
            false => {
                *self.of_block(block) = Some(states);
                new()
            }
        }
    }

    fn of_block(&self, block: usize) -> MutexGuard<'_, Option<S>> {
        // No panic leaves it half changed.
        let states = self.states[block].lock();
        states.unwrap_or_else(PoisonError::into_inner)
    }
}

impl<S> fmt::Debug for Passed<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Passed")
            .field("blocks", &self.states.len())
            .field("commute", &self.commute)
            .finish_non_exhaustive()
    }
}

impl Part {
    /// Does a loop for the elements of an array part by part, from the first one on; for all elements at
    /// once where its folds need their elements in order, or the array is short. Collective.
    ///
    /// # Errors
    ///
    /// The first error of the loop. The parts are passed round all the same.
    pub fn pass_round<T: Element, S, R>(
        &self,
        array: &Array<T>,
        passed: &Passed<S>,
        mut job: impl FnMut(&[T]) -> Result<R, Fault>,
    ) -> Result<R, Fault> {
        let (size, unit) = (self.world.size(), COLUMNS as u64);
        let units = array.len().div_ceil(unit);
        if size == 1 || !passed.commute || units < 2 {
            return job(&super::whole(array));
        }
        // The parts that arrays have where nothing else is said, if they are long.
        let bound = |rank: usize| (units * rank as u64 / size as u64 * unit).min(array.len());
        let bounds: Vec<u64> = (0..=size).map(bound).collect();
        let elements = array.within(&bounds);
        let part = |from: usize| (from, bounds[from + 1] - bounds[from], &elements[..]);
        let parts: Vec<usize> = (0..size)
            .filter(|from| bounds[*from] < bounds[from + 1])
            .collect();
        let mut current = self.world.to_all_during(part(parts[0]), |arrive| arrive());
        let mut done = None;
        for number in 0..parts.len() {
            let next = parts.get(number + 1);
            passed.is_last.store(next.is_none(), Ordering::Relaxed);
            let mut work = |current: &[T]| {
                if !matches!(done, Some(Err(_))) {
                    done = Some(job(current));
                }
            };
            match next {
                None => work(&current),
                Some(from) => {
                    current = self.world.to_all_during(part(*from), |arrive| {
                        work(&current);
                        arrive()
                    });
                }
            }
        }
        done.expect("an array of some elements has a part")
    }
}

#[cfg(test)]
mod tests {
    use super::Passed;
    use crate::array::Array;
    use crate::rt::Part;
    use fusus_cpu::{COLUMNS, Fault, Run};

    /// The lengths of the parts for which a loop is done, on each of four processes.
    fn parts(len: usize, commute: bool) -> Vec<Vec<usize>> {
        crate::threads(4, |world| {
            // The first process has nearly all.
            let own = match world.rank() {
                0 => 3..len,
                1 => 0..3.min(len),
                _ => 0..0,
            };
            let array = Array::from_local(&world, own.map(|i| i as u64).collect()).unwrap();
            let all = array.gather();
            let part = Part::usual(&world, Run::sequential(7, 1).cut());
            let passed = Passed::of(1, 0u64, |_| commute);
            let (mut lens, mut seen) = (Vec::new(), Vec::<u64>::new());
            let sum = part.pass_round(&array, &passed, |elements| {
                lens.push(elements.len());
                seen.extend(elements);
                let sum = passed.enter(0, || 5) + elements.iter().sum::<u64>();
                Ok::<_, Fault>(passed.leave(0, sum, || 0))
            });
            assert!(seen == all, "elements come in order");
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
        for (len, commute) in [(6 * COLUMNS, false), (COLUMNS, true), (3, true)] {
            for lens in parts(len, commute) {
                assert_eq!(lens, [len]);
            }
        }
    }
}
