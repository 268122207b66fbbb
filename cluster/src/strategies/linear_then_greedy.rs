//! One pass in program order, then the merge that saves most, again and again.

use std::time::Instant;

use super::unproven;
use crate::graph::Graph;
use crate::linear::linear;
use crate::{Cost, Fusible, Limit, Rules, Solution, Strategy, greedy};

/// Merges the clusters of `linear` as `greedy` merges nodes. It takes neighbours that greedy
/// merging leaves to their fate because other pairs save more at first.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinearThenGreedy;

impl Strategy for LinearThenGreedy {
    fn name(&self) -> &'static str {
        "linear-then-greedy"
    }

    fn rules(&self) -> Rules {
        Rules::Wider
    }

    fn cluster(&self, graph: &Graph, cost: &dyn Cost, _: Limit) -> Solution {
        let start = Instant::now();
        let objective = cost.objective(graph, &Fusible::of(graph));
        let clustering = greedy::from(linear(graph), &objective, &|_, _| true).clustering();
        unproven(graph, cost, clustering, start)
    }
}
