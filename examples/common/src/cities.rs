//! The coordinates of the world's cities.
//!
//! `examples/data/README.md` describes the file; `cargo xtask data cities` writes it with
//! [`encode`] and reads it back with [`read`].

use std::path::Path;

use crate::table::{Fault, Format, TableError};

/// The file of all cities.
pub const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/cities.bin");

/// The number of cities.
pub const COUNT: usize = 171_075;

/// The value of one degree in the file.
pub const UNITS_PER_DEGREE: i32 = 100_000;

const FORMAT: Format = Format {
    magic: *b"LNGLAT5\n",
    rows: "cities",
    row_bytes: 2 * size_of::<i32>(),
    task: "cities",
};

/// A place on the map, in degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The longitude, east positive.
    pub x: f64,
    /// The latitude, north positive.
    pub y: f64,
}

/// All cities, in the order of the file.
///
/// # Errors
/// A file that is damaged or missing.
pub fn all() -> Result<Vec<Point>, TableError> {
    read(Path::new(FILE))
}

/// The cities of the file at `path`, in the file's order.
///
/// # Errors
/// A file that can't be read, or is no file of cities.
pub fn read(path: &Path) -> Result<Vec<Point>, TableError> {
    FORMAT.read(path, decode)
}

/// The cities in the bytes of a file.
///
/// # Errors
/// Bytes that are no file of cities.
pub fn decode(bytes: &[u8]) -> Result<Vec<Point>, Fault> {
    let (count, columns) = FORMAT.columns(bytes)?;
    let (lngs, lats) = columns.split_at(count * size_of::<i32>());
    degrees(lngs)
        .zip(degrees(lats))
        .enumerate()
        .map(|(index, (x, y))| {
            let on_the_globe = x.abs() <= 180.0 && y.abs() <= 90.0;
            on_the_globe
                .then_some(Point { x, y })
                .ok_or_else(|| Fault::Row {
                    index,
                    says: format!("has longitude {x} and latitude {y}, which is not on the globe"),
                })
        })
        .collect()
}

/// The numbers of one column. A division, for it gives the very number that the decimal text means.
fn degrees(column: &[u8]) -> impl Iterator<Item = f64> {
    let (numbers, _) = column.as_chunks();
    numbers
        .iter()
        .map(|&bytes| f64::from(i32::from_le_bytes(bytes)) / f64::from(UNITS_PER_DEGREE))
}

/// The bytes of a file of cities at these coordinates in units of the file.
///
/// # Errors
/// More cities than the file can count.
pub fn encode(lngs: &[i32], lats: &[i32]) -> Result<Vec<u8>, String> {
    FORMAT.encode(
        lngs.iter()
            .chain(lats)
            .flat_map(|number| number.to_le_bytes()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_both_columns_exactly() {
        let bytes = encode(&[156_654, -17_911_838], &[4_253_176, -5_493_355]).unwrap();
        let expected = [(1.56654, 42.53176), (-179.11838, -54.93355)];
        assert_eq!(
            decode(&bytes).unwrap(),
            expected.map(|(x, y)| Point { x, y })
        );
    }

    #[test]
    fn a_file_is_written_as_its_description_says() {
        let expected = [
            b"LNGLAT5\n".as_slice(),
            &[1, 0, 0, 0],
            &[0xff, 0xff, 0xff, 0xff],
            &[0x00, 0x01, 0x00, 0x00],
        ];
        assert_eq!(encode(&[-1], &[256]), Ok(expected.concat()));
    }

    #[test]
    fn reads_a_file_of_no_cities() {
        assert_eq!(decode(&encode(&[], &[]).unwrap()), Ok(vec![]));
    }

    #[test]
    fn rejects_places_off_the_globe() {
        for (lng, lat) in [
            (18_000_001, 0),
            (-18_000_001, 0),
            (0, 9_000_001),
            (0, i32::MIN),
        ] {
            let bytes = encode(&[0, lng], &[0, lat]).unwrap();
            assert!(
                matches!(decode(&bytes), Err(Fault::Row { index: 1, .. })),
                "{lng}, {lat}"
            );
        }
        assert!(
            decode(&encode(&[18_000_000, -18_000_000], &[9_000_000, -9_000_000]).unwrap()).is_ok()
        );
    }

    #[test]
    fn the_committed_file_has_every_city() {
        let cities = all().unwrap();
        assert_eq!(cities.len(), COUNT);
        // The first lines of the source are in Andorra.
        assert_eq!(
            cities[0],
            Point {
                x: 1.56654,
                y: 42.53176
            }
        );
    }
}
