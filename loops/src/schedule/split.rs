//! Staged sub-loops: a block runs one over its own elements, or several if the loop is distributed
//! (`distribute.rs`), and one over the elements that each of some filters keeps.
//!
//! The step of a scan can't be undone, and an expensive step is not done for nothing, so that both
//! stay behind a filter's branch, which nobody can predict; and around a branch nothing is
//! vectorised. A block compacts the elements that such a filter keeps into a buffer instead,
//! without a branch, and runs the steps behind the filter over that. It is in the cache, and no
//! element is read from memory twice. A call of a function of which the text says nothing stays
//! where it is: LLVM takes the branch out of cheap ones.
//!
//! Nothing outside of a filter waits for the steps behind it, so that sub-loops run one after the
//! other.

use super::slice::with_body;
use super::{behind_scans, distribute};
use crate::nest::{ArrayId, Entry, Loop, Nest, Read, Region, Step, Write, WriteMode};
use crate::ordered::{OrderedSet, ToList};

/// A staged sub-loop.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Staged {
    /// The sub-loop as a loop by itself.
    pub nested: Loop,
    /// Set if it is over the elements of the whole loop; others are over arrays that an earlier one
    /// has compacted.
    pub is_over_block: bool,
    /// The number of arrays that it compacts for later ones alone: they are its first writes.
    pub for_later: usize,
}

impl Staged {
    /// The results that no filter further inside makes.
    pub(super) fn dense(&self) -> Vec<ArrayId> {
        let (body, writes) = (&self.nested.body, &self.nested.writes[self.for_later..]);
        let is_everywhere = |write: &&Write| {
            write.mode == WriteMode::Compact && !body.inner().any(|inner| inner.makes(write.array))
        };
        let dense = writes.iter().filter(is_everywhere);
        dense.map(|write| write.array).list()
    }
}

/// The staged sub-loops of a loop, each behind the one that compacts for it; none if the loop is
/// run as a whole.
pub fn of(nest: &Nest, nested: &Loop) -> Vec<Staged> {
    let mut staged = Vec::new();
    match distribute::of(nest, nested) {
        Some(distributed) => {
            for nested in distributed {
                cut(nest, nested, true, &mut staged);
            }
        }
        None => cut(nest, nested.clone(), true, &mut staged),
    }
    match staged.len() {
        1 => Vec::new(),
        _ => staged,
    }
}

/// Returns true if the first failure in a block need not be that of its leftmost position, so that
/// a block that fails is replayed as a whole.
pub fn may_replay(staged: &[Staged]) -> bool {
    let mut behind = staged.iter().skip(1);
    behind.any(|later| later.nested.body.any_step(Step::may_fail))
}

/// Cuts off what stands behind scans, or the regions behind filters, and those into sub-loops of their own.
fn cut(nest: &Nest, mut nested: Loop, is_over_block: bool, staged: &mut Vec<Staged>) {
    if let Some(cut) = behind_scans::of(nest, &nested) {
        staged.push(Staged {
            nested: cut.front,
            is_over_block,
            for_later: cut.for_later,
        });
        staged.push(Staged {
            nested: cut.behind,
            is_over_block: false,
            for_later: 0,
        });
        return;
    }
    let mut behind = Vec::new();
    // A block in which something fails behind a filter is replayed: then nothing may be
    // overwritten.
    let mut writes = nested.writes.iter();
    let overwrites =
        writes.any(|write| matches!(write.mode, WriteMode::InPlace(_) | WriteMode::Part(_)));
    take(&mut nested.body, overwrites, &mut behind);
    let is_behind = |write: &Write| {
        let mut behind = behind.iter();
        behind.any(|region| makes_inside(region, write.array))
    };
    let (later, own): (Vec<Write>, Vec<Write>) = nested.writes.iter().partition(|w| is_behind(w));
    let arrays: OrderedSet<ArrayId> = behind.iter().flat_map(Region::arrays).collect();
    let is_own = |array: &ArrayId| own.iter().any(|write| write.array == *array);
    let compacted = arrays.into_iter().filter(|array| !is_own(array));
    let compacted = compacted.map(|array| Write {
        array,
        mode: WriteMode::Compact,
    });
    let mut writes: Vec<Write> = compacted.list();
    let for_later = writes.len();
    writes.extend(own);
    staged.push(Staged {
        nested: with_body(nest, &nested, nested.body.clone(), writes),
        is_over_block,
        for_later,
    });
    for region in behind {
        let made = later.iter().copied();
        let writes = made.filter(|write| makes_inside(&region, write.array));
        let nested = with_body(nest, &nested, region.clone(), writes.list());
        cut(nest, nested, false, staged);
    }
}

/// Takes the steps behind filters out of a region, as bodies of their own: of those filters the
/// elements that they keep are left.
fn take(region: &mut Region, overwrites: bool, behind: &mut Vec<Region>) {
    for inner in region.inner_mut() {
        let Entry::Guard { into, .. } = &inner.entry else {
            // Nothing is stored for all pairs of a block.
            continue;
        };
        let names = into.names();
        let fails = overwrites && inner.any_step(Step::may_fail);
        if fails || names.is_empty() || !inner.steps().any(pays) {
            take(inner, overwrites, behind);
            continue;
        }
        let used = names.iter().filter(|array| inner.uses(**array));
        let mut kept: Vec<ArrayId> = used.copied().list();
        if kept.is_empty() {
            // Their number.
            kept.push(names[0]);
        }
        behind.push(Region {
            entry: Entry::Loop,
            reads: kept.into_iter().map(|array| Read::in_step(array, 1)).list(),
            items: std::mem::take(&mut inner.items),
        });
    }
}

/// Returns true if a step is worth a sub-loop behind its filter.
fn pays(step: &Step) -> bool {
    match step {
        Step::Scan(_) => true,
        Step::Map { worker, .. } => worker.estimate.is_heavy(),
        _ => false,
    }
}

/// Returns true if a region, or one inside it, makes an array, but for its entry.
fn makes_inside(region: &Region, array: ArrayId) -> bool {
    let mut steps = region.steps();
    steps.any(|step| step.names().contains(&array))
        || region.inner().any(|inner| inner.makes(array))
}
