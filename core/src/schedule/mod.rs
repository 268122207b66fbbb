//! Loop nests to schedules: how each loop is run.

pub mod again;
pub mod apart;
pub mod counted;
pub mod memo;
pub mod packed;
pub mod parts;
pub mod policy;

use crate::nest::Host;

/// Returns whether workers may run twice for an element, in two passes over a block that is in the cache.
fn may_run_twice<'h>(workers: impl IntoIterator<Item = &'h Host>) -> bool {
    let mut operations = 0;
    let mut dear = false;
    for Host { estimate, .. } in workers {
        operations += estimate.operations;
        dear |= estimate.is_expensive;
    }
    operations <= policy::TWICE && !dear
}
