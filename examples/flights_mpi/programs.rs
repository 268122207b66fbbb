//! Statistics of flights over processes: the programs of the example `flights` with another attribute.

use fusus::cnf;

use crate::tally::{BINS, Tally, bin, hour, is_late, square};

cnf! {
    /// Number, sum, sum of squares, least and greatest of the delays, and how many flights were
    /// late.
    #[backend(mpi, cpu)]
    pub(crate) fn overall(delays: &[i16]) -> (usize, i64, i64, i16, i16, usize) {
        let sum     = fold(0, |a, b| a + b, map(i64::from, delays));
        let squares = fold(0, |a, b| a + b, map(square, delays));
        let least   = fold(i16::MAX, i16::min, delays);
        let most    = fold(i16::MIN, i16::max, delays);
        let late    = filter(is_late, delays);
        (len(delays), sum, squares, least, most, len(late))
    }

    /// Counts the delays in each bin of the histogram, and tallies the flights of each hour.
    #[backend(mpi, cpu)]
    pub(crate) fn histograms(delays: &[i16], minutes: &[u16]) -> (Vec<u32>, Vec<Tally>) {
        let empty  = generate(BINS, |_| 0);
        let counts = reduce_by_index(empty, |a, b| a + b, map(bin, delays), map(|_| 1u32, delays));
        let nobody = generate(24, |_| Tally::NONE);
        let hours  = reduce_by_index(nobody, Tally::plus, map(hour, minutes), map(Tally::of, delays));
        (counts, hours)
    }
}
