//! In which loops bindings run: the clusters, but for bindings that [`crate::fuse::place`]
//! moved and repeated.

use super::How;
use crate::compile::Compiled;
use crate::graph::NodeId;
use crate::graph::uses::{binding_of, node_of};
use crate::ir::BindingId;
use crate::statements::is_again;

/// The reason for which a binding runs at a stage.
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
        let program = &compiled.program;
        let mut earlier = compiled.placement[..stage].iter().zip(numbers);
        let others = |stage: &[BindingId]| stage.iter().any(|other| is_again(program, id, *other));
        let first = earlier.find_map(|(stage, number)| number.filter(|_| others(stage)));
        return first.map_or(How::Member, How::Again);
    }
    match (number(home), number(first)) {
        (_, Some(other)) if first != Some(stage) => How::Again(other),
        (Some(from), _) => How::Moved(from),
        (None, _) => How::Member,
    }
}

/// The numbers of the loops that each node runs in.
pub(super) fn loops(compiled: &Compiled) -> Vec<Vec<usize>> {
    let numbers = compiled.loop_numbers();
    let nodes = compiled.graph.ids();
    nodes
        .map(|node: NodeId| {
            let stages = compiled.placement.iter().zip(&numbers);
            let running = stages.filter(|(stage, _)| stage.contains(&binding_of(node)));
            running.filter_map(|(_, number)| *number).collect()
        })
        .collect()
}
