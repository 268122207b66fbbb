//! Finding the examples and running them as a reader of the README would.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use crate::failures::succeed;
use crate::steps::Step;
use crate::{cargo, root};

/// The arguments of the build of all examples that `verify` has. Packages and features are those of
/// its tests, so that both share what they are built on, and one of these tests is among them: what
/// macros and tests share Cargo would build anew for macros alone, as of other options for linking.
pub(crate) const BUILD: &str = "build --profile fast --package fusus --package conformance \
    --features fusus/ocl,fusus/lazy,fusus/mpi-threads --examples --test conformance";

/// All examples as one step, which builds them together before it runs the first.
pub(crate) fn all() -> Step {
    Step::function("the examples", "cargo xtask examples", || {
        let known = known()?;
        let build: Vec<&str> = BUILD.split(' ').chain(["--quiet"]).collect();
        succeed(cargo(&build))?;
        let failed: Vec<String> = known
            .iter()
            .filter_map(|name| Some(format!("{name}: {}", run_built(name).err()?)))
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
    let step = |name: &String| Step::command(format!("example {name}"), command(name));
    Ok(chosen.iter().map(step).collect())
}

/// Runs an example of the fast build, which stands beside the one of this program.
fn run_built(name: &str) -> Result<(), String> {
    let own = env::current_exe().map_err(|error| format!("this program: {error}"))?;
    let folder = own.ancestors().nth(2).ok_or("this program is nowhere")?;
    let program = folder.join(format!("fast/examples/{name}{}", env::consts::EXE_SUFFIX));
    let mut run = Command::new(program);
    run.current_dir(root());
    succeed(run)
}

/// The command that builds and runs an example.
fn command(name: &str) -> Command {
    cargo(&[
        "run",
        "--release",
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
