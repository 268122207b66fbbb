//! The maps whose next elements are computed from the next elements of what they are made of.

use super::STORED;
use super::demand::{cheap, cost};
use crate::ir::{ArrayId, Op, Origin, Program};
use crate::ordered::OrderedSet;

/// The arrays, made by maps, of which the next element of each is computed: those that are asked
/// for, and those that they are made of.
pub(super) fn following(program: &Program) -> OrderedSet<ArrayId> {
    let mut computed = OrderedSet::new();
    for binding in program.bindings.values() {
        if let Op::Next { arg } = binding.op
            && price(program, arg).is_some_and(|price| price <= STORED)
        {
            add(program, arg, &mut computed);
        }
    }
    computed
}

/// The operations and reads that the next element of an array takes, if it is made by cheap maps of
/// inputs.
fn price(program: &Program, array: ArrayId) -> Option<usize> {
    if matches!(program.arrays[array].origin, Origin::Input(_)) {
        return Some(1);
    }
    let array = cheap(program, Some(array))?;
    let own = cost(program, array)?;
    let args = program
        .producer(array)
        .map(|id| program.bindings[id].op.args());
    let args = args?.into_iter().map(|arg| price(program, arg));
    Some(own + args.sum::<Option<usize>>()?)
}

fn add(program: &Program, array: ArrayId, computed: &mut OrderedSet<ArrayId>) {
    let Some(producer) = program.producer(array) else {
        return;
    };
    computed.insert(array);
    for arg in program.bindings[producer].op.args() {
        add(program, arg, computed);
    }
}
