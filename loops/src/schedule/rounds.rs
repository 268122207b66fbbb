//! Loops over processes whose blocks are done in two rounds: those that need nothing of other processes
//! while messages are on their way, and then the others.

use super::{Cut, LoopSchedule, SubLoop};
use crate::nest::Loop;

/// The work that a process does while elements of other processes are on their way to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meanwhile {
    /// None: it waits before the loop.
    Nothing,
    /// It finds the aggregates of blocks, ahead of the loop.
    Aggregates,
    /// It does blocks of the loop.
    Loop,
}

impl Meanwhile {
    /// The work of a loop. Blocks may need no elements of other processes in a loop that reads by digits:
    /// they read what is near them. Where they have to be done from left to right the runtime waits before the
    /// first one that needs some.
    pub(super) fn of(nested: &Loop, schedule: &LoopSchedule) -> Meanwhile {
        match schedule.cut {
            Cut::Whole => Meanwhile::Nothing,
            Cut::Blocks { .. } if nested.axes.is_empty() => Meanwhile::Nothing,
            Cut::Blocks { .. } if finds_aggregates_first(&schedule.sub_loops) => {
                Meanwhile::Aggregates
            }
            Cut::Blocks { .. } => Meanwhile::Loop,
        }
    }
}

/// Returns true if aggregates are found before anything else of a loop: those of several sub-loops that
/// share messages, or those of the first one that has some.
fn finds_aggregates_first(sub_loops: &[SubLoop]) -> bool {
    let mut with_levels = sub_loops.iter();
    let first = with_levels.find(|sub_loop| !sub_loop.levels.is_empty());
    sub_loops.iter().any(|sub_loop| sub_loop.shares_messages)
        || first.is_some_and(|first| !first.ahead.is_empty())
}
