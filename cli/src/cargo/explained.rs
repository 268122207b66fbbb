//! The programs of a package, compiled.

use super::modules;
use super::package::Package;
use crate::programs::{self, Outcome, Right};
use crate::render;
use fusus_core::explain::Overrides;
use std::fs;
use std::path::PathBuf;

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
    /// The number of programs with mistakes, which have been reported.
    pub(crate) wrong: usize,
}

impl Explained {
    /// The number of programs without mistakes.
    pub(crate) fn right(&self) -> usize {
        self.files.iter().map(|file| file.programs.len()).sum()
    }

    /// Compiles the programs of a package and reports the mistakes in them.
    pub(crate) fn of(package: Package) -> Explained {
        let (mut files, mut wrong) = (Vec::new(), 0);
        for path in modules::files(&package.roots) {
            // A file that rustc cannot read has a message of rustc's.
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
}
