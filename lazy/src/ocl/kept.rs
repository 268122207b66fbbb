//! Elements that a mask keeps, on a device: they are counted, and then written.

use fusus_ocl::{Device, Error};

use super::body::{Body, Operands};
use super::chunks::Chunks;
use super::kernel::Kernel;
use super::there::There;
use crate::element::sealed::Typed;
use crate::element::{Buffer, ElementType};
use crate::graph::Graph;
use crate::program::{Compacted, Loop};

/// The elements that a loop over so many positions keeps; `None` if one of them has no result.
pub(super) fn kept(
    graph: &Graph,
    device: &Device,
    own: &Loop,
    operands: &Operands,
    len: usize,
) -> Result<Option<Vec<There>>, Error> {
    let chunks = Chunks::of(len);
    let mut counts = Vec::with_capacity(own.compacted.len());
    for _ in &own.compacted {
        counts.push(There::fresh(device, ElementType::U32, chunks.count())?);
    }
    let mut kernel = Kernel::over(len);
    count(own, operands, chunks, &counts, &mut kernel);
    if !kernel.launch(device, chunks.count())? {
        return Ok(None);
    }
    let mut starts = Vec::with_capacity(counts.len());
    let mut targets = Vec::with_capacity(counts.len());
    for (compacted, counts) in own.compacted.iter().zip(&counts) {
        let (own, total) = before(u32::slice(&counts.download()?));
        starts.push(There::upload(device, &own)?);
        let ty = graph.steps[compacted.step].node.ty;
        targets.push(There::fresh(device, ty, total)?);
    }
    let mut kernel = Kernel::over(len);
    write(
        own,
        operands,
        chunks,
        (&starts, &targets),
        graph,
        &mut kernel,
    );
    let is_done = kernel.launch(device, chunks.count())?;
    Ok(is_done.then_some(targets))
}

/// The number of elements before each chunk, and that of all.
fn before(counts: &[u32]) -> (Buffer, usize) {
    let mut all = 0;
    let mut before = Vec::with_capacity(counts.len());
    for count in counts {
        before.push(all);
        all += u64::from(*count);
    }
    let total = usize::try_from(all).expect("fewer elements than positions");
    (u64::buffer(before), total)
}

/// Writes a kernel that counts what each mask keeps of each chunk.
fn count(own: &Loop, operands: &Operands, chunks: Chunks, counts: &[There], kernel: &mut Kernel) {
    operands.declare_sizes(own, kernel);
    let variables = (0..counts.len()).map(|at| format!("uint count{at} = 0;"));
    chunks.begin(kernel, &variables.collect::<Vec<_>>());
    let mut body = begin(own, operands, kernel);
    for (at, Compacted { mask, .. }) in own.compacted.iter().enumerate() {
        let mask = body.value(*mask, ElementType::Bool, kernel);
        kernel.lines.line(format_args!("count{at} += {mask};"));
    }
    kernel.lines.close();
    for (at, there) in counts.iter().enumerate() {
        kernel.parameters.output(&format!("counts{at}"), there);
        kernel
            .lines
            .line(format_args!("counts{at}[item] = count{at};"));
    }
}

/// Writes a kernel that writes the elements of each chunk behind those before it.
fn write(
    own: &Loop,
    operands: &Operands,
    chunks: Chunks,
    (starts, targets): (&[There], &[There]),
    graph: &Graph,
    kernel: &mut Kernel,
) {
    operands.declare_sizes(own, kernel);
    for (at, (start, target)) in starts.iter().zip(targets).enumerate() {
        kernel.parameters.input(&format!("starts{at}"), start);
        kernel.parameters.output(&format!("kept{at}"), target);
    }
    let variables = (0..starts.len()).map(|at| format!("ulong to{at} = starts{at}[item];"));
    chunks.begin(kernel, &variables.collect::<Vec<_>>());
    let mut body = begin(own, operands, kernel);
    for (at, compacted) in own.compacted.iter().enumerate() {
        let ty = graph.steps[compacted.step].node.ty;
        let mask = body.value(compacted.mask, ElementType::Bool, kernel);
        let value = body.value(compacted.source, ty, kernel);
        let lines = &mut kernel.lines;
        lines.line(format_args!("if ({mask}) kept{at}[to{at}++] = {value};"));
    }
    kernel.lines.close();
}

/// Writes the instructions of a position, without its results.
fn begin<'b>(own: &'b Loop, operands: &'b Operands, kernel: &mut Kernel) -> Body<'b> {
    let position = operands.position(own, kernel, "i");
    let mut body = Body::new(own, "", operands, position).without_results();
    body.declare(kernel);
    body.write(kernel);
    body
}
