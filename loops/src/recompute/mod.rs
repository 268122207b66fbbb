//! Recomputation: cheap arrays that are read at other positions than their own are computed again
//! where they are read, instead of being stored.
//!
//! `h[i + 1]` needs elements of `h` that the loop of `h` makes at another time, so `h` would have to
//! be complete first. If `h` is a map of a few operations, its worker is run for each of the
//! positions instead, on the elements that it is made of. This is decided before anything is
//! clustered, so that clusters, and their check, see a program like any other.
//!
//! So it is with the next keys of `fold_by`, if a program computes its keys by a few operations.
//!
//! Two reads of one element in one index space are one, so that a chain of stencils costs as many
//! elements of each array as its readers reach, and not one for each path.

mod demand;
mod following;
mod rebuild;

use crate::ir::Program;
use crate::ir::estimate::PASS;
use crate::ordered::OrderedSet;
use demand::Demand;

/// The operations that an array in memory costs for each of its elements: it is written once and
/// read once.
const STORED: usize = 2 * PASS + PASS;

/// The program with cheap arrays computed where they are read, if there are any.
pub fn recompute(program: &Program) -> Option<Program> {
    let again = match program.spaces.is_empty() && program.grids.is_empty() {
        true => OrderedSet::new(),
        false => Demand::of(program).again,
    };
    let following = following::following(program);
    let changes = !again.is_empty() || !following.is_empty();
    changes.then(|| rebuild::rebuild(program, &again, &following))
}
