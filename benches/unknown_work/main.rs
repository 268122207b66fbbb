//! Loops whose text does not tell the cost of a position, against rayon with one position a task.
//!
//! ```console
//! $ cargo bench -p fusus-benches --bench unknown_work -- [ROUNDS [PART-OF-A-TITLE]]
//! ```
//!
//! All variants take turns within one run, so that their ratios can be trusted, and all must come
//! to the same results. Cheap positions race against an iterator on one thread, and against the same
//! loop as one block that is never shared.

mod flights;
mod programs;
#[path = "../../examples/flights/tally.rs"]
#[allow(
    dead_code,
    unused_imports,
    reason = "the example prints more, and has tests"
)]
mod tally;

use std::env;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use fusus_benches::answer::Answer;
use fusus_benches::race::{Aim, Race, Timing};
use fusus_benches::{random, table};
use programs::{
    cheap, dot, mapped, mapped_cheap, mapped_in_one_block, matrix_vector, nearest, nearest_of,
    scale, softmax, summed_cheap, summed_in_one_block, work,
};
use rayon::prelude::*;

/// The races that were asked for.
#[derive(Clone, Debug)]
struct Asked {
    aim: Aim,
    /// A part of their titles.
    title: String,
}

fn main() -> ExitCode {
    match asked() {
        Ok(asked) => {
            races(&asked);
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The races to hold: to take times under `cargo bench`, otherwise to compare results.
fn asked() -> Result<Asked, String> {
    let mut arguments = env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with("--"));
    let rounds = match arguments.next() {
        Some(text) => text
            .parse()
            .map_err(|_| format!("`{text}` is no number; usage: [ROUNDS [PART-OF-A-TITLE]]"))?,
        None => 21,
    };
    let timing = Timing {
        rounds,
        sample: Duration::from_millis(2),
        budget: Duration::MAX,
    };
    let aim = match env::args().any(|argument| argument == "--bench") {
        true => Aim::Time(timing),
        false => Aim::Check,
    };
    let title = arguments.next().unwrap_or_default();
    Ok(Asked { aim, title })
}

fn races(asked: &Asked) {
    println!("{} threads", rayon::current_num_threads());
    for (elements, microseconds) in [(10, 6500.0), (2000, 30.0), (30_000, 2.0)] {
        let xs = numbers(elements);
        let rounds = match asked.aim {
            Aim::Check => 1,
            Aim::Time(_) | Aim::Plain(_) | Aim::Peak => rounds_of(microseconds),
        };
        asked.race(
            &format!("{elements} elements of {microseconds} µs"),
            || mapped(&xs, rounds),
            &[("rayon", &|| {
                let tasks = xs.par_iter().with_max_len(1);
                tasks.map(|&x| work(x, rounds)).collect()
            })],
        );
    }
    for elements in [10, 100, 1000, 10_000] {
        let xs = numbers(elements);
        asked.race(
            &format!("map of {elements} cheap elements"),
            || mapped_cheap(&xs),
            &[
                ("in one block", &|| mapped_in_one_block(&xs)),
                ("iterator", &|| xs.iter().map(|&x| cheap(x)).collect()),
            ],
        );
        asked.race(
            &format!("sum of {elements} cheap elements"),
            || summed_cheap(&xs),
            &[
                ("in one block", &|| summed_in_one_block(&xs)),
                ("iterator", &|| xs.iter().map(|&x| cheap(x)).sum()),
            ],
        );
    }
    rows(asked);
    flights::races(asked);
}

/// Rows of a matrix, and queries against a set.
fn rows(asked: &Asked) {
    for (queries, points) in [(10, 100_000), (1000, 1000), (10_000, 1000)] {
        let (queries, points) = (positions(queries), positions(points));
        asked.race(
            &format!("nearest of {} for {}", points.len(), queries.len()),
            || nearest(&queries, &points),
            &[("rayon", &|| {
                let tasks = queries.par_iter().with_max_len(1);
                tasks.map(|&query| nearest_of(query, &points)).collect()
            })],
        );
    }
    let (rows, columns) = (2000, 2000);
    let (matrix, vector) = (numbers(rows * columns), numbers(columns));
    asked.race(
        "matrix by vector, 2,000 rows",
        || matrix_vector(&matrix, &vector),
        &[("rayon", &|| {
            let rows = matrix.par_chunks(columns);
            rows.map(|row| dot(row, &vector)).collect()
        })],
    );
    asked.race(
        "softmax of 2,000 rows",
        || softmax(&matrix, columns),
        &[("rayon", &|| {
            let mut result = vec![0.0; matrix.len()];
            let rows = result.par_chunks_mut(columns);
            rows.zip(matrix.par_chunks(columns))
                .for_each(|(result, row)| {
                    let (most, sum) = scale(row);
                    for (y, x) in result.iter_mut().zip(row) {
                        *y = (x - most).exp() / sum;
                    }
                });
            result
        })],
    );
}

/// So many numbers of the unit interval.
fn numbers(count: usize) -> Vec<f64> {
    random::units(1).take(count).collect()
}

/// So many points of the unit square.
fn positions(count: usize) -> Vec<(f64, f64)> {
    random::units(2).zip(random::units(3)).take(count).collect()
}

/// The number of rounds of work that take this long.
fn rounds_of(microseconds: f64) -> u32 {
    const MANY: u32 = 2_000_000;
    let start = Instant::now();
    std::hint::black_box(work(0.5, MANY));
    let each = start.elapsed().as_secs_f64() * 1e6 / f64::from(MANY);
    (microseconds / each) as u32
}

impl Asked {
    /// Times a program against other ways. Sums may differ by rounding.
    fn race<R: Answer>(
        &self,
        title: &str,
        program: impl Fn() -> R,
        others: &[(&'static str, &dyn Fn() -> R)],
    ) {
        if !title.contains(&self.title) {
            return;
        }
        let mut race = Race::new(self.aim, &|_, _| {}, &program).tolerance(1e-9);
        race.fresh("fusus", &program);
        for (name, other) in others {
            race.fresh(name, other);
        }
        let outcome = race.run();
        if self.aim != Aim::Check {
            println!("\n{title}\n{}", table::race(&outcome));
        }
    }
}
