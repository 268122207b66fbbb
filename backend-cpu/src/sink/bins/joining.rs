//! Ranges of blocks whose bins are joined to an array from left to right.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::private::Private;
use crate::error::Fault;

/// The bins of the ranges that are done, until those to their left are.
pub(super) struct Joining<T>(Mutex<State<T>>);

struct State<T> {
    /// The leftmost range that is not joined.
    next: usize,
    /// The bins of ranges to the right of that one; nothing if a range has none of its own.
    waiting: BTreeMap<usize, Option<Private<T>>>,
    /// Bins that are joined, for ranges to come.
    spare: Vec<Private<T>>,
}

impl<T: Copy> Joining<T> {
    pub(super) fn new() -> Self {
        Joining(Mutex::new(State {
            next: 0,
            waiting: BTreeMap::new(),
            spare: Vec::new(),
        }))
    }

    /// A range that panicked leaves nothing half done but the array, which the run then drops.
    fn state(&self) -> MutexGuard<'_, State<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Empty bins for a range, so many in so many copies.
    pub(super) fn bins(
        &self,
        bins: (usize, usize),
        neutral: Option<T>,
        binding: &'static str,
    ) -> Result<Private<T>, Fault> {
        let spare = self.state().spare.pop();
        match spare {
            Some(mut private) => {
                private.empty(neutral);
                Ok(private)
            }
            None => Private::new(bins, neutral, binding),
        }
    }

    /// Takes the bins of a range that is done, and joins all that no range to their left keeps
    /// waiting: `join` is called by one thread at a time, from left to right.
    pub(super) fn hand_over(
        &self,
        range: usize,
        private: Option<Private<T>>,
        join: &mut dyn FnMut(&mut Private<T>),
    ) {
        let mut state = self.state();
        state.waiting.insert(range, private);
        while let Some(mut private) = {
            let next = state.next;
            state.waiting.remove(&next)
        } {
            if let Some(private) = &mut private {
                join(private);
            }
            state.spare.extend(private);
            state.next += 1;
        }
    }
}
