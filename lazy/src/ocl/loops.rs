//! Loops on a device: an item for each position, or for each lane of a fold.

use fusus_ocl::{Device, Error};

use super::body::{Body, Operands};
use super::c;
use super::kept::kept;
use super::kernel::Kernel;
use super::scan;
use super::there::There;
use super::update;
use crate::element::sealed::Typed;
use crate::element::{Buffer, Scalar, number};
use crate::graph::Graph;
use crate::kernel::state::{Folded, State};
use crate::loops;
use crate::parts;
use crate::program::{Action, Loop, Reduction};
use crate::storage::Memory;
use crate::values::{Value, Values};

/// Returns true if kernels can do a loop: no closure of the host is in it, and no scan beside others.
pub(super) fn is_possible(own: &Loop) -> bool {
    let mut instructions = own.instructions.iter();
    let has_closure = instructions.any(|one| matches!(one.action, Action::Map(_)))
        || own.reductions.iter().any(|one| one.operator.is_none());
    !has_closure && own.scans.is_empty()
}

/// Does a loop on a device. Returns false if it is not done: the host must do it.
pub(super) fn run(values: &mut Values<'_>, device: &Device, own: &Loop) -> Result<bool, Error> {
    if let ([step], [_]) = (&own.members[..], &own.scans[..]) {
        return scan::run(values, device, *step);
    }
    if !is_possible(own) {
        return Ok(false);
    }
    let memories: Vec<Memory> = own.inputs.iter().map(|arg| values.memory(*arg)).collect();
    let len = values.positions(own, &memories);
    let operands = Operands::of(values, device, own, &memories, len)?;
    let Some(parts) = results(device, own, &operands, len)? else {
        return Ok(false);
    };
    let blocks = parts.blocks(values.graph, own)?;
    let mut numbers = loops::seeds(values.graph, own);
    for partials in blocks {
        loops::add(values.graph, own, &mut numbers, partials);
    }
    if !own.compacted.is_empty() {
        let Some(kept) = kept(values.graph, device, own, &operands, len)? else {
            return Ok(false);
        };
        for (compacted, kept) in own.compacted.iter().zip(kept) {
            values.steps[compacted.step] = Some(Value::Memory(Memory::there(kept)));
        }
    }
    for (reduction, number) in own.reductions.iter().zip(numbers) {
        values.steps[reduction.step] = Some(Value::Number(number));
    }
    drop(memories);
    keep(values, device, own, operands.outputs)?;
    Ok(true)
}

/// Computes what a loop stores for each position and the parts of its folds; `None` if an element has
/// no result.
fn results(
    device: &Device,
    own: &Loop,
    operands: &Operands,
    len: usize,
) -> Result<Option<Parts>, Error> {
    let mut kernel = Kernel::over(len);
    let parts = match own.reductions.is_empty() {
        true if own.outputs.is_empty() => return Ok(Some(Parts::none(len))),
        true => {
            each(own, operands, &mut kernel);
            Parts::none(len)
        }
        false => {
            let parts = Parts::of(device, own, len)?;
            lanes(own, operands, &parts, &mut kernel);
            parts
        }
    };
    let is_done = kernel.launch(device, parts.items)?;
    Ok(is_done.then_some(parts))
}

/// Keeps the results that a loop has written, on the device; numbers go to the host.
pub(super) fn keep(
    values: &mut Values<'_>,
    device: &Device,
    own: &Loop,
    outputs: Vec<There>,
) -> Result<(), Error> {
    let is_number = values.graph.domains[own.over].is_scalar;
    for (&step, there) in own.outputs.iter().zip(outputs) {
        let memory = Memory::there(there);
        if is_number {
            memory.storage.fetch()?;
        }
        let section = values.graph.steps[step].section;
        match section.and_then(|section| values.graph.domains[section].dims) {
            // The new elements of an update.
            Some(dims) => {
                let (new, is_in_place) = (memory.with_dims(dims), own.in_place.contains(&step));
                update::run(values, device, step, Some(new), is_in_place)?;
            }
            None => values.keep_one(own, step, memory),
        }
    }
    Ok(())
}

/// Writes a kernel of which each item does one position.
fn each(own: &Loop, operands: &Operands, kernel: &mut Kernel) {
    operands.declare_sizes(own, kernel);
    kernel.item("i", "n");
    let position = operands.position(own, kernel, "i");
    let mut body = Body::new(own, "", operands, position);
    body.declare(kernel);
    body.write(kernel);
}

/// The parts of folds: a number for each lane of each block of the host, so that they are combined
/// in its order.
struct Parts {
    /// The parts of each reduction.
    parts: Vec<There>,
    /// The number of positions of a block.
    block: usize,
    /// The number of items.
    items: usize,
}

impl Parts {
    fn none(items: usize) -> Parts {
        Parts {
            parts: Vec::new(),
            block: 1,
            items,
        }
    }

    fn of(device: &Device, own: &Loop, len: usize) -> Result<Parts, Error> {
        let block = own.cut(len).block_len().max(1);
        let items = len.div_ceil(block) * own.lanes;
        let mut parts = Vec::with_capacity(own.reductions.len());
        for reduction in &own.reductions {
            parts.push(There::fresh(device, reduction.ty, items)?);
        }
        Ok(Parts {
            parts,
            block,
            items,
        })
    }

    /// The results of each block.
    fn blocks(&self, graph: &Graph, own: &Loop) -> Result<Vec<Vec<Option<Scalar>>>, Error> {
        let mut parts = Vec::with_capacity(self.parts.len());
        for there in &self.parts {
            parts.push(there.download()?);
        }
        let blocks = self.items.div_ceil(own.lanes);
        let of_block = |block: usize| {
            let reductions = own.reductions.iter().zip(&parts);
            let partials = reductions.map(|(reduction, parts)| {
                let state = state(graph, reduction, parts, block * own.lanes, own.lanes);
                parts::partial(reduction, state, own.lanes)
            });
            partials.collect()
        };
        match own.reductions.is_empty() {
            true => Ok(Vec::new()),
            false => Ok((0..blocks).map(of_block).collect()),
        }
    }
}

/// The state of a fold whose lanes are some parts.
fn state(
    graph: &Graph,
    reduction: &Reduction,
    parts: &Buffer,
    first: usize,
    lanes: usize,
) -> State {
    let mut state = parts::state(graph, reduction);
    number!(reduction.ty, T => {
        let parts = <T as Typed>::slice(parts);
        <T as Folded>::lanes(&mut state).put(&parts[first..first + lanes]);
    }, bool => if let State::Bool(own) = &mut state {
        own.put(&bool::slice(parts)[first..first + lanes]);
    });
    state
}

/// Writes a kernel of which each item does the positions of one lane of a block.
fn lanes(own: &Loop, operands: &Operands, parts: &Parts, kernel: &mut Kernel) {
    operands.declare_sizes(own, kernel);
    let ty = kernel.parameters.position();
    let count = own.lanes;
    kernel.parameters.count("block", parts.block);
    for (at, part) in parts.parts.iter().enumerate() {
        kernel.parameters.output(&format!("part{at}"), part);
    }
    let lines = &mut kernel.lines;
    lines.line(format_args!("{ty} item = ({ty})get_global_id(0);"));
    lines.line(format_args!("{ty} start = item / {count} * block;"));
    lines.line("if (start >= n) return;");
    lines.line(format_args!(
        "{ty} end = n - start < block ? n : start + block;"
    ));
    states(own, kernel);
    let head = format!("for ({ty} i = start + item % {count}; i < end; i += {count})");
    kernel.lines.open(head);
    let position = operands.position(own, kernel, "i");
    let mut body = Body::new(own, "", operands, position);
    body.declare(kernel);
    body.write(kernel);
    fold(own, &mut body, kernel, |at| format!("state{at}"));
    kernel.lines.close();
    for at in 0..own.reductions.len() {
        kernel
            .lines
            .line(format_args!("part{at}[item] = state{at};"));
    }
}

/// Writes the states of folds before the first element.
pub(super) fn states(own: &Loop, kernel: &mut Kernel) {
    for (at, reduction) in own.reductions.iter().enumerate() {
        let neutral = c::neutral(reduction.known(), reduction.ty);
        let of = c::name(reduction.ty);
        let lines = &mut kernel.lines;
        lines.line(format_args!("{of} state{at} = {neutral};"));
    }
}

/// Writes the fold of a position into states of these names.
pub(super) fn fold(
    own: &Loop,
    body: &mut Body<'_>,
    kernel: &mut Kernel,
    name: impl Fn(usize) -> String,
) {
    for (at, reduction) in own.reductions.iter().enumerate() {
        let value = match reduction.is_count {
            true => "1".to_owned(),
            false => {
                let value = body.value(reduction.source, reduction.takes, kernel);
                match reduction.takes == reduction.ty {
                    true => value,
                    false => kernel.functions.cast(reduction.takes, reduction.ty, &value),
                }
            }
        };
        let counts = body.counts(reduction.mask, kernel);
        let condition = counts.map_or(String::new(), |counts| format!("if ({counts}) "));
        let state = name(at);
        let combined = c::combined(reduction.known(), reduction.ty, &state, &value);
        let lines = &mut kernel.lines;
        lines.line(format_args!("{condition}{state} = {combined};"));
    }
}
