//! `cargo fusus`: the programs of a whole package.

mod arguments;
mod modules;
mod package;
mod summary;

use crate::programs::{self, Outcome, Right};
use crate::{Failure, print, render, report};
pub(crate) use summary::{counted, sure};

use arguments::{Request, Task};
use fusus_core::explain::Overrides;
use fusus_core::plan::{Plan, json};
use package::Package;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// A file and its programs, in its order.
pub(crate) struct File {
    /// The path from the package's folder.
    pub(crate) path: PathBuf,
    pub(crate) source: String,
    pub(crate) programs: Vec<Right>,
}

/// The programs of a package.
pub(crate) struct Explained {
    pub(crate) package: Package,
    /// The files that have programs, in the order of the targets.
    pub(crate) files: Vec<File>,
    /// How many programs have mistakes, which have been reported.
    pub(crate) wrong: usize,
}

impl Explained {
    /// How many programs are right.
    pub(crate) fn right(&self) -> usize {
        self.files.iter().map(|file| file.programs.len()).sum()
    }
}

/// Does what the command line says.
pub(crate) fn run() -> Result<(), Failure> {
    let request = match arguments::parse(env::args_os()).map_err(Failure::Usage)? {
        Task::Help => return print(arguments::HELP),
        Task::Version => return print(concat!("cargo-fusus ", env!("CARGO_PKG_VERSION"), "\n")),
        Task::Explain(request) => request,
    };
    let (packages, target) = package::chosen(&request).map_err(Failure::Usage)?;
    let explained: Vec<Explained> = packages.into_iter().map(explain).collect();
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
        true => Err(Failure::Programs),
        false => Ok(()),
    }
}

/// Compiles the programs of a package and reports the mistakes in them.
fn explain(package: Package) -> Explained {
    let (mut files, mut wrong) = (Vec::new(), 0);
    for path in modules::files(&package.roots) {
        // What rustc cannot read it will say itself.
        let Ok(source) = fs::read_to_string(&path) else {
            continue;
        };
        let folder = package.folder.canonicalize();
        let folder = folder.as_ref().unwrap_or(&package.folder);
        let shown = path.strip_prefix(folder).unwrap_or(&path).to_owned();
        let found = match programs::read(&shown, &source, &Overrides::default()) {
            Ok(found) => found,
            Err(report) => {
                eprint!("{report}");
                wrong += 1;
                continue;
            }
        };
        let mut right = Vec::new();
        for program in found {
            match program.outcome {
                Outcome::Right(program) => right.push(*program),
                Outcome::Wrong(diagnostics) => {
                    wrong += 1;
                    for diagnostic in &diagnostics {
                        eprint!("{}", render::diagnostic(&shown, &source, diagnostic));
                    }
                }
            }
        }
        if !right.is_empty() {
            files.push(File {
                path: shown,
                source,
                programs: right,
            });
        }
    }
    Explained {
        package,
        files,
        wrong,
    }
}

fn write(out: &Path, page: &str) -> Result<(), Failure> {
    let made = out.parent().map_or(Ok(()), fs::create_dir_all);
    made.and_then(|()| fs::write(out, page))
        .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", out.display())))
}
