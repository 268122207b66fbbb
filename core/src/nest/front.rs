//! What a block packs before all else, where a whole loop stands behind one filter.
//!
//! The step of a scan can't be undone, and what takes long is not done for nothing, so that both stay behind the filter's
//! branch, which nobody can predict; and around a branch nothing is done in vectors. A block that has others beside it
//! packs what the filter keeps into a buffer instead, without a branch, and all else is a loop over that. It is in the
//! cache, and no element is read from memory twice. A call of a function of which the text says nothing stays where it is:
//! LLVM takes the branch out of cheap ones.

use super::slice::Slice;
use super::{ArrayId, Entry, Loop, Region, Step, Write, WriteMode, cost, levels};
use std::collections::BTreeSet;

/// A loop in two parts.
#[derive(Clone, Debug)]
pub struct Front {
    /// The filter, and what it needs, by itself.
    pub filter: Region,
    /// The arrays of what it keeps of which elements are needed.
    pub kept: Vec<ArrayId>,
    /// All else, as a loop over these.
    pub rest: Loop,
}

/// The parts of a loop, if it is one of that kind and that is worth it.
pub fn of(nested: &Loop) -> Option<Front> {
    let body = &nested.body;
    let [inside] = &body.inner[..] else {
        return None;
    };
    let Entry::Guard { into, .. } = &inside.entry else {
        return None;
    };
    if !body.steps.iter().all(Step::is_plain) || !pays(inside) || body.has_cross() {
        return None;
    }
    let at_places = |step: &Step| matches!(step, Step::Generate { .. } | Step::Range { .. });
    let behind = |write: &Write| {
        let at_any_place = matches!(
            write.mode,
            WriteMode::Compact | WriteMode::Scatter(_) | WriteMode::ScatterInPlace(_)
        );
        at_any_place && inside.makes(write.array)
    };
    if inside.any_step(at_places) || !nested.writes.iter().all(behind) {
        return None;
    }
    // Of several positions that fail the leftmost is reported.
    let early = body.steps.iter().any(Step::may_fail);
    if early && inside.any_step(Step::may_fail) {
        return None;
    }

    let written = |array: &ArrayId| nested.writes.iter().any(|write| write.array == *array);
    let kept = into.names().into_iter();
    let kept: Vec<ArrayId> = kept
        .filter(|array| written(array) || inside.uses(*array))
        .collect();
    let mut reads_memory = false;
    inside.visit(&mut |region| reads_memory |= !region.reads.is_empty());
    if kept.is_empty() || reads_memory || uses_others(inside) {
        return None;
    }
    let mut needed = Slice {
        needed: kept.iter().copied().collect(),
        keep: &mut |_| None,
    };
    let mut filter = needed.region(body)?;
    // Of what stands behind it, the names remain.
    for inner in &mut filter.inner {
        inner.reads.clone_from(&kept);
        inner.steps.clear();
        inner.inner.clear();
    }
    let body = Region {
        entry: Entry::Loop,
        reads: kept.clone(),
        ..inside.clone()
    };
    Some(Front {
        filter,
        kept,
        rest: Loop {
            levels: levels::of(&body),
            body,
            ..nested.clone()
        },
    })
}

/// Whether anything behind the filter keeps its branch there.
fn pays(inside: &Region) -> bool {
    inside.any_step(|step| match step {
        Step::Scan(_) => true,
        Step::Map { worker, .. } => cost::is_very_dear(worker),
        _ => false,
    })
}

/// Whether a region uses elements that neither its filter nor its own steps make.
fn uses_others(inside: &Region) -> bool {
    let (mut made, mut used) = (BTreeSet::new(), BTreeSet::new());
    inside.visit(&mut |region| {
        made.extend(region.names());
        used.extend(region.steps.iter().flat_map(Step::args));
        let is_outermost = std::ptr::eq(region, inside);
        used.extend(region.entry.args().into_iter().filter(|_| !is_outermost));
    });
    !used.is_subset(&made)
}
