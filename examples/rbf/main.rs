//! Draws the mean delay of flights over the time of day and the distance: kernel regression, a sum
//! over radial basis functions for each place.
//!
//! ```console
//! $ cargo run --release --example rbf [PICTURE.png]
//! ```

mod by_hand;
mod picture;
mod programs;

use std::process::ExitCode;

use common::Report;
use common::flights::{self, Flights};
use common::report::{self, interleaved};
use common::text::grouped;

/// The places of the grid: along the time of day, and along the distance.
const COLUMNS: usize = if cfg!(debug_assertions) { 24 } else { 120 };
const ROWS: usize = if cfg!(debug_assertions) { 16 } else { 80 };

/// The part of the day that is drawn.
const HOURS: (f64, f64) = (5.0, 23.0);

/// The distances that are drawn.
const MILES: (f64, f64) = (0.0, 2500.0);

/// The hours and the miles after which the weight of a flight has fallen to 1/e.
const WIDTHS: (f64, f64) = (0.7, 130.0);

/// One flight in so many is a point.
const EVERY: usize = if cfg!(debug_assertions) { 1000 } else { 20 };

fn main() -> ExitCode {
    report::run(
        "rbf",
        "kernel regression of the delays of flights",
        |report| {
            report.plans(&common::plans!("programs.rs"));

            let points = Points::of(&flights::all()?);
            let (xs, ys) = (
                along(HOURS, WIDTHS.0, COLUMNS),
                along(MILES, WIDTHS.1, ROWS),
            );
            let Points { px, py, values } = &points;
            let (mut direct, mut factored, mut expected) = (Vec::new(), Vec::new(), Vec::new());
            let times = interleaved(5, 3, |version| match version {
                0 => direct = programs::smoothed(&xs, &ys, px, py, values),
                1 => factored = programs::factored(&xs, &ys, px, py, values),
                _ => expected = by_hand::smoothed(&xs, &ys, px, py, values),
            });
            report.result("flights", grouped(values.len()));
            report.result("places", grouped(expected.len()));
            check(report, &points, (&direct, &factored, &expected));
            report.times(&[
                ("fused", times[0]),
                ("as products", times[1]),
                ("loops by hand", times[2]),
            ]);
            report.picture(&picture::draw(&direct, values.len()))
        },
    )
}

fn check(report: &mut Report, points: &Points, means: (&[f32], &[f32], &[f32])) {
    let (direct, factored, expected) = means;
    let far = |found: &[f32]| {
        let far = found.iter().zip(expected).map(|(a, b)| (a - b).abs());
        far.fold(0.0, f32::max)
    };
    report.check("loops come to the same means", far(direct) < 1e-2);
    report.check("and so do products of Gaussians", far(factored) < 1e-2);
    let (least, most) = points.bounds();
    let within = direct.iter().all(|mean| (least..=most).contains(mean));
    report.check("means are between the values", within);
}

/// Flights as points, in units in which a Gaussian is `exp(−d²)`.
struct Points {
    px: Vec<f32>,
    py: Vec<f32>,
    values: Vec<f32>,
}

impl Points {
    fn of(flights: &Flights) -> Points {
        let some = (0..flights.delays.len()).step_by(EVERY);
        let number = |at: f64, width: f64| (at / width) as f32;
        Points {
            px: (some.clone())
                .map(|at| number(f64::from(flights.minutes[at]) / 60.0, WIDTHS.0))
                .collect(),
            py: (some.clone())
                .map(|at| number(f64::from(flights.miles[at]), WIDTHS.1))
                .collect(),
            values: some.map(|at| f32::from(flights.delays[at])).collect(),
        }
    }

    fn bounds(&self) -> (f32, f32) {
        let values = self.values.iter().copied();
        (
            values.clone().fold(f32::INFINITY, f32::min),
            values.fold(f32::NEG_INFINITY, f32::max),
        )
    }
}

/// Places along an axis, in the units of points.
fn along((from, to): (f64, f64), width: f64, count: usize) -> Vec<f32> {
    let place = |at: usize| from + (to - from) * (at as f64 + 0.5) / count as f64;
    (0..count).map(|at| (place(at) / width) as f32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constant_stays_one() {
        let (px, py) = (vec![0.0, 1.0, 5.0], vec![2.0, -1.0, 0.5]);
        for program in [programs::smoothed, programs::factored] {
            let means = program(&[0.0, 3.0], &[1.0], &px, &py, &[4.0; 3]);
            assert!(
                means.iter().all(|mean| (mean - 4.0).abs() < 1e-5),
                "{means:?}"
            );
        }
    }

    #[test]
    fn the_middle_of_two_points_is_their_mean() {
        for program in [programs::smoothed, programs::factored] {
            let means = program(&[0.5], &[0.0], &[0.0, 1.0], &[0.0, 0.0], &[10.0, 20.0]);
            assert!((means[0] - 15.0).abs() < 1e-4, "{means:?}");
        }
    }

    #[test]
    fn means_are_those_of_the_loops() {
        let numbers = |n: usize, seed: usize| -> Vec<f32> {
            (0..n)
                .map(|at| ((at * 37 + seed) % 23) as f32 / 11.0)
                .collect()
        };
        for (w, h, n) in [(1, 1, 1), (3, 5, 70), (17, 2, 300)] {
            let (xs, ys) = (numbers(w, 1), numbers(h, 2));
            let (px, py, values) = (numbers(n, 3), numbers(n, 5), numbers(n, 7));
            let expected = by_hand::smoothed(&xs, &ys, &px, &py, &values);
            for program in [programs::smoothed, programs::factored] {
                let found = program(&xs, &ys, &px, &py, &values);
                assert_eq!(found.len(), expected.len());
                for (a, b) in found.iter().zip(&expected) {
                    assert!((a - b).abs() < 1e-4, "{a} {b}");
                }
            }
        }
    }
}
