//! Finding the examples and running them as a reader of the README would.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::steps::{Step, succeed};
use crate::{cargo, root};

/// The profile of the tests, of which most is built when the examples are.
const FAST: &str = "--profile=fast";

/// All examples as one step, which builds them together before it runs the first.
pub(crate) fn all() -> Step {
    Step::function("the examples", "cargo xtask examples", || {
        let known = known()?;
        succeed(cargo(&[
            "build",
            FAST,
            "--quiet",
            "--features",
            "ocl,lazy,mpi-threads",
            "--examples",
        ]))?;
        let failed: Vec<String> = known
            .iter()
            .filter_map(|name| Some(format!("{name}: {}", succeed(command(name, FAST)).err()?)))
            .collect();
        if failed.is_empty() {
            Ok(known.join(", "))
        } else {
            Err(failed.join(", "))
        }
    })
}

/// One step for each of the named examples, or for all when none is named.
pub(crate) fn steps(names: &[String]) -> Result<Vec<Step>, String> {
    let known = known()?;
    if let Some(unknown) = names.iter().find(|name| !known.contains(name)) {
        return Err(format!(
            "there is no example `{unknown}`, only {}",
            known.join(", ")
        ));
    }
    let chosen = if names.is_empty() { &known } else { names };
    let step = |name: &String| Step::command(format!("example {name}"), command(name, "--release"));
    Ok(chosen.iter().map(step).collect())
}

/// The command that runs an example.
fn command(name: &str, profile: &str) -> Command {
    cargo(&[
        "run",
        profile,
        "--quiet",
        "--features",
        "ocl,lazy,mpi-threads",
        "--example",
        name,
    ])
}

/// The names of all examples.
fn known() -> Result<Vec<String>, String> {
    let folder = root().join("examples");
    find(&folder).map_err(|error| format!("cannot list {}: {error}", folder.display()))
}

/// The examples as cargo finds them: files, and folders with a `main.rs`.
fn find(folder: &Path) -> std::io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_file = path.extension().is_some_and(|extension| extension == "rs");
        if is_file || path.join("main.rs").is_file() {
            names.extend(
                path.file_stem()
                    .map(|stem| stem.to_string_lossy().into_owned()),
            );
        }
    }
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_modules_and_data_are_no_examples() {
        let names = find(&root().join("examples")).unwrap();
        assert!(names.contains(&"quadtree".to_owned()), "{names:?}");
        assert!(
            !names.iter().any(|name| name == "common" || name == "data"),
            "{names:?}"
        );
    }

    #[test]
    fn an_unknown_example_is_an_error_that_names_the_known() {
        let message = steps(&["quadtre".to_owned()]).err().unwrap();
        assert!(
            message.starts_with("there is no example `quadtre`, only "),
            "{message}"
        );
    }
}
