//! The arrays that stay in memory, and the reasons.

use super::{label, placement, sizes};
use crate::compile::Compiled;
use crate::documentation::array_name;
use crate::graph::Prevents;
use crate::graph::uses::{Position, node_of, positions};
use crate::ir::{ArrayId, BindingId, Op};
use crate::nest::{Storage, WriteMode};
use crate::schedule::{SubLoop, counting};
use crate::statements::Statements;

/// An array in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manifest {
    /// Its name.
    pub name: String,
    /// Its size.
    pub size: String,
    /// The reasons why it is in memory, at least one.
    pub why: Vec<String>,
}

/// The arrays in memory but for inputs, in program order.
pub(super) fn manifest(compiled: &Compiled) -> Vec<Manifest> {
    let names = sizes::Names::of(&compiled.program, &compiled.sizes);
    let statements = Statements::of(compiled);
    compiled
        .nest
        .arrays
        .iter()
        .filter(|(_, array)| !is_elsewhere(&array.storage))
        .map(|(id, array)| Manifest {
            name: array_name(&compiled.program.arrays[id]),
            size: names.letters(&compiled.sizes.count(id)),
            why: why(compiled, &statements, id, &array.storage),
        })
        .collect()
}

/// Returns true for arrays that the caller has, or nobody.
fn is_elsewhere(storage: &Storage) -> bool {
    matches!(
        storage,
        Storage::Input(..) | Storage::Contracted | Storage::Element(_)
    )
}

/// A use of an array that is in memory.
#[derive(PartialEq)]
enum Used {
    /// Element by element, in the loop of this number.
    InLoop(usize),
    /// All of it, for this reason.
    Whole(Prevents),
}

fn why(
    compiled: &Compiled,
    statements: &Statements,
    array: ArrayId,
    storage: &Storage,
) -> Vec<String> {
    let program = &compiled.program;
    let name = |array: ArrayId| array_name(&program.arrays[array]);
    let mut why = Vec::new();
    match storage {
        Storage::Host => why.push("made by an external".to_owned()),
        Storage::InPlace(home) => why.push(format!("written in place of `{}`", name(*home))),
        Storage::Alias(of) => why.push(format!("`{}` itself, its length checked", name(*of))),
        _ => {}
    }
    let producer = program.producer(array);
    if let Some(Op::Scatter { dest, combine, .. }) = producer.map(|id| &program.bindings[id].op) {
        let what = match combine {
            Some(_) => "a reduction by index",
            None => "a scatter",
        };
        why.push(format!("{what} into `{}`", name(*dest)));
    }
    if program.result.arrays().contains(&array) {
        why.push("returned".to_owned());
    }
    let loops = placement::loops(compiled);
    // The statements of each kind of use, in the order of the first ones.
    let mut uses: Vec<(Used, Vec<String>)> = Vec::new();
    let mut add = |used: Used, reader: BindingId| {
        let names = statements.with(reader).iter();
        let names = names.map(|id| label(program, node_of(*id)));
        let known = match uses.iter().position(|(known, _)| *known == used) {
            Some(known) => known,
            None => {
                uses.push((used, Vec::new()));
                uses.len() - 1
            }
        };
        for name in names {
            if !uses[known].1.contains(&name) {
                uses[known].1.push(name);
            }
        }
    };
    for (id, binding) in program.bindings.iter() {
        for (_, position) in positions(&binding.op)
            .into_iter()
            .filter(|(read, _)| *read == array)
        {
            match position {
                Position::Streamed => {
                    let made = producer.map(|made| &loops[node_of(made).0]);
                    let later = loops[node_of(id).0]
                        .iter()
                        .filter(|number| made.is_none_or(|made| !made.contains(number)));
                    later.for_each(|number| add(Used::InLoop(*number), id));
                }
                Position::Complete(prevents) => add(Used::Whole(prevents), id),
                Position::Length => {}
            }
        }
    }
    why.extend(uses.into_iter().map(|(used, readers)| {
        // Between the marks of the sentence.
        let readers = readers.join("`, `");
        match used {
            Used::InLoop(number) => format!("read by `{readers}` in loop {number}"),
            Used::Whole(prevents) => needed_by(prevents, &readers),
        }
    }));
    let mut loops = compiled.nest.loops();
    if loops.any(|nested| counting::counts(nested, array)) {
        why.push("counted first where its room would be new in each run".to_owned());
    }
    why.extend(replaced(compiled, array).map(|of| {
        let of = name(of);
        format!("in the place of `{of}`, if their elements are of one size")
    }));
    why
}

/// The array in whose memory the loops of the host write another one.
fn replaced(compiled: &Compiled, array: ArrayId) -> Option<ArrayId> {
    let loops = compiled.schedule.loops.values();
    let mut writes = loops
        .flat_map(|of_loop| &of_loop.sub_loops)
        .flat_map(SubLoop::written_results);
    writes.find_map(|write| match write.mode {
        WriteMode::Replace(of) if write.array == array => Some(of),
        _ => None,
    })
}

/// The reason in words, with the names of those that need the array.
fn needed_by(prevents: Prevents, readers: &str) -> String {
    match prevents {
        Prevents::Operand(why) => why.stored(readers),
        Prevents::External => format!("taken by the external `{readers}`"),
        Prevents::Indexed if readers.contains(", ") => {
            format!("indexed by the workers of `{readers}`")
        }
        Prevents::Indexed => format!("indexed by the worker of `{readers}`"),
        _ => format!("needed whole by `{readers}`"),
    }
}
