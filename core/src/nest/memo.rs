//! What a block computes once, and first, for all of its sweeps.
//!
//! A block of a loop with scans reads its elements twice, which costs little while they are in the cache: for
//! the totals of the scans, and to write. What leads from them to the scans would be computed twice as well. Where that
//! is dear, a sweep before both leaves it in a buffer. Nothing in that sweep waits for what is to the left of it, so
//! that it is done in vectors, while the steps of a scan are not.

use super::slice::Slice;
use super::{ArrayId, Entry, Level, Loop, Region, Step, cost};
use std::collections::BTreeSet;

/// The elements that are noted, and how the bodies of other sweeps do without what makes them.
#[derive(Clone, Debug)]
pub struct Memo<'n> {
    /// The arrays whose elements are noted.
    pub arrays: Vec<ArrayId>,
    /// The body of the sweep that notes them.
    pub first: Region,
    /// The steps of the other bodies that need none of them, and that they need.
    pub before: Vec<&'n Step>,
    /// What makes them, where none were noted.
    pub made_by: Vec<&'n Step>,
}

impl Memo<'_> {
    /// All other steps of a body.
    pub fn after<'r>(&self, body: &'r Region) -> impl Iterator<Item = &'r Step> {
        let others = self.before.iter().chain(&self.made_by);
        let others: BTreeSet<ArrayId> = others.flat_map(|step| step.names()).collect();
        let is_other = move |step: &Step| step.names().iter().any(|array| others.contains(array));
        body.steps.iter().filter(move |step| !is_other(step))
    }
}

/// What to note in a loop, if anything is worth it.
///
/// In a loop with several levels the sweeps need different parts of the body.
pub fn of(nested: &Loop) -> Option<Memo<'_>> {
    let [Level { sweep, .. }] = &nested.levels[..] else {
        return None;
    };
    let body = &nested.body;
    let swept: BTreeSet<ArrayId> = sweep.steps.iter().flat_map(Step::names).collect();
    let (swept, others): (Vec<&Step>, Vec<&Step>) = body
        .steps
        .iter()
        .partition(|step| !is_scan(step) && step.names().iter().any(|array| swept.contains(array)));

    // What is dear, and all that depends on it in the first sweep.
    let mut made: BTreeSet<ArrayId> = BTreeSet::new();
    let is_kept: Vec<bool> = swept
        .iter()
        .map(|step| {
            let kept = is_dear(step) || step.args().iter().any(|array| made.contains(array));
            if kept {
                made.extend(step.names());
            }
            kept
        })
        .collect();
    let (kept, rest): (Vec<_>, Vec<_>) =
        swept.into_iter().zip(is_kept).partition(|(_, kept)| *kept);
    let mut made_by: Vec<&Step> = kept.into_iter().map(|(step, _)| step).collect();
    let mut before: Vec<&Step> = rest.into_iter().map(|(step, _)| step).collect();

    // And what nothing else needs, from the last to the first.
    for index in (0..before.len()).rev() {
        let names = before[index].names();
        let mut users = before[index + 1..].iter().chain(&others);
        let outside = users.any(|step| uses(step, &names)) || leaves(nested, body, &names);
        if !outside {
            made_by.insert(0, before.remove(index));
        }
    }

    let arrays: Vec<ArrayId> = made_by
        .iter()
        .flat_map(|step| step.names())
        .filter(|array| {
            let names = [*array];
            let mut users = before.iter().chain(&others);
            users.any(|step| uses(step, &names)) || leaves(nested, body, &names)
        })
        .collect();
    if !made_by.iter().any(|step| is_dear(step)) {
        return None;
    }
    let mut first = Slice {
        needed: arrays.iter().copied().collect(),
        keep: &mut |_| None,
    };
    let first = first.region(sweep)?;
    // Of several positions that fail the leftmost is reported, which this sweep could pass by.
    let early = first.steps.iter().filter(|step| fails(step)).count();
    let mut all = 0;
    body.visit(&mut |region| all += region.steps.iter().filter(|step| fails(step)).count());
    if early > 0 && early < all {
        return None;
    }
    Some(Memo {
        first,
        arrays,
        before,
        made_by,
    })
}

fn is_scan(step: &Step) -> bool {
    matches!(step, Step::Scan(_) | Step::Total(_) | Step::Fold(_))
}

/// Whether a position may have an index that is out of bounds.
fn fails(step: &Step) -> bool {
    matches!(step, Step::Gather { .. } | Step::Scatter { .. })
}

fn is_dear(step: &Step) -> bool {
    match step {
        Step::Map { worker, .. } | Step::Generate { worker, .. } => cost::is_dear(worker),
        _ => false,
    }
}

fn uses(step: &Step, arrays: &[ArrayId]) -> bool {
    step.args().iter().any(|array| arrays.contains(array))
}

/// Whether the elements of arrays are needed outside of the steps of a body.
fn leaves(nested: &Loop, body: &Region, arrays: &[ArrayId]) -> bool {
    let written = |array: &ArrayId| nested.writes.iter().any(|write| write.array == *array);
    let inside = |inner: &Region| {
        let entered = matches!(&inner.entry, Entry::Guard { arg, .. } if arrays.contains(arg));
        entered || arrays.iter().any(|array| inner.uses(*array))
    };
    arrays.iter().any(written) || body.inner.iter().any(inside)
}
