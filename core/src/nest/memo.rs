//! What the sweep for totals computes and the writing sweep would compute again.
//!
//! A block of a loop with scans reads its elements twice, which costs little while they are in the cache.
//! What leads from them to the scans' totals is computed twice as well. Where that is dear, the first sweep
//! leaves its results in a buffer for the second.

use super::{ArrayId, Entry, Level, Loop, Region, Step, cost};
use std::collections::BTreeSet;

/// The elements that the sweep for totals keeps, and how the body of the loop does without what makes them.
#[derive(Clone, Debug)]
pub struct Memo<'n> {
    /// The arrays whose elements are kept.
    pub arrays: Vec<ArrayId>,
    /// The steps of the body that need none of them, and that they need.
    pub before: Vec<&'n Step>,
    /// What makes them, where none were kept.
    pub made_by: Vec<&'n Step>,
    /// All other steps of the body.
    pub after: Vec<&'n Step>,
}

/// What to keep in a loop, if anything is worth it.
///
/// A loop with several levels has several sweeps, of which none would be the first for all that is kept.
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

    let arrays = made_by
        .iter()
        .flat_map(|step| step.names())
        .filter(|array| {
            let names = [*array];
            let mut users = before.iter().chain(&others);
            users.any(|step| uses(step, &names)) || leaves(nested, body, &names)
        })
        .collect();
    made_by.iter().any(|step| is_dear(step)).then_some(Memo {
        arrays,
        before,
        made_by,
        after: others,
    })
}

fn is_scan(step: &Step) -> bool {
    matches!(step, Step::Scan(_) | Step::Total(_) | Step::Fold(_))
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
