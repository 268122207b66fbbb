//! The end of a generated function's documentation: what an editor shows on
//! hover.
//!
//! Every expansion writes it, so it asks for nothing that only the whole report
//! (`plan`) knows, which expansions are built without.

use crate::compile::Compiled;
use crate::ir::{BindingId, Output, Program};
use crate::nest::Storage;
use crate::ordered::ToList;
use crate::size::scheme::Scheme;

/// Returns a few lines of Markdown, the same on every run.
pub fn of(compiled: &Compiled) -> String {
    let loops = loops(compiled);
    let mut lines = vec![String::new(), "# Plan".to_owned(), String::new()];
    lines.push(match loops.len() {
        0 => "* no loops".to_owned(),
        1 => format!("* 1 loop: {}", loops[0]),
        more => format!("* {more} loops: {}", loops.join(", ")),
    });
    let contracted = contracted(compiled);
    if !contracted.is_empty() {
        let contracted: Vec<String> = contracted.iter().map(|a| format!("`{a}`")).list();
        lines.push(format!("* contracted: {}", contracted.join(", ")));
    }
    let guards = compiled.program.guards.iter();
    lines.extend(guards.map(|guard| format!("* returns early if `{}`", guard.text)));
    if !compiled.others.is_empty() {
        let count = compiled.others.len() + 1;
        lines.push(format!(
            "* the first of {count} versions, of which sizes choose"
        ));
    }
    let scheme = Scheme::of(&compiled.program, &compiled.sizes);
    lines.push(format!("* sizes: `{scheme}`"));
    lines.join("\n") + "\n"
}

/// Returns the names that each loop binds.
fn loops(compiled: &Compiled) -> Vec<String> {
    let stages = compiled.placement.iter();
    let loops = stages.zip(numbers(compiled)).filter_map(|(stage, number)| {
        number?;
        let names = stage.iter().flat_map(|id| names(&compiled.program, *id));
        Some(format!("`{{{}}}`", names.list().join(" ")))
    });
    loops.list()
}

/// Returns the number of the loop of each cluster, which is that of the nest; `None` for those
/// without a loop: an `external`, or pairs of which only the number is used.
pub(crate) fn numbers(compiled: &Compiled) -> Vec<Option<usize>> {
    let mut numbers = vec![None; compiled.placement.len()];
    for nested in compiled.nest.loops() {
        numbers[nested.cluster] = Some(nested.number);
    }
    numbers
}

/// Returns the names that a binding binds; `_` where it binds none.
pub(crate) fn names(program: &Program, id: BindingId) -> Vec<String> {
    let outputs = program.bindings[id].outputs.iter();
    let names = outputs.map(|output| match output {
        Output::Array(array) => program.arrays[*array].name.to_string(),
        Output::Scalar(scalar) => program.scalars[*scalar].name.to_string(),
    });
    let mut names: Vec<String> = names.list();
    if names.is_empty() {
        names.push("_".to_owned());
    }
    names
}

/// Returns the arrays that never exist in memory, in program order.
pub(crate) fn contracted(compiled: &Compiled) -> Vec<String> {
    let arrays = compiled.nest.arrays.values();
    arrays
        .filter(|array| matches!(array.storage, Storage::Contracted))
        .map(|array| array.name.to_string())
        .list()
}
