//! The programs of figure 6 of Robinson, once for each strategy.

/// A point of the plane.
pub(crate) type Point = (f64, f64);

/// No point at all: farther than every other.
const NOWHERE: Point = (f64::INFINITY, f64::INFINITY);
const NOWHERE_BELOW: Point = (f64::NEG_INFINITY, f64::NEG_INFINITY);

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
            use super::{NOWHERE, NOWHERE_BELOW, Point, middle};

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
            }
        }
    )*};
}

programs!(
    unfused = "unfused",
    stream = "stream",
    imperative = "imperative",
    robinson = "robinson",
    ilp = "ilp"
);
