//! Arrays and formulas at run time, against the same programs compiled by `cnf!` and against crates that
//! walk an expression for each row, on one thread; and the time that they take beside their elements.
//!
//! ```console
//! $ cargo bench -p fusus-benches --bench executor
//! ```
//!
//! Both must come to the same bits. `backend-cpu/experiments/blocks-of-instructions.md` says what was
//! seen.

#![allow(
    unreachable_pub,
    reason = "programs are included as a user writes them"
)]

mod overhead;
mod programs;
mod rows;

use std::env;
use std::time::Duration;

use fusus::lazy::{Array, Formula, s};
use fusus_benches::column::FUSUS;
use fusus_benches::race::{Aim, Outcome, Race, Samples, Timing};
use fusus_benches::random;

const LAZY: &str = "lazy";

fn main() {
    let timed = env::args().any(|argument| argument == "--bench");
    let aim = match timed {
        false => Aim::Check,
        true => Aim::Time(Timing {
            rounds: 15,
            sample: Duration::from_millis(2),
            budget: Duration::from_secs(5),
        }),
    };
    let sizes: &[usize] = match timed {
        false => &[1, 1000, 5000],
        true => &[1000, 10_000, 100_000, 1_000_000, 10_000_000],
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    pool.expect("one thread can be started").install(|| {
        races(aim, sizes);
        rows::races(aim, &sizes[..sizes.len() - 1]);
        overhead::print(if timed { 2000 } else { 1 });
    });
}

fn races(aim: Aim, sizes: &[usize]) {
    println!("| program | elements | compiled | lazy | speed |");
    println!("|---|---|---|---|---|");
    for &size in sizes {
        triad(aim, size);
    }
    for &size in sizes {
        heat(aim, size);
    }
    for &size in sizes {
        plate(aim, size);
    }
    for &size in sizes.iter().filter(|size| **size <= 1_000_000) {
        black_scholes(aim, size);
    }
}

/// Computes an array; returns its first element.
fn first(array: &Array<f64>) -> f64 {
    let first = array.eval().and_then(|array| array.at(s![..1]).item());
    first.expect("an array of one element or more")
}

fn same(found: &Array<f64>, expected: &[f64]) {
    let found = found.to_vec().expect("an array");
    let bits = |xs: &[f64]| xs.iter().map(|x| x.to_bits()).collect::<Vec<u64>>();
    assert_eq!(bits(&found), bits(expected));
}

fn triad(aim: Aim, size: usize) {
    let (bs, cs) = (numbers(1, size), numbers(2, size));
    let (b, c) = (Array::from(&bs[..]), Array::from(&cs[..]));
    let mut into = vec![0.0; size];
    programs::triad(&bs, &cs, &mut into);
    let lazy = || &b + &c * 3.0;
    same(&lazy(), &into);
    let expected = into[0];
    let mut race = Race::new(aim, &|_, _| {}, || expected);
    race.fresh(FUSUS, || {
        programs::triad(&bs, &cs, &mut into);
        into[0]
    });
    race.fresh(LAZY, || first(&lazy()));
    report("triad", size, &race.run());
}

fn heat(aim: Aim, size: usize) {
    let xs = numbers(3, size + 2);
    let x = Array::from(&xs[..]);
    let mut into = vec![0.0; size + 2];
    programs::heat(&xs, &mut into);
    let lazy = || (x.at(s![1..-1]) * 2.0 + (x.at(s![..-2]) + x.at(s![2..]))) * 0.25;
    same(&lazy(), &into[1..=size]);
    let expected = into[1];
    let mut race = Race::new(aim, &|_, _| {}, || expected);
    race.fresh(FUSUS, || {
        programs::heat(&xs, &mut into);
        into[1]
    });
    race.fresh(LAZY, || first(&lazy()));
    report("heat", size, &race.run());
}

fn plate(aim: Aim, size: usize) {
    let inner = size.isqrt();
    let side = inner + 2;
    let xs = numbers(7, side * side);
    let x = Array::from_shape([side, side], xs.clone());
    let lazy = || {
        let rows = x.at(s![..-2, 1..-1]) + x.at(s![2.., 1..-1]);
        (rows + (x.at(s![1..-1, ..-2]) + x.at(s![1..-1, 2..]))) * 0.25
    };
    let expected = programs::plate(side, &xs);
    same(&lazy(), &expected);
    let expected = expected[0];
    let mut race = Race::new(aim, &|_, _| {}, || expected);
    race.fresh(FUSUS, || programs::plate(side, &xs)[0]);
    race.fresh(LAZY, || {
        let first = lazy().eval().and_then(|array| array.at(s![0, 0]).item());
        first.expect("an array of one element or more")
    });
    report("plate", inner * inner, &race.run());
}

/// The formula of the program, operation by operation.
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
    call = s * n1 - present * n2
    put = call + present - s
";

fn black_scholes(aim: Aim, size: usize) {
    let scaled = |seed, least: f64, most: f64| -> Vec<f64> {
        let units = random::units(seed).take(size);
        units.map(|unit| least + (most - least) * unit).collect()
    };
    let spots = scaled(4, 5.0, 30.0);
    let strikes = scaled(5, 1.0, 100.0);
    let years = scaled(6, 0.25, 10.0);
    let [s, k, t] = [&spots, &strikes, &years].map(|xs| Array::from(&xs[..]));
    let formula = Formula::parse(BLACK_SCHOLES).expect("a formula");
    let lazy = || {
        let mut all = formula
            .apply_all([("s", &s), ("k", &k), ("t", &t)])
            .expect("columns of one length");
        let put = all.pop().expect("puts").1.array::<f64>();
        let call = all.pop().expect("calls").1.array::<f64>();
        drop(all);
        (call.expect("floats"), put.expect("floats"))
    };
    let (mut calls, mut puts) = (vec![0.0; size], vec![0.0; size]);
    programs::black_scholes_into(&spots, &strikes, &years, &mut calls, &mut puts);
    let (call, put) = lazy();
    same(&put, &puts);
    same(&call, &calls);
    let expected = puts[0];
    let mut race = Race::new(aim, &|_, _| {}, || expected);
    race.fresh(FUSUS, || {
        programs::black_scholes_into(&spots, &strikes, &years, &mut calls, &mut puts);
        puts[0]
    });
    race.fresh(LAZY, || first(&lazy().1));
    report("Black-Scholes", size, &race.run());
}

fn report(name: &str, size: usize, outcome: &Outcome) {
    let median = |column| outcome.samples_of(column).map(Samples::median);
    if let (Some(compiled), Some(lazy)) = (median(FUSUS), median(LAZY)) {
        println!(
            "| {name} | {size} | {:.2} µs | {:.2} µs | {:.2} |",
            compiled * 1e6,
            lazy * 1e6,
            compiled / lazy
        );
    }
}

/// So many numbers of the unit interval.
fn numbers(seed: u64, count: usize) -> Vec<f64> {
    random::units(seed).take(count).collect()
}
