//! Nests on a device: an item for each result of the folds.

use fusus_ocl::{Device, Error};

use super::body::{Body, Operands, Position, along};
use super::c;
use super::kernel::Kernel;
use super::loops::{fold, is_possible, keep, states};
use crate::graph::Arg;
use crate::kernel::rows::ROW_LANES;
use crate::nests::Axes;
use crate::program::{Loop, Nest, Reduction};
use crate::storage::Memory;
use crate::values::Values;

/// Does a nest on a device. Returns false if it is not done: the host must do it.
pub(super) fn run(values: &mut Values<'_>, device: &Device, own: &Nest) -> Result<bool, Error> {
    if !is_possible(&own.inner) || !is_possible(&own.outer) {
        return Ok(false);
    }
    let axes = Axes::on_device(values.graph, own);
    let elements = axes.dims.len();
    let memories = |own: &Loop, order: &dyn Fn(Memory) -> Memory| -> Vec<Memory> {
        let memory = |arg: &Arg| order(values.memory(*arg));
        own.inputs.iter().map(memory).collect()
    };
    let inner = memories(&own.inner, &|memory| axes.in_order(memory));
    let outer = memories(&own.outer, &|memory| memory);
    let inner = Operands::of(values, device, &own.inner, &inner, elements)?;
    let outer = Operands::of(values, device, &own.outer, &outer, axes.results)?;
    let mut kernel = Kernel::within(axes.results, elements);
    write(own, &axes, (&inner, &outer), &mut kernel);
    if !kernel.launch(device, axes.results)? {
        return Ok(false);
    }
    keep(values, device, &own.inner, inner.outputs)?;
    keep(values, device, &own.outer, outer.outputs)?;
    Ok(true)
}

/// Returns true if the elements of a result are folded in lanes: of floats their order shows.
fn is_in_lanes(axes: &Axes, reduction: &Reduction) -> bool {
    axes.is_last && reduction.ty.is_float()
}

/// Writes the kernel of a nest.
fn write(own: &Nest, axes: &Axes, (inner, outer): (&Operands, &Operands), kernel: &mut Kernel) {
    let ty = kernel.parameters.position();
    kernel.parameters.count("count", axes.count);
    kernel.item("r", "n");
    let results = results(own, axes, (inner, outer), kernel);
    let reductions = &own.inner.reductions;
    let has_lanes = reductions.iter().any(|one| is_in_lanes(axes, one));
    if has_lanes {
        lanes(own, axes, kernel);
        let lines = &mut kernel.lines;
        lines.open(format_args!(
            "for ({ty} row = 0; row < count; row += {ROW_LANES})"
        ));
        lines.line("#pragma unroll");
        lines.open(format_args!(
            "for ({ty} lane = 0; lane < {ROW_LANES}; lane++)"
        ));
        lines.line(format_args!("{ty} k = row + lane;"));
        lines.open("if (k < count)");
    } else {
        states(&own.inner, kernel);
        let lines = &mut kernel.lines;
        lines.open(format_args!("for ({ty} k = 0; k < count; k++)"));
    }
    let place = match axes.is_last {
        true => "r * count + k",
        false => "k * n + r",
    };
    kernel.lines.line(format_args!("{ty} i = {place};"));
    let mut all = results.clone();
    all.insert(if axes.is_last { all.len() } else { 0 }, "k".to_owned());
    let position = Position {
        index: "i".to_owned(),
        axes: all,
    };
    let mut body = Body::new(&own.inner, "", inner, position);
    body.declare(kernel);
    body.write(kernel);
    let name = |at: usize| match is_in_lanes(axes, &reductions[at]) {
        true => format!("state{at}[lane]"),
        false => format!("state{at}"),
    };
    fold(&own.inner, &mut body, kernel, name);
    for _ in 0..if has_lanes { 3 } else { 1 } {
        kernel.lines.close();
    }
    for (at, reduction) in reductions.iter().enumerate() {
        folded(at, reduction, is_in_lanes(axes, reduction), kernel);
    }
    let position = Position {
        index: "r".to_owned(),
        axes: results,
    };
    let mut body = Body::new(&own.outer, "r_", outer, position);
    body.folded = (0..reductions.len())
        .map(|at| format!("fold{at}"))
        .collect();
    body.declare(kernel);
    body.write(kernel);
}

/// Writes the indices of a result along its axes, where an array is read so.
fn results(
    own: &Nest,
    axes: &Axes,
    (inner, outer): (&Operands, &Operands),
    kernel: &mut Kernel,
) -> Vec<String> {
    let dims = axes.dims.without(own.axis);
    if inner
        .apart(&own.inner)
        .or(outer.apart(&own.outer))
        .is_none()
        || dims.axes() == 0
    {
        return vec![String::new(); dims.axes()];
    }
    let mut names = Vec::new();
    for (axis, size) in dims.as_slice().iter().enumerate().skip(1) {
        names.push(format!("size{axis}"));
        kernel.parameters.count(&format!("size{axis}"), *size);
    }
    let ty = kernel.parameters.position();
    along(&mut kernel.lines, ty, "r", &names)
}

/// Writes the states of folds along the last axis, of which some have lanes.
fn lanes(own: &Nest, axes: &Axes, kernel: &mut Kernel) {
    for (at, reduction) in own.inner.reductions.iter().enumerate() {
        let neutral = c::neutral(reduction.known(), reduction.ty);
        let of = c::name(reduction.ty);
        let (name, neutral) = match is_in_lanes(axes, reduction) {
            true => {
                let all = [neutral; ROW_LANES].join(", ");
                (format!("state{at}[{ROW_LANES}]"), format!("{{{all}}}"))
            }
            false => (format!("state{at}"), neutral.to_owned()),
        };
        kernel.lines.line(format_args!("{of} {name} = {neutral};"));
    }
}

/// Writes the result of a fold: its seed, and its lanes in halves.
fn folded(at: usize, reduction: &Reduction, is_in_lanes: bool, kernel: &mut Kernel) {
    let (operator, ty) = (reduction.known(), reduction.ty);
    let (of, lines) = (c::name(ty), &mut kernel.lines);
    let mut state = format!("state{at}");
    if is_in_lanes {
        let (low, high) = (format!("{state}[lane]"), format!("{state}[width + lane]"));
        let combined = c::combined(operator, ty, &low, &high);
        lines.open(format_args!(
            "for (int width = {}; width > 0; width /= 2)",
            ROW_LANES / 2
        ));
        lines.line(format_args!(
            "for (int lane = 0; lane < width; lane++) {low} = {combined};"
        ));
        lines.close();
        state.push_str("[0]");
    }
    let seed = c::seed(operator, ty);
    lines.line(format_args!("{of} seed{at} = {seed};"));
    let combined = c::combined(operator, ty, &format!("seed{at}"), &state);
    lines.line(format_args!("{of} fold{at} = {combined};"));
}
