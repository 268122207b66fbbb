//! Pairs of a `cross` over processes: the arrays that are passed round.

use super::SubLoop;
use super::looked_at::{named_by, read_by};
use crate::nest::{ArrayId, Entry, Loop, Nest, Region};

/// The arrays of the second argument of the `cross` of a loop, if they are passed round: nothing else reads
/// them, and the one pass of the loop may have the columns part by part.
pub(super) fn round(nest: &Nest, nested: &Loop, sub_loops: &[SubLoop]) -> Vec<ArrayId> {
    let mut arrays = match columns(nested, sub_loops) {
        Some(crossed) => along(nest, crossed),
        None => Vec::new(),
    };
    nested.body.visit(&mut |region| {
        for host in region.workers() {
            let mut others = named_by(nest, host).into_iter().chain(read_by(nest, host));
            if others.any(|other| arrays.contains(&nest.owner(other))) {
                arrays.clear();
            }
        }
    });
    arrays
}

/// The region of the pairs of a loop whose one pass may have the columns part by part.
fn columns<'l>(nested: &'l Loop, sub_loops: &[SubLoop]) -> Option<&'l Region> {
    let [sub_loop] = sub_loops else {
        return None;
    };
    let [pass] = &sub_loop.passes[..] else {
        return None;
    };
    match nested.body.axes()[..] {
        [crossed] if pass.may_have_parts() => Some(crossed),
        _ => None,
    }
}

/// The arrays that have an element for each column.
fn along(nest: &Nest, crossed: &Region) -> Vec<ArrayId> {
    let mut arrays = Vec::new();
    for read in &crossed.reads {
        let array = nest.owner(read.array);
        if !arrays.contains(&array) {
            arrays.push(array);
        }
    }
    // The number of columns is the length of one of them.
    match crossed.entry {
        Entry::Axis { along } if arrays.contains(&nest.owner(along)) => arrays,
        _ => Vec::new(),
    }
}
