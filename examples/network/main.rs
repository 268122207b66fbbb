//! Teaches a small network which arm of a spiral a point is on, and draws what it has learnt.
//!
//! ```console
//! $ cargo run --release --example network [PICTURE.png]
//! ```

mod by_hand;
mod network;
mod picture;
mod programs;
mod spirals;

use std::process::ExitCode;

use common::report::{self, interleaved, progress};
use common::text::grouped;
use network::{INPUTS, Learner, Parameters};
use spirals::{ARMS, Points, spirals};

/// The hidden values of a point.
const HIDDEN: usize = 48;

/// The points of an arm.
const OF_EACH: usize = 200;

/// The largest distance of a point from its arm.
const NOISE: f64 = 0.09;

/// The steps of Adam. Without optimisation they would take a minute.
const STEPS: usize = if cfg!(debug_assertions) { 20 } else { 1500 };

/// The rate of learning.
const RATE: f64 = 0.01;

/// The points that are classified to take the time.
const MANY: usize = 100_000;

fn main() -> ExitCode {
    report::run("network", "a small network", |report| {
        report.plans(&common::plans!("programs.rs"));

        let points = spirals(OF_EACH, NOISE, 1);
        let unseen = spirals(OF_EACH, NOISE, 2);
        let parameters = Parameters::new(HIDDEN, 3);
        let error = worst_derivative(&parameters, &points);
        let mut learner = Learner::new(parameters);
        let bar = progress(STEPS, "learning");
        let losses: Vec<f64> = (0..STEPS)
            .map(|_| {
                bar.inc(1);
                learner.step(RATE, &points)
            })
            .collect();
        bar.finish_and_clear();
        let learnt = learner.parameters;
        let (right, right_unseen) = (learnt.right(&points), learnt.right(&unseen));
        let all: usize = learnt.arrays.iter().map(Vec::len).sum();
        report.result("parameters", grouped(all));
        report.result("steps", grouped(STEPS));
        report.result("right", format!("{:.1} %", 100.0 * right));
        report.result(
            "right of unseen points",
            format!("{:.1} %", 100.0 * right_unseen),
        );
        report.check(
            format!("derivatives are those of differences, up to {error:.0e}"),
            error < 1e-6,
        );
        report.check(
            "the surprise has become less",
            losses[STEPS - 1] < losses[0],
        );
        if cfg!(not(debug_assertions)) {
            report.check("99 % of the unseen points are right", right_unseen >= 0.99);
        }

        let places = places(report::size(MANY));
        let (mut fused, mut expected) = (Vec::new(), Vec::new());
        let times = interleaved(9, 2, |version| match version {
            0 => fused = learnt.probabilities(&places),
            _ => expected = by_hand::probabilities(&learnt, &places),
        });
        let pairs = fused.iter().zip(&expected);
        let farthest = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        report.check(
            format!(
                "loops find the same for {} points",
                grouped(fused.len() / ARMS)
            ),
            fused.len() == expected.len() && farthest < 1e-9,
        );
        report.times(&[("fused", times[0]), ("loops by hand", times[1])]);
        report.picture(&picture::draw(&points, &learnt, &losses))
    })
}

/// The largest error of a derivative: its distance from a difference quotient of the loops by hand.
fn worst_derivative(parameters: &Parameters, points: &Points) -> f64 {
    const STEP: f64 = 1e-5;
    let (_, derivatives) = parameters.derivatives(points);
    let mut worst = 0.0;
    for (array, derivative) in derivatives.iter().enumerate() {
        let every = derivative.len().div_ceil(7);
        for at in (0..derivative.len()).step_by(every) {
            let loss = |change: f64| {
                let mut changed = parameters.clone();
                changed.arrays[array][at] += change;
                by_hand::loss(&changed, points)
            };
            let difference = (loss(STEP) - loss(-STEP)) / (2.0 * STEP);
            worst = f64::max(worst, (difference - derivative[at]).abs());
        }
    }
    worst
}

/// So many places of the square, in rows.
fn places(count: usize) -> Vec<f64> {
    let side = count.isqrt();
    let of = |at: usize| 2.0 * at as f64 / side as f64 - 1.0;
    let all = (0..side * side).flat_map(|at| [of(at % side), of(at / side)]);
    let places: Vec<f64> = all.collect();
    debug_assert_eq!(places.len(), INPUTS * side * side);
    places
}
