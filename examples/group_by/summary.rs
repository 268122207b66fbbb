//! Summaries of cities.

use common::cities::Point;

/// A summary of some cities, which combines with those of others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Summary {
    /// The number of them.
    pub(crate) cities: u32,
    /// The latitude of the northernmost.
    pub(crate) north: f64,
    /// The sum of their directions from the centre of the globe: a mean of longitudes would put the
    /// middle of Fiji on the other side of it.
    directions: [f64; 3],
}

/// The summary of one city.
pub(crate) fn of_city(city: Point) -> Summary {
    let (lng, lat) = (city.x.to_radians(), city.y.to_radians());
    Summary {
        cities: 1,
        north: city.y,
        directions: [lat.cos() * lng.cos(), lat.cos() * lng.sin(), lat.sin()],
    }
}

impl Summary {
    /// The summary of no cities.
    pub(crate) const NOTHING: Summary = Summary {
        cities: 0,
        north: f64::NEG_INFINITY,
        directions: [0.0; 3],
    };

    /// The summary of the cities of both.
    pub(crate) fn and(self, other: Summary) -> Summary {
        let ([x, y, z], [u, v, w]) = (self.directions, other.directions);
        Summary {
            cities: self.cities + other.cities,
            north: self.north.max(other.north),
            directions: [x + u, y + v, z + w],
        }
    }

    /// The place in the middle of the cities.
    pub(crate) fn middle(self) -> Point {
        let [x, y, z] = self.directions;
        Point {
            x: y.atan2(x).to_degrees(),
            y: z.atan2(x.hypot(y)).to_degrees(),
        }
    }
}
