//! Comparing what a program is given: scalars, and the types and parts of arrays, the same on all processes; and
//! that they call the same program.
//!
//! Otherwise, processes would wait for messages that nobody sends. So that none does, the first message of a
//! program is one to all that says a number for them. The message at the end of its first loop is such a one; where
//! anything is sent before, a message of its own goes ahead.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Values by name, each as a number that follows from its type and bytes, until they are compared.
#[derive(Clone, Default)]
pub(crate) struct Given(Arc<Mutex<Vec<(&'static str, u64)>>>);

impl Given {
    fn lock(&self) -> MutexGuard<'_, Vec<(&'static str, u64)>> {
        // No panic leaves them half changed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the values of a program that begins, behind its name.
    pub(crate) fn set(&self, program: &'static str, values: &[(&'static str, u64)]) {
        let mut given = self.lock();
        given.clear();
        given.push((program, 0));
        given.extend_from_slice(values);
    }

    /// The number of those that are not compared yet, if there are any.
    pub(crate) fn number(&self) -> Option<u64> {
        let given = self.lock();
        let numbers = given
            .iter()
            .flat_map(|(name, number)| [number_of_text(name), *number]);
        (!given.is_empty()).then(|| hashed(1, numbers))
    }

    /// The values, if they are not compared yet.
    pub(crate) fn values(&self) -> Vec<(&'static str, u64)> {
        self.lock().clone()
    }

    /// Forgets the values, which are the same on all processes.
    pub(crate) fn are_same(&self) {
        self.lock().clear();
    }
}

impl fmt::Debug for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.lock().iter()).finish()
    }
}

/// A number for a text.
pub(crate) fn number_of_text(text: &str) -> u64 {
    hashed(0, text.bytes().map(u64::from))
}

/// A number for a number and some others.
pub(crate) fn hashed(number: u64, others: impl IntoIterator<Item = u64>) -> u64 {
    // FNV-1a, by words.
    let start = 0xcbf2_9ce4_8422_2325 ^ number;
    others.into_iter().fold(start, |hash, number| {
        let hash = (hash ^ number).wrapping_mul(0x0100_0000_01b3);
        hash ^ (hash >> 32)
    })
}
