//! Statements: the bindings of a program that its reader knows.
//!
//! `generate(|i, j| a[[i, j + 1]] - a[[i, j]])` is three bindings to the stages behind lowering: two
//! elements that are read, and a map over them. To a reader it is one statement, and what is said to
//! people about a program names the others only where they have loops of their own.

use crate::compile::Compiled;
use crate::graph::uses::{Position, positions};
use crate::ir::{Binding, BindingId, Count, Id, Op, Program};
use crate::ordered::ToList;

/// The statement that each binding is, or those that it stands in.
pub(crate) struct Statements {
    of: Vec<Vec<BindingId>>,
}

impl Statements {
    /// Finds the statements of a compiled program.
    pub(crate) fn of(compiled: &Compiled) -> Statements {
        let program = &compiled.program;
        let numbers = compiled.loop_numbers();
        let mut loops: Vec<Vec<usize>> = program.bindings.iter().map(|_| Vec::new()).list();
        let mut with_statements = Vec::new();
        for (stage, placed) in compiled.placement.iter().enumerate() {
            for id in placed.iter().filter(|_| numbers[stage].is_some()) {
                loops[id.index()].push(stage);
                if !is_part(&program.bindings[*id]) && !with_statements.contains(&stage) {
                    with_statements.push(stage);
                }
            }
        }
        // A part that nothing uses goes with any statement.
        let is_alone = |id: BindingId, owners: &[BindingId]| {
            loops[id.index()].iter().any(|stage| match owners {
                [] => !with_statements.contains(stage),
                _ => !owners
                    .iter()
                    .any(|owner| loops[owner.index()].contains(stage)),
            })
        };
        let mut statements = Statements {
            of: program.bindings.iter().map(|_| Vec::new()).list(),
        };
        let bindings: Vec<(BindingId, &Binding)> = program.bindings.iter().list();
        // Users of a binding come after it.
        for (id, binding) in bindings.into_iter().rev() {
            let owners = &mut statements.of[id.index()];
            if !is_part(binding) || is_alone(id, owners) {
                *owners = vec![id];
            }
            for (array, position) in positions(&binding.op) {
                let Some(made) = program
                    .producer(array)
                    .filter(|_| position != Position::Length)
                else {
                    continue;
                };
                for owner in statements.of[id.index()].clone() {
                    let known = &mut statements.of[made.index()];
                    if !known.contains(&owner) {
                        known.push(owner);
                    }
                }
            }
        }
        for statements in &mut statements.of {
            statements.reverse();
        }
        statements
    }

    /// The statements among bindings, of which one that is computed for several reads is one.
    pub(crate) fn among(&self, program: &Program, bindings: &[BindingId]) -> Vec<BindingId> {
        let mut found: Vec<BindingId> = Vec::new();
        for &id in bindings.iter().filter(|id| self.is_one(**id)) {
            if !found.iter().any(|other| is_again(program, id, *other)) {
                found.push(id);
            }
        }
        found
    }

    /// Returns true if a binding is a statement.
    pub(crate) fn is_one(&self, id: BindingId) -> bool {
        self.of[id.index()] == [id]
    }

    /// The statements that a binding stands in, in program order: itself if it is one, and none if
    /// nothing uses it.
    #[cfg(feature = "report")]
    pub(crate) fn with(&self, id: BindingId) -> &[BindingId] {
        &self.of[id.index()]
    }
}

/// Returns true for an element that a statement reads, and for an index as an array.
fn is_part(binding: &Binding) -> bool {
    match binding.op {
        Op::Read { .. } | Op::Cells { .. } | Op::Coordinate { .. } => true,
        // The index of a statement is as long as an array that it reads.
        Op::Generate {
            count: Count::Length(_),
            ..
        } => binding.part_of == Some("generate"),
        _ => false,
    }
}

/// Returns true if a binding computes once more what another one computes.
pub(crate) fn is_again(program: &Program, id: BindingId, other: BindingId) -> bool {
    let name = |id: BindingId| {
        let array = &program.arrays[program.bindings[id].arrays().next()?];
        array.user_name.as_ref().or(Some(&array.name))
    };
    program.bindings[id].again && name(id) == name(other)
}
