//! Counting first: a loop that counts the elements of several filters, before the one that compacts
//! them.
//!
//! How many elements a filter keeps is known when it has kept them, so that each result gets
//! capacity for all. Several such capacities may be more than the allocator keeps from run to run:
//! then each run meets new pages. Where the predicates cost little, the runtime may have the loop
//! counted first, in one more read of its inputs, and give each result the capacity that it takes.

use super::hoist::Copied;
use super::slice::Slice;
use super::{Cut, LoopSchedule, Settings, policy};
use crate::nest::{ArrayId, Entry, Fold, Item, Loop, Nest, Region, Step, WriteMode, cost};
use crate::ordered::{OrderedSet, ToList};
use proc_macro2::{Ident, Span};

/// The loop that counts.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Counting {
    /// It writes nothing, and has a fold for each of the results.
    pub nested: Loop,
    /// The schedule of the counting loop: from left to right, since of plain counts LLVM makes
    /// vectors, of lanes of counts it does not.
    pub schedule: Box<LoopSchedule>,
    /// The results, in the order of the folds.
    pub arrays: Vec<ArrayId>,
    /// The bytes by which the runtime decides whether to count.
    pub read: Bytes,
}

/// A number of bytes that a loop reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bytes {
    /// The bytes of an array.
    Of(ArrayId),
    /// So many for each position.
    Each(usize),
}

impl Counting {
    /// The loop that counts for another one, if it compacts several results and counting costs
    /// little.
    pub(super) fn of(
        nest: &Nest,
        nested: &Loop,
        settings: Settings,
        copied: &Copied,
    ) -> Option<Counting> {
        let (nested, arrays) = counted(nested)?;
        let serial = Settings {
            strict: true,
            ..settings
        };
        let schedule = LoopSchedule {
            cut: Cut::of(&nested, settings, &[]),
            ..LoopSchedule::of(nest, &nested, serial, copied)
        };
        let read = nested.body.arrays().next();
        let read = read.map_or(Bytes::Each(8), Bytes::Of);
        Some(Counting {
            read,
            schedule: Box::new(schedule),
            nested,
            arrays,
        })
    }

    /// The number of a result among them.
    pub fn number(&self, array: ArrayId) -> Option<usize> {
        self.arrays.iter().position(|other| *other == array)
    }
}

/// Returns true if a loop may be preceded by one that counts the elements of an array that it
/// compacts.
pub fn counts(nested: &Loop, array: ArrayId) -> bool {
    counted(nested).is_some_and(|(_, arrays)| arrays.contains(&array))
}

/// The loop that counts for another one, and the arrays whose elements it counts.
fn counted(nested: &Loop) -> Option<(Loop, Vec<ArrayId>)> {
    let compacts = nested.writes.iter();
    let compacts = compacts.filter(|write| write.mode == WriteMode::Compact);
    let arrays: Vec<ArrayId> = compacts.map(|write| write.array).list();
    if arrays.len() < 2 {
        return None;
    }
    let mut body = nested.body.clone();
    let is_fold = |item: &Item| matches!(item, Item::Step(Step::Fold(_)));
    body.visit_mut(&mut |region| region.items.retain(|item| !is_fold(item)));
    let mut folds = Vec::new();
    for (id, array) in arrays.iter().enumerate() {
        let fold = Fold::count(id, Ident::new("count", Span::call_site()), *array);
        if !count_in(&mut body, *array, &fold) {
            return None;
        }
        folds.push(fold);
    }
    let mut counts = |step: &Step| matches!(step, Step::Fold(_)).then(|| step.clone());
    let body = Slice {
        needed: OrderedSet::new(),
        keep: &mut counts,
    }
    .region(&body)?;
    if !is_cheap(&body) {
        return None;
    }
    let counting = Loop {
        // None of the program's: no later loop asks for its totals.
        number: 0,
        cost: cost::of(&body),
        writes: Vec::new(),
        folds,
        body,
        ..nested.clone()
    };
    Some((counting, arrays))
}

/// Puts the count of an array behind the filter whose elements it has. Returns whether there is
/// one.
fn count_in(region: &mut Region, array: ArrayId, fold: &Fold) -> bool {
    if matches!(region.entry, Entry::Guard { .. }) && region.names().contains(&array) {
        // Before the filters inside it, which it does not wait for.
        let inside = |item: &Item| item.region().is_some();
        let at = region.items.iter().position(inside);
        let at = at.unwrap_or(region.items.len());
        region
            .items
            .insert(at, Item::Step(Step::Fold(fold.clone())));
        return true;
    }
    let mut inner = region.inner_mut();
    inner.any(|inner| count_in(inner, array, fold))
}

/// Returns true if a loop over arrays that lie in the cache, or nearly, takes less time than the
/// new pages for some of its elements, which are a nanosecond or more for each.
fn is_cheap(body: &Region) -> bool {
    let mut operations = 0;
    let mut expensive = false;
    body.visit(&mut |region| {
        for worker in region.workers() {
            operations += worker.estimate.operations;
            expensive |= worker.estimate.is_expensive;
        }
    });
    let fails = body.any_step(|step| step.may_fail() || matches!(step, Step::Scan(_)));
    operations <= policy::COUNTED && !expensive && !fails && !body.has_axes()
}
