//! Updates in the loops that compute their new elements.

use std::mem;

use crate::graph::{Arg, Graph};
use crate::operation::{Binary, Operation};

/// Returns true if a step is an update.
pub(super) fn is_update(graph: &Graph, step: usize) -> bool {
    graph.steps[step].operation.is_update()
}

/// The number of the cluster of each step.
pub(super) fn cluster_of(graph: &Graph, clusters: &[Vec<usize>]) -> Vec<usize> {
    let mut of = vec![usize::MAX; graph.steps.len()];
    for (index, cluster) in clusters.iter().enumerate() {
        cluster.iter().for_each(|step| of[*step] = index);
    }
    of
}

/// The clusters, of which some have updates too: those whose new elements a loop computes, one for
/// each of its positions. The loop then writes them to their places.
pub(super) fn joined(graph: &Graph, clusters: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut of = cluster_of(graph, clusters);
    let mut all = clusters.to_vec();
    for (index, cluster) in clusters.iter().enumerate() {
        if let [step] = cluster[..]
            && is_update(graph, step)
            && let Some(to) = home(graph, &all, &of, step)
        {
            all[to].push(step);
            all[index].clear();
            of[step] = to;
        }
    }
    all.retain(|cluster| !cluster.is_empty());
    all
}

/// The clusters, of which some have several updates: of one array, one after the other, whose results nobody
/// else reads between them. They are done together, where the last of them was.
pub(super) fn chained(graph: &Graph, mut clusters: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    let mut of = cluster_of(graph, &clusters);
    for index in 0..clusters.len() {
        let [step] = clusters[index][..] else {
            continue;
        };
        if !is_update(graph, step) {
            continue;
        }
        let [Arg::Step(base, None), new] = graph.steps[step].args[..] else {
            continue;
        };
        let before = of[base];
        let is_chain = clusters[before]
            .iter()
            .all(|member| is_update(graph, *member))
            && !graph.steps[base].is_output
            && readers(graph, Arg::Step(base, None)).all(|reader| reader == step)
            && !share(graph, Arg::Step(base, None), new);
        if is_chain {
            let mut chain = mem::take(&mut clusters[before]);
            chain.push(step);
            chain.iter().for_each(|member| of[*member] = index);
            clusters[index] = chain;
        }
    }
    clusters.retain(|cluster| !cluster.is_empty());
    clusters
}

/// The loop that may do an update.
fn home(graph: &Graph, clusters: &[Vec<usize>], of: &[usize], step: usize) -> Option<usize> {
    let [base, Arg::Step(new, None)] = graph.steps[step].args[..] else {
        return None;
    };
    // The loop has no elements of the array before it is done.
    if is_update(graph, new) {
        return None;
    }
    let to = of[new];
    let own = &graph.steps[new];
    // A position of the loop is one of the section, and a mask keeps none of them.
    let has_positions = own.over == own.domain
        && Some(own.domain) == graph.steps[step].section
        && !graph.domains[own.domain].is_scalar
        && graph.domains[own.domain].dims.is_some();
    let is_loop = clusters[to].iter().all(|member| {
        !matches!(
            graph.steps[*member].operation,
            Operation::Scan(_) | Operation::ScanBy(_) | Operation::FoldAxis(..)
        ) && (!is_update(graph, *member) || clusters[to].len() > 1)
    });
    let is_there = match base {
        Arg::Step(base, view) => {
            of[base] < to || (of[base] == to && view.is_none() && is_update(graph, base))
        }
        Arg::Leaf(_) => true,
        Arg::Number(_) => false,
    };
    let is_last = readers(graph, base)
        .all(|reader| reader == step || of[reader] <= to && !is_update(graph, reader));
    let is_inner = |base: Arg| matches!(base, Arg::Step(base, None) if of[base] == to);
    // Of updates one after the other nobody reads the results between them.
    let is_chain = !is_inner(base)
        || matches!(base, Arg::Step(base, None) if !graph.steps[base].is_output)
            && readers(graph, base).all(|reader| reader == step);
    (has_positions && is_loop && is_there && is_last && is_chain).then_some(to)
}

/// Returns true if two arguments are elements of one base.
fn share(graph: &Graph, one: Arg, other: Arg) -> bool {
    match (one, other) {
        (Arg::Step(one, _), Arg::Step(other, _)) => one == other,
        (Arg::Leaf(one), Arg::Leaf(other)) => {
            let storage = |leaf: usize| &graph.leaves[leaf].storage;
            std::sync::Arc::ptr_eq(storage(one), storage(other))
        }
        _ => false,
    }
}

/// The steps that read a base.
fn readers(graph: &Graph, base: Arg) -> impl Iterator<Item = usize> {
    let steps = graph.steps.iter().enumerate();
    let reads = move |args: &[Arg]| args.iter().any(|arg| share(graph, *arg, base));
    steps.filter_map(move |(step, own)| reads(&own.args).then_some(step))
}

/// The updates of a cluster that may write in their array: it is whole, nobody has need of it
/// afterwards, and nothing in the cluster fails behind the first element.
pub(super) fn in_place(graph: &Graph, clusters: &[Vec<usize>], index: usize) -> Vec<usize> {
    let cluster = &clusters[index];
    let may_fail = cluster.iter().any(|step| may_fail(graph, *step));
    // A loop copies what it reads behind the place that it writes.
    let are_updates = cluster.iter().all(|step| is_update(graph, *step));
    let is_read_later = |base: Arg| {
        let later = clusters[index + 1..].iter().flatten();
        later
            .flat_map(|step| graph.steps[*step].args.iter())
            .any(|arg| share(graph, *arg, base))
    };
    let updates = cluster.iter().copied();
    let updates = updates.filter(|step| is_update(graph, *step));
    let updates = updates.filter(|step| {
        let args = &graph.steps[*step].args;
        let is_given_up = match args[0] {
            Arg::Step(base, None) => !graph.steps[base].is_output,
            Arg::Leaf(leaf) => graph.is_given_up(leaf),
            _ => false,
        };
        let is_new = |member: &usize| share(graph, args[0], graph.steps[*member].args[1]);
        let is_read_here = are_updates && cluster.iter().any(is_new);
        is_given_up && !is_read_later(args[0]) && !is_read_here
    });
    match may_fail {
        true => Vec::new(),
        false => updates.collect(),
    }
}

/// Returns true for a step of whose elements some may have no result.
fn may_fail(graph: &Graph, step: usize) -> bool {
    let own = &graph.steps[step];
    match own.operation {
        Operation::Binary(Binary::Div | Binary::Rem) => own.takes.is_integer(),
        Operation::Gather => true,
        _ => false,
    }
}
