//! The bytes that loops read and write.

use std::sync::Arc;

use crate::graph::{Arg, Graph};
use crate::ids::Map;
use crate::layout::Layout;
use crate::operation::Operation;
use crate::program::{Loop, Task};
use crate::storage::Storage;
use crate::{outside, update};

/// Memory that a loop reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Base {
    Step(usize),
    Storage(*const Storage),
    Number(usize),
}

/// The bytes that loops read and write, where lengths are known.
pub(crate) fn bytes(graph: &Graph, tasks: &[Task]) -> u64 {
    let of = |step: usize| {
        let step = &graph.steps[step];
        let domain = &graph.domains[step.domain];
        let len = if domain.is_scalar {
            0
        } else {
            domain.len().unwrap_or(0)
        };
        (len * step.node.ty.bytes()) as u64
    };
    let input = |arg: &Arg| match *arg {
        Arg::Step(step, _) => (Base::Step(step), of(step)),
        Arg::Leaf(leaf) => {
            let leaf = &graph.leaves[leaf];
            let bytes = leaf.layout.stored() * leaf.storage.ty().bytes();
            (Base::Storage(Arc::as_ptr(&leaf.storage)), bytes as u64)
        }
        Arg::Number(number) => (Base::Number(number), 0),
    };
    // Sections of one array are read once.
    let read = |args: &[Arg]| -> u64 {
        let mut bases: Map<Base, u64> = Map::default();
        for (base, bytes) in args.iter().map(input) {
            let most = bases.entry(base).or_default();
            *most = bytes.max(*most);
        }
        bases.values().sum()
    };
    // An update in a loop writes its section, and what is outside of it unless that is there.
    let written = |step: usize, own: &Loop| match graph.steps[step].operation {
        Operation::With(_) if is_inner(graph, own, step) => section(graph, step),
        Operation::With(_) => {
            let section = section(graph, step);
            match own.in_place.contains(&step) {
                true => section,
                false => section + 2 * (of(step) - section),
            }
        }
        _ => of(step),
    };
    let loops = tasks.iter().map(|task| match task {
        Task::Loop(own) => {
            let outputs = own.outputs.iter();
            read(&own.inputs) + outputs.map(|step| written(*step, own)).sum::<u64>()
        }
        Task::Nest(own) => {
            let inputs = [&own.inner.inputs[..], &own.outer.inputs].concat();
            let outputs = own.inner.outputs.iter().chain(&own.outer.outputs);
            read(&inputs) + outputs.map(|step| of(*step)).sum::<u64>()
        }
        Task::Scan(step) => read(&graph.steps[*step].args) + of(*step),
        Task::With { steps, is_in_place } => {
            // Outside of the sections elements are copied, unless they are there.
            let outside = match is_in_place {
                true => 0,
                false => 2 * outside(graph, steps),
            };
            let new = |step: &usize| {
                let section = section(graph, *step);
                section + read(&graph.steps[*step].args[1..]).min(section)
            };
            outside + steps.iter().map(new).sum::<u64>()
        }
    });
    loops.sum()
}

/// Returns true for an update of what another update of the loop has written.
fn is_inner(graph: &Graph, own: &Loop, step: usize) -> bool {
    match graph.steps[step].args[0] {
        Arg::Step(base, None) => own.outputs.contains(&base),
        _ => false,
    }
}

/// The bytes of the elements that updates of one array copy, since they replace none of them.
fn outside(graph: &Graph, steps: &[usize]) -> u64 {
    let own = &graph.steps[steps[0]];
    let Some(dims) = graph.domains[own.over].dims else {
        return 0;
    };
    let sections = steps.iter();
    let sections = sections.filter_map(|step| graph.steps[*step].operation.sections());
    let positions = sections.map(|sections| update::axes(&dims, sections));
    let positions: Vec<_> = positions.collect();
    let all = Layout::all(dims);
    let outside = outside::outside(&dims, positions.iter().map(Vec::as_slice));
    let copied = outside.iter().filter_map(|own| all.section(own).ok());
    let copied: usize = copied.map(|own| own.len()).sum();
    (copied * own.node.ty.bytes()) as u64
}

/// The bytes of the elements that an update replaces.
fn section(graph: &Graph, step: usize) -> u64 {
    let own = &graph.steps[step];
    let dims = graph.domains[own.over].dims;
    let layout = match (own.operation.sections(), dims) {
        (Some(sections), Some(dims)) => Layout::all(dims).section(sections).ok(),
        _ => None,
    };
    layout.map_or(0, |layout| (layout.len() * own.node.ty.bytes()) as u64)
}
