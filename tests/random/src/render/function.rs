//! A program as a function, and as `conformance!` of the suite takes it.

use super::{Render, STRICT, tuple};
use crate::expr::Names;
use crate::program::{Param, Program, Returned};
use crate::ty::Prim;

/// The source of a program, a function.
#[must_use]
pub fn source(program: &Program) -> String {
    let names = names(program);
    let mut lines = Vec::new();
    if program.is_strict() {
        lines.push(STRICT.to_owned());
    }
    lines.push(format!("pub fn {} {{", signature(program, &types(program))));
    let render = Render {
        program,
        names: &names,
        nested: true,
    };
    let values: Vec<String> = program.result.iter().map(early).collect();
    lines.extend(guard(program, &values));
    for (index, stmt) in program.stmts.iter().enumerate() {
        if !render.is_nested(index) {
            lines.push(format!("    {}", render.stmt(index, stmt)));
        }
    }
    if let Some(result) = render.result() {
        lines.push(format!("    {result}"));
    }
    lines.push("}".to_owned());
    lines.join("\n")
}

/// A program as `conformance!` of the suite takes it.
#[must_use]
pub fn conformance(program: &Program) -> String {
    let plain = Program {
        fallible: None,
        ..program.clone()
    };
    let (mut arrays, mut written, mut scalars) = (Vec::new(), Vec::new(), Vec::new());
    for param in &plain.params {
        match *param {
            Param::Array(id, _) => {
                arrays.push(format!(
                    "{}: &[{}]",
                    plain.arrays[id].name, plain.arrays[id].ty
                ));
            }
            Param::Mut(id, _) => {
                let array = &plain.arrays[id];
                written.push(format!("{}: &mut [{}]", array.name, array.ty));
            }
            Param::Scalar(id, _) => {
                let (name, prim) = (&plain.scalars[id].name, plain.scalars[id].prim);
                let value = match prim {
                    Prim::Bool => "true",
                    prim if prim.is_float() => "1.5",
                    _ => "3",
                };
                scalars.push(format!("{name}: {} = {value}", prim.name()));
            }
        }
    }
    let mut params = arrays.join(", ");
    if !written.is_empty() || !scalars.is_empty() {
        params.push_str("; ");
        params.push_str(&written.join(", "));
    }
    if !scalars.is_empty() {
        params.push_str("; ");
        params.push_str(&scalars.join(", "));
    }
    let text = source(&plain);
    let (head, body) = text.split_once('\n').unwrap_or((&text, ""));
    let result = head.rsplit(" -> ").next().unwrap_or("() {");
    format!("{}({params}) -> {result}\n{body}", plain.name)
}

/// The names of the program's own source.
#[must_use]
pub fn names(program: &Program) -> Names {
    Names {
        arrays: program.arrays.iter().map(|a| a.name.clone()).collect(),
        scalars: program.scalars.iter().map(|s| s.name.clone()).collect(),
    }
}

/// The name, the parameters and a result of values of these types.
pub(super) fn signature(program: &Program, types: &[String]) -> String {
    let params: Vec<String> = program
        .params
        .iter()
        .map(|param| match *param {
            Param::Array(id, _) => {
                format!("{}: &[{}]", program.arrays[id].name, program.arrays[id].ty)
            }
            Param::Mut(id, _) => {
                format!(
                    "{}: &mut [{}]",
                    program.arrays[id].name, program.arrays[id].ty
                )
            }
            Param::Scalar(id, _) => {
                let scalar = &program.scalars[id];
                format!("{}: {}", scalar.name, scalar.prim.name())
            }
        })
        .collect();
    let plain = tuple(types);
    let result = match program.fallible {
        Some(_) => format!("Result<{plain}, fusus::Error>"),
        None => plain,
    };
    format!("{}({}) -> {result}", program.name, params.join(", "))
}

/// The types of the values that a program returns.
fn types(program: &Program) -> Vec<String> {
    let ty = |part: &Returned| match part {
        Returned::Array(id) => format!("Vec<{}>", program.arrays[*id].ty),
        Returned::Scalar(expr) => expr.prim().name().to_owned(),
    };
    program.result.iter().map(ty).collect()
}

/// The guard of a program, which returns these values.
pub(super) fn guard(program: &Program, values: &[String]) -> Option<String> {
    let guard = program.guard?;
    let name = &program.arrays[guard.array].name;
    let condition = match guard.least {
        1 => format!("{name}.is_empty()"),
        2 => format!("{name}.len() < 2"),
        least => format!("len({name}) < {least}"),
    };
    let value = match (program.fallible, values) {
        (None, []) => String::new(),
        (Some(true), values) => format!(" Ok({})", tuple(values)),
        (_, values) => format!(" {}", tuple(values)),
    };
    Some(format!("    if {condition} {{ return{value}; }}"))
}

/// The value that a guard returns for a part of the result.
fn early(part: &Returned) -> String {
    match part {
        Returned::Array(_) => "Vec::new()",
        Returned::Scalar(expr) => match expr.prim() {
            Prim::Bool => "true",
            prim if prim.is_float() => "1.5",
            _ => "1",
        },
    }
    .to_owned()
}
