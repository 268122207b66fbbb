//! Numbers and places as people write them.

use std::fmt;
use std::time::Duration;

use crate::cities::Point;

/// A number with its digits in groups of three.
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A time in milliseconds.
pub fn milliseconds(time: Duration) -> String {
    let milliseconds = time.as_secs_f64() * 1e3;
    if milliseconds < 10.0 {
        format!("{milliseconds:.2} ms")
    } else {
        format!("{milliseconds:.1} ms")
    }
}

/// A point as maps write it.
#[derive(Clone, Copy, Debug)]
pub struct Coordinates(pub Point);

impl fmt::Display for Coordinates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(Point { x, y }) = *self;
        let northing = if y < 0.0 { 'S' } else { 'N' };
        let easting = if x < 0.0 { 'W' } else { 'E' };
        // As many decimals as the source has only where they are asked for.
        let decimals = f.precision().unwrap_or(3);
        write!(
            f,
            "{:.decimals$}°{northing} {:.decimals$}°{easting}",
            y.abs(),
            x.abs()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (171_075, "171,075"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn coordinates_have_their_hemispheres() {
        let porto = Coordinates(Point {
            x: -8.625,
            y: 41.125,
        });
        assert_eq!(porto.to_string(), "41.125°N 8.625°W");
        let south = Coordinates(Point { x: 0.0, y: -0.5 });
        assert_eq!(format!("{south:.1}"), "0.5°S 0.0°E");
    }

    #[test]
    fn short_times_have_more_decimals() {
        assert_eq!(milliseconds(Duration::from_micros(1234)), "1.23 ms");
        assert_eq!(milliseconds(Duration::from_micros(12_340)), "12.3 ms");
    }
}
