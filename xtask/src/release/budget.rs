//! The compile time of a user: a fresh crate with one program, built cold.
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

/// Builds the crate with and without optimisation.
pub(super) fn check() -> Result<String, String> {
    let place = root().join(format!("target/fresh-{}", std::process::id()));
    let built = write(&place).and_then(|()| build_both(&place));
    // A folder that cannot be removed is in nobody's way.
    let _ = fs::remove_dir_all(&place);
    built
}

fn write(place: &Path) -> Result<(), String> {
    let manifest = format!(
        "[package]\nname = \"fresh\"\nedition = \"2024\"\n\n[dependencies]\nfusus = {{ path = {:?} }}\n\n[workspace]\n",
        root()
    );
    let written = fs::create_dir_all(place.join("src"))
        .and_then(|()| fs::write(place.join("Cargo.toml"), manifest))
        .and_then(|()| fs::write(place.join("src/main.rs"), PROGRAM))
        .and_then(|()| fs::copy(root().join("Cargo.lock"), place.join("Cargo.lock")));
    written
        .map(|_| ())
        .map_err(|error| format!("cannot write {}: {error}", place.display()))
}

fn build_both(place: &Path) -> Result<String, String> {
    let debug = seconds(place, &[])?;
    let release = seconds(place, &["--release"])?;
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

fn seconds(place: &Path, profile: &[&str]) -> Result<f64, String> {
    let mut command: Command = cargo(&["build", "--quiet"]);
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
    let unreadable = |error| format!("cannot read {}: {error}", deps.display());
    let mut crates = 0;
    let mut sources = BTreeMap::new();
    for entry in fs::read_dir(deps).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|extension| extension == "d") {
            let text = fs::read_to_string(&path).map_err(unreadable)?;
            crates += 1;
            for file in rust_files(&text) {
                let lines = fs::read_to_string(file).map_or(0, |text| text.lines().count());
                sources.insert(PathBuf::from(file), lines);
            }
        }
    }
    Ok((crates, sources))
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
    fn what_is_over_the_budget_is_marked() {
        assert_eq!(over(9, 10, "9 s"), "9 s");
        assert_eq!(over(11, 10, "11 s"), "11 s (OVER THE BUDGET)");
    }
}
