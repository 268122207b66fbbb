//! Costs of other clusterings: for explanations, never for plans.

use super::exact::solve;
use super::objective::{Charge, Term};
use super::task::Task;
use super::{Clustering, Cost, Fusible, Limit, Objective, Solver};
use crate::graph::{Graph, NodeId};
use std::time::{Duration, Instant};

/// The cost of the best clustering of some kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// Its objective.
    pub objective: u64,
    /// True if no other one of the kind is known to cost less; false if the search was stopped
    /// early.
    pub proven: bool,
}

/// Prices the best clustering in which two nodes share a loop. Returns `None` if no legal one was
/// found.
pub fn together(
    graph: &Graph,
    cost: &dyn Cost,
    a: NodeId,
    b: NodeId,
    limit: Limit,
) -> Option<Alternative> {
    let inner = cost.objective(graph, &Fusible::of(graph));
    // Separating the two costs more than everything else together.
    let weight = 1 + inner.price_labels(&(0..graph.nodes.len()).collect::<Vec<usize>>());
    let forced = Together {
        cost,
        members: vec![a.min(b), a.max(b)],
        weight,
    };
    let task = Task::new(graph, &forced, &|_, _| true);
    let answer = solve(&task, Solver::default(), limit);
    let of = answer.clustering.indices(graph);
    let objective = inner.price(graph, &answer.clustering);
    (of[a.0] == of[b.0]).then_some(Alternative {
        objective,
        proven: answer.lower_bound >= objective,
    })
}

/// Prices the best clustering in which two nodes are in different clusters.
fn separated(graph: &Graph, cost: &dyn Cost, a: NodeId, b: NodeId, limit: Limit) -> Alternative {
    let allowed = |c: NodeId, d: NodeId| (c.min(d), c.max(d)) != (a.min(b), a.max(b));
    let task = Task::new(graph, cost, &allowed);
    let answer = solve(&task, Solver::default(), limit);
    let objective = task.objective.price(graph, &answer.clustering);
    Alternative {
        objective,
        proven: answer.lower_bound >= objective,
    }
}

/// Prices the best of all clusterings but this one. Returns `None` if there is no other, or if
/// `time` did not suffice to find out.
///
/// Another clustering differs from this one in a pair that could share a loop: the pair shares one
/// here and does not there, or the other way round.
pub fn next_best(
    graph: &Graph,
    cost: &dyn Cost,
    clustering: &Clustering,
    limit: Limit,
    time: Duration,
) -> Option<Alternative> {
    let start = Instant::now();
    let of = clustering.indices(graph);
    let mut best: Option<Alternative> = None;
    let mut proven = true;
    for (a, b) in Fusible::of(graph).pairs() {
        if start.elapsed() > time {
            return None;
        }
        let other = if of[a.0] == of[b.0] {
            Some(separated(graph, cost, a, b, limit))
        } else {
            together(graph, cost, a, b, limit)
        };
        if let Some(other) = other {
            proven &= other.proven;
            best = Some(match best {
                Some(best) if best.objective <= other.objective => best,
                _ => other,
            });
        }
    }
    best.map(|best| Alternative { proven, ..best })
}

/// A cost that also charges for separating two nodes.
#[derive(Debug)]
struct Together<'c> {
    cost: &'c dyn Cost,
    members: Vec<NodeId>,
    weight: u64,
}

impl Cost for Together<'_> {
    fn name(&self) -> &'static str {
        self.cost.name()
    }

    fn objective(&self, graph: &Graph, fusible: &Fusible) -> Objective {
        let mut objective = self.cost.objective(graph, fusible);
        objective.terms.push(Term {
            members: self.members.clone(),
            weight: self.weight,
            charge: Charge::Unless,
        });
        objective
    }
}
