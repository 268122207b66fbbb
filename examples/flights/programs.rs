//! Statistics of flights, one loop for each program.

use fusus::cnf;

use crate::tally::{Bins, Hours, is_late, part_of, parts, square};

cnf! {
    /// Number, sum, sum of squares, least and greatest of the delays, and how many flights were
    /// late.
    #[cnf(loops = 1)]
    pub(crate) fn overall(delays: &[i16]) -> (usize, i64, i64, i16, i16, usize) {
        let sum     = fold(0, |a, b| a + b, map(i64::from, delays));
        let squares = fold(0, |a, b| a + b, map(square, delays));
        let least   = fold(i16::MAX, i16::min, delays);
        let most    = fold(i16::MIN, i16::max, delays);
        let late    = filter(is_late, delays);
        (len(delays), sum, squares, least, most, len(late))
    }

    /// The flights over a distance of at least `from` and less than `to`: how many there were, by
    /// how much they were delayed together, and how many were late.
    #[cnf(loops = 1)]
    pub(crate) fn over(delays: &[i16], miles: &[u16], from: u16, to: u16) -> (usize, i64, usize) {
        let flights   = map(|d, m| (d, m), delays, miles);
        let (ds, _ms) = filter(|(_, m)| from <= m && m < to, flights);
        let sum       = fold(0, |a, b| a + b, map(i64::from, ds));
        let late      = filter(is_late, ds);
        (len(ds), sum, len(late))
    }

    /// Counts the delays in each bin of the histogram, and tallies the flights of each hour: of
    /// parts of the flights first, then of all parts together. A fold over single flights would add
    /// whole histograms for every flight.
    #[cnf(loops = 1)]
    pub(crate) fn histograms(delays: &[i16], minutes: &[u16]) -> (Bins, Hours) {
        let parts = parts(len(delays));
        let bins  = generate(parts, |part| Bins::of(part_of(delays, part)));
        let hours = generate(parts, |part| Hours::of(part_of(delays, part), part_of(minutes, part)));
        (fold(Bins::NONE, Bins::plus, bins), fold(Hours::NONE, Hours::plus, hours))
    }
}
