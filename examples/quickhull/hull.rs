//! Quickhull: lines that are bent outwards until nothing is beyond them.

use crate::plane::{Line, Point};
use crate::programs::{beyond, ends};

/// A hull, and how it was found.
#[derive(Debug, Default)]
pub(crate) struct Hull {
    /// The corners clockwise, from the westernmost on.
    pub(crate) corners: Vec<Point>,
    /// The triangles by which it grew, each with how many others lie below it.
    pub(crate) triangles: Vec<(usize, [Point; 3])>,
}

/// The hull of points.
pub(crate) fn hull(pts: &[Point]) -> Hull {
    let mut hull = Hull::default();
    if let [first, ..] = pts {
        let (west, east) = ends(pts);
        debug_assert!(west <= *first && *first <= east);
        if west == east {
            hull.corners.push(west);
        } else {
            hull.bend(
                pts,
                Line {
                    from: west,
                    to: east,
                },
                0,
            );
            hull.bend(
                pts,
                Line {
                    from: east,
                    to: west,
                },
                0,
            );
        }
    }
    hull
}

impl Hull {
    /// Adds the corners from the start of the line to before its end.
    fn bend(&mut self, pts: &[Point], line: Line, depth: usize) {
        let (ps, top) = beyond(pts, line);
        if ps.is_empty() {
            self.corners.push(line.from);
            return;
        }
        let Line { from, to } = line;
        self.triangles.push((depth, [from, top, to]));
        self.bend(&ps, Line { from, to: top }, depth + 1);
        self.bend(&ps, Line { from: top, to }, depth + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain;

    fn points(points: &[(i64, i64)]) -> Vec<Point> {
        points.iter().map(|&(x, y)| Point { x, y }).collect()
    }

    #[test]
    fn small_hulls() {
        for (pts, corners) in [
            (&[][..], &[][..]),
            (&[(3, 4)], &[(3, 4)]),
            (&[(3, 4), (3, 4)], &[(3, 4)]),
            (&[(1, 1), (2, 2), (3, 3)], &[(1, 1), (3, 3)]),
            (
                &[(0, 0), (2, 0), (1, 0), (2, 2), (0, 2), (1, 1)],
                &[(0, 0), (0, 2), (2, 2), (2, 0)],
            ),
        ] {
            assert_eq!(hull(&points(pts)).corners, points(corners), "{pts:?}");
        }
    }

    #[test]
    fn many_hulls_agree_with_the_chain() {
        for seed in 0..100 {
            // On a coarse grid many are equal or in a row.
            let coordinate = |i| (common::random::bits(seed, i) % 16) as i64;
            let pts: Vec<Point> = (0..(3 * seed) as usize)
                .map(|i| Point {
                    x: coordinate(2 * i),
                    y: coordinate(2 * i + 1),
                })
                .collect();
            assert_eq!(hull(&pts).corners, chain::hull(&pts), "seed {seed}");
        }
    }
}
