//! The programs of figure 6 of Robinson, once for each strategy.

/// A point of the plane.
pub(crate) type Point = (f64, f64);

/// No point at all: farther than every other.
const NOWHERE: Point = (f64::INFINITY, f64::INFINITY);
const NOWHERE_BELOW: Point = (f64::NEG_INFINITY, f64::NEG_INFINITY);

/// A pair that is no pair.
const FAR: (Point, Point) = ((f64::NEG_INFINITY, 0.0), (f64::INFINITY, 0.0));

/// The number of points up to which every pair is looked at.
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
fn middle_height(pts: &[Point]) -> f64 {
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
    ($($strategy:ident = $name:tt),*) => {$(
        /// Fused by the strategy of this name.
        pub(crate) mod $strategy {
            use super::{FAR, FEW, NOWHERE, NOWHERE_BELOW, Point, brute_force, distance, middle, middle_height};

            fusus::cnf! {
                /// Divides by the sum of all elements, and by the sum of the positive ones.
                #[cnf(strategy = $name)]
                pub(crate) fn normalize2(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
                    let gts  = filter(|x| x > 0.0, xs);
                    let sum1 = fold(0.0, |a, b| a + b, xs);
                    let sum2 = fold(0.0, |a, b| a + b, gts);
                    let ys1  = map(|x| x / sum1, xs);
                    let ys2  = map(|x| x / sum2, xs);
                    (ys1, ys2)
                }

                /// The points in the four quarters of their bounds.
                #[cnf(strategy = $name)]
                pub(crate) fn quadtree(
                    p: &[Point],
                ) -> (Vec<Point>, Vec<Point>, Vec<Point>, Vec<Point>) {
                    let x1 = fold(NOWHERE, |a: Point, b: Point| if b.0 < a.0 { b } else { a }, p);
                    let y1 = fold(NOWHERE, |a: Point, b: Point| if b.1 < a.1 { b } else { a }, p);
                    let x2 = fold(NOWHERE_BELOW, |a: Point, b: Point| if b.0 > a.0 { b } else { a }, p);
                    let y2 = fold(NOWHERE_BELOW, |a: Point, b: Point| if b.1 > a.1 { b } else { a }, p);
                    let (xm, ym) = external(middle(x1, y1, x2, y2));
                    let p1 = filter(|q| q.0 < xm && q.1 < ym, p);
                    let p2 = filter(|q| q.0 >= xm && q.1 < ym, p);
                    let p3 = filter(|q| q.0 < xm && q.1 >= ym, p);
                    let p4 = filter(|q| q.0 >= xm && q.1 >= ym, p);
                    (p1, p2, p3, p4)
                }

                /// The distance of the closest pair of many points.
                #[cnf(strategy = $name)]
                fn by_halves(pts: &[Point]) -> f64 {
                    let pivot   = external(middle_height(pts));
                    let aboves  = filter(|p| p.1 >= pivot, pts);
                    let belows  = filter(|p| p.1 < pivot, pts);
                    let above1  = external(closest_pairs(&aboves));
                    let below1  = external(closest_pairs(&belows));
                    let border  = external(above1.min(below1));
                    let above_b = filter(|p| p.1 >= pivot && p.1 - pivot < border, pts);
                    let below_b = filter(|p| p.1 < pivot && pivot - p.1 < border, pts);
                    let cs      = cross(above_b, below_b);
                    let bord    = fold(FAR, |a, b| if distance(b) < distance(a) { b } else { a }, cs);
                    let min1    = external(distance(bord).min(above1).min(below1));
                    min1
                }
            }

            /// The distance of the closest pair.
            pub(crate) fn closest_pairs(pts: &[Point]) -> f64 {
                if pts.len() <= FEW {
                    brute_force(pts)
                } else {
                    by_halves(pts)
                }
            }
        }
    )*};
}

programs!(
    unfused = "unfused",
    stream = "stream",
    imperative = "imperative",
    paper = "paper",
    optimal = "optimal"
);
