//! Each operator in a loop of its own.

use std::time::Instant;

use super::unproven;
use crate::graph::Graph;
use crate::{Clustering, Cost, Limit, Rules, Solution, Strategy};

/// Each operator in a loop of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unfused;

impl Strategy for Unfused {
    fn name(&self) -> &'static str {
        "unfused"
    }

    fn rules(&self) -> Rules {
        Rules::Paper
    }

    fn cluster(&self, graph: &Graph, cost: &dyn Cost, _: Limit) -> Solution {
        let start = Instant::now();
        let clustering = Clustering::new(graph, graph.ids().map(|id| vec![id]));
        unproven(graph, cost, clustering, start)
    }
}
