//! Recipes of the guide, each beside rayon and beside the standard library on one thread, and a
//! recurrence beside a scan.
//!
//! ```console
//! $ cargo bench -p fusus-benches --bench recipes -- [ROUNDS [PART-OF-A-NAME [SIZE…]]]
//! ```

mod others;
mod programs;

use std::env;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Duration;

use fusus_benches::answer::Answer;
use fusus_benches::column::{BY_HAND, FUSUS, LAZY_RAYON};
use fusus_benches::race::{Aim, Outcome, Race, Timing};
use fusus_benches::{random, table};

/// A scan beside a recurrence of as many elements.
const SCAN: &str = "a scan";

/// Elements of the cache, and of none.
const SIZES: [usize; 3] = [10_000, 1_000_000, 10_000_000];

/// The races that were asked for, and the outcomes of those that were held.
struct Asked {
    aim: Aim,
    /// A part of their names.
    name: String,
    sizes: Vec<usize>,
    rows: Vec<(&'static str, usize, Outcome)>,
}

fn main() -> ExitCode {
    match asked() {
        Ok(mut asked) => {
            for size in asked.sizes.clone() {
                asked.hold(size);
            }
            if asked.aim != Aim::Check {
                let table = table::against(&asked.rows, &[SCAN, LAZY_RAYON, BY_HAND]);
                println!("{} threads\n\n{table}", rayon::current_num_threads());
            }
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
    let number = |text: String| {
        text.parse::<usize>()
            .map_err(|_| format!("`{text}` is no number; usage: [ROUNDS [PART-OF-A-NAME [SIZE…]]]"))
    };
    let mut arguments = env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with("--"));
    let rounds = arguments.next().map_or(Ok(15), number)?;
    let name = arguments.next().unwrap_or_default();
    let sizes = arguments.map(number).collect::<Result<Vec<_>, _>>()?;
    let is_timed = env::args().any(|argument| argument == "--bench");
    let aim = match is_timed {
        true => Aim::Time(Timing {
            rounds,
            sample: Duration::from_millis(2),
            budget: Duration::from_secs(8),
        }),
        false => Aim::Check,
    };
    let sizes = match (sizes.is_empty(), is_timed) {
        (false, _) => sizes,
        (true, true) => SIZES.to_vec(),
        (true, false) => vec![5, 100, 40_001],
    };
    Ok(Asked {
        aim,
        name,
        sizes,
        rows: Vec::new(),
    })
}

impl Asked {
    /// Holds a race between fusus and others, one of which is on one thread. Sums may differ by
    /// rounding.
    fn race<R: Answer>(
        &mut self,
        name: &'static str,
        size: usize,
        program: impl Fn() -> R,
        others: &[(&'static str, &dyn Fn() -> R)],
    ) {
        if !name.contains(&self.name) {
            return;
        }
        let mut race = Race::new(self.aim, &|_, _| {}, &program).tolerance(1e-9);
        race.fresh(FUSUS, &program);
        for (column, other) in others {
            race.fresh(column, other);
        }
        self.rows.push((name, size, race.run()));
    }

    fn hold(&mut self, size: usize) {
        // Numbers that occur twice on average.
        let numbers = random::words(1).map(|word| ((word >> 32) * (size as u64 / 2)) >> 32);
        let numbers = &numbers
            .map(|number| number as u32)
            .take(size)
            .collect::<Vec<_>>()[..];
        let ordered = &others::sorted(numbers)[..];
        let xs = &random::units(1).take(size).collect::<Vec<_>>()[..];
        let of_integers = &numbers
            .iter()
            .map(|&number| i64::from(number))
            .collect::<Vec<_>>()[..];
        self.race(
            "odd numbers in order",
            size,
            || programs::sorted_odd(numbers),
            &[
                (LAZY_RAYON, &|| others::sorted_odd_by_rayon(numbers)),
                (BY_HAND, &|| others::sorted_odd(numbers)),
            ],
        );
        self.race(
            "each once, of a sorted array",
            size,
            || programs::distinct(ordered),
            &[
                (LAZY_RAYON, &|| others::distinct_by_rayon(ordered)),
                (BY_HAND, &|| others::distinct(ordered)),
            ],
        );
        self.race(
            "each once, of any array",
            size,
            || programs::distinct_of_any(numbers),
            &[
                (LAZY_RAYON, &|| others::distinct_of_any_by_rayon(numbers)),
                (BY_HAND, &|| others::distinct_of_any(numbers)),
            ],
        );
        // Widths that the compiler does not know.
        let few = || black_box(5);
        let many = || black_box(100.min(size));
        self.race(
            "means of windows of 5",
            size,
            || programs::moving_means(xs, few()),
            &[
                (LAZY_RAYON, &|| others::moving_means_by_rayon(xs, few())),
                (BY_HAND, &|| others::moving_means(xs, few())),
            ],
        );
        self.race(
            "sums of windows of 100",
            size,
            || programs::moving_sums(of_integers, many()),
            &[(BY_HAND, &|| others::moving_sums(of_integers, many()))],
        );
        // A scan has other results: what is compared is their number.
        let count = |results: Vec<f64>| black_box(results).len() as u64;
        self.race(
            "moving average",
            size,
            || count(programs::moving_average(xs)),
            &[
                (SCAN, &|| count(programs::prefix_sums(xs))),
                (BY_HAND, &|| count(others::moving_average(xs))),
            ],
        );
    }
}
