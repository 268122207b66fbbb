//! Updates on a device: an array in a section of which other elements stand.

use fusus_ocl::{Device, Error};

use super::body::along;
use super::c;
use super::kernel::Kernel;
use super::there::There;
use crate::dims::Dims;
use crate::element::{ElementType, Scalar};
use crate::graph::Arg;
use crate::layout::Layout;
use crate::operation::Operation;
use crate::section::Positions;
use crate::sections::{Axis, Sections};
use crate::storage::Memory;
use crate::update::{self, is_number};
use crate::values::{Value, Values};

/// Does updates of an array on a device, one after the other: each but the first in the memory of the one before.
pub(super) fn chain(
    values: &mut Values<'_>,
    device: &Device,
    steps: &[usize],
    is_in_place: bool,
) -> Result<bool, Error> {
    for (at, step) in steps.iter().enumerate() {
        if !run(values, device, *step, None, is_in_place || at > 0)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Does the update of a step on a device, whose new elements are its operand's or are given: in the
/// memory of its array, if that is the step's to use.
pub(super) fn run(
    values: &mut Values<'_>,
    device: &Device,
    step: usize,
    given: Option<Memory>,
    is_in_place: bool,
) -> Result<bool, Error> {
    let own = &values.graph.steps[step];
    let Operation::With(sections) = &own.operation else {
        unreachable!("`{:?}` is no update", own.operation);
    };
    let (ty, base) = (own.node.ty, values.memory(own.args[0]));
    let dims = *base.layout.dims();
    let section = Layout::all(dims).section(sections);
    let section = section.expect("the section is in the array");
    let new = match given {
        Some(memory) => New::Elements(memory.storage.on(device)?, memory.layout),
        None if is_number(values, own.args[1]) => New::Number(values.number(own.args[1])),
        None => {
            let memory = values.memory(own.args[1]);
            let layout = memory.layout.broadcast(*section.dims());
            New::Elements(memory.storage.on(device)?, layout)
        }
    };
    drop(base);
    let spare = is_in_place.then(|| spare(values, step)).flatten();
    let target = match spare {
        Some(memory) => {
            let target = memory.storage.on(device)?;
            let mut kernel = Kernel::over(section.len());
            write_section(ty, &target, &section, &new, &mut kernel);
            kernel.launch(device, section.len())?;
            target
        }
        None => {
            let base = values.memory(values.graph.steps[step].args[0]);
            let target = There::fresh(device, ty, dims.len())?;
            let old = (base.storage.on(device)?, base.layout);
            let mut kernel = Kernel::over(dims.len());
            write_all(
                ty,
                &target,
                (&old.0, &old.1),
                (&dims, sections),
                &new,
                &mut kernel,
            );
            kernel.launch(device, dims.len())?;
            target
        }
    };
    values.steps[step] = Some(Value::Memory(Memory::there(target).with_dims(dims)));
    Ok(true)
}

/// The array of an update, if nobody else has it.
fn spare(values: &mut Values<'_>, step: usize) -> Option<Memory> {
    let Arg::Step(base, None) = values.graph.steps[step].args[0] else {
        return None;
    };
    match values.steps[base].take()? {
        Value::Memory(memory) if memory.is_alone() => Some(memory),
        value => {
            values.steps[base] = Some(value);
            None
        }
    }
}

/// The elements that come into the section, in its order.
enum New {
    Number(Scalar),
    Elements(There, Layout),
}

impl New {
    /// Declares the elements. The distance of neighbours is one for each of these axes of the section.
    fn declare(&self, kernel: &mut Kernel, axes: &[Option<usize>]) {
        let parameters = &mut kernel.parameters;
        match self {
            New::Number(number) => parameters.number("new", *number),
            New::Elements(there, layout) => {
                parameters.input("x", there);
                parameters.stride("x_first", place(layout));
                let strides: Vec<isize> = layout.axes().map(|(_, stride)| stride).collect();
                for (at, axis) in axes.iter().enumerate() {
                    let stride = axis.map_or(0, |axis| strides[axis]);
                    parameters.stride(&format!("x_stride{at}"), stride);
                }
            }
        }
    }

    /// The element at some indices.
    fn at(&self, indices: &[String]) -> String {
        match self {
            New::Number(_) => "new".to_owned(),
            New::Elements(..) => format!("x[{}]", walked("x", indices)),
        }
    }
}

fn place(layout: &Layout) -> isize {
    isize::try_from(layout.first).unwrap_or(isize::MAX)
}

/// The place of an element by its indices along axes.
fn walked(name: &str, indices: &[String]) -> String {
    let indices = indices.iter().enumerate();
    let steps = indices.map(|(axis, index)| format!(" + (long){index} * {name}_stride{axis}"));
    format!("{name}_first{}", steps.collect::<String>())
}

/// Writes the indices of an item along axes of these lengths.
fn indices(dims: &Dims, kernel: &mut Kernel) -> Vec<String> {
    let mut names = Vec::new();
    for (axis, size) in dims.as_slice().iter().enumerate().skip(1) {
        names.push(format!("size{axis}"));
        kernel.parameters.count(&format!("size{axis}"), *size);
    }
    kernel.item("i", "n");
    let ty = kernel.parameters.position();
    match dims.axes() {
        0 => Vec::new(),
        _ => along(&mut kernel.lines, ty, "i", &names),
    }
}

/// Writes a kernel of which each item writes one element of the section.
fn write_section(
    ty: ElementType,
    target: &There,
    section: &Layout,
    new: &New,
    kernel: &mut Kernel,
) {
    let indices = indices(section.dims(), kernel);
    kernel.parameters.output("y", target);
    kernel.parameters.stride("y_first", place(section));
    for (axis, (_, stride)) in section.axes().enumerate() {
        kernel.parameters.stride(&format!("y_stride{axis}"), stride);
    }
    let axes: Vec<Option<usize>> = (0..section.dims().axes()).map(Some).collect();
    new.declare(kernel, &axes);
    let (to, from) = (walked("y", &indices), new.at(&indices));
    debug_assert_eq!(target.ty(), ty);
    kernel.lines.line(format_args!("y[{to}] = {from};"));
}

/// Writes a kernel of which each item writes one element: the old one, or that of the section.
fn write_all(
    ty: ElementType,
    target: &There,
    (old, layout): (&There, &Layout),
    (dims, sections): (&Dims, &Sections),
    new: &New,
    kernel: &mut Kernel,
) {
    let indices = indices(dims, kernel);
    kernel.parameters.output("y", target);
    kernel.parameters.input("old", old);
    kernel.parameters.stride("old_first", place(layout));
    for (axis, (_, stride)) in layout.axes().enumerate() {
        kernel
            .parameters
            .stride(&format!("old_stride{axis}"), stride);
    }
    new.declare(kernel, &axes(dims, sections));
    let mut inside = Vec::new();
    let mut places = Vec::new();
    for (axis, positions) in update::axes(dims, sections).iter().enumerate() {
        let (condition, place) = within(axis, &indices[axis], positions, kernel);
        inside.push(condition);
        places.push(place);
    }
    let (inside, of) = (inside.join(" && "), c::name(ty));
    let (from, new) = (walked("old", &indices), new.at(&places));
    let lines = &mut kernel.lines;
    lines.line(format_args!("{of} element;"));
    lines.line(format_args!("if ({inside}) element = {new};"));
    lines.line(format_args!("else element = old[{from}];"));
    lines.line("y[i] = element;");
}

/// Writes the index in a section of an index along an axis: the condition that it has one, and its
/// name.
fn within(
    axis: usize,
    index: &str,
    positions: &Positions,
    kernel: &mut Kernel,
) -> (String, String) {
    let stride = |number: usize| isize::try_from(number).unwrap_or(isize::MAX);
    let parameters = &mut kernel.parameters;
    parameters.stride(&format!("first{axis}"), stride(positions.first));
    parameters.stride(&format!("len{axis}"), stride(positions.len));
    let (name, away) = (format!("at{axis}"), format!("(long){index} - first{axis}"));
    let mut condition = format!("{name} >= 0 && {name} < len{axis}");
    if positions.step == 1 {
        kernel.lines.line(format_args!("long {name} = {away};"));
        return (condition, name);
    }
    parameters.stride(&format!("step{axis}"), positions.step);
    let lines = &mut kernel.lines;
    lines.line(format_args!("long {name} = ({away}) / step{axis};"));
    condition.push_str(&format!(" && {name} * step{axis} == {away}"));
    (condition, name)
}

/// The axis of the section that each axis of the array is; none for one that is left out.
fn axes(dims: &Dims, sections: &Sections) -> Vec<Option<usize>> {
    let mut axes = Vec::with_capacity(dims.axes());
    let mut own = 0;
    for section in sections.iter() {
        if !matches!(section, Axis::New) {
            axes.push(matches!(section, Axis::Section(_)).then_some(own));
        }
        own += usize::from(!matches!(section, Axis::Index(_)));
    }
    while axes.len() < dims.axes() {
        axes.push(Some(own));
        own += 1;
    }
    axes
}
