//! Cities: longitudes and latitudes in units of the file.

use crate::cities::{UNITS_PER_DEGREE, encode};

use super::rows;

/// Converts a CSV with the columns `lng` and `lat` to the file of the cities.
///
/// # Errors
/// The first mistake, with the number of its line.
pub fn convert(csv: &str) -> Result<Vec<u8>, String> {
    let (lngs, lats) = parse(csv)?;
    encode(&lngs, &lats)
}

fn parse(csv: &str) -> Result<(Vec<i32>, Vec<i32>), String> {
    let cities = rows(csv, ["lng", "lat"], |[lng, lat]| {
        let coordinate = |text, name, limit| {
            units(text, limit)
                .ok_or_else(|| format!("`{text}` is no {name} of −{limit}° to {limit}°"))
        };
        Ok((
            coordinate(lng, "longitude", 180.0)?,
            coordinate(lat, "latitude", 90.0)?,
        ))
    })?;
    Ok(cities.into_iter().unzip())
}

/// Decimal degrees up to `limit` on either side of zero as units of the file, rounded to the
/// nearest.
fn units(text: &str, limit: f64) -> Option<i32> {
    let degrees: f64 = text.parse().ok()?;
    let scaled = (degrees * f64::from(UNITS_PER_DEGREE)).round();
    // The limit keeps the number far inside `i32`.
    (degrees.abs() <= limit).then_some(scaled as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn degrees_become_units() {
        let csv = "lat,name,lng\n42.53176,a,1.56654\n-54.93355,b,-179.11838\n";
        let expected = (vec![156_654, -17_911_838], vec![4_253_176, -5_493_355]);
        assert_eq!(parse(csv), Ok(expected));
    }

    #[test]
    fn what_is_no_coordinate_is_an_error_at_its_line() {
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
}
