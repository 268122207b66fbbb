//! Points and lines of the plane. Coordinates are whole units of the file of cities, so that
//! nothing is rounded: points are on a line or they are not.

use common::cities::{self, UNITS_PER_DEGREE};

/// A point, in hundred thousandths of a degree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Point {
    pub(crate) x: i64,
    pub(crate) y: i64,
}

/// A directed line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub(crate) from: Point,
    pub(crate) to: Point,
}

impl Point {
    /// Farther east than any city.
    pub(crate) const FAR_EAST: Self = Self {
        x: i64::MAX,
        y: i64::MAX,
    };
    /// Farther west than any city.
    pub(crate) const FAR_WEST: Self = Self {
        x: i64::MIN,
        y: i64::MIN,
    };

    /// The place of a city.
    pub(crate) fn new(city: cities::Point) -> Self {
        let unit = |degrees: f64| (degrees * f64::from(UNITS_PER_DEGREE)).round() as i64;
        Self {
            x: unit(city.x),
            y: unit(city.y),
        }
    }

    /// The place in degrees.
    pub(crate) fn degrees(self) -> cities::Point {
        let degrees = |unit: i64| unit as f64 / f64::from(UNITS_PER_DEGREE);
        cities::Point {
            x: degrees(self.x),
            y: degrees(self.y),
        }
    }
}

impl Line {
    /// The distance of a point to the left of the line, in units that only depend on the line.
    pub(crate) fn height(self, p: Point) -> i64 {
        let (dx, dy) = (self.to.x - self.from.x, self.to.y - self.from.y);
        dx * (p.y - self.from.y) - dy * (p.x - self.from.x)
    }
}

/// The point farther west, of equally far ones the southern.
pub(crate) fn westernmost(p: Point, q: Point) -> Point {
    p.min(q)
}

/// The point farther east, of equally far ones the northern.
pub(crate) fn easternmost(p: Point, q: Point) -> Point {
    p.max(q)
}

/// The point farther from a line; of equally far ones an end of their row, for the others are not
/// corners.
pub(crate) fn farther(line: Line, p: Point, q: Point) -> Point {
    if (line.height(q), q) > (line.height(p), p) {
        q
    } else {
        p
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_are_left_of_the_line() {
        let [a, b, up, down, on] =
            [(0, 0), (10, 0), (3, 2), (3, -1), (77, 0)].map(|(x, y)| Point { x, y });
        let line = Line { from: a, to: b };
        assert_eq!([up, down, on].map(|p| line.height(p)), [20, -10, 0]);
        assert_eq!(farther(line, down, up), up);
        assert_eq!(farther(line, a, b), b);
    }
}
