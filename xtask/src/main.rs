//! The tasks of this workspace: `cargo xtask help` lists them.

mod accuracy;
mod budget;
mod data;
mod examples;
mod failures;
mod harden;
mod layers;
mod packages;
mod prose;
mod readme;
mod release;
mod sources;
mod steps;
mod test;

use std::ffi::OsStr;
use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::{env, iter};

use failures::succeed;
use steps::Step;

/// One thing that `cargo xtask` can do.
struct Task {
    name: &'static str,
    /// The arguments it takes, as the help shows them.
    arguments: &'static str,
    about: &'static str,
    run: fn(&[String]) -> Result<(), String>,
}

const TASKS: &[Task] = &[
    Task {
        name: "test",
        arguments: "[--no-packages]",
        about: "install missing system packages (apt-get, as root or by sudo), and run all tests",
        run: |arguments| steps::run(test::steps(missing_packages(arguments, NO_PACKAGES)?)),
    },
    Task {
        name: "verify",
        arguments: "[--no-packages]",
        about: "what CI runs besides `lint` and `test`: optimised programs, random programs, loom, AddressSanitizer, the examples, packaging",
        run: |arguments| steps::run(test::verify(missing_packages(arguments, NO_PACKAGES)?)),
    },
    Task {
        name: "soak",
        arguments: "[--no-packages]",
        about: "what `test` and `verify` leave out or shorten, at full length: under an hour",
        run: |arguments| steps::run(test::soak(missing_packages(arguments, NO_PACKAGES)?)),
    },
    Task {
        name: "lint",
        arguments: "",
        about: "formatting, clippy, documentation, layers and prose, without running a test",
        run: |arguments| no_arguments(arguments).and_then(|()| steps::run(lint())),
    },
    Task {
        name: "check",
        arguments: "[--no-packages]",
        about: "`lint` and `test`: what must hold before a commit",
        run: |arguments| {
            let missing = missing_packages(arguments, NO_PACKAGES)?;
            steps::run(lint().into_iter().chain(test::steps(missing)).collect())
        },
    },
    Task {
        name: "packages",
        arguments: "[--list]",
        about: "install the system packages that the tests need (apt-get, as root or by sudo), or list what is missing",
        run: |arguments| steps::run(vec![packages_step(missing_packages(arguments, "--list")?)]),
    },
    Task {
        name: "examples",
        arguments: "[NAME…]",
        about: "build and run the examples, or those that are named",
        run: |names| steps::run(examples::steps(names)?),
    },
    Task {
        name: "random",
        arguments: "[OPTION…]",
        about: "compare random programs in all their forms with the interpreter; `--help` says more",
        run: |arguments| steps::run(vec![random_step("random programs", arguments)]),
    },
    Task {
        name: "layers",
        arguments: "",
        about: "check that every module of core uses only those to its left in the pipeline",
        run: |arguments| no_arguments(arguments).and_then(|()| steps::run(vec![layers_step()])),
    },
    Task {
        name: "prose",
        arguments: "",
        about: "check how doc comments begin, and that sources use the field's words",
        run: |arguments| no_arguments(arguments).and_then(|()| steps::run(vec![prose_step()])),
    },
    Task {
        name: "harden",
        arguments: "",
        about: "loom, AddressSanitizer, valgrind, and every target of libFuzzer for a moment",
        run: |arguments| no_arguments(arguments).and_then(|()| steps::run(harden::steps())),
    },
    Task {
        name: "fuzz",
        arguments: "[TARGET [SECONDS]]",
        about: "run the targets of libFuzzer, or one for as long as you like",
        run: |arguments| steps::run(harden::fuzz_task(arguments)?),
    },
    Task {
        name: "accuracy",
        arguments: "[FUNCTION…] [--arguments N]",
        about: "the errors of elementary functions, at every number of f32 and at N (10^8) of f64: hours",
        run: |arguments| steps::run(accuracy::steps(arguments)?),
    },
    Task {
        name: "readme",
        arguments: "[JSON]",
        about: "write the README's table, from the suite.json of a run that is taken over",
        run: readme::run,
    },
    Task {
        name: "release",
        arguments: "",
        about: "check dependencies and licences, and package every crate as for publishing",
        run: |arguments| no_arguments(arguments).and_then(|()| steps::run(release::steps())),
    },
    Task {
        name: "tables",
        arguments: "",
        about: "print the published tables: loops, objectives and times by strategy, bytes of lists of operations, plans at run time, sums of products, nests and arrays that are left",
        run: |arguments| no_arguments(arguments).and_then(|()| steps::run(tables())),
    },
    Task {
        name: "bench",
        arguments: "[PROGRAM…] [--help]",
        about: "compare the programs of the suite with iterators, rayon, ndarray and hand-written loops",
        run: bench,
    },
    Task {
        name: "data",
        arguments: "cities|countries|flights <CSV>",
        about: "make a file of examples/data from the source that its README names",
        run: data::run,
    },
];

/// The variable that names a file to which what failed is appended, for those who run several tasks and
/// want to see it behind all of them.
const FAILURES: &str = "FUSUS_FAILURES";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match dispatch(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            if let Some(path) = env::var_os(FAILURES) {
                let file = File::options().append(true).create(true).open(&path);
                if let Err(error) = file.and_then(|mut file| writeln!(file, "{message}")) {
                    eprintln!("{}: {error}", path.display());
                }
            }
            ExitCode::FAILURE
        }
    }
}

fn dispatch(arguments: &[String]) -> Result<(), String> {
    match arguments.split_first() {
        None => Err(help()),
        Some((name, _)) if ["help", "--help", "-h"].contains(&name.as_str()) => {
            println!("{}", help());
            Ok(())
        }
        Some((name, rest)) => match TASKS.iter().find(|task| task.name == name) {
            Some(task) => (task.run)(rest),
            None => Err(format!("there is no task `{name}`\n\n{}", help())),
        },
    }
}

fn help() -> String {
    let usage = |task: &Task| format!("{} {}", task.name, task.arguments);
    let width = TASKS
        .iter()
        .map(|task| usage(task).chars().count())
        .max()
        .unwrap_or(0);
    iter::once("usage: cargo xtask TASK\n".to_owned())
        .chain(
            TASKS
                .iter()
                .map(|task| format!("  {:width$}  {}", usage(task), task.about)),
        )
        .collect::<Vec<_>>()
        .join("\n")
}

fn no_arguments(arguments: &[String]) -> Result<(), String> {
    match arguments {
        [] => Ok(()),
        [first, ..] => Err(format!("this task takes no arguments, but got `{first}`")),
    }
}

/// The checks of sources that need not run them.
fn lint() -> Vec<Step> {
    let mut docs = cargo(&[
        "doc",
        "--workspace",
        "--features",
        "ocl,arrow,lazy,mpi-threads",
        "--no-deps",
        "--document-private-items",
    ]);
    docs.env("RUSTDOCFLAGS", "-D warnings");
    vec![
        Step::command("formatting", cargo(&["fmt", "--all", "--check"])).hint(
            "`cargo fmt --all` formats everything; `rustup component add rustfmt` gets rustfmt",
        ),
        Step::command(
            "clippy",
            cargo(&[
                "clippy",
                "--workspace",
                "--all-targets",
                "--features",
                "ocl,arrow,lazy,mpi-threads",
                "--",
                "-D",
                "warnings",
            ]),
        )
        .hint("`rustup component add clippy` gets clippy"),
        // The build of those who ask for no feature.
        Step::command(
            "clippy without features",
            cargo(&[
                "clippy",
                "--package",
                "fusus",
                "--lib",
                "--",
                "-D",
                "warnings",
            ]),
        ),
        Step::command("documentation", docs),
        layers_step(),
        prose_step(),
    ]
}

/// The option with which the tests run without installing what they need.
const NO_PACKAGES: &str = "--no-packages";

/// The treatment of missing packages by a task whose only argument is the option to install none.
fn missing_packages(arguments: &[String], install_none: &str) -> Result<packages::Missing, String> {
    match arguments {
        [] => Ok(packages::Missing::Install),
        [option] if option == install_none => Ok(packages::Missing::List),
        [option, other] if option == install_none => Err(format!(
            "this task takes one argument, but got `{other}` too"
        )),
        [other, ..] => Err(format!(
            "this task takes only `{install_none}`, which installs nothing, but got `{other}`"
        )),
    }
}

/// The tables that the papers publish, from the sources of their programs.
fn tables() -> Vec<Step> {
    let partitions = &[
        "run",
        "--quiet",
        "--release",
        "--package",
        "fusus-cluster",
        "--example",
        "partitions",
    ];
    let sums = &[
        "run",
        "--quiet",
        "--package",
        "fusus-sums",
        "--example",
        "sums_tables",
    ];
    let nests = &[
        "run",
        "--quiet",
        "--package",
        "fusus-nests",
        "--example",
        "nests_tables",
    ];
    let plans = &[
        "run",
        "--quiet",
        "--package",
        "fusus-core",
        "--example",
        "tables",
    ];
    let at_run_time: &[&str] = &[
        "run",
        "--quiet",
        "--release",
        "--package",
        "fusus-lazy",
        "--example",
        "planning",
    ];
    vec![
        Step::command("loops and objectives", cargo(plans)),
        Step::command("lists of array operations", cargo(partitions)),
        Step::command("programs at run time", cargo(at_run_time)),
        Step::command(
            "partitions at run time",
            cargo(&[at_run_time, &["--", "partitions"][..]].concat()),
        ),
        Step::command("sums of products", cargo(sums)),
        Step::command("nests of array statements", cargo(nests)),
        Step::command(
            "times",
            cargo(&[
                "bench",
                "--quiet",
                "--package",
                "fusus-benches",
                "--bench",
                "strategies",
            ]),
        ),
    ]
}

/// Builds the suite and has it do what the arguments say; it explains them itself.
fn bench(arguments: &[String]) -> Result<(), String> {
    const SUITE: &[&str] = &[
        "bench",
        "--quiet",
        "--package",
        "fusus-benches",
        "--bench",
        "suite",
        "--",
    ];
    // Programs in a build without optimisation, against plain loops.
    let is_debug = |argument: &String| argument == "--debug";
    let mut suite = SUITE.to_vec();
    if arguments.iter().any(is_debug) {
        suite.splice(2..2, ["--profile", "dev"]);
    }
    let arguments = arguments.iter().filter(|argument| !is_debug(argument));
    let status = cargo(&suite).args(arguments).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("the suite ended with {status}")),
        Err(error) => Err(format!("cargo cannot be run: {error}")),
    }
}

fn packages_step(missing: packages::Missing) -> Step {
    Step::function("system packages", "cargo xtask packages", move || {
        packages::ensure(missing)
    })
}

/// Random programs, compiled and run in every form.
///
/// They are those of the build of all tests: alone, they would have fewer features, and the compiler
/// would be built once more.
fn random_step<O: AsRef<OsStr>>(title: &str, options: &[O]) -> Step {
    let options: Vec<_> = options
        .iter()
        .map(|option| option.as_ref().to_owned())
        .collect();
    let shown: Vec<_> = options
        .iter()
        .map(|option| option.to_string_lossy())
        .collect();
    let alone = format!("cargo xtask random {}", shown.join(" "));
    Step::function(title, alone, move || {
        succeed(test::command(&format!(
            "{} --quiet --no-run --test shrinks",
            test::all_tests()
        )))?;
        let own = env::current_exe().map_err(|error| format!("this program: {error}"))?;
        let mut random =
            Command::new(own.with_file_name(format!("fusus-random{}", env::consts::EXE_SUFFIX)));
        random.current_dir(root()).args(&options);
        succeed(random).map(|()| String::new())
    })
    .hint("a program that fails is printed small, ready for tests/conformance")
}

fn layers_step() -> Step {
    Step::function("layers of core", "cargo xtask layers", || {
        layers::check(root())
    })
}

fn prose_step() -> Step {
    Step::function("prose", "cargo xtask prose", || prose::check(root()))
}

/// The variable by which Cargo does not prepare for a second build.
const INCREMENTAL: &str = "CARGO_INCREMENTAL";

/// The cargo that runs this task, to be run in the root of the workspace. A task builds most crates
/// once, so that what speeds up a second build only costs time and space, unless the user asks for it.
fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    if env::var_os(INCREMENTAL).is_none() {
        command.env(INCREMENTAL, "0");
    }
    command.current_dir(root()).args(arguments);
    command
}

/// The root of the workspace.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("this package lies in a folder of the workspace")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn help_lists_every_task() {
        assert!(TASKS.iter().all(|task| help().contains(task.about)));
        assert_eq!(dispatch(&words("help")), Ok(()));
        assert_eq!(dispatch(&[]), Err(help()));
    }

    #[test]
    fn an_unknown_task_is_named_and_the_known_ones_listed() {
        let message = dispatch(&words("tset")).unwrap_err();
        assert!(
            message.starts_with("there is no task `tset`\n"),
            "{message}"
        );
        assert!(message.ends_with(&help()), "{message}");
    }

    #[test]
    fn stray_arguments_are_refused() {
        let message = dispatch(&words("layers core")).unwrap_err();
        assert_eq!(message, "this task takes no arguments, but got `core`");
    }

    #[test]
    fn packages_are_installed_unless_an_option_says_no() {
        let parse = |text| missing_packages(&words(text), NO_PACKAGES);
        assert_eq!(parse(""), Ok(packages::Missing::Install));
        assert_eq!(parse("--no-packages"), Ok(packages::Missing::List));
        // A misspelt option must not install anything.
        for (task, option) in [("test --list", "--list"), ("packages --lsit", "--lsit")] {
            let message = dispatch(&words(task)).unwrap_err();
            assert!(
                message.ends_with(&format!("but got `{option}`")),
                "{message}"
            );
        }
        assert!(parse("--no-packages now").is_err());
    }
}
