//! Scans down the rows of an array: along another axis than the last one.
//!
//! Each column has a state, and a row needs those that the row above it leaves. Blocks of rows go
//! through their columns piece by piece, each when the block above has done it: elements are read
//! and written in the order of memory, and combined from the first to the last.

use super::rows;
use crate::nest::{Loop, Step};
use crate::ordered::ToList;

/// The axis down which the scans of a loop go, if it goes through its columns piece by piece: it does
/// nothing but make an element of some arrays for each position, and its other scans begin anew with
/// each row. A failure would have to be that of the first position, and folds would take elements in
/// another order.
pub(super) fn axis(nested: &Loop) -> Option<usize> {
    let body = &nested.body;
    let scans = body.steps().filter_map(|step| match step {
        Step::Scan(scan) => Some(scan),
        _ => None,
    });
    let (down, others): (Vec<_>, Vec<_>) = scans.partition(|scan| scan.is_over_axes());
    let axes: Vec<Option<usize>> = down.iter().map(|scan| scan.down()).list();
    let axis = axes.first().copied().flatten()?;
    let takes = |step: &Step| matches!(step, Step::Scan(_)) || step.is_plain() && !step.may_fail();
    let begins_anew = |heads| rows::are_heads(nested, heads);
    let takes_all = nested.folds.is_empty()
        && body.inner().next().is_none()
        && body.steps().all(takes)
        && axes.iter().all(|other| *other == Some(axis))
        && others.iter().all(|scan| scan.rows.is_some_and(begins_anew))
        && nested.writes.iter().all(|write| write.mode.is_one_each());
    takes_all.then_some(axis)
}
