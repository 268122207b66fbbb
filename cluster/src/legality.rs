//! The independent judge of clusterings.
//!
//! Nothing here is shared with the strategies: it reads the graph and the
//! clusters and nothing else, so that a mistake in a solver can't hide.

use std::fmt;

use super::Clustering;
use crate::graph::{Edge, EdgeKind, Graph, NodeId, Role};

/// The reason for which a clustering is illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Violation {
    /// A node is in no cluster, in several, or not in the graph at all.
    NotAPartition(NodeId),
    /// A node that shares its loop with nothing is in a cluster with others.
    NotAlone(NodeId),
    /// The ends of a fusion-preventing edge share a cluster.
    Prevented(Edge),
    /// Two nodes share a cluster that must not, although neither needs the other.
    Apart(NodeId, NodeId),
    /// A cluster depends on one that does not come before it: the clusters
    /// form a cycle, or are listed in the wrong order.
    OutOfOrder(Edge),
    /// Two nodes of different sizes share a cluster, and neither has all the
    /// transducers in it that could join it to the other.
    Sizes(NodeId, NodeId),
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAPartition(node) => {
                write!(f, "{node} is not in exactly one cluster")
            }
            Self::NotAlone(node) => {
                write!(f, "{node} shares a cluster although it runs alone")
            }
            Self::Prevented(edge) => write!(
                f,
                "{} and {} share a cluster across a fusion-preventing edge",
                edge.from, edge.to
            ),
            Self::Apart(a, b) => write!(f, "{a} and {b} share a cluster, which they must not"),
            Self::OutOfOrder(edge) => write!(
                f,
                "the cluster of {} does not run before that of {}",
                edge.from, edge.to
            ),
            Self::Sizes(a, b) => write!(
                f,
                "{a} and {b} share a cluster, differ in size and are not joined by transducers"
            ),
        }
    }
}

impl std::error::Error for Violation {}

/// Judges a clustering: `Ok` exactly for legal ones.
///
/// A clustering is legal (Robinson, section 4.4.2) when every node is in one
/// cluster, no preventing edge and no pair that must stay apart lies inside a cluster, the clusters run in
/// an order that respects all edges (so they form no cycle), and the sizes
/// within each cluster agree.
///
/// The paper's `check(i, j)` asks of each pair of different size that the
/// transducers of one of them be in the cluster, and joined to the other in
/// turn. That holds for all pairs exactly when all members whose transducers
/// are not all in the cluster (or that have none) have one size. If they do,
/// let `i` and `j` differ in size: one of them is not of that size, so its
/// transducers are all in the cluster, and by induction (transducers come
/// earlier) each is joined to the other node. Conversely two members without
/// their transducers have only their equal sizes to join them.
///
/// # Errors
///
/// Returns the first violation found.
pub fn check(graph: &Graph, clustering: &Clustering) -> Result<(), Violation> {
    let of = partition(graph, clustering)?;
    for cluster in clustering.clusters() {
        if let [_, _, ..] = cluster[..] {
            let alone = |node: &&NodeId| !graph.node(**node).role.shares();
            if let Some(&node) = cluster.iter().find(alone) {
                return Err(Violation::NotAlone(node));
            }
        }
    }
    for &edge in &graph.edges {
        let (from, to) = (of[edge.from.0], of[edge.to.0]);
        if from == to && edge.kind != EdgeKind::Fusible {
            return Err(Violation::Prevented(edge));
        }
        if from > to {
            return Err(Violation::OutOfOrder(edge));
        }
    }
    for &(a, b) in &graph.apart {
        if of[a.0] == of[b.0] {
            return Err(Violation::Apart(a, b));
        }
    }
    for cluster in clustering.clusters() {
        let mut base: Option<NodeId> = None;
        for &member in cluster {
            let node = graph.node(member);
            if node.role == Role::Anywhere {
                continue;
            }
            let inside = |transducer: &NodeId| of[transducer.0] == of[member.0];
            if !node.transducers.is_empty() && node.transducers.iter().all(inside) {
                continue;
            }
            let base = *base.get_or_insert(member);
            if graph.node(base).size != node.size {
                return Err(Violation::Sizes(base, member));
            }
        }
    }
    Ok(())
}

/// The cluster of each node, if each has exactly one.
fn partition(graph: &Graph, clustering: &Clustering) -> Result<Vec<usize>, Violation> {
    let mut of = vec![None; graph.nodes.len()];
    for (index, cluster) in clustering.clusters().iter().enumerate() {
        for &member in cluster {
            match of.get_mut(member.0) {
                Some(slot @ None) => *slot = Some(index),
                _ => return Err(Violation::NotAPartition(member)),
            }
        }
    }
    of.into_iter()
        .enumerate()
        .map(|(node, index)| index.ok_or(Violation::NotAPartition(NodeId(node))))
        .collect()
}
