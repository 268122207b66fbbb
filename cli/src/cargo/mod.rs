//! `cargo fusus`: the programs of a whole package.

mod arguments;
pub(crate) mod explained;
mod modules;
mod package;
pub(crate) mod summary;

use crate::{Failure, print, report};
use arguments::{Request, Task};
use explained::Explained;
use fusus_core::plan::{Plan, json};
use std::path::Path;
use std::{env, fs};

/// Does the task of the command line.
pub(crate) fn run() -> Result<(), Failure> {
    let request = match arguments::parse(env::args_os()).map_err(Failure::Usage)? {
        Task::Help => return print(arguments::HELP),
        Task::Version => return print(concat!("cargo-fusus ", env!("CARGO_PKG_VERSION"), "\n")),
        Task::Explain(request) => request,
    };
    let (packages, target) = package::chosen(&request).map_err(Failure::Usage)?;
    let explained: Vec<Explained> = packages.into_iter().map(Explained::of).collect();
    match &request {
        Request {
            report: true, out, ..
        } => {
            let out = out
                .clone()
                .unwrap_or_else(|| target.join("fusus/report.html"));
            write(&out, &report::page(&explained))?;
            print(&format!("{}\n", out.display()))?;
        }
        Request { json: true, .. } => {
            let programs = explained.iter().flat_map(|one| &one.files);
            let programs = programs.flat_map(|file| &file.programs);
            let plans = programs.map(|program| Plan::priced(&program.compiled));
            print(&json::programs(&plans.collect::<Vec<_>>()))?;
        }
        _ => print(&summary::text(&explained))?,
    }
    match explained.iter().any(|one| one.wrong > 0) {
        true => Err(Failure::Reported),
        false => Ok(()),
    }
}

fn write(out: &Path, page: &str) -> Result<(), Failure> {
    let made = out.parent().map_or(Ok(()), fs::create_dir_all);
    made.and_then(|()| fs::write(out, page))
        .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", out.display())))
}
