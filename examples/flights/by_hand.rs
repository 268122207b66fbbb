//! The statistics flight by flight, to compare with.

use common::flights::Flights;

use crate::tally::{BINS, Tally, bin, hour, is_late};

/// Number, sum, sum of squares, least and greatest of the delays, and how many flights were late.
pub(crate) fn overall(delays: &[i16]) -> (usize, i64, i64, i16, i16, usize) {
    let mut all = (0, 0, 0, i16::MAX, i16::MIN, 0);
    for &delay in delays {
        all.0 += 1;
        all.1 += i64::from(delay);
        all.2 += i64::from(delay).pow(2);
        all.3 = all.3.min(delay);
        all.4 = all.4.max(delay);
        all.5 += usize::from(is_late(delay));
    }
    all
}

/// The flights over a distance: how many, their delays together, and how many were late.
pub(crate) fn over(flights: &Flights, from: u16, to: u16) -> (usize, i64, usize) {
    let mut chosen = (0, 0, 0);
    for (&delay, miles) in flights.delays.iter().zip(&flights.miles) {
        if (from..to).contains(miles) {
            chosen.0 += 1;
            chosen.1 += i64::from(delay);
            chosen.2 += usize::from(is_late(delay));
        }
    }
    chosen
}

/// The histogram of the delays, and a tally of each hour.
pub(crate) fn histograms(flights: &Flights) -> (Vec<u32>, Vec<Tally>) {
    let (mut bins, mut hours) = (vec![0; BINS], vec![Tally::NONE; 24]);
    for (&delay, &minute) in flights.delays.iter().zip(&flights.minutes) {
        bins[bin(delay)] += 1;
        let tally = &mut hours[hour(minute)];
        tally.flights += 1;
        tally.late += u32::from(is_late(delay));
        tally.delay += i32::from(delay);
    }
    (bins, hours)
}
