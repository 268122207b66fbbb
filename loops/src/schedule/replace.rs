//! Results of a loop in the memory of arrays that are of no use behind it.
//!
//! An array between two loops is often read by the second one alone, position by position, and what
//! that one makes is as long. The new elements may then replace those that are read: their memory
//! is in the caches, and there are no new pages. The runtime knows if both have elements of one
//! size.

use super::item::Purpose;
use super::pass::Form;
use super::{LoopSchedule, used};
use crate::nest::{ArrayId, Loop, Nest, Storage, WriteMode};

/// The loop with such results, if it has any: `schedule` is how it runs as it stands.
pub(super) fn of(nest: &Nest, nested: &Loop, schedule: &LoopSchedule) -> Option<Loop> {
    if !is_single_map(nested, schedule) {
        return None;
    }
    let mut replaced = replaceable(nest, nested).into_iter();
    let mut changed = nested.clone();
    let results = changed.writes.iter_mut();
    for write in results.filter(|write| write.mode == WriteMode::Fresh) {
        if let Some(array) = replaced.next() {
            write.mode = WriteMode::Replace(array);
        }
    }
    (changed.writes != nested.writes).then_some(changed)
}

/// Returns true if a loop visits each position once, for all of its results, in whatever way it
/// would also take elements that it overwrites.
fn is_single_map(nested: &Loop, schedule: &LoopSchedule) -> bool {
    let [sub_loop] = &schedule.sub_loops[..] else {
        return false;
    };
    let [pass] = &sub_loop.passes[..] else {
        return false;
    };
    schedule.replay.is_none()
        && nested.body.inner().next().is_none()
        && pass.purpose == Purpose::Results
        && pass.form != Form::Across
        && !pass.near
}

/// The arrays of which a loop reads one element at each position, and that nothing else uses there
/// or later.
fn replaceable(nest: &Nest, nested: &Loop) -> Vec<ArrayId> {
    let used = used::elsewhere(nest, nested);
    let mut arrays = Vec::new();
    for read in &nested.body.reads {
        let array = nest.in_memory(read.array);
        let is_vector = matches!(nest.arrays[array].storage, Storage::Fresh);
        if is_vector && !used.contains(&array) && !arrays.contains(&array) {
            arrays.push(array);
        }
    }
    arrays
}
