//! Time against budget: the table of all budgets, and the table that a task ends with.
//!
//! Machines differ and others share them, so that a step over its budget is said and fails nothing.

use std::fs;
use std::time::Duration;

/// The number of seconds that each step may take on two cores with nothing else to do, from a fresh
/// clone, in the order of the tasks. A step that builds crates for later steps has the time for it.
#[rustfmt::skip]
const SECONDS: &[(&str, u64)] = &[
    // cargo xtask lint
    ("formatting", 5),
    ("clippy", 180),
    ("clippy without features", 20),
    ("documentation", 50),
    ("layers of core", 5),
    ("prose", 5),
    // cargo xtask test
    ("system packages", 5),
    ("tests", 780),
    ("programs over processes", 60),
    ("the report in a browser", 11),
    ("clusterings by CBC", 15),
    // cargo xtask verify
    ("programs in a fast build", 600),
    ("random programs", 240),
    ("interleavings under loom", 33),
    ("AddressSanitizer", 120),
    ("the examples", 240),
    ("dependencies", 1),
    ("what a user compiles", 45),
    ("what a user of arrays at run time compiles", 20),
    ("licences", 1),
    ("packages of all crates", 120),
    // cargo xtask soak
    ("tests that take minutes", 600),
    ("programs by every strategy in a fast build", 600),
    ("limits in a fast build", 60),
    ("lazy arrays, optimised", 240),
    ("random formulas", 300),
    ("programs planned with CBC", 25),
    ("many random programs", 900),
    ("interleavings of three threads under loom", 150),
    ("valgrind", 120),
    ("programs by libFuzzer", 600),
];

/// The time that a step may take, if it is one of a task with budgets.
pub(crate) fn of(title: &str) -> Option<Duration> {
    let row = SECONDS.iter().find(|(name, _)| *name == title);
    row.map(|(_, seconds)| Duration::from_secs(*seconds))
}

/// The time that something took, and the time that it may take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spent {
    pub(crate) time: Duration,
    pub(crate) budget: Option<Duration>,
    /// The processor time of all processes that it started, where the system tells.
    pub(crate) processors: Option<Duration>,
}

impl Spent {
    fn is_over(&self) -> bool {
        self.budget.is_some_and(|budget| self.time > budget)
    }
}

/// Seconds, or minutes and seconds where there are many.
pub(crate) fn shown(time: Duration) -> String {
    let tenths = (time.as_secs_f64() * 10.0).round() / 10.0;
    if tenths < 100.0 {
        return format!("{tenths} s");
    }
    let seconds = time.as_secs_f64().round() as u64;
    format!("{} min {:02} s", seconds / 60, seconds % 60)
}

/// A line for each step with its time, its budget and its processor time, and one for the sum.
pub(crate) fn table(steps: &[(String, Spent)]) -> String {
    let sum = |part: fn(&Spent) -> Option<Duration>| {
        steps.iter().filter_map(|(_, spent)| part(spent)).sum()
    };
    let total = Spent {
        time: sum(|spent| Some(spent.time)),
        budget: Some(sum(|spent| spent.budget)),
        processors: Some(sum(|spent| spent.processors)),
    };
    let rows = steps.iter().map(|(title, spent)| (title.as_str(), spent));
    let rows = rows.chain([("all together", &total)]);
    let mut text = row("step", "took", "budget", "processors");
    for (title, spent) in rows {
        let optional = |time: Option<Duration>| time.map_or(String::new(), shown);
        text += &row(
            title,
            &shown(spent.time),
            &optional(spent.budget),
            &optional(spent.processors),
        );
        if spent.is_over() {
            text += "  over budget";
        }
    }
    text
}

fn row(title: &str, time: &str, budget: &str, processors: &str) -> String {
    format!("\n{title:42} {time:>13} {budget:>13} {processors:>13}")
}

/// The processor time of all processes that this one has started and that have ended.
pub(crate) fn processor_time() -> Option<Duration> {
    children_time(&fs::read_to_string("/proc/self/stat").ok()?)
}

/// Fields 16 and 17 of `/proc/self/stat`, in hundredths of a second. The second field may contain
/// spaces.
fn children_time(stat: &str) -> Option<Duration> {
    let (_, rest) = stat.rsplit_once(") ")?;
    let mut fields = rest.split(' ').skip(13);
    let user: u64 = fields.next()?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    Some(Duration::from_millis((user + system) * 10))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spent(seconds: u64, budget: Option<u64>) -> Spent {
        Spent {
            time: Duration::from_secs(seconds),
            budget: budget.map(Duration::from_secs),
            processors: Some(Duration::from_millis(2460)),
        }
    }

    #[test]
    fn every_step_stands_beside_its_budget_and_the_sum_below() {
        let table = table(&[
            ("quick".to_owned(), spent(60, Some(60))),
            ("slow".to_owned(), spent(125, Some(90))),
            ("free".to_owned(), spent(1, None)),
        ]);
        let cells = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let lines: Vec<String> = table.lines().skip(1).map(cells).collect();
        assert_eq!(
            lines,
            [
                "step took budget processors",
                "quick 60 s 60 s 2.5 s",
                "slow 2 min 05 s 90 s 2.5 s over budget",
                "free 1 s 2.5 s",
                "all together 3 min 06 s 2 min 30 s 7.4 s over budget",
            ]
        );
    }

    #[test]
    fn processor_time_is_that_of_the_processes_it_started() {
        let stat = "7 (a) (b) S 1 7 7 0 -1 4194560 1 2 3 4 50 60 700 80 20 0 1 0";
        assert_eq!(children_time(stat), Some(Duration::from_millis(7_800)));
        assert_eq!(children_time("7 (a) S 1"), None);
    }
}
