//! The elements that a program itself makes of sample inputs.

use super::candidates::candidates;
use super::facts::Facts;
use super::sample::{self, Domain};
use super::shape::Shape;
use crate::interp::{self, Inputs, Prim, Value, Worker};
use crate::ir::{ArrayId, Program};
use crate::ordered::ToList;

/// The steps that a program may take to make them.
const STEPS: usize = 100_000;

/// The elements of an array, for inputs of several kinds; nothing for an array that
/// is an input itself, or that cannot be computed.
pub(super) fn elements(program: &Program, facts: &Facts, array: ArrayId) -> Vec<Vec<Value>> {
    if program.producer(array).is_none() {
        return Vec::new();
    }
    // The values that inputs of unknown type may have.
    let kinds = [Prim::F64, Prim::I64];
    let any_unknown = program
        .inputs()
        .any(|(id, _)| facts.array(id) == Shape::Unknown);
    let kinds = if any_unknown { &kinds[..] } else { &kinds[..1] };
    let mut all = Vec::new();
    for kind in kinds {
        for domain in [Domain::Mixed, Domain::Positive] {
            let inputs = inputs(program, facts, *kind, domain);
            if let Some(made) = inputs.and_then(|inputs| interp::elements(program, &inputs, array))
            {
                all.push(made.into_items());
            }
        }
    }
    all
}

/// Inputs of one length each, which also is the value of every scalar that may be a
/// length.
fn inputs(program: &Program, facts: &Facts, kind: Prim, domain: Domain) -> Option<Inputs> {
    let mut inputs = Inputs::new().steps(STEPS);
    let known = |shape: &Shape| match shape {
        Shape::Unknown => Some(Shape::Prim(kind)),
        shape => candidates(shape).into_iter().next(),
    };
    let mut length = 0;
    for (id, input) in program.inputs() {
        let items = sample::elements(&known(&facts.array(id))?, domain)?;
        length = items.len();
        let items = interp::Array::new(items).ok()?;
        inputs = inputs
            .array(&program.arrays[id].name.to_string(), items.clone())
            .array(&crate::ir::tokens::of(&input.host), items);
    }
    for (id, scalar) in program.scalars.iter() {
        if scalar.origin.is_some() {
            continue;
        }
        let value = match facts.scalar(id) {
            Shape::Prim(Prim::Usize) => Some(Value::Usize(length.max(1))),
            shape => known(&shape).and_then(|shape| sample::chosen(&shape, 0)),
        };
        if let Some(value) = value {
            inputs = inputs.scalar(&scalar.name.to_string(), value);
        }
    }
    Some(inputs)
}

/// Returns, for one or two different elements, values in which each three of them, and of the
/// operator's results on them, are neighbours somewhere.
pub(super) fn few(operator: &mut Worker<'_>, elements: &[Value]) -> Option<Vec<Value>> {
    const FEW: usize = 2;
    const MOST: usize = 4;
    let mut different: Vec<Value> = Vec::new();
    for element in elements {
        if !different.iter().any(|known| known.same(element)) {
            different.push(element.clone());
        }
    }
    if different.len() > FEW {
        return None;
    }
    for (a, b) in pairs(&different.clone()) {
        if let Ok(made) = operator.call(vec![a, b])
            && different.len() < MOST
            && !different.iter().any(|known| known.same(&made))
        {
            different.push(made);
        }
    }
    let mut all = Vec::new();
    for first in &different {
        for (second, third) in pairs(&different) {
            all.extend([first.clone(), second, third]);
        }
    }
    Some(all)
}

fn pairs(values: &[Value]) -> Vec<(Value, Value)> {
    let with = |a: &Value| {
        let a = a.clone();
        values.iter().map(move |b| (a.clone(), b.clone()))
    };
    values.iter().flat_map(with).list()
}
