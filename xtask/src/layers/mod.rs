//! The layer check: a module of core uses only what stands to its left in the pipeline.
//!
//! Tests are free to use everything: the rule is about the parts of the compiler, and a test
//! of one stage may well want the stages before it to make its input.

mod circles;
mod references;
mod tokens;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

use crate::sources::rust_files;
use references::{Reference, Scan};

/// The collections, which know nothing of the compiler: every module may use them.
const COLLECTIONS: &str = "ordered";

/// Expressions at the end of blocks, of which it is the same.
const TAILS: &str = "tail";

/// The modules of core from left to right, each with those it may use. The root, `lib.rs`, may use
/// all.
///
/// The intermediate representations stand before the stages that make them: `ir` before `lower`,
/// and `nest` before `fuse`. The stages after `ir` know nothing of the surface syntax, and code
/// generation knows nothing but the nest.
const LAYERS: &[(&str, &[&str])] = &[
    ("combinator", &[]),
    ("diagnostic", &["combinator"]),
    ("items", &[]),
    (COLLECTIONS, &[]),
    (TAILS, &[]),
    ("walk", &[]),
    ("math", &["walk"]),
    (
        "syntax",
        &["combinator", "diagnostic", "items", "walk", "math"],
    ),
    ("check", &["combinator", "diagnostic", "syntax"]),
    ("ir", &["combinator", "diagnostic", "items", "walk", "math"]),
    (
        "lower",
        &["combinator", "diagnostic", "walk", "syntax", "check", "ir"],
    ),
    ("size", &["diagnostic", "ir"]),
    ("recompute", &["ir"]),
    ("graph", &["diagnostic", "ir", "size"]),
    ("cluster", &["diagnostic", "ir", "size", "graph"]),
    ("nest", &["diagnostic", "ir", "size"]),
    (
        "fuse",
        &["diagnostic", "ir", "size", "graph", "cluster", "nest"],
    ),
    ("scalar", &["diagnostic", "walk", "ir"]),
    ("schedule", &["walk", "math", "nest", "scalar"]),
    (
        "codegen",
        &["diagnostic", "walk", "math", "nest", "scalar", "schedule"],
    ),
    (
        "backend",
        &["diagnostic", "nest", "scalar", "schedule", "codegen"],
    ),
    ("interp", &["diagnostic", "ir", "size", "scalar"]),
    ("associative", &["diagnostic", "walk", "ir", "interp"]),
    (
        "compile",
        &[
            "diagnostic",
            "syntax",
            "check",
            "ir",
            "lower",
            "associative",
            "size",
            "recompute",
            "graph",
            "cluster",
            "nest",
            "fuse",
            "scalar",
            "schedule",
            "backend",
        ],
    ),
    ("statements", &["ir", "graph", "compile"]),
    (
        "documentation",
        &["ir", "size", "nest", "compile", "statements"],
    ),
    (
        "plan",
        &[
            "diagnostic",
            "ir",
            "size",
            "graph",
            "cluster",
            "nest",
            "fuse",
            "schedule",
            "backend",
            "compile",
            "statements",
            "documentation",
        ],
    ),
    (
        "expand",
        &[
            "diagnostic",
            "math",
            "syntax",
            "nest",
            "codegen",
            "backend",
            "compile",
            "documentation",
        ],
    ),
    (
        "explain",
        &[
            "diagnostic",
            "syntax",
            "scalar",
            "backend",
            "compile",
            "plan",
            "expand",
        ],
    ),
    (
        "editor",
        &[
            "combinator",
            "diagnostic",
            "syntax",
            "backend",
            "compile",
            "documentation",
            "expand",
        ],
    ),
    ("element", &[]),
];

/// A use that the layers do not allow, or a module that they do not know.
#[derive(Debug, PartialEq)]
struct Violation {
    file: PathBuf,
    line: usize,
    fault: Fault,
}

#[derive(Debug, PartialEq)]
enum Fault {
    /// `path` leads to a module that `module` may not use.
    NotAllowed {
        module: String,
        path: String,
        allowed: &'static [&'static str],
    },
    /// `path` goes through the root to something that is no module of the table.
    NoModule { path: String },
    /// The table lacks the module.
    Missing { module: String },
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.file.display(), self.line)?;
        match &self.fault {
            Fault::NotAllowed {
                module,
                path,
                allowed: [],
            } => {
                write!(
                    f,
                    "`{path}`, but `{module}` may use no other module of core"
                )
            }
            Fault::NotAllowed {
                module,
                path,
                allowed,
            } => {
                write!(
                    f,
                    "`{path}`, but `{module}` may use only {}",
                    allowed.join(", ")
                )
            }
            Fault::NoModule { path } => write!(
                f,
                "`{path}` is no module of the table in xtask/src/layers/mod.rs; name the module that defines it"
            ),
            Fault::Missing { module } => write!(
                f,
                "`{module}` is missing from the table in xtask/src/layers/mod.rs; give it a place there"
            ),
        }
    }
}

/// The folders of sources. The files of none of them import each other in a circle.
const WITHOUT_CIRCLES: &[&str] = &[
    "backend-cpu/src",
    "backend-mpi/src",
    "backend-ocl/src",
    "benches/src",
    "cli/src",
    "cluster/src",
    "core/src",
    "front/src",
    "fuzz/src",
    "lazy/src",
    "loops/src",
    "math/src",
    "meaning/src",
    "nests/src",
    "sums/src",
    "tests/random/src",
    "xtask/src",
];

/// The crates of the compiler, from left to right. Each names the modules of those before it as its
/// own.
const CRATES: &[&str] = &["front/src", "meaning/src", "loops/src", "core/src"];

/// Checks the layers of the compiler, and the folders that have no circles, below `root`.
pub(crate) fn check(root: &Path) -> Result<String, String> {
    let layers: Result<Vec<String>, String> =
        CRATES.iter().map(|sources| layers(root, sources)).collect();
    let layers = layers?.join(", ");
    for folder in WITHOUT_CIRCLES {
        circles::check(root, folder).map_err(|fault| format!("{folder}: {fault}"))?;
    }
    let folders = WITHOUT_CIRCLES.len();
    Ok(format!("{layers}; no circle of files in {folders} folders"))
}

fn layers(root: &Path, sources: &str) -> Result<String, String> {
    let files =
        collect(root, sources).map_err(|error| format!("cannot read {sources}: {error}"))?;
    let violations = violations(&files);
    if violations.is_empty() {
        return Ok(format!("{} files of {sources} keep to them", files.len()));
    }
    let lines: Vec<_> = violations
        .iter()
        .map(|violation| format!("\n    {violation}"))
        .collect();
    Err(format!(
        "a module uses only what stands to its left in the pipeline{}",
        lines.concat()
    ))
}

/// A Rust source.
struct Source {
    /// The path below the root.
    file: PathBuf,
    /// The module it is, as a path from the root, which is empty.
    module: Vec<String>,
    text: String,
}

/// Reads all Rust files below `root/sources`, in a fixed order; they are named by their paths below
/// `root`.
fn collect(root: &Path, sources: &str) -> io::Result<Vec<Source>> {
    let sources = root.join(sources);
    let read = |path: PathBuf| {
        let below = |folder| path.strip_prefix(folder).expect("the file lies below");
        Ok(Source {
            file: below(root).to_owned(),
            module: module_of(below(&sources)),
            text: fs::read_to_string(&path)?,
        })
    };
    rust_files(&sources)?.into_iter().map(read).collect()
}

/// The module that a file is, by its path below `src`.
fn module_of(file: &Path) -> Vec<String> {
    let without_extension = file.with_extension("");
    let mut module: Vec<String> = without_extension
        .iter()
        .map(|part| part.to_string_lossy().into_owned())
        .collect();
    let last = module.last().map(String::as_str);
    if last == Some("mod") || module == ["lib"] {
        module.pop();
    }
    module
}

fn violations(files: &[Source]) -> Vec<Violation> {
    let scans: Vec<Scan<'_>> = files
        .iter()
        .map(|source| references::scan(&source.text, &source.module))
        .collect();
    let test_modules: BTreeSet<_> = scans.iter().flat_map(|scan| &scan.test_modules).collect();
    let is_test = |module: &[String]| {
        (1..=module.len()).any(|n| test_modules.contains(&module[..n].to_vec()))
    };
    files
        .iter()
        .zip(&scans)
        .filter(|(source, _)| !is_test(&source.module))
        .flat_map(|(source, scan)| faults(source, scan))
        .collect()
}

fn faults<'a>(source: &'a Source, scan: &'a Scan<'_>) -> Vec<Violation> {
    let at = |line, fault| Violation {
        file: source.file.clone(),
        line,
        fault,
    };
    let Some(module) = source.module.first() else {
        return Vec::new();
    };
    let Some(allowed) = allowed(module) else {
        return vec![at(
            1,
            Fault::Missing {
                module: module.clone(),
            },
        )];
    };
    scan.references
        .iter()
        .filter_map(|Reference { line, target, path }| {
            let path = path.clone();
            let is_free = [COLLECTIONS, TAILS].contains(target);
            if target == module || is_free || allowed.contains(target) {
                None
            } else if self::allowed(target).is_none() {
                Some(at(*line, Fault::NoModule { path }))
            } else {
                Some(at(
                    *line,
                    Fault::NotAllowed {
                        module: module.clone(),
                        path,
                        allowed,
                    },
                ))
            }
        })
        .collect()
}

/// The modules that `module` may use, when the table has it.
fn allowed(module: &str) -> Option<&'static [&'static str]> {
    LAYERS
        .iter()
        .find(|(name, _)| *name == module)
        .map(|(_, allowed)| *allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Files with their texts, by their paths below `src`.
    pub(super) fn sources(files: &[(&str, &str)]) -> Vec<Source> {
        let source = |(file, text): &(&str, &str)| Source {
            file: file.into(),
            module: module_of(Path::new(file)),
            text: (*text).to_owned(),
        };
        files.iter().map(source).collect()
    }

    /// The violations in the given files, as text.
    fn check_files(files: &[(&str, &str)]) -> Vec<String> {
        let violations = violations(&sources(files));
        violations.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn every_layer_stands_to_the_right_of_what_it_uses() {
        for (index, (module, allowed)) in LAYERS.iter().enumerate() {
            for name in *allowed {
                assert!(
                    LAYERS[..index].iter().any(|(left, _)| left == name),
                    "{name} does not stand to the left of {module}"
                );
            }
        }
    }

    #[test]
    fn files_are_modules() {
        for (file, module) in [
            ("lib.rs", ""),
            ("check.rs", "check"),
            ("size/mod.rs", "size"),
            ("size/solver.rs", "size::solver"),
            ("cluster/ilp/mod.rs", "cluster::ilp"),
        ] {
            assert_eq!(module_of(Path::new(file)).join("::"), module);
        }
    }

    #[test]
    fn what_stands_to_the_left_may_be_used() {
        let violations = check_files(&[
            ("lib.rs", "pub mod ir; pub use crate::codegen::generate;"),
            (
                "lower.rs",
                "use crate::{diagnostic::Errors, syntax as tree, ir::{self, Program}};",
            ),
            (
                "size/mod.rs",
                "mod solver; use crate::ir::Program; use self::solver::solve;",
            ),
            (
                "size/solver.rs",
                "use super::Size; use crate::size::Scheme; use super::super::ir;",
            ),
            (
                "codegen/cpu.rs",
                "fn f(l: &crate::nest::Loop) { crate::trace!(l) }",
            ),
        ]);
        assert_eq!(violations, [""; 0]);
    }

    #[test]
    fn what_stands_to_the_right_may_not() {
        let violations = check_files(&[(
            "size/solver.rs",
            "use crate::ir;\nuse crate::{ir::Id,\n    codegen::cpu};\nfn f() { super::super::graph::new(); }",
        )]);
        assert_eq!(
            violations,
            [
                "size/solver.rs:3: `crate::codegen`, but `size` may use only diagnostic, ir",
                "size/solver.rs:4: `super::super::graph`, but `size` may use only diagnostic, ir",
            ]
        );
    }

    #[test]
    fn the_leftmost_uses_nothing() {
        assert_eq!(
            check_files(&[("combinator.rs", "use super::ir;")]),
            ["combinator.rs:1: `super::ir`, but `combinator` may use no other module of core"]
        );
    }

    #[test]
    fn a_way_round_through_the_root_is_closed() {
        let table =
            "is no module of the table in xtask/src/layers/mod.rs; name the module that defines it";
        assert_eq!(
            check_files(&[("ir/mod.rs", "use crate::generate;\nuse crate::*;")]),
            [
                format!("ir/mod.rs:1: `crate::generate` {table}"),
                format!("ir/mod.rs:2: `crate::*` {table}"),
            ]
        );
    }

    #[test]
    fn a_module_missing_from_the_table_is_an_error() {
        assert_eq!(
            check_files(&[("optimise/mod.rs", "")]),
            [
                "optimise/mod.rs:1: `optimise` is missing from the table in xtask/src/layers/mod.rs; give it a place there"
            ]
        );
    }

    #[test]
    fn tests_may_use_everything() {
        let violations = check_files(&[
            (
                "size/mod.rs",
                "#[cfg(test)] mod tests; #[cfg(test)] mod inner { use crate::plan; }",
            ),
            ("size/tests.rs", "mod cases; use crate::syntax::parse;"),
            ("size/tests/cases.rs", "use crate::lower;"),
        ]);
        assert_eq!(violations, [""; 0]);
    }
}
