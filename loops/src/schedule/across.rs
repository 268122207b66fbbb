//! Reads across rows: loops that go by tiles of rows and columns.
//!
//! `a[[j, i]]` takes neighbours of a row from different rows of `a`, each from another cache line.
//! A loop over rows would need each line again for the next row, when it is no longer in the cache.
//! If the order of positions matters to nothing the loop does some rows side by side
//! (`tile_sweep.rs` of the runtime).

use super::item::{Action, Purpose};
use super::pass::{Form, Pass};
use crate::nest::{Loop, Read, Step};

/// Returns true if a pass goes by tiles.
pub(super) fn takes(nested: &Loop, pass: &Pass) -> bool {
    let writes = pass.written();
    let is_map = |action: &Action| match action {
        Action::Item(item) => pass.region.items[*item].step().is_some_and(is_pure),
        Action::Reload { .. } => false,
    };
    let mut reads = pass.region.reads.iter();
    pass.form == (Form::Each { unrolled: false })
        && pass.purpose == Purpose::Results
        && pass.reductions.is_empty()
        && writes.iter().all(|write| write.mode.is_one_each())
        && pass.actions.iter().all(is_map)
        && reads.any(|read| is_across(read, nested.axes.len()))
}

fn is_pure(step: &Step) -> bool {
    step.is_plain() && !step.may_fail()
}

/// Returns true if neighbours in a row of the loop are in different rows of the array.
fn is_across(read: &Read, indices: usize) -> bool {
    let digits = read.digits().unwrap_or_default();
    let outer = digits.split_last().map_or(&[][..], |(_, outer)| outer);
    let innermost = indices.checked_sub(1);
    indices > 1 && outer.iter().any(|(digit, ..)| *digit == innermost)
}
