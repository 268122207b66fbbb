//! Making the data files of the examples from their sources.

use std::fs;
use std::path::Path;

use crate::cities::{self, MAGIC, UNITS_PER_DEGREE};
use crate::root;

/// `cargo xtask data cities <CSV>`.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    match arguments {
        [kind, csv] if kind == "cities" => {
            let target = root().join("examples/data/cities.bin");
            let count = convert(Path::new(csv), &target)?;
            println!("wrote {count} cities to {}", target.display());
            Ok(())
        }
        _ => Err("usage: cargo xtask data cities <CSV>".to_owned()),
    }
}

/// Writes the cities of a CSV file to `target`, reads them back, and returns how many there are.
fn convert(csv: &Path, target: &Path) -> Result<usize, String> {
    let text = fs::read_to_string(csv)
        .map_err(|error| format!("cannot read {}: {error}", csv.display()))?;
    let (lngs, lats) = parse(&text).map_err(|error| format!("{}:{error}", csv.display()))?;
    fs::write(target, encode(&lngs, &lats)?)
        .map_err(|error| format!("cannot write {}: {error}", target.display()))?;
    let cities = cities::read(target).map_err(|error| error.to_string())?;
    Ok(cities.len())
}

/// The columns `lng` and `lat` in units of the file. An error starts with the number of its line.
fn parse(csv: &str) -> Result<(Vec<i32>, Vec<i32>), String> {
    let mut lines = csv
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line));
    let header = lines.next().map_or("", |(_, line)| line);
    let column = |name| {
        let found = header.split(',').position(|title| title.trim() == name);
        found.ok_or_else(|| format!("1: there is no column `{name}` in the header `{header}`"))
    };
    let (lng, lat) = (column("lng")?, column("lat")?);
    lines
        .filter(|(_, line)| !line.is_empty())
        .map(|(number, line)| {
            let coordinate = |column, name, limit| {
                let text = line.split(',').nth(column).unwrap_or("").trim();
                units(text, limit).ok_or_else(|| {
                    format!("{number}: `{text}` is no {name} of −{limit}° to {limit}°")
                })
            };
            Ok((
                coordinate(lng, "longitude", 180.0)?,
                coordinate(lat, "latitude", 90.0)?,
            ))
        })
        .collect()
}

/// Decimal degrees up to `limit` on either side of zero as units of the file, rounded to the nearest.
fn units(text: &str, limit: f64) -> Option<i32> {
    let degrees: f64 = text.parse().ok()?;
    let scaled = (degrees * f64::from(UNITS_PER_DEGREE)).round();
    // The limit keeps the number far inside `i32`.
    (degrees.abs() <= limit).then_some(scaled as i32)
}

/// The bytes of a file, as `examples/data/README.md` describes them.
fn encode(lngs: &[i32], lats: &[i32]) -> Result<Vec<u8>, String> {
    let count = u32::try_from(lngs.len())
        .map_err(|_| format!("{} cities are more than the format can count", lngs.len()))?;
    let numbers = lngs
        .iter()
        .chain(lats)
        .flat_map(|number| number.to_le_bytes());
    Ok(MAGIC
        .into_iter()
        .chain(count.to_le_bytes())
        .chain(numbers)
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_found_by_name() {
        let csv = "lat,name,lng\n42.53176,a,1.56654\n-54.93355,b,-179.11838\n";
        let expected = (vec![156_654, -17_911_838], vec![4_253_176, -5_493_355]);
        assert_eq!(parse(csv), Ok(expected));
    }

    #[test]
    fn a_missing_column_is_an_error() {
        let error = "1: there is no column `lat` in the header `country,lng`";
        assert_eq!(parse("country,lng\nAD,1.5\n"), Err(error.to_owned()));
        assert!(parse("").is_err());
    }

    #[test]
    fn a_bad_number_is_an_error_at_its_line() {
        for (line, error) in [
            ("AD,x,1", "3: `x` is no longitude of −180° to 180°"),
            ("AD,180.5,1", "3: `180.5` is no longitude of −180° to 180°"),
            ("AD,1,NaN", "3: `NaN` is no latitude of −90° to 90°"),
            ("AD,1", "3: `` is no latitude of −90° to 90°"),
        ] {
            let csv = format!("country,lng,lat\nAD,1,2\n{line}\n");
            assert_eq!(parse(&csv), Err(error.to_owned()));
        }
    }

    #[test]
    fn the_committed_file_has_every_city() {
        let cities = cities::read(&root().join("examples/data/cities.bin")).unwrap();
        assert_eq!(cities.len(), 171_075);
        // The first lines of the source are in Andorra.
        assert_eq!(
            cities[0],
            cities::Point {
                x: 1.56654,
                y: 42.53176
            }
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
}
