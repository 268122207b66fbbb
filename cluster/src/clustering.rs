//! The result of clustering, in one canonical form.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::graph::{Graph, NodeId};
use crate::sorted::sort;

/// A partition of a graph's nodes into loops, with the order in which the loops run.
///
/// There is exactly one value for each partition: members ascend, and clusters come in the order of
/// execution; of those that could run next, the one with the smallest member comes first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Clustering {
    clusters: Vec<Vec<NodeId>>,
}

impl Clustering {
    /// Puts groups of nodes into canonical form.
    ///
    /// The groups are taken as they are, legal or not: [`super::check`] judges
    /// them. Groups on a cycle come last, ordered by their smallest members.
    pub fn new(graph: &Graph, groups: impl IntoIterator<Item = Vec<NodeId>>) -> Self {
        let mut groups: Vec<Vec<NodeId>> = groups
            .into_iter()
            .map(|mut group| {
                sort(&mut group);
                group
            })
            .filter(|group| !group.is_empty())
            .collect();
        sort(&mut groups);

        let mut of = vec![usize::MAX; graph.nodes.len()];
        for (index, group) in groups.iter().enumerate() {
            for member in group {
                of[member.0] = index;
            }
        }
        let mut waits_for = vec![0_usize; groups.len()];
        let mut before = vec![Vec::new(); groups.len()];
        for edge in &graph.edges {
            let (from, to) = (of[edge.from.0], of[edge.to.0]);
            if from != to && from != usize::MAX && to != usize::MAX {
                waits_for[to] += 1;
                before[from].push(to);
            }
        }
        let mut ready: BinaryHeap<Reverse<usize>> = (0..groups.len())
            .filter(|&index| waits_for[index] == 0)
            .map(Reverse)
            .collect();
        let mut order = Vec::with_capacity(groups.len());
        while let Some(Reverse(index)) = ready.pop() {
            order.push(index);
            for &next in &before[index] {
                waits_for[next] -= 1;
                if waits_for[next] == 0 {
                    ready.push(Reverse(next));
                }
            }
        }
        let cyclic = (0..groups.len()).filter(|&index| waits_for[index] > 0);
        order.extend(cyclic);

        Self {
            clusters: order
                .into_iter()
                .map(|index| std::mem::take(&mut groups[index]))
                .collect(),
        }
    }

    /// The clustering in which nodes of equal label share a cluster.
    pub fn from_labels(graph: &Graph, labels: &[usize]) -> Self {
        let size = labels.iter().max().map_or(0, |label| label + 1);
        let mut groups = vec![Vec::new(); size];
        for (node, &label) in labels.iter().enumerate() {
            groups[label].push(NodeId(node));
        }
        Self::new(graph, groups)
    }

    /// The clusters in order of execution; members ascend. Nodes that share
    /// their loop with nothing are clusters of their own.
    pub fn clusters(&self) -> &[Vec<NodeId>] {
        &self.clusters
    }

    /// The index in [`Self::clusters`] of each node's cluster.
    ///
    /// # Panics
    ///
    /// Panics if the clustering is of another graph and names a node beyond
    /// this one's.
    pub fn indices(&self, graph: &Graph) -> Vec<usize> {
        let mut of = vec![usize::MAX; graph.nodes.len()];
        for (index, cluster) in self.clusters.iter().enumerate() {
            for member in cluster {
                of[member.0] = index;
            }
        }
        of
    }

    /// Each node's cluster, named by its smallest member: the vector by which
    /// equal-cost optima are ordered.
    ///
    /// # Panics
    ///
    /// Panics if the clustering is of another graph and names a node beyond
    /// this one's.
    pub fn representatives(&self, graph: &Graph) -> Vec<usize> {
        let mut of = vec![usize::MAX; graph.nodes.len()];
        for cluster in &self.clusters {
            for member in cluster {
                of[member.0] = cluster[0].0;
            }
        }
        of
    }

    /// Counts the clusters that are loops: all but those of barriers and host nodes.
    pub fn loops(&self, graph: &Graph) -> usize {
        self.clusters
            .iter()
            .filter(|cluster| cluster.iter().any(|&node| graph.node(node).role.is_loop()))
            .count()
    }
}
