//! The programs of figure 6 of Robinson, once for each strategy.

/// A point of the plane.
pub(crate) type Point = (f64, f64);

/// No point at all: farther than every other.
const NOWHERE: Point = (f64::INFINITY, f64::INFINITY);
const NOWHERE_BELOW: Point = (f64::NEG_INFINITY, f64::NEG_INFINITY);

/// A pair that is no pair.
const FAR: (Point, Point) = ((f64::NEG_INFINITY, 0.0), (f64::INFINITY, 0.0));

/// The most points of which every pair is looked at.
const FEW: usize = 100;

/// The distance of two points.
fn distance((p, q): (Point, Point)) -> f64 {
    let (x, y) = (p.0 - q.0, p.1 - q.1);
    (x * x + y * y).sqrt()
}

/// The distance of the closest pair, by looking at every pair.
fn brute_force(pts: &[Point]) -> f64 {
    let pairs = pts.iter().enumerate().flat_map(|(index, p)| {
        let before = pts[..index].iter();
        before.map(move |q| distance((*p, *q)))
    });
    pairs.fold(f64::INFINITY, f64::min)
}

/// A height that has points above and below.
fn median(pts: &[Point]) -> f64 {
    let heights = pts.iter().map(|p| p.1);
    let low = heights.clone().fold(f64::INFINITY, f64::min);
    let high = heights.fold(f64::NEG_INFINITY, f64::max);
    f64::midpoint(low, high)
}

/// The middle of the box that four points span.
fn middle(west: Point, south: Point, east: Point, north: Point) -> Point {
    (
        f64::midpoint(west.0, east.0),
        f64::midpoint(south.1, north.1),
    )
}

/// The programs as this strategy fuses them.
macro_rules! programs {
    ($mark:tt $($strategy:ident = $name:tt),*) => {$(
        /// Fused by the strategy of this name.
        pub(crate) mod $strategy {
            use super::{FAR, FEW, NOWHERE, NOWHERE_BELOW, Point, brute_force, distance, median, middle};

            macro_rules! cnf {
                ($mark($mark program:tt)*) => {
                    fusus::cnf! { #[cnf(strategy = $name)] $mark($mark program)* }
                };
            }
            include!("../../programs/normalize2.rs");
            include!("../../programs/quadtree.rs");
            include!("../../programs/closest_pairs.rs");

            /// The distance of the closest pair, of any number of points.
            pub(crate) fn closest(pts: &[Point]) -> f64 {
                if pts.len() <= FEW {
                    brute_force(pts)
                } else {
                    closest_pairs(pts)
                }
            }
        }
    )*};
}

programs!(
    $ unfused = "unfused",
    stream = "stream",
    imperative = "imperative",
    paper = "paper",
    optimal = "optimal"
);
