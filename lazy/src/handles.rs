//! The results that somebody has a handle on, and the memory that nobody else has.

use std::sync::Arc;

use crate::graph::{Arg, Graph};
use crate::ids::Map;
use crate::node::{Node, Operand, State};
use crate::operation::Operation;
use crate::storage::Storage;

impl Graph {
    /// Finds the steps whose results somebody needs: the last one, and those that others than these
    /// nodes have a handle on, or on a view of them.
    pub(crate) fn find_outputs(&mut self, nodes: &[Arc<Node>]) {
        let has_updates = self.steps.iter().any(|step| step.operation.is_update());
        if has_updates {
            self.count_again(nodes);
        }
        let root = nodes.last().map(|node| node.id);
        let mut held = Vec::new();
        for node in nodes {
            let Some(placed) = self.index.get(&node.id) else {
                continue;
            };
            let is_held = |own: usize| {
                let handles = Arc::strong_count(node).saturating_sub(own);
                Some(node.id) == root || handles > placed.uses
            };
            // Positions cost less to compute again than to keep.
            let is_cheap = |step: usize| {
                Some(node.id) != root && matches!(self.steps[step].operation, Operation::Positions)
            };
            match placed.arg {
                Arg::Step(step, None) if is_cheap(step) => {}
                // The list of nodes has one handle, and a step its own.
                Arg::Step(step, None) => self.steps[step].is_output |= is_held(2),
                Arg::Step(step, Some(_)) => self.steps[step].is_output |= is_held(1),
                // A section of memory.
                Arg::Leaf(leaf) if is_held(1) => held.push(leaf),
                _ => {}
            }
        }
        if has_updates {
            self.given_up = self.find_given_up(&held);
        }
    }

    /// Counts the operands of nodes that are still pending: others may have computed some of them since they
    /// were added, and these have no operands any more. Where they count nevertheless, a result that somebody
    /// has is computed again later; but memory that somebody has must not be given up.
    fn count_again(&mut self, nodes: &[Arc<Node>]) {
        for placed in self.index.values_mut() {
            placed.uses = 0;
        }
        for node in nodes {
            if let State::Pending(_, operands) = &*node.state() {
                for operand in operands.iter() {
                    if let Operand::Node(node) = operand
                        && let Some(placed) = self.index.get_mut(&node.id)
                    {
                        placed.uses += 1;
                    }
                }
            }
        }
    }

    /// Finds the storages that only these nodes have: those of nodes that are operands of others and
    /// nothing else, and of which nobody has a section.
    fn find_given_up(&self, held: &[usize]) -> Vec<bool> {
        let storage = |leaf: usize| Arc::as_ptr(&self.leaves[leaf].storage);
        // For each storage the handles of this graph, and whether others have the nodes.
        let mut known: Map<*const Storage, (usize, bool)> = Map::default();
        for leaf in 0..self.leaves.len() {
            known.entry(storage(leaf)).or_default().0 += 1;
        }
        for (leaf, node) in &self.sources {
            let inside = self.index.get(&node.id).map_or(0, |placed| placed.uses);
            let own = known.entry(storage(*leaf)).or_default();
            own.0 += 1;
            // The list of sources has one.
            own.1 |= Arc::strong_count(node) != inside + 1;
        }
        for leaf in held {
            known.entry(storage(*leaf)).or_default().1 = true;
        }
        // A closure may panic, or evaluate the arrays itself.
        let has_closure = self.steps.iter().any(|step| step.operation.has_closure());
        let given_up = self.leaves.iter().map(|leaf| {
            let (handles, is_held) = known[&Arc::as_ptr(&leaf.storage)];
            !has_closure && !is_held && Arc::strong_count(&leaf.storage) == handles
        });
        given_up.collect()
    }
}
