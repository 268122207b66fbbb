//! Pairs of a `cross` over processes: the arrays that are passed round.

use super::SubLoop;
use super::looked_at::{named_by, read_by};
use crate::nest::{ArrayId, Entry, Loop, Nest, Step};

/// The second argument of the `cross` of a loop, if it is passed round: nothing else reads it, and the one
/// pass of the loop takes some columns at a time.
pub(super) fn round(nest: &Nest, nested: &Loop, sub_loops: &[SubLoop]) -> Option<ArrayId> {
    let [sub_loop] = sub_loops else {
        return None;
    };
    let [pass] = &sub_loop.passes[..] else {
        return None;
    };
    let [crossed] = nested.body.axes()[..] else {
        return None;
    };
    let ([read], Entry::Axis { along }) = (&crossed.reads[..], &crossed.entry) else {
        return None;
    };
    if !pass.takes_columns() {
        return None;
    }
    let array = nest.owner(*along);
    let mut is_read_again = nest.owner(read.array) != array;
    nested.body.visit(&mut |region| {
        let others = region.reads.iter();
        let mut others = others.filter(|other| !std::ptr::eq(*other, read));
        is_read_again |= others.any(|other| other.is_along(1));
        for host in region.workers() {
            let mut named = named_by(nest, host);
            named.extend(read_by(nest, host));
            is_read_again |= named.iter().any(|named| nest.owner(*named) == array);
        }
        let gathers = |step: &Step| matches!(step, Step::Gather { .. });
        is_read_again |= region.steps().any(gathers);
    });
    (!is_read_again).then_some(array)
}
