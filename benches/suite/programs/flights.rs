//! Statistics of delays: several filtered folds over one array.

use crate::prelude::*;

pub(crate) const PROGRAM: Program = Program {
    name: "flights",
    source: "flights",
    about: "six statistics of delays, over filtered flights; (i32, u32, f32)",
    sizes: Sizes::UpTo(30_000_000),
    nature: Nature {
        bound: Bound::Memory,
        fused: None,
    },
    race,
};

/// A flight: its delay in minutes, negative where it was early; its distance in miles; its hour of
/// departure.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flight {
    delay: i32,
    distance: u32,
    hour: f32,
}

/// The number of late flights, the sum of their delays and the greatest; the number of early ones;
/// the delays of those in the evening, and of the long ones.
type Statistics = (i32, i64, i32, i32, i64, i64);

variants! {
    mod program(loops = 1) = "flights";
}

/// Most flights are about on time, some very late, as in the data of the Bureau of Transportation
/// Statistics.
fn input(size: usize) -> Vec<Flight> {
    let numbers = random::units(1).zip(random::units(2)).zip(random::units(3));
    let flights = numbers.map(|((a, b), c)| Flight {
        delay: (40.0 * a - 15.0 + 200.0 * (a * b).powi(8)) as i32,
        distance: (100.0 + 2400.0 * b * b) as u32,
        hour: (5.0 + 19.0 * c) as f32,
    });
    flights.take(size).collect()
}

fn race(setting: &Setting<'_>) -> Outcome {
    let flights = &input(setting.size);
    let mut race = setting.race(|| by_hand(flights));
    race.fresh(FUSUS, || program::fused::flights(flights));
    race.fresh(SEQUENTIAL, || program::fused::flights_sequential(flights));
    race.fresh(UNFUSED, || program::unfused::flights(flights));
    race.fresh(STREAM, || program::stream::flights(flights));
    race.fresh(ITERATORS_BY_STEP, || iterators_by_step(flights));
    race.fresh(LAZY_ITERATORS, || lazy_iterators(flights));
    race.fresh(RAYON_BY_STEP, || rayon_by_step(flights));
    race.fresh(LAZY_RAYON, || lazy_rayon(flights));
    race.fresh(EXPERT, || {
        let totals = blocks::fold(
            flights.len(),
            Totals::default(),
            |at| block(&flights[at]),
            Totals::add,
        );
        let [lates, greatest, earlies] = totals.small;
        let [together, evenings, longs] = totals.large;
        (lates, together, greatest, earlies, evenings, longs)
    });
    race.fresh(BY_HAND, || by_hand(flights));
    race.fresh(PLAIN, || plain(flights));
    let read = bytes(flights);
    race.copy(&[Pass { read, written: 0 }], Place::Provided);
    race.run()
}

/// A chain for each statistic.
fn lazy_iterators(flights: &[Flight]) -> Statistics {
    let delay = |f: &Flight| i64::from(f.delay);
    let late = flights.iter().filter(|f| f.delay > 15);
    let early = flights.iter().filter(|f| f.delay < 0);
    let evening = flights.iter().filter(|f| f.hour >= 18.0);
    let long = flights.iter().filter(|f| f.distance > 1000);
    (
        late.clone().count() as i32,
        late.clone().map(delay).sum(),
        late.map(|f| f.delay).fold(0, i32::max),
        early.count() as i32,
        evening.map(delay).sum(),
        long.map(delay).sum(),
    )
}

fn lazy_rayon(flights: &[Flight]) -> Statistics {
    let delay = |f: &Flight| i64::from(f.delay);
    let late = flights.par_iter().filter(|f| f.delay > 15);
    let early = flights.par_iter().filter(|f| f.delay < 0);
    let evening = flights.par_iter().filter(|f| f.hour >= 18.0);
    let long = flights.par_iter().filter(|f| f.distance > 1000);
    (
        late.clone().count() as i32,
        late.clone().map(delay).sum(),
        late.map(|f| f.delay).reduce(|| 0, i32::max),
        early.count() as i32,
        evening.map(delay).sum(),
        long.map(delay).sum(),
    )
}

fn iterators_by_step(flights: &[Flight]) -> Statistics {
    let late: Vec<Flight> = flights.iter().copied().filter(|f| f.delay > 15).collect();
    let early: Vec<Flight> = flights.iter().copied().filter(|f| f.delay < 0).collect();
    let evening: Vec<Flight> = flights.iter().copied().filter(|f| f.hour >= 18.0).collect();
    let long: Vec<Flight> = flights
        .iter()
        .copied()
        .filter(|f| f.distance > 1000)
        .collect();
    let delays = |flights: &[Flight]| flights.iter().map(|f| i64::from(f.delay)).sum();
    let greatest = late.iter().map(|f| f.delay).fold(0, i32::max);
    let count = |flights: &[Flight]| flights.len() as i32;
    (
        count(&late),
        delays(&late),
        greatest,
        count(&early),
        delays(&evening),
        delays(&long),
    )
}

fn rayon_by_step(flights: &[Flight]) -> Statistics {
    let late: Vec<Flight> = flights
        .par_iter()
        .copied()
        .filter(|f| f.delay > 15)
        .collect();
    let early: Vec<Flight> = flights
        .par_iter()
        .copied()
        .filter(|f| f.delay < 0)
        .collect();
    let evening: Vec<Flight> = flights
        .par_iter()
        .copied()
        .filter(|f| f.hour >= 18.0)
        .collect();
    let long: Vec<Flight> = flights
        .par_iter()
        .copied()
        .filter(|f| f.distance > 1000)
        .collect();
    let delays = |flights: &[Flight]| flights.par_iter().map(|f| i64::from(f.delay)).sum();
    let greatest = late.par_iter().map(|f| f.delay).reduce(|| 0, i32::max);
    let count = |flights: &[Flight]| flights.len() as i32;
    (
        count(&late),
        delays(&late),
        greatest,
        count(&early),
        delays(&evening),
        delays(&long),
    )
}

#[allow(
    clippy::needless_range_loop,
    reason = "the plain loop that it is compared with"
)]
fn plain(flights: &[Flight]) -> Statistics {
    let (mut lates, mut together, mut greatest, mut earlies) = (0, 0, 0, 0);
    let (mut evenings, mut longs) = (0, 0);
    for i in 0..flights.len() {
        let delay = flights[i].delay;
        if delay > 15 {
            lates += 1;
            together += delay as i64;
            greatest = greatest.max(delay);
        }
        if delay < 0 {
            earlies += 1;
        }
        if flights[i].hour >= 18.0 {
            evenings += delay as i64;
        }
        if flights[i].distance > 1000 {
            longs += delay as i64;
        }
    }
    (lates, together, greatest, earlies, evenings, longs)
}

fn by_hand(flights: &[Flight]) -> Statistics {
    let (mut lates, mut together, mut greatest, mut earlies) = (0, 0, 0, 0);
    let (mut evenings, mut longs) = (0, 0);
    for flight in flights {
        let delay = flight.delay;
        if delay > 15 {
            lates += 1;
            together += i64::from(delay);
            greatest = greatest.max(delay);
        }
        if delay < 0 {
            earlies += 1;
        }
        if flight.hour >= 18.0 {
            evenings += i64::from(delay);
        }
        if flight.distance > 1000 {
            longs += i64::from(delay);
        }
    }
    (lates, together, greatest, earlies, evenings, longs)
}

#[derive(Clone, Copy, Default)]
struct Totals {
    small: [i32; 3],
    large: [i64; 3],
}

impl Totals {
    fn add(self, other: Totals) -> Totals {
        let [lates, greatest, earlies] = self.small;
        let [more_lates, greater, more_earlies] = other.small;
        Totals {
            small: [
                lates + more_lates,
                greatest.max(greater),
                earlies + more_earlies,
            ],
            large: array::from_fn(|k| self.large[k] + other.large[k]),
        }
    }
}

/// Delays of a day or two are far below this, so that 32 bits hold those of a block.
const _: () = assert!(BLOCK < i32::MAX as usize / 10_000);

wide! {
    fn block(flights: &[Flight]) -> Totals {
        const LANES: usize = 8;
        let (whole, rest) = flights.as_chunks::<LANES>();
        let mut sums = [[0; LANES]; 6];
        for flights in whole {
            for (lane, flight) in flights.iter().enumerate() {
                count(&mut sums, lane, flight);
            }
        }
        for flight in rest {
            count(&mut sums, 0, flight);
        }
        let total = |sums: [i32; LANES]| sums.into_iter().sum::<i32>();
        let greatest = sums[1].into_iter().fold(0, i32::max);
        Totals {
            small: [total(sums[0]), greatest, total(sums[2])],
            large: [sums[3], sums[4], sums[5]].map(|sums| i64::from(total(sums))),
        }
    }
}

/// Adds a flight to the totals of a lane, without a branch.
#[inline(always)]
fn count<const LANES: usize>(sums: &mut [[i32; LANES]; 6], lane: usize, flight: &Flight) {
    let delay = flight.delay;
    let when = |condition: bool, value: i32| if condition { value } else { 0 };
    sums[0][lane] += i32::from(delay > 15);
    sums[1][lane] = sums[1][lane].max(when(delay > 15, delay));
    sums[2][lane] += i32::from(delay < 0);
    sums[3][lane] += when(delay > 15, delay);
    sums[4][lane] += when(flight.hour >= 18.0, delay);
    sums[5][lane] += when(flight.distance > 1000, delay);
}
