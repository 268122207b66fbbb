//! `cargo xtask accuracy`: the errors of the elementary functions, at every number of `f32` and at
//! many of `f64`.

use crate::cargo;
use crate::steps::Step;

/// The steps for the functions with these names, or for all, at a number of arguments for each.
pub(crate) fn steps(arguments: &[String]) -> Result<Vec<Step>, String> {
    let mut names: Vec<Option<&String>> = Vec::new();
    let mut count = None;
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        if argument == "--arguments" {
            let asked = arguments.next().and_then(|count| count.parse().ok());
            count = Some(asked.ok_or("`--arguments` wants a number")?);
        } else if argument.starts_with('-') {
            return Err(format!("`{argument}` is no option of this task"));
        } else {
            names.push(Some(argument));
        }
    }
    if names.is_empty() {
        names.push(None);
    }
    Ok(names.into_iter().map(|name| step(name, count)).collect())
}

fn step(name: Option<&String>, count: Option<usize>) -> Step {
    let mut test = cargo(&["test", "--release", "--package", "fusus-math"]);
    test.args(["--", "--ignored", "--nocapture", "full::"]);
    if let Some(count) = count {
        test.env("FUSUS_MATH_ARGUMENTS", count.to_string());
    }
    if let Some(name) = name {
        test.env("FUSUS_MATH_FUNCTION", name);
    }
    let what = name.map_or("all functions", String::as_str);
    Step::command(format!("errors of {what}"), test)
}
