//! The results of a run as JSON.

use std::fmt::Write as _;

use crate::report::Row;
use crate::target::Scale;

/// The machine and all rows. Times are in seconds, memory in bytes, the work of others in cores.
///
/// ```json
/// {"machine": {"arch": "x86_64", "os": "linux", "threads": 2},
///  "rows": [{"program": "dot", "size": 100, "scale": "small", "others": 0.01, "peak": 0,
///            "columns": [{"name": "fusus", "median": 1e-7, "best": 1e-7, "spread": 0.01, "samples": 21}],
///            "targets": [{"against": "by hand", "found": 1.0, "needed": 0.9, "met": true, "same_code": false, "defect": false}]}]}
/// ```
#[must_use]
pub fn suite(rows: &[Row], threads: usize) -> String {
    let (arch, os) = (std::env::consts::ARCH, std::env::consts::OS);
    let mut text = format!(
        "{{\"machine\": {{\"arch\": {}, \"os\": {}, \"threads\": {threads}}},\n \"rows\": [",
        quoted(arch),
        quoted(os)
    );
    for (index, row) in rows.iter().enumerate() {
        text.push_str(if index == 0 { "\n  " } else { ",\n  " });
        write_row(&mut text, row);
    }
    text.push_str("\n ]}\n");
    text
}

fn write_row(text: &mut String, row: &Row) {
    let scale = match row.scale {
        Scale::Small => "small",
        Scale::Middle => "middle",
        Scale::Large => "large",
    };
    let peak = row
        .outcome
        .peak
        .map_or("null".to_owned(), |peak| peak.to_string());
    let others = row.others.map_or("null".to_owned(), number);
    let columns = row.outcome.samples.iter().map(|samples| {
        format!(
            "{{\"name\": {}, \"median\": {}, \"best\": {}, \"spread\": {}, \"samples\": {}}}",
            quoted(samples.name),
            number(samples.median()),
            number(samples.quantile(0.0)),
            number(samples.spread()),
            samples.seconds.len()
        )
    });
    let targets = row.verdicts.iter().map(|verdict| {
        format!(
            "{{\"against\": {}, \"found\": {}, \"needed\": {}, \"met\": {}, \"same_code\": {}, \"defect\": {}}}",
            quoted(verdict.against),
            number(verdict.found),
            number(verdict.needed),
            !verdict.is_missed(),
            verdict.has_same_code,
            verdict.is_defect()
        )
    });
    let (columns, targets) = (join(columns), join(targets));
    let _ = write!(
        text,
        "{{\"program\": {}, \"size\": {}, \"scale\": \"{scale}\", \"others\": {others}, \"peak\": {peak},\n   \"columns\": [{columns}],\n   \"targets\": [{targets}]}}",
        quoted(row.program),
        row.size
    );
}

fn join(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(", ")
}

/// Numbers that JSON does not have are `null`.
fn number(value: f64) -> String {
    if value.is_finite() {
        format!("{value:e}")
    } else {
        "null".to_owned()
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::column;
    use crate::race::{Outcome, Samples};
    use crate::target::{Bound, Nature};

    #[test]
    fn a_row_is_an_object() {
        let samples = vec![Samples {
            name: column::FUSUS,
            seconds: vec![0.25],
        }];
        let outcome = Outcome {
            samples,
            peak: Some(7),
        };
        let nature = Nature {
            bound: Bound::Memory,
            fused: None,
        };
        let text = suite(
            &[Row::new(
                "dot",
                nature,
                (100, Scale::Small),
                None,
                outcome,
                &[],
            )],
            2,
        );
        let expected = "{\"program\": \"dot\", \"size\": 100, \"scale\": \"small\", \"others\": null, \"peak\": 7,\n   \
            \"columns\": [{\"name\": \"fusus\", \"median\": 2.5e-1, \"best\": 2.5e-1, \"spread\": 0e0, \"samples\": 1}],\n   \
            \"targets\": [{\"against\": \"peak\", \"found\": 6.67572021484375e-6, \"needed\": 8e0, \"met\": true, \"same_code\": false, \"defect\": false}]}";
        assert!(text.contains(expected), "{text}");
        assert_eq!(number(f64::NAN), "null");
        assert_eq!(quoted("a\"b\\"), "\"a\\\"b\\\\\"");
    }
}
