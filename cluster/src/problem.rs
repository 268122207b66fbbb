//! The clustering problem as the exact solvers see it: loops only, numbered
//! densely, with whatever can't be decided otherwise already decided.

use super::objective::{Charge, Objective};
use super::state::{Mask, Sizes, State, bit, members};
use super::{Clustering, Fusible};
use crate::graph::paths::Paths;
use crate::graph::{Graph, NodeId};

/// A term of more than two members, or one that charges per cluster.
#[derive(Clone, Debug)]
pub(super) struct SharedTerm {
    /// Its members.
    pub(super) members: Mask,
    /// The price.
    pub(super) weight: u64,
    /// The event that is charged.
    pub(super) charge: Charge,
}

/// A graph reduced to its loops.
#[derive(Debug)]
pub(super) struct Problem<'g> {
    /// The graph.
    pub(super) graph: &'g Graph,
    /// The graph's node behind each of ours, ascending.
    pub(super) nodes: Vec<NodeId>,
    /// The price of separating each pair; a row per node.
    weight: Vec<u64>,
    /// The other terms.
    pub(super) groups: Vec<SharedTerm>,
    /// The part of the cost that every clustering pays.
    pub(super) fixed: u64,
    /// Sizes and transducers.
    pub(super) sizes: Sizes,
    /// The decisions that hold in every clustering worth considering.
    pub(super) root: State,
}

impl<'g> Problem<'g> {
    /// Reduces a graph to some of its nodes, which may share clusters with each other alone.
    /// `allowed` may forbid pairs that are otherwise legal. There may be as many nodes as a [`Mask`]
    /// has bits.
    pub(super) fn new(
        graph: &'g Graph,
        nodes: Vec<NodeId>,
        fusible: &Fusible,
        objective: &Objective,
        allowed: &dyn Fn(NodeId, NodeId) -> bool,
    ) -> Self {
        let m = nodes.len();
        assert!(m <= Mask::BITS as usize, "{m} nodes are too many");
        let mut local = vec![None; graph.nodes.len()];
        for (index, node) in nodes.iter().enumerate() {
            local[node.0] = Some(index);
        }
        let paths = Paths::of(graph);
        let sizes = Sizes::new(graph, &nodes, &local);
        let mut root = State::new(m);
        for (i, &a) in nodes.iter().enumerate() {
            for (j, &b) in nodes.iter().enumerate().skip(i + 1) {
                if paths.reaches(a, b) {
                    root.add_path(i, j);
                }
            }
        }
        for (i, &a) in nodes.iter().enumerate() {
            for (j, &b) in nodes.iter().enumerate().skip(i + 1) {
                if !fusible.fusible(a, b) || !allowed(a, b) {
                    // Singletons are legal, so nothing can fail at the root.
                    let possible = root.separate(&sizes, i, j);
                    debug_assert!(possible, "separate clusters are always legal");
                }
            }
        }
        let mut problem = Self {
            graph,
            nodes,
            weight: vec![0; m * m],
            groups: Vec::new(),
            fixed: objective.fixed,
            sizes,
            root,
        };
        problem.add_terms(objective, &local);
        problem.unite_twins();
        problem
    }

    /// Sorts the terms into pairs, groups, and what is lost in any case.
    fn add_terms(&mut self, objective: &Objective, local: &[Option<usize>]) {
        let m = self.len();
        for term in &objective.terms {
            let mut mask: Mask = 0;
            let mut outside = 0;
            for member in &term.members {
                match local[member.0] {
                    Some(index) => mask |= bit(index),
                    None => outside += 1,
                }
            }
            // A member that is not a loop is a cluster of its own.
            if term.charge == Charge::PerExtraCluster {
                let inside = u64::from(mask != 0);
                self.fixed += term.weight * (outside + inside).saturating_sub(1);
                outside = 0;
            }
            let cut = members(mask).any(|x| self.root.cannot_link[x] & mask != 0);
            let count = mask.count_ones();
            if outside > 0 || (cut && (count == 2 || term.charge == Charge::Unless)) {
                self.fixed += term.weight;
            } else if count == 2 {
                let (i, j) = (mask.trailing_zeros() as usize, last(mask));
                self.weight[i * m + j] += term.weight;
                self.weight[j * m + i] += term.weight;
            } else if count > 2 {
                self.groups.push(SharedTerm {
                    members: mask,
                    weight: term.weight,
                    charge: term.charge,
                });
            }
        }
    }

    /// Unites nodes that every optimal clustering has together.
    ///
    /// Call i and j twins if they have the same size and transducers, lead to
    /// no other size, can be fused with the same nodes and each other, come
    /// before and after the same nodes, weigh the same against every other
    /// node and are in the same terms of more members. Take a legal clustering
    /// with i in X and j in another cluster Y. Moving j to X is legal: whatever
    /// X asks of j it asks of its twin, a cycle through j is one through i, and
    /// Y misses j neither as a transducer nor as a link (a path a → j → b inside
    /// Y has its like through i, so i would be in Y). So is moving i to Y. The
    /// first changes the cost of pairs by w(j,Y∖j) − w(i,X∖i) − w(i,j), the
    /// second by w(i,X∖i) − w(j,Y∖j) − w(i,j): one of them gains, if
    /// w(i,j) > 0, and terms with both can only fall. So no clustering with
    /// them in different clusters is optimal.
    fn unite_twins(&mut self) {
        let m = self.len();
        for i in 0..m {
            for j in i + 1..m {
                if self.twins(i, j) {
                    let possible = self.root.unite(&self.sizes, i, j);
                    debug_assert!(possible, "twins can always be united");
                }
            }
        }
    }

    fn twins(&self, i: usize, j: usize) -> bool {
        let root = &self.root;
        let both = bit(i) | bit(j);
        self.weight(i, j) > 0
            && root.class[i] & root.class[j] == 0
            && self.sizes.alike(i, j)
            && root.cannot_link[i] == root.cannot_link[j]
            && root.reach[i] & !root.class[i] == root.reach[j] & !root.class[j]
            && root.coreach[i] & !root.class[i] == root.coreach[j] & !root.class[j]
            && (0..self.len())
                .filter(|k| bit(*k) & both == 0)
                .all(|k| self.weight(i, k) == self.weight(j, k))
            && self
                .groups
                .iter()
                .all(|group| matches!((group.members & both).count_ones(), 0 | 2))
    }

    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The price of separating `i` and `j`.
    pub(super) fn weight(&self, i: usize, j: usize) -> u64 {
        self.weight[i * self.len() + j]
    }

    /// A pair that must be decided before a state is a clustering although no
    /// weight hangs on it: a transducer that may or may not join sizes within
    /// a class, or members of a group that charges per cluster.
    pub(super) fn undecided(&self, state: &State, inside: Mask) -> Option<(usize, usize)> {
        for x in members(inside) {
            let class = state.class[x];
            if let Some(via) = self.sizes.unsettled(class)
                && let Some(missing) = members(self.sizes.transducers(via) & !class).next()
            {
                return Some((via, missing));
            }
        }
        for group in &self.groups {
            if group.charge == Charge::PerExtraCluster && group.members & inside != 0 {
                for x in members(group.members) {
                    let open = group.members & !state.class[x] & !state.cannot_link[x];
                    if let Some(y) = members(open).next() {
                        return Some((x, y));
                    }
                }
            }
        }
        None
    }

    /// The clustering in which nodes of one class share a cluster.
    pub(super) fn clustering(&self, classes: &[Mask]) -> Clustering {
        let mut labels: Vec<usize> = (0..self.graph.nodes.len()).collect();
        for (index, node) in self.nodes.iter().enumerate() {
            labels[node.0] = self.nodes[classes[index].trailing_zeros() as usize].0;
        }
        Clustering::from_labels(self.graph, &labels)
    }

    /// Sets of nodes between which nothing can be gained, each of two or more:
    /// no pair of nodes of different sets can be fused.
    pub(super) fn components(&self) -> Vec<Vec<usize>> {
        let everyone = if self.len() == Mask::BITS as usize {
            Mask::MAX
        } else {
            bit(self.len()) - 1
        };
        let mut left = everyone;
        let mut components = Vec::new();
        while left != 0 {
            let mut component = bit(left.trailing_zeros() as usize);
            loop {
                let mut wider = component;
                for node in members(component) {
                    wider |= everyone & !self.root.cannot_link[node];
                }
                for group in &self.groups {
                    if group.members & wider != 0 {
                        wider |= group.members;
                    }
                }
                if wider == component {
                    break;
                }
                component = wider;
            }
            left &= !component;
            if component.count_ones() > 1 {
                components.push(members(component).collect());
            }
        }
        components
    }
}

/// The highest bit of a mask that has one.
fn last(mask: Mask) -> usize {
    (Mask::BITS - 1 - mask.leading_zeros()) as usize
}
