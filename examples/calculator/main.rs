//! A calculator over the columns of two tables, the flights and the cities: formulas that a user
//! types, planned and fused when they are typed.
//!
//! ```console
//! $ cargo run --release --features lazy --example calculator            # a session, with checks
//! $ cargo run --release --features lazy --example calculator -- type    # type formulas
//! ```

use std::env;
use std::error::Error;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use common::report::{self, fastest};
use common::{Report, cities, flights};
use fusus::lazy::{Column, ElementType, Env, Formula};

fn main() -> ExitCode {
    if env::args().nth(1).as_deref() == Some("type") {
        return match typed() {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("error: {error}");
                ExitCode::FAILURE
            }
        };
    }
    report::run("calculator", "formulas over the columns of tables", session)
}

/// The columns of both tables, by their names.
fn columns() -> Result<Env, Box<dyn Error>> {
    let (flights, cities) = (flights::all()?, cities::all()?);
    let mut env = Env::new();
    env.set("delay", flights.delays);
    env.set("miles", flights.miles);
    env.set("minute", flights.minutes);
    env.set(
        "lng",
        cities.iter().map(|city| city.x).collect::<Vec<f64>>(),
    );
    env.set(
        "lat",
        cities.iter().map(|city| city.y).collect::<Vec<f64>>(),
    );
    Ok(env)
}

/// Reads formulas line by line, and shows what they come to.
fn typed() -> Result<(), Box<dyn Error>> {
    let mut env = columns()?;
    let names: Vec<&str> = env.names().collect();
    println!("columns: {}", names.join(", "));
    println!("type a formula, `plan` and a formula, or an empty line to end");
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

/// The answer to a line.
fn answer(env: &mut Env, line: &str) -> Result<String, Box<dyn Error>> {
    if let Some(formula) = line.trim().strip_prefix("plan ") {
        return match env.run(formula)? {
            Some(column) => Ok(column.plan()?.to_string()),
            None => Ok("a binding is planned when it is used".to_owned()),
        };
    }
    match env.run(line)? {
        Some(column) => shown(&column),
        None => Ok(String::new()),
    }
}

/// A number, or an array with its statistics.
fn shown(column: &Column) -> Result<String, Box<dyn Error>> {
    let elements = column.eval()?;
    let len = elements.len()?;
    if len < 2 || elements.ty() == ElementType::Bool {
        return Ok(format!("{elements}: {}", elements.ty()));
    }
    let of = |text: &str| -> Result<f64, Box<dyn Error>> {
        let number = Formula::parse(text)?.apply([("x", &elements)])?.item()?;
        Ok(number.cast::<f64>())
    };
    let (least, mean, most) = (of("min(x)")?, of("mean(x)")?, of("max(x)")?);
    let ty = elements.ty();
    Ok(format!(
        "{elements}: {len} of {ty}, {least} to {most}, mean {mean:.3}"
    ))
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

const LATE: &str = "mean(delay[delay > 15])";

fn session(report: &mut Report) -> Result<(), Box<dyn Error>> {
    let mut env = columns()?;
    for line in [
        LATE,
        "late = delay > 15; count(late) as f64 / len(delay) as f64",
        "evening = minute >= 18 * 60; mean(delay[evening]) - mean(delay[!evening])",
        "count(lat < 0)",
        "turn = pi / 180; mean(sin(turn * lat))",
    ] {
        report.result(line, answer(&mut env, line)?);
    }
    let delays = flights::all()?.delays;
    let formula = Formula::parse(LATE)?;
    let column = Column::from(delays.clone());
    let lazy = || -> Result<f64, Box<dyn Error>> {
        Ok(formula.apply([("delay", &column)])?.item()?.cast::<f64>())
    };
    let (expected, by_hand_took) = fastest(5, || by_hand(&delays));
    let (found, lazy_took) = fastest(5, || lazy().unwrap_or(f64::NAN));
    report.check(
        "late flights are as late as a loop finds them",
        found == expected,
    );
    let mistake = answer(&mut env, "mean(dealy)").map_err(|error| error.to_string());
    let names_it = mistake.is_err_and(|message| message.contains("did you mean `delay`?"));
    report.check("a wrong name has a help", names_it);
    report.times(&[("a loop by hand", by_hand_took), ("the formula", lazy_took)]);
    Ok(())
}
