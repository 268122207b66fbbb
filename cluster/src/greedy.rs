//! Greedy merging: a strategy of its own, and where the exact solvers start.

use super::objective::{Charge, Objective};
use super::partition::Partition;
use crate::graph::paths::BitMatrix;
use crate::graph::{Graph, NodeId};

/// Merges the pair of clusters that saves most until none saves anything; of
/// equal pairs the first. `allowed` may forbid pairs of nodes.
pub(super) fn greedy<'g>(
    graph: &'g Graph,
    objective: &Objective,
    allowed: &dyn Fn(NodeId, NodeId) -> bool,
) -> Partition<'g> {
    from(Partition::new(graph), objective, allowed)
}

/// Goes on merging from a partition, as [`greedy`] does from single nodes.
pub(super) fn from<'g>(
    mut partition: Partition<'g>,
    objective: &Objective,
    allowed: &dyn Fn(NodeId, NodeId) -> bool,
) -> Partition<'g> {
    let mut savings = Savings::new(partition.len(), objective);
    for node in 0..partition.len() {
        if partition.cluster_of(node) != node {
            savings.merge(partition.cluster_of(node), node);
        }
    }
    loop {
        let mut best: Option<(u64, usize, usize)> = None;
        for &a in &savings.alive {
            for b in savings.linked.after(a) {
                let saving = savings.of(a, b);
                if saving > best.map_or(0, |(most, _, _)| most)
                    && partition.can_merge(a, b)
                    && all_allowed(&partition, a, b, allowed)
                {
                    best = Some((saving, a, b));
                }
            }
        }
        let Some((_, a, b)) = best else {
            return partition;
        };
        partition.merge(a, b);
        savings.merge(a, b);
    }
}

fn all_allowed(
    partition: &Partition<'_>,
    a: usize,
    b: usize,
    allowed: &dyn Fn(NodeId, NodeId) -> bool,
) -> bool {
    let others = partition.members(b);
    partition
        .members(a)
        .iter()
        .all(|&x| others.iter().all(|&y| allowed(NodeId(x), NodeId(y))))
}

/// The savings of merging clusters.
#[derive(Debug)]
struct Savings {
    n: usize,
    /// The savings for each pair of clusters; a row per cluster.
    pairs: Vec<u64>,
    /// The pairs of clusters that may save something.
    linked: BitMatrix,
    /// The clusters that each term of more than two members is in.
    groups: Vec<(Vec<usize>, u64, Charge)>,
    /// The clusters that are left.
    alive: Vec<usize>,
}

impl Savings {
    fn new(n: usize, objective: &Objective) -> Self {
        let mut savings = Self {
            n,
            pairs: vec![0; n * n],
            linked: BitMatrix::new(n),
            groups: Vec::new(),
            alive: (0..n).collect(),
        };
        for term in &objective.terms {
            let clusters: Vec<usize> = term.members.iter().map(|member| member.0).collect();
            if term.charge == Charge::PerExtraCluster || clusters.len() == 2 {
                for (index, &a) in clusters.iter().enumerate() {
                    clusters[..index]
                        .iter()
                        .for_each(|&b| savings.add(a, b, term.weight));
                }
            }
            if clusters.len() > 2 {
                savings.groups.push((clusters, term.weight, term.charge));
            }
        }
        savings
    }

    fn add(&mut self, a: usize, b: usize, weight: u64) {
        self.pairs[a * self.n + b] += weight;
        self.pairs[b * self.n + a] += weight;
        if weight > 0 {
            self.linked.set(a, b);
            self.linked.set(b, a);
        }
    }

    fn of(&self, a: usize, b: usize) -> u64 {
        self.pairs[a * self.n + b]
    }

    fn merge(&mut self, a: usize, b: usize) {
        let (into, from) = (a.min(b), a.max(b));
        self.alive.retain(|&cluster| cluster != from);
        for index in 0..self.alive.len() {
            let other = self.alive[index];
            self.linked.clear(other, from);
            if other != into {
                self.add(other, into, self.of(other, from));
            }
        }
        let mut groups = std::mem::take(&mut self.groups);
        for (clusters, weight, charge) in &mut groups {
            if !clusters.contains(&from) {
                continue;
            }
            let both = clusters.contains(&into);
            clusters.retain(|&cluster| cluster != from && cluster != into);
            match charge {
                // A saving by merging with either is one saving by merging with both.
                Charge::PerExtraCluster if both => {
                    for &other in clusters.iter() {
                        self.pairs[into * self.n + other] -= *weight;
                        self.pairs[other * self.n + into] -= *weight;
                    }
                }
                Charge::Unless if both && clusters.len() == 1 => {
                    self.add(into, clusters[0], *weight);
                }
                _ => {}
            }
            clusters.push(into);
        }
        self.groups = groups;
    }
}
