//! The time that an array takes beside its elements: one operation, and the formula of many lines, on
//! ten elements and on a thousand.

use std::time::Instant;

use fusus::lazy::{Array, Formula, Plan};

use crate::BLACK_SCHOLES;

/// Prints the median time of some calls, in microseconds.
fn report(name: &str, calls: usize, mut call: impl FnMut()) {
    (0..calls / 20).for_each(|_| call());
    let mut times: Vec<f64> = (0..calls)
        .map(|_| {
            let start = Instant::now();
            call();
            start.elapsed().as_secs_f64() * 1e6
        })
        .collect();
    times.sort_by(f64::total_cmp);
    println!("| {name} | {:.2} µs |", times[times.len() / 2]);
}

/// Prints the times, each of so many calls.
pub(crate) fn print(calls: usize) {
    println!("\n| beside the elements | time |");
    println!("|---|---|");
    for len in [10, 1000] {
        let of = |from: f64| Array::from_vec((0..len).map(|at| from + at as f64 * 0.01).collect());
        let (s, k, t) = (of(5.0), of(6.0), of(1.0));
        report(&format!("s + k, {len} elements"), calls, || {
            (&s + &k).eval().map(drop).expect("arrays of one length");
        });
        let formula = Formula::parse(BLACK_SCHOLES).expect("a formula");
        let inputs = || [("s", &s), ("k", &k), ("t", &t)];
        report(&format!("a formula, {len} elements"), calls, || {
            let prices = formula.apply(inputs()).expect("columns of one length");
            prices.eval().map(drop).expect("floats");
        });
        let traced = Plan::trace(|trace| {
            let inputs: [Array<f64>; 3] = [
                trace.input("s", len)?,
                trace.input("k", len)?,
                trace.input("t", len)?,
            ];
            let inputs = ["s", "k", "t"].into_iter().zip(&inputs);
            let prices = formula.apply(inputs).expect("columns of one length");
            Ok(prices.array::<f64>().expect("floats"))
        });
        let traced = traced.expect("a formula of arrays in memory");
        report(
            &format!("the formula traced, {len} elements"),
            calls,
            || {
                traced.run(inputs()).map(drop).expect("floats");
            },
        );
        report(
            &format!("the formula read and applied, {len} elements"),
            calls,
            || {
                let formula = Formula::parse(BLACK_SCHOLES).expect("a formula");
                formula
                    .apply(inputs())
                    .map(drop)
                    .expect("columns of one length");
            },
        );
    }
}
