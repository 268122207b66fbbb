//! The answers to lines of a session: numbers, columns with their statistics, plots and plans.

use std::error::Error;

use fusus::lazy::{Column, ElementType, Env, Formula};

/// The columns, a line for each.
pub(crate) fn summary(env: &mut Env) -> Result<String, Box<dyn Error>> {
    let names: Vec<String> = env.names().map(str::to_owned).collect();
    let width = names.iter().map(String::len).max().unwrap_or(0);
    let mut text = String::new();
    for name in names {
        if let Some(column) = env.run(&name)? {
            let (ty, len) = (column.ty(), column.len()?);
            text += &format!("{name:>width$} {ty:>4} {len:>8}  {column}\n");
        }
    }
    Ok(text)
}

/// The bars of a plot.
pub(crate) const BARS: usize = 10;

/// The part of the range of its elements in which each element of a column is.
const PART: &str = "low = min(x) as f64
                    width = max(x) as f64 - low
                    min(floor((x as f64 - low) / width * 10), 9)";

/// The number that a formula makes of a column `x`.
fn number(text: &str, x: &Column) -> Result<f64, Box<dyn Error>> {
    let number = Formula::parse(text)?.apply([("x", x)])?.item()?;
    Ok(number.cast::<f64>())
}

/// A histogram of a column, by formulas.
fn plot(column: &Column) -> Result<String, Box<dyn Error>> {
    let elements = column.eval()?;
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
pub(crate) fn answer(env: &mut Env, line: &str) -> Result<String, Box<dyn Error>> {
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
    let of = |text| number(text, &elements);
    let (least, mean, most) = (of("min(x)")?, of("mean(x)")?, of("max(x)")?);
    let ty = elements.ty();
    Ok(format!(
        "{elements}: {len} of {ty}, {least} to {most}, mean {mean:.3}"
    ))
}
