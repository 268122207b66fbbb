//! Values that cross a cut of a body: stored, or made again in each pass that needs them.
//!
//! To store and reload an element in the cache takes as long as some operations, whatever its size.

use super::policy;
use crate::nest::Host;

/// Returns true if a value is made again in each pass that needs it, of which some workers in a row
/// make an element: to store it costs more.
pub(super) fn is_made_again<'h>(workers: impl IntoIterator<Item = &'h Host>) -> bool {
    take_at_most(policy::STORED - 1, workers)
}

/// Returns true if a body is cut though nothing stores the values that cross: some workers run twice.
pub(super) fn may_run_twice<'h>(workers: impl IntoIterator<Item = &'h Host>) -> bool {
    take_at_most(policy::TWICE, workers)
}

/// Returns true if some workers together take at most so many operations, none of them an expensive one.
fn take_at_most<'h>(most: usize, workers: impl IntoIterator<Item = &'h Host>) -> bool {
    let mut operations = 0;
    workers.into_iter().all(|Host { estimate, .. }| {
        operations += estimate.operations;
        !estimate.is_expensive && operations <= most
    })
}
