//! Countries: the runs of equal ones in the file of the cities.

use crate::countries::{Code, encode};

use super::rows;

/// Converts a CSV with the column `country` to the file of the countries.
///
/// # Errors
/// The first mistake, with the number of its line.
pub fn convert(csv: &str) -> Result<Vec<u8>, String> {
    encode(&parse(csv)?)
}

fn parse(csv: &str) -> Result<Vec<(Code, u32)>, String> {
    let cities = rows(csv, ["country"], |[country]| {
        let letters = <[u8; 2]>::try_from(country.as_bytes()).ok();
        let code = letters.filter(|letters| letters.iter().all(u8::is_ascii_uppercase));
        code.map(Code)
            .ok_or_else(|| format!("`{country}` is no country of two capitals"))
    })?;
    let runs = cities.chunk_by(PartialEq::eq);
    Ok(runs.map(|run| (run[0], run.len() as u32)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_neighbours_are_counted() {
        let csv = "lng,country\n1,AD\n2,AD\n3,AE\n4,AD\n";
        let expected = [(*b"AD", 2), (*b"AE", 1), (*b"AD", 1)];
        assert_eq!(
            parse(csv),
            Ok(expected.map(|(code, n)| (Code(code), n)).into())
        );
    }

    #[test]
    fn what_is_no_country_is_an_error_at_its_line() {
        let error = "3: `usa` is no country of two capitals";
        assert_eq!(parse("country\nAD\nusa\n"), Err(error.to_owned()));
    }
}
