//! The end of a generated function's documentation: what an editor shows on
//! hover.
//!
//! Every expansion writes it, so it asks for nothing that only the whole report
//! (`plan`) knows, which expansions are built without.

use crate::compile::Compiled;
use crate::ir::{Array, ArrayId, BindingId, Output, Program};
use crate::nest::Storage;
use crate::ordered::{ToList, flat};
use crate::size::scheme::Scheme;
use crate::statements::Statements;

/// Returns a few lines of Markdown, the same on every run.
pub fn of(compiled: &Compiled) -> String {
    let statements = Statements::of(compiled);
    let loops = loops(compiled, &statements);
    let mut lines = vec![String::new(), "# Plan".to_owned(), String::new()];
    lines.push(match loops.len() {
        0 => "* no loops".to_owned(),
        1 => format!("* 1 loop: {}", loops[0]),
        more => format!("* {more} loops: {}", loops.join(", ")),
    });
    let contracted = contracted(compiled, &statements);
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
fn loops(compiled: &Compiled, statements: &Statements) -> Vec<String> {
    let program = &compiled.program;
    let stages = compiled.placement.iter();
    let loops = stages
        .zip(compiled.loop_numbers())
        .filter_map(|(stage, number)| {
            number?;
            let shown = statements.among(program, stage);
            let names = flat(shown.into_iter().map(|id| names(program, id)));
            Some(format!("`{{{}}}`", names.join(" ")))
        });
    loops.list()
}

/// Returns the names that a binding binds; `_` where it binds none.
pub(crate) fn names(program: &Program, id: BindingId) -> Vec<String> {
    let outputs = program.bindings[id].outputs.iter();
    let names = outputs.map(|output| match output {
        Output::Array(array) => array_name(&program.arrays[*array]),
        Output::Scalar(scalar) => program.scalars[*scalar].name.to_string(),
    });
    let mut names: Vec<String> = names.list();
    if names.is_empty() {
        names.push("_".to_owned());
    }
    names
}

/// Returns the name by which the user knows an array.
pub(crate) fn array_name(array: &Array) -> String {
    array.user_name.as_ref().unwrap_or(&array.name).to_string()
}

/// Returns the arrays of statements that never exist in memory, in program order.
pub(crate) fn contracted(compiled: &Compiled, statements: &Statements) -> Vec<String> {
    let (program, arrays) = (&compiled.program, &compiled.nest.arrays);
    let is_contracted = |id: ArrayId| matches!(arrays[id].storage, Storage::Contracted);
    let mut contracted = Vec::new();
    for (id, array) in program.arrays.iter() {
        let is_statement = program.producer(id).is_some_and(|it| statements.is_one(it));
        let name = array_name(array);
        if is_contracted(id) && is_statement && !contracted.contains(&name) {
            contracted.push(name);
        }
    }
    // An array in memory may be computed once more elsewhere.
    for (_, array) in program.arrays.iter().filter(|(id, _)| !is_contracted(*id)) {
        contracted.retain(|name| *name != array_name(array));
    }
    contracted
}
