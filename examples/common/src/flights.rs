//! Flights: times of departure, distances and delays.
//!
//! `examples/data/README.md` describes the file; `cargo xtask data flights` writes it with
//! [`encode`] and reads it back with [`read`].

use std::path::Path;

use crate::table::{Fault, Format, TableError};

/// The file of all flights.
pub const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/flights.bin");

/// The number of flights.
pub const COUNT: usize = 200_000;

/// The minutes of a day.
pub const MINUTES: u16 = 24 * 60;

const FORMAT: Format = Format {
    magic: *b"FLIGHTS\n",
    rows: "flights",
    row_bytes: size_of::<i16>() + 2 * size_of::<u16>(),
    task: "flights",
};

/// The flights, a column for each property: the array programs' way to keep a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Flights {
    /// The delay of each arrival, in minutes, negative if early.
    pub delays: Vec<i16>,
    /// The distance of each flight, in miles.
    pub miles: Vec<u16>,
    /// The time of each departure, in minutes since midnight, local time.
    pub minutes: Vec<u16>,
}

/// All flights, by the time of day.
///
/// # Errors
/// A file that is damaged or missing.
pub fn all() -> Result<Flights, TableError> {
    read(Path::new(FILE))
}

/// The flights of the file at `path`, in the file's order.
///
/// # Errors
/// A file that can't be read, or is no file of flights.
pub fn read(path: &Path) -> Result<Flights, TableError> {
    FORMAT.read(path, decode)
}

/// The flights in the bytes of a file.
///
/// # Errors
/// Bytes that are no file of flights.
pub fn decode(bytes: &[u8]) -> Result<Flights, Fault> {
    let (count, columns) = FORMAT.columns(bytes)?;
    let (numbers, _) = columns.as_chunks();
    let (delays, rest) = numbers.split_at(count);
    let (miles, minutes) = rest.split_at(count);
    let flights = Flights {
        delays: delays
            .iter()
            .map(|&bytes| i16::from_le_bytes(bytes))
            .collect(),
        miles: miles
            .iter()
            .map(|&bytes| u16::from_le_bytes(bytes))
            .collect(),
        minutes: minutes
            .iter()
            .map(|&bytes| u16::from_le_bytes(bytes))
            .collect(),
    };
    match flights.minutes.iter().position(|&minute| minute >= MINUTES) {
        None => Ok(flights),
        Some(index) => Err(Fault::Row {
            index,
            says: format!("leaves in minute {} of its day", flights.minutes[index]),
        }),
    }
}

/// The bytes of a file of these flights.
///
/// # Errors
/// More flights than the file can count.
///
/// # Panics
/// Columns of unequal length.
pub fn encode(flights: &Flights) -> Result<Vec<u8>, String> {
    let Flights {
        delays,
        miles,
        minutes,
    } = flights;
    assert!(delays.len() == miles.len() && miles.len() == minutes.len());
    let delays = delays.iter().flat_map(|number| number.to_le_bytes());
    let others = miles
        .iter()
        .chain(minutes)
        .flat_map(|number| number.to_le_bytes());
    FORMAT.encode(delays.chain(others))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two() -> Flights {
        Flights {
            delays: vec![-1, 300],
            miles: vec![30, 5000],
            minutes: vec![0, 1439],
        }
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(decode(&encode(&two()).unwrap()), Ok(two()));
        assert_eq!(
            decode(&encode(&Flights::default()).unwrap()),
            Ok(Flights::default())
        );
    }

    #[test]
    fn a_file_is_written_as_its_description_says() {
        let expected = [
            b"FLIGHTS\n".as_slice(),
            &[2, 0, 0, 0],
            &[0xff, 0xff, 0x2c, 0x01],
            &[30, 0, 0x88, 0x13],
            &[0, 0, 0x9f, 0x05],
        ];
        assert_eq!(encode(&two()), Ok(expected.concat()));
    }

    #[test]
    fn rejects_minutes_of_another_day() {
        let mut flights = two();
        flights.minutes[1] = 1440;
        let fault = Fault::Row {
            index: 1,
            says: "leaves in minute 1440 of its day".to_owned(),
        };
        assert_eq!(decode(&encode(&flights).unwrap()), Err(fault));
    }

    #[test]
    fn the_committed_file_has_every_flight() {
        let flights = all().unwrap();
        assert_eq!(flights.delays.len(), COUNT);
        // The second line of the source: 171 minutes late over 2227 miles, at midnight.
        let second = (flights.delays[1], flights.miles[1], flights.minutes[1]);
        assert_eq!(second, (171, 2227, 0));
    }
}
