//! One step of building a quadtree: the middle of the bounds, and the points
//! in the four quarters around it.

use fusus::cnf;

fn middle(x1: f64, y1: f64, x2: f64, y2: f64) -> (f64, f64) {
    ((x1 + x2) / 2.0, (y1 + y2) / 2.0)
}

type Point = (f64, f64);

cnf! {
    /// The points in the four quarters.
    pub fn quadtree(p: &[Point]) -> (Vec<Point>, Vec<Point>, Vec<Point>, Vec<Point>) {
        let x1 = fold(f64::INFINITY, |m: f64, q: Point| m.min(q.0), p);
        let y1 = fold(f64::INFINITY, |m: f64, q: Point| m.min(q.1), p);
        let x2 = fold(f64::NEG_INFINITY, |m: f64, q: Point| m.max(q.0), p);
        let y2 = fold(f64::NEG_INFINITY, |m: f64, q: Point| m.max(q.1), p);
        let (xm, ym) = external(middle(x1, y1, x2, y2));
        let p1 = filter(|q| q.0 < xm && q.1 < ym, p);
        let p2 = filter(|q| q.0 >= xm && q.1 < ym, p);
        let p3 = filter(|q| q.0 < xm && q.1 >= ym, p);
        let p4 = filter(|q| q.0 >= xm && q.1 >= ym, p);
        (p1, p2, p3, p4)
    }
}
