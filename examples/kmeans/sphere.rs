//! Places as vectors from the middle of the globe, and distances straight through it.

use common::cities::Point;

/// A vector.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Vector {
    x: f64,
    y: f64,
    z: f64,
}

impl Vector {
    /// The middle of the globe.
    pub(crate) const ZERO: Self = Self {
        x: 0.0,
        y: 0.0,
        z: 0.0,
    };

    /// The vector to a place.
    pub(crate) fn new(Point { x, y }: Point) -> Self {
        let (lng, lat) = (x.to_radians(), y.to_radians());
        Self {
            x: lat.cos() * lng.cos(),
            y: lat.cos() * lng.sin(),
            z: lat.sin(),
        }
    }

    /// The place in this direction.
    pub(crate) fn place(self) -> Point {
        Point {
            x: self.y.atan2(self.x).to_degrees(),
            y: self.z.atan2(self.x.hypot(self.y)).to_degrees(),
        }
    }

    /// The sum of both.
    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            x: self.x + other.x,
            y: self.y + other.y,
            z: self.z + other.z,
        }
    }

    /// A part of the vector.
    pub(crate) fn over(self, parts: usize) -> Self {
        let parts = parts as f64;
        Self {
            x: self.x / parts,
            y: self.y / parts,
            z: self.z / parts,
        }
    }

    /// The square of the distance.
    pub(crate) fn square_to(self, other: Self) -> f64 {
        let (x, y, z) = (self.x - other.x, self.y - other.y, self.z - other.z);
        x * x + y * y + z * z
    }
}

/// The number of the nearest of some centres, of equally near ones the first.
pub(crate) fn nearest(point: Vector, centres: &[Vector]) -> u8 {
    let mut best = (f64::INFINITY, 0);
    for (centre, number) in centres.iter().zip(0..) {
        let square = point.square_to(*centre);
        if square < best.0 {
            best = (square, number);
        }
    }
    best.1
}

/// The point with the greater square, of equal ones the first.
pub(crate) fn farther(a: (f64, Vector), b: (f64, Vector)) -> (f64, Vector) {
    if b.0 > a.0 { b } else { a }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_come_back() {
        for (x, y) in [(0.0, 0.0), (-122.4, 37.8), (179.0, -54.9), (15.6, 78.2)] {
            let place = Vector::new(Point { x, y }).place();
            assert!(
                (place.x - x).abs() < 1e-12 && (place.y - y).abs() < 1e-12,
                "{place:?}"
            );
        }
    }

    #[test]
    fn the_nearest_is_found_over_the_date_line() {
        let [east, west, far] =
            [(179.0, 0.0), (-178.0, 0.0), (0.0, 80.0)].map(|(x, y)| Vector::new(Point { x, y }));
        assert_eq!(nearest(east, &[far, west]), 1);
        assert_eq!(nearest(east, &[west, west, east, east]), 2);
    }
}
