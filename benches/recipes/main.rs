//! Recipes of the guide, each beside rayon and beside the standard library on one thread, and a
//! recurrence beside a scan.
//!
//! ```console
//! $ cargo bench -p fusus-benches --bench recipes -- [ROUNDS [PART-OF-A-NAME [SIZE…]]]
//! ```

mod others;
mod programs;

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Duration;

use fusus_benches::answer::Answer;
use fusus_benches::asked::{self, Asked, Defaults};
use fusus_benches::column::{BY_HAND, FUSUS, LAZY_RAYON};
use fusus_benches::race::Race;
use fusus_benches::random;

/// A scan beside a recurrence of as many elements.
const SCAN: &str = "a scan";

/// Elements of the cache, and of none.
const DEFAULTS: Defaults<'_> = Defaults {
    timed: &[10_000, 1_000_000, 10_000_000],
    checked: &[5, 100, 40_001],
    budget: Duration::from_secs(8),
};

fn main() -> ExitCode {
    asked::hold(DEFAULTS, &[SCAN, LAZY_RAYON, BY_HAND], |asked, size| {
        Recipes(asked).hold(size);
    })
}

/// The races of the recipes.
struct Recipes<'a>(&'a mut Asked);

impl Recipes<'_> {
    /// Holds a race between fusus and others, one of which is on one thread. Sums may differ by
    /// rounding.
    fn race<R: Answer>(
        &mut self,
        name: &'static str,
        size: usize,
        program: impl Fn() -> R,
        others: &[(&'static str, &dyn Fn() -> R)],
    ) {
        if !name.contains(&self.0.name) {
            return;
        }
        let mut race = Race::new(self.0.aim, &|_, _| {}, &program).tolerance(1e-9);
        race.fresh(FUSUS, &program);
        for (column, other) in others {
            race.fresh(column, other);
        }
        self.0.rows.push((name, size, race.run()));
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
