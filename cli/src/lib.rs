//! The commands `fusus`, which explains the array programs in a Rust file and computes formulas over
//! the columns of a CSV file, and `cargo fusus`, which explains the programs of a whole package.

#![forbid(unsafe_code)]

mod arguments;
mod calc;
mod cargo;
mod code;
mod find;
mod programs;
mod render;
mod report;
mod suggest;
mod unknown;
mod words;

use arguments::{Explain, Request, Show};
use fusus_core::plan::flow::Flow;
use fusus_core::plan::{Plan, dot, json, svg};
use programs::{Outcome, Program, Right};
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

/// The failures, by their exit codes.
enum Failure {
    /// Mistakes in a file or in formulas, which have been reported.
    Reported,
    /// The command was called wrongly, or cannot do its work.
    Usage(String),
}

/// The command `fusus`.
pub fn fusus() -> ExitCode {
    ended(run())
}

/// The command `cargo fusus`.
pub fn cargo_fusus() -> ExitCode {
    ended(cargo::run())
}

fn ended(result: Result<(), Failure>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Reported) => ExitCode::from(1),
        Err(Failure::Usage(message)) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), Failure> {
    match arguments::parse(env::args_os()).map_err(Failure::Usage)? {
        Request::Help => print(arguments::HELP),
        Request::Version => print(concat!("fusus ", env!("CARGO_PKG_VERSION"), "\n")),
        Request::CalcHelp => print(calc::HELP),
        Request::Explain(request) => explain(&request),
        Request::Calc(request) => calc::run(&request),
    }
}

/// Explains the programs of a file.
fn explain(request: &Explain) -> Result<(), Failure> {
    let file = &request.file;
    let source = fs::read_to_string(file)
        .map_err(|error| Failure::Usage(format!("cannot read {}: {error}", file.display())))?;
    let found = match programs::read(file, &source, &request.overrides) {
        Ok(found) => found,
        Err(report) => {
            eprint!("{report}");
            return Err(Failure::Reported);
        }
    };
    let chosen = choose(found, request)?;
    let (mut right, mut wrong) = (Vec::new(), 0);
    for program in chosen {
        match program.outcome {
            Outcome::Right(explained) => right.push(explained),
            Outcome::Wrong(diagnostics) => {
                wrong += 1;
                for diagnostic in &diagnostics {
                    eprint!("{}", render::diagnostic(file, &source, diagnostic));
                }
            }
        }
    }
    show(request, &right, wrong)?;
    if wrong > 0 {
        return Err(Failure::Reported);
    }
    Ok(())
}

/// The programs that were asked for.
fn choose(found: Vec<Program>, request: &Explain) -> Result<Vec<Program>, Failure> {
    let Some(wanted) = &request.program else {
        return Ok(found);
    };
    let names: Vec<String> = found.iter().flat_map(|p| p.names.clone()).collect();
    let chosen: Vec<Program> = found
        .into_iter()
        .filter(|program| program.names.contains(wanted))
        .collect();
    if chosen.is_empty() {
        let file = request.file.display();
        return Err(Failure::Usage(if names.is_empty() {
            format!("{file} has no programs")
        } else {
            format!(
                "{file} has no program `{wanted}`{}",
                suggest::among(wanted, names.iter().map(String::as_str))
            )
        }));
    }
    Ok(chosen)
}

/// Prints the right programs; `wrong` others have been reported already.
fn show(request: &Explain, programs: &[Box<Right>], wrong: usize) -> Result<(), Failure> {
    if programs.is_empty() && wrong == 0 && request.show != Show::Json {
        eprintln!("{} has no programs", request.file.display());
        return Ok(());
    }
    match &request.show {
        Show::Text => {
            let plans = programs.iter().map(|p| Plan::explained(&p.compiled));
            let texts: Vec<String> = plans.map(|plan| plan.to_string()).collect();
            print(&texts.join("\n\n"))
        }
        Show::Json => {
            let plans = programs.iter().map(|p| Plan::priced(&p.compiled));
            print(&json::programs(&plans.collect::<Vec<Plan>>()))
        }
        Show::Dot => {
            let drawn = programs
                .iter()
                .map(|program| dot::dot(&program.name, &Flow::of(&program.compiled)));
            print(&drawn.collect::<String>())
        }
        Show::Svg(out) => draw(request, programs, out),
        Show::Schedule => {
            let texts = programs.iter().map(|program| schedule(program));
            print(&texts.collect::<Vec<String>>().join("\n"))
        }
        Show::Code(backend) => {
            let codes: Vec<String> = programs
                .iter()
                .map(|program| code::formatted(program, *backend))
                .collect();
            print(&codes.join("\n"))
        }
    }
}

/// The schedule of a program, behind its name.
fn schedule(program: &Right) -> String {
    let compiled = &program.compiled;
    let text = compiled.backend().schedule(&compiled.for_backends());
    format!("{}\n{text}", program.name)
}

fn draw(request: &Explain, programs: &[Box<Right>], out: &Path) -> Result<(), Failure> {
    let program = match programs {
        [] => return Ok(()),
        [program] => program,
        several => {
            let names: Vec<String> = several.iter().map(|p| format!("`{}`", p.name)).collect();
            return Err(Failure::Usage(format!(
                "{} has {} programs, and a drawing shows one; choose it with --program: {}",
                request.file.display(),
                several.len(),
                names.join(", ")
            )));
        }
    };
    let plan = Plan::brief(&program.compiled);
    let drawing = svg::svg(&plan, &Flow::of(&program.compiled));
    if out == Path::new("-") {
        return print(&drawing);
    }
    fs::write(out, drawing)
        .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", out.display())))
}

/// Prints to where the user wants to see it, for as long as they do.
fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::Usage(format!("cannot write the output: {error}")))
        }
        _ => Ok(()),
    }
}
