//! Prices four million calls and puts, and adds up their worth.
//!
//! ```console
//! $ cargo run --release --example black_scholes
//! ```

mod market;
mod model;
mod normal;
mod programs;

use std::process::ExitCode;

use common::Report;
use common::report::{self, fastest, timed};
use common::text::grouped;
use market::Market;
use model::{Contract, call, put};
use programs::{black_scholes, black_scholes_unfused};

/// The number of options.
const COUNT: usize = 1 << 22;

const MARKET: Market = Market { seed: 1973 };

/// The example of Hull, *Options, Futures, and Other Derivatives*, with its prices in cents.
const HULL: (Contract, f64, f64) = (
    Contract {
        spot: 42.0,
        strike: 40.0,
        years: 0.5,
        rate: 0.1,
        volatility: 0.2,
    },
    4.76,
    0.81,
);

fn main() -> ExitCode {
    report::run(
        "black_scholes",
        "prices 2²² calls and as many puts",
        |report| {
            report.plans(&common::plans!("programs.rs"));

            let count = report::size(COUNT);
            let ((calls, puts, worth, gap), fused) = fastest(3, || black_scholes(count, MARKET));
            let (_, unfused) = fastest(3, || black_scholes_unfused(count, MARKET));

            report.table(
                [
                    "spot",
                    "strike",
                    "years",
                    "rate",
                    "volatility",
                    "call",
                    "put",
                ],
                &[0, 1, 2, 3, 4].map(|i| row(MARKET.option(i), calls[i], puts[i])),
            );
            report.result("options", grouped(calls.len() + puts.len()));
            report.result("all together", format!("{worth:.2}"));
            report.result("gap of parity", format!("{gap:.1e} at most"));
            let (by_hand, sequential) = timed(|| one_by_one(count));
            check(report, gap, worth, by_hand);
            report.times(&[
                ("fused", fused),
                ("unfused", unfused),
                ("one thread, by hand", sequential),
            ]);
            Ok(())
        },
    )
}

fn row(option: Contract, call: f64, put: f64) -> [String; 7] {
    let Contract {
        spot,
        strike,
        years,
        rate,
        volatility,
    } = option;
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let money = |amount: f64| format!("{amount:.2}");
    [
        money(spot),
        money(strike),
        format!("{years:.2}"),
        percent(rate),
        percent(volatility),
        money(call),
        money(put),
    ]
}

/// Sums the values of all options in a loop.
fn one_by_one(count: usize) -> f64 {
    let options = (0..count).map(|i| MARKET.option(i));
    options.map(|option| call(option) + put(option)).sum()
}

fn check(report: &mut Report, gap: f64, worth: f64, by_hand: f64) {
    let (option, dearer, cheaper) = HULL;
    let cents = |price: f64| (100.0 * price).round() / 100.0;
    report.check(
        format!("Hull's example costs {dearer:.2} and {cheaper:.2}"),
        (cents(call(option)), cents(put(option))) == (dearer, cheaper),
    );
    report.check("calls and puts are in parity", gap < 1e-12);
    report.check(
        "a loop comes to the same worth",
        (worth - by_hand).abs() < 1e-9 * by_hand,
    );
}
