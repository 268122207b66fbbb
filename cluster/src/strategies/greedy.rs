//! The merge that saves most, again and again.

use std::time::Instant;

use super::unproven;
use crate::graph::Graph;
use crate::greedy::greedy;
use crate::{Cost, Fusible, Limit, Rules, Solution, Strategy};

/// Merges the pair of clusters that saves most until none is left (Kristensen
/// et al., section V-C).
#[derive(Clone, Copy, Debug)]
pub(super) struct Greedy;

impl Strategy for Greedy {
    fn name(&self) -> &'static str {
        "greedy"
    }

    fn rules(&self) -> Rules {
        Rules::Wider
    }

    fn cluster(&self, graph: &Graph, cost: &dyn Cost, _: Limit) -> Solution {
        let start = Instant::now();
        let objective = cost.objective(graph, &Fusible::of(graph));
        let clustering = greedy(graph, &objective, &|_, _| true).clustering();
        unproven(graph, cost, clustering, start)
    }
}
