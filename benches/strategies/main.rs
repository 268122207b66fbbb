//! The programs of figure 6 of Robinson, compiled with each strategy, side by side.
//!
//! ```console
//! $ cargo bench -p fusus-benches --bench strategies -- [ELEMENTS] [ROUNDS]
//! ```
//!
//! All strategies take turns within one run, so that their ratios can be trusted, and all must come
//! to the same results.

#![allow(
    unreachable_pub,
    reason = "programs are included as a user writes them"
)]

mod programs;

use std::env;
use std::process::ExitCode;
use std::time::Duration;

use fusus_benches::answer::Answer;
use fusus_benches::race::{Aim, Race, Timing};
use fusus_benches::{random, table};
use programs::{Point, imperative, optimal, paper, stream, unfused};

fn main() -> ExitCode {
    match asked() {
        Ok((elements, aim)) => {
            races(elements, aim);
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The number of elements and of rounds that the arguments ask for.
fn asked() -> Result<(usize, Aim), String> {
    let numbers = env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with("--"));
    let numbers = numbers.map(|text| {
        text.parse::<usize>()
            .map_err(|_| format!("`{text}` is no number; usage: [ELEMENTS] [ROUNDS]"))
    });
    let numbers = numbers.collect::<Result<Vec<_>, _>>()?;
    // Without `--bench` this is a test: see that everything works, but take no time over it.
    if !env::args().any(|argument| argument == "--bench") {
        return Ok((numbers.first().copied().unwrap_or(100_000), Aim::Check));
    }
    let timing = Timing {
        rounds: numbers.get(1).copied().unwrap_or(11),
        sample: Duration::ZERO,
        budget: Duration::MAX,
    };
    let elements = numbers.first().copied().unwrap_or(10_000_000);
    Ok((elements, Aim::Time(timing)))
}

fn races(elements: usize, aim: Aim) {
    println!(
        "{elements} elements, {} threads",
        rayon::current_num_threads()
    );
    let xs: Vec<f64> = random::units(1)
        .take(elements)
        .map(|x| 4.0 * x - 1.0)
        .collect();
    let variants: Ways<f64, _> = [
        ("unfused", unfused::normalize2),
        ("stream", stream::normalize2),
        ("imperative", imperative::normalize2),
        ("paper", paper::normalize2),
        ("optimal", optimal::normalize2),
    ];
    race("normalize2", &xs, variants, aim);
    let points: Vec<Point> = random::units(2)
        .zip(random::units(3))
        .take(elements)
        .collect();
    let variants: Ways<Point, _> = [
        ("unfused", unfused::quadtree),
        ("stream", stream::quadtree),
        ("imperative", imperative::quadtree),
        ("paper", paper::quadtree),
        ("optimal", optimal::quadtree),
    ];
    race("quadtree", &points, variants, aim);
    let variants: Ways<Point, _> = [
        ("unfused", unfused::closest),
        ("stream", stream::closest),
        ("imperative", imperative::closest),
        ("paper", paper::closest),
        ("optimal", optimal::closest),
    ];
    race("closest_pairs", &points[..elements / 5], variants, aim);
}

/// A program by the strategies that fused it.
type Ways<T, R> = [(&'static str, fn(&[T]) -> R); 5];

/// Times one program by all strategies, which must agree: but for rounding, since the order in
/// which a fold of a filtered array adds depends on whether the array was stored.
fn race<T, R: Answer>(title: &str, input: &[T], variants: Ways<T, R>, aim: Aim) {
    let mut race = Race::new(aim, &|_, _| {}, || (variants[0].1)(input)).tolerance(1e-9);
    for (name, program) in variants {
        race.fresh(name, move || program(input));
    }
    let outcome = race.run();
    if aim != Aim::Check {
        println!("\n{title}\n{}", table::race(&outcome));
    }
}
