//! Timing several variants of the same work against each other.
//!
//! All variants are measured in each round, one sample each and in another order each round, so
//! that whatever else the machine does at a time slows all of them alike. The median of the samples
//! counts. A sample is one run of a long variant and many of a short one, which divide its time;
//! freeing the result of a variant is part of its run.

use std::cell::RefCell;
use std::hint::black_box;
use std::rc::Rc;
use std::time::{Duration, Instant};

use crate::answer::Answer;
use crate::column::{COPY, FUSUS, PLAIN};
use crate::memory;
use crate::random;
use crate::traffic::{Pass, Place, Traffic};

/// The aim of a race.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Aim {
    /// To see that all variants have one result.
    Check,
    /// To see it, and to take the times.
    Time(Timing),
    /// To take the times of fusus and of the plain loop alone, in a build without optimisation.
    Plain(Timing),
    /// To see how much memory fusus takes; nothing else runs.
    Peak,
}

/// The precision with which times are measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timing {
    /// The greatest number of interleaved runs of each variant.
    pub rounds: usize,
    /// The shortest time of a sample.
    pub sample: Duration,
    /// After how long, once each variant has [`FEWEST`] samples, no further round begins.
    pub budget: Duration,
}

/// Fewer samples than these have no median to trust.
pub const FEWEST: usize = 5;

/// One variant of the work: so many runs, and how long they took.
type Sample<'a> = Box<dyn FnMut(usize) -> Duration + 'a>;

struct Variant<'a> {
    name: &'static str,
    sample: Sample<'a>,
}

/// A race between variants of the same work, all of which come to an `R`.
pub struct Race<'a, R> {
    aim: Aim,
    /// Told of each round: its number and how many there will be at most.
    on_round: &'a dyn Fn(usize, usize),
    tolerance: f64,
    expected: Expected<'a, R>,
    /// The buffer of variants that do not return anything.
    buffer: Option<Rc<RefCell<R>>>,
    variants: Vec<Variant<'a>>,
    peak: Option<usize>,
}

/// The right answer, which takes memory, so that [`Aim::Peak`] does without where it can.
enum Expected<'a, R> {
    Known(R),
    Unknown(Option<Box<dyn FnOnce() -> R + 'a>>),
}

impl<R> std::fmt::Debug for Race<'_, R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<_> = self.variants.iter().map(|variant| variant.name).collect();
        f.debug_struct("Race")
            .field("aim", &self.aim)
            .field("variants", &names)
            .finish()
    }
}

impl<'a, R: Answer + 'a> Race<'a, R> {
    /// A race whose variants must all return the result of `expected`.
    pub fn new(
        aim: Aim,
        on_round: &'a dyn Fn(usize, usize),
        expected: impl FnOnce() -> R + 'a,
    ) -> Self {
        Race {
            aim,
            on_round,
            tolerance: 0.0,
            expected: match aim {
                Aim::Peak => Expected::Unknown(Some(Box::new(expected))),
                Aim::Check | Aim::Time(_) | Aim::Plain(_) => Expected::Known(expected()),
            },
            buffer: None,
            variants: Vec::new(),
            peak: None,
        }
    }

    /// Sets the relative error that floating-point numbers may have.
    #[must_use]
    pub fn tolerance(mut self, tolerance: f64) -> Self {
        self.tolerance = tolerance;
        self
    }

    /// Returns true if a variant takes part.
    fn is_raced(&self, name: &str) -> bool {
        match self.aim {
            Aim::Check => true,
            Aim::Time(_) => name != PLAIN,
            Aim::Plain(_) => name == FUSUS || name == PLAIN,
            Aim::Peak => name == FUSUS,
        }
    }

    /// Adds a variant that returns its answer.
    ///
    /// # Panics
    ///
    /// When it comes to another answer than expected.
    pub fn fresh(&mut self, name: &'static str, mut work: impl FnMut() -> R + 'a) {
        if !self.is_raced(name) {
            return;
        }
        if self.aim == Aim::Peak {
            let (answer, peak) = memory::peak(work);
            self.peak = peak.map(|peak| peak.saturating_sub(answer.bytes()));
            return;
        }
        self.compare(name, &work());
        self.enter(name, move || drop(black_box(work())));
    }

    /// Adds a variant that writes its answer into arrays that are there already.
    ///
    /// # Panics
    ///
    /// When it comes to another answer than expected.
    pub fn into_buffer(&mut self, name: &'static str, mut work: impl FnMut(&mut R) + 'a) {
        if !self.is_raced(name) {
            return;
        }
        let buffer = self.buffer();
        buffer.borrow_mut().spoil();
        if self.aim == Aim::Peak {
            self.peak = memory::peak(|| work(&mut buffer.borrow_mut())).1;
            return;
        }
        work(&mut buffer.borrow_mut());
        self.compare(name, &buffer.borrow());
        self.enter(name, move || work(black_box(&mut buffer.borrow_mut())));
    }

    /// Adds a variant that changes arrays in place, which have the content of `start` before its
    /// first run.
    ///
    /// # Panics
    ///
    /// When it comes to another answer than expected.
    pub fn in_place(&mut self, name: &'static str, start: &R, mut work: impl FnMut(&mut R) + 'a) {
        if !self.is_raced(name) {
            return;
        }
        let buffer = self.buffer();
        buffer.borrow_mut().clone_from(start);
        if self.aim == Aim::Peak {
            self.peak = memory::peak(|| work(&mut buffer.borrow_mut())).1;
            return;
        }
        work(&mut buffer.borrow_mut());
        self.compare(name, &buffer.borrow());
        self.enter(name, move || work(black_box(&mut buffer.borrow_mut())));
    }

    /// Adds the bound that memory sets: as many bytes read, and written to such a place.
    pub fn copy(&mut self, passes: &[Pass], place: Place) {
        if self.is_raced(COPY) {
            let mut traffic = Traffic::new(passes, place);
            self.enter(COPY, move || drop(black_box(traffic.run())));
        }
    }

    /// Holds the race. A variant that takes a quarter of the time for all has one sample.
    #[must_use]
    pub fn run(mut self) -> Outcome {
        let mut samples: Vec<_> = self
            .variants
            .iter()
            .map(|variant| Samples {
                name: variant.name,
                seconds: Vec::new(),
            })
            .collect();
        if let Aim::Time(timing) | Aim::Plain(timing) = self.aim {
            for variant in &mut self.variants {
                variant.warm_up(timing.sample);
            }
            // Now that all are warm: of variants that are as fast as each other each sample should
            // be as many runs, since the first run of a sample is the slowest one.
            let runs: Vec<_> = self
                .variants
                .iter_mut()
                .map(|variant| variant.runs(timing.sample))
                .collect();
            let mut order: Vec<_> = (0..self.variants.len()).collect();
            let mut random = random::words(1);
            let start = Instant::now();
            for round in 0..timing.rounds {
                if round >= FEWEST && start.elapsed() > timing.budget {
                    break;
                }
                (self.on_round)(round, timing.rounds);
                shuffle(&mut order, &mut random);
                for &index in &order {
                    let last = samples[index].seconds.last();
                    if last.is_some_and(|last| *last > timing.budget.as_secs_f64() / 4.0) {
                        // The unfused product of large matrices takes half a minute.
                        continue;
                    }
                    if runs[index] == 1 {
                        // Memory that nobody has used for seconds a virtual machine may have given
                        // back to its host, and gets anew page by page. Which variants meet that is
                        // chance.
                        (self.variants[index].sample)(1);
                    }
                    let time = (self.variants[index].sample)(runs[index]);
                    let seconds = time.as_secs_f64() / runs[index] as f64;
                    samples[index].seconds.push(seconds);
                }
            }
        }
        Outcome {
            samples,
            peak: self.peak,
        }
    }

    fn enter(&mut self, name: &'static str, mut work: impl FnMut() + 'a) {
        let sample = move |runs| {
            let start = Instant::now();
            for _ in 0..runs {
                // The inputs of the work may have changed, as far as the compiler knows.
                black_box(&mut work)();
            }
            start.elapsed()
        };
        self.variants.push(Variant {
            name,
            sample: Box::new(sample),
        });
    }

    fn compare(&self, name: &str, answer: &R) {
        if let Expected::Known(expected) = &self.expected
            && let Err(why) = answer.compare(expected, self.tolerance)
        {
            panic!("the column `{name}` comes to another result: {why}");
        }
    }

    /// Arrays as long as those of the answer.
    fn buffer(&mut self) -> Rc<RefCell<R>> {
        let buffer = self.buffer.get_or_insert_with(|| {
            Rc::new(RefCell::new(match &mut self.expected {
                Expected::Known(expected) => expected.clone(),
                Expected::Unknown(compute) => compute.take().expect("the buffer is made once")(),
            }))
        });
        Rc::clone(buffer)
    }
}

impl Variant<'_> {
    /// Runs for about as long as a sample should take.
    fn warm_up(&mut self, sample: Duration) {
        let mut runs = 1;
        while (self.sample)(runs) * 2 < sample {
            runs *= 2;
        }
    }

    /// The number of iterations for a sample: by the fastest of some samples, as others met other
    /// work of the machine.
    fn runs(&mut self, sample: Duration) -> usize {
        const SAMPLES: usize = 3;
        let mut runs = 1;
        loop {
            let first = (self.sample)(runs);
            if runs == 1 && first >= sample * 2 {
                // A long variant, which need not be looked at again.
                return 1;
            }
            let others = (1..SAMPLES).map(|_| (self.sample)(runs));
            let time = others.min().unwrap_or(first).min(first);
            if time * 4 >= sample {
                let more = sample.as_secs_f64() / time.as_secs_f64();
                return ((runs as f64 * more).ceil() as usize).max(1);
            }
            runs *= 2;
        }
    }
}

fn shuffle(order: &mut [usize], random: &mut impl Iterator<Item = u64>) {
    for (last, word) in (1..order.len()).rev().zip(random) {
        order.swap(last, (word % (last as u64 + 1)) as usize);
    }
}

/// The outcome of a race.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The samples of each variant, in the order in which they were added.
    pub samples: Vec<Samples>,
    /// The bytes that fusus held at most, above its inputs and results.
    pub peak: Option<usize>,
}

/// The samples of one variant.
#[derive(Clone, Debug)]
pub struct Samples {
    /// the variant.
    pub name: &'static str,
    /// The time of an iteration in each sample, in the order of the rounds.
    pub seconds: Vec<f64>,
}

impl Samples {
    /// The sample that a part `quantile` of the samples is faster than.
    #[must_use]
    pub fn quantile(&self, quantile: f64) -> f64 {
        let mut sorted = self.seconds.clone();
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len().saturating_sub(1);
        let index = (last as f64 * quantile).round() as usize;
        sorted.get(index).copied().unwrap_or(f64::NAN)
    }

    /// The sample in the middle.
    #[must_use]
    pub fn median(&self) -> f64 {
        self.quantile(0.5)
    }

    /// The distance between the quartiles of the samples, as a part of the median.
    #[must_use]
    pub fn spread(&self) -> f64 {
        (self.quantile(0.75) - self.quantile(0.25)) / self.median()
    }
}

impl Outcome {
    /// The samples of the variant of that name, if it took part and was timed.
    #[must_use]
    pub fn samples_of(&self, name: &str) -> Option<&Samples> {
        let timed = |samples: &&Samples| samples.name == name && !samples.seconds.is_empty();
        self.samples.iter().find(timed)
    }

    /// The time of that variant over the time of fusus.
    #[must_use]
    pub fn speed(&self, name: &str) -> Option<f64> {
        Some(self.samples_of(name)?.median() / self.samples_of(FUSUS)?.median())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SILENT: &dyn Fn(usize, usize) = &|_, _| {};

    fn samples(seconds: &[f64]) -> Samples {
        Samples {
            name: FUSUS,
            seconds: seconds.to_vec(),
        }
    }

    #[test]
    fn quantiles_are_samples() {
        let samples = samples(&[5.0, 1.0, 3.0, 2.0, 4.0]);
        assert_eq!(
            (
                samples.median(),
                samples.quantile(0.0),
                samples.quantile(1.0)
            ),
            (3.0, 1.0, 5.0)
        );
        assert!((samples.spread() - 2.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    #[should_panic(expected = "the column `expert` comes to another result: element 0 is 2")]
    fn a_wrong_variant_is_named() {
        let mut race = Race::new(Aim::Check, SILENT, || vec![1]);
        race.fresh("expert", || vec![2]);
    }

    #[test]
    #[should_panic(expected = "the column `lazy` comes to another result")]
    fn a_variant_that_writes_nothing_is_found_out() {
        let mut race = Race::new(Aim::Check, SILENT, || vec![1]);
        race.into_buffer("busy", |buffer| buffer[0] = 1);
        race.into_buffer("lazy", |_| {});
    }

    #[test]
    fn a_long_variant_has_one_sample() {
        let timing = Timing {
            rounds: 3,
            sample: Duration::from_micros(50),
            budget: Duration::from_millis(40),
        };
        let mut race = Race::new(Aim::Time(timing), SILENT, || 3_u32);
        race.fresh(FUSUS, || 3);
        race.fresh("long", || {
            std::thread::sleep(Duration::from_millis(12));
            3
        });
        let outcome = race.run();
        let count = |name| {
            outcome
                .samples_of(name)
                .map(|samples| samples.seconds.len())
        };
        assert_eq!((count(FUSUS), count("long")), (Some(3), Some(1)));
    }

    #[test]
    fn every_variant_has_its_samples() {
        let timing = Timing {
            rounds: 7,
            sample: Duration::from_micros(50),
            budget: Duration::from_secs(60),
        };
        let mut race = Race::new(Aim::Time(timing), SILENT, || 3_u32);
        race.fresh(FUSUS, || 3);
        race.in_place("in place", &2, |x| *x = 3);
        race.copy(
            &[Pass {
                read: 80,
                written: 8,
            }],
            Place::Fresh,
        );
        let outcome = race.run();
        assert!(
            outcome
                .samples
                .iter()
                .all(|samples| samples.seconds.len() == 7)
        );
        assert!(outcome.speed(COPY).is_some() && outcome.speed("expert").is_none());
    }
}
