//! A calculator over the columns of two tables, the flights and the cities: formulas that a user
//! types, planned and fused when they are typed.
//!
//! ```console
//! $ cargo run --release --features lazy --example calculator            # a session, with checks
//! $ cargo run --release --features lazy --example calculator -- type    # type formulas
//! ```
//!
//! The tables are those of `examples/data`, in a compact form. `fusus calc flights.csv` reads the original ones, and others.

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
    print!("{}", table(&mut env)?);
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

/// The columns, a line for each.
fn table(env: &mut Env) -> Result<String, Box<dyn Error>> {
    let names: Vec<String> = env.names().map(str::to_owned).collect();
    let mut text = String::new();
    for name in names {
        if let Some(column) = env.run(&name)? {
            let (ty, len) = (column.ty(), column.len()?);
            text += &format!("{name:>8} {ty:>4} {len:>8}  {column}\n");
        }
    }
    Ok(text)
}

/// The bars of a plot.
const BARS: usize = 10;

/// The part of the range of its elements in which each element of a column is.
const PART: &str = "low = min(x) as f64
                    width = max(x) as f64 - low
                    min(floor((x as f64 - low) / width * 10), 9)";

/// A histogram of a column, by formulas.
fn plot(column: &Column) -> Result<String, Box<dyn Error>> {
    let elements = column.eval()?;
    let number = |text: &str, x: &Column| -> Result<f64, Box<dyn Error>> {
        let number = Formula::parse(text)?.apply([("x", x)])?.item()?;
        Ok(number.cast::<f64>())
    };
    let (low, high) = (number("min(x)", &elements)?, number("max(x)", &elements)?);
    let part = Formula::parse(PART)?.apply([("x", &elements)])?.eval()?;
    let counts = (0..BARS).map(|bar| number(&format!("count(x == {bar})"), &part));
    let counts: Vec<f64> = counts.collect::<Result<_, _>>()?;
    let most = counts.iter().copied().fold(1.0, f64::max);
    let lines = counts.iter().enumerate().map(|(bar, count)| {
        let from = low + (high - low) * bar as f64 / BARS as f64;
        let length = (count * 50.0 / most).ceil() as usize;
        format!("{from:>10.2} {} {count}\n", "█".repeat(length))
    });
    Ok(lines.collect::<String>() + &format!("{high:>10.2}"))
}

/// The answer to a line.
fn answer(env: &mut Env, line: &str) -> Result<String, Box<dyn Error>> {
    if let Some(formula) = line.trim().strip_prefix("plan ") {
        return match env.run(formula)? {
            Some(column) => Ok(column.plan()?.to_string()),
            None => Ok("a binding is planned when it is used".to_owned()),
        };
    }
    if let Some(formula) = line.trim().strip_prefix("plot ") {
        return match env.run(formula)? {
            Some(column) => plot(&column),
            None => Ok("a binding has no plot".to_owned()),
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
    report.check(
        "every column has a line",
        table(&mut env)?.lines().count() == env.names().count(),
    );
    let plotted = answer(&mut env, "plot delay[delay > 15]")?;
    let counts = plotted
        .lines()
        .filter_map(|line| line.split(' ').next_back()?.parse::<f64>().ok());
    let plotted: f64 = counts.take(BARS).sum();
    report.check(
        "a plot has all elements",
        answer(&mut env, "count(delay > 15)")?.starts_with(&plotted.to_string()),
    );
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
