//! Fusion chains: the loops of a fused program.

use std::collections::{BTreeMap, BTreeSet};

use super::{Expression, Fusion, NodeId};
use crate::Index;

/// A loop that several nodes share: neighbouring edges of the tree that fuse one index.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Chain {
    /// The index of the loop.
    pub index: Index,
    /// The nodes that it spans. The user of the result counts as one, with the number after the
    /// root's.
    pub scope: BTreeSet<NodeId>,
}

/// All chains of a fusion, by their indices.
///
/// # Panics
///
/// Panics if the fusion is not one of that many nodes.
pub fn chains(expression: &Expression, fusion: &Fusion) -> Vec<Chain> {
    let user = NodeId(expression.nodes().len());
    let mut chains: BTreeMap<(Index, NodeId), BTreeSet<NodeId>> = BTreeMap::new();
    for id in expression.ids() {
        for index in fusion.of(id).iter() {
            let mut top = id;
            while top != user && fusion.of(top).contains(index) {
                top = expression.parent(top).unwrap_or(user);
            }
            let scope = chains.entry((index, top)).or_default();
            scope.insert(id);
            scope.insert(expression.parent(id).unwrap_or(user));
        }
    }
    let chain = |((index, _), scope)| Chain { index, scope };
    chains.into_iter().map(chain).collect()
}
