//! The quadtree: cells that are halved both ways until each holds few points.

use crate::programs::{bounds, split};
use common::cities::Point;

/// A part of the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Cell {
    /// The southwest corner, which belongs to the cell.
    pub(crate) low: Point,
    /// The northeast corner.
    pub(crate) high: Point,
}

impl Cell {
    /// The smallest cell around the points.
    pub(crate) fn around(points: &[Point]) -> Self {
        let (x0, y0, x1, y1) = bounds(points);
        Self {
            low: Point { x: x0, y: y0 },
            high: Point { x: x1, y: y1 },
        }
    }

    /// The smallest square with the same middle that holds this cell.
    fn squared(self) -> Self {
        let middle = self.middle();
        let half = f64::max(self.width(), self.height()) / 2.0;
        Self {
            low: Point {
                x: middle.x - half,
                y: middle.y - half,
            },
            high: Point {
                x: middle.x + half,
                y: middle.y + half,
            },
        }
    }

    pub(crate) fn width(self) -> f64 {
        self.high.x - self.low.x
    }

    pub(crate) fn height(self) -> f64 {
        self.high.y - self.low.y
    }

    pub(crate) fn middle(self) -> Point {
        Point {
            x: f64::midpoint(self.low.x, self.high.x),
            y: f64::midpoint(self.low.y, self.high.y),
        }
    }

    /// Returns true if both halvings leave something on either side, which ends with the precision
    /// of `f64`.
    fn can_be_halved(self) -> bool {
        let middle = self.middle();
        self.low.x < middle.x
            && middle.x < self.high.x
            && self.low.y < middle.y
            && middle.y < self.high.y
    }

    /// The quarters in the order of [`split`].
    fn quarters(self) -> [Self; 4] {
        let Self { low, high } = self;
        let middle = self.middle();
        let cell = |x0, y0, x1, y1| Self {
            low: Point { x: x0, y: y0 },
            high: Point { x: x1, y: y1 },
        };
        [
            cell(low.x, low.y, middle.x, middle.y),
            cell(middle.x, low.y, high.x, middle.y),
            cell(low.x, middle.y, middle.x, high.y),
            cell(middle.x, middle.y, high.x, high.y),
        ]
    }
}

/// The limits of division.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// A cell of so many points or fewer is a leaf.
    pub(crate) capacity: usize,
    /// A cell of this depth is a leaf, however many points it has; the root has depth 0.
    pub(crate) depth: usize,
}

/// A quadtree.
#[derive(Debug)]
pub(crate) struct Quadtree {
    /// The smallest cell around the points.
    pub(crate) bounds: Cell,
    /// The square that the root divides.
    square: Cell,
    /// The limits that it was built with.
    pub(crate) limits: Limits,
    root: Node,
}

#[derive(Debug)]
enum Node {
    Leaf(Vec<Point>),
    Inner(Box<[Node; 4]>),
}

/// A node with its place in the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'a> {
    pub(crate) cell: Cell,
    pub(crate) depth: usize,
    /// The points of a leaf; `None` for a cell that is divided.
    pub(crate) points: Option<&'a [Point]>,
}

impl Quadtree {
    /// The quadtree of the points.
    pub(crate) fn new(points: &[Point], limits: Limits) -> Self {
        let bounds = Cell::around(points);
        let square = bounds.squared();
        Self {
            bounds,
            square,
            limits,
            root: Node::new(points.to_vec(), square, 0, limits),
        }
    }

    /// The width and height of the root.
    pub(crate) fn side(&self) -> f64 {
        self.square.width()
    }

    /// All nodes, each before the nodes below it, and neighbours mostly close to each other.
    pub(crate) fn places(&self) -> impl Iterator<Item = Place<'_>> {
        let mut waiting = vec![(&self.root, self.square, 0)];
        std::iter::from_fn(move || {
            let (node, cell, depth) = waiting.pop()?;
            let points = match node {
                Node::Leaf(points) => Some(points.as_slice()),
                Node::Inner(quarters) => {
                    let below = quarters.iter().zip(cell.quarters());
                    waiting.extend(below.map(|(node, cell)| (node, cell, depth + 1)).rev());
                    None
                }
            };
            Some(Place {
                cell,
                depth,
                points,
            })
        })
    }
}

impl Node {
    fn new(points: Vec<Point>, cell: Cell, depth: usize, limits: Limits) -> Self {
        // Equal points stay together whatever is halved, so that the capacity alone might never be
        // reached.
        if points.len() <= limits.capacity || depth >= limits.depth || !cell.can_be_halved() {
            return Self::Leaf(points);
        }
        let middle = cell.middle();
        let (southwest, southeast, northwest, northeast) = split(&points, middle.x, middle.y);
        // The quarters have them all now; a tree of many points should not be kept in memory depth
        // times.
        drop(points);
        let [a, b, c, d] = cell.quarters();
        let node = |points, cell| Self::new(points, cell, depth + 1, limits);
        Self::Inner(Box::new([
            node(southwest, a),
            node(southeast, b),
            node(northwest, c),
            node(northeast, d),
        ]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits {
        capacity: 4,
        depth: 20,
    };

    /// Points that look random, on a grid so coarse that many are equal or on the line between two
    /// cells.
    fn scattered(count: u64) -> Vec<Point> {
        let coordinate =
            |seed: u64| (seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56) as f64 - 128.0;
        (0..count)
            .map(|i| Point {
                x: coordinate(2 * i + 1),
                y: coordinate(7 * i + 3),
            })
            .collect()
    }

    fn leaves(tree: &Quadtree) -> Vec<Place<'_>> {
        tree.places()
            .filter(|place| place.points.is_some())
            .collect()
    }

    fn sorted(mut points: Vec<Point>) -> Vec<Point> {
        points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
        points
    }

    #[test]
    fn the_leaves_hold_exactly_the_points() {
        let points = scattered(1000);
        let tree = Quadtree::new(&points, LIMITS);
        let held = leaves(&tree)
            .iter()
            .flat_map(|leaf| leaf.points.unwrap())
            .copied()
            .collect();
        assert_eq!(sorted(held), sorted(points));
    }

    #[test]
    fn every_point_lies_in_its_cell() {
        for Place {
            cell: Cell { low, high },
            points,
            ..
        } in Quadtree::new(&scattered(1000), LIMITS).places()
        {
            for p in points.unwrap_or_default() {
                assert!(low.x <= p.x && p.x <= high.x && low.y <= p.y && p.y <= high.y);
            }
        }
    }

    #[test]
    fn a_divided_cell_has_four_below_it() {
        let tree = Quadtree::new(&scattered(1000), LIMITS);
        let leaves = leaves(&tree).len();
        let nodes = tree.places().count();
        assert_eq!(nodes, 4 * (nodes - leaves) + 1);
    }

    #[test]
    fn equal_points_end_at_the_depth_limit() {
        let tree = Quadtree::new(
            &[vec![Point { x: 1.0, y: 2.0 }; 9], scattered(9)].concat(),
            LIMITS,
        );
        let fullest = leaves(&tree)
            .into_iter()
            .max_by_key(|leaf| leaf.points.unwrap().len())
            .unwrap();
        assert_eq!(
            (fullest.depth, fullest.points.unwrap().len()),
            (LIMITS.depth, 9)
        );
    }

    #[test]
    fn a_cell_too_small_to_halve_is_a_leaf() {
        let points = [Point { x: 1.0, y: 2.0 }; 9];
        let deep = Limits {
            depth: usize::MAX,
            ..LIMITS
        };
        assert_eq!(Quadtree::new(&points, deep).places().count(), 1);

        let close = [
            Point { x: 1.0, y: 1.0 },
            Point {
                x: 1.0_f64.next_up(),
                y: 1.0,
            },
        ];
        let none = Limits {
            capacity: 0,
            depth: usize::MAX,
        };
        assert_eq!(
            leaves(&Quadtree::new(&close, none))
                .iter()
                .flat_map(|leaf| leaf.points.unwrap())
                .count(),
            2
        );
    }

    #[test]
    fn no_points_are_one_empty_leaf() {
        let tree = Quadtree::new(&[], LIMITS);
        assert_eq!(
            tree.places()
                .map(|place| place.points.map(<[_]>::len))
                .collect::<Vec<_>>(),
            [Some(0)]
        );
    }
}
