//! The Rust of a crate of programs.

use std::fmt::Write as _;
use std::panic::catch_unwind;

use crate::device;
use crate::facts::{Fact, Facts, Kind};
use crate::payload;
use crate::plan::{Places, Planned, Plans, Runs, plans, ties};
use crate::processes::PARTS;
use crate::program::{Class, Data, Lengths, Param, Program, Returned};
use crate::render;
use crate::ty::Ty;

/// A program with all that a crate needs of it.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The program.
    pub program: Program,
    /// Its source.
    pub source: String,
    /// Its plans.
    pub plans: Plans,
    facts: Facts,
    seed: u64,
    /// A change that makes one form of it wrong.
    pub sabotage: Option<Sabotage>,
}

/// A mistake in the last form of a program, for tests of what finds it.
#[derive(Clone, Copy, Debug)]
pub struct Sabotage {
    /// The text in the source.
    pub right: &'static str,
    /// The text that the form has instead.
    pub wrong: &'static str,
    /// The place of the form: if a program cannot run there, none of its forms is wrong.
    pub at: Place,
}

/// The place of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// This process.
    Here,
    /// A device.
    Device,
    /// Several processes.
    Processes,
}

impl Place {
    fn of(form: &Planned) -> Place {
        match form.runs {
            Runs::Parallel | Runs::Sequential => Place::Here,
            Runs::Device { .. } => Place::Device,
            Runs::Processes { .. } => Place::Processes,
        }
    }
}

/// Judges and plans a program. `seed` is what its inputs are drawn from; it
/// runs at other `places` too if it can.
///
/// # Errors
///
/// Why it is of no use, or what the compiler finds wrong with it.
pub fn prepare(program: Program, seed: u64, places: Places) -> Result<Prepared, String> {
    let facts = Facts::of(&program).map_err(|why| why.0.to_owned())?;
    let source = render::source(&program);
    let plans = catch_unwind(|| plans(&program, &source, places)).unwrap_or_else(|panic| {
        Err(format!(
            "the compiler panicked: {}",
            payload::message(&*panic)
        ))
    })?;
    Ok(Prepared {
        program,
        source,
        plans,
        facts,
        seed,
        sabotage: None,
    })
}

/// The head of a file of programs: nothing of ours may warn.
const LINTS: &str = "#![forbid(unsafe_code)]
#![deny(warnings)]
#![allow(
    arithmetic_overflow,
    dead_code,
    path_statements,
    unconditional_panic,
    unused_assignments,
    unused_comparisons,
    unused_imports,
    unused_must_use,
    unused_parens,
    unused_variables,
    clippy::all
)]
";

/// The main file of a crate.
#[must_use]
pub fn file(programs: &[Prepared]) -> String {
    let mut text = String::from(LINTS);
    text.push_str("use fusus_random::case::{Case, Form, Near, Param, ParamKind, Part};\n");
    text.push_str(
        "use fusus_random::column::{array, array_mut, columns, flat, number, scalar, vector};\n",
    );
    text.push_str("use fusus_random::device;\n");
    text.push_str("use fusus_random::processes;\n");
    text.push_str("use fusus_random::program::{Data, Lengths};\n\n");
    for prepared in programs {
        module(prepared, &mut text);
    }
    let names: Vec<String> = programs
        .iter()
        .map(|prepared| format!("&{}::CASE", prepared.program.name))
        .collect();
    put(
        &mut text,
        format_args!(
            "fn main() -> std::process::ExitCode {{\n    fusus_random::batch::main(&[{}])\n}}\n",
            names.join(", ")
        ),
    );
    text
}

fn put(out: &mut String, what: impl std::fmt::Display) {
    write!(out, "{what}").expect("writing to a string succeeds");
}

fn module(prepared: &Prepared, out: &mut String) {
    let program = &prepared.program;
    put(
        out,
        format_args!("mod {} {{\n    use super::*;\n", program.name),
    );
    for (index, form) in prepared.plans.forms.iter().enumerate() {
        if form.function == index {
            function(prepared, index, out);
        }
        runner(program, index, form, out);
    }
    case(prepared, out);
    out.push_str("}\n\n");
}

/// The program as the form of this number has it.
fn function(prepared: &Prepared, index: usize, out: &mut String) {
    let form = &prepared.plans.forms[index];
    let place = Place::of(form);
    let mut forms = prepared.plans.forms.iter().rev();
    let last = forms.find(|form| Place::of(form) == place);
    let is_last = last.is_some_and(|last| last.function == index);
    let mut source = match prepared.sabotage {
        Some(mistake) if is_last && mistake.at == place => {
            prepared.source.replace(mistake.right, mistake.wrong)
        }
        _ => prepared.source.clone(),
    };
    let mut uses = "use fusus_random::host::*;";
    if place == Place::Device {
        // Functions that workers call stand beside it.
        source = device::source(&source);
        uses = "use fusus_random::host::{halves, head, rest, reversed};";
    }
    put(
        out,
        format_args!(
            "    mod f{index} {{\n        {uses}\n        fusus::cnf! {{ {}\n",
            form.attributes
        ),
    );
    for line in source.lines() {
        put(out, format_args!("        {line}\n"));
    }
    out.push_str("        }\n    }\n");
}

/// The function that runs a form.
fn runner(program: &Program, index: usize, form: &Planned, out: &mut String) {
    put(
        out,
        format_args!(
            "    fn r{index}(slots: &mut [fusus_random::column::Slot]) -> Result<Vec<fusus_random::column::Column>, String> {{\n"
        ),
    );
    let slots: Vec<String> = (0..program.params.len()).map(|k| format!("a{k}")).collect();
    put(
        out,
        format_args!(
            "        let [{}] = slots else {{ unreachable!() }};\n",
            slots.join(", ")
        ),
    );
    if let Runs::Processes { .. } = form.runs {
        out.push_str(&over_processes(program, form));
        return;
    }
    let there = matches!(form.runs, Runs::Device { arrays: true, .. });
    // The statements before the call, its argument, and the statements after it.
    let (mut before, mut after) = (String::new(), String::new());
    let mut args = Vec::new();
    for (k, param) in program.params.iter().enumerate() {
        args.push(match param {
            Param::Array(id, _) => {
                let ty = &program.arrays[*id].ty;
                match there {
                    true => format!("&device::sent(array::<{ty}>(a{k}))"),
                    false => format!("array::<{ty}>(a{k})"),
                }
            }
            Param::Mut(id, _) => {
                let ty = &program.arrays[*id].ty;
                if there {
                    put(
                        &mut before,
                        format_args!("let mut d{k} = device::InPlace::new(array::<{ty}>(a{k})); "),
                    );
                    put(
                        &mut after,
                        format_args!("d{k}.give_back(array_mut::<{ty}>(a{k})); "),
                    );
                    format!("d{k}.array()")
                } else {
                    format!("array_mut::<{ty}>(a{k})")
                }
            }
            Param::Scalar(id, _) => {
                format!("number::<{}>(a{k})", program.scalars[*id].prim.name())
            }
        });
    }
    let call = format!("f{}::{}({})", form.function, program.name, args.join(", "));
    let flat = match program.fallible {
        Some(_) => format!("{call}.map(|result| flat(result)).map_err(|error| error.to_string())"),
        None => format!("Ok(flat({call}))"),
    };
    let body = match form.runs {
        Runs::Device { scans, .. } => {
            let scans = match scans {
                Some(scans) => format!("Some(device::Scans::{scans:?})"),
                None => "None".to_owned(),
            };
            format!(
                "device::scope({scans}, || {{ {before}let result = device::caught(|| {flat}); {after}device::released(result) }})"
            )
        }
        _ => flat,
    };
    put(out, format_args!("        {body}\n    }}\n"));
}

/// The statements that run a form over processes.
fn over_processes(program: &Program, form: &Planned) -> String {
    let Runs::Processes { count, parts } = form.runs else {
        unreachable!("{form:?} runs elsewhere");
    };
    let first = PARTS.iter().position(|other| *other == parts);
    let parts = |k: usize| PARTS[(first.unwrap_or(0) + k) % PARTS.len()];
    let (mut shared, mut spread, mut args) = (String::new(), String::new(), Vec::new());
    let (mut written, mut given_back) = (Vec::new(), String::new());
    let mut has_arrays = false;
    for (k, param) in program.params.iter().enumerate() {
        match param {
            Param::Array(id, _) | Param::Mut(id, _) => {
                has_arrays = true;
                let ty = &program.arrays[*id].ty;
                let is_written = matches!(param, Param::Mut(..));
                let mutable = if is_written { "mut " } else { "" };
                put(
                    &mut shared,
                    format_args!("let s{k} = array::<{ty}>(a{k});\n"),
                );
                put(
                    &mut spread,
                    format_args!(
                        "let {mutable}p{k} = processes::spread(world, s{k}, processes::Parts::{:?});\n",
                        parts(k)
                    ),
                );
                args.push(format!("&{mutable}p{k}"));
                if is_written {
                    written.push(format!("processes::columns(&p{k})"));
                    put(
                        &mut given_back,
                        format_args!(
                            "processes::give_back::<{ty}>(array_mut::<{ty}>(a{k}), &written[{}]);\n",
                            written.len() - 1
                        ),
                    );
                }
            }
            Param::Scalar(id, _) => {
                let ty = program.scalars[*id].prim.name();
                put(
                    &mut shared,
                    format_args!("let s{k} = number::<{ty}>(a{k});\n"),
                );
                args.push(format!("s{k}"));
            }
        }
    }
    if !has_arrays {
        args.insert(0, "world".to_owned());
    }
    let call = format!("f{}::{}({})", form.function, program.name, args.join(", "));
    let call = match program.fallible {
        Some(_) => format!("{call}.map_err(|error| error.to_string())"),
        None => format!("Ok({call})"),
    };
    let written = written.join(", ");
    format!(
        "let (result, written) = {{ {shared}processes::each({count}, |world| {{\n{spread}\
         let result = processes::whole(world, {call}, |result| flat(result));\n\
         (result, vec![{written}])\n}}) }};\n{given_back}result\n}}\n"
    )
}

fn case(prepared: &Prepared, out: &mut String) {
    let Prepared { program, facts, .. } = prepared;
    let shadow = render::shadow(program, facts).map(|shadow| shadow.source);
    put(
        out,
        format_args!(
            "    pub static CASE: Case = Case {{ name: {:?}, seed: {}, small: {}, large: {},\n",
            program.name, prepared.seed, program.small, prepared.plans.large
        ),
    );
    put(
        out,
        format_args!("        source: {:?},\n", prepared.source),
    );
    put(out, format_args!("        shadow: {shadow:?},\n"));
    out.push_str("        params: &[\n");
    for param in &program.params {
        let (name, ty, kind, data) = match *param {
            Param::Array(id, data) | Param::Mut(id, data) => {
                let array = &program.arrays[id];
                let kind = match param {
                    Param::Mut(..) => "Mut",
                    _ => "Array",
                };
                let kind = format!("{kind}({})", array.class);
                (&array.name, array.ty.to_string(), kind, data)
            }
            Param::Scalar(id, data) => {
                let scalar = &program.scalars[id];
                let ty = scalar.prim.name().to_owned();
                (&scalar.name, ty, "Scalar".to_owned(), data)
            }
        };
        let (make, read) = match param {
            Param::Scalar(..) => (format!("scalar::<{ty}>"), "None".to_owned()),
            _ => (format!("vector::<{ty}>"), format!("Some(columns::<{ty}>)")),
        };
        put(
            out,
            format_args!(
                "            Param {{ name: {name:?}, ty: {ty:?}, kind: ParamKind::{kind}, data: {}, make: {make}, read: {read} }},\n",
                data_text(data)
            ),
        );
    }
    let classes: Vec<String> = program
        .classes
        .iter()
        .map(|class| match class {
            Class::Input(lengths) => format!("Some({})", lengths_text(*lengths)),
            _ => "None".to_owned(),
        })
        .collect();
    put(
        out,
        format_args!("        ],\n        classes: &[{}],\n", classes.join(", ")),
    );
    let groups: Vec<String> = ties(program)
        .iter()
        .map(|group| format!("&{group:?}"))
        .collect();
    put(
        out,
        format_args!("        ties: &[{}],\n", groups.join(", ")),
    );
    let results: Vec<String> = program
        .result
        .iter()
        .map(|part| {
            let facts = facts.returned(part).expect("the program has been judged");
            match part {
                Returned::Array(id) => part_text(&program.arrays[*id].ty, true, &facts),
                Returned::Scalar(expr) => part_text(&Ty::Prim(expr.prim()), false, &facts),
            }
        })
        .collect();
    put(
        out,
        format_args!("        results: &[{}],\n", results.join(", ")),
    );
    let written: Vec<String> = program
        .params
        .iter()
        .enumerate()
        .filter_map(|(position, param)| match param {
            Param::Mut(id, _) => {
                let last = render::last_version(program, *id).unwrap_or(*id);
                let part = part_text(&program.arrays[*id].ty, true, &facts.arrays[last]);
                Some(format!("({position}, {part})"))
            }
            _ => None,
        })
        .collect();
    put(
        out,
        format_args!("        written: &[{}],\n", written.join(", ")),
    );
    out.push_str("        forms: &[\n");
    for (index, form) in prepared.plans.forms.iter().enumerate() {
        put(
            out,
            format_args!(
                "            Form {{ name: {:?}, run: r{index}, parallel: {}, twin: {} }},\n",
                form.name,
                form.runs == Runs::Parallel,
                form.twin
            ),
        );
    }
    out.push_str("        ],\n    };\n");
}

fn part_text(ty: &Ty, array: bool, facts: &[Fact]) -> String {
    let near: Vec<&str> = facts
        .iter()
        .map(|fact| match (fact.kind, fact.zero) {
            (Kind::Rounded, _) => "Near::Bound",
            (_, true) => "Near::Zero",
            (_, false) => "Near::Exact",
        })
        .collect();
    let ty = ty.to_string();
    format!(
        "Part {{ ty: {ty:?}, array: {array}, near: &[{}] }}",
        near.join(", ")
    )
}

fn data_text(data: Data) -> String {
    match data {
        Data::Grid { mag, scale } => format!("Data::Grid {{ mag: {mag}, scale: {scale} }}"),
        other => format!("Data::{other:?}"),
    }
}

fn lengths_text(lengths: Lengths) -> String {
    format!("Lengths::{lengths:?}")
}
