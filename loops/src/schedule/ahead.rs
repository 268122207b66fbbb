//! Scans over processes: the levels whose prefixes are found ahead of a loop.
//!
//! Each process first finds the aggregates of its blocks, level after level, and hands the prefix
//! that leaves it on to the next one. Then all of them do their blocks at the same time. Where that is
//! not possible a process waits until those to its left are done.

use super::aggregate::Aggregate;
use super::item::Over;
use super::levels::LookBack;
use super::pass::Pass;
use super::sub_loop::SubLoop;
use crate::nest::Nest;

/// Has the sub-loops of a loop share messages: all whose first aggregates are found ahead of it, if these
/// are several.
pub(super) fn share_messages(sub_loops: &mut [SubLoop]) {
    let having = sub_loops.iter().filter(|own| own.has_message_ahead());
    let is_shared = having.count() > 1;
    for sub_loop in sub_loops {
        sub_loop.shares_messages = is_shared && sub_loop.has_message_ahead();
    }
}

impl SubLoop {
    /// Returns true if the aggregates of its first level are found ahead of the loop, and leave in a message
    /// of their own.
    fn has_message_ahead(&self) -> bool {
        let is_known = |(level, aggregate): &(_, Aggregate)| {
            let level: &super::Level = level;
            level.look_back == LookBack::Aggregate && *aggregate != Aggregate::FromRight
        };
        !self.ahead.is_empty() && self.levels.first().is_some_and(is_known)
    }

    /// The passes for the aggregates of the first levels, which need nothing that the loop does: no
    /// elements that an earlier sub-loop compacts, no old ones of an array that it overwrites, and no
    /// states that recurrences may reach in the loop alone.
    pub(super) fn passes_ahead(&self, nest: &Nest) -> Vec<Pass> {
        let mut passes = Vec::new();
        if self.over() != Over::Block || self.in_rows {
            return passes;
        }
        // Elements that the loop stores in temporaries are computed twice.
        let plain = SubLoop {
            temporaries: Vec::new(),
            ..self.clone()
        };
        for (index, (level, aggregate)) in self.levels.iter().enumerate() {
            if level.look_back == LookBack::LastState || self.reads_old(nest, &level.body) {
                break;
            }
            passes.push(plain.aggregates(nest, index, level, aggregate));
            if level.look_back == LookBack::Transitions {
                break;
            }
        }
        passes
    }
}
