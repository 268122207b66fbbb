//! The readers of the examples' data.

use common::table::Fault;
use common::{cities, csv, flights};

/// Reads the bytes as a file of cities and as one of flights. Accepted bytes have been read
/// completely: they are written as equal bytes again.
///
/// # Panics
/// If that does not hold.
pub fn tables(bytes: &[u8]) {
    if let Ok((_, again)) = cities_of(bytes) {
        assert_eq!(again, bytes);
    }
    if let Ok((_, again)) = flights_of(bytes) {
        assert_eq!(again, bytes);
    }
}

/// Converts the text, a CSV of cities or of flights, to a file of either. Accepted text gives a
/// file with a row for each line that is not blank; other text gives an error at one of the lines.
///
/// # Panics
/// If that does not hold.
pub fn csvs(text: &str) {
    converted(text, csv::cities::convert(text), cities_of);
    converted(text, csv::flights::convert(text), flights_of);
}

type Read = Result<(usize, Vec<u8>), Fault>;

fn converted(text: &str, outcome: Result<Vec<u8>, String>, read: fn(&[u8]) -> Read) {
    match outcome {
        Ok(bytes) => {
            let lines = text.lines().skip(1);
            let rows = lines.filter(|line| !line.trim().is_empty()).count();
            assert_eq!(read(&bytes), Ok((rows, bytes)), "{text:?}");
        }
        Err(error) => {
            let line = error
                .split_once(": ")
                .and_then(|(line, _)| line.parse().ok());
            let lines = text.lines().count().max(1);
            assert!(
                line.is_some_and(|line| (1..=lines).contains(&line)),
                "{text:?}: {error}"
            );
        }
    }
}

/// Counts the cities in the bytes of a file, and writes them again.
fn cities_of(bytes: &[u8]) -> Read {
    let points = cities::decode(bytes)?;
    let units = |degrees: f64| (degrees * f64::from(cities::UNITS_PER_DEGREE)).round() as i32;
    let lngs: Vec<i32> = points.iter().map(|point| units(point.x)).collect();
    let lats: Vec<i32> = points.iter().map(|point| units(point.y)).collect();
    let again = cities::encode(&lngs, &lats).expect("as many as there were");
    Ok((points.len(), again))
}

/// Counts the flights in the bytes of a file, and writes them again.
fn flights_of(bytes: &[u8]) -> Read {
    let read = flights::decode(bytes)?;
    let again = flights::encode(&read).expect("as many as there were");
    Ok((read.delays.len(), again))
}
