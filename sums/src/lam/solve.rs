//! The dynamic program: from the leaves to the root, all ways to fuse a subtree that may be part of
//! the best one.

use super::{Expression, Fusion, NodeId, Sequence};
use crate::IndexSet;

/// A way to fuse the loops of a subtree, and of its root with the parent, that no other way beats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survivor {
    /// The nesting of the loops at the subtree's root.
    pub nesting: Sequence,
    /// The loops that are fused with the parent.
    pub fusion: Sequence,
    /// The nesting at the parent that this leads to.
    pub outer: Sequence,
    /// The elements of all arrays in the subtree.
    pub memory: u128,
    /// Returns true if it is a part of the optimum that was found.
    pub is_optimal: bool,
    /// The survivors of the children that it is made from, by their positions.
    pub sources: Vec<usize>,
}

/// The least memory of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Minimum {
    /// The elements of all arrays.
    pub memory: u128,
    /// A fusion that needs no more. Of several it is always the same one.
    pub fusion: Fusion,
    /// The solutions that were kept for each node: figure 4 of the paper.
    pub survivors: Vec<Vec<Survivor>>,
}

/// A way to fuse the loops below a node, before any are fused with its parent.
#[derive(Clone)]
struct Below {
    nesting: Sequence,
    memory: u128,
    sources: Vec<usize>,
}

/// The fusion with the least memory, by the paper's dynamic program for static allocation.
///
/// It is exponential in the number of indices, and the solutions of a node may grow with the tree;
/// in practice there are few.
pub fn minimal(expression: &Expression) -> Minimum {
    let mut survivors: Vec<Vec<Survivor>> = Vec::new();
    for id in expression.ids() {
        let below = below(expression, id, &survivors);
        survivors.push(extended(expression, id, &pruned(expression, id, below)));
    }
    let root = expression.nodes().len() - 1;
    let mut best = 0;
    for (position, survivor) in survivors[root].iter().enumerate() {
        if survivor.memory < survivors[root][best].memory {
            best = position;
        }
    }
    let memory = survivors[root][best].memory;
    let fusion = walk_back(expression, &mut survivors, best);
    Minimum {
        memory,
        fusion,
        survivors,
    }
}

/// The solutions below a node: those of its children, merged where they are compatible.
fn below(expression: &Expression, id: NodeId, survivors: &[Vec<Survivor>]) -> Vec<Below> {
    let node = expression.node(id);
    // No loop at the node has a scope yet.
    let mut all = vec![Below {
        nesting: Sequence::new([node.loops()]),
        memory: 0,
        sources: Vec::new(),
    }];
    for child in &node.children {
        let mut merged = Vec::new();
        for left in &all {
            for (position, right) in survivors[child.0].iter().enumerate() {
                let Some(nesting) = left.nesting.merged(&right.outer) else {
                    continue;
                };
                let sources = left.sources.iter().copied().chain([position]);
                let solution = Below {
                    nesting,
                    memory: left.memory.saturating_add(right.memory),
                    sources: sources.collect(),
                };
                add(&mut merged, solution, |solution| {
                    (&solution.nesting, solution.memory)
                });
            }
        }
        all = merged;
    }
    all
}

/// The solutions below a node that matter to its parent: nestings are compared up to what can be
/// fused with it.
fn pruned(expression: &Expression, id: NodeId, solutions: Vec<Below>) -> Vec<Below> {
    let shareable = expression.shareable(id);
    let mut kept = Vec::new();
    for solution in solutions {
        let most = solution.nesting.within(shareable);
        add(&mut kept, (most, solution), |(most, solution)| {
            (most, solution.memory)
        });
    }
    kept.into_iter().map(|(_, solution)| solution).collect()
}

/// The solutions with each fusion of the node with its parent.
fn extended(expression: &Expression, id: NodeId, solutions: &[Below]) -> Vec<Survivor> {
    let loops = match expression.parent(id) {
        Some(parent) => expression.node(parent).loops(),
        // Nothing of the user's loops is asked for.
        None => IndexSet::EMPTY,
    };
    let mut survivors = Vec::new();
    for solution in solutions {
        let most = solution.nesting.within(expression.shareable(id));
        for fusion in most.prefixes() {
            let own = expression.elements(id, fusion.indices());
            let survivor = Survivor {
                nesting: solution.nesting.clone(),
                outer: fusion.extended(loops),
                memory: solution.memory.saturating_add(own),
                is_optimal: false,
                sources: solution.sources.clone(),
                fusion,
            };
            add(&mut survivors, survivor, |survivor| {
                (&survivor.outer, survivor.memory)
            });
        }
    }
    survivors
}

/// Adds a solution, unless it is inferior to one that is there; those that are inferior to it go. A
/// solution is inferior if its nesting is at least as constraining and it needs no less memory.
fn add<T>(solutions: &mut Vec<T>, solution: T, key: impl Fn(&T) -> (&Sequence, u128)) {
    let inferior = |one: &T, other: &T| {
        let ((nesting, memory), (other_nesting, other_memory)) = (key(one), key(other));
        memory >= other_memory && nesting.constrains(other_nesting)
    };
    if solutions.iter().any(|other| inferior(&solution, other)) {
        return;
    }
    solutions.retain(|other| !inferior(other, &solution));
    solutions.push(solution);
}

/// Marks the survivors that a solution of the root is made from, and collects their fusions.
fn walk_back(expression: &Expression, survivors: &mut [Vec<Survivor>], best: usize) -> Fusion {
    let mut fusion = expression.unfused();
    let mut chosen = vec![best; survivors.len()];
    for id in expression.ids().rev() {
        let survivor = &mut survivors[id.0][chosen[id.0]];
        survivor.is_optimal = true;
        fusion.0[id.0] = survivor.fusion.indices();
        for (child, &source) in expression.node(id).children.iter().zip(&survivor.sources) {
            chosen[child.0] = source;
        }
    }
    fusion
}
