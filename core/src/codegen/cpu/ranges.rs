//! Which loops run their scans in several ranges of a block side by side.
//!
//! A step of a scan waits for the one before it. Where it takes longer than the machine needs for the rest of
//! a position, a block is cut into ranges, the sweep for totals finds what enters each of them, and
//! the ranges need not wait for each other. A thread that does all blocks must do the same, for the same bits, though it
//! could do without totals: so what leads to the scans must be cheap.

use super::accumulator::can_wait;
use super::marker::takes_long;
use crate::nest::{Host, Loop, Region, Step, Write, WriteMode};
use crate::schedule::{parts, policy};

/// Whether the scans of a loop run in ranges.
pub(super) fn pay(nested: &Loop) -> bool {
    let mut scans = nested.levels.iter().flat_map(|level| &level.scans);
    let long = scans.any(|scan| takes_long(scan.known.as_ref(), &scan.seed.expr));
    let sweeps = || nested.levels.iter().map(|level| &level.sweep);
    // In another order another position's error would be the first.
    let by_position =
        |write: &Write| matches!(write.mode, WriteMode::Fresh | WriteMode::InPlace(_));
    long && nested.writes.iter().all(by_position)
        && !nested.body.any_step(Step::may_fail)
        && !nested.body.has_cross()
        && nested.body.inner.iter().flat_map(can_wait).next().is_none()
        && sweeps().all(|sweep| sweep.inner.is_empty())
        && !sweeps()
            .flat_map(workers)
            .any(|worker| worker.estimate.is_expensive)
        && sweeps()
            .flat_map(workers)
            .map(|worker| worker.estimate.operations)
            .sum::<usize>()
            <= policy::BEFORE_INTERLEAVED
        && parts::of(nested).is_empty()
}

/// The workers of a sweep, without operators.
fn workers(sweep: &Region) -> impl Iterator<Item = &Host> {
    sweep.steps.iter().filter_map(|step| match step {
        Step::Map { worker, .. } | Step::Generate { worker, .. } => Some(worker),
        _ => None,
    })
}
