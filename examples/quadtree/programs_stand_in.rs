//! Stands in for `programs.rs` until `cnf!` compiles it: the same functions, written by hand.

use crate::cities::Point;

/// What the programs became.
pub(crate) const LOOPS: &str = "written by hand";

/// The smallest box around the points: west, south, east and north.
pub(crate) fn bounds(ps: &[Point]) -> (f64, f64, f64, f64) {
    let empty = (
        f64::INFINITY,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NEG_INFINITY,
    );
    ps.iter().fold(empty, |(x0, y0, x1, y1), p| {
        (x0.min(p.x), y0.min(p.y), x1.max(p.x), y1.max(p.y))
    })
}

/// The points in the four quarters around `(xm, ym)`: southwest, southeast, northwest and northeast.
pub(crate) fn split(
    ps: &[Point],
    xm: f64,
    ym: f64,
) -> (Vec<Point>, Vec<Point>, Vec<Point>, Vec<Point>) {
    let quarter = |east, north| {
        let is_inside = |p: &&Point| (p.x >= xm) == east && (p.y >= ym) == north;
        ps.iter().filter(is_inside).copied().collect()
    };
    (
        quarter(false, false),
        quarter(true, false),
        quarter(false, true),
        quarter(true, true),
    )
}
