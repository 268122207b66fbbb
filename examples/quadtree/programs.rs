//! The two programs of the quadtree, each of which becomes one loop.

use fusus::cnf;

use common::cities::Point;

cnf! {
    /// The smallest box around the points: west, south, east and north.
    #[cnf(loops = 1)]
    pub(crate) fn bounds(ps: &[Point]) -> (f64, f64, f64, f64) {
        let x0 = ps.map(|p| p.x).fold(f64::INFINITY, f64::min);
        let y0 = ps.map(|p| p.y).fold(f64::INFINITY, f64::min);
        let x1 = ps.map(|p| p.x).fold(f64::NEG_INFINITY, f64::max);
        let y1 = ps.map(|p| p.y).fold(f64::NEG_INFINITY, f64::max);
        (x0, y0, x1, y1)
    }
}

cnf! {
    /// The points in the four quarters around `(xm, ym)`: southwest, southeast, northwest and
    /// northeast.
    #[cnf(loops = 1)]
    pub(crate) fn split(
        ps: &[Point],
        xm: f64,
        ym: f64,
    ) -> (Vec<Point>, Vec<Point>, Vec<Point>, Vec<Point>) {
        let sw = filter(|p| p.x < xm && p.y < ym, ps);
        let se = filter(|p| p.x >= xm && p.y < ym, ps);
        let nw = filter(|p| p.x < xm && p.y >= ym, ps);
        let ne = filter(|p| p.x >= xm && p.y >= ym, ps);
        (sw, se, nw, ne)
    }
}
