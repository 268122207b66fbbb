//! The shapes of generated code against loops written by hand: interleaved,
//! the best and the median of several rounds.
//!
//! `cargo bench -p fusus-cpu -- [ROUNDS] [NAME]`

mod filter;
mod map;
mod normalize2;
mod scan;
mod small;
mod sum;
mod wide;

use std::hint::black_box;
use std::time::Instant;

type Job<'a> = (&'static str, Box<dyn FnMut() + 'a>);

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|a| !a.starts_with("--"));
    let rounds: usize = arguments.next().and_then(|a| a.parse().ok()).unwrap_or(9);
    let only = arguments.next().unwrap_or_default();
    let wanted = |name: &str| name.contains(&only);
    if wanted("sum") {
        sum::sum(rounds);
    }
    if wanted("normalize2") {
        normalize2::normalize2(rounds);
    }
    if wanted("scan") {
        scan::scan(rounds);
    }
    if wanted("filter") {
        filter::filter(rounds);
    }
    if wanted("map") {
        map::map(rounds);
    }
    if wanted("wide") {
        wide::wide(rounds);
    }
    if wanted("small") {
        small::small(rounds);
    }
}

fn race(title: &str, rounds: usize, jobs: &mut [Job<'_>]) {
    let mut times = vec![Vec::new(); jobs.len()];
    for round in 0..=rounds {
        for ((_, job), times) in jobs.iter_mut().zip(&mut times) {
            let start = Instant::now();
            job();
            if round > 0 {
                times.push(start.elapsed().as_secs_f64() * 1e3);
            }
        }
    }
    println!("{title}");
    for ((name, _), mut times) in jobs.iter().zip(times) {
        times.sort_by(f64::total_cmp);
        println!(
            "  {name:<44} best {:8.3} ms  median {:8.3} ms",
            times[0],
            times[times.len() / 2]
        );
    }
}

/// Holds on to a result, and drops it within the measured time.
fn keep<T>(value: T) {
    black_box(value);
}

fn floats(len: usize) -> Vec<f64> {
    (0..len as u64)
        .map(|i| (i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 11) as f64 / (1u64 << 53) as f64 - 0.5)
        .collect()
}
