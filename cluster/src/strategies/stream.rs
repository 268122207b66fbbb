//! Stream fusion: producers are inlined into their only consumers.

use std::time::Instant;

use super::unproven;
use crate::graph::{Graph, NodeId};
use crate::partition::Partition;
use crate::{Cost, Limit, Rules, Solution, Strategy};

/// Vertical fusion into single consumers only.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stream;

impl Strategy for Stream {
    fn name(&self) -> &'static str {
        "stream"
    }

    fn rules(&self) -> Rules {
        Rules::Paper
    }

    fn cluster(&self, graph: &Graph, cost: &dyn Cost, _: Limit) -> Solution {
        let start = Instant::now();
        let mut partition = Partition::new(graph);
        // From the last producer on: a consumer's own fusion comes first, so
        // that its transducers' sizes are settled when its producers join.
        for producer in (0..graph.nodes.len()).rev().map(NodeId) {
            let mut consumers = graph.edges.iter().filter(|edge| edge.from == producer);
            let Some(first) = consumers.next() else {
                continue;
            };
            if consumers.all(|edge| edge.to == first.to) {
                let (a, b) = (
                    partition.cluster_of(producer.0),
                    partition.cluster_of(first.to.0),
                );
                if partition.can_merge(a, b) {
                    partition.merge(a, b);
                }
            }
        }
        unproven(graph, cost, partition.clustering(), start)
    }
}
