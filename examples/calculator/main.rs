//! A calculator over the columns of CSV files, the flights and the cities or those that it is given:
//! formulas that a user types, planned and fused when they are typed.
//!
//! ```console
//! $ cargo run --release --features lazy --example calculator                       # a session, with checks
//! $ cargo run --release --features lazy --example calculator -- type               # type formulas
//! $ cargo run --release --features lazy --example calculator -- type FILE.csv …    # over other files
//! ```
//!
//! `fusus calc` is a larger one, over one file.

mod answers;
mod table;

use std::env;
use std::error::Error;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use answers::{BARS, answer, summary};
use common::report::{self, fastest};
use common::{Report, cities, flights};
use fusus::lazy::{Column, Env, Formula};

/// The folder of `flights.csv` and `cities.csv`.
const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/data");

fn main() -> ExitCode {
    let mut arguments = env::args_os().skip(1);
    if arguments.next().is_some_and(|first| first == "type") {
        let files: Vec<PathBuf> = arguments.map(PathBuf::from).collect();
        return match typed(&files) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("error: {error}");
                ExitCode::FAILURE
            }
        };
    }
    report::run("calculator", "formulas over the columns of tables", session)
}

/// The columns of the files, by their names.
fn columns(files: &[PathBuf]) -> Result<Env, Box<dyn Error>> {
    let mut env = Env::new();
    for file in files {
        for (name, cells) in table::read(file)? {
            let name = free(&env, &name, file);
            match cells.column() {
                Ok(column) => env.set(name, column),
                Err(reason) => env.exclude(name, reason),
            }
        }
    }
    Ok(env)
}

/// A name for a column: that in its header, with underscores for what no name has, behind the name of
/// its file if another one has it.
fn free(env: &Env, header: &str, file: &Path) -> String {
    let plain = |text: &str| text.replace(|c: char| !c.is_alphanumeric(), "_");
    let name = plain(header);
    let file = file.file_stem().unwrap_or_default().to_string_lossy();
    match env.get(&name) {
        Some(_) => format!("{}_{name}", plain(&file)),
        None if name.starts_with(|c: char| c.is_alphabetic()) => name,
        None => format!("c_{name}"),
    }
}

fn tables() -> [PathBuf; 2] {
    ["flights.csv", "cities.csv"].map(|name| Path::new(DATA).join(name))
}

/// Reads formulas line by line, and shows what they come to.
fn typed(files: &[PathBuf]) -> Result<(), Box<dyn Error>> {
    let mut env = match files {
        [] => columns(&tables())?,
        _ => columns(files)?,
    };
    print!("{}", summary(&mut env)?);
    println!("type a formula, `plan` or `plot` and a formula, or an empty line to end");
    let mut lines = io::stdin().lock().lines();
    loop {
        print!("> ");
        io::stdout().flush()?;
        let line = match lines.next().transpose()? {
            Some(line) if !line.trim().is_empty() => line,
            _ => return Ok(()),
        };
        match answer(&mut env, &line) {
            Ok(text) => println!("{text}"),
            Err(error) => println!("{error}"),
        }
    }
}

/// The delay of flights that are later than a quarter of an hour, by hand.
fn by_hand(delays: &[i16]) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for &delay in delays.iter().filter(|delay| **delay > 15) {
        sum += f64::from(delay);
        count += 1.0;
    }
    sum / count
}

const LATE: &str = "mean(delay_min[delay_min > 15])";

fn session(report: &mut Report) -> Result<(), Box<dyn Error>> {
    let mut env = columns(&tables())?;
    for line in [
        LATE,
        "late = delay_min > 15; count(late) as f64 / len(late) as f64",
        "evening = hour >= 18; mean(delay_min[evening]) - mean(delay_min[!evening])",
        "count(lat < 0)",
        "turn = pi / 180; mean(sin(turn * lat))",
    ] {
        report.result(line, answer(&mut env, line)?);
    }
    report.check(
        "every column has a line",
        summary(&mut env)?.lines().count() == env.names().count(),
    );
    read_as_it_stands(report, &mut env)?;
    let plotted = answer(&mut env, "plot delay_min[delay_min > 15]")?;
    let counts = plotted
        .lines()
        .filter_map(|line| line.split(' ').next_back()?.parse::<f64>().ok());
    let plotted: f64 = counts.take(BARS).sum();
    report.check(
        "a plot has all elements",
        answer(&mut env, "count(delay_min > 15)")?.starts_with(&plotted.to_string()),
    );
    for (what, line, help) in [
        (
            "a wrong name has a help",
            "mean(delay_mni)",
            "did you mean `delay_min`?",
        ),
        (
            "texts have no mean",
            "mean(country)",
            "it has texts, such as `AD` in line 2",
        ),
        ("tables have lengths of their own", "lat + hour", "1711"),
    ] {
        let mistake = answer(&mut env, line).map_err(|error| error.to_string());
        report.check(what, mistake.is_err_and(|message| message.contains(help)));
    }
    let delays = flights::all()?.delays;
    let formula = Formula::parse(LATE)?;
    let column = Column::from(delays.clone());
    let lazy = || -> Result<f64, Box<dyn Error>> {
        Ok(formula
            .apply([("delay_min", &column)])?
            .item()?
            .cast::<f64>())
    };
    let (expected, by_hand_took) = fastest(5, || by_hand(&delays));
    let (found, lazy_took) = fastest(5, || lazy().unwrap_or(f64::NAN));
    report.check(
        "late flights are as late as a loop finds them",
        found == expected,
    );
    report.times(&[("a loop by hand", by_hand_took), ("the formula", lazy_took)]);
    Ok(())
}

/// Compares the columns with every hundredth row of the files with all rows.
fn read_as_it_stands(report: &mut Report, env: &mut Env) -> Result<(), Box<dyn Error>> {
    let (flights, cities) = (flights::all()?, cities::all()?);
    env.set(
        "all_delays",
        flights
            .delays
            .iter()
            .step_by(100)
            .copied()
            .collect::<Vec<i16>>(),
    );
    env.set(
        "all_minutes",
        flights
            .minutes
            .iter()
            .step_by(100)
            .copied()
            .collect::<Vec<u16>>(),
    );
    env.set(
        "all_lat",
        cities
            .iter()
            .step_by(100)
            .map(|city| city.y)
            .collect::<Vec<f64>>(),
    );
    let flights =
        "all(delay_min == all_delays as i64) && all(round(hour * 60) == all_minutes as f64)";
    let cities = "all(abs(lat - all_lat) < 1e-9)";
    for formula in [flights, cities] {
        let is_equal = answer(env, formula)?;
        report.check(
            "the rows are those of the whole table",
            is_equal.starts_with("true"),
        );
    }
    Ok(())
}
