//! Each operator in a loop of its own.

use std::time::Instant;

use super::unproven;
use crate::graph::Graph;
use crate::{Clustering, Cost, Limit, Rules, Solution, Strategy};

/// Each operator in a loop of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unfused {
    name: &'static str,
    rules: Rules,
}

/// The paper's rules, by which scans and scatters are loops that share with nothing anyway.
pub(super) const UNFUSED: Unfused = Unfused {
    name: "unfused",
    rules: Rules::Paper,
};

/// The name that Kristensen et al. give it.
pub(super) const SINGLETON: Unfused = Unfused {
    name: "singleton",
    rules: Rules::Wider,
};

impl Strategy for Unfused {
    fn name(&self) -> &'static str {
        self.name
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    fn cluster(&self, graph: &Graph, cost: &dyn Cost, _: Limit) -> Solution {
        let start = Instant::now();
        let clustering = Clustering::new(graph, graph.ids().map(|id| vec![id]));
        unproven(graph, cost, clustering, start)
    }
}
