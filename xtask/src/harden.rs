//! Tests of programs that are built otherwise than usual: for libFuzzer, for
//! loom, with AddressSanitizer, under valgrind. Each has a target folder of its
//! own, so that no build replaces another.

use std::process::Command;

use crate::failures::succeed;
use crate::steps::Step;
use crate::{cargo, packages, root};

/// The targets of `fuzz/`.
const TARGETS: &[&str] = &["tokens", "programs", "source", "tables", "csvs", "formulas"];

/// The number of seconds for which `harden` runs each of them. They are there to be run for longer.
const BRIEFLY: u32 = 5;

/// The number of seconds for which `soak` runs each of them.
const LONGER: u32 = 100;

/// The flags from which libFuzzer learns which code an input reaches. They are those of `cargo
/// fuzz`, but for `--cfg fuzzing`, with which `proc_macro2` knows no places; there is no unsafe
/// code in the targets, so that no sanitizer is needed, and no nightly.
const COVERAGE: &str = "-Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares";

/// All of them.
pub(crate) fn steps() -> Vec<Step> {
    let fuzz = fuzz("programs by libFuzzer, briefly", all_targets(), BRIEFLY);
    quick().into_iter().chain([valgrind(), fuzz]).collect()
}

/// The steps that are quick enough for `verify`.
pub(crate) fn quick() -> Vec<Step> {
    vec![loom(), sanitizer()]
}

/// The steps for which only `soak` has the time.
pub(crate) fn soak() -> Vec<Step> {
    let fuzz = fuzz("programs by libFuzzer", all_targets(), LONGER);
    vec![long_loom(), valgrind(), fuzz]
}

fn all_targets() -> Vec<String> {
    TARGETS.iter().map(|name| (*name).to_owned()).collect()
}

/// `cargo xtask fuzz [TARGET [SECONDS]]`.
pub(crate) fn fuzz_task(arguments: &[String]) -> Result<Vec<Step>, String> {
    let usage = || format!("usage: cargo xtask fuzz [{} [SECONDS]]", TARGETS.join("|"));
    let title = "a session of libFuzzer";
    let known = |name: &String| TARGETS.contains(&name.as_str());
    let step = match arguments {
        [] => fuzz(title, all_targets(), 60),
        [name] if known(name) => fuzz(title, vec![name.clone()], 600),
        [name, seconds] if known(name) => {
            let seconds = seconds.parse().map_err(|_| usage())?;
            fuzz(title, vec![name.clone()], seconds)
        }
        _ => return Err(usage()),
    };
    Ok(vec![step])
}

/// Builds all targets of libFuzzer, and runs some of them for so many seconds
/// each. Their findings stay in the folder of the target, for the next run.
fn fuzz(title: &str, names: Vec<String>, seconds: u32) -> Step {
    let alone = format!("cargo xtask fuzz TARGET {seconds}");
    Step::function(title, alone, move || {
        if cfg!(not(all(target_os = "linux", target_arch = "x86_64"))) {
            return Ok("not run: libFuzzer is asked for on x86-64 Linux only".to_owned());
        }
        if !packages::runs("c++", &["--version"]) {
            return Ok("not run, for want of a C++ compiler".to_owned());
        }
        let folder = root().join("target/fuzz");
        let mut build = cargo(&[
            "build",
            "--package=fusus-fuzz",
            "--features=libfuzzer",
            "--bins",
            "--profile=fuzz",
            "--target=x86_64-unknown-linux-gnu",
        ]);
        // With a target, the flags are not those of build scripts.
        build
            .env("RUSTFLAGS", COVERAGE)
            .env("CARGO_TARGET_DIR", &folder);
        succeed(build)?;
        for name in &names {
            let corpus = folder.join("corpus").join(name);
            std::fs::create_dir_all(&corpus)
                .map_err(|error| format!("{}: {error}", corpus.display()))?;
            let program = folder.join("x86_64-unknown-linux-gnu/fuzz").join(name);
            let mut run = Command::new(program);
            run.current_dir(&folder)
                .env("RUST_BACKTRACE", "0")
                .args([
                    format!("-max_total_time={seconds}"),
                    // An input that takes longer is a failure.
                    "-timeout=10".to_owned(),
                    "-max_len=1500".to_owned(),
                    "-verbosity=0".to_owned(),
                    format!("-artifact_prefix={name}-"),
                ])
                .arg(&corpus)
                // Where changes to source text start.
                .arg(root().join("programs"));
            succeed(run).map_err(|error| {
                format!("{name}: {error}; what failed is in {}", folder.display())
            })?;
        }
        Ok(names.join(", "))
    })
}

/// The look-back protocol and the gate in every interleaving; of three threads over two levels in
/// those with one preemption.
fn loom() -> Step {
    Step::command("interleavings under loom", loom_tests(&["loom"]))
}

/// Three threads over two levels in every interleaving.
fn long_loom() -> Step {
    let test = loom_tests(&["soak::loom", "--", "--ignored"]);
    Step::command("interleavings of three threads under loom", test)
}

fn loom_tests(arguments: &[&str]) -> Command {
    let mut test = cargo(&["test", "--package=fusus-cpu", "--lib", "--release"]);
    test.args(arguments)
        .env("RUSTFLAGS", "--cfg loom")
        .env("CARGO_TARGET_DIR", root().join("target/loom"));
    test
}

/// The tests of the runtime with AddressSanitizer and LeakSanitizer: rayon, the
/// runtime and the tests are instrumented, the standard library is as it is
/// shipped (its allocations are watched, its own accesses are not). The stable
/// compiler has its parts, and must be told that it may. To optimise them a little takes rustc longer
/// than they save.
fn sanitizer() -> Step {
    if cfg!(not(all(target_os = "linux", target_arch = "x86_64"))) {
        return Step::function("AddressSanitizer", "cargo xtask harden", || {
            Ok("not run: it is asked for on x86-64 Linux only".to_owned())
        });
    }
    let mut test = cargo(&[
        "test",
        "--package=fusus-cpu",
        "--tests",
        "--target=x86_64-unknown-linux-gnu",
    ]);
    test.env("RUSTC_BOOTSTRAP", "1")
        .env(
            "RUSTFLAGS",
            "-Zsanitizer=address -Cforce-frame-pointers=yes",
        )
        // Memory that is not there is an error, as it is without.
        .env("ASAN_OPTIONS", "allocator_may_return_null=1")
        .env("CARGO_TARGET_DIR", root().join("target/sanitizer"));
    Step::command("AddressSanitizer", test)
}

/// The tests of the runtime under valgrind, which sees every access, those of
/// the standard library too: every sink and handle, folds of all kinds, rows,
/// look-back, failures and the pool.
fn valgrind() -> Step {
    const RUNNER: &str = "valgrind --quiet --error-exitcode=1 --leak-check=full \
        --show-leak-kinds=definite --errors-for-leak-kinds=definite --fair-sched=yes";
    Step::function("valgrind", "cargo xtask harden", || {
        if !packages::runs("valgrind", &["--version"]) {
            return Ok("not run, for want of valgrind".to_owned());
        }
        let mut test = cargo(&["test", "--package=fusus-cpu", "--tests"]);
        test.arg(format!("--config=target.'cfg(unix)'.runner = '{RUNNER}'"))
            .args(["--", "--test-threads=1"])
            // Some optimisation makes up for what valgrind costs.
            .env("CARGO_PROFILE_DEV_OPT_LEVEL", "1")
            .env("CARGO_TARGET_DIR", root().join("target/valgrind"));
        succeed(test)?;
        Ok(String::new())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_is_one_that_there_is() {
        assert!(fuzz_task(&["tokens".to_owned(), "1".to_owned()]).is_ok());
        for wrong in [
            vec!["nothing"],
            vec!["tokens", "soon"],
            vec!["tokens", "1", "2"],
        ] {
            let wrong: Vec<String> = wrong.into_iter().map(str::to_owned).collect();
            assert!(fuzz_task(&wrong).is_err_and(|message| message.contains("tokens|programs")));
        }
    }

    #[test]
    fn every_target_is_a_program_of_the_package() {
        let manifest = std::fs::read_to_string(root().join("fuzz/Cargo.toml")).expect("a manifest");
        let programs = manifest
            .lines()
            .filter_map(|line| line.strip_prefix("path = \"targets/"));
        let mut programs: Vec<&str> = programs
            .filter_map(|path| path.strip_suffix(".rs\""))
            .collect();
        let mut targets = TARGETS.to_vec();
        programs.sort_unstable();
        targets.sort_unstable();
        assert_eq!(programs, targets);
    }
}
