//! A line for each program of a package.

use super::explained::Explained;
use fusus_core::plan::Plan;
use std::fmt::Write;

/// The programs of some packages, under the names of their files.
pub(super) fn text(packages: &[Explained]) -> String {
    let mut text = String::new();
    for (index, explained) in packages.iter().enumerate() {
        if index > 0 {
            text.push('\n');
        }
        package(&mut text, explained).expect("writing to a string succeeds");
    }
    text
}

fn package(out: &mut String, explained: &Explained) -> std::fmt::Result {
    let package = &explained.package;
    write!(out, "{} {}: ", package.name, package.version)?;
    match explained.right() {
        0 => writeln!(out, "no programs")?,
        right => writeln!(
            out,
            "{} in {}",
            counted(right, "program"),
            counted(explained.files.len(), "file")
        )?,
    }
    if explained.wrong > 0 {
        writeln!(out, "{} with mistakes", counted(explained.wrong, "program"))?;
    }
    let rows: Vec<Vec<[String; 5]>> = explained
        .files
        .iter()
        .map(|file| {
            let plans = file
                .programs
                .iter()
                .map(|program| Plan::brief(&program.compiled));
            plans.map(|plan| row(&plan)).collect()
        })
        .collect();
    let width = |column: usize| {
        let cells = rows.iter().flatten().map(|row| row[column].chars().count());
        cells.max().unwrap_or(0)
    };
    let widths = [width(0), width(1), width(2), width(3)];
    for (file, rows) in explained.files.iter().zip(&rows) {
        writeln!(out, "\n  {}", file.path.display())?;
        for [name, loops, contracted, objective, sure] in rows {
            writeln!(
                out,
                "    {name:0$}  {loops:1$}  {contracted:2$}  {objective:3$}  {sure}",
                widths[0], widths[1], widths[2], widths[3]
            )?;
        }
    }
    Ok(())
}

fn row(plan: &Plan) -> [String; 5] {
    [
        plan.name.clone(),
        counted(plan.loops, "loop"),
        format!("{} contracted", plan.contracted.len()),
        format!("objective {}", plan.objective),
        sure(plan),
    ]
}

/// Says that the cost is optimal, or names the lower bound.
pub(crate) fn sure(plan: &Plan) -> String {
    match plan.is_optimal() {
        true => "optimal".to_owned(),
        false => format!("at least {}", plan.lower_bound),
    }
}

/// `1 loop`, `2 loops`
pub(crate) fn counted(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        more => format!("{more} {what}s"),
    }
}
