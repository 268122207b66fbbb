//! Reads `examples/data/cities.bin`: where the world's cities are.
//!
//! The format is described in `examples/data/README.md`; `cargo xtask data cities` writes it, with the
//! constants of this module, and reads it back with [`read`].

use std::error::Error;
use std::fmt;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The first bytes of every file of this format. The newline shows a file that went through a text conversion.
pub(crate) const MAGIC: [u8; 8] = *b"LNGLAT5\n";

/// What one degree is in the file.
pub(crate) const UNITS_PER_DEGREE: i32 = 100_000;

/// Magic and count.
const HEADER: usize = MAGIC.len() + size_of::<u32>();

/// A place on the map, in degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Point {
    /// The longitude, east positive.
    pub(crate) x: f64,
    /// The latitude, north positive.
    pub(crate) y: f64,
}

/// Why a file of cities could not be read.
#[derive(Debug)]
pub(crate) enum CitiesError {
    /// The file could not be opened or read.
    Unreadable { path: PathBuf, source: io::Error },
    /// The file's bytes are not what they should be.
    Malformed { path: PathBuf, fault: Fault },
}

/// What is wrong with the bytes of a file of cities.
#[derive(Debug, PartialEq)]
pub(crate) enum Fault {
    /// The first bytes are not [`MAGIC`].
    Magic,
    /// A file of `count` cities, as the header says, has `expected` bytes, but there are `found`.
    Length {
        count: u32,
        expected: u64,
        found: u64,
    },
    /// City `index` is not on the globe.
    OffTheGlobe { index: usize, point: Point },
}

impl fmt::Display for CitiesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { path, source } => {
                write!(
                    f,
                    "cannot read the cities from {}: {source}",
                    path.display()
                )
            }
            Self::Malformed { path, fault } => write!(
                f,
                "{}: {fault}; `git checkout` restores the file, `cargo xtask data cities <csv>` makes it anew",
                path.display()
            ),
        }
    }
}

impl Error for CitiesError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Unreadable { source, .. } => Some(source),
            Self::Malformed { .. } => None,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Magic => write!(
                f,
                "not a file of cities, for it does not start with \"{}\"",
                MAGIC.escape_ascii()
            ),
            Self::Length {
                count,
                expected,
                found,
            } => write!(
                f,
                "a file of {count} cities has {expected} bytes, but this one has {found}"
            ),
            Self::OffTheGlobe {
                index,
                point: Point { x, y },
            } => write!(
                f,
                "city {index} has longitude {x} and latitude {y}, which is not on the globe"
            ),
        }
    }
}

/// The cities of the file at `path`, in the file's order.
pub(crate) fn read(path: &Path) -> Result<Vec<Point>, CitiesError> {
    let bytes = fs::read(path).map_err(|source| CitiesError::Unreadable {
        path: path.to_owned(),
        source,
    })?;
    decode(&bytes).map_err(|fault| CitiesError::Malformed {
        path: path.to_owned(),
        fault,
    })
}

/// The cities in the bytes of a file.
pub(crate) fn decode(bytes: &[u8]) -> Result<Vec<Point>, Fault> {
    let rest = bytes.strip_prefix(&MAGIC).ok_or(Fault::Magic)?;
    let found = bytes.len() as u64;
    let (count, columns) = rest.split_first_chunk().ok_or(Fault::Length {
        count: 0,
        expected: HEADER as u64,
        found,
    })?;
    let count = u32::from_le_bytes(*count);
    let expected = HEADER as u64 + u64::from(count) * 2 * size_of::<i32>() as u64;
    if found != expected {
        return Err(Fault::Length {
            count,
            expected,
            found,
        });
    }
    let (lngs, lats) = columns.split_at(columns.len() / 2);
    degrees(lngs)
        .zip(degrees(lats))
        .enumerate()
        .map(|(index, (x, y))| {
            let point = Point { x, y };
            let on_the_globe = x.abs() <= 180.0 && y.abs() <= 90.0;
            on_the_globe
                .then_some(point)
                .ok_or(Fault::OffTheGlobe { index, point })
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A file that announces `count` cities and has the given columns.
    fn file(count: u32, lngs: &[i32], lats: &[i32]) -> Vec<u8> {
        let numbers = lngs.iter().chain(lats).flat_map(|n| n.to_le_bytes());
        MAGIC
            .into_iter()
            .chain(count.to_le_bytes())
            .chain(numbers)
            .collect()
    }

    #[test]
    fn reads_both_columns_exactly() {
        let bytes = file(2, &[156_654, -17_911_838], &[4_253_176, -5_493_355]);
        let expected = vec![
            Point {
                x: 1.56654,
                y: 42.53176,
            },
            Point {
                x: -179.11838,
                y: -54.93355,
            },
        ];
        assert_eq!(decode(&bytes), Ok(expected));
    }

    #[test]
    fn reads_a_file_of_no_cities() {
        assert_eq!(decode(&file(0, &[], &[])), Ok(vec![]));
    }

    #[test]
    fn rejects_another_magic() {
        for bytes in [
            &b""[..],
            b"LNGLAT",
            b"LNGLAT5\r\n\0\0\0",
            b"country,lng,lat\n",
        ] {
            assert_eq!(decode(bytes), Err(Fault::Magic), "{bytes:?}");
        }
    }

    #[test]
    fn rejects_every_truncation() {
        let whole = file(3, &[1, 2, 3], &[4, 5, 6]);
        for len in MAGIC.len()..whole.len() {
            assert!(
                matches!(decode(&whole[..len]), Err(Fault::Length { found, .. }) if found == len as u64),
                "{len} of {} bytes",
                whole.len()
            );
        }
    }

    #[test]
    fn rejects_what_follows_the_last_city() {
        let mut bytes = file(2, &[1, 2], &[3, 4]);
        bytes.push(0);
        let fault = Fault::Length {
            count: 2,
            expected: 28,
            found: 29,
        };
        assert_eq!(decode(&bytes), Err(fault));
    }

    #[test]
    fn a_count_that_overflows_32_bits_of_length_is_a_wrong_length() {
        assert!(matches!(
            decode(&file(u32::MAX, &[1], &[2])),
            Err(Fault::Length {
                expected: 34_359_738_372,
                ..
            })
        ));
    }

    #[test]
    fn rejects_places_off_the_globe() {
        for (lng, lat) in [
            (18_000_001, 0),
            (-18_000_001, 0),
            (0, 9_000_001),
            (0, i32::MIN),
        ] {
            assert!(
                matches!(
                    decode(&file(2, &[0, lng], &[0, lat])),
                    Err(Fault::OffTheGlobe { index: 1, .. })
                ),
                "{lng}, {lat}"
            );
        }
        assert!(
            decode(&file(
                2,
                &[18_000_000, -18_000_000],
                &[9_000_000, -9_000_000]
            ))
            .is_ok()
        );
    }

    #[test]
    fn messages_name_the_file_the_fault_and_the_remedy() {
        let missing = read(Path::new("no/such/cities.bin"))
            .unwrap_err()
            .to_string();
        assert!(
            missing.starts_with("cannot read the cities from no/such/cities.bin: "),
            "{missing}"
        );

        let malformed = CitiesError::Malformed {
            path: "cities.bin".into(),
            fault: Fault::Length {
                count: 2,
                expected: 28,
                found: 29,
            },
        };
        assert_eq!(
            malformed.to_string(),
            "cities.bin: a file of 2 cities has 28 bytes, but this one has 29; \
             `git checkout` restores the file, `cargo xtask data cities <csv>` makes it anew"
        );
    }
}
