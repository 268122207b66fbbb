//! The programs of figure 6 of Robinson, compiled with each strategy, side by side.
//!
//! ```console
//! $ cargo bench --bench strategies -- [ELEMENTS] [ROUNDS]
//! ```
//!
//! All strategies take turns within one run, so that their ratios can be trusted, and all must come to
//! the same results.

mod programs;
#[path = "../common/race.rs"]
mod race;

use std::process::ExitCode;

use programs::{Point, ilp, imperative, robinson, stream, unfused};
use race::{Lap, Race, timed};

fn main() -> ExitCode {
    match race::sizes(10_000_000) {
        Ok((elements, rounds)) => {
            let threads = rayon::current_num_threads();
            println!("{elements} elements, {threads} threads, {rounds} rounds");
            let xs: Vec<f64> = numbers(1).take(elements).map(|x| 4.0 * x - 1.0).collect();
            println!("\nnormalize2\n{}", {
                let ways: Ways<f64, _> = [
                    ("unfused", unfused::normalize2),
                    ("stream", stream::normalize2),
                    ("imperative", imperative::normalize2),
                    ("robinson", robinson::normalize2),
                    ("ilp", ilp::normalize2),
                ];
                race(
                    &xs,
                    ways,
                    |a, b| near(&a.0, &b.0) && near(&a.1, &b.1),
                    rounds,
                )
            });
            let points: Vec<Point> = numbers(2).zip(numbers(3)).take(elements).collect();
            println!("\nquadtree\n{}", {
                let ways: Ways<Point, _> = [
                    ("unfused", unfused::quadtree),
                    ("stream", stream::quadtree),
                    ("imperative", imperative::quadtree),
                    ("robinson", robinson::quadtree),
                    ("ilp", ilp::quadtree),
                ];
                race(&points, ways, |a, b| a == b, rounds)
            });
            println!("\nclosest_pairs\n{}", {
                let ways: Ways<Point, _> = [
                    ("unfused", unfused::closest_pairs),
                    ("stream", stream::closest_pairs),
                    ("imperative", imperative::closest_pairs),
                    ("robinson", robinson::closest_pairs),
                    ("ilp", ilp::closest_pairs),
                ];
                race(&points[..elements / 5], ways, |a, b| a == b, rounds)
            });
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// A program by the strategies that fused it.
type Ways<T, R> = [(&'static str, fn(&[T]) -> R); 5];

/// Times one program by all strategies, which must agree.
fn race<T, R>(
    input: &[T],
    ways: Ways<T, R>,
    agree: fn(&R, &R) -> bool,
    rounds: usize,
) -> race::Results {
    let expected = &(ways[0].1)(input);
    let mut race = Race::default();
    for (name, program) in ways {
        race.enter(name, move |lap| {
            let (result, time) = timed(|| program(input));
            if lap == Lap::Check {
                assert!(agree(&result, expected), "{name} comes to another result");
            }
            time
        });
    }
    race.run(rounds)
}

/// Whether two arrays are equal but for rounding: the order in which a fold of a filtered array adds
/// depends on whether the array was stored.
fn near(a: &[f64], b: &[f64]) -> bool {
    let close = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-9 * a.abs().max(b.abs());
    a.len() == b.len() && a.iter().zip(b).all(close)
}

/// Numbers between 0 and 1 in no order, the same for the same seed.
fn numbers(seed: u64) -> impl Iterator<Item = f64> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    std::iter::repeat_with(move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1_u64 << 53) as f64
    })
}
