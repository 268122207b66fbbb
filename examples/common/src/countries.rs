//! The countries of the world's cities.
//!
//! `examples/data/README.md` describes the file; `cargo xtask data countries` writes it with
//! [`encode`] and reads it back with [`read`].

use std::path::Path;

use crate::table::{Fault, Format, TableError};

/// The file of all countries.
pub const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/countries.bin");

const FORMAT: Format = Format {
    magic: *b"COUNTRY\n",
    rows: "countries",
    row_bytes: 2 + size_of::<u32>(),
    task: "countries",
};

/// The two letters of a country by ISO 3166.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code(pub [u8; 2]);

impl Code {
    /// The letters.
    pub fn letters(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or("??")
    }
}

/// The country of each city, in the order of the cities.
///
/// # Errors
/// A file that is damaged or missing.
pub fn of_cities() -> Result<Vec<Code>, TableError> {
    let runs = read(Path::new(FILE))?;
    let cities = runs.into_iter();
    Ok(cities
        .flat_map(|(code, count)| std::iter::repeat_n(code, count as usize))
        .collect())
}

/// The countries of the file at `path`, each with the number of its cities, in the file's order.
///
/// # Errors
/// A file that can't be read, or is no file of countries.
pub fn read(path: &Path) -> Result<Vec<(Code, u32)>, TableError> {
    FORMAT.read(path, decode)
}

/// The countries in the bytes of a file.
///
/// # Errors
/// Bytes that are no file of countries.
pub fn decode(bytes: &[u8]) -> Result<Vec<(Code, u32)>, Fault> {
    let (count, columns) = FORMAT.columns(bytes)?;
    let (codes, counts) = columns.split_at(2 * count);
    let (codes, _) = codes.as_chunks();
    let (counts, _) = counts.as_chunks();
    let rows = codes.iter().zip(counts).enumerate();
    rows.map(|(index, (letters, count))| {
        let says = || Fault::Row {
            index,
            says: format!("has the letters {letters:?}, which are no capitals"),
        };
        let is_code = letters.iter().all(u8::is_ascii_uppercase);
        is_code
            .then_some((Code(*letters), u32::from_le_bytes(*count)))
            .ok_or_else(says)
    })
    .collect()
}

/// The bytes of a file of these countries.
///
/// # Errors
/// More countries than the file can count.
pub fn encode(countries: &[(Code, u32)]) -> Result<Vec<u8>, String> {
    let codes = countries.iter().flat_map(|(code, _)| code.0);
    let counts = countries.iter().flat_map(|(_, count)| count.to_le_bytes());
    FORMAT.encode(codes.chain(counts))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cities;

    #[test]
    fn reads_both_columns() {
        let countries = [(Code(*b"AD"), 3), (Code(*b"ZW"), 70_000)];
        let bytes = encode(&countries).unwrap();
        assert_eq!(bytes.len(), 8 + 4 + 2 * 6);
        assert_eq!(decode(&bytes).unwrap(), countries);
    }

    #[test]
    fn rejects_what_is_no_code() {
        let bytes = encode(&[(Code(*b"AD"), 3), (Code(*b"a1"), 1)]).unwrap();
        assert!(matches!(decode(&bytes), Err(Fault::Row { index: 1, .. })));
    }

    #[test]
    fn the_committed_file_has_the_country_of_every_city() {
        let countries = of_cities().unwrap();
        assert_eq!(countries.len(), cities::COUNT);
        assert_eq!(countries[0].letters(), "AD");
    }
}
