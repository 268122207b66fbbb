//! A place to compile crates of programs and run them.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::{env, fs, io, thread};

use crate::check::Tally;
use crate::emit::{self, Prepared};
use crate::patience::{LOOK, Patience};

/// The profile in which crates of programs are compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speed {
    /// Quickly, with the assertions of debug builds.
    Checked,
    /// With optimisation and without assertions, which brings in the loops for
    /// wide instructions.
    Fast,
}

/// The crates of the compiler, but for the one that runs programs by their meaning.
const COMPILER: [&str; 9] = [
    "fusus-cluster",
    "fusus-core",
    "fusus-front",
    "fusus-loops",
    "fusus-nests",
    "fusus-sums",
    "proc-macro2",
    "quote",
    "syn",
];

/// The folder in which crates are compiled and run.
#[derive(Clone, Debug)]
pub struct Bench {
    root: PathBuf,
    folder: PathBuf,
    /// The name of its crates. All benches share what stands above the programs, and one of
    /// another name would replace what this one has compiled before it is copied.
    package: String,
    jobs: usize,
}

/// The outcome of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All forms agree.
    Right(Tally),
    /// They do not, or the program ended in another way.
    Wrong(String),
}

/// A compiled crate.
#[derive(Clone, Debug)]
pub struct Binary {
    path: PathBuf,
}

impl Bench {
    /// A place of the given name under `target/random` of the workspace.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn new(name: &str, jobs: usize) -> io::Result<Bench> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .ancestors()
            .nth(2)
            .expect("this package lies two folders below the workspace")
            .to_owned();
        let folder = root.join("target/random").join(name);
        fs::create_dir_all(folder.join("src"))?;
        let bench = Bench {
            root,
            folder,
            package: format!("programs-{name}"),
            jobs,
        };
        // The versions that everything else is tested with.
        fs::copy(
            bench.root.join("Cargo.lock"),
            bench.folder.join("Cargo.lock"),
        )?;
        Ok(bench)
    }

    fn manifest(&self, speed: Speed) -> String {
        let path = |part: &str| self.root.join(part).display().to_string();
        // The code above the programs is compiled once for both, and for the macro, which is why
        // everything is said of it. `syn` and the dependency of builds turn features on for the one
        // that the other one has. To optimise the compiler would take as long as some hundred
        // programs; the interpreter, which runs them, is optimised.
        let (level, assertions) = match speed {
            Speed::Checked => (0, true),
            Speed::Fast => (1, false),
        };
        let compiler =
            COMPILER.map(|name| format!("\n[profile.dev.package.{name}]\nopt-level = 0\n"));
        let compiler = compiler.concat();
        format!(
            "[package]
name = {:?}
version = \"0.0.0\"
edition = \"2024\"
publish = false

[dependencies]
fusus = {{ path = {:?}, features = [\"mpi-threads\", \"ocl\"] }}
fusus-random = {{ path = {:?} }}
syn = \"3\"

[build-dependencies]
fusus-core = {{ path = {:?}, features = [\"report\"] }}

[workspace]

[profile.dev]
opt-level = {level}
debug = false
debug-assertions = {assertions}
overflow-checks = false
incremental = false
codegen-units = 16
lto = \"off\"

[profile.dev.package.\"*\"]
opt-level = 1
debug-assertions = false

[profile.dev.package.fusus-cpu]
debug-assertions = {assertions}

[profile.dev.build-override]
opt-level = 1
debug-assertions = false
codegen-units = 16
{compiler}",
            self.package,
            path(""),
            path("tests/random"),
            path("core"),
        )
    }

    /// Compiles programs into one crate.
    ///
    /// # Errors
    ///
    /// What rustc or cargo say.
    pub fn build(&self, programs: &[Prepared], speed: Speed) -> Result<Binary, String> {
        let fail = |error: io::Error| format!("cannot write the crate: {error}");
        fs::write(self.folder.join("Cargo.toml"), self.manifest(speed)).map_err(fail)?;
        fs::write(self.folder.join("src/main.rs"), emit::file(programs)).map_err(fail)?;
        let target = self.root.join("target/random/target");
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let output = Command::new(cargo)
            .args(["build", "--quiet", "--color=never"])
            .arg(format!("--jobs={}", self.jobs))
            .arg("--manifest-path")
            .arg(self.folder.join("Cargo.toml"))
            .env("CARGO_TARGET_DIR", &target)
            // The variables that an outer cargo has set for this package are not for that one.
            .env_remove("CARGO_MANIFEST_DIR")
            .env_remove("RUSTFLAGS")
            .output()
            .map_err(|error| format!("cargo cannot be run: {error}"))?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        // The next build would overwrite it while it runs.
        let path = self.folder.join("programs");
        let fresh = self.folder.join("programs.new");
        fs::copy(target.join("debug").join(&self.package), &fresh).map_err(fail)?;
        fs::rename(&fresh, &path).map_err(fail)?;
        Ok(Binary { path })
    }
}

impl Binary {
    /// Runs programs by name.
    #[must_use]
    pub fn run(&self, names: &[String]) -> Vec<(String, Verdict)> {
        let mut verdicts: Vec<(String, Verdict)> = Vec::new();
        loop {
            let rest: Vec<&String> = names
                .iter()
                .filter(|name| verdicts.iter().all(|(known, _)| known != *name))
                .collect();
            if rest.is_empty() {
                return verdicts;
            }
            self.run_some(&rest, &mut verdicts);
        }
    }

    /// Runs programs until one ends the process.
    fn run_some(&self, names: &[&String], verdicts: &mut Vec<(String, Verdict)>) {
        let before = verdicts.len();
        let mut child = match Command::new(&self.path)
            .args(names.iter().map(OsStr::new))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
        {
            Ok(child) => child,
            Err(error) => {
                let wrong = Verdict::Wrong(format!("cannot be run: {error}"));
                verdicts.extend(names.iter().map(|name| ((*name).clone(), wrong.clone())));
                return;
            }
        };
        let stdout = child.stdout.take().expect("it is piped");
        let (sender, receiver) = mpsc::channel();
        let reader = thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let mut running: Option<String> = None;
        let mut wrong: Option<String> = None;
        let mut end = "ended";
        let mut patience = Patience::with(child.id());
        loop {
            let line = match receiver.recv_timeout(LOOK) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) if !patience.is_over() => continue,
                Err(RecvTimeoutError::Timeout) => {
                    end = "still ran after two minutes";
                    // It may be gone already.
                    let _ = child.kill();
                    break;
                }
                Err(RecvTimeoutError::Disconnected) => break,
            };
            if let Some(text) = &mut wrong {
                if line.starts_with("end ") {
                    let name = running.take().expect("something has failed");
                    verdicts.push((name, Verdict::Wrong(std::mem::take(text))));
                    wrong = None;
                } else {
                    text.push('\n');
                    text.push_str(&line);
                }
                continue;
            }
            let mut words = line.split(' ');
            match words.next() {
                Some("start") => {
                    running = words.next().map(str::to_owned);
                    patience = Patience::with(child.id());
                }
                Some("ok") => {
                    let name = words.next().unwrap_or_default().to_owned();
                    verdicts.push((name, Verdict::Right(tally(words))));
                    running = None;
                }
                Some("FAILED") => {
                    let _ = words.next();
                    wrong = Some(words.collect::<Vec<_>>().join(" "));
                }
                _ => {}
            }
        }
        let status = child.wait();
        let _ = reader.join();
        let how = match status {
            Ok(status) => format!("the process {end} with {status}"),
            Err(error) => format!("the process {end}: {error}"),
        };
        match running {
            Some(name) => verdicts.push((name, Verdict::Wrong(wrong.unwrap_or(how)))),
            // It ended before the first: as good as any is the first.
            None if verdicts.len() == before => {
                verdicts.push((names[0].clone(), Verdict::Wrong(how)));
            }
            None => {}
        }
    }
}

fn tally<'w>(words: impl Iterator<Item = &'w str>) -> Tally {
    let numbers: Vec<usize> = words.map(|word| word.parse().unwrap_or(0)).collect();
    let at = |index: usize| numbers.get(index).copied().unwrap_or(0);
    Tally {
        runs: at(0),
        rounds: at(1),
        numbers: at(2),
        bounded: at(3),
        unbounded: at(4),
        errors: at(5),
    }
}
