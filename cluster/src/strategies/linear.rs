//! One pass in program order.

use std::time::Instant;

use super::unproven;
use crate::graph::Graph;
use crate::linear::linear;
use crate::{Cost, Limit, Rules, Solution, Strategy};

/// Each operator joins the running cluster where that is legal, and starts the
/// next one where it isn't (Kristensen et al., section V-E).
#[derive(Clone, Copy, Debug)]
pub(super) struct Linear;

impl Strategy for Linear {
    fn name(&self) -> &'static str {
        "linear"
    }

    fn rules(&self) -> Rules {
        Rules::Wider
    }

    fn cluster(&self, graph: &Graph, cost: &dyn Cost, _: Limit) -> Solution {
        let start = Instant::now();
        let clustering = linear(graph).clustering();
        unproven(graph, cost, clustering, start)
    }
}
