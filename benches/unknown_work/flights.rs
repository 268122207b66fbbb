//! The programs of the example `flights`, whose workers call functions from outside of them.

#[path = "../../examples/flights/programs.rs"]
mod programs;

use fusus_benches::answer::Answer;
use fusus_benches::random;
use rayon::prelude::*;

use crate::Asked;
use crate::tally::{BINS, Tally, bin, hour, is_late, square};

/// As many as the example has.
const COUNT: usize = 200_000;

pub(crate) fn races(asked: &Asked) {
    let numbers = random::units(1).zip(random::units(2)).take(COUNT);
    let flights = numbers.enumerate().map(|(number, (a, b))| {
        let delay = 40.0 * a - 15.0 + 200.0 * (a * b).powi(8);
        let miles = 100.0 + 2400.0 * b * b;
        // By the time of day, as those of the example.
        let minute = number * 1440 / COUNT;
        (delay as i16, (miles as u16, minute as u16))
    });
    let (delays, (miles, minutes)): (Vec<i16>, (Vec<u16>, Vec<u16>)) = flights.unzip();
    asked.race(
        "flights, overall",
        || programs::overall(&delays),
        &[("rayon", &|| overall(&delays))],
    );
    asked.race(
        "flights, over a distance",
        || programs::over(&delays, &miles, 250, 750),
        &[("rayon", &|| over(&delays, &miles, 250, 750))],
    );
    asked.race(
        "flights, histograms",
        || programs::histograms(&delays, &minutes),
        &[("rayon", &|| histograms(&delays, &minutes))],
    );
}

fn overall(delays: &[i16]) -> (usize, i64, i64, i16, i16, usize) {
    let nothing = || (0, 0, 0, i16::MAX, i16::MIN, 0);
    let of_one = |all: (usize, i64, i64, i16, i16, usize), &delay: &i16| {
        (
            all.0 + 1,
            all.1 + i64::from(delay),
            all.2 + square(delay),
            all.3.min(delay),
            all.4.max(delay),
            all.5 + usize::from(is_late(delay)),
        )
    };
    delays
        .par_iter()
        .fold(nothing, of_one)
        .reduce(nothing, |a, b| {
            let (count, sum, squares) = (a.0 + b.0, a.1 + b.1, a.2 + b.2);
            (count, sum, squares, a.3.min(b.3), a.4.max(b.4), a.5 + b.5)
        })
}

fn over(delays: &[i16], miles: &[u16], from: u16, to: u16) -> (usize, i64, usize) {
    let nothing = || (0, 0, 0);
    let flights = delays.par_iter().zip(miles);
    let chosen = flights.filter(|(_, miles)| (from..to).contains(miles));
    chosen
        .fold(nothing, |(count, sum, late), (&delay, _)| {
            (
                count + 1,
                sum + i64::from(delay),
                late + usize::from(is_late(delay)),
            )
        })
        .reduce(nothing, |a, b| (a.0 + b.0, a.1 + b.1, a.2 + b.2))
}

fn histograms(delays: &[i16], minutes: &[u16]) -> (Vec<u32>, Vec<Tally>) {
    let nothing = || (vec![0; BINS], vec![Tally::NONE; 24]);
    let flights = delays.par_iter().zip(minutes);
    flights
        .fold(nothing, |(mut bins, mut hours), (&delay, &minute)| {
            bins[bin(delay)] += 1;
            let tally = &mut hours[hour(minute)];
            *tally = tally.plus(Tally::of(delay));
            (bins, hours)
        })
        .reduce(nothing, |(mut bins, mut hours), (more, tallies)| {
            for (bin, more) in bins.iter_mut().zip(more) {
                *bin += more;
            }
            for (hour, tally) in hours.iter_mut().zip(tallies) {
                *hour = hour.plus(tally);
            }
            (bins, hours)
        })
}

impl Answer for Tally {
    fn compare(&self, expected: &Self, tolerance: f64) -> Result<(), String> {
        let parts = |tally: &Tally| (tally.flights, tally.late, tally.delay);
        parts(self).compare(&parts(expected), tolerance)
    }

    fn spoil(&mut self) {
        self.delay = i32::MAX;
    }

    fn bytes(&self) -> usize {
        0
    }
}
