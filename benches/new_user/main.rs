//! Programs that a new user wrote, each beside a plain loop, and beside rayon where that has a form.
//!
//! ```console
//! $ cargo bench -p fusus-benches --bench new_user -- [ROUNDS [PART-OF-A-NAME [SIZE…]]]
//! ```
//!
//! They are moving averages and drawdowns, a histogram, sums of groups, statistics of columns,
//! nearest neighbours, a blur, a matrix by a vector and a softmax, Life, a sparse matrix by a
//! vector, compaction and the largest elements; and over bytes and structs the words of a text, runs and
//! their first elements, balances of an account, sums of complex numbers, particles, and a picture through a
//! table. Each should be at or above both others at every size. All versions must come to the same results.

mod parallel;
mod plain;
mod programs;

use std::process::ExitCode;
use std::time::Duration;

use fusus_benches::answer::Answer;
use fusus_benches::asked::{self, Asked, Defaults};
use fusus_benches::column::{BY_HAND, FUSUS, LAZY_RAYON};
use fusus_benches::race::Race;
use fusus_benches::random;
use programs::{Complex, Entry, Particle};

/// Some 100 elements fit a few vectors, 10⁷ no cache.
const DEFAULTS: Defaults<'_> = Defaults {
    timed: &[100, 10_000, 1_000_000, 10_000_000],
    checked: &[1, 100, 40_001],
    budget: Duration::from_secs(4),
};

fn main() -> ExitCode {
    asked::hold(DEFAULTS, &[LAZY_RAYON, BY_HAND], |asked, size| {
        let mut programs = Programs(asked);
        programs.sequences(size);
        programs.matrices(size);
        programs.bytes(size);
        programs.structs(size);
    })
}

/// The races of the programs.
struct Programs<'a>(&'a mut Asked);

/// So many numbers of the unit interval.
fn units(seed: u64, count: usize) -> Vec<f64> {
    random::units(seed).take(count).collect()
}

impl Programs<'_> {
    /// Holds a race between fusus, rayon, if it has a form, and a plain loop. Sums may differ by
    /// rounding.
    fn race<R: Answer>(
        &mut self,
        name: &'static str,
        size: usize,
        program: impl Fn() -> R,
        parallel: Option<&dyn Fn() -> R>,
        plain: impl Fn() -> R,
    ) {
        if !name.contains(&self.0.name) {
            return;
        }
        let mut race = Race::new(self.0.aim, &|_, _| {}, &plain).tolerance(1e-9);
        race.fresh(FUSUS, &program);
        if let Some(parallel) = parallel {
            race.fresh(LAZY_RAYON, parallel);
        }
        race.fresh(BY_HAND, &plain);
        self.0.rows.push((name, size, race.run()));
    }

    /// The programs over sequences of so many elements.
    fn sequences(&mut self, size: usize) {
        let xs = &units(1, size)[..];
        self.race(
            "moving_average",
            size,
            || programs::moving_average(xs),
            None,
            || plain::moving_average(xs),
        );
        let prices = random::units(2).scan(100.0, |price, unit| {
            *price *= 1.0 + 0.02 * (unit - 0.499);
            Some(*price)
        });
        let prices = &prices.take(size).collect::<Vec<_>>()[..];
        self.race(
            "drawdown",
            size,
            || programs::drawdown(prices),
            None,
            || plain::drawdown(prices),
        );
        self.race(
            "histogram",
            size,
            || programs::histogram(xs),
            Some(&|| parallel::histogram(xs)),
            || plain::histogram(xs),
        );
        for (name, run) in [
            ("group_sums, runs of 10", 10),
            ("group_sums, of 1000", 1000),
        ] {
            let keys = &keys(size, run)[..];
            self.race(
                name,
                size,
                || programs::group_sums(keys, xs),
                Some(&|| parallel::group_sums(keys, xs)),
                || plain::group_sums(keys, xs),
            );
        }
        self.race(
            "compaction",
            size,
            || programs::compaction(xs),
            Some(&|| parallel::compaction(xs)),
            || plain::compaction(xs),
        );
        self.race(
            "top8",
            size,
            || programs::top8(xs).to_vec(),
            Some(&|| parallel::top8(xs)),
            || plain::top8(xs),
        );
    }

    /// The programs over tables of so many cells, or pairs.
    fn matrices(&mut self, size: usize) {
        let (h, w) = (size.isqrt(), size.isqrt());
        let cells = &units(3, h * w)[..];
        let vector = &units(4, w)[..];
        self.race(
            "matrix_vector",
            size,
            || programs::matrix_vector(h, w, cells, vector),
            Some(&|| parallel::matrix_vector(w, cells, vector)),
            || plain::matrix_vector(w, cells, vector),
        );
        self.race(
            "softmax",
            size,
            || programs::softmax(h, w, cells),
            Some(&|| parallel::softmax(w, cells)),
            || plain::softmax(w, cells),
        );
        let (n, m) = (size.div_ceil(20), size.min(20));
        let table = &units(5, n * m)[..];
        self.race(
            "column_statistics",
            size,
            || programs::column_statistics(n, m, table),
            Some(&|| parallel::column_statistics(n, m, table)),
            || plain::column_statistics(n, m, table),
        );
        let (queries, points) = (&points(6, h)[..], &points(8, w)[..]);
        self.race(
            "nearest",
            size,
            || programs::nearest(queries, points),
            Some(&|| parallel::nearest(queries, points)),
            || plain::nearest(queries, points),
        );
        let pixels = &random::units(1)
            .map(|unit| unit as f32)
            .take(h * w)
            .collect::<Vec<_>>()[..];
        self.race(
            "blur",
            size,
            || programs::blur(h, w, pixels),
            Some(&|| parallel::blur(h, w, pixels)),
            || plain::blur(h, w, pixels),
        );
        let cells = random::words(2).map(|word| (word >> 40) as u8 & 1);
        let cells = &cells.take(h * w).collect::<Vec<_>>()[..];
        self.race(
            "life",
            size,
            || programs::life(h, w, cells),
            Some(&|| parallel::life(h, w, cells)),
            || plain::life(h, w, cells),
        );
        let Sparse {
            offsets,
            columns,
            values,
            vector,
        } = &sparse(size);
        self.race(
            "sparse",
            size,
            || programs::sparse(offsets, columns, values, vector),
            Some(&|| parallel::sparse(offsets, columns, values, vector)),
            || plain::sparse(offsets, columns, values, vector),
        );
    }
}

impl Programs<'_> {
    /// The programs over so many bytes or keys.
    fn bytes(&mut self, size: usize) {
        let letters = random::words(13).map(|word| match (word >> 32) % 12 {
            0 => b'\n',
            1 | 2 => b' ',
            letter => b'a' + letter as u8,
        });
        let text = &letters.take(size).collect::<Vec<_>>()[..];
        self.race(
            "words",
            size,
            || programs::words(text),
            None,
            || plain::words(text),
        );
        let runs = keys(size, 5).into_iter().map(|key| key as u8);
        let runs = &runs.collect::<Vec<_>>()[..];
        self.race(
            "run_lengths",
            size,
            || programs::run_lengths(runs),
            None,
            || plain::run_lengths(runs),
        );
        let keys = &keys(size, 3)[..];
        self.race(
            "firsts",
            size,
            || programs::firsts(keys),
            None,
            || plain::firsts(keys),
        );
        let picture = random::words(14).map(|word| (word >> 32) as u8);
        let picture = &picture.take(size).collect::<Vec<_>>()[..];
        let table = &std::array::from_fn(|colour| 255 - colour as u8);
        self.race(
            "recoloured",
            size,
            || programs::recoloured(table, picture),
            None,
            || plain::recoloured(table, picture),
        );
    }

    /// The programs over so many structs.
    fn structs(&mut self, size: usize) {
        let entries = random::words(15).map(|word| Entry {
            cents: (word >> 32) as i64 % 10_001 - 4_000,
            fee: (word >> 20) as i64 % 7,
        });
        let entries = &entries.take(size).collect::<Vec<_>>()[..];
        self.race(
            "balances",
            size,
            || programs::balances(entries),
            None,
            || plain::balances(entries),
        );
        let (xs, ys) = (&complex(16, size)[..], &complex(18, size)[..]);
        self.race(
            "complex_products",
            size,
            || programs::complex_products(xs, ys),
            None,
            || plain::complex_products(xs, ys),
        );
        self.race(
            "complex_kept",
            size,
            || programs::complex_kept(xs),
            None,
            || plain::complex_kept(xs),
        );
        let particles = points(20, size).into_iter().map(|(x, y)| Particle {
            x: x as f32,
            y: y as f32,
            vx: 0.1,
            vy: 0.2,
        });
        let particles = &particles.collect::<Vec<_>>()[..];
        self.race(
            "particles",
            size,
            || programs::particles(particles, 0.01),
            None,
            || plain::particles(particles, 0.01),
        );
    }
}

fn complex(seed: u64, count: usize) -> Vec<Complex> {
    let numbers = points(seed, count).into_iter();
    numbers.map(|(re, im)| Complex { re, im }).collect()
}

/// Answers of structs: those of their fields.
macro_rules! structs {
    ($($name:ident: $($field:ident)*;)*) => {$(
        impl Answer for $name {
            fn compare(&self, expected: &Self, tolerance: f64) -> Result<(), String> {
                $(self.$field.compare(&expected.$field, tolerance)?;)*
                Ok(())
            }

            fn spoil(&mut self) {
                $(self.$field.spoil();)*
            }

            fn bytes(&self) -> usize {
                0
            }
        }
    )*};
}

structs! {
    Complex: re im;
    Particle: x y vx vy;
}

/// Keys in runs of this length on average.
fn keys(size: usize, run: u64) -> Vec<u32> {
    let changes = random::words(2).map(|word| u32::from((word >> 20).is_multiple_of(run)));
    let keys = changes.scan(0, |key, change| {
        *key += change;
        Some(*key)
    });
    keys.take(size).collect()
}

fn points(seed: u64, count: usize) -> Vec<programs::Point> {
    let points = random::units(seed).zip(random::units(seed + 1));
    points.take(count).collect()
}

/// A sparse matrix by rows, and a vector.
struct Sparse {
    offsets: Vec<usize>,
    columns: Vec<u32>,
    values: Vec<f64>,
    vector: Vec<f64>,
}

/// So many entries, some ten in a row, of a square matrix.
fn sparse(entries: usize) -> Sparse {
    let rows = entries.div_ceil(10);
    let mut offsets: Vec<_> = random::units(9)
        .map(|unit| (unit * entries as f64) as usize)
        .take(rows - 1)
        .collect();
    offsets.extend([0, entries]);
    offsets.sort_unstable();
    let columns = random::units(10).map(|unit| (unit * rows as f64) as u32);
    Sparse {
        offsets,
        columns: columns.take(entries).collect(),
        values: units(11, entries),
        vector: units(12, rows),
    }
}
