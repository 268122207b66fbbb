//! Functional updates: an array in a section of which other elements stand.

use crate::element::sealed::Typed;
use crate::element::{Element, typed};
use crate::error::ErrorKind;
use crate::execute::Values;
use crate::graph::Arg;
use crate::operation::Operation;
use crate::section::Positions;
use crate::storage::{self, Memory};

/// Does the update of a step.
pub(crate) fn with(values: &Values<'_>, step: usize) -> Result<Memory, ErrorKind> {
    let step = &values.graph.steps[step];
    let Operation::With(section) = step.operation else {
        unreachable!("`{:?}` is no update", step.operation);
    };
    let base = values.memory(step.args[0]);
    let section = section.of(base.len()).expect("the section was checked");
    typed!(step.node.ty, T => {
        let mut buffer = storage::buffer(step.node.ty, base.len())?;
        let target = <T as Typed>::vector(&mut buffer);
        outside::<T>(&base, section, target);
        let is_number = is_number(values, step.args[1]);
        match is_number {
            true => fill(target, section, <T as Typed>::of(values.number(step.args[1]))),
            false => replace(target, section, &values.memory(step.args[1])),
        }
        Ok(Memory::of(buffer))
    })
}

/// Returns true if an argument is one number for all positions.
fn is_number(values: &Values<'_>, arg: Arg) -> bool {
    match arg {
        Arg::Number(_) => true,
        Arg::Leaf(_) => false,
        Arg::Step(step, _) => values.graph.domains[values.graph.steps[step].domain].is_scalar,
    }
}

/// Copies the elements that stay: those outside of a section, where that is in one piece.
fn outside<T: Element>(base: &Memory, section: Positions, target: &mut [T]) {
    if section.step != 1 {
        return base.copy_to(0, target);
    }
    let end = section.first + section.len;
    let (before, rest) = target.split_at_mut(section.first);
    base.copy_to(0, before);
    base.copy_to(end, &mut rest[section.len..]);
}

fn fill<T: Element>(target: &mut [T], section: Positions, number: T) {
    for index in 0..section.len {
        target[section.at(index)] = number;
    }
}

fn replace<T: Element>(target: &mut [T], section: Positions, new: &Memory) {
    if section.step == 1 {
        return new.copy_to(0, &mut target[section.first..section.first + section.len]);
    }
    for index in 0..section.len {
        target[section.at(index)] = new.get(index);
    }
}
