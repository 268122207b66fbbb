//! Functional updates: an array in a section of which other elements stand.

use fusus_cpu::Run;

use crate::element::sealed::Typed;
use crate::element::{Element, typed};
use crate::error::ErrorKind;
use crate::execute::{Slots, Values};
use crate::graph::Arg;
use crate::layout::Layout;
use crate::operation::Operation;
use crate::storage::{self, Memory};

/// The scalar operations of a position: a read and a write.
const COST: usize = 2;

/// Does the update of a step.
pub(crate) fn with(values: &Values<'_>, step: usize) -> Result<Memory, ErrorKind> {
    let step = &values.graph.steps[step];
    let Operation::With(sections) = &step.operation else {
        unreachable!("`{:?}` is no update", step.operation);
    };
    let base = values.memory(step.args[0]);
    let dims = *base.layout.dims();
    let section = Layout::all(dims).section(sections)?;
    typed!(step.node.ty, T => {
        let mut buffer = copy::<T>(&base)?;
        let target = <T as Typed>::vector(&mut buffer);
        match is_number(values, step.args[1]) {
            true => fill(target, &section, <T as Typed>::of(values.number(step.args[1]))),
            false => {
                let new = values.memory(step.args[1]);
                let layout = new.layout.broadcast(*section.dims());
                replace(target, &section, &Memory { layout, ..new });
            }
        }
        Ok(Memory::of(buffer).with_dims(dims))
    })
}

/// Copies an array, on all threads.
fn copy<T: Element>(base: &Memory) -> Result<crate::element::Buffer, ErrorKind> {
    let len = base.len();
    let mut buffer = storage::buffer(T::TYPE, len)?;
    let run = Run::parallel(len, COST);
    let slots = Slots::of(&mut buffer, run.cut().block_len());
    let done = run.blocks((), |block, _| {
        let mut own = slots.take(block.index());
        base.copy_to(block.start(), T::writes(&mut own));
        // Blocks that return nothing may be done as one, and each has a slot of its own.
        Ok(block.index())
    });
    drop(slots);
    match done {
        Ok(_) => Ok(buffer),
        Err(_) => Err(ErrorKind::Allocation { len, element: 1 }),
    }
}

/// Returns true if an argument is one number for all positions.
fn is_number(values: &Values<'_>, arg: Arg) -> bool {
    match arg {
        Arg::Number(_) => true,
        Arg::Leaf(_) => false,
        Arg::Step(step, _) => values.graph.domains[values.graph.steps[step].domain].is_scalar,
    }
}

fn fill<T: Element>(target: &mut [T], section: &Layout, number: T) {
    section.runs(0, section.len(), |place, count, stride| {
        for at in 0..count as isize {
            target[place.wrapping_add_signed(at * stride)] = number;
        }
    });
}

fn replace<T: Element>(target: &mut [T], section: &Layout, new: &Memory) {
    let mut index = 0;
    section.runs(0, section.len(), |place, count, stride| {
        match stride {
            1 => new.copy_to(index, &mut target[place..place + count]),
            _ => {
                for at in 0..count {
                    let place = place.wrapping_add_signed(at as isize * stride);
                    target[place] = new.get(index + at);
                }
            }
        }
        index += count;
    });
}
