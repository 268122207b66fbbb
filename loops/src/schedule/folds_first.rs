//! Folds that have a pass of their own, before the block compacts the elements that filters keep.
//!
//! Several neighbours are compacted at a time, in a vector, and folds take in several at a time in
//! lanes. In one body neither happens: the one takes apart the vectors that the other holds in
//! registers. The block is in the cache, so that a second pass over it costs less, where little is
//! computed twice; where more is, halves store it ([`halves`](super::halves)).

use super::crossing::is_made_again;
use super::slice::Slice;
use crate::nest::{Host, Loop, Region, Step, WriteMode};
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
    let compacts = nested
        .writes
        .iter()
        .any(|write| write.mode == WriteMode::Compact);
    let fresh = |mode: WriteMode| matches!(mode, WriteMode::Compact | WriteMode::Fresh);
    let plain = compacts
        && nested.writes.iter().all(|write| fresh(write.mode))
        && body.any_step(|step| matches!(step, Step::Fold(_)))
        && !body.any_step(|step| matches!(step, Step::Fold(fold) if fold.known.is_none()))
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
    is_made_again(leading(&folds)).then_some(FoldsFirst { folds, writes })
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
