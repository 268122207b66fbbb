//! Halves: long bodies that are cut in two.
//!
//! A processor looks some hundred instructions ahead, for work that does not wait. The operations
//! of one element are a chain, of which each waits for the one before; what there is to do at the
//! same time is the next element, and of a long body that is too far away. Cut in two, each half is
//! near enough to its next element. Elements that the second half needs of the first wait for it in
//! a buffer for a few hundred, in the nearest cache.
//!
//! A read at a computed position may fail, so that a body with one is no loop over vectors. The
//! operations that do not decide where it reads are a half of their own, which is.
//!
//! Values that go to computed positions are no vectors either. The operations that take long before them are a
//! half of their own.
//!
//! Elements that filters keep are brought together several at a time, which takes apart the vectors
//! of what computes them. The operations before the filters are a half of their own. Folds of the
//! elements stand between the halves.
//!
//! Relaxed operator fusion (Menon, Mowry and Pavlo, VLDB 2017) calls the cut a staging point.

use super::item::Action;
use super::policy;
use crate::nest::{ArrayId, Entry, Item, Region, Step, Write, WriteMode};
use crate::ordered::{OrderedSet, ToList, flat};

/// A body that is cut in two.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Halves {
    /// The steps before the cut, and their reads.
    pub first: Region,
    /// The folds behind it, with the steps that they need and their reads, if there are any.
    pub folds: Option<Region>,
    /// The other steps behind it, and their reads.
    pub second: Region,
    /// The arrays of which the first half makes an element for what is behind it.
    pub crossing: Vec<ArrayId>,
}

impl Halves {
    /// Has all of it read by digits.
    pub(super) fn read_by_digits(&mut self) {
        let steps = [&mut self.first, &mut self.second];
        for region in steps.into_iter().chain(&mut self.folds) {
            region.read_by_digits();
        }
    }

    /// The halves of a pass that does nothing but compute elements, one for each position, those that filters keep, or
    /// values for computed positions, where these take long, and fold elements before it filters them.
    pub(super) fn of(body: &Region, actions: &[Action], writes: &[Write]) -> Option<Halves> {
        let written: OrderedSet<ArrayId> = writes.iter().map(|write| write.array).collect();
        let compacts = |write: &Write| write.mode == WriteMode::Compact;
        let scatters = |write: &Write| write.mode.is_at_positions();
        let plain = |action: &Action| match action {
            Action::Item(item) => match &body.items[*item] {
                Item::Step(Step::Fold(_) | Step::Scatter { .. }) => true,
                Item::Step(step) => step.is_plain() && is_bounded(step),
                Item::Region(inner) => {
                    matches!(inner.entry, Entry::Guard { .. }) && inner.folds().is_empty()
                }
            },
            Action::Reload { .. } => false,
        };
        let are_plain = actions.iter().all(plain)
            && writes
                .iter()
                .all(|write| write.mode.is_one_each() || compacts(write) || scatters(write));
        if !are_plain {
            return None;
        }
        let (first, second) = match (writes.iter().any(compacts), body.any_step(Step::may_fail)) {
            _ if writes.iter().any(scatters) => before_scatters(body)?,
            (true, false) if body.inner().next().is_some() => before_filters(body)?,
            (true, _) => return None,
            _ if !body.folds().is_empty() => return None,
            (false, true) => behind_reads(body)?,
            (false, false) => middle(body, &written)?,
        };
        let (folds, second) = folds(second, &written);
        let folds = (!folds.is_empty()).then(|| part(body, folds, &|_| false));
        let second = part(body, second, &|array| written.contains(&array));
        let is_asked = |array: &ArrayId| {
            let mut behind = folds.iter().chain([&second]);
            written.contains(array) || behind.any(|region| region.uses(*array))
        };
        let crossing = crossing(&steps(&first), is_asked);
        Some(Halves {
            first: part(body, first, &|array| crossing.contains(&array)),
            folds,
            second,
            crossing,
        })
    }
}

/// The folds among the items behind a cut with the steps that they need, and what the arrays that are
/// written need.
fn folds(items: Vec<Item>, written: &OrderedSet<ArrayId>) -> (Vec<Item>, Vec<Item>) {
    let (mut folds, mut others) = (Vec::new(), Vec::new());
    let (mut of_folds, mut of_others) = (OrderedSet::new(), written.clone());
    for item in items.into_iter().rev() {
        let Item::Step(step) = &item else {
            others.push(item);
            continue;
        };
        let is_needed = |needed: &OrderedSet<ArrayId>| {
            let mut names = step.names().into_iter();
            names.any(|name| needed.contains(&name))
        };
        let is_of_region = |other: &Item| match other {
            Item::Region(inner) => step.names().iter().any(|name| inner.uses(*name)),
            Item::Step(_) => false,
        };
        let is_other = is_needed(&of_others) || others.iter().any(is_of_region);
        if matches!(step, Step::Fold(_)) || is_needed(&of_folds) {
            of_folds.extend(step.args());
            folds.push(item.clone());
        }
        if is_other {
            of_others.extend(step.args());
            others.push(item);
        }
    }
    folds.reverse();
    others.reverse();
    (folds, others)
}

/// The steps among some items.
fn steps(items: &[Item]) -> Vec<&Step> {
    items.iter().filter_map(Item::step).list()
}

/// The operations of some steps.
fn operations(steps: &[&Step]) -> usize {
    let workers = steps.iter().filter_map(|step| step.worker());
    workers.map(|worker| worker.estimate.operations).sum()
}

/// The reads at computed positions with the steps that they need, and all other steps, if these
/// take long.
fn behind_reads(body: &Region) -> Option<(Vec<Item>, Vec<Item>)> {
    let (first, second) = halves(body, Step::may_fail);
    (operations(&steps(&second)) >= policy::BEHIND_READS).then_some((first, second))
}

/// The steps of which `is_first` holds with those that they need, and everything else.
fn halves(body: &Region, is_first: impl Fn(&Step) -> bool) -> (Vec<Item>, Vec<Item>) {
    let mut needed = OrderedSet::new();
    let mut are_first = vec![false; body.items.len()];
    for (item, first) in body.items.iter().zip(&mut are_first).rev() {
        let Item::Step(step) = item else {
            continue;
        };
        *first = is_first(step) || step.names().iter().any(|name| needed.contains(name));
        if *first {
            needed.extend(step.args());
        }
    }
    let half = |which: bool| {
        let items = body.items.iter().zip(&are_first);
        let items = items.filter(|(_, first)| **first == which);
        items.map(|(item, _)| item.clone()).list()
    };
    (half(true), half(false))
}

/// The steps that take more than a few operations, with those that they need, and everything else:
/// filters among it.
fn before_filters(body: &Region) -> Option<(Vec<Item>, Vec<Item>)> {
    let (first, second) = halves(body, is_more_than_few);
    (operations(&steps(&first)) >= policy::BEFORE_FILTERS).then_some((first, second))
}

/// The steps that take long before results at computed positions, with those that they need, and everything else.
fn before_scatters(body: &Region) -> Option<(Vec<Item>, Vec<Item>)> {
    if !body.folds().is_empty() || body.inner().next().is_some() {
        return None;
    }
    let (first, second) = halves(body, is_more_than_few);
    let may_fail = steps(&first).iter().any(|step| step.may_fail());
    (!may_fail && operations(&steps(&first)) >= policy::BEFORE_SCATTERS).then_some((first, second))
}

/// Returns true for a step that makes elements by more than a few operations.
fn is_more_than_few(step: &Step) -> bool {
    let worker = step.worker().filter(|_| step.is_plain());
    worker.is_some_and(|worker| worker.estimate.operations > policy::FEW)
}

/// Returns true if what stands before the filters of a body is a half of its own.
pub(super) fn compute_before_filters(body: &Region) -> bool {
    before_filters(body).is_some()
}

/// The halves of a long body, one after the other.
fn middle(body: &Region, written: &OrderedSet<ArrayId>) -> Option<(Vec<Item>, Vec<Item>)> {
    let cut = cut(&steps(&body.items), written)?;
    let (first, second) = body.items.split_at(cut);
    Some((first.to_vec(), second.to_vec()))
}

/// Returns true if a step takes the same time for each element, as far as its text tells: what
/// loops is long enough by itself.
fn is_bounded(step: &Step) -> bool {
    step.worker()
        .is_none_or(|worker| !worker.estimate.is_unbounded)
}

/// The number of steps before the cut: where neither half has twice the operations of the other,
/// the place that the fewest elements cross, and of several of those the one nearest to the middle.
fn cut(steps: &[&Step], written: &OrderedSet<ArrayId>) -> Option<usize> {
    let all = operations(steps);
    if all < policy::HALVED {
        return None;
    }
    let cuts = (1..steps.len()).filter_map(|cut| {
        let (before, behind) = steps.split_at(cut);
        let first = operations(before);
        let more = first.max(all - first);
        let is_asked = |array: &ArrayId| {
            written.contains(array) || behind.iter().any(|step| step.args().contains(array))
        };
        (more * 3 <= all * 2).then(|| (crossing(before, is_asked).len(), more, cut))
    });
    cuts.min().map(|(_, _, cut)| cut)
}

/// The arrays that the steps before a cut make, and that something asks for behind it.
fn crossing(first: &[&Step], is_asked: impl Fn(&ArrayId) -> bool) -> Vec<ArrayId> {
    let mut made = flat(first.iter().map(|step| step.names()));
    made.retain(is_asked);
    made
}

/// Some items of a body, with the reads that they need, or that are `asked` for behind them.
fn part(body: &Region, items: Vec<Item>, asked: &dyn Fn(ArrayId) -> bool) -> Region {
    let mut part = Region {
        entry: Entry::Loop,
        reads: Vec::new(),
        items,
    };
    let is_needed = |array: &ArrayId| asked(*array) || part.uses(*array);
    let reads = body.reads.iter();
    let reads = reads.filter(|read| read.into.names().iter().any(is_needed));
    part.reads = reads.cloned().list();
    part
}
