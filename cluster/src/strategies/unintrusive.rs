//! Merges that no optimum needs to undo.

use std::time::Instant;

use super::unproven;
use crate::graph::Graph;
use crate::unintrusive::unintrusive;
use crate::{Cost, Fusible, Limit, Rules, Solution, Strategy};

/// Merges what some optimum has together, and nothing else (Kristensen et al., section V-B).
#[derive(Clone, Copy, Debug)]
pub(super) struct Unintrusive;

impl Strategy for Unintrusive {
    fn name(&self) -> &'static str {
        "unintrusive"
    }

    fn rules(&self) -> Rules {
        Rules::Wider
    }

    fn cluster(&self, graph: &Graph, cost: &dyn Cost, _: Limit) -> Solution {
        let start = Instant::now();
        let fusible = Fusible::of(graph);
        let objective = cost.objective(graph, &fusible);
        let clustering = unintrusive(graph, &fusible, &objective).clustering();
        unproven(graph, cost, clustering, start)
    }
}
