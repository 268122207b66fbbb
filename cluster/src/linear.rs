//! One pass in program order: a strategy of its own, and where others start.

use super::partition::Partition;
use crate::graph::Graph;

/// Adds each node to the running cluster where that is legal, and starts the next one where it
/// isn't.
pub(super) fn linear(graph: &Graph) -> Partition<'_> {
    let mut partition = Partition::new(graph);
    let mut running = None;
    for node in graph.ids().filter(|&id| graph.node(id).role.shares()) {
        running = Some(match running {
            Some(cluster) if partition.can_merge(cluster, node.0) => {
                partition.merge(cluster, node.0)
            }
            _ => node.0,
        });
    }
    partition
}
