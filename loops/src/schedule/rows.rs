//! Prefixes along rows: scans that begin anew with each row of a loop over several indices.
//!
//! A block of whole rows begins with a new one, and needs nothing of the blocks before it: neither
//! aggregates nor a pass for them.

use crate::nest::{ArrayId, Loop, Pattern, Step};

/// Returns true if all scans of a loop begin anew with each of its rows, and no bits depend on
/// where its blocks begin.
pub(super) fn takes(nested: &Loop) -> bool {
    let body = &nested.body;
    let mut scans = body.steps().filter_map(|step| match step {
        Step::Scan(scan) => Some(scan),
        _ => None,
    });
    let at_rows = |heads: Option<ArrayId>| heads.is_some_and(|heads| are_heads(nested, heads));
    nested.axes.len() > 1
        && nested.folds.is_empty()
        && body.inner().next().is_none()
        && body.any_step(|step| matches!(step, Step::Scan(_)))
        && scans.all(|scan| at_rows(scan.rows))
}

/// Returns true if the flags are made of the loop's own last index: those of another shape with as
/// many elements would be set elsewhere.
pub(super) fn are_heads(nested: &Loop, heads: ArrayId) -> bool {
    let last = nested.axes.len() - 1;
    let is_index = |array: ArrayId| {
        nested.body.any_step(|step| match step {
            Step::Generate {
                digit: Some(digit),
                into: Pattern::Name(into),
                ..
            } => *digit == last && *into == array,
            _ => false,
        })
    };
    nested.body.any_step(|step| match step {
        Step::Map {
            args,
            into: Pattern::Name(into),
            ..
        } => *into == heads && args.iter().copied().all(is_index),
        _ => false,
    })
}
