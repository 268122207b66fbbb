//! Locality before contraction before the number of loops.

use super::{Contract, Cost, Locality};
use crate::graph::Graph;
use crate::objective::{Charge, Objective};
use crate::pairs::Fusible;

/// Locality, contraction and the number of clusters, weighted so that each counts before the next
/// (Kristensen et al., definition 21: `|P| + N · contract + N² · locality`, for N arrays).
///
/// The article names it after Robinson, whose own objective is [`Paper`](super::Paper).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Weighted;

impl Cost for Weighted {
    fn name(&self) -> &'static str {
        "weighted"
    }

    fn objective(&self, graph: &Graph, fusible: &Fusible) -> Objective {
        let arrays = graph.memory.bases.len() as u64;
        let mut objective = Objective::default();
        let parts: [(&dyn Cost, u64); 2] = [(&Contract, arrays), (&Locality, arrays * arrays)];
        for (cost, factor) in parts {
            let part = cost.objective(graph, fusible);
            objective.fixed += factor * part.fixed;
            for term in part.terms {
                objective.charge(term.members, factor * term.weight, term.charge);
            }
        }
        let counts = |role: crate::graph::Role| role.is_loop() || role.shares();
        let nodes: Vec<_> = graph
            .ids()
            .filter(|&id| counts(graph.node(id).role))
            .collect();
        objective.fixed += u64::from(!nodes.is_empty());
        objective.charge(nodes, 1, Charge::PerExtraCluster);
        objective.merged()
    }
}
