//! Computes how late 200,000 flights were: filtered folds, and histograms by the operator for them.
//!
//! ```console
//! $ cargo run --release --example flights [PICTURE.png]
//! ```

mod by_hand;
mod picture;
mod programs;
mod tally;

use std::process::ExitCode;

use common::Report;
use common::flights::{self, Flights};
use common::report::{self, fastest};
use common::text::grouped;
use programs::{histograms, over, overall};
use tally::{LATE, Tally};

/// Short, middle and long distances, in miles.
const DISTANCES: [(u16, u16); 4] = [(0, 250), (250, 750), (750, 1500), (1500, u16::MAX)];

fn main() -> ExitCode {
    report::run(
        "flights",
        "how late 200,000 flights were, and when",
        |report| {
            report.plans(&common::plans!("programs.rs"));

            let flights = flights::all()?;
            let (all, overall_time) = fastest(9, || overall(&flights.delays));
            let (histograms, histograms_time) =
                fastest(9, || histograms(&flights.delays, &flights.minutes));
            let (expected, by_hand_time) = fastest(9, || by_hand::histograms(&flights));

            show_overall(report, all);
            show_hours(report, &histograms.1);
            by_distance(report, &flights);
            report.check(
                "a loop comes to the same overall",
                all == by_hand::overall(&flights.delays),
            );
            report.check(
                "a loop comes to the same histograms",
                histograms == expected,
            );
            report.times(&[
                ("overall", overall_time),
                ("histograms", histograms_time),
                ("histograms by hand", by_hand_time),
            ]);
            report.picture(&picture::draw(&histograms.0, &histograms.1))
        },
    )
}

fn show_overall(report: &mut Report, all: (usize, i64, i64, i16, i16, usize)) {
    let (flights, sum, squares, least, most, late) = all;
    let count = flights as f64;
    let mean = sum as f64 / count;
    let deviation = (squares as f64 / count - mean * mean).sqrt();
    report.result("flights", grouped(flights));
    report.result(
        "mean delay",
        format!("{mean:.2} min, deviation {deviation:.2} min"),
    );
    report.result("delays", format!("{least} min to {most} min"));
    let share = 100.0 * late as f64 / count;
    report.result(
        "late",
        format!("{} by {LATE} min and more, {share:.1} %", grouped(late)),
    );
}

fn by_distance(report: &mut Report, flights: &Flights) {
    let Flights { delays, miles, .. } = flights;
    let found = DISTANCES.map(|(from, to)| over(delays, miles, from, to));
    let rows = DISTANCES
        .iter()
        .zip(found)
        .map(|((from, to), (count, sum, late))| {
            let distance = match *to {
                u16::MAX => format!("{from} mi and more"),
                to => format!("{from} to {to} mi"),
            };
            let part = |sum: f64| sum / count as f64;
            let share = format!("{:.1} %", part(100.0 * late as f64));
            [
                distance,
                grouped(count),
                format!("{:.2} min", part(sum as f64)),
                share,
            ]
        });
    report.table(
        ["distance", "flights", "mean delay", "late"],
        &rows.collect::<Vec<_>>(),
    );

    let expected = DISTANCES.map(|(from, to)| by_hand::over(flights, from, to));
    report.check("a loop comes to the same by distance", found == expected);
    let counts: usize = found.iter().map(|(count, ..)| count).sum();
    report.check(
        "every flight has one distance",
        counts == flights.miles.len(),
    );
}

fn show_hours(report: &mut Report, hours: &[Tally]) {
    let rows = (0..24).step_by(3).map(|hour| {
        let tally = hours[hour];
        let mean = format!("{:.2} min", tally.mean());
        let share = format!("{:.1} %", tally.late_share());
        [
            format!("{hour}:00 to {hour}:59"),
            grouped(tally.flights as usize),
            mean,
            share,
        ]
    });
    report.table(
        ["hour", "flights", "mean delay", "late"],
        &rows.collect::<Vec<_>>(),
    );
}
