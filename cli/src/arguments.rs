//! The command line.

use crate::calc::{self, Calc};
use crate::suggest;
use crate::words::{described, text, value};
use fusus_core::backend::{self, Backend};
use fusus_core::cluster::{COSTS, STRATEGIES, cost, strategy};
use fusus_core::explain::Overrides;
use lexopt::{Arg, Parser};
use std::ffi::OsString;
use std::path::PathBuf;

/// The output of `fusus --help`.
pub(crate) const HELP: &str = "\
Explains the array programs in a Rust file: every `cnf!` and every function
under `#[fused]`. It says which loops a program becomes, and why.

usage: fusus plan FILE.rs [OPTION…]
       fusus calc FILE.csv [FORMULA…]

The second one computes formulas over the columns of a CSV file, and
`fusus calc --help` explains it. Options of the first one:

  --program NAME   only the program of this name; programs of the expression
                   form are named FILE:LINE
  --strategy S     choose the loops by another strategy, to compare plans:
                     optimal     the plan of the least objective (the default),
                                 found by branch and bound
                     paper       the same by the narrower rules of the paper:
                                 Robinson et al., Fusing Filters with Integer
                                 Linear Programming (2014)
                     greedy      merges the two loops that save most, again
                     linear      merges neighbours, in the order of the program
                     imperative  merges loops over arrays of one size only
                     stream      merges an operation into the only one that
                                 reads its result
                     unfused     has a loop for each combinator
  --cost C         compare plans by this objective:
                     paper       that of Robinson et al. (the default)
                     bytes       the memory that loops read and write
                     traffic     the same, each array once a loop: for programs
                                 of cnf! it is the same
                     contract    the arrays that are stored
                     locality    the uses of an array in different loops
                     weighted    locality before contract before loops; these
                                 are of Kristensen et al., Fusion of Array
                                 Operations at Runtime (2016)
                     messages    paper, with the messages between processes in
                                 the place of loops

  --backend B      plan functions as if they said #[backend(B)]: cpu, sequential,
                   ocl or mpi, of which the plan has the messages of each loop

  --json           print the plans as JSON
  --dot            print the data flow for Graphviz
  --svg OUT        draw one program into the file OUT, or to - for standard output
  --schedule       print how the loops are run: on the CPU their blocks, passes,
                   reductions and scans; on a device their tiles and levels
  --code BACKEND   print the generated code for cpu, sequential, ocl or mpi

  --help           print this
  --version        print the version

The objective of a plan is its price; less is better. With n bindings, n*n is
paid for each two operations that could share a loop and an array, and do not;
1 if they share no array; and n for each array that is stored although it need
not be. Built with the feature `coin_cbc`, the command asks the solver Coin CBC,
which must be installed, where its own search runs out of time.

The exit code is 1 when a program has mistakes, and 2 when the command does.
";

/// The request of the user.
#[derive(Debug, PartialEq)]
pub(crate) enum Request {
    Help,
    Version,
    Explain(Explain),
    Calc(Calc),
    CalcHelp,
}

/// `fusus plan`
#[derive(Debug, PartialEq)]
pub(crate) struct Explain {
    pub(crate) file: PathBuf,
    pub(crate) program: Option<String>,
    pub(crate) overrides: Overrides,
    pub(crate) show: Show,
}

/// The form in which plans are shown.
#[derive(Debug, PartialEq)]
pub(crate) enum Show {
    Text,
    Json,
    Dot,
    Svg(PathBuf),
    Schedule,
    Code(&'static dyn Backend),
}

const OPTIONS: &[&str] = &[
    "program", "strategy", "cost", "backend", "json", "dot", "svg", "schedule", "code", "help",
    "version",
];

/// Understands the command line, whose first word is the program itself.
pub(crate) fn parse(words: impl IntoIterator<Item = OsString>) -> Result<Request, String> {
    let mut words = Parser::from_iter(words);
    let mut file: Option<PathBuf> = None;
    let mut program = None;
    let mut overrides = Overrides::default();
    let mut show: Vec<(&'static str, Show)> = Vec::new();
    let mut command = false;
    while let Some(word) = words.next().map_err(described)? {
        match word {
            Arg::Short('h') | Arg::Long("help") => return Ok(Request::Help),
            Arg::Short('V') | Arg::Long("version") => return Ok(Request::Version),
            Arg::Value(word) if !command => {
                let word = text(word)?;
                match word.as_str() {
                    "plan" => command = true,
                    "calc" => {
                        let request = calc::parse(&mut words)?;
                        return Ok(request.map_or(Request::CalcHelp, Request::Calc));
                    }
                    "help" => return Ok(Request::Help),
                    other => {
                        return Err(format!(
                            "there is no command `{other}`{}; `fusus --help` explains the command",
                            suggest::among(other, ["plan", "calc", "help"].into_iter())
                        ));
                    }
                }
            }
            Arg::Value(word) => {
                if let Some(file) = &file {
                    return Err(format!(
                        "one file at a time, please: {} or {}",
                        file.display(),
                        PathBuf::from(word).display()
                    ));
                }
                file = Some(word.into());
            }
            Arg::Long("program") => program = Some(value(&mut words)?),
            Arg::Long("strategy") => {
                let name = value(&mut words)?;
                overrides.strategy = Some(match strategy(&name) {
                    Some(strategy) => strategy.name().to_owned(),
                    None => return Err(unknown("strategy", &name, &strategies())),
                });
            }
            Arg::Long("cost") => {
                let name = value(&mut words)?;
                overrides.cost = Some(match cost(&name) {
                    Some(cost) => cost.name().to_owned(),
                    None => return Err(unknown("cost model", &name, COSTS)),
                });
            }
            Arg::Long("backend") => {
                overrides.backend = Some(backend(&value(&mut words)?)?.name().to_owned());
            }
            Arg::Long("json") => show.push(("--json", Show::Json)),
            Arg::Long("dot") => show.push(("--dot", Show::Dot)),
            Arg::Long("svg") => {
                let out = words.value().map_err(described)?;
                show.push(("--svg", Show::Svg(out.into())));
            }
            Arg::Long("schedule") => show.push(("--schedule", Show::Schedule)),
            Arg::Long("code") => {
                let backend = backend(&value(&mut words)?)?;
                show.push(("--code", Show::Code(backend)));
            }
            Arg::Long(other) => {
                let near = suggest::nearest(other, OPTIONS.iter().copied());
                let near = near.map_or(String::new(), |near| format!("; did you mean `--{near}`?"));
                return Err(format!("there is no option `--{other}`{near}"));
            }
            Arg::Short(other) => return Err(format!("there is no option `-{other}`")),
        }
    }
    if !command {
        return Err("say what to do: fusus plan FILE.rs; `fusus --help` says more".to_owned());
    }
    let file = file.ok_or("say which file to explain: fusus plan FILE.rs")?;
    if let [(first, _), .., (second, _)] = &show[..] {
        return Err(format!("{first} and {second} exclude each other"));
    }
    Ok(Request::Explain(Explain {
        file,
        program,
        overrides,
        show: show.pop().map_or(Show::Text, |(_, show)| show),
    }))
}

/// The names of all strategies.
fn strategies() -> Vec<&'static str> {
    STRATEGIES.iter().map(|strategy| strategy.name()).collect()
}

fn backend(name: &str) -> Result<&'static dyn Backend, String> {
    backend::named(name).ok_or_else(|| unknown("backend", name, &backend::names()))
}

fn unknown(what: &str, name: &str, names: &[&str]) -> String {
    let near = suggest::among(name, names.iter().copied());
    format!("there is no {what} `{name}`{near}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Request, String> {
        parse(line.split_whitespace().map(OsString::from))
    }

    #[test]
    fn the_whole_line() {
        let line =
            "fusus plan a.rs --program p --strategy stream --cost=paper --backend mpi --code cpu";
        assert_eq!(
            parsed(line),
            Ok(Request::Explain(Explain {
                file: "a.rs".into(),
                program: Some("p".to_owned()),
                overrides: Overrides {
                    strategy: Some("stream".to_owned()),
                    cost: Some("paper".to_owned()),
                    backend: Some("mpi".to_owned()),
                },
                show: Show::Code(backend::DEFAULT),
            }))
        );
    }

    #[test]
    fn help_wins() {
        assert_eq!(parsed("fusus plan --help"), Ok(Request::Help));
        assert_eq!(parsed("fusus help"), Ok(Request::Help));
        assert_eq!(parsed("fusus -V"), Ok(Request::Version));
    }

    #[test]
    fn old_names_of_strategies_and_costs_are_accepted() {
        for (old, new) in [
            ("--strategy ilp", "--strategy optimal"),
            ("--strategy robinson", "--strategy paper"),
            ("--cost robinson", "--cost paper"),
        ] {
            let request = |option: &str| parsed(&format!("fusus plan a.rs {option}"));
            assert!(request(new).is_ok(), "{new}");
            assert_eq!(request(old), request(new), "{old}");
        }
    }

    #[test]
    fn help_lists_every_strategy_cost_and_backend() {
        let words: Vec<&str> = HELP.split([' ', ',', ':', '\n']).collect();
        for name in strategies().iter().chain(COSTS) {
            assert!(words.contains(name), "{name}");
        }
        assert!(backend::names().iter().all(|name| words.contains(name)));
        assert!(
            OPTIONS
                .iter()
                .all(|option| HELP.contains(&format!("--{option}")))
        );
    }

    #[test]
    fn mistakes_are_named() {
        for (line, message) in [
            (
                "fusus",
                "say what to do: fusus plan FILE.rs; `fusus --help` says more",
            ),
            (
                "fusus plan",
                "say which file to explain: fusus plan FILE.rs",
            ),
            (
                "fusus plna a.rs",
                "there is no command `plna`; did you mean `plan`?; `fusus --help` explains the command",
            ),
            (
                "fusus plan a.rs b.rs",
                "one file at a time, please: a.rs or b.rs",
            ),
            (
                "fusus plan a.rs --jsno",
                "there is no option `--jsno`; did you mean `--json`?",
            ),
            ("fusus plan a.rs -x", "there is no option `-x`"),
            (
                "fusus plan a.rs --svg",
                "`--svg` needs a value; `fusus --help` lists the options",
            ),
            ("fusus plan a.rs --json=1", "`--json` takes no value"),
            (
                "fusus plan a.rs --json --dot",
                "--json and --dot exclude each other",
            ),
            (
                "fusus plan a.rs --strategy steam",
                "there is no strategy `steam`; did you mean `stream`?",
            ),
            (
                "fusus plan a.rs --cost x",
                "there is no cost model `x`; there is `paper`, `bytes`, `traffic`, `contract`, `locality`, `weighted`, `messages`",
            ),
            (
                "fusus plan a.rs --code gpu",
                "there is no backend `gpu`; did you mean `cpu`?",
            ),
        ] {
            assert_eq!(parsed(line), Err(message.to_owned()), "{line}");
        }
    }
}
