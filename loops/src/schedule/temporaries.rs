//! Block temporaries: elements that one pass stores and later ones reload.
//!
//! A block of a loop with scans reads its elements several times, which costs little while they are
//! in the cache: for the aggregates of each level, and to write. The steps before the scans would
//! run as often. Where that takes long (`crossing.rs`), the first pass that needs their
//! elements stores them, and the later ones reload them.
//!
//! Steps that depend on no scan have a pass of their own before all others, whether a scan needs them or
//! not. It is vectorised, which the steps of a scan are not, nor those of folds by operators of which
//! nothing is known, so that it pays also for a thread that runs all blocks and needs no aggregates.
//!
//! Of the scans themselves only the elements of those that call are stored: others run interleaved.
//! The steps behind a filter are a sub-loop of their own if there are scans
//! ([`split`](super::split)), and have temporaries of their own; the pairs of a `cross` have none,
//! since their buffer would be the product that is never stored.

use super::angles::has_angles;
use super::crossing::is_made_again;
use super::item::{Action, Purpose};
use super::levels::{Level, LookBack};
use super::slice::Slice;
use super::{compacted, policy};
use crate::nest::{ArrayId, Entry, Host, Item, Loop, Region, Scan, Step};
use crate::ordered::{OrderedSet, ToList};

/// A buffer for elements of a block, and the pass that fills it.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Temporary {
    /// The pass.
    pub filled_by: FilledBy,
    /// The arrays whose elements it holds.
    pub arrays: Vec<ArrayId>,
    /// The arrays of whose elements nothing is left to compute where it was stored.
    made: OrderedSet<ArrayId>,
}

/// A pass that fills a temporary.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub enum FilledBy {
    /// One before all others, with this body.
    Itself(Region),
    /// The pass for the aggregates of a level, by its position.
    Level(usize),
}

/// The temporaries of a loop, each after those that its pass reloads. Its elements of some arrays are
/// `dense` at a known offset.
pub(super) fn of(nested: &Loop, levels: &[Level], dense: &[ArrayId]) -> Vec<Temporary> {
    if restarts_cheaply(levels) {
        return Vec::new();
    }
    let mut temporaries: Vec<Temporary> = first(nested, levels, dense).into_iter().list();
    for (index, level) in levels.iter().enumerate() {
        if level.look_back == LookBack::LastState {
            continue;
        }
        let done = temporaries
            .iter()
            .flat_map(|temporary| temporary.made.iter().copied());
        let done: OrderedSet<ArrayId> = done.collect();
        let by = FilledBy::Level(index);
        temporaries.extend(temporary(nested, &level.body, &done, |_| Some(by)));
    }
    temporaries
}

/// Returns true if all scans of a loop begin anew with each segment, and what leads to them may be made
/// twice: the aggregate of most blocks is found by a look at their last elements, which the sweep for
/// results makes again. `segments-whose-heads-are-computed.md`.
fn restarts_cheaply(levels: &[Level]) -> bool {
    let [level] = levels else {
        return false;
    };
    let takes_long = |worker: &Host| worker.estimate.is_heavy() || worker.estimate.is_unbounded;
    level.scans.iter().all(|scan| scan.segments.is_some()) && !level.body.workers().any(takes_long)
}

/// The temporary that a pass of its own stores: everything that takes long and depends on no scan,
/// in a loop with scans or folds by operators of which nothing is known, whose pass has no vectors; or
/// with angles beside folds and filters, in whose pass they are not taken for near ones first.
fn first(nested: &Loop, levels: &[Level], dense: &[ArrayId]) -> Option<Temporary> {
    let body = &nested.body;
    let is_unknown = |step: &Step| match step {
        Step::Fold(fold) => fold.known.is_none() && fold.intake.step().is_none(),
        _ => false,
    };
    // Folds over results have passes of their own.
    let compacted = compacted::of(nested, dense);
    let rest = compacted.as_ref().map_or(body, |compacted| &compacted.rest);
    let does_more = !rest.folds().is_empty() || rest.inner().next().is_some();
    let is_whole = levels.is_empty() && !rest.steps().any(is_unknown);
    if is_whole && !(has_angles(body) && does_more) {
        return None;
    }
    // The steps that depend on no scan.
    let mut early = Region {
        entry: Entry::Loop,
        reads: body.reads.clone(),
        items: Vec::new(),
    };
    let mut late: OrderedSet<ArrayId> = OrderedSet::new();
    for step in body.steps() {
        if step.args().iter().any(|array| late.contains(array)) || !step.is_plain() {
            late.extend(step.names());
        } else {
            early.items.push(Item::Step(step.clone()));
        }
    }
    temporary(nested, &early, &OrderedSet::new(), |arrays| {
        let mut needed = Slice {
            needed: arrays.iter().copied().collect(),
            keep: &mut |_| None,
        };
        Some(FilledBy::Itself(needed.region(&early)?))
    })
}

/// The temporary that the pass over some steps of a loop's body stores, beside the arrays of
/// others, which are `done`.
fn temporary(
    nested: &Loop,
    passed: &Region,
    done: &OrderedSet<ArrayId>,
    by: impl FnOnce(&[ArrayId]) -> Option<FilledBy>,
) -> Option<Temporary> {
    let is_done = |step: &&Step| step.names().iter().any(|array| done.contains(array));
    let steps = || passed.steps().filter(|step| !is_done(step));
    let ranges = passed
        .steps()
        .filter(|step| matches!(step, Step::Range { .. }));
    let positions: OrderedSet<ArrayId> = ranges.flat_map(Step::names).collect();
    // Steps that are worth it, and all that depend on them in this pass; but nothing behind another
    // step that does, such as a scan: all elements of a temporary are reloaded at one place.
    let mut made: OrderedSet<ArrayId> = OrderedSet::new();
    let mut behind: OrderedSet<ArrayId> = OrderedSet::new();
    for step in steps() {
        let args = step.args();
        let is_behind = args.iter().any(|array| behind.contains(array));
        let follows = args.iter().any(|array| made.contains(array));
        // With its position an element takes more room, and the position costs nothing.
        let has_position = args.iter().any(|array| positions.contains(array));
        let is_worth_it = || is_stored(step, steps(), &made);
        if !is_behind && (step.is_plain() && follows && !has_position || is_worth_it()) {
            made.extend(step.names());
        } else if is_behind || follows {
            behind.extend(step.names());
        }
    }
    if made.is_empty() {
        return None;
    }
    // And temporaries that nothing else needs, from the last to the first.
    for step in steps().rev() {
        let names = step.names();
        let is_other = step.is_plain() && !names.iter().any(|array| made.contains(array));
        if is_other && !is_needed(nested, &names, &made) {
            made.extend(names);
        }
    }
    let needed = made.iter().copied();
    let arrays: Vec<ArrayId> = needed
        .filter(|array| is_needed(nested, &[*array], &made))
        .list();
    if arrays.is_empty() {
        return None;
    }
    let filled_by = by(&arrays)?;
    Some(Temporary {
        filled_by,
        arrays,
        made,
    })
}

/// Returns true if anything needs the elements of arrays but the steps that make others.
fn is_needed(nested: &Loop, arrays: &[ArrayId], made: &OrderedSet<ArrayId>) -> bool {
    let body = &nested.body;
    let mut others = body.steps().filter(|step| {
        let names = step.names();
        names.is_empty() || !names.iter().all(|array| made.contains(array))
    });
    let written = |array: &ArrayId| nested.writes.iter().any(|write| write.array == *array);
    let inside = |inner: &Region| arrays.iter().any(|array| inner.uses(*array));
    others.any(|step| step.args().iter().any(|array| arrays.contains(array)))
        || arrays.iter().any(written)
        || body.inner().any(inside)
}

impl Temporary {
    /// Returns true if its elements take few operations, though they are worth a pass that
    /// vectorises.
    pub fn is_short(&self) -> bool {
        let FilledBy::Itself(region) = &self.filled_by else {
            return false;
        };
        let estimates: Vec<_> = region.workers().map(|worker| worker.estimate).list();
        let operations = estimates.iter().map(|estimate| estimate.operations);
        let is_unknown = estimates.iter().any(|estimate| estimate.is_unknown);
        operations.sum::<usize>() < policy::SHORT && !is_unknown
    }

    /// Returns true if it holds an array that a body makes.
    pub fn is_of(&self, body: &Region) -> bool {
        names_any(body, &self.arrays)
    }
}

/// The temporary that a pass stores, and those that were stored before it, if at all.
pub(super) fn uses(temporaries: &[Temporary], purpose: Purpose) -> (Option<usize>, Vec<usize>) {
    let stores = |temporary: &Temporary| match (&temporary.filled_by, purpose) {
        (FilledBy::Itself(_), purpose) => purpose == Purpose::Store,
        (FilledBy::Level(level), purpose) => purpose == Purpose::Aggregates(*level),
    };
    let reloads = |temporary: &Temporary| match (&temporary.filled_by, purpose) {
        (_, Purpose::Store) => false,
        (FilledBy::Level(level), Purpose::Aggregates(index)) => *level < index,
        (FilledBy::Level(_) | FilledBy::Itself(_), _) => true,
    };
    let reloaded = (0..temporaries.len()).filter(|number| reloads(&temporaries[*number]));
    (temporaries.iter().position(stores), reloaded.list())
}

/// The actions of a pass, which reloads the temporaries of these numbers, and moves states of scans
/// if `scans` is set.
pub(super) fn actions(
    region: &Region,
    temporaries: &[Temporary],
    reloaded: &[usize],
    scans: bool,
) -> Vec<Action> {
    // The arrays of a region inside the body stay in it.
    let step = |item: &usize| region.items[*item].step();
    let names = |item: &usize| step(item).map(Step::names).unwrap_or_default();
    let args = |item: &usize| step(item).map(Step::args).unwrap_or_default();
    let mut actions = Vec::new();
    let mut left: Vec<usize> = (0..region.items.len()).list();
    for number in reloaded {
        let Temporary {
            filled_by,
            arrays,
            made,
        } = &temporaries[*number];
        let arrays = arrays.iter().copied();
        let arrays: Vec<ArrayId> = arrays.filter(|array| names_any(region, &[*array])).list();
        if arrays.is_empty() {
            continue;
        }
        let is_made = |item: &usize| names(item).iter().any(|array| made.contains(array));
        let (recomputed, others): (Vec<usize>, Vec<usize>) = left.into_iter().partition(is_made);
        // The operands of these come first.
        let mut needed: OrderedSet<ArrayId> = recomputed.iter().flat_map(args).collect();
        let mut is_first: Vec<bool> = others
            .iter()
            .rev()
            .map(|item| {
                let is_needed = names(item).iter().any(|array| needed.contains(array));
                if is_needed {
                    needed.extend(args(item));
                }
                is_needed
            })
            .list();
        is_first.reverse();
        let (first, rest): (Vec<_>, Vec<_>) = others
            .into_iter()
            .zip(is_first)
            .partition(|(_, is_first)| *is_first);
        actions.extend(first.into_iter().map(|(item, _)| Action::Item(item)));
        // A pass of its own stores all but the elements of shortest loops, whereas one for aggregates
        // is left out where a thread does all blocks. A function cannot end the body with an error, and
        // states in registers do not survive a call, though it never comes (`steps-that-rarely-run.md`).
        let is_own = matches!(filled_by, FilledBy::Itself(_));
        let may_fail = |item: &usize| step(item).is_some_and(Step::may_fail);
        actions.push(Action::Reload {
            temporary: *number,
            arrays,
            rarely: is_own && !scans && !recomputed.iter().any(may_fail),
            recomputed,
        });
        left = rest.into_iter().map(|(item, _)| item).list();
    }
    actions.extend(left.into_iter().map(Action::Item));
    actions
}

/// Returns true if what one of some steps makes of stored elements and others is stored, too, rather than
/// made again in later passes.
fn is_stored<'r>(
    step: &'r Step,
    steps: impl DoubleEndedIterator<Item = &'r Step>,
    stored: &OrderedSet<ArrayId>,
) -> bool {
    match step {
        Step::Map { .. } | Step::Generate { .. } => !is_made_again(leading(step, steps, stored)),
        // The element of a scan of a lower level.
        Step::Scan(Scan {
            operator, known, ..
        }) => known.is_none() && operator.estimate.is_unknown || operator.estimate.is_heavy(),
        _ => false,
    }
}

/// The workers that make an element of what one of some steps makes, behind scans and what is stored.
fn leading<'r>(
    step: &Step,
    steps: impl DoubleEndedIterator<Item = &'r Step>,
    stored: &OrderedSet<ArrayId>,
) -> Vec<&'r Host> {
    let mut needed: OrderedSet<ArrayId> = step.names().into_iter().collect();
    let mut workers = Vec::new();
    for step in steps.rev() {
        if step.is_plain() && step.names().iter().any(|array| needed.contains(array)) {
            let args = step.args().into_iter();
            needed.extend(args.filter(|array| !stored.contains(array)));
            workers.extend(step.worker());
        }
    }
    workers
}

fn names_any(region: &Region, arrays: &[ArrayId]) -> bool {
    let mut names = region.steps().flat_map(Step::names);
    names.any(|array| arrays.contains(&array))
}
