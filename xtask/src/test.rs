//! The steps of `cargo xtask test`, quick enough for every commit, of `cargo xtask verify`, which
//! CI runs besides, and of `cargo xtask soak`, which looks longer for the same kinds of faults.
//! `budget.rs` has the time that each may take.

use std::process::Command;

use crate::failures::{succeed, succeed_beside};
use crate::steps::Step;
use crate::{cargo, examples, harden, packages, packages_step, random_step, release};

/// The tests of everything in one build, and what they need.
pub(crate) fn steps(missing: packages::Missing) -> Vec<Step> {
    vec![
        packages_step(missing),
        everything(),
        processes(),
        browser(),
        cbc(),
    ]
}

/// Steps with builds of their own: optimised programs and examples, random programs, loom,
/// AddressSanitizer, and the packages as they would be published.
pub(crate) fn verify(missing: packages::Missing) -> Vec<Step> {
    let mut steps = vec![
        packages_step(missing),
        fast_build(),
        random_step("random programs", &["--programs", "14", "--batch", "7"]),
    ];
    steps.extend(harden::quick());
    steps.push(examples::all());
    steps.extend(release::steps());
    steps
}

/// The tests that `steps` and `verify` leave out, and at full length those that they shorten.
pub(crate) fn soak(missing: packages::Missing) -> Vec<Step> {
    let mut steps = vec![
        packages_step(missing),
        long_tests(),
        every_strategy(),
        limits(),
        optimised_lazy(),
        with_cbc(),
        random_formulas(),
        random_step("many random programs", &["--programs", "500"]),
    ];
    steps.extend(harden::soak());
    steps
}

/// The arguments that build all tests, where MPI is installed with its processes.
pub(crate) fn all_tests() -> String {
    let mpi = match missing_for_processes() {
        None => "mpi",
        Some(_) => "mpi-threads",
    };
    format!("test --workspace --features ocl,lazy,{mpi}")
}

/// All tests of the workspace, without optimisation, in one build: `ecosystem` turns the feature
/// `ndarray` on. They run in two lines beside each other, which take about as long: within a process
/// PoCL builds one kernel at a time, for which the programs of `conformance` wait, and trybuild one
/// crate after the other. Where MPI is installed, its processes are in that build.
fn everything() -> Step {
    let alone = format!("cargo {} --no-fail-fast", all_tests());
    Step::function("tests", alone, || {
        // Asked here: the step before has installed MPI on a fresh machine.
        succeed(command(&format!("{} --no-run", all_tests())))?;
        let run = |test: String| plain_kernels(command(&test));
        succeed_beside(vec![run(waiting()), run(examples_of_docs())], run(others()))
            .map(|()| String::new())
    })
}

/// The packages whose tests wait most of their time, each with one test of its name.
const WAITING: [&str; 2] = ["conformance", "ui"];

/// The arguments that run the tests of these.
fn waiting() -> String {
    let tests = WAITING.map(|name| format!(" --test {name}"));
    format!("{} --no-fail-fast{}", all_tests(), tests.concat())
}

/// The arguments that run the tests of all other packages.
fn others() -> String {
    let excluded = WAITING.map(|name| format!(" --exclude {name}"));
    format!(
        "{} --no-fail-fast --tests{}",
        all_tests(),
        excluded.concat()
    )
}

/// The arguments that run the examples in documentation.
fn examples_of_docs() -> String {
    format!("{} --no-fail-fast --doc", all_tests())
}

/// A package without which nothing runs over the processes of MPI.
fn missing_for_processes() -> Option<&'static str> {
    let needed = ["libclang-dev", "libopenmpi-dev", "openmpi-bin"];
    needed
        .into_iter()
        .find(|package| !packages::is_installed(package))
}

/// The ignored tests in modules of the name `soak`, from the build of all tests. The benchmarks know
/// no names of tests.
fn long_tests() -> Step {
    const TEST: &str = "test --workspace --exclude fusus-benches --features ocl --no-fail-fast \
        --tests -- --ignored soak::";
    Step::command("tests that take minutes", command(TEST))
}

/// A fast build of programs in every form, by every strategy, and in every way to run scans on devices.
/// That of `verify` has their parallel
/// form alone, and a build without optimisation one other strategy for each of them.
fn every_strategy() -> Step {
    const TEST: &str = "test --profile fast --package conformance \
        --features conformance/soak,conformance/ocl --test conformance";
    let test = plain_kernels(command(TEST));
    Step::command("programs by every strategy in a fast build", test)
}

/// Only a fast build has the loops for wide instructions. The examples are of the same build. The
/// hashes of `builds` are those of the tests without optimisation.
fn fast_build() -> Step {
    Step::command("programs in a fast build", plain_kernels(command(FAST)))
}

/// The arguments of the fast build that `verify` has.
const FAST: &str = "test --profile fast --package fusus --package conformance \
    --features fusus/ocl,fusus/lazy,fusus/mpi-threads \
    --test conformance --test builds --test reproducible --test lazy";

/// More positions than 32 bits count, which take minutes without optimisation.
fn limits() -> Step {
    const TEST: &str = "test --profile fast --package fusus --package fusus-cpu --features fusus/ocl \
        --test limits --test panics";
    Step::command("limits in a fast build", command(TEST))
}

/// The optimised runtime of arrays at run time, which takes rustc two minutes: the fast build of
/// `verify` has little of it, and without optimisation loops and scans are others.
fn optimised_lazy() -> Step {
    const TEST: &str = "test --profile fast --package fusus --package fusus-lazy \
        --package fusus-formulas --features fusus/arrow \
        --config profile.fast.package.fusus-lazy.opt-level=3 \
        --test lazy --test arrays --test arrow --test random --test paper --test same_bits";
    Step::command("lazy arrays, optimised", command(TEST))
}

/// More random programs as formulas and by `cnf!` than all tests have.
fn random_formulas() -> Step {
    let mut test = command("test --package fusus-formulas");
    test.env("FUSUS_FORMULAS", "500")
        .env("FUSUS_FORMULAS_FROM", "1000");
    Step::command("random formulas", test)
}

/// CBC agrees with our own search.
fn cbc() -> Step {
    const TEST: &str =
        "test --package fusus-cluster --features coin_cbc --test random integer_programming";
    needing("clusterings by CBC", TEST, "coinor-libcbc-dev")
}

/// The feature `coin_cbc` reaches the macro.
fn with_cbc() -> Step {
    const TEST: &str = "test --package fusus --features coin_cbc --test rust_around";
    needing("programs planned with CBC", TEST, "coinor-libcbc-dev")
}

/// All programs of `tests/conformance` over the processes of jobs, from the build of all tests.
fn processes() -> Step {
    const TEST: &str = "test --workspace --features ocl,lazy,mpi --test conformance \
        -- --ignored of_jobs";
    let alone = format!("cargo {TEST}");
    Step::function("programs over processes", alone, || {
        if let Some(package) = missing_for_processes() {
            return Ok(format!("not checked, for want of {package}"));
        }
        succeed(command(TEST)).map(|()| String::new())
    })
}

/// The page of `cargo fusus report` in a browser, from the build of all tests.
fn browser() -> Step {
    const TEST: &str = "test --workspace --features ocl --test browser -- --include-ignored";
    needing("the report in a browser", TEST, "chromium")
}

/// A test that takes a package of the system; on a machine without it nothing
/// is checked.
fn needing(title: &str, test: &'static str, package: &'static str) -> Step {
    let alone = format!("cargo {test}");
    Step::function(title, alone, move || {
        if !packages::is_installed(package) {
            return Ok(format!("not checked, for want of {package}"));
        }
        succeed(command(test)).map(|()| String::new())
    })
}

/// A command whose kernels are built without optimisation. PoCL spends more time on the hundreds of
/// kernels of the tests than the tests on running them; examples and random programs run optimised
/// ones.
fn plain_kernels(mut command: Command) -> Command {
    command.env("FUSUS_OCL_OPTIONS", "-cl-opt-disable");
    command
}

/// Cargo with these arguments, as one would type them.
pub(crate) fn command(arguments: &str) -> Command {
    cargo(&arguments.split(' ').collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{budget, lint};
    use std::collections::BTreeSet;
    use std::time::Duration;

    fn sum(steps: &[Step]) -> Duration {
        let budget = |step: &Step| {
            budget::of(step.title()).unwrap_or_else(|| panic!("{} has no budget", step.title()))
        };
        steps.iter().map(budget).sum()
    }

    /// The units of a build, each as often as it is made.
    fn units(arguments: &str) -> Vec<serde_json::Value> {
        let mut build = command(arguments);
        build
            .args(["--unit-graph", "-Z", "unstable-options"])
            .env("RUSTC_BOOTSTRAP", "1");
        let output = build.output().expect("cargo runs");
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let mut graph: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a graph");
        match graph["units"].take() {
            serde_json::Value::Array(units) => units,
            _ => panic!("a list of builds"),
        }
    }

    /// The libraries of ours and of others among them.
    fn libraries(arguments: &str) -> Vec<serde_json::Value> {
        let mut units = units(arguments);
        units.retain(|unit| unit["mode"] == "build" && unit["target"]["kind"][0] == "lib");
        units
    }

    /// The tests among them, each with its package and its kind.
    fn tests(arguments: &str) -> BTreeSet<[String; 3]> {
        let units = units(arguments);
        let tests = units.iter().filter(|unit| unit["mode"] == "test");
        let key = |unit: &serde_json::Value| {
            let target = &unit["target"];
            [&unit["pkg_id"], &target["name"], &target["kind"]].map(serde_json::Value::to_string)
        };
        tests.map(key).collect()
    }

    fn name(unit: &serde_json::Value) -> &str {
        unit["target"]["name"].as_str().expect("a name")
    }

    /// The crates of ours that a build has twice: its two halves, for macros and for tests, have other
    /// features or options for something below them.
    fn built_twice(arguments: &str) -> Vec<String> {
        let libraries = libraries(arguments);
        let names = libraries.iter().map(name);
        let mut names: Vec<&str> = names.filter(|name| name.starts_with("fusus")).collect();
        names.sort_unstable();
        assert!(names.contains(&"fusus_core"), "{names:?}");
        let twice = names.windows(2).filter(|pair| pair[0] == pair[1]);
        twice.map(|pair| pair[0].to_owned()).collect()
    }

    #[test]
    fn macros_and_tests_share_one_build_of_the_compiler() {
        for build in [&format!("{} --no-run", all_tests()), FAST] {
            assert_eq!(built_twice(build), [""; 0], "{build}");
        }
    }

    /// The libraries that a build has to make when another one has been made.
    fn built_anew(after: &str, arguments: &str) -> Vec<String> {
        // Dependencies are among them, and need not be compared for each of them.
        let parts = ["pkg_id", "features", "profile", "platform"];
        let key = |unit: &serde_json::Value| parts.map(|part| unit[part].to_string());
        let made: BTreeSet<_> = libraries(after).iter().map(key).collect();
        let libraries = libraries(arguments);
        let anew = libraries.iter().filter(|unit| !made.contains(&key(unit)));
        anew.map(|unit| name(unit).to_owned()).collect()
    }

    #[test]
    fn a_build_has_what_an_earlier_one_has_made() {
        let all = all_tests();
        for build in [waiting(), others(), examples_of_docs()] {
            assert_eq!(built_anew(&all, &build), [""; 0], "{build}");
        }
        assert_eq!(built_anew(FAST, examples::BUILD), [""; 0]);
    }

    #[test]
    fn each_test_runs_once() {
        let (waiting, others) = (tests(&waiting()), tests(&others()));
        assert_eq!(waiting.intersection(&others).count(), 0);
        // Such a package has a library for Cargo's sake, without a test.
        let empty = |[package, _, kind]: &[String; 3]| {
            let is_of = |name: &&str| package.contains(&format!("/{name}#"));
            kind.contains("lib") && WAITING.iter().any(is_of)
        };
        let mut all = tests(&all_tests());
        all.retain(|test| !empty(test));
        assert!(all.len() > 100, "{}", all.len());
        assert_eq!(all, &waiting | &others);
    }

    #[test]
    fn the_budgets_of_steps_fit_those_of_the_tasks() {
        let minutes = |count: u64| Duration::from_secs(60 * count);
        let test = sum(&steps(packages::Missing::List));
        assert!(test <= minutes(15), "test: {test:?}");
        let others = sum(&lint()) + sum(&verify(packages::Missing::List));
        assert!(
            test + others <= minutes(45),
            "test: {test:?}, others: {others:?}"
        );
        let soak = sum(&soak(packages::Missing::List));
        assert!(soak <= minutes(60), "soak: {soak:?}");
    }
}
