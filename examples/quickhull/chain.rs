//! The hull once more, by another algorithm, to compare with: Andrew's monotone chain.

use crate::plane::{Line, Point};

/// The corners of the hull clockwise, from the westernmost on.
pub(crate) fn hull(pts: &[Point]) -> Vec<Point> {
    let mut pts = pts.to_vec();
    pts.sort();
    pts.dedup();
    if pts.len() < 2 {
        return pts;
    }
    let mut upper = chain(pts.iter());
    let mut lower = chain(pts.iter().rev());
    // Each ends where the other starts.
    upper.pop();
    lower.pop();
    upper.append(&mut lower);
    upper
}

/// The part of the hull that bends to the right only.
fn chain<'a>(pts: impl Iterator<Item = &'a Point>) -> Vec<Point> {
    let mut chain: Vec<Point> = Vec::new();
    for &p in pts {
        while let [.., from, to] = chain[..]
            && (Line { from, to }).height(p) >= 0
        {
            chain.pop();
        }
        chain.push(p);
    }
    chain
}
