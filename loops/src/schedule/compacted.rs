//! Folds over elements that a block has stored, in passes of their own.
//!
//! Elements that a filter keeps are folded so where the loop compacts them as well. Folded on the
//! way, a kept element waits behind a branch or in a buffer of the reduction; compacted, they are
//! contiguous in the buffer of the block, and a pass folds them from there that knows of no filter.
//!
//! Results that take long to compute are folded so, too: a loop that does nothing else has longer
//! vectors than one over groups of lanes, and the block is in the cache when it is folded.

use super::crossing::may_run_twice;
use super::policy;
use super::slice::Slice;
use crate::nest::{ArrayId, Element, Entry, Fold, Host, Item, Loop, Read, Region, Step, WriteMode};
use crate::ordered::{OrderedSet, ToList, flat};

/// A body, and the folds that have passes of their own behind it.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub(super) struct Compacted {
    /// The body without them.
    pub(super) rest: Region,
    /// The folds of each filter or of all results, by themselves. They read the elements that the
    /// rest compacts or writes.
    pub(super) folds: Vec<Region>,
}

/// The folds of a loop that have passes of their own, if it has such folds. Its elements of
/// some arrays are `dense` at a known offset.
pub(super) fn of(nested: &Loop, dense: &[ArrayId]) -> Option<Compacted> {
    behind_filters(nested).or_else(|| behind_long_steps(nested, dense))
}

/// The folds over results of which each element takes long, if nothing else is folded, and no
/// position fails: that to the right of a fold's panic would do so before it.
fn behind_long_steps(nested: &Loop, dense: &[ArrayId]) -> Option<Compacted> {
    let body = &nested.body;
    let is_plain = |step: &Step| {
        let takes_elements = |fold: &Fold| fold.known.is_some() || fold.intake.step().is_none();
        let is_bounded = |worker: &Host| !worker.estimate.is_unbounded;
        match step {
            Step::Fold(fold) => takes_elements(fold),
            _ => step.is_plain() && step.worker().is_none_or(is_bounded),
        }
    };
    if body.inner().next().is_some() || body.any_step(|step| step.may_fail() || !is_plain(step)) {
        return None;
    }
    let written = nested.writes.iter();
    let written = written.filter(|write| write.mode.fills() || dense.contains(&write.array));
    let written = written.map(|write| write.array).collect();
    let folds = vec![folds_over(body, &written, nested)?];
    let rest = rest(nested, &folds)?;
    let operations = rest.workers().map(|worker| worker.estimate.operations);
    let takes_long = operations.sum::<usize>() >= policy::BEFORE_FOLDS;
    (takes_long && rest.folds().is_empty()).then_some(Compacted { rest, folds })
}

/// The folds over elements that filters keep.
fn behind_filters(nested: &Loop) -> Option<Compacted> {
    if nested.body.has_axes() {
        return None;
    }
    let compacted = nested.writes.iter();
    let compacted = compacted.filter(|write| write.mode == WriteMode::Compact);
    let stored: OrderedSet<ArrayId> = compacted.map(|write| write.array).collect();
    let mut folds = Vec::new();
    nested.body.visit(&mut |region| {
        let made = region.names();
        let stored: OrderedSet<ArrayId> = made
            .into_iter()
            .filter(|array| stored.contains(array))
            .collect();
        if matches!(region.entry, Entry::Guard { .. }) && !stored.is_empty() {
            folds.extend(folds_over(region, &stored, nested));
        }
    });
    if folds.is_empty() {
        return None;
    }
    Some(Compacted {
        rest: rest(nested, &folds)?,
        folds,
    })
}

/// The folds of a region that need nothing but stored values of it.
fn folds_over(region: &Region, stored: &OrderedSet<ArrayId>, nested: &Loop) -> Option<Region> {
    let alone = |fold: &&Fold| {
        let body = cut(region, stored, &[fold.id]);
        body.is_some_and(|body| {
            let leading = body.steps().filter_map(map);
            may_run_twice(leading) || is_its_own(&body, nested)
        })
    };
    let folds = region.steps().filter_map(|step| match step {
        Step::Fold(fold) => Some(fold),
        _ => None,
    });
    let chosen: Vec<usize> = folds.filter(alone).map(|fold| fold.id).list();
    cut(region, stored, &chosen).filter(|_| !chosen.is_empty())
}

/// Some folds of a region with the steps from stored values to them; `None` if something else
/// does.
fn cut(region: &Region, stored: &OrderedSet<ArrayId>, folds: &[usize]) -> Option<Region> {
    let (mut needed, mut made) = (OrderedSet::new(), OrderedSet::new());
    let mut items = Vec::new();
    for step in region.steps().rev() {
        let is_asked = |array: &ArrayId| needed.contains(array) && !stored.contains(array);
        let kept = match step {
            Step::Fold(fold) => {
                folds.contains(&fold.id) && fold.intake.operand() != Some(Element::One)
            }
            _ => step.names().iter().any(is_asked),
        };
        if !kept {
            continue;
        }
        // All others look at the position in the loop, move a state, or may fail.
        if !matches!(step, Step::Fold(_) | Step::Map { .. }) {
            return None;
        }
        needed.extend(step.args());
        made.extend(step.names());
        items.push(Item::Step(step.clone()));
    }
    items.reverse();
    let reads: Vec<ArrayId> = needed.intersection(stored).copied().list();
    let known = |array: &ArrayId| stored.contains(array) || made.contains(array);
    (!reads.is_empty() && needed.iter().all(known)).then_some(Region {
        entry: Entry::Loop,
        reads: reads
            .into_iter()
            .map(|array| Read::in_step(array, 1))
            .list(),
        items,
    })
}

/// The body without some folds, and without the steps that only they need.
fn rest(nested: &Loop, folds: &[Region]) -> Option<Region> {
    let own = flat(folds.iter().map(Region::folds));
    let mut keep = |step: &Step| match step {
        Step::Fold(fold) if own.contains(&fold.id) => None,
        // The states of scans move with every element.
        Step::Fold(_) | Step::Scan(_) => Some(step.clone()),
        _ => None,
    };
    let mut rest = Slice {
        needed: nested.writes.iter().map(|write| write.array).collect(),
        keep: &mut keep,
    };
    rest.region(&nested.body)
}

/// Returns true if the rest of the body does without the steps that lead to the folds.
fn is_its_own(folds: &Region, nested: &Loop) -> bool {
    let Some(rest) = rest(nested, std::slice::from_ref(folds)) else {
        return false;
    };
    let maps = folds.steps().filter(|step| map(step).is_some());
    maps.flat_map(Step::names).all(|array| !rest.makes(array))
}

fn map(step: &Step) -> Option<&Host> {
    match step {
        Step::Map { worker, .. } => Some(worker),
        _ => None,
    }
}
