//! Folds that have a pass of their own, before the one that writes.
//!
//! A loop that computes elements which take long has longer vectors than one over groups of lanes.
//! Several neighbours are compacted at a time, in a vector, which folds in lanes prevent: those behind
//! the same filter, as others have a sub-loop of their own (`distribute.rs`). The
//! block is in the cache, so that a second pass over it costs less, where little is computed twice.

use super::crossing::is_made_again;
use super::policy;
use super::slice::Slice;
use crate::nest::{Host, Loop, Region, Step, Write, WriteMode};
use crate::ordered::OrderedSet;

/// A body in two passes.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub(super) struct FoldsFirst {
    /// The body of the folds.
    pub(super) folds: Region,
    /// The body of the writes.
    pub(super) writes: Region,
}

/// The passes of the body of a loop without scans, or of the rest of it, where folds should
/// have one of their own.
pub(super) fn of(nested: &Loop, body: &Region) -> Option<FoldsFirst> {
    let fills = |mode: WriteMode| mode.fills() || mode == WriteMode::Compact;
    let plain = nested.writes.iter().all(|write| fills(write.mode))
        && body.any_step(|step| matches!(step, Step::Fold(_)))
        && !body.has_axes()
        && !body.any_step(Step::may_fail);
    if !plain {
        return None;
    }
    let mut fold = |step: &Step| matches!(step, Step::Fold(_)).then(|| step.clone());
    let mut folds = Slice {
        needed: OrderedSet::new(),
        keep: &mut fold,
    };
    let mut writes = Slice {
        needed: nested.writes.iter().map(|write| write.array).collect(),
        keep: &mut |_| None,
    };
    let (folds, writes) = (folds.region(body)?, writes.region(body)?);
    let is_cut = before_compaction(nested, body) || before_long_steps(&folds, &writes);
    (is_cut && is_made_again(leading(&folds))).then_some(FoldsFirst { folds, writes })
}

/// Returns true if a loop compacts, and its body is short enough for vectors of what it compacts.
fn before_compaction(nested: &Loop, body: &Region) -> bool {
    let compacts = |write: &Write| write.mode == WriteMode::Compact;
    let is_unknown = |step: &Step| matches!(step, Step::Fold(fold) if fold.known.is_none());
    nested.cost <= policy::SINGLE_CALL_SITE
        && nested.writes.iter().any(compacts)
        && !body.any_step(is_unknown)
}

/// Returns true if what is written takes long for each element, and nothing is filtered.
fn before_long_steps(folds: &Region, writes: &Region) -> bool {
    let mut steps = writes.steps();
    let mut workers = writes.workers();
    let operations = writes.workers().map(|worker| worker.estimate.operations);
    folds.inner().next().is_none()
        && writes.inner().next().is_none()
        && steps.all(Step::is_plain)
        && operations.sum::<usize>() >= policy::BEFORE_FOLDS
        && !workers.any(|worker| worker.estimate.is_unbounded)
}

/// The workers that lead to the folds, and would run twice.
fn leading(folds: &Region) -> Vec<&Host> {
    let mut leading = Vec::new();
    folds.visit(&mut |region| {
        let steps = region.steps();
        let others = steps.filter(|step| !matches!(step, Step::Fold(_)));
        leading.extend(region.entry.predicate());
        leading.extend(others.filter_map(Step::worker));
    });
    leading
}
