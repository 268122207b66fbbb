//! Scans on a device, by operators of which the order of combination does not show.

use fusus_ocl::{Device, Error};

use super::c;
use super::chunks::Chunks;
use super::kernel::Kernel;
use super::there::There;
use crate::element::sealed::Typed;
use crate::element::{Buffer, typed};
use crate::kernel::fold;
use crate::operation::{Operation, Operator};
use crate::storage::Memory;
use crate::values::{Value, Values};

/// Does the scan of a step on a device. Returns false if it is not done: the host must do it, where its
/// order of combination shows in the bits of floats.
pub(super) fn run(values: &mut Values<'_>, device: &Device, step: usize) -> Result<bool, Error> {
    let own = &values.graph.steps[step];
    let (Operation::Scan(operator), ty) = (&own.operation, own.node.ty) else {
        return Ok(false);
    };
    let operator = *operator;
    if ty.is_float() && matches!(operator, Operator::Sum | Operator::Product) {
        return Ok(false);
    }
    let memory = values.memory(own.args[0]);
    let (len, first) = (memory.len(), memory.layout.first);
    // Arrays of one axis are scanned.
    let stride = memory.layout.axes().map(|(_, stride)| stride).next();
    let from = memory.storage.on(device)?;
    let chunks = Chunks::of(len);
    let parts = There::fresh(device, ty, chunks.count())?;
    let to = There::fresh(device, ty, len)?;
    let begin = |kernel: &mut Kernel, of: &str| {
        kernel.parameters.input("x", &from);
        let first = isize::try_from(first).unwrap_or(isize::MAX);
        kernel.parameters.stride("x_first", first);
        kernel.parameters.stride("x_stride", stride.unwrap_or(1));
        let variable = format!("{} state = {of};", c::name(ty));
        chunks.begin(kernel, &[variable]);
        let lines = &mut kernel.lines;
        let of = c::name(ty);
        lines.line(format_args!(
            "{of} element = x[x_first + (long)i * x_stride];"
        ));
        let combined = c::combined(operator, ty, "state", "element");
        lines.line(format_args!("state = {combined};"));
    };
    let mut totals = Kernel::over(len);
    begin(&mut totals, c::neutral(operator, ty));
    totals.lines.close();
    totals.parameters.output("parts", &parts);
    totals.lines.line("parts[item] = state;");
    totals.launch(device, chunks.count())?;
    let starts = There::upload(device, &before(operator, parts.download()?))?;
    let mut prefixes = Kernel::over(len);
    prefixes.parameters.input("starts", &starts);
    begin(&mut prefixes, "starts[item]");
    prefixes.parameters.output("y", &to);
    prefixes.lines.line("y[i] = state;");
    prefixes.lines.close();
    prefixes.launch(device, chunks.count())?;
    values.steps[step] = Some(Value::Memory(Memory::there(to)));
    Ok(true)
}

/// The state before each chunk, from the seed on.
fn before(operator: Operator, mut parts: Buffer) -> Buffer {
    let ty = parts.ty();
    let mut state = fold::seed(operator, ty);
    typed!(ty, T => {
        for part in <T as Typed>::vector(&mut parts) {
            let before = std::mem::replace(part, <T as Typed>::of(state));
            state = fold::join(operator, state, Typed::scalar(before));
        }
    });
    parts
}
