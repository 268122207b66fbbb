//! The table of measurements in the README, from what the benchmarks wrote.

use std::fmt::Write as _;
use std::fs;

use common::text::grouped;
use serde_json::Value;

use crate::root;

const START: &str =
    "<!-- measured: written by `cargo xtask readme` from benches/results.json -->\n";
const END: &str = "<!-- /measured -->";

/// The file with the run of `cargo xtask bench` that the README shows.
const RESULTS: &str = "benches/results.json";

/// The columns of the table beside fusus itself: the name in the results, and the heading.
const COLUMNS: &[(&str, &str)] = &[
    ("iterators by step", "iterators, one array per step"),
    ("lazy iterators", "iterators, lazy"),
    ("rayon by step", "rayon, one array per step"),
    ("lazy rayon", "rayon, lazy"),
    ("by hand", "loops by hand, capacity reserved"),
    ("expert", "an expert's parallel code"),
    ("copy", "copying as many bytes"),
];

/// The text between the heading and the table, behind the kind of machine.
const EXPLANATION: &str = "\
Each number is the time of that version divided by the time of fusus: 2 means that fusus is twice as
fast, and a number below 1 that it is slower. The arrays do not fit the caches. A number is the
ratio of two medians of one run, in which all versions are interleaved. `cargo xtask bench` repeats
the run.

* *One array per step* collects an array after each `map`, `filter` or scan. *Lazy* is the chain
  that one usually writes: only results are collected.
* Iterators and loops by hand use one thread. The others use all of them.
* Programs that return arrays pay for memory that is touched for the first time. fusus and the
  expert ask the system for large pages, a plain `Vec` does not. In the rows `…_into` all versions
  write to caller-provided buffers.
* A *scanomap* is a map and a scan of its result in one loop. `filter_max` and the others are in
  [benches/suite/programs](benches/suite/programs), one file each.
* A cell is empty where there is no such version of the program, or where it has not been measured
  since the version was added or changed.

[benches/README.md](benches/README.md) says more about every column.
";

/// `cargo xtask readme [JSON]`: takes the results of a run over, and writes the table.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let results = root().join(RESULTS);
    match arguments {
        [] => {}
        [json] => {
            let copied = fs::copy(json, &results);
            copied.map_err(|error| format!("cannot copy {json} to {RESULTS}: {error}"))?;
        }
        _ => return Err("usage: cargo xtask readme [JSON]".to_owned()),
    }
    let path = root().join("README.md");
    let readme = read("README.md")?;
    let written = with_table(&readme, &table(&read(RESULTS)?)?)?;
    fs::write(&path, written).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

fn read(path: &str) -> Result<String, String> {
    fs::read_to_string(root().join(path)).map_err(|error| format!("cannot read {path}: {error}"))
}

/// The README with this table between its marks.
fn with_table(readme: &str, table: &str) -> Result<String, String> {
    let marks = readme.split_once(START).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(END)?;
        Some((before, after))
    });
    let (before, after) = marks.ok_or("the README has lost the marks around its table")?;
    Ok(format!("{before}{START}{table}{END}{after}"))
}

/// The table of ratios: the times of others over those of fusus, for arrays that do not fit the
/// caches.
fn table(json: &str) -> Result<String, String> {
    let results: Value =
        serde_json::from_str(json).map_err(|error| format!("{RESULTS}: {error}"))?;
    let machine = &results["machine"];
    let text = |value: &Value| value.as_str().unwrap_or("?").to_owned();
    let mut table = format!(
        "\n## Measured\n\nMeasured on {} threads, {}, {}.\n{EXPLANATION}\n| program | elements |",
        machine["threads"],
        text(&machine["arch"]),
        text(&machine["os"])
    );
    for (_, title) in COLUMNS {
        write!(table, " {title} |").expect("writing to a string succeeds");
    }
    table.push_str("\n|---|--:|");
    table.push_str(&"--:|".repeat(COLUMNS.len()));
    table.push('\n');
    let rows = results["rows"].as_array().into_iter().flatten();
    for row in rows.filter(|row| row["scale"] == "large") {
        let columns = row["columns"].as_array().into_iter().flatten();
        let median = |name: &str| {
            let mut columns = columns.clone();
            columns.find(|column| column["name"] == name)?["median"].as_f64()
        };
        let fusus = median("fusus").ok_or("a row without fusus")?;
        let size = row["size"].as_u64().ok_or("a row without a size")?;
        let size = usize::try_from(size).map_err(|error| error.to_string())?;
        write!(table, "| `{}` | {} |", text(&row["program"]), grouped(size))
            .expect("writing to a string succeeds");
        for (name, _) in COLUMNS {
            match median(name) {
                Some(median) => write!(table, " {:.2} |", median / fusus),
                None => write!(table, " |"),
            }
            .expect("writing to a string succeeds");
        }
        table.push('\n');
    }
    table.push('\n');
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_that_of_the_results() {
        let readme = read("README.md").unwrap();
        let table = table(&read(RESULTS).unwrap()).unwrap();
        assert!(table.contains("| `normalize2` | 20,000,000 |"), "{table}");
        let written = with_table(&readme, &table).unwrap();
        assert_eq!(written, readme, "`cargo xtask readme` writes the table");
    }

    /// A column that is renamed in the suite alone would leave its cells empty.
    #[test]
    fn the_columns_are_those_of_the_suite() {
        let names = read("benches/src/column.rs").unwrap();
        for (name, _) in COLUMNS {
            assert!(names.contains(&format!("\"{name}\"")), "{name}");
        }
    }

    #[test]
    fn ratios_are_of_medians() {
        let json = r#"{"machine": {"arch": "a", "os": "o", "threads": 2}, "rows": [
            {"program": "p", "size": 1000, "scale": "large", "columns": [
                {"name": "fusus", "median": 2.0}, {"name": "lazy rayon", "median": 3.0}]},
            {"program": "q", "size": 10, "scale": "small", "columns": []}]}"#;
        let table = table(json).unwrap();
        assert!(
            table.ends_with(
                "|---|--:|--:|--:|--:|--:|--:|--:|--:|\n| `p` | 1,000 | | | | 1.50 | | | |\n\n"
            ),
            "{table}"
        );
        assert!(with_table("no marks", "").is_err());
    }
}
