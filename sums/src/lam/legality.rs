//! The independent judge of fusions.
//!
//! It shares nothing with the dynamic program: it reads the expression and the fused loops, and asks
//! for the scopes of loops.

use std::fmt;

use super::{Chain, Expression, Fusion, NodeId, chains};
use crate::IndexSet;

/// The reason for which a fusion is illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Violation {
    /// The fusion has not one entry for each node.
    Length {
        /// The number of nodes.
        nodes: usize,
        /// The number of entries.
        entries: usize,
    },
    /// A node is said to share loops with its parent that one of them does not have, or that are
    /// not to be fused.
    NotShared(NodeId, IndexSet),
    /// Two loops overlap and none of them lies in the other.
    Overlap(Chain, Chain),
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { nodes, entries } => {
                write!(
                    f,
                    "a fusion of {entries} nodes for an expression of {nodes}"
                )
            }
            Self::NotShared(node, indices) => write!(
                f,
                "node {} cannot share the loops over {indices:?} with its parent",
                node.0
            ),
            Self::Overlap(one, other) => write!(
                f,
                "the loops over {} and {} overlap, and neither contains the other",
                one.index.number(),
                other.index.number()
            ),
        }
    }
}

impl std::error::Error for Violation {}

/// Judges a fusion: `Ok` exactly for legal ones. The scopes of any two loops are disjoint, or one
/// contains the other.
///
/// # Errors
///
/// Returns the first violation found.
pub fn check(expression: &Expression, fusion: &Fusion) -> Result<(), Violation> {
    let (nodes, entries) = (expression.nodes().len(), fusion.0.len());
    if nodes != entries {
        return Err(Violation::Length { nodes, entries });
    }
    for id in expression.ids() {
        let beyond = fusion.of(id) - expression.shareable(id);
        if !beyond.is_empty() {
            return Err(Violation::NotShared(id, beyond));
        }
    }
    let chains = chains(expression, fusion);
    for (position, one) in chains.iter().enumerate() {
        for other in &chains[..position] {
            let fits = one.scope.is_disjoint(&other.scope)
                || one.scope.is_subset(&other.scope)
                || other.scope.is_subset(&one.scope);
            if !fits {
                return Err(Violation::Overlap(other.clone(), one.clone()));
            }
        }
    }
    Ok(())
}
