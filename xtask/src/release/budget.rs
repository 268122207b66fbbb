//! The compile time of a user: a fresh crate with one program, and one with a formula at run time alone, built
//! cold.
//!
//! Times differ from machine to machine, so that one over the budget is said and fails nothing.
//! The files that are compiled do not: one of the compiler that no expansion needs fails.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use crate::{cargo, root};

/// The seconds that a cold build takes at most on two cores with nothing else to do: 17.7 s without
/// optimisation and 21.6 s with it. The goal is 10 s
/// (`backend-cpu/experiments/compile-time-of-the-compiler.md`).
const SECONDS: f64 = 22.0;

/// The lines of fusus, with its compiler and its runtime, that should be compiled. Seconds are the
/// goal; lines stand for them on machines of other speeds.
const LINES: usize = 95_000;

/// The parts of the compiler that are behind features.
const BEHIND_FEATURES: &[&str] = &[
    "cluster/src/operations/",
    "loops/src/codegen/ocl/",
    "core/src/plan/",
    "core/src/explain.rs",
    "sums/src/lam/",
];

const PROGRAM: &str = "\
fusus::cnf! {
    pub fn normalize(xs: &[f64]) -> Vec<f64> {
        let sum = fold(0.0, |a, b| a + b, xs);
        map(|x| x / sum, xs)
    }
}

fn main() {
    assert_eq!(normalize(&[1.0, 3.0]), [0.25, 0.75]);
}
";

/// The seconds of a crate that has arrays at run time alone, without optimisation: 12.8 s. The goal is 10 s
/// (`backend-cpu/experiments/arrays-at-run-time.md`).
const SECONDS_OF_LAZY: f64 = 15.0;

const FORMULA: &str = "\
use fusus::lazy::{Array, Formula};

fn main() {
    let formula = Formula::parse(\"sum(x * 2.0)\").unwrap();
    let x = Array::from_vec(vec![1.0, 2.0]);
    assert_eq!(formula.apply([(\"x\", &x)]).unwrap().to_string(), \"6\");
}
";

/// The crates of macros, which arrays at run time have no need of.
const OF_MACROS: &[&str] = &["proc_macro2", "quote", "syn"];

/// Builds the crate with and without optimisation.
pub(super) fn check() -> Result<String, String> {
    in_fresh_crate("", PROGRAM, build_both)
}

/// Builds a crate with arrays at run time alone, and checks that it compiles with optimisation, for which
/// it has other code; to optimise that takes minutes.
pub(super) fn check_lazy() -> Result<String, String> {
    let features = ", default-features = false, features = [\"lazy\"]";
    in_fresh_crate(features, FORMULA, |place| {
        let debug = seconds(place, "build", &[])?;
        seconds(place, "check", &["--release"])?;
        let crates = crates(&place.join("target/debug/deps"))?;
        if let Some(name) = crates.iter().find(|name| OF_MACROS.contains(&&name[..])) {
            return Err(format!("arrays at run time alone compile `{name}`"));
        }
        let debug = over(debug, SECONDS_OF_LAZY, &format!("{debug:.1} s"));
        Ok(format!(
            "cold in {debug}, of a budget of {SECONDS_OF_LAZY} s on two cores; {} crates",
            crates.len()
        ))
    })
}

/// The names of the crates that were compiled.
fn crates(deps: &Path) -> Result<BTreeSet<String>, String> {
    let lists = lists(deps)?;
    let stems = lists.iter().filter_map(|list| list.file_stem());
    let stems = stems.map(|stem| stem.to_string_lossy().into_owned());
    // The part behind the last hyphen is a hash.
    Ok(stems
        .filter_map(|stem| Some(stem.rsplit_once('-')?.0.to_owned()))
        .collect())
}

/// The files in which rustc says of each crate what it read.
fn lists(deps: &Path) -> Result<Vec<PathBuf>, String> {
    let unreadable = |error| format!("cannot read {}: {error}", deps.display());
    let mut lists = Vec::new();
    for entry in fs::read_dir(deps).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|extension| extension == "d") {
            lists.push(path);
        }
    }
    Ok(lists)
}

/// Calls `job` with the folder of a crate that depends on fusus.
fn in_fresh_crate(
    features: &str,
    program: &str,
    job: impl FnOnce(&Path) -> Result<String, String>,
) -> Result<String, String> {
    let place = root().join(format!("target/fresh-{}", std::process::id()));
    let built = write(&place, features, program).and_then(|()| job(&place));
    // A folder that cannot be removed is in nobody's way.
    let _ = fs::remove_dir_all(&place);
    built
}

fn write(place: &Path, features: &str, program: &str) -> Result<(), String> {
    let manifest = format!(
        "[package]\nname = \"fresh\"\nedition = \"2024\"\n\n[dependencies]\nfusus = {{ path = {:?}{features} }}\n\n[workspace]\n",
        root()
    );
    let written = fs::create_dir_all(place.join("src"))
        .and_then(|()| fs::write(place.join("Cargo.toml"), manifest))
        .and_then(|()| fs::write(place.join("src/main.rs"), program))
        .and_then(|()| fs::copy(root().join("Cargo.lock"), place.join("Cargo.lock")));
    written
        .map(|_| ())
        .map_err(|error| format!("cannot write {}: {error}", place.display()))
}

fn build_both(place: &Path) -> Result<String, String> {
    let debug = seconds(place, "build", &[])?;
    let release = seconds(place, "build", &["--release"])?;
    let (crates, sources) = sources(&place.join("target/debug/deps"))?;
    let ours = sources.iter().filter(|(file, _)| file.starts_with(root()));
    let ours: BTreeMap<&Path, usize> = ours
        .filter(|(file, _)| !file.starts_with(place))
        .map(|(file, lines)| (file.as_path(), *lines))
        .collect();
    nothing_behind_features(ours.keys().copied())?;
    let lines = ours.values().sum();
    Ok(format!(
        "cold in {}, optimised in {}, of a budget of {SECONDS} s on two cores; {crates} crates, {}, and {} of others",
        over(debug, SECONDS, &format!("{debug:.1} s")),
        over(release, SECONDS, &format!("{release:.1} s")),
        over(lines, LINES, &format!("{lines} of {LINES} lines of ours")),
        sources.values().sum::<usize>() - lines,
    ))
}

/// Marks what is more than a budget.
fn over<T: PartialOrd>(value: T, budget: T, text: &str) -> String {
    match value > budget {
        true => format!("{text} (OVER THE BUDGET)"),
        false => text.to_owned(),
    }
}

fn seconds(place: &Path, how: &str, profile: &[&str]) -> Result<f64, String> {
    let mut command: Command = cargo(&[how, "--quiet"]);
    // As crates from a registry are built: once.
    command
        .env("CARGO_INCREMENTAL", "0")
        .env_remove("CARGO_TARGET_DIR");
    let start = Instant::now();
    match command.args(profile).current_dir(place).status() {
        Ok(status) if status.success() => Ok(start.elapsed().as_secs_f64()),
        Ok(status) => Err(format!("a fresh crate does not build: {status}")),
        Err(error) => Err(format!("cargo cannot be run: {error}")),
    }
}

/// Returns the number of crates, and the files that rustc read, by what it says of each crate, with
/// their lines.
fn sources(deps: &Path) -> Result<(usize, BTreeMap<PathBuf, usize>), String> {
    let lists = lists(deps)?;
    let mut sources = BTreeMap::new();
    for list in &lists {
        let unreadable = |error| format!("cannot read {}: {error}", list.display());
        let text = fs::read_to_string(list).map_err(unreadable)?;
        for file in rust_files(&text) {
            let lines = fs::read_to_string(file).map_or(0, |text| text.lines().count());
            sources.insert(PathBuf::from(file), lines);
        }
    }
    Ok((lists.len(), sources))
}

/// Returns the Rust files in what rustc says of a crate: each has a line of its own, with a colon.
fn rust_files(text: &str) -> BTreeSet<&str> {
    let lines = text.lines().filter_map(|line| line.strip_suffix(':'));
    lines.filter(|file| file.ends_with(".rs")).collect()
}

fn nothing_behind_features<'f>(files: impl Iterator<Item = &'f Path>) -> Result<(), String> {
    let below = files.filter_map(|file| file.strip_prefix(root()).ok());
    let below = below.map(|file| file.to_string_lossy().replace('\\', "/"));
    let wrong: Vec<String> = below
        .filter(|file| BEHIND_FEATURES.iter().any(|part| file.starts_with(part)))
        .map(|file| format!("\n      {file}"))
        .collect();
    if wrong.is_empty() {
        return Ok(());
    }
    Err(format!(
        "every user compiles what only devices or reports need; put it behind the features `ocl` or `report` of fusus-core:{}",
        wrong.concat()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_a_crate_are_found() {
        let text = "/t/libx.rmeta: /s/lib.rs /s/a.rs\n\n/s/lib.rs:\n/s/a.rs:\n/s/README.md:\n\n# env-dep:X=1\n";
        assert_eq!(rust_files(text), BTreeSet::from(["/s/a.rs", "/s/lib.rs"]));
    }

    #[test]
    fn drawings_and_kernels_are_refused() {
        let file = |path: &str| root().join(path);
        let all = [file("core/src/lib.rs"), file("core/src/plan/svg/mod.rs")];
        let message = nothing_behind_features(all.iter().map(PathBuf::as_path)).unwrap_err();
        assert!(
            message.ends_with(":\n      core/src/plan/svg/mod.rs"),
            "{message}"
        );
        let right = [file("loops/src/codegen/cpu/mod.rs")];
        assert_eq!(
            nothing_behind_features(right.iter().map(PathBuf::as_path)),
            Ok(())
        );
    }

    #[test]
    fn the_parts_behind_features_are_there() {
        for part in BEHIND_FEATURES {
            assert!(root().join(part).exists(), "{part}");
        }
    }

    #[test]
    fn crates_are_named_without_their_hashes() {
        let place = std::env::temp_dir().join(format!("fusus-crates-{}", std::process::id()));
        fs::create_dir_all(&place).unwrap();
        for file in ["syn-0123.d", "fusus_lazy-4567.d", "libsyn-0123.rlib"] {
            fs::write(place.join(file), "").unwrap();
        }
        let found = crates(&place).unwrap();
        fs::remove_dir_all(&place).unwrap();
        assert_eq!(found, ["fusus_lazy", "syn"].map(str::to_owned).into());
    }

    #[test]
    fn what_is_over_the_budget_is_marked() {
        assert_eq!(over(9, 10, "9 s"), "9 s");
        assert_eq!(over(11, 10, "11 s"), "11 s (OVER THE BUDGET)");
    }
}
