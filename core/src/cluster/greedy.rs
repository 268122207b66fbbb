//! Greedy merging: a strategy of its own, and where the exact solvers start.

use super::objective::{Charge, Objective};
use super::partition::Partition;
use crate::graph::{Graph, NodeId};

/// Merges the pair of clusters that saves most until none saves anything; of
/// equal pairs the first. `allowed` may forbid pairs of nodes.
pub(super) fn greedy<'g>(
    graph: &'g Graph,
    objective: &Objective,
    allowed: &dyn Fn(NodeId, NodeId) -> bool,
) -> Partition<'g> {
    let mut partition = Partition::new(graph);
    let mut savings = Savings::new(graph.nodes.len(), objective);
    loop {
        let mut best: Option<(u64, usize, usize)> = None;
        for (a, b) in savings.candidates() {
            let saving = savings.of(a, b);
            if best.is_none_or(|(most, _, _)| saving > most)
                && partition.can_merge(a, b)
                && all_allowed(&partition, a, b, allowed)
            {
                best = Some((saving, a, b));
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

/// What merging two clusters saves.
#[derive(Debug)]
struct Savings {
    n: usize,
    /// What each pair of clusters pays for being apart, in terms of two.
    pairs: Vec<u64>,
    /// The clusters that each other term's members are in.
    groups: Vec<(Vec<usize>, u64, Charge)>,
    /// The clusters that are left.
    alive: Vec<usize>,
}

impl Savings {
    fn new(n: usize, objective: &Objective) -> Self {
        let mut pairs = vec![0; n * n];
        let mut groups = Vec::new();
        for term in &objective.terms {
            if let [a, b] = term.members[..] {
                pairs[a.0 * n + b.0] += term.weight;
                pairs[b.0 * n + a.0] += term.weight;
            } else {
                let members = term.members.iter().map(|member| member.0).collect();
                groups.push((members, term.weight, term.charge));
            }
        }
        Self {
            n,
            pairs,
            groups,
            alive: (0..n).collect(),
        }
    }

    /// The pairs of clusters whose merge saves something.
    fn candidates(&self) -> Vec<(usize, usize)> {
        let mut candidates = Vec::new();
        for (index, &a) in self.alive.iter().enumerate() {
            for &b in &self.alive[index + 1..] {
                if self.of(a, b) > 0 {
                    candidates.push((a, b));
                }
            }
        }
        candidates
    }

    fn of(&self, a: usize, b: usize) -> u64 {
        let mut saving = self.pairs[a * self.n + b];
        for (clusters, weight, charge) in &self.groups {
            let both = clusters.contains(&a) && clusters.contains(&b);
            if both && (*charge == Charge::PerExtraCluster || clusters.len() == 2) {
                saving += weight;
            }
        }
        saving
    }

    fn merge(&mut self, a: usize, b: usize) {
        let (into, from) = (a.min(b), a.max(b));
        self.alive.retain(|&cluster| cluster != from);
        for &other in &self.alive {
            let weight = self.pairs[other * self.n + from];
            self.pairs[other * self.n + into] += weight;
            self.pairs[into * self.n + other] += weight;
        }
        self.pairs[into * self.n + into] = 0;
        for (clusters, _, _) in &mut self.groups {
            if clusters.contains(&from) {
                clusters.retain(|&cluster| cluster != from && cluster != into);
                clusters.push(into);
            }
        }
    }
}
