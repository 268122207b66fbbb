//! The arrays that stay in memory, and the reasons.

use super::{label, placement, sizes};
use crate::compile::Compiled;
use crate::graph::Prevents;
use crate::graph::uses::{Position, node_of, positions};
use crate::ir::{ArrayId, Op};
use crate::nest::{Storage, WriteMode};
use crate::schedule::{SubLoop, counting};

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
    compiled
        .nest
        .arrays
        .iter()
        .filter(|(_, array)| !is_elsewhere(&array.storage))
        .map(|(id, array)| Manifest {
            name: array.name.to_string(),
            size: names.letters(&compiled.sizes.count(id)),
            why: why(compiled, id, &array.storage),
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

fn why(compiled: &Compiled, array: ArrayId, storage: &Storage) -> Vec<String> {
    let program = &compiled.program;
    let name = |array: ArrayId| program.arrays[array].name.to_string();
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
    for (id, binding) in program.bindings.iter() {
        let reader = node_of(id);
        for (read, position) in positions(&binding.op) {
            if read != array {
                continue;
            }
            let reader_name = label(program, reader);
            match position {
                Position::Streamed => {
                    let made = producer.map(|made| &loops[node_of(made).0]);
                    let later = loops[reader.0]
                        .iter()
                        .filter(|number| made.is_none_or(|made| !made.contains(number)));
                    why.extend(
                        later.map(|number| format!("read by `{reader_name}` in loop {number}")),
                    );
                }
                Position::Complete(prevents) => why.push(needed_by(prevents, &reader_name)),
                Position::Length => {}
            }
        }
    }
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

fn needed_by(prevents: Prevents, reader: &str) -> String {
    match prevents {
        Prevents::Operand(why) => why.stored(reader),
        Prevents::External => format!("taken by the external `{reader}`"),
        Prevents::Indexed => format!("indexed by the worker of `{reader}`"),
        _ => format!("needed whole by `{reader}`"),
    }
}
