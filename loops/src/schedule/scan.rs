//! Scans: the order of their steps.

use super::levels::{Level, LookBack};
use super::operator::{has_own_step, is_sum, takes_long};
use super::reduction::{can_wait, is_power};
use super::{policy, split};
use crate::nest::{Host, Loop, Nest, Region, Scan, Step, Write};
use crate::ordered::ToList;
use syn::Expr;

/// The schedule of a scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScanSchedule {
    /// The order of its steps.
    pub order: ScanOrder,
    /// Set if the runtime takes a step otherwise than by calling the operator.
    pub own_step: bool,
    /// Set if the seed is computed before the loop: an expression may return from the function,
    /// which the closure that enters it into a chain could not.
    pub seed_first: bool,
}

/// The order of the steps of a scan in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScanOrder {
    /// One after the other.
    Serial,
    /// As many neighbours as there are lanes are combined by themselves, and with the state before
    /// them only then.
    Grouped,
    /// In ranges of the block, side by side, each from a prefix of its own.
    Interleaved,
}

impl ScanSchedule {
    pub(super) fn of(scan: &Scan, order: ScanOrder) -> ScanSchedule {
        ScanSchedule {
            order,
            own_step: scan.known.as_ref().is_some_and(has_own_step),
            // The start of a recurrence says of which type its states are.
            seed_first: scan.is_recurrence() || !is_plain(&scan.seed.expr),
        }
    }
}

/// Returns true if an expression is of literals and names alone.
fn is_plain(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Unary(unary) => is_plain(&unary.expr),
        Expr::Tuple(tuple) => tuple.elems.iter().all(is_plain),
        _ => false,
    }
}

/// Returns true if the scans of a loop with these levels are interleaved.
///
/// A step of a scan waits for the one before it. Where it takes longer than the machine needs for
/// the rest of a position, a block is cut into ranges, the pass for aggregates finds what enters
/// each of them, and the ranges need not wait for each other. A thread that does all blocks must do
/// the same, for the same bits, though it could do without aggregates: what leads to the scans, it
/// stores, or makes again if that is cheap.
pub(super) fn interleaves(nest: &Nest, nested: &Loop, levels: &[Level]) -> bool {
    let mut scans = levels.iter().flat_map(|level| &level.scans);
    let long = scans.any(|scan| takes_long(scan.known.as_ref(), &scan.seed.expr));
    // Where the transitions of a block are of no use, one pass finds the states of all ranges.
    let recurs = levels
        .iter()
        .any(|level| level.look_back != LookBack::Aggregate);
    let walks = levels.len() == 1 && levels[0].look_back == LookBack::Transitions;
    let passes = || levels.iter().map(|level| &level.body);
    // In another order another position's error would be the first.
    let by_position = |write: &Write| write.mode.is_one_each();
    let stepped = |step: &Step| matches!(step, Step::Fold(fold) if fold.intake.step().is_some());
    let restarts = |step: &Step| matches!(step, Step::Scan(scan) if scan.segments.is_some());
    long && (!recurs || walks)
        && !nested.body.any_step(stepped)
        // The aggregate of most blocks is found by a look at their last elements.
        && !nested.body.any_step(restarts)
        && nested.writes.iter().all(by_position)
        && !nested.body.any_step(Step::may_fail)
        && !nested.body.has_axes()
        && nested.body.inner().flat_map(can_wait).next().is_none()
        && passes().all(|pass| pass.inner().next().is_none())
        // Elements that are not stored are computed twice, and may take any time.
        && !passes()
            .flat_map(workers)
            .any(|worker| worker.estimate.is_unbounded)
        && split::of(nest, nested).is_empty()
}

/// The workers of a pass, without operators.
fn workers(pass: &Region) -> impl Iterator<Item = &Host> {
    pass.steps().filter_map(|step| match step {
        Step::Map { worker, .. } | Step::Generate { worker, .. } => Some(worker),
        _ => None,
    })
}

/// The scans of a loop that are grouped: sums and products outside of filters, in loops whose
/// bodies are small enough for it.
pub(super) fn grouped(nested: &Loop) -> Vec<usize> {
    if nested.cost > policy::SINGLE_CALL_SITE || nested.body.has_axes() {
        return Vec::new();
    }
    let steps = nested.body.steps().filter_map(|step| match step {
        Step::Scan(scan) if scan.known.as_ref().is_some_and(is_sum) => Some(scan.id),
        _ => None,
    });
    steps.list()
}

/// The number of accumulators in a lane of a scan: a transition has as many as a matrix and a
/// vector have numbers. Where the matrix is a power, it has those of the vector and one more, so
/// that four components get four lanes (`recurrences.md`).
pub(super) fn accumulators(scan: &Scan, region: &Region) -> usize {
    let transition = scan.transition.as_ref();
    transition.map_or(1, |transition| {
        let components = transition.components();
        match is_power(scan, region) {
            true => components + 1,
            false => components * (components + 1),
        }
    })
}
