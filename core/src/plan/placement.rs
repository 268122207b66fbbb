//! In which loops bindings run: the clusters, but for what [`crate::fuse::place`]
//! moved and repeated.

use super::How;
use crate::compile::Compiled;
use crate::graph::NodeId;
use crate::graph::build::{binding_of, node_of};
use crate::ir::BindingId;

/// The number of the loop at each stage; `None` for what is not a loop.
pub(super) fn numbers(compiled: &Compiled) -> Vec<Option<usize>> {
    let mut loops = 0;
    let clusters = compiled.solution.clustering.clusters().iter();
    clusters
        .map(|cluster| {
            let mut members = cluster.iter();
            let is_loop = members.any(|node| compiled.graph.node(*node).role.is_loop());
            loops += usize::from(is_loop);
            is_loop.then_some(loops)
        })
        .collect()
}

/// Why a binding runs at a stage.
pub(super) fn how(
    compiled: &Compiled,
    numbers: &[Option<usize>],
    id: BindingId,
    stage: usize,
) -> How {
    let mut clusters = compiled.solution.clustering.clusters().iter();
    let mut placed = compiled.placement.iter();
    let home = clusters.position(|cluster| cluster.contains(&node_of(id)));
    let first = placed.position(|stage| stage.contains(&id));
    let number = |stage: Option<usize>| stage.and_then(|stage| numbers[stage]);
    if home == Some(stage) {
        return How::Member;
    }
    match (number(home), number(first)) {
        (_, Some(other)) if first != Some(stage) => How::Again(other),
        (Some(from), _) => How::Moved(from),
        (None, _) => How::Member,
    }
}

/// The numbers of the loops that each node runs in.
pub(super) fn loops(compiled: &Compiled) -> Vec<Vec<usize>> {
    let numbers = numbers(compiled);
    let nodes = compiled.graph.ids();
    nodes
        .map(|node: NodeId| {
            let stages = compiled.placement.iter().zip(&numbers);
            let running = stages.filter(|(stage, _)| stage.contains(&binding_of(node)));
            running.filter_map(|(_, number)| *number).collect()
        })
        .collect()
}
