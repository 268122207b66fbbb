//! One pass in program order.

use std::time::Instant;

use super::unproven;
use crate::graph::{Graph, Role};
use crate::partition::Partition;
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
        let mut partition = Partition::new(graph);
        let mut running = None;
        for node in graph.ids().filter(|&id| graph.node(id).role == Role::Loop) {
            running = Some(match running {
                Some(cluster) if partition.can_merge(cluster, node.0) => {
                    partition.merge(cluster, node.0)
                }
                _ => node.0,
            });
        }
        unproven(graph, cost, partition.clustering(), start)
    }
}
