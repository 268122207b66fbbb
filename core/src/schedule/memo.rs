//! What a block computes once for all of its sweeps.
//!
//! A block of a loop with scans reads its elements several times, which costs little while they are in the cache: for
//! the totals of each level, and to write. What leads from them to the scans would be computed as often. Where that is
//! dear, the first sweep that needs it notes it, and the later ones take it from there.
//!
//! What waits for nothing to the left has a sweep of its own before all others. It is done in vectors, which the steps of a
//! scan are not, so that it pays for a thread that does all blocks, too, and has no need of totals.
//!
//! Of the steps of scans themselves only those that call are noted: others are taken in several ranges side by side. What
//! stands behind a filter is a part of its own if there are scans ([`parts`](super::parts)), and has notes of its own; the pairs of
//! a `cross` have none, since their buffer would be the product that is never stored.

use crate::nest::slice::Slice;
use crate::nest::{ArrayId, Entry, Loop, Region, Scan, Step};
use std::collections::BTreeSet;

/// What one sweep notes.
#[derive(Clone, Debug)]
pub struct Memo {
    /// The sweep.
    pub by: By,
    /// The arrays whose elements it notes.
    pub items: Vec<ArrayId>,
    /// The arrays of whose elements nothing is left to compute where it was noted.
    made: BTreeSet<ArrayId>,
}

/// A sweep that notes.
#[derive(Clone, Debug)]
pub enum By {
    /// One before all others, with this body.
    Itself(Region),
    /// That for the totals of a level, by its position.
    Level(usize),
}

/// A part of a body, in the order in which a sweep has to do them.
#[derive(Clone, Debug)]
pub enum Part<'r> {
    /// A step that is done anyway.
    Step(&'r Step),
    /// What a memo holds.
    Recall {
        /// The position of the memo.
        memo: usize,
        /// Those of its arrays that the sweep needs.
        items: Vec<ArrayId>,
        /// The steps that make them, where nothing was noted.
        made_by: Vec<&'r Step>,
    },
}

/// What is worth noting in a loop, each memo after those that its sweep takes from.
pub fn of(nested: &Loop) -> Vec<Memo> {
    let mut memos: Vec<Memo> = first(nested).into_iter().collect();
    for (index, level) in nested.levels.iter().enumerate() {
        let done = memos.iter().flat_map(|memo| memo.made.iter().copied());
        let done: BTreeSet<ArrayId> = done.collect();
        let by = By::Level(index);
        memos.extend(memo(nested, &level.sweep.steps, &done, |_| Some(by)));
    }
    memos
}

/// What a sweep of its own notes: what is dear and depends on no scan.
fn first(nested: &Loop) -> Option<Memo> {
    let body = &nested.body;
    // What depends on no scan, and is computed for one.
    let mut early = Region {
        entry: Entry::Loop,
        reads: body.reads.clone(),
        steps: Vec::new(),
        inner: Vec::new(),
    };
    let mut late: BTreeSet<ArrayId> = BTreeSet::new();
    for step in &body.steps {
        let mut levels = nested.levels.iter();
        if step.args().iter().any(|array| late.contains(array)) || !step.is_plain() {
            late.extend(step.names());
        } else if levels.any(|level| names_any(&level.sweep.steps, &step.names())) {
            early.steps.push(step.clone());
        }
    }
    memo(nested, &early.steps, &BTreeSet::new(), |items| {
        let mut needed = Slice {
            needed: items.iter().copied().collect(),
            keep: &mut |_| None,
        };
        Some(By::Itself(needed.region(&early)?))
    })
}

/// What the sweep over some steps of a loop's body should note, where others have noted what is `done`.
fn memo(
    nested: &Loop,
    swept: &[Step],
    done: &BTreeSet<ArrayId>,
    by: impl FnOnce(&[ArrayId]) -> Option<By>,
) -> Option<Memo> {
    let is_done = |step: &&Step| step.names().iter().any(|array| done.contains(array));
    let swept = || swept.iter().filter(|step| !is_done(step));
    // What is dear, and all that depends on it in this sweep.
    let mut made: BTreeSet<ArrayId> = BTreeSet::new();
    for step in swept() {
        let follows = step.is_plain() && step.args().iter().any(|array| made.contains(array));
        if is_expensive(step) || follows {
            made.extend(step.names());
        }
    }
    if made.is_empty() {
        return None;
    }
    // And what nothing else needs, from the last to the first.
    for step in swept().rev() {
        let names = step.names();
        let is_other = step.is_plain() && !names.iter().any(|array| made.contains(array));
        if is_other && !is_needed(nested, &names, &made) {
            made.extend(names);
        }
    }
    let needed = made.iter().copied();
    let items: Vec<ArrayId> = needed
        .filter(|array| is_needed(nested, &[*array], &made))
        .collect();
    if items.is_empty() {
        return None;
    }
    let by = by(&items)?;
    Some(Memo { by, items, made })
}

/// Whether anything needs the elements of arrays but the steps that make others.
fn is_needed(nested: &Loop, arrays: &[ArrayId], made: &BTreeSet<ArrayId>) -> bool {
    let body = &nested.body;
    let mut others = body.steps.iter().filter(|step| {
        let names = step.names();
        names.is_empty() || !names.iter().all(|array| made.contains(array))
    });
    let written = |array: &ArrayId| nested.writes.iter().any(|write| write.array == *array);
    let inside = |inner: &Region| arrays.iter().any(|array| inner.uses(*array));
    others.any(|step| step.args().iter().any(|array| arrays.contains(array)))
        || arrays.iter().any(written)
        || body.inner.iter().any(inside)
}

impl Memo {
    /// Whether it holds anything that a body makes.
    pub fn is_of(&self, body: &Region) -> bool {
        names_any(&body.steps, &self.items)
    }
}

/// The parts of a body in a sweep that is given what some memos hold.
pub fn parts<'r>(body: &'r Region, memos: &[(usize, &Memo)]) -> Vec<Part<'r>> {
    let mut parts = Vec::new();
    let mut left: Vec<&Step> = body.steps.iter().collect();
    for (number, memo) in memos {
        let items = memo.items.iter().copied();
        let items: Vec<ArrayId> = items
            .filter(|array| names_any(&body.steps, &[*array]))
            .collect();
        if items.is_empty() {
            continue;
        }
        let is_made = |step: &&Step| step.names().iter().any(|array| memo.made.contains(array));
        let (made_by, others): (Vec<&Step>, Vec<&Step>) = left.into_iter().partition(is_made);
        // What these need comes first.
        let mut needed: BTreeSet<ArrayId> = made_by.iter().flat_map(|step| step.args()).collect();
        let mut is_first: Vec<bool> = others
            .iter()
            .rev()
            .map(|step| {
                let is_needed = step.names().iter().any(|array| needed.contains(array));
                if is_needed {
                    needed.extend(step.args());
                }
                is_needed
            })
            .collect();
        is_first.reverse();
        let (first, rest): (Vec<_>, Vec<_>) = others
            .into_iter()
            .zip(is_first)
            .partition(|(_, is_first)| *is_first);
        parts.extend(first.into_iter().map(|(step, _)| Part::Step(step)));
        parts.push(Part::Recall {
            memo: *number,
            items,
            made_by,
        });
        left = rest.into_iter().map(|(step, _)| step).collect();
    }
    parts.extend(left.into_iter().map(Part::Step));
    parts
}

fn is_expensive(step: &Step) -> bool {
    match step {
        Step::Map { worker, .. } | Step::Generate { worker, .. } => worker.estimate.is_expensive,
        // The element of a scan of a lower level.
        Step::Scan(Scan {
            operator, known, ..
        }) => known.is_none() && operator.estimate.is_unknown || operator.estimate.is_heavy(),
        _ => false,
    }
}

fn names_any(steps: &[Step], arrays: &[ArrayId]) -> bool {
    let mut names = steps.iter().flat_map(Step::names);
    names.any(|array| arrays.contains(&array))
}
