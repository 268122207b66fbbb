//! Problems of more nodes than the search takes: it solves those parts that are small enough.

use super::objective::{Objective, Term};
use super::problem::Problem;
use super::search::{Fuel, search};
use super::state::Mask;
use super::task::{Answer, Task, cheaper, classes};
use super::{Clustering, check};
use crate::graph::NodeId;

/// Solves a task part by part, from a clustering that is known to be legal. Nodes of different
/// parts can't share a cluster, or gain nothing by it. A part that is too large for the search stays as it
/// is.
pub(super) fn solve(
    task: &Task<'_>,
    sharing: &[NodeId],
    start: Clustering,
    fuel: &mut Fuel,
) -> Answer {
    let parts = Parts::new(task, sharing);
    let mut labels = start.representatives(task.graph);
    let mut lower_bound = task.objective.fixed;
    let everyone: Vec<usize> = (0..task.graph.nodes.len()).collect();
    for term in &task.objective.terms {
        if parts.of_term(term).is_none() {
            lower_bound += term.price(&everyone);
        }
    }
    for part in parts.all(sharing) {
        if part.len() > Mask::BITS as usize {
            continue;
        }
        let root = parts.root(part[0].0);
        let terms = task.objective.terms.iter();
        let objective = Objective {
            fixed: 0,
            terms: terms
                .filter(|term| parts.of_term(term) == Some(root))
                .cloned()
                .collect(),
        };
        let problem = Problem::new(task.graph, part, &task.fusible, &objective, task.allowed);
        let all: Vec<usize> = (0..problem.len()).collect();
        let found = search(&problem, &all, &classes(&problem, &start), fuel);
        lower_bound += problem.fixed + found.lower_bound;
        for (index, class) in found.classes.iter().enumerate() {
            let first = problem.nodes[class.trailing_zeros() as usize];
            labels[problem.nodes[index].0] = first.0;
        }
    }
    // Clusters of different parts may form a cycle.
    let clustering = Clustering::from_labels(task.graph, &labels);
    let clustering = match check(task.graph, &clustering) {
        Ok(()) => cheaper(task, clustering, start),
        Err(_) => start,
    };
    Answer {
        clustering,
        lower_bound,
    }
}

/// Sets of nodes that something can be gained within.
struct Parts {
    parent: Vec<usize>,
}

impl Parts {
    fn new(task: &Task<'_>, sharing: &[NodeId]) -> Self {
        let mut parts = Self {
            parent: (0..task.graph.nodes.len()).collect(),
        };
        let possible = |a: NodeId, b: NodeId| task.fusible.fusible(a, b) && (task.allowed)(a, b);
        for (index, &b) in sharing.iter().enumerate() {
            for &a in &sharing[..index] {
                if possible(a, b) {
                    parts.unite(a, b);
                }
            }
        }
        for term in &task.objective.terms {
            let members = || term.members.iter().copied();
            let together = members().any(|a| members().any(|b| a < b && possible(a, b)));
            if together {
                members().for_each(|member| parts.unite(term.members[0], member));
            }
        }
        parts
    }

    fn unite(&mut self, a: NodeId, b: NodeId) {
        let (a, b) = (self.root(a.0), self.root(b.0));
        self.parent[a.max(b)] = a.min(b);
    }

    /// The smallest node of the part of a node.
    fn root(&self, mut node: usize) -> usize {
        while self.parent[node] != node {
            node = self.parent[node];
        }
        node
    }

    /// The part that a term depends on; `None` if all its members are in clusters of their own
    /// anyway.
    fn of_term(&self, term: &Term) -> Option<usize> {
        let first = self.root(term.members[0].0);
        let same = |member: &NodeId| self.root(member.0) == first;
        term.members.iter().all(same).then_some(first)
    }

    /// The parts of two nodes or more.
    fn all(&self, sharing: &[NodeId]) -> Vec<Vec<NodeId>> {
        let mut parts = vec![Vec::new(); self.parent.len()];
        for &node in sharing {
            parts[self.root(node.0)].push(node);
        }
        parts.retain(|part| part.len() > 1);
        parts
    }
}
