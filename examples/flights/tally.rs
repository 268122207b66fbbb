//! Counts: delays by bins, flights by hours.

/// A flight is late, by the definition of the Department of Transportation, from 15 minutes on.
pub(crate) const LATE: i16 = 15;

/// Returns true if a flight of this delay is late.
pub(crate) fn is_late(delay: i16) -> bool {
    delay >= LATE
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

/// Some flights.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "mpi-threads", derive(fusus::mpi::Element))]
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
    pub(crate) fn plus(self, other: Self) -> Self {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_have_their_bins() {
        let bins = [i16::MIN, -61, -60, -56, -55, 0, 4, 5, 174, 175, i16::MAX].map(bin);
        assert_eq!(bins, [0, 0, 0, 0, 1, 12, 12, 13, 46, 47, 47]);
    }

    #[test]
    fn tallies_add_up() {
        let sum = Tally::of(20).plus(Tally::of(-10));
        let expected = Tally {
            flights: 2,
            late: 1,
            delay: 10,
        };
        assert_eq!(sum, expected);
        assert_eq!((Tally::of(15).late_share(), sum.mean()), (100.0, 5.0));
        let none = Tally::NONE;
        assert_eq!((none.late_share(), none.mean()), (0.0, 0.0));
        assert_eq!([300, 359, 1439].map(hour), [5, 5, 23]);
    }
}
