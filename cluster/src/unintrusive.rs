//! Merges that no optimum needs to undo.

use super::objective::Objective;
use super::pairs::Fusible;
use super::partition::Partition;
use crate::graph::paths::BitMatrix;
use crate::graph::{Graph, NodeId};

/// Merges clusters that some optimum has together (Kristensen et al., theorem 3): `u` and `v`
/// where
///
/// * `u` is *pendant*: nothing but `v` stands next to it in the order of clusters, and it can save
///   something with `v` alone,
/// * and whatever can never join one of them can never join the other.
///
/// Take an optimum that has `u` in another cluster than `v`, and move `u` to that of `v`. All
/// members of it may join `u`, since they may join `v`. There is no new way from cluster to
/// cluster, since all ways of `u` lead to `v`. And `u` saved nothing where it was: whatever it
/// could save something with, but for `v`, it can't be in one cluster with, unless `v` is there
/// too.
pub(super) fn unintrusive<'g>(
    graph: &'g Graph,
    fusible: &Fusible,
    objective: &Objective,
) -> Partition<'g> {
    // A cluster may need a transducer that could be moved out of it.
    if graph.has_transducers() {
        return Partition::new(graph);
    }
    let mut merging = Merging::new(graph, fusible, objective);
    while let Some((u, v)) = merging.candidate() {
        merging.merge(u, v);
    }
    merging.partition
}

struct Merging<'g> {
    partition: Partition<'g>,
    /// The pairs of clusters that can never be one.
    never: BitMatrix,
    /// The pairs of clusters of which one might save something by being with the other.
    linked: BitMatrix,
}

impl<'g> Merging<'g> {
    fn new(graph: &'g Graph, fusible: &Fusible, objective: &Objective) -> Self {
        let n = graph.nodes.len();
        let (mut never, mut linked) = (BitMatrix::new(n), BitMatrix::new(n));
        for a in 0..n {
            for b in 0..n {
                if a != b && !fusible.fusible(NodeId(a), NodeId(b)) {
                    never.set(a, b);
                }
            }
        }
        for term in &objective.terms {
            for a in &term.members {
                for b in &term.members {
                    linked.set(a.0, b.0);
                }
            }
        }
        Self {
            partition: Partition::new(graph),
            never,
            linked,
        }
    }

    /// Finds a pendant cluster, and what it can be merged with.
    fn candidate(&self) -> Option<(usize, usize)> {
        let mut clusters = self.partition.clusters();
        clusters.find_map(|u| {
            let v = self.only_saving(u)?;
            let same = self.never.row(u) == self.never.row(v);
            (same && self.stands_alone_with(u, v)).then_some((u, v))
        })
    }

    /// The cluster that is the only one with which `u` may be merged and might save something.
    fn only_saving(&self, u: usize) -> Option<usize> {
        let mut others = self.partition.clusters().filter(|&other| {
            self.linked.get(u, other)
                && !self.never.get(u, other)
                && self.partition.can_merge(u, other)
        });
        let only = others.next()?;
        others.next().is_none().then_some(only)
    }

    /// Returns true if no other cluster than `v` stands next to `u`.
    fn stands_alone_with(&self, u: usize, v: usize) -> bool {
        let mut others = self.partition.clusters().filter(|&other| other != v);
        !others.any(|other| self.partition.is_next(u, other) || self.partition.is_next(other, u))
    }

    fn merge(&mut self, u: usize, v: usize) {
        let (into, from) = (u.min(v), u.max(v));
        self.partition.merge(u, v);
        self.linked.union_rows(into, from);
        for other in 0..self.partition.len() {
            if self.linked.get(other, from) {
                self.linked.set(other, into);
            }
            // Both could never join the same clusters. A node that is gone counts for nothing.
            self.never.clear(other, from);
        }
    }
}
