//! Programs, compiled as they stand, and how they are run.
#![allow(dead_code, reason = "no test needs them all")]

use fusus_core::compile::Compiled;
use fusus_core::diagnostic::Diagnostics;
use fusus_core::explain::{Overrides, explain};
use fusus_core::schedule::{Form, LoopSchedule, Pass, SubLoop};

/// Compiles the first program of a source, which must be right.
pub(crate) fn compiled(source: &str) -> Compiled {
    let mut found = Diagnostics::new();
    let tokens = source.parse().expect("tokens");
    let explained = explain(tokens, "file:1", &Overrides::default(), &mut found).remove(0);
    let outcome = explained.outcome;
    outcome.unwrap_or_else(|found| panic!("{source}: {found:?}"))
}

/// Compiles a program over these inputs.
pub(crate) fn program(attributes: &str, body: &str) -> Compiled {
    compiled(&format!(
        "{attributes} fn f(xs: &[f64], ys: &[f64], zs: &mut [f64], ps: &[Point], qs: &[Point], is: &[usize]) {body}
        fn wave(x: f64) -> f64 {{ x.sin() }}
        fn next(x: f64) -> f64 {{ x + 1.0 }}"
    ))
}

/// The methods that run the passes of a program, in order.
pub(crate) fn passes(body: &str) -> Vec<&'static str> {
    passes_of("", body)
}

/// The methods that run the passes of a program with attributes.
pub(crate) fn passes_of(attributes: &str, body: &str) -> Vec<&'static str> {
    let compiled = program(attributes, body);
    let sub_loops = compiled.schedule.loops.values().flat_map(all);
    let passes = sub_loops.flat_map(|sub_loop| &sub_loop.passes);
    passes.map(form).collect()
}

/// The sub-loops of a loop, and what replays them.
pub(crate) fn all(schedule: &LoopSchedule) -> impl Iterator<Item = &SubLoop> {
    schedule.sub_loops.iter().chain(&schedule.replay)
}

pub(crate) fn form(pass: &Pass) -> &'static str {
    match pass.form {
        Form::Store => "store",
        Form::Each { unrolled: false } => "each",
        Form::Each { unrolled: true } => "unrolled",
        Form::Doubled => "doubled",
        Form::Branching => "branching",
        Form::Segments => "segments",
        Form::Partition { .. } => "partition",
        Form::Halves { unrolled: false } => "halves",
        Form::Halves { unrolled: true } => "halves, unrolled",
        Form::Lanes => "lanes",
        Form::LanesUnlessIdle => "lanes unless idle",
        Form::LanesIfAny => "lanes if any changes",
        Form::Batched => "batched",
        Form::Rows => "rows",
        Form::Tiled => "tiled",
        Form::Across => "across",
        Form::Columns { apart: false, .. } => "columns",
        Form::Columns { apart: true, .. } => "columns, doubled",
        Form::Down => "down",
        Form::Diagonals => "diagonals",
    }
}

/// Returns whether a loop of a program satisfies a condition.
pub(crate) fn any(attributes: &str, body: &str, condition: impl Fn(&LoopSchedule) -> bool) -> bool {
    let compiled = program(attributes, body);
    compiled.schedule.loops.values().any(condition)
}
