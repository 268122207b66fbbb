//! Halves: long bodies that are cut in two.
//!
//! A processor looks some hundred instructions ahead, for work that does not wait. The operations of
//! one element are a chain, of which each waits for the one before; what there is to do at the same
//! time is the next element, and of a long body that is too far away. Cut in two, each half is near
//! enough to its next element. What the second half needs of the first waits for it in a buffer for
//! a few hundred elements, in the nearest cache.
//!
//! Relaxed operator fusion (Menon, Mowry and Pavlo, VLDB 2017) calls the cut a staging point.

use super::item::Action;
use super::policy;
use crate::nest::{ArrayId, Entry, Item, Region, Step, Write, WriteMode};
use crate::ordered::OrderedSet;

/// A body that is cut in two.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Halves {
    /// The steps before the cut, and their reads.
    pub first: Region,
    /// The steps behind it, and their reads.
    pub second: Region,
    /// The arrays of which the first half makes an element for the second.
    pub crossing: Vec<ArrayId>,
}

impl Halves {
    /// The halves of a pass that does nothing but compute elements, one for each position, where
    /// these take long.
    pub(super) fn of(body: &Region, actions: &[Action], writes: &[Write]) -> Option<Halves> {
        let plain = |action: &Action| match action {
            Action::Item(item) => {
                let step = body.items[*item].step();
                step.is_some_and(|step| step.is_plain() && !step.may_fail() && is_bounded(step))
            }
            Action::Reload { .. } => false,
        };
        let one_each = |mode: WriteMode| matches!(mode, WriteMode::Fresh | WriteMode::InPlace(_));
        if !actions.iter().all(plain) || !writes.iter().all(|write| one_each(write.mode)) {
            return None;
        }
        let steps: Vec<&Step> = body.steps().collect();
        let written: OrderedSet<ArrayId> = writes.iter().map(|write| write.array).collect();
        let cut = cut(&steps, &written)?;
        let (first, second) = body.items.split_at(cut);
        let crossing = crossing(&steps, cut, &written);
        let asked = crossing.iter().copied().collect();
        Some(Halves {
            first: part(body, first, asked),
            second: part(body, second, written),
            crossing,
        })
    }
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
    let operations = |steps: &[&Step]| -> usize {
        let workers = steps.iter().filter_map(|step| step.worker());
        workers.map(|worker| worker.estimate.operations).sum()
    };
    let all = operations(steps);
    if all < policy::HALVED {
        return None;
    }
    let cuts = (1..steps.len()).filter_map(|cut| {
        let first = operations(&steps[..cut]);
        let more = first.max(all - first);
        (more * 3 <= all * 2).then(|| (crossing(steps, cut, written).len(), more, cut))
    });
    cuts.min().map(|(_, _, cut)| cut)
}

/// The arrays that the steps before a cut make, and that are written or used behind it.
fn crossing(steps: &[&Step], cut: usize, written: &OrderedSet<ArrayId>) -> Vec<ArrayId> {
    let (first, second) = steps.split_at(cut);
    let made = first.iter().flat_map(|step| step.names());
    let is_used = |array: &ArrayId| {
        written.contains(array) || second.iter().any(|step| step.args().contains(array))
    };
    made.filter(is_used).collect()
}

/// Some steps of a body, behind which these arrays are `asked` for.
fn part(body: &Region, items: &[Item], mut asked: OrderedSet<ArrayId>) -> Region {
    asked.extend(items.iter().filter_map(Item::step).flat_map(Step::args));
    let reads = body.reads.iter();
    let reads = reads.filter(|read| read.into.names().iter().any(|name| asked.contains(name)));
    Region {
        entry: Entry::Loop,
        reads: reads.cloned().collect(),
        items: items.to_vec(),
    }
}
