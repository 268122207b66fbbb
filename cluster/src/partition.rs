//! A partition under construction, by legal merges.

use crate::graph::paths::{BitMatrix, Paths};
use crate::graph::{EdgeKind, Graph, NodeId, Role, SizeClass};
use crate::sorted::sort;

use super::Clustering;

/// A legal clustering and the merges that keep it so.
///
/// Clusters are named by their smallest members; rows and columns of the
/// matrices mean clusters and are stale for other nodes.
#[derive(Clone, Debug)]
pub(super) struct Partition<'g> {
    graph: &'g Graph,
    label: Vec<usize>,
    members: Vec<Vec<usize>>,
    /// The clusters that each cluster reaches; in `coreach` those that reach it.
    reach: BitMatrix,
    coreach: BitMatrix,
    /// The pairs of clusters with a preventing edge between them.
    prevented: BitMatrix,
}

impl<'g> Partition<'g> {
    /// Each node in a cluster of its own.
    pub(super) fn new(graph: &'g Graph) -> Self {
        let n = graph.nodes.len();
        let paths = Paths::of(graph);
        let mut partition = Self {
            graph,
            label: (0..n).collect(),
            members: (0..n).map(|node| vec![node]).collect(),
            reach: BitMatrix::new(n),
            coreach: BitMatrix::new(n),
            prevented: BitMatrix::new(n),
        };
        for from in 0..n {
            for to in from + 1..n {
                if paths.reaches(NodeId(from), NodeId(to)) {
                    partition.reach.set(from, to);
                    partition.coreach.set(to, from);
                }
            }
        }
        for edge in &graph.edges {
            if edge.kind != EdgeKind::Fusible {
                partition.prevent(edge.from.0, edge.to.0);
            }
        }
        for &(a, b) in &graph.apart {
            partition.prevent(a.0, b.0);
        }
        partition
    }

    fn prevent(&mut self, a: usize, b: usize) {
        self.prevented.set(a, b);
        self.prevented.set(b, a);
    }

    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.label.len()
    }

    /// The clusters, by their smallest members.
    pub(super) fn clusters(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.len()).filter(|&cluster| self.label[cluster] == cluster)
    }

    /// Returns true if `a` reaches `b`, and nothing lies between them.
    pub(super) fn is_next(&self, a: usize, b: usize) -> bool {
        self.reach.get(a, b) && !self.between(a, b)
    }

    /// The cluster of a node.
    pub(super) fn cluster_of(&self, node: usize) -> usize {
        self.label[node]
    }

    /// The members of a cluster.
    pub(super) fn members(&self, cluster: usize) -> &[usize] {
        &self.members[cluster]
    }

    /// Returns true if merging two clusters gives a legal clustering.
    pub(super) fn can_merge(&self, a: usize, b: usize) -> bool {
        a != b
            && self.shares(a)
            && self.shares(b)
            && !self.prevented.get(a, b)
            && !self.between(a, b)
            && !self.between(b, a)
            && self.sizes_agree(a, b)
    }

    fn shares(&self, cluster: usize) -> bool {
        self.graph.nodes[cluster].role.shares()
    }

    /// Returns true if a path from `a` to `b` leads through another cluster.
    fn between(&self, a: usize, b: usize) -> bool {
        let after = self.reach.row(a);
        let before = self.coreach.row(b);
        after
            .iter()
            .zip(before)
            .any(|(after, before)| after & before != 0)
    }

    /// Returns true if the members without their transducers have one size.
    fn sizes_agree(&self, a: usize, b: usize) -> bool {
        let inside = |node: usize| self.label[node] == a || self.label[node] == b;
        let mut base: Option<Option<SizeClass>> = None;
        for &member in self.members[a].iter().chain(&self.members[b]) {
            let node = &self.graph.nodes[member];
            if node.role == Role::Anywhere {
                continue;
            }
            if !node.transducers.is_empty() && node.transducers.iter().all(|t| inside(t.0)) {
                continue;
            }
            if *base.get_or_insert(node.size) != node.size {
                return false;
            }
        }
        true
    }

    /// Merges two clusters that [`Self::can_merge`] allows, and returns the
    /// result.
    pub(super) fn merge(&mut self, a: usize, b: usize) -> usize {
        let (into, from) = (a.min(b), a.max(b));
        let moved = std::mem::take(&mut self.members[from]);
        for &node in &moved {
            self.label[node] = into;
        }
        self.members[into].extend(moved);
        sort(&mut self.members[into]);

        self.reach.union_rows(into, from);
        self.coreach.union_rows(into, from);
        for matrix in [&mut self.reach, &mut self.coreach] {
            matrix.clear(into, into);
            matrix.clear(into, from);
        }
        let clusters: Vec<usize> = self.clusters().filter(|&cluster| cluster != into).collect();
        // The clusters before the merged one now also reach those that come
        // after it.
        for &cluster in &clusters {
            if self.coreach.get(into, cluster) {
                self.reach.union_rows(cluster, into);
                self.reach.clear(cluster, from);
                self.reach.set(cluster, into);
            }
            if self.reach.get(into, cluster) {
                self.coreach.union_rows(cluster, into);
                self.coreach.clear(cluster, from);
                self.coreach.set(cluster, into);
            }
            if self.prevented.get(from, cluster) {
                self.prevented.set(into, cluster);
                self.prevented.set(cluster, into);
            }
        }
        into
    }

    /// The result.
    pub(super) fn clustering(&self) -> Clustering {
        Clustering::from_labels(self.graph, &self.label)
    }
}
