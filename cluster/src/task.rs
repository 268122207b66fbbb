//! The input of the exact solvers, and their answer.

use super::problem::Problem;
use super::state::{Mask, bit};
use super::{Clustering, Cost, Fusible, Objective, check};
use crate::graph::{Graph, NodeId, Role};

/// The input of a solver.
pub(super) struct Task<'a> {
    pub(super) graph: &'a Graph,
    pub(super) fusible: Fusible,
    /// The objective, of all clusterings whether allowed or not.
    pub(super) objective: Objective,
    pub(super) allowed: &'a dyn Fn(NodeId, NodeId) -> bool,
}

impl<'a> Task<'a> {
    /// To find the cheapest legal clustering without pairs that `allowed`
    /// forbids.
    pub(super) fn new(
        graph: &'a Graph,
        cost: &dyn Cost,
        allowed: &'a dyn Fn(NodeId, NodeId) -> bool,
    ) -> Self {
        let fusible = Fusible::of(graph);
        let objective = cost.objective(graph, &fusible);
        Self {
            graph,
            fusible,
            objective,
            allowed,
        }
    }

    /// The nodes that may share clusters.
    pub(super) fn sharing(&self) -> Vec<NodeId> {
        let ids = self.graph.ids();
        ids.filter(|&id| self.graph.node(id).role.shares())
            .collect()
    }

    /// Returns true if it is worth while to look for what surely belongs together: if there are
    /// operations that may stand anywhere, or more nodes than the search takes.
    pub(super) fn is_large(&self) -> bool {
        let anywhere = |id: &NodeId| self.graph.node(*id).role == Role::Anywhere;
        let sharing = self.sharing();
        sharing.len() > Mask::BITS as usize || sharing.iter().any(anywhere)
    }
}

/// A clustering and a bound.
pub(super) struct Answer {
    /// The best allowed clustering found.
    pub(super) clustering: Clustering,
    /// No allowed clustering costs less.
    pub(super) lower_bound: u64,
}

/// The first clustering unless the second is cheaper or the first illegal.
pub(super) fn cheaper(task: &Task<'_>, found: Clustering, start: Clustering) -> Clustering {
    let price = |clustering: &Clustering| task.objective.price(task.graph, clustering);
    if check(task.graph, &found).is_ok() && price(&found) <= price(&start) {
        found
    } else {
        start
    }
}

/// A clustering by classes.
pub(super) fn classes(problem: &Problem<'_>, clustering: &Clustering) -> Vec<Mask> {
    let names = clustering.representatives(problem.graph);
    let name = |node: NodeId| names[node.0];
    problem
        .nodes
        .iter()
        .map(|&a| {
            let mates = problem.nodes.iter().enumerate();
            mates
                .filter(|&(_, &b)| name(a) == name(b))
                .fold(0, |mask, (index, _)| mask | bit(index))
        })
        .collect()
}
