//! The results that somebody has a handle on, and the memory that nobody else has.

use std::sync::Arc;

use crate::graph::{Arg, Graph};
use crate::ids::Map;
use crate::node::{Node, Operand, State};
use crate::storage::Storage;

impl Graph {
    /// Finds the steps whose results somebody needs: the last one, and those that others than these
    /// nodes have a handle on, or on a view of them.
    pub(crate) fn find_outputs(&mut self, nodes: &[Arc<Node>]) {
        let mut uses: Map<u64, usize> =
            Map::with_capacity_and_hasher(nodes.len(), Default::default());
        for node in nodes {
            if let State::Pending(_, operands) = &*node.state() {
                for operand in operands.iter() {
                    if let Operand::Node(node) = operand {
                        *uses.entry(node.id).or_default() += 1;
                    }
                }
            }
        }
        let root = nodes.last().map(|node| node.id);
        let mut held = Vec::new();
        for node in nodes {
            let inside = uses.get(&node.id).copied().unwrap_or(0);
            let is_held = |own: usize| {
                let handles = Arc::strong_count(node).saturating_sub(own);
                Some(node.id) == root || handles > inside
            };
            match self.index.get(&node.id).copied() {
                // The list of nodes has one handle, and a step its own.
                Some((Arg::Step(step, None), _)) => self.steps[step].is_output |= is_held(2),
                Some((Arg::Step(step, Some(_)), _)) => self.steps[step].is_output |= is_held(1),
                // A section of memory.
                Some((Arg::Leaf(leaf), _)) if is_held(1) => held.push(leaf),
                _ => {}
            }
        }
        self.find_given_up(&uses, &held);
    }

    /// Finds the storages that only these nodes have: those of nodes that are operands of others and
    /// nothing else, and of which nobody has a section.
    fn find_given_up(&mut self, uses: &Map<u64, usize>, held: &[usize]) {
        let storage = |leaf: usize| Arc::as_ptr(&self.leaves[leaf].storage);
        // For each storage the handles of this graph, and whether others have the nodes.
        let mut known: Map<*const Storage, (usize, bool)> = Map::default();
        for leaf in 0..self.leaves.len() {
            known.entry(storage(leaf)).or_default().0 += 1;
        }
        for (leaf, node) in &self.sources {
            let inside = uses.get(&node.id).copied().unwrap_or(0);
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
        self.given_up = given_up.collect();
    }
}
