//! Checks before the crates are published: that they can be packaged, their dependencies and
//! licences, and how much of them a user compiles.

mod budget;
mod licences;

use std::path::Path;
use std::process::Command;
use std::{fs, str};

use crate::steps::Step;
use crate::{cargo, root};

/// The packages that a program with `cnf!` compiles, and nothing else: a new name here is a
/// decision, not an accident.
const DEFAULT_TREE: &[&str] = &[
    "crossbeam-deque",
    "crossbeam-epoch",
    "crossbeam-utils",
    "fusus",
    "fusus-cluster",
    "fusus-core",
    "fusus-cpu",
    "fusus-front",
    "fusus-loops",
    "fusus-macros",
    "fusus-math",
    "fusus-meaning",
    "fusus-sums",
    "proc-macro2",
    "quote",
    "rayon-core",
    "syn",
    "typeid",
    "unicode-ident",
];

/// The packages that depend on nothing, so that a program can be built on one of them alone.
const INDEPENDENT: &[&str] = &["fusus-cluster", "fusus-math", "fusus-nests", "fusus-sums"];

pub(crate) fn steps() -> Vec<Step> {
    vec![
        Step::function("dependencies", "cargo xtask release", || {
            independent()?;
            dependencies()
        }),
        Step::function("what a user compiles", "cargo xtask release", budget::check),
        Step::function(
            "what a user of arrays at run time compiles",
            "cargo xtask release",
            budget::check_lazy,
        ),
        Step::function("licences", "cargo xtask release", || {
            licences::check(&everything()?)
        }),
        Step::function("packages of all crates", "cargo xtask release", packages),
    ]
}

/// Checks that packages which depend on nothing still do.
fn independent() -> Result<(), String> {
    for package in INDEPENDENT {
        let needed = needed_by(package)?;
        if needed != [*package] {
            return Err(format!(
                "`{package}` is to depend on nothing, but needs {}",
                needed.join(", ")
            ));
        }
    }
    Ok(())
}

/// The crates that the façade needs without any feature, by name.
fn dependencies() -> Result<String, String> {
    let found = needed_by("fusus")?;
    compare(&found.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The names of a package and of everything that it needs without any feature.
fn needed_by(package: &str) -> Result<Vec<String>, String> {
    let tree = tree(&[
        "--package",
        package,
        "--edges",
        "normal",
        "--target",
        "x86_64-unknown-linux-gnu",
        "--format",
        "{p}",
    ])?;
    let mut found: Vec<String> = tree
        .lines()
        .filter_map(|line| Some(line.split(' ').next()?.to_owned()))
        .collect();
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

fn compare(found: &[&str]) -> Result<String, String> {
    let more = found.iter().filter(|name| !DEFAULT_TREE.contains(name));
    let more: Vec<_> = more.map(|name| format!("`{name}` is new")).collect();
    let less = DEFAULT_TREE.iter().filter(|name| !found.contains(name));
    let less: Vec<_> = less.map(|name| format!("`{name}` is gone")).collect();
    if more.is_empty() && less.is_empty() {
        return Ok(format!("{}, as agreed", found.len()));
    }
    Err(format!(
        "the default dependencies have changed: {}; `DEFAULT_TREE` in xtask/src/release/mod.rs has the agreed ones",
        [more, less].concat().join(", ")
    ))
}

/// All crates of the workspace with all features, each line with its licence.
fn everything() -> Result<String, String> {
    tree(&[
        "--workspace",
        "--all-features",
        "--edges",
        "normal,build,dev",
        "--target",
        "all",
        "--format",
        "{p}\t{l}",
    ])
}

fn tree(arguments: &[&str]) -> Result<String, String> {
    let mut command = cargo(&["tree", "--locked", "--prefix", "none"]);
    output(command.args(arguments))
}

fn output(command: &mut Command) -> Result<String, String> {
    let output = command
        .output()
        .map_err(|error| format!("cargo cannot be run: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    String::from_utf8(output.stdout).map_err(|error| error.to_string())
}

/// Packages every crate that is for publishing, and has each checked by itself as it would come from
/// the registry.
///
/// Cargo's own verification builds each crate alone and once more for every crate that depends on
/// it. Here they are members of one workspace, in which each stands for its release.
fn packages() -> Result<String, String> {
    let version = output(&mut cargo(&["--version"]))?;
    if minor(&version).is_some_and(|minor| minor < 90) {
        return Ok("not checked: packaging crates together takes cargo 1.90".to_owned());
    }
    let place = root().join(format!("target/packages-{}", std::process::id()));
    let checked = packaged(&place).and_then(|packages| check_alone(&place, &packages));
    // A folder that cannot be removed is in nobody's way.
    let _ = fs::remove_dir_all(&place);
    checked
}

/// Packages the crates and unpacks them again. Returns their names and folders.
fn packaged(place: &Path) -> Result<Vec<(String, String)>, String> {
    let mut command = cargo(&["package", "--quiet", "--workspace", "--allow-dirty"]);
    for name in &private()? {
        command.args(["--exclude", name]);
    }
    command.args(["--no-verify", "--target-dir"]).arg(place);
    output(&mut command)?;
    let unreadable = |error| format!("cannot read {}: {error}", place.display());
    let mut packages = Vec::new();
    for entry in fs::read_dir(place.join("package")).map_err(unreadable)? {
        let file = entry.map_err(unreadable)?.path();
        if file
            .extension()
            .is_some_and(|extension| extension == "crate")
        {
            let mut unpack = Command::new("tar");
            output(unpack.arg("-xzf").arg(&file).arg("-C").arg(place))?;
            let folder = file.file_stem().map(|stem| stem.to_string_lossy().into());
            let folder: String = folder.unwrap_or_default();
            let manifest = place.join(&folder).join("Cargo.toml");
            let manifest = fs::read_to_string(manifest).map_err(unreadable)?;
            packages.extend(value(&manifest, "name").map(|name| (name, folder)));
        }
    }
    Ok(packages)
}

/// Has each package checked with the features that it has alone.
fn check_alone(place: &Path, packages: &[(String, String)]) -> Result<String, String> {
    let folders: Vec<&str> = packages.iter().map(|(_, folder)| &folder[..]).collect();
    let releases = packages.iter();
    let releases = releases.map(|(name, folder)| format!("{name} = {{ path = {folder:?} }}\n"));
    let workspace = format!(
        "[workspace]\nresolver = \"3\"\nmembers = {folders:?}\n\n[patch.crates-io]\n{}",
        releases.collect::<String>()
    );
    let written = fs::write(place.join("Cargo.toml"), workspace)
        .and_then(|()| fs::copy(root().join("Cargo.lock"), place.join("Cargo.lock")));
    written.map_err(|error| format!("cannot write to {}: {error}", place.display()))?;
    for (name, _) in packages {
        let mut command = cargo(&["check", "--quiet", "--package", name]);
        output(command.current_dir(place).env_remove("CARGO_TARGET_DIR"))?;
    }
    Ok(format!("{} packages", packages.len()))
}

/// The `95` in `cargo 1.95.0 (…)`.
fn minor(version: &str) -> Option<u32> {
    version.split(' ').nth(1)?.split('.').nth(1)?.parse().ok()
}

/// The members of the workspace that are not published.
fn private() -> Result<Vec<String>, String> {
    let read = |path: &str| {
        fs::read_to_string(root().join(path))
            .map_err(|error| format!("cannot read {path}: {error}"))
    };
    let mut names = Vec::new();
    for member in members(&read("Cargo.toml")?) {
        let manifest = read(&format!("{member}/Cargo.toml"))?;
        if manifest.lines().any(|line| line == "publish = false") {
            names.extend(value(&manifest, "name"));
        }
    }
    Ok(names)
}

/// The folders in `members = […]`.
fn members(manifest: &str) -> Vec<String> {
    let list = manifest.split_once("members = [");
    let list = list.and_then(|(_, rest)| rest.split_once(']'));
    let list = list.map_or("", |(list, _)| list);
    list.split('"')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

/// The first `key = "value"`.
fn value(manifest: &str, key: &str) -> Option<String> {
    let prefix = format!("{key} = \"");
    let line = manifest
        .lines()
        .find_map(|line| line.strip_prefix(&prefix))?;
    Some(line.trim_end_matches('"').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_of_the_tree_is_named() {
        assert_eq!(compare(DEFAULT_TREE), Ok("19, as agreed".to_owned()));
        let mut changed = DEFAULT_TREE.to_vec();
        changed[3] = "serde";
        let message = compare(&changed).unwrap_err();
        assert!(
            message.contains("`serde` is new, `fusus` is gone"),
            "{message}"
        );
    }

    #[test]
    fn private_crates_are_found() {
        let private = private().unwrap();
        assert!(private.contains(&"xtask".to_owned()), "{private:?}");
        assert!(private.contains(&"fusus-in-c".to_owned()), "{private:?}");
        assert!(!private.contains(&"fusus-core".to_owned()), "{private:?}");
        assert_eq!(members("members = [\"a\", \"b/c\"]"), ["a", "b/c"]);
    }

    #[test]
    fn versions_are_understood() {
        assert_eq!(minor("cargo 1.95.0 (f2d3ce0bd 2026-03-21)\n"), Some(95));
        assert_eq!(minor("cargo 1.90.0-nightly"), Some(90));
        assert_eq!(minor("what"), None);
    }
}
