//! The command line of benchmarks that hold races over several sizes:
//! `[ROUNDS [PART-OF-A-NAME [SIZE…]]]`.

use std::env;
use std::process::ExitCode;
use std::time::Duration;

use crate::race::{Aim, Outcome, Timing};
use crate::table;

/// The races that were asked for, and the outcomes of those that were held.
#[derive(Debug)]
pub struct Asked {
    /// Times, or results.
    pub aim: Aim,
    /// A part of their names.
    pub name: String,
    /// The names, sizes and outcomes.
    pub rows: Vec<(&'static str, usize, Outcome)>,
}

/// Sizes where none is asked for, and the time for a race.
#[derive(Clone, Copy, Debug)]
pub struct Defaults<'s> {
    /// Sizes to take times of.
    pub timed: &'s [usize],
    /// Sizes to compare results of.
    pub checked: &'s [usize],
    /// The time for a race.
    pub budget: Duration,
}

/// Holds the races of each size that was asked for, and prints a table of fusus against some columns:
/// of times under `cargo bench`; otherwise results are compared.
pub fn hold(
    defaults: Defaults<'_>,
    against: &[&'static str],
    races: impl Fn(&mut Asked, usize),
) -> ExitCode {
    match read(defaults) {
        Ok((mut asked, sizes)) => {
            for size in sizes {
                races(&mut asked, size);
            }
            if asked.aim != Aim::Check {
                let table = table::against(&asked.rows, against);
                println!("{} threads\n\n{table}", rayon::current_num_threads());
            }
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The races to hold, and their sizes.
fn read(defaults: Defaults<'_>) -> Result<(Asked, Vec<usize>), String> {
    let number = |text: String| {
        text.parse::<usize>()
            .map_err(|_| format!("`{text}` is no number; usage: [ROUNDS [PART-OF-A-NAME [SIZE…]]]"))
    };
    let mut arguments = env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with("--"));
    let rounds = arguments.next().map_or(Ok(15), number)?;
    let name = arguments.next().unwrap_or_default();
    let sizes = arguments.map(number).collect::<Result<Vec<_>, _>>()?;
    let is_timed = env::args().any(|argument| argument == "--bench");
    let aim = match is_timed {
        true => Aim::Time(Timing {
            rounds,
            sample: Duration::from_millis(2),
            budget: defaults.budget,
        }),
        false => Aim::Check,
    };
    let sizes = match (sizes.is_empty(), is_timed) {
        (false, _) => sizes,
        (true, true) => defaults.timed.to_vec(),
        (true, false) => defaults.checked.to_vec(),
    };
    let rows = Vec::new();
    Ok((Asked { aim, name, rows }, sizes))
}
