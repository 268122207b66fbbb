//! Cutting clusters where only the paper's rules let their members share a
//! loop.

use super::Clustering;
use crate::graph::{Edge, Graph, NodeId};

/// Cuts every cluster so that the sizes within each are joined in `graph`.
///
/// By the paper's rules a `cross` is a loop over all pairs, and shares it with
/// whatever else has as many positions, such as `0..len(pairs)`. The loops that
/// we generate for a `cross` walk over its first argument, and all pairs are
/// there only inside, for what comes from that `cross`: the rest needs a loop
/// of its own. A clustering whose sizes are joined stays as it is.
#[must_use]
pub fn separate(graph: &Graph, clustering: &Clustering) -> Clustering {
    let groups = clustering
        .clusters()
        .iter()
        .flat_map(|cluster| cut(graph, cluster));
    Clustering::new(graph, groups)
}

/// A cluster as groups by the loop that each member needs.
fn cut(graph: &Graph, cluster: &[NodeId]) -> Vec<Vec<NodeId>> {
    let mut groups: Vec<(NodeId, Vec<NodeId>)> = Vec::new();
    for &member in cluster {
        let base = base(graph, cluster, member);
        let size = graph.node(base).size;
        match groups
            .iter_mut()
            .find(|(other, _)| graph.node(*other).size == size)
        {
            Some((_, group)) => group.push(member),
            None => groups.push((base, vec![member])),
        }
    }
    let groups: Vec<Vec<NodeId>> = groups.into_iter().map(|(_, group)| group).collect();
    match is_acyclic(graph, &groups) {
        true => groups,
        // One node at a time is always possible.
        false => cluster.iter().map(|&member| vec![member]).collect(),
    }
}

/// The member whose size is that of the loop in which another one runs: the
/// first of its transducers, and so on, as long as all are in the cluster.
fn base(graph: &Graph, cluster: &[NodeId], member: NodeId) -> NodeId {
    let transducers = &graph.node(member).transducers;
    match transducers.first() {
        Some(&first) if transducers.iter().all(|node| cluster.contains(node)) => {
            base(graph, cluster, first)
        }
        _ => member,
    }
}

/// Returns true if groups can run one after the other.
fn is_acyclic(graph: &Graph, groups: &[Vec<NodeId>]) -> bool {
    let waits = |group: &[NodeId], other: &[NodeId]| {
        let leads = |edge: &Edge| other.contains(&edge.from) && group.contains(&edge.to);
        graph.edges.iter().any(leads)
    };
    let mut rest: Vec<&[NodeId]> = groups.iter().map(Vec::as_slice).collect();
    while !rest.is_empty() {
        let next = rest.iter().position(|group| {
            !rest
                .iter()
                .any(|other| other != group && waits(group, other))
        });
        match next {
            Some(next) => {
                rest.remove(next);
            }
            None => return false,
        }
    }
    true
}
