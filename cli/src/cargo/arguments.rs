//! The command line of `cargo fusus`.

use crate::suggest;
use lexopt::{Arg, Parser, ValueExt};
use std::ffi::OsString;
use std::path::PathBuf;

/// The output of `cargo fusus --help`.
pub(super) const HELP: &str = "\
Explains the array programs of a package: every `cnf!` and every function under
`#[fused]` in the files of its targets.

usage: cargo fusus plan [OPTION…]
       cargo fusus report [OPTION…]

  plan             print a line for each program: its loops, the arrays that it
                   never stores, the objective (the price of the plan, which
                   `fusus plan --help` explains), and whether it is optimal
  report           write a page with every program's source, graph, loops and
                   generated code, to be opened in a browser

  -p, --package P  the programs of this package; may be repeated
  --workspace      the programs of all packages of the workspace
  --manifest-path PATH
                   the Cargo.toml to start from
  --json           with plan: print the plans as JSON
  --out FILE       with report: write it here, and not to
                   target/fusus/report.html

  --help           print this
  --version        print the version

The exit code is 1 when a program has mistakes, and 2 when the command does.
";

/// The request of the user.
#[derive(Debug, PartialEq)]
pub(super) enum Task {
    Help,
    Version,
    Explain(Request),
}

/// `cargo fusus plan` or `cargo fusus report`
#[derive(Debug, Default, PartialEq)]
pub(super) struct Request {
    /// A page instead of a summary.
    pub(super) report: bool,
    pub(super) packages: Vec<String>,
    pub(super) workspace: bool,
    pub(super) manifest: Option<PathBuf>,
    pub(super) json: bool,
    pub(super) out: Option<PathBuf>,
}

const OPTIONS: &[&str] = &[
    "package",
    "workspace",
    "manifest-path",
    "json",
    "out",
    "help",
    "version",
];

/// Understands the command line. Cargo puts the word `fusus` first.
pub(super) fn parse(words: impl IntoIterator<Item = OsString>) -> Result<Task, String> {
    let mut words = words.into_iter();
    let program = words.next();
    let mut rest = words.peekable();
    rest.next_if(|word| word == "fusus");
    let mut words = Parser::from_iter(program.into_iter().chain(rest));
    let mut request = Request::default();
    let mut command: Option<String> = None;
    while let Some(word) = words.next().map_err(|error| error.to_string())? {
        match word {
            Arg::Short('h') | Arg::Long("help") => return Ok(Task::Help),
            Arg::Short('V') | Arg::Long("version") => return Ok(Task::Version),
            Arg::Short('p') | Arg::Long("package") => request.packages.push(text(&mut words)?),
            Arg::Long("workspace") => request.workspace = true,
            Arg::Long("manifest-path") => request.manifest = Some(text(&mut words)?.into()),
            Arg::Long("json") => request.json = true,
            Arg::Long("out") => request.out = Some(text(&mut words)?.into()),
            Arg::Value(word) => {
                let word = word.string().map_err(|error| error.to_string())?;
                match (&command, word.as_str()) {
                    (None, "help") => return Ok(Task::Help),
                    (None, "plan" | "report") => command = Some(word),
                    (None, other) => {
                        let near = suggest::among(other, ["plan", "report"].into_iter());
                        return Err(format!("there is no command `{other}`{near}"));
                    }
                    (Some(_), other) => {
                        return Err(format!(
                            "`{other}` is one thing too many; files are explained by `fusus plan FILE.rs`"
                        ));
                    }
                }
            }
            Arg::Long(other) => {
                let near = suggest::nearest(other, OPTIONS.iter().copied());
                let near = near.map_or(String::new(), |near| format!("; did you mean `--{near}`?"));
                return Err(format!("there is no option `--{other}`{near}"));
            }
            Arg::Short(other) => return Err(format!("there is no option `-{other}`")),
        }
    }
    let Some(command) = command else {
        return Err("say what to do: cargo fusus plan, or cargo fusus report".to_owned());
    };
    request.report = command == "report";
    match (request.report, request.json, &request.out) {
        (true, true, _) => Err("`--json` belongs to `cargo fusus plan`".to_owned()),
        (false, _, Some(_)) => Err("`--out` belongs to `cargo fusus report`".to_owned()),
        _ => Ok(Task::Explain(request)),
    }
}

fn text(words: &mut Parser) -> Result<String, String> {
    let word = words.value().map_err(|error| error.to_string())?;
    word.string().map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Task, String> {
        parse(line.split_whitespace().map(OsString::from))
    }

    #[test]
    fn with_and_without_cargo() {
        let expected = Request {
            packages: vec!["a".to_owned(), "b".to_owned()],
            json: true,
            ..Request::default()
        };
        let line = "plan -p a --package b --json";
        for program in ["cargo-fusus fusus", "cargo-fusus"] {
            let expected = Request {
                packages: expected.packages.clone(),
                ..Request {
                    json: true,
                    ..Request::default()
                }
            };
            assert_eq!(
                parsed(&format!("{program} {line}")),
                Ok(Task::Explain(expected))
            );
        }
        let expected = Request {
            report: true,
            workspace: true,
            out: Some("a.html".into()),
            ..Request::default()
        };
        let line = "cargo-fusus fusus report --workspace --out a.html";
        assert_eq!(parsed(line), Ok(Task::Explain(expected)));
    }

    #[test]
    fn help_lists_every_option() {
        assert!(
            OPTIONS
                .iter()
                .all(|option| HELP.contains(&format!("--{option}")))
        );
        assert_eq!(parsed("cargo-fusus fusus report --help"), Ok(Task::Help));
    }

    #[test]
    fn mistakes_are_named() {
        for (line, message) in [
            (
                "",
                "say what to do: cargo fusus plan, or cargo fusus report",
            ),
            ("plna", "there is no command `plna`; did you mean `plan`?"),
            (
                "plan a.rs",
                "`a.rs` is one thing too many; files are explained by `fusus plan FILE.rs`",
            ),
            ("report --json", "`--json` belongs to `cargo fusus plan`"),
            ("plan --out a", "`--out` belongs to `cargo fusus report`"),
            (
                "plan --packge a",
                "there is no option `--packge`; did you mean `--package`?",
            ),
        ] {
            assert_eq!(
                parsed(&format!("cargo-fusus fusus {line}")),
                Err(message.to_owned())
            );
        }
    }
}
