//! Filters a series of prices: a moving average, a low-pass filter and the drawdown, one loop each.
//!
//! ```console
//! $ cargo run --release --example filters [PICTURE.png]
//! ```

mod by_hand;
mod picture;
mod programs;
mod series;

use std::f64::consts::{PI, SQRT_2};
use std::process::ExitCode;

use common::Report;
use common::report::{self, fastest};
use common::text::grouped;
use programs::{average, biquad, drawdown};
use series::{Coefficients, DAYS, butterworth, prices};

/// The share of a new price in the average.
const SHARE: f64 = 0.02;

/// The highest frequency that the low-pass filter lets through: once in so many days.
const PERIOD: f64 = 120.0;

fn main() -> ExitCode {
    report::run("filters", "a series of prices, filtered", |report| {
        report.plans(&common::plans!("programs.rs"));

        let prices = prices(DAYS);
        let (b, a) = butterworth(1.0 / PERIOD);
        let averages = average(&prices, SHARE);
        // From the first price on, as if it had been there always.
        let first = prices[0];
        let smooth = biquad(&from(first, &prices), b, a);
        let smooth: Vec<f64> = smooth.iter().map(|y| y + first).collect();
        let falls = drawdown(&prices);

        report.result("days", grouped(DAYS));
        report.result("greatest drawdown", format!("{:.1} %", 100.0 * falls.1));
        report.result("longest time below a peak", format!("{} days", falls.2));
        check_loops(report, &prices, (b, a));
        check_answers(report, (b, a));
        times(report, (b, a));
        report.picture(&picture::draw(&prices, &averages, &smooth, &falls.0))
    })
}

/// The series without a number.
fn from(number: f64, xs: &[f64]) -> Vec<f64> {
    xs.iter().map(|x| x - number).collect()
}

/// Returns true if numbers are equal but for rounding.
fn close(found: &[f64], expected: &[f64], bound: f64) -> bool {
    let near = |(a, b): (&f64, &f64)| (a - b).abs() <= bound;
    found.len() == expected.len() && found.iter().zip(expected).all(near)
}

fn check_loops(report: &mut Report, prices: &[f64], (b, a): Coefficients) {
    report.check(
        "a loop comes to the same average",
        close(
            &average(prices, SHARE),
            &by_hand::average(prices, SHARE),
            1e-9,
        ),
    );
    report.check(
        "a loop comes to the same low-pass filter",
        close(
            &biquad(prices, b, a),
            &by_hand::biquad(prices, (b, a)),
            1e-9,
        ),
    );
    report.check(
        "a loop comes to the same drawdown, to the bit",
        drawdown(prices) == by_hand::drawdown(prices),
    );
}

/// Checks the known properties of these filters.
fn check_answers(report: &mut Report, (b, a): Coefficients) {
    const LONG: usize = 100_000;
    let mut step = vec![1.0; LONG];
    step[0] = 0.0;
    let expected = (0..LONG as i32).map(|day| 1.0 - (1.0 - SHARE).powi(day));
    report.check(
        "the average of a step is 1 − (1 − share)ⁿ",
        close(&average(&step, SHARE), &expected.collect::<Vec<_>>(), 1e-12),
    );
    let settled = biquad(&step, b, a)[LONG - 1];
    report.check(
        "the low-pass filter lets a constant through",
        (settled - 1.0).abs() < 1e-9,
    );
    let wave: Vec<f64> = (0..LONG)
        .map(|day| (2.0 * PI * day as f64 / PERIOD).sin())
        .collect();
    let height = biquad(&wave, b, a)[LONG / 2..]
        .iter()
        .fold(0.0, |a: f64, b| a.max(*b));
    report.check(
        "at its frequency it lets 1/√2 of a wave through",
        (height - 1.0 / SQRT_2).abs() < 1e-3,
    );
    let (_, most, days) = drawdown(&[8.0, 10.0, 6.0, 9.0, 10.0, 11.0, 11.0, 10.0]);
    report.check(
        "from 10 to 6 and back are 40 % in two days",
        most == 0.4 && days == 2,
    );
}

/// The times for a long series.
fn times(report: &mut Report, (b, a): Coefficients) {
    let prices = prices(report::size(1 << 22));
    let (_, fused_average) = fastest(5, || average(&prices, SHARE));
    let (_, by_hand_average) = fastest(5, || by_hand::average(&prices, SHARE));
    let (_, fused_biquad) = fastest(5, || biquad(&prices, b, a));
    let (_, by_hand_biquad) = fastest(5, || by_hand::biquad(&prices, (b, a)));
    report.times(&[
        ("average", fused_average),
        ("average by hand", by_hand_average),
        ("low-pass filter", fused_biquad),
        ("low-pass filter by hand", by_hand_biquad),
    ]);
}
