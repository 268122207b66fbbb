//! Places on the globe, and how far they are apart.

use std::cmp::Ordering;

use common::cities::Point;

/// The mean radius of the earth.
const KM: f64 = 6371.0088;

/// A place as a vector of length 1 from the middle of the globe. Straight distances through the
/// globe have the same order as distances over it, and height above the equator bounds them from
/// below.
///
/// Places are ordered from south to north, those of one parallel by their city: no two are equal,
/// so that any number can be halved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Place {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) z: f64,
    /// The number of the city.
    pub(crate) city: usize,
}

/// Two places.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pair {
    pub(crate) a: usize,
    pub(crate) b: usize,
    /// The square of the distance through the globe.
    square: f64,
}

impl Place {
    /// The place of a city.
    pub(crate) fn new(city: usize, Point { x, y }: Point) -> Self {
        let (lng, lat) = (x.to_radians(), y.to_radians());
        Self {
            x: lat.cos() * lng.cos(),
            y: lat.cos() * lng.sin(),
            z: lat.sin(),
            city,
        }
    }

    /// From south to north.
    pub(crate) fn order(&self, other: &Self) -> Ordering {
        self.z.total_cmp(&other.z).then(self.city.cmp(&other.city))
    }
}

impl PartialOrd for Place {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.order(other))
    }
}

impl Pair {
    /// No pair, farther than any.
    pub(crate) const NONE: Self = Self {
        a: usize::MAX,
        b: usize::MAX,
        square: f64::INFINITY,
    };

    /// Two places as a pair, the first city first.
    pub(crate) fn of((p, q): (Place, Place)) -> Self {
        let (x, y, z) = (p.x - q.x, p.y - q.y, p.z - q.z);
        Self {
            a: p.city.min(q.city),
            b: p.city.max(q.city),
            square: x * x + y * y + z * z,
        }
    }

    /// Returns true if the two are different cities.
    pub(crate) fn is_proper(self) -> bool {
        self.a != self.b
    }

    /// The distance through the globe, in radii.
    pub(crate) fn distance(self) -> f64 {
        self.square.sqrt()
    }

    /// The distance over the globe.
    pub(crate) fn metres(self) -> f64 {
        2.0 * (self.distance() / 2.0).asin() * KM * 1000.0
    }
}

/// The closer of two pairs, and of equally close ones the first in the order of the cities, so that
/// the same pair is found in whatever order they are looked at.
pub(crate) fn closer(p: Pair, q: Pair) -> Pair {
    if (q.square, q.a, q.b) < (p.square, p.a, p.b) {
        q
    } else {
        p
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(p: (f64, f64), q: (f64, f64)) -> Pair {
        let [p, q] = [p, q].map(|(x, y)| Point { x, y });
        Pair::of((Place::new(0, p), Place::new(1, q)))
    }

    #[test]
    fn distances_are_those_over_the_globe() {
        // A quarter of the equator, and one of a meridian.
        for quarter in [
            pair((0.0, 0.0), (90.0, 0.0)),
            pair((12.0, 0.0), (77.0, 90.0)),
        ] {
            assert!((quarter.metres() - 10_007_557.0).abs() < 1.0, "{quarter:?}");
        }
        // Over the date line.
        assert!(pair((179.9, 0.0), (-179.9, 0.0)).metres() < 23_000.0);
    }

    #[test]
    fn of_equally_close_pairs_the_first_is_taken() {
        let (p, q) = (
            Pair {
                a: 1,
                b: 7,
                square: 2.0,
            },
            Pair {
                a: 1,
                b: 3,
                square: 2.0,
            },
        );
        assert_eq!(
            [closer(p, q), closer(q, p), closer(q, Pair::NONE)],
            [q, q, q]
        );
    }
}
