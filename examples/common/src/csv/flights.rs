//! Flights: delays, distances and the minutes at which they left.

use crate::flights::{Flights, MINUTES, encode};

use super::rows;

/// The allowed distance of a time in the source from a whole minute, for it is an hour with few
/// decimals.
const ROUNDING: f64 = 1e-6;

/// Converts a CSV with the columns `delay_min`, `distance_mi` and `hour` to the file of the
/// flights.
///
/// # Errors
/// The first mistake, with the number of its line.
pub fn convert(csv: &str) -> Result<Vec<u8>, String> {
    encode(&parse(csv)?)
}

fn parse(csv: &str) -> Result<Flights, String> {
    let rows = rows(
        csv,
        ["delay_min", "distance_mi", "hour"],
        |[delay, miles, hour]| {
            let delay = delay
                .parse()
                .map_err(|_| format!("`{delay}` is no delay in minutes"))?;
            let miles = miles
                .parse()
                .map_err(|_| format!("`{miles}` is no distance in miles"))?;
            let minute = minute(hour)
                .ok_or_else(|| format!("`{hour}` is no whole minute from 0 h to 24 h"))?;
            Ok((delay, miles, minute))
        },
    )?;
    let mut flights = Flights::default();
    for (delay, miles, minute) in rows {
        flights.delays.push(delay);
        flights.miles.push(miles);
        flights.minutes.push(minute);
    }
    Ok(flights)
}

/// Decimal hours as a minute of the day.
fn minute(text: &str) -> Option<u16> {
    let minutes = text.parse::<f64>().ok()? * 60.0;
    let whole = minutes.round();
    let is_minute =
        (minutes - whole).abs() < ROUNDING && (0.0..f64::from(MINUTES)).contains(&whole);
    is_minute.then_some(whole as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hours_become_minutes() {
        let csv = "delay_min,distance_mi,hour\n0,1452,0.0\n-17,41,1.5166666666666666\n9,1,23.983333333333334\n";
        let expected = Flights {
            delays: vec![0, -17, 9],
            miles: vec![1452, 41, 1],
            minutes: vec![0, 91, 1439],
        };
        assert_eq!(parse(csv), Ok(expected));
    }

    #[test]
    fn what_is_no_flight_is_an_error_at_its_line() {
        for (line, error) in [
            ("late,1,2", "2: `late` is no delay in minutes"),
            ("40000,1,2", "2: `40000` is no delay in minutes"),
            ("1,-1,2", "2: `-1` is no distance in miles"),
            ("1,1,24", "2: `24` is no whole minute from 0 h to 24 h"),
            ("1,1,-0.1", "2: `-0.1` is no whole minute from 0 h to 24 h"),
            (
                "1,1,0.001",
                "2: `0.001` is no whole minute from 0 h to 24 h",
            ),
            ("1,1,NaN", "2: `NaN` is no whole minute from 0 h to 24 h"),
            ("1,1", "2: `` is no whole minute from 0 h to 24 h"),
        ] {
            let csv = format!("delay_min,distance_mi,hour\n{line}\n");
            assert_eq!(parse(&csv), Err(error.to_owned()));
        }
    }
}
