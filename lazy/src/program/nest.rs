//! Nests: loops with folds along an axis.

use super::write::Writer;
use super::{Nest, stored};
use crate::graph::Graph;
use crate::operation::Operation;

/// The axis that a cluster folds, if it does.
pub(super) fn axis(graph: &Graph, cluster: &[usize]) -> Option<usize> {
    first(graph, cluster).map(|(_, axis)| axis)
}

/// The first fold along an axis of a cluster, and its axis. All others are along the same one.
fn first(graph: &Graph, cluster: &[usize]) -> Option<(usize, usize)> {
    let mut steps = cluster.iter();
    steps.find_map(|step| match graph.steps[*step].operation {
        Operation::FoldAxis(_, axis) => Some((*step, axis)),
        _ => None,
    })
}

/// The steps of a cluster over the axis, and those on results of the folds.
fn parts(graph: &Graph, cluster: &[usize], fold: usize) -> (Vec<usize>, Vec<usize>) {
    let over = graph.steps[fold].over;
    let is_inner = |step: &usize| graph.steps[*step].over == over;
    cluster.iter().copied().partition(is_inner)
}

/// The nest of a cluster that folds an axis.
pub(super) fn nest(graph: &Graph, cluster: &[usize], axis: usize, stored: &[bool]) -> Nest {
    let (fold, _) = first(graph, cluster).expect("the cluster has a fold");
    let (inner, outer) = parts(graph, cluster, fold);
    let inner = Writer::new(graph, &inner, stored).finish();
    let folds: Vec<usize> = inner.reductions.iter().map(|one| one.step).collect();
    let mut writer = Writer::new(graph, &outer, stored);
    writer.folded(&folds);
    let mut outer = writer.finish();
    outer.over = graph.steps[fold].domain;
    Nest { axis, inner, outer }
}

/// Separates folds along an axis other than the last one from what is stored for each element: they
/// do not meet the elements in their order.
pub(super) fn separated(graph: &Graph, clusters: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let stored = stored(graph, clusters);
    let mut all = Vec::with_capacity(clusters.len());
    for cluster in clusters {
        let Some((fold, axis)) = first(graph, cluster) else {
            all.push(cluster.clone());
            continue;
        };
        let dims = graph.domains[graph.steps[fold].over].dims;
        let is_last = dims.is_some_and(|dims| axis + 1 == dims.axes());
        let is_fold =
            |step: &usize| matches!(graph.steps[*step].operation, Operation::FoldAxis(..));
        let (inner, outer) = parts(graph, cluster, fold);
        let (folds, elements): (Vec<usize>, Vec<usize>) = inner.into_iter().partition(is_fold);
        if is_last || !elements.iter().any(|step| stored[*step]) {
            all.push(cluster.clone());
            continue;
        }
        all.push(elements);
        all.push([folds, outer].concat());
    }
    all
}
