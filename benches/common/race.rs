//! Timing several ways to do the same work against each other.
//!
//! All ways take turns, one lap each a round, so that whatever else the machine does at a time slows
//! all of them alike. The median of the laps counts.

use std::time::{Duration, Instant};
use std::{env, fmt};

/// What a lap is for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Lap {
    /// To warm up and to compare the result with what is known.
    Check,
    /// To take the time.
    Time,
}

/// One way to do the work.
struct Way<'a> {
    name: &'static str,
    run: Box<dyn FnMut(Lap) -> Duration + 'a>,
    laps: Vec<Duration>,
}

/// A race between ways to do the same work.
#[derive(Default)]
pub(crate) struct Race<'a> {
    ways: Vec<Way<'a>>,
}

impl<'a> Race<'a> {
    /// Adds a way. It takes the time itself, with [`timed`], so that checks and clearing up stay out of it.
    pub(crate) fn enter(&mut self, name: &'static str, run: impl FnMut(Lap) -> Duration + 'a) {
        self.ways.push(Way {
            name,
            run: Box::new(run),
            laps: Vec::new(),
        });
    }

    /// Has all ways checked once and timed `rounds` times.
    pub(crate) fn run(mut self, rounds: usize) -> Results {
        for way in &mut self.ways {
            (way.run)(Lap::Check);
        }
        for _ in 0..rounds {
            for way in &mut self.ways {
                way.laps.push((way.run)(Lap::Time));
            }
        }
        Results {
            rows: self
                .ways
                .into_iter()
                .map(|way| (way.name, way.laps))
                .collect(),
        }
    }
}

/// What `work` returns, and how long it took.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = std::hint::black_box(work());
    (result, start.elapsed())
}

/// The laps of all ways.
#[derive(Debug)]
pub(crate) struct Results {
    rows: Vec<(&'static str, Vec<Duration>)>,
}

/// A table: the median and the fastest lap of each way, and the median as a multiple of the first way's.
impl fmt::Display for Results {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self
            .rows
            .iter()
            .map(|(name, _)| name.chars().count())
            .max()
            .unwrap_or(0);
        writeln!(f, "{:width$}  median ms  best ms  ratio", "")?;
        let mut first = None;
        for (name, laps) in &self.rows {
            let (median, best) = (median(laps), laps.iter().min().copied().unwrap_or_default());
            let (median, best) = (median.as_secs_f64() * 1e3, best.as_secs_f64() * 1e3);
            let ratio = median / *first.get_or_insert(median);
            writeln!(f, "{name:width$}  {median:9.2}  {best:7.2}  {ratio:5.2}")?;
        }
        Ok(())
    }
}

/// The middle lap, or the faster of the two in the middle.
fn median(laps: &[Duration]) -> Duration {
    let mut sorted = laps.to_vec();
    sorted.sort();
    sorted
        .get(laps.len().saturating_sub(1) / 2)
        .copied()
        .unwrap_or_default()
}

/// How many elements and rounds the arguments ask for; `elements` where they do not say.
pub(crate) fn sizes(elements: usize) -> Result<(usize, usize), String> {
    // Without `--bench` this is `cargo test --benches`: see that everything works, but take no time over it.
    let is_bench = env::args().any(|argument| argument == "--bench");
    let (mut elements, mut rounds) = if is_bench {
        (elements, 11)
    } else {
        (100_000, 1)
    };
    let numbers = env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with("--"));
    for (text, number) in numbers.zip([&mut elements, &mut rounds]) {
        *number = text
            .parse()
            .map_err(|_| format!("`{text}` is no number; usage: [ELEMENTS] [ROUNDS]"))?;
    }
    Ok((elements, rounds))
}
