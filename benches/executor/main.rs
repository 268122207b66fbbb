//! Lists of instructions over blocks, against the same programs compiled by `cnf!`, on one thread.
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

mod executor;
mod lists;
mod programs;

use std::env;
use std::time::Duration;

use fusus_benches::column::FUSUS;
use fusus_benches::race::{Aim, Outcome, Race, Samples, Timing};
use fusus_benches::random;

const EXECUTOR: &str = "executor";

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
    pool.expect("one thread can be started")
        .install(|| races(aim, sizes));
}

fn races(aim: Aim, sizes: &[usize]) {
    println!("| program | elements | compiled | instructions | speed |");
    println!("|---|---|---|---|---|");
    for &size in sizes {
        triad(aim, size);
    }
    for &size in sizes {
        heat(aim, size);
    }
    for &size in sizes.iter().filter(|size| **size <= 1_000_000) {
        black_scholes(aim, size);
    }
}

fn triad(aim: Aim, size: usize) {
    let (bs, cs) = (numbers(1, size), numbers(2, size));
    let list = lists::triad();
    let compiled = |into: &mut Vec<f64>| programs::triad(&bs, &cs, into);
    let expected = || {
        let mut into = vec![0.0; size];
        compiled(&mut into);
        into
    };
    let mut race = Race::new(aim, &|_, _| {}, expected);
    race.into_buffer(FUSUS, compiled);
    race.into_buffer(EXECUTOR, |into| list.run(&[&bs, &cs], &mut [into]));
    report("triad", size, &race.run());
}

fn heat(aim: Aim, size: usize) {
    let xs = numbers(3, size + 2);
    let list = lists::heat();
    let ends = |into: &mut Vec<f64>| {
        into[0] = 0.0;
        into[size + 1] = 0.0;
    };
    let compiled = |into: &mut Vec<f64>| {
        programs::heat(&xs, into);
        ends(into);
    };
    let expected = || {
        let mut into = vec![0.0; size + 2];
        compiled(&mut into);
        into
    };
    let mut race = Race::new(aim, &|_, _| {}, expected);
    race.into_buffer(FUSUS, compiled);
    race.into_buffer(EXECUTOR, |into| {
        list.run(&[&xs], &mut [&mut into[1..=size]]);
        ends(into);
    });
    report("heat", size, &race.run());
}

fn black_scholes(aim: Aim, size: usize) {
    let scaled = |seed, least: f64, most: f64| -> Vec<f64> {
        let units = random::units(seed).take(size);
        units.map(|unit| least + (most - least) * unit).collect()
    };
    let spots = scaled(4, 5.0, 30.0);
    let strikes = scaled(5, 1.0, 100.0);
    let years = scaled(6, 0.25, 10.0);
    let list = lists::black_scholes();
    let compiled = |calls: &mut Vec<f64>, puts: &mut Vec<f64>| {
        programs::black_scholes_into(&spots, &strikes, &years, calls, puts);
    };
    let expected = || {
        let mut both = (vec![0.0; size], vec![0.0; size]);
        compiled(&mut both.0, &mut both.1);
        both
    };
    let mut race = Race::new(aim, &|_, _| {}, expected);
    race.into_buffer(FUSUS, |(calls, puts)| compiled(calls, puts));
    race.into_buffer(EXECUTOR, |(calls, puts)| {
        list.run(&[&spots, &strikes, &years], &mut [calls, puts]);
    });
    report("Black-Scholes", size, &race.run());
}

fn report(name: &str, size: usize, outcome: &Outcome) {
    let median = |column| outcome.samples_of(column).map(Samples::median);
    if let (Some(compiled), Some(list)) = (median(FUSUS), median(EXECUTOR)) {
        println!(
            "| {name} | {size} | {:.2} µs | {:.2} µs | {:.2} |",
            compiled * 1e6,
            list * 1e6,
            compiled / list
        );
    }
}

/// So many numbers of the unit interval.
fn numbers(seed: u64, count: usize) -> Vec<f64> {
    random::units(seed).take(count).collect()
}
