//! Counts: delays by bins, flights by hours.

use std::array::from_fn;

/// A flight is late, by the definition of the Department of Transportation, from 15 minutes on.
pub(crate) const LATE: i16 = 15;

/// Returns true if a flight of this delay is late.
pub(crate) fn is_late(delay: i16) -> bool {
    delay >= LATE
}

/// The number of flights that are counted by one worker.
const PART: usize = 4096;

/// The number of parts of the flights.
pub(crate) fn parts(flights: usize) -> usize {
    flights.div_ceil(PART)
}

/// A part of a column.
pub(crate) fn part_of<T>(column: &[T], part: usize) -> &[T] {
    let from = PART * part;
    &column[from..column.len().min(from + PART)]
}

/// The square of a delay.
pub(crate) fn square(delay: i16) -> i64 {
    i64::from(delay) * i64::from(delay)
}

/// The width of a bin of the histogram, in minutes.
pub(crate) const BIN: i16 = 5;

/// The start of the histogram; smaller delays fall into its first bin, larger ones than all bins
/// into its last.
pub(crate) const FIRST: i16 = -60;

/// The number of bins.
pub(crate) const BINS: usize = 48;

/// The bin of a delay.
pub(crate) fn bin(delay: i16) -> usize {
    let bin = (delay.saturating_sub(FIRST)).div_euclid(BIN);
    (bin.max(0) as usize).min(BINS - 1)
}

/// The number of delays in each bin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bins(pub(crate) [u32; BINS]);

impl Bins {
    /// No delay at all.
    pub(crate) const NONE: Self = Self([0; BINS]);

    /// Counts the delays of some flights.
    pub(crate) fn of(delays: &[i16]) -> Self {
        let mut bins = Self::NONE;
        for &delay in delays {
            bins.0[bin(delay)] += 1;
        }
        bins
    }

    /// Adds two histograms.
    pub(crate) fn plus(self, other: Self) -> Self {
        Self(from_fn(|bin| self.0[bin] + other.0[bin]))
    }
}

/// Some flights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Tally {
    pub(crate) flights: u32,
    pub(crate) late: u32,
    /// The sum of their delays, in minutes.
    pub(crate) delay: i32,
}

impl Tally {
    /// No flight at all.
    pub(crate) const NONE: Self = Self {
        flights: 0,
        late: 0,
        delay: 0,
    };

    /// One flight.
    pub(crate) fn of(delay: i16) -> Self {
        Self {
            flights: 1,
            late: u32::from(is_late(delay)),
            delay: i32::from(delay),
        }
    }

    /// Adds two tallies.
    fn plus(self, other: Self) -> Self {
        Self {
            flights: self.flights + other.flights,
            late: self.late + other.late,
            delay: self.delay + other.delay,
        }
    }

    /// The share of late flights, in per cent.
    pub(crate) fn late_share(self) -> f64 {
        100.0 * f64::from(self.late) / f64::from(self.flights.max(1))
    }

    /// The mean delay in minutes.
    pub(crate) fn mean(self) -> f64 {
        f64::from(self.delay) / f64::from(self.flights.max(1))
    }
}

/// The hour of a minute of the day.
pub(crate) fn hour(minute: u16) -> usize {
    usize::from(minute / 60) % 24
}

/// A tally for each hour of the day.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Hours(pub(crate) [Tally; 24]);

impl Hours {
    /// No flight at all.
    pub(crate) const NONE: Self = Self([Tally::NONE; 24]);

    /// Tallies some flights.
    pub(crate) fn of(delays: &[i16], minutes: &[u16]) -> Self {
        let mut hours = Self::NONE;
        for (&delay, &minute) in delays.iter().zip(minutes) {
            let tally = &mut hours.0[hour(minute)];
            *tally = tally.plus(Tally::of(delay));
        }
        hours
    }

    /// Adds the tallies of each hour.
    pub(crate) fn plus(self, other: Self) -> Self {
        Self(from_fn(|hour| self.0[hour].plus(other.0[hour])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_have_their_bins() {
        let bins = [i16::MIN, -61, -60, -56, -55, 0, 4, 5, 174, 175, i16::MAX].map(bin);
        assert_eq!(bins, [0, 0, 0, 0, 1, 12, 12, 13, 46, 47, 47]);
    }

    #[test]
    fn parts_are_the_whole() {
        for count in [0, 1, PART - 1, PART, PART + 1, 3 * PART] {
            let column: Vec<usize> = (0..count).collect();
            let whole: Vec<usize> = (0..parts(count))
                .flat_map(|part| part_of(&column, part).to_vec())
                .collect();
            assert_eq!(whole, column);
        }
    }

    #[test]
    fn tallies_add_up() {
        let Hours(sum) = Hours::of(&[20, -10], &[300, 359]).plus(Hours::of(&[15], &[1439]));
        assert_eq!(
            sum[5],
            Tally {
                flights: 2,
                late: 1,
                delay: 10
            }
        );
        assert_eq!((sum[23].late_share(), sum[5].mean()), (100.0, 5.0));
        assert_eq!((sum[0].late_share(), sum[0].mean()), (0.0, 0.0));
    }
}
