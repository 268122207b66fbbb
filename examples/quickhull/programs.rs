//! The steps of quickhull, one loop for each.

use fusus::cnf;

use crate::plane::{Line, Point, easternmost, farther, westernmost};

cnf! {
    /// The ends of the hull, which are on it.
    #[cnf(loops = 1)]
    pub(crate) fn ends(pts: &[Point]) -> (Point, Point) {
        let west = fold(Point::FAR_EAST, westernmost, pts);
        let east = fold(Point::FAR_WEST, easternmost, pts);
        (west, east)
    }

    /// The points beyond a line, and the one of them that is farthest from it, which is on the
    /// hull.
    #[cnf(loops = 1)]
    pub(crate) fn beyond(pts: &[Point], line: Line) -> (Vec<Point>, Point) {
        let ps = filter(|p| line.height(p) > 0, pts);
        let ma = fold(line.from, |p, q| farther(line, p, q), ps);
        (ps, ma)
    }
}
