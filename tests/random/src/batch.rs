//! The main function of a generated crate.

use std::io::Write as _;
use std::process::ExitCode;
use std::{env, panic};

use crate::case::Case;
use crate::check::check;

/// Runs the cases whose names are arguments, or all, and prints a line for
/// each before and after.
#[must_use]
pub fn main(cases: &[&Case]) -> ExitCode {
    // Panics are results here.
    panic::set_hook(Box::new(|_| {}));
    let names: Vec<String> = env::args().skip(1).collect();
    let mut failed = false;
    for case in cases {
        if !names.is_empty() && !names.iter().any(|name| name == case.name) {
            continue;
        }
        say(&format!("start {}", case.name));
        let outcome = panic::catch_unwind(|| check(case))
            .unwrap_or_else(|_| Err("the comparison itself panicked".to_owned()));
        match outcome {
            Ok(tally) => say(&format!(
                "ok {} {} {} {} {} {} {}",
                case.name,
                tally.runs,
                tally.rounds,
                tally.numbers,
                tally.bounded,
                tally.unbounded,
                tally.errors
            )),
            Err(what) => {
                failed = true;
                say(&format!("FAILED {} {what}\nend {}", case.name, case.name));
            }
        }
    }
    match failed {
        true => ExitCode::FAILURE,
        false => ExitCode::SUCCESS,
    }
}

/// Prints a line that is seen even if the process ends with the next.
fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    let written = writeln!(out, "{line}").and_then(|()| out.flush());
    written.expect("standard output takes lines");
}
