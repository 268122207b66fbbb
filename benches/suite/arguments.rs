//! The command line.

use std::path::PathBuf;

use crate::program::{Program, Size};
use crate::programs::PROGRAMS;
use crate::shapes::SHAPES;

/// The task.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Job {
    /// Say which programs and options there are.
    Help,
    /// See that all ways agree.
    Check,
    /// See it, take the times and show them.
    Time,
    /// Print the peak memory of one program in this process.
    Peak {
        program: &'static Program,
        size: usize,
    },
}

/// The arguments.
#[derive(Debug)]
pub(crate) struct Arguments {
    pub(crate) job: Job,
    pub(crate) programs: Vec<&'static Program>,
    /// The sizes asked for; all where none are.
    pub(crate) sizes: Vec<Size>,
    pub(crate) rounds: Option<usize>,
    /// The file of the results.
    pub(crate) out: PathBuf,
}

/// The help text.
pub(crate) fn help() -> String {
    let names: Vec<_> = all()
        .map(|program| format!("  {:width$}  {}", program.name, program.about, width = 20))
        .collect();
    format!(
        "usage: cargo xtask bench [PROGRAM…] [--sizes N,N,large] [--rounds N] [--quick] [--out FOLDER]\n\n\
         A PROGRAM is one of these, or a part of the names of several:\n{}\n\n\
         --sizes   numbers of elements, or `large` for arrays beyond the caches; default 100,10000,1000000,large\n\
         --rounds  how often each version runs; default: as often as time allows, up to 31\n\
         --debug   race programs against plain loops, in a build without optimisation\n\
         --quick   only check that all versions agree, over a few elements\n\
         --out     the folder for suite.json and the plots; default target/suite",
        names.join("\n")
    )
}

impl Arguments {
    /// Reads the arguments that follow the name of the executable.
    pub(crate) fn parse(arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut parsed = Arguments {
            // `cargo bench` says `--bench`; else this is `cargo test`.
            job: Job::Check,
            programs: Vec::new(),
            sizes: Vec::new(),
            rounds: None,
            out: concat!(env!("CARGO_MANIFEST_DIR"), "/../target/suite").into(),
        };
        let mut arguments = arguments.peekable();
        let mut is_quick = false;
        while let Some(argument) = arguments.next() {
            let mut value = || {
                let missing = || format!("`{argument}` wants a value\n\n{}", help());
                arguments.next().ok_or_else(missing)
            };
            match argument.as_str() {
                "--bench" => parsed.job = Job::Time,
                "--quick" => is_quick = true,
                "--help" | "-h" => {
                    parsed.job = Job::Help;
                    return Ok(parsed);
                }
                "--sizes" => parsed.sizes = sizes(&value()?)?,
                "--rounds" => parsed.rounds = Some(number(&value()?)?),
                "--out" => parsed.out = value()?.into(),
                "--peak" => {
                    let program = value()?;
                    let program = *named(&program)?.first().ok_or("no program of that name")?;
                    let size = number(&value()?)?;
                    parsed.job = Job::Peak { program, size };
                    return Ok(parsed);
                }
                option if option.starts_with('-') => {
                    return Err(format!("there is no option `{option}`\n\n{}", help()));
                }
                name => parsed.programs.extend(named(name)?),
            }
        }
        if is_quick {
            parsed.job = Job::Check;
        }
        if parsed.programs.is_empty() {
            parsed.programs = all().collect();
        }
        Ok(parsed)
    }
}

/// All programs: those of the suite, and in builds without optimisation small ones besides.
fn all() -> impl Iterator<Item = &'static Program> {
    let shapes = if cfg!(debug_assertions) { SHAPES } else { &[] };
    PROGRAMS.iter().chain(shapes)
}

/// The program of that name, or else all whose names contain it.
fn named(name: &str) -> Result<Vec<&'static Program>, String> {
    let exactly = all().find(|program| program.name == name);
    let found: Vec<_> = match exactly {
        Some(program) => vec![program],
        None => all()
            .filter(|program| program.name.contains(name))
            .collect(),
    };
    if found.is_empty() {
        return Err(format!("there is no program `{name}`\n\n{}", help()));
    }
    Ok(found)
}

fn sizes(text: &str) -> Result<Vec<Size>, String> {
    let size = |text: &str| match text {
        "large" => Ok(Size::Large),
        text => number(text).map(Size::Elements),
    };
    text.split(',').map(size).collect()
}

fn number(text: &str) -> Result<usize, String> {
    text.replace('_', "")
        .parse()
        .map_err(|_| format!("`{text}` is not a number\n\n{}", help()))
}
