//! The time that an array takes beside its elements: one operation, and a formula of many lines, on
//! ten elements and on a thousand, on one thread.
//!
//! ```text
//! cargo run --release -p fusus-lazy --example overhead
//! ```

use std::time::Instant;

use fusus_lazy::{Array, Formula, Plan};

const BLACK_SCHOLES: &str = "
    rate = 0.02
    volatility = 0.3
    deviation = sqrt(t) * volatility
    d1 = (t * (rate + 0.5 * volatility * volatility) + ln(s / k)) / deviation
    d2 = d1 - deviation
    present = k * exp(t * -rate)
    t1 = 1.0 / (abs(d1) * 0.2316419 + 1.0)
    p1 = t1 * (t1 * (t1 * (t1 * (t1 * 1.330274429 + -1.821255978) + 1.781477937) + -0.356563782) + 0.31938153)
    a1 = exp(d1 * -0.5 * d1) * 0.3989422804014327 * p1
    n1 = if d1 > 0 { 1.0 - a1 } else { a1 }
    t2 = 1.0 / (abs(d2) * 0.2316419 + 1.0)
    p2 = t2 * (t2 * (t2 * (t2 * (t2 * 1.330274429 + -1.821255978) + 1.781477937) + -0.356563782) + 0.31938153)
    a2 = exp(d2 * -0.5 * d2) * 0.3989422804014327 * p2
    n2 = if d2 > 0 { 1.0 - a2 } else { a2 }
    s * n1 - present * n2
";

/// Prints the median time of a call, in microseconds.
fn report(name: &str, mut call: impl FnMut()) {
    (0..100).for_each(|_| call());
    let mut times: Vec<f64> = (0..2000)
        .map(|_| {
            let start = Instant::now();
            call();
            start.elapsed().as_secs_f64() * 1e6
        })
        .collect();
    times.sort_by(f64::total_cmp);
    println!("| {name} | {:.2} µs |", times[times.len() / 2]);
}

fn main() {
    println!("| what | time |");
    println!("|---|---|");
    for len in [10, 1000] {
        let of = |from: f64| Array::from_vec((0..len).map(|at| from + at as f64 * 0.01).collect());
        let (s, k, t) = (of(5.0), of(6.0), of(1.0));
        report(&format!("s + k, {len} elements"), || {
            (&s + &k).eval().map(drop).expect("arrays of one length");
        });
        let formula = Formula::parse(BLACK_SCHOLES).expect("a formula");
        let inputs = || [("s", &s), ("k", &k), ("t", &t)];
        report(&format!("a formula, {len} elements"), || {
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
        report(&format!("the formula traced, {len} elements"), || {
            traced.run(inputs()).map(drop).expect("floats");
        });
        report(
            &format!("the formula read and applied, {len} elements"),
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
