//! Tables of the results of races.

use std::fmt::Write as _;

use crate::column::{self, FUSUS, PLAIN};
use crate::race::Outcome;
use crate::report::{Row, digits, short, time};
use crate::target::{PEAK, Verdict};

/// Columns whose times stand beside the ratios.
const TIMED: [&str; 3] = [column::FUSUS, column::EXPERT, column::COPY];

/// All rows: how many times as fast as each column fusus is, then times, memory, and missed
/// goals.
#[must_use]
pub fn suite(rows: &[Row]) -> String {
    let mut lines = vec![headings()];
    lines.extend(rows.iter().map(cells));
    let mut text = aligned(&lines);
    let missed = rows
        .iter()
        .filter(|row| row.verdicts.iter().any(Verdict::is_missed));
    let missed = missed.count();
    let defects = rows.iter().filter(|row| row.has_defect()).count();
    let all = rows.len();
    let _ = writeln!(
        text,
        "\n{} of {all} rows meet all targets; {defects} have a defect of the planner: another plan of the same program is faster,\n\
         also in two more races at the end of the run. By the same code: the strategies differ in nothing but noise.\n\
         Ratios: how many times as fast as that column fusus is.\n\
         By step: iterators with one array per step; lazy: chains of which only results are collected; by hand: plain loops.\n\
         ± is half of what the middle half of fusus' samples spans; others: how many cores other processes kept busy,\n\
         which spoils times; MiB: memory above inputs and results.",
        all - missed
    );
    text
}

/// The table of builds without optimisation, with the slowest program last.
#[must_use]
pub fn plain(rows: &[(&str, usize, Outcome)]) -> String {
    let mut rows = rows.to_vec();
    let ratio = |outcome: &Outcome| outcome.speed(PLAIN).unwrap_or(f64::NAN);
    rows.sort_by(|a, b| ratio(&b.2).total_cmp(&ratio(&a.2)));
    against(&rows, &[PLAIN])
}

/// All rows: how many times as fast as each of these columns fusus is, and the times of all.
#[must_use]
pub fn against(rows: &[(&str, usize, Outcome)], columns: &[&'static str]) -> String {
    let headings = ["program", "size"].map(str::to_owned).into_iter();
    let ratios = columns.iter().map(|name| format!("×{name}"));
    let times = [FUSUS].iter().chain(columns).map(|&name| name.to_owned());
    let mut lines = vec![headings.chain(ratios).chain(times).collect::<Vec<_>>()];
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    lines.extend(rows.iter().map(|(name, size, outcome)| {
        let ratios = columns.iter().map(|name| outcome.speed(name).map(digits));
        let times = [FUSUS].iter().chain(columns).map(|name| {
            let samples = outcome.samples_of(name);
            samples.map(|samples| time(samples.median()))
        });
        let cells = ratios.chain(times).map(or_dash);
        [(*name).to_owned(), short(*size)]
            .into_iter()
            .chain(cells)
            .collect()
    }));
    aligned(&lines)
}

fn headings() -> Vec<String> {
    let ratios = column::ALL
        .into_iter()
        .skip(1)
        .map(|name| format!("×{name}"));
    let times = TIMED.into_iter().map(str::to_owned);
    ["program".to_owned(), "size".to_owned()]
        .into_iter()
        .chain(ratios)
        .chain(times)
        .chain(["±", "others", "MiB", "targets"].map(str::to_owned))
        .collect()
}

fn cells(row: &Row) -> Vec<String> {
    let outcome = &row.outcome;
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    let ratios = column::ALL.into_iter().skip(1);
    let ratios = ratios.map(|name| or_dash(outcome.speed(name).map(digits)));
    let times = TIMED.into_iter().map(|name| {
        or_dash(
            outcome
                .samples_of(name)
                .map(|samples| time(samples.median())),
        )
    });
    let spread = outcome
        .samples_of(column::FUSUS)
        .map(|samples| format!("{:.0} %", samples.spread() * 50.0));
    let peak = row.verdicts.iter().find(|verdict| verdict.against == PEAK);
    [row.program.to_owned(), short(row.size)]
        .into_iter()
        .chain(ratios)
        .chain(times)
        .chain([
            or_dash(spread),
            or_dash(row.others.map(digits)),
            or_dash(peak.map(|verdict| digits(verdict.found))),
            judgement(&row.verdicts),
        ])
        .collect()
}

fn judgement(verdicts: &[Verdict]) -> String {
    if verdicts.is_empty() {
        return "-".to_owned();
    }
    let listed = |title: &str, is_of: &dyn Fn(&Verdict) -> bool| {
        let those = verdicts.iter().filter(|verdict| is_of(verdict));
        let those: Vec<_> = those
            .map(|verdict| {
                let (found, needed) = (digits(verdict.found), digits(verdict.needed));
                format!("{} {found} of {needed}", verdict.against)
            })
            .collect();
        (!those.is_empty()).then(|| format!("{title}: {}", those.join(", ")))
    };
    let missed = listed("missed", &|verdict| {
        verdict.is_missed() && !verdict.is_defect()
    });
    let defects = listed("defect of the planner", &Verdict::is_defect);
    let met = (missed.is_none() && defects.is_none()).then(|| "met".to_owned());
    let same = listed("the same code", &|verdict| {
        !verdict.met && verdict.has_same_code
    });
    let all: Vec<String> = met
        .into_iter()
        .chain(missed)
        .chain(defects)
        .chain(same)
        .collect();
    all.join("; ")
}

/// One race: the median and the fastest sample of each variant, and the median as a multiple of the
/// first way's.
#[must_use]
pub fn race(outcome: &Outcome) -> String {
    let mut lines = vec![["", "median", "best", "ratio"].map(str::to_owned).to_vec()];
    let first = outcome
        .samples
        .first()
        .map_or(f64::NAN, |samples| samples.median());
    lines.extend(outcome.samples.iter().map(|samples| {
        vec![
            samples.name.to_owned(),
            time(samples.median()),
            time(samples.quantile(0.0)),
            digits(samples.median() / first),
        ]
    }));
    aligned(&lines)
}

/// Pads cells to columns: the first one and the last one to the left, if it is text, the others to
/// the right.
fn aligned(lines: &[Vec<String>]) -> String {
    let columns = lines.first().map_or(0, Vec::len);
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max();
    let widths: Vec<_> = (0..columns)
        .map(|column| width(column).unwrap_or(0))
        .collect();
    let mut text = String::new();
    for line in lines {
        let mut padded = String::new();
        for (column, (cell, width)) in line.iter().zip(&widths).enumerate() {
            let is_text = column == 0 || lines[0][column] == "targets";
            let gap = if column == 0 { "" } else { "  " };
            let _ = if is_text {
                write!(padded, "{gap}{cell:<width$}")
            } else {
                write!(padded, "{gap}{cell:>width$}")
            };
        }
        text.push_str(padded.trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::race::Samples;
    use crate::target::{Bound, Nature, Scale};

    fn row(expert: f64, same_code: &[&'static str]) -> Row {
        let samples = |name, seconds| Samples {
            name,
            seconds: vec![seconds],
        };
        let outcome = Outcome {
            samples: vec![
                samples(column::FUSUS, 0.002),
                samples(column::EXPERT, expert),
            ],
            peak: Some(1 << 20),
        };
        let nature = Nature {
            bound: Bound::Chain,
            fused: None,
        };
        Row::new(
            "scan",
            nature,
            (1_000_000, Scale::Middle),
            Some(0.3),
            outcome,
            same_code,
        )
    }

    #[test]
    fn a_row_shows_ratios_times_and_what_is_missed() {
        let text = suite(&[row(0.003, &[]), row(0.001, &[])]);
        let lines: Vec<_> = text.lines().collect();
        assert!(
            lines[0].starts_with("program  size  ×expert  ×copy"),
            "{text}"
        );
        assert!(
            lines[1].starts_with("scan     10^6     1.50      -"),
            "{text}"
        );
        assert!(
            lines[1].ends_with("2.00 ms  3.00 ms     -  0 %    0.30  1.00  met"),
            "{text}"
        );
        assert!(lines[2].ends_with("missed: expert 0.50 of 0.95"), "{text}");
        assert!(text.contains("1 of 2 rows meet all targets"), "{text}");
    }

    #[test]
    fn the_same_code_misses_nothing() {
        let text = suite(&[row(0.001, &[column::EXPERT])]);
        assert!(
            text.contains("met; the same code: expert 0.50 of 0.95"),
            "{text}"
        );
        assert!(text.contains("1 of 1 rows meet all targets"), "{text}");
    }

    #[test]
    fn the_first_way_is_the_measure() {
        let text = race(&row(0.001, &[]).outcome);
        assert!(text.contains("expert  1.00 ms  1.00 ms   0.50"), "{text}");
    }
}
