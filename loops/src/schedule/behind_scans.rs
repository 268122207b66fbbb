//! Steps behind scans that take long: a sub-loop of their own, over what the scans have written for
//! the block.
//!
//! The steps of a scan wait for each other, or go through ranges of the block side by side: LLVM makes
//! vectors of neither, nor of anything in the same body. Steps behind them that take longer than to
//! store an element and to reload it are a loop over the elements that they have left in a buffer of the
//! block, or in its part of a result. Old elements of an array that it overwrites it reads where they are,
//! and so do the scans before it.

use super::crossing::is_made_again;
use super::distribute::is_plain;
use super::overwritten::overwriting;
use super::slice::{Slice, with_body};
use super::{policy, rows};
use crate::nest::{ArrayId, Host, Item, Loop, Nest, Read, Region, Step, Write, WriteMode};
use crate::ordered::{OrderedSet, ToList};

/// A loop in two.
pub(super) struct BehindScans {
    /// The scans, what leads to them, and everything that depends on none.
    pub(super) front: Loop,
    /// The number of arrays that it writes for the other loop alone: they are its first writes.
    pub(super) for_later: usize,
    /// Everything else.
    pub(super) behind: Loop,
}

/// The two loops of a loop, if something behind its scans takes long.
pub(super) fn of(nest: &Nest, nested: &Loop) -> Option<BehindScans> {
    let body = &nested.body;
    let has_scans = body.steps().any(|step| matches!(step, Step::Scan(_)));
    let mut inner = body.inner();
    let are_filters = inner.all(|filter| filter.items.is_empty());
    if !has_scans || !is_plain(nested) || !are_filters || rows::takes(nested) {
        return None;
    }
    let items = behind(body);
    let mut behind = Region {
        entry: body.entry.clone(),
        reads: Vec::new(),
        items,
    };
    let made = behind.names();
    let (later, own): (Vec<Write>, Vec<Write>) = nested
        .writes
        .iter()
        .partition(|write| made.contains(&write.array));
    let is_own = |array: &ArrayId| own.iter().any(|write| write.array == *array);
    let taken = behind.taken();
    let is_old = |read: &&Read| overwriting(nest, read.array, &later).is_some();
    let old = body.reads.iter().filter(is_old);
    let old = old
        .filter(|read| taken.contains(&read.array))
        .cloned()
        .list();
    let is_old = |array: &ArrayId| old.iter().any(|read| read.array == *array);
    let crossing = taken.into_iter().filter(|array| !is_old(array)).list();
    if !takes_long(&behind, crossing.len()) {
        return None;
    }
    let stored = crossing.iter().copied().filter(|array| !is_own(array));
    let mut writes = stored
        .map(|array| Write {
            array,
            mode: WriteMode::Fresh,
        })
        .list();
    let for_later = writes.len();
    writes.extend(own);
    let folds = behind.folds();
    let mut kept = |step: &Step| match step {
        Step::Scan(_) => Some(step.clone()),
        Step::Fold(fold) if !folds.contains(&fold.id) => Some(step.clone()),
        _ => None,
    };
    let mut front = Slice {
        needed: writes.iter().map(|write| write.array).collect(),
        keep: &mut kept,
    };
    let front = front.region(body)?;
    let reads = crossing.into_iter();
    // The elements that are stored come first, and say how many there are.
    behind.reads = reads.map(|array| Read::in_step(array, 1)).chain(old).list();
    Some(BehindScans {
        front: with_body(nest, nested, front, writes),
        for_later,
        behind: with_body(nest, nested, behind, later),
    })
}

/// The steps that depend on scans, and on which neither scans nor filters depend.
fn behind(body: &Region) -> Vec<Item> {
    let filtered = body.inner().flat_map(|filter| filter.entry.args());
    let mut lead: OrderedSet<ArrayId> = filtered.collect();
    for step in body.steps().rev() {
        if matches!(step, Step::Scan(_)) || step.names().iter().any(|name| lead.contains(name)) {
            lead.extend(step.args());
        }
    }
    let mut late: OrderedSet<ArrayId> = OrderedSet::new();
    let mut behind = Vec::new();
    for step in body.steps() {
        let is_scan = matches!(step, Step::Scan(_));
        let depends = step.args().iter().any(|array| late.contains(array));
        if !is_scan && !depends {
            continue;
        }
        let names = step.names();
        if !is_scan && !names.iter().any(|name| lead.contains(name)) {
            behind.push(Item::Step(step.clone()));
        }
        late.extend(names);
    }
    behind
}

/// Returns true if a chain of steps takes longer than it takes to store the elements of so many arrays
/// that it needs.
fn takes_long(behind: &Region, crossing: usize) -> bool {
    let chain = |last: &Step| -> Vec<&Host> {
        let mut needed: OrderedSet<ArrayId> = last.names().into_iter().collect();
        let mut workers = Vec::new();
        for step in behind.steps().rev() {
            if step.names().iter().any(|name| needed.contains(name)) {
                needed.extend(step.args());
                workers.extend(step.worker());
            }
        }
        workers
    };
    let all: usize = behind
        .workers()
        .map(|worker| worker.estimate.operations)
        .sum();
    behind.steps().any(|step| !is_made_again(chain(step))) && all >= policy::STORED * crossing
}
