//! Loops over processes whose blocks are done in two rounds: those that need nothing of other processes
//! while messages are on their way, and then the others.

use super::{Cut, LoopSchedule};
use crate::nest::{Loop, WriteMode};

/// Returns true if blocks may be done in any order, and if some of them may need no elements of other
/// processes: those of a loop that reads by digits read what is near them.
pub(super) fn are_possible(nested: &Loop, schedule: &LoopSchedule) -> bool {
    let is_in_any_order = matches!(schedule.cut, Cut::Blocks { ordered: false, .. });
    let has_own_places = |mode: WriteMode| mode.is_one_each() || matches!(mode, WriteMode::Part(_));
    !nested.axes.is_empty()
        && is_in_any_order
        && !schedule.totals_ahead
        && schedule.sub_loops.len() == 1
        && nested.writes.iter().all(|write| has_own_places(write.mode))
}
