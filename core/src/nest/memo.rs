//! What a block computes once for all of its sweeps.
//!
//! A block of a loop with scans reads its elements several times, which costs little while they are in the cache: for
//! the totals of each level, and to write. What leads from them to the scans would be computed as often. Where that is
//! dear, the first sweep that needs it notes it, and the later ones take it from there.
//!
//! What waits for nothing to the left has a sweep of its own before all others. It is done in vectors, which the steps of a
//! scan are not, so that it pays for a thread that does all blocks, too, and has no need of totals.
//!
//! Of what a filter keeps only what is very dear is noted, and of what filters ask: LLVM takes the branch out of
//! cheaper ones, and computes what they keep in vectors, as long as nothing of it comes from elsewhere. So it is with the
//! steps of scans, which are taken in several ranges side by side, but for those that call.

use super::slice::Slice;
use super::{ArrayId, Entry, Loop, Region, Scan, Step, cost};
use std::collections::BTreeSet;

/// What one sweep notes.
#[derive(Clone, Debug)]
pub struct Memo {
    /// The sweep.
    pub by: By,
    /// What it notes of each position.
    pub items: Vec<Item>,
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

/// A value that is noted of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// The value.
    pub value: Value,
    /// Whether a filter decides if it is there.
    pub guarded: bool,
}

/// What is noted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// The element of an array.
    Element(ArrayId),
    /// What a filter says: the first array of what it keeps.
    Answer(ArrayId),
}

/// A part of a region, in the order in which a sweep has to do them.
#[derive(Clone, Debug)]
pub enum Part<'r> {
    /// A step that is done anyway.
    Step(&'r Step),
    /// What a memo holds.
    Recall {
        /// The position of the memo.
        memo: usize,
        /// Those of its values that belong to this region.
        own: Vec<Value>,
        /// Those that belong to regions inside it, where there is no filter around this one.
        inside: Vec<Value>,
        /// The steps that make the region's own, where nothing was noted.
        made_by: Vec<&'r Step>,
    },
}

/// What is worth noting in a loop, each memo after those that its sweep takes from.
pub fn of(nested: &Loop) -> Vec<Memo> {
    let mut memos: Vec<Memo> = first(nested).into_iter().collect();
    for (index, level) in nested.levels.iter().enumerate() {
        let mut group = Group {
            nested,
            done: memos.iter().flat_map(Memo::values).collect(),
            made: BTreeSet::new(),
            items: Vec::new(),
            is_dear: false,
        };
        group.done.extend(memos.iter().flat_map(Memo::made));
        group.region(&level.sweep, &nested.body, false);
        memos.extend(group.memo(By::Level(index)));
    }
    memos
}

/// What a sweep of its own notes: what is dear outside of filters, and depends on no scan.
fn first(nested: &Loop) -> Option<Memo> {
    let body = &nested.body;
    let sweeps = || nested.levels.iter().map(|level| &level.sweep);
    // What depends on no scan, and is computed for one.
    let mut early = Region {
        entry: Entry::Loop,
        reads: body.reads.clone(),
        steps: Vec::new(),
        inner: Vec::new(),
    };
    let mut late: BTreeSet<ArrayId> = BTreeSet::new();
    for step in &body.steps {
        let waits = step.args().iter().any(|array| late.contains(array));
        if waits || !step.is_plain() {
            late.extend(step.names());
        } else if sweeps().any(|sweep| names_any(&sweep.steps, &step.names())) {
            early.steps.push(step.clone());
        }
    }
    let asks_early = |inner: &&Region| {
        let waits = inner.entry.args().iter().any(|array| late.contains(array));
        !waits && sweeps().any(|sweep| twin(inner, &sweep.inner).is_some())
    };
    early.inner = body.inner.iter().filter(asks_early).cloned().collect();

    let mut group = Group {
        nested,
        done: BTreeSet::new(),
        made: BTreeSet::new(),
        items: Vec::new(),
        is_dear: false,
    };
    group.outside(&early, body, false);
    // Its filters are there for what they say.
    for inner in &mut early.inner {
        inner.steps.clear();
        inner.inner.clear();
    }
    let needed = group.items.iter().map(|item| match item.value {
        Value::Element(array) | Value::Answer(array) => array,
    });
    let mut needed = Slice {
        needed: needed.collect(),
        keep: &mut |_| None,
    };
    let sweep = needed.region(&early)?;
    group.memo(By::Itself(sweep))
}

/// What one sweep should note, while it is found.
struct Group<'n> {
    nested: &'n Loop,
    /// What earlier sweeps note.
    done: BTreeSet<Value>,
    made: BTreeSet<ArrayId>,
    items: Vec<Item>,
    /// Whether it is worth it.
    is_dear: bool,
}

impl Group<'_> {
    /// What to note of a region of a sweep, where `body` is that of the whole body.
    fn region(&mut self, swept: &Region, body: &Region, guarded: bool) {
        self.outside(swept, body, guarded);
        for inner in &swept.inner {
            // Not those of pairs: their buffer would be the product that a `cross` never stores.
            if let Some(whole) = twin(inner, &body.inner) {
                self.region(inner, whole, true);
            }
        }
    }

    /// The same without the regions inside it.
    fn outside(&mut self, swept: &Region, body: &Region, guarded: bool) {
        let is_done = |array: &ArrayId| self.done.contains(&Value::Element(*array));
        let names = |step: &Step| step.names().iter().any(is_done);
        let swept_steps = swept.steps.iter().filter(|step| !names(step));
        // What is dear, and all that depends on it in this sweep.
        let mut made: BTreeSet<ArrayId> = BTreeSet::new();
        for step in swept_steps.clone() {
            let follows = step.is_plain() && step.args().iter().any(|array| made.contains(array));
            if is_dear(step, guarded) || follows {
                made.extend(step.names());
            }
        }
        if !made.is_empty() {
            self.is_dear = true;
        }
        // And what nothing else needs, from the last to the first.
        for step in swept_steps.rev() {
            let names = step.names();
            let is_other = step.is_plain() && !names.iter().any(|array| made.contains(array));
            if is_other && !self.is_needed(&names, body, &made) {
                made.extend(names);
            }
        }
        let elements = made
            .iter()
            .filter(|array| self.is_needed(&[**array], body, &made));
        let elements: Vec<Value> = elements.copied().map(Value::Element).collect();
        let filters = swept.inner.iter().filter(|inner| {
            let predicate = inner.entry.predicate();
            predicate.is_some_and(cost::is_very_dear)
        });
        let answers = filters.filter_map(|inner| answer(&inner.entry));
        let answers = answers
            .map(Value::Answer)
            .filter(|answer| !self.done.contains(answer));
        let answers: Vec<Value> = answers.collect();
        self.is_dear |= !answers.is_empty();
        let values = elements.into_iter().chain(answers);
        self.items
            .extend(values.map(|value| Item { value, guarded }));
        self.made.extend(made);
    }

    /// Whether anything needs the elements of arrays but the steps that make others.
    fn is_needed(&self, arrays: &[ArrayId], body: &Region, made: &BTreeSet<ArrayId>) -> bool {
        let mut others = body.steps.iter().filter(|step| {
            let names = step.names();
            names.is_empty() || !names.iter().all(|array| made.contains(array))
        });
        others.any(|step| step.args().iter().any(|array| arrays.contains(array)))
            || leaves(self.nested, body, arrays)
    }

    fn memo(self, by: By) -> Option<Memo> {
        let worth_it = self.is_dear && !self.items.is_empty();
        worth_it.then_some(Memo {
            by,
            items: self.items,
            made: self.made,
        })
    }
}

impl Memo {
    fn values(&self) -> impl Iterator<Item = Value> {
        self.items.iter().map(|item| item.value)
    }

    fn made(&self) -> impl Iterator<Item = Value> {
        self.made.iter().copied().map(Value::Element)
    }

    /// Whether it holds a value.
    pub fn has(&self, value: Value) -> bool {
        self.values().any(|one| one == value)
    }

    /// Those of its values that belong to a region, or to one inside it.
    pub fn within<'m>(&'m self, region: &'m Region) -> impl Iterator<Item = &'m Item> {
        self.items.iter().filter(|item| item.is_within(region))
    }
}

impl Item {
    fn is_within(&self, region: &Region) -> bool {
        self.value.is_of(region) || region.inner.iter().any(|inner| self.is_within(inner))
    }
}

impl Value {
    /// Whether it is known at the end of a region's steps.
    pub fn is_of(&self, region: &Region) -> bool {
        match self {
            Value::Element(array) => names_any(&region.steps, &[*array]),
            Value::Answer(kept) => {
                let mut filters = region.inner.iter();
                filters.any(|inner| answer(&inner.entry) == Some(*kept))
            }
        }
    }
}

/// The parts of a region in a sweep that is given what some memos hold.
pub fn parts<'r>(region: &'r Region, memos: &[(usize, &Memo)]) -> Vec<Part<'r>> {
    let mut parts = Vec::new();
    let mut left: Vec<&Step> = region.steps.iter().collect();
    for (number, memo) in memos {
        let here = memo.within(region).map(|item| item.value);
        let (own, inside): (Vec<Value>, Vec<Value>) = here.partition(|value| value.is_of(region));
        if own.is_empty() && (inside.is_empty() || is_guarded(region)) {
            continue;
        }
        let is_made = |step: &&Step| {
            let names = step.names();
            !own.is_empty() && names.iter().any(|array| memo.made.contains(array))
        };
        let (made_by, others): (Vec<&Step>, Vec<&Step>) = left.into_iter().partition(is_made);
        // What these need comes first.
        let mut needed: BTreeSet<ArrayId> = made_by.iter().flat_map(|step| step.args()).collect();
        let filters = region.inner.iter().filter(|inner| {
            let answer = answer(&inner.entry);
            answer.is_some_and(|kept| own.contains(&Value::Answer(kept)))
        });
        needed.extend(filters.flat_map(|inner| inner.entry.args()));
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
            own,
            inside,
            made_by,
        });
        left = rest.into_iter().map(|(step, _)| step).collect();
    }
    parts.extend(left.into_iter().map(Part::Step));
    parts
}

/// The array under which the answer of a filter goes.
pub fn answer(entry: &Entry) -> Option<ArrayId> {
    match entry {
        Entry::Guard { into, .. } => into.names().first().copied(),
        Entry::Loop | Entry::Cross { .. } => None,
    }
}

fn is_guarded(region: &Region) -> bool {
    matches!(region.entry, Entry::Guard { .. })
}

/// The region among others that belongs to the same filter.
fn twin<'r>(region: &Region, others: &'r [Region]) -> Option<&'r Region> {
    let kept = answer(&region.entry)?;
    others
        .iter()
        .find(|other| answer(&other.entry) == Some(kept))
}

fn is_dear(step: &Step, guarded: bool) -> bool {
    match step {
        Step::Map { worker, .. } | Step::Generate { worker, .. } => match guarded {
            true => cost::is_very_dear(worker),
            false => cost::is_dear(worker),
        },
        // The element of a scan of a lower level.
        Step::Scan(Scan {
            operator, known, ..
        }) => {
            let may_be = known.is_none() && !guarded && cost::calls(operator);
            may_be || cost::is_very_dear(operator)
        }
        _ => false,
    }
}

fn names_any(steps: &[Step], arrays: &[ArrayId]) -> bool {
    let mut names = steps.iter().flat_map(Step::names);
    names.any(|array| arrays.contains(&array))
}

/// Whether the elements of arrays are needed outside of the steps of a region.
fn leaves(nested: &Loop, region: &Region, arrays: &[ArrayId]) -> bool {
    let written = |array: &ArrayId| nested.writes.iter().any(|write| write.array == *array);
    let inside = |inner: &Region| arrays.iter().any(|array| inner.uses(*array));
    arrays.iter().any(written) || region.inner.iter().any(inside)
}
