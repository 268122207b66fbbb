//! Facts about the cities in a quadtree.

use std::fmt;

use common::cities::Point;
use common::text::Coordinates;

use crate::tree::{Place, Quadtree};

/// One degree of latitude, and of longitude at the equator.
pub(crate) const KM_PER_DEGREE: f64 = 111.195;

/// The number of the densest places that are listed.
const DENSEST: usize = 5;

/// Places in the list of the densest are at least so many degrees apart, for one city has many
/// dense cells.
const APART: f64 = 2.0;

/// The numbers of a quadtree.
#[derive(Debug)]
pub(crate) struct Survey<'a> {
    /// The points in all leaves together.
    pub(crate) cities: usize,
    pub(crate) nodes: usize,
    pub(crate) leaves: usize,
    pub(crate) depth: usize,
    /// One of the deepest leaves, among these one with the most points.
    pub(crate) deepest: Option<Leaf<'a>>,
    /// Leaves with the most cities per area, the densest first.
    pub(crate) densest: Vec<Leaf<'a>>,
}

/// A leaf that has points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leaf<'a> {
    place: Place<'a>,
    pub(crate) points: &'a [Point],
}

impl<'a> Survey<'a> {
    /// Walks over the whole tree.
    pub(crate) fn new(tree: &'a Quadtree) -> Self {
        let mut leaves: Vec<_> = tree.places().filter_map(Leaf::new).collect();
        leaves.sort_by(|a, b| b.density().total_cmp(&a.density()));
        Self {
            cities: leaves.iter().map(|leaf| leaf.points.len()).sum(),
            nodes: tree.places().count(),
            leaves: tree.places().filter(|place| place.points.is_some()).count(),
            depth: tree.places().map(|place| place.depth).max().unwrap_or(0),
            deepest: leaves
                .iter()
                .copied()
                .max_by_key(|leaf| (leaf.depth(), leaf.points.len())),
            densest: apart(&leaves),
        }
    }
}

/// The first few leaves that are well apart from each other.
fn apart<'a>(leaves: &[Leaf<'a>]) -> Vec<Leaf<'a>> {
    let mut chosen: Vec<Leaf<'a>> = Vec::new();
    for leaf in leaves {
        let middle = leaf.middle();
        let is_near = |other: &Leaf<'a>| {
            let other = other.middle();
            (middle.x - other.x).abs().max((middle.y - other.y).abs()) < APART
        };
        if !chosen.iter().any(is_near) {
            chosen.push(*leaf);
        }
        if chosen.len() == DENSEST {
            break;
        }
    }
    chosen
}

impl<'a> Leaf<'a> {
    /// The place as a leaf, when it is one and has points.
    pub(crate) fn new(place: Place<'a>) -> Option<Self> {
        let points = place.points.filter(|points| !points.is_empty())?;
        Some(Self { place, points })
    }

    pub(crate) fn depth(self) -> usize {
        self.place.depth
    }

    pub(crate) fn middle(self) -> Point {
        self.place.cell.middle()
    }

    /// Width and height in kilometres.
    fn size(self) -> (f64, f64) {
        let cell = self.place.cell;
        let width = cell.width() * KM_PER_DEGREE * self.middle().y.to_radians().cos();
        (width, cell.height() * KM_PER_DEGREE)
    }

    /// Points per square kilometre.
    fn density(self) -> f64 {
        let (width, height) = self.size();
        self.points.len() as f64 / (width * height)
    }
}

impl fmt::Display for Leaf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = self.size();
        write!(
            f,
            "{}: {} cities within {width:.2} × {height:.2} km, depth {}",
            Coordinates(self.middle()),
            self.points.len(),
            self.depth()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Limits;

    #[test]
    fn counts_a_small_tree() {
        // Three points in the southwest, two of them equal, and one in the northeast.
        let points = [(0.0, 0.0), (1.0, 1.0), (1.0, 1.0), (8.0, 8.0)].map(|(x, y)| Point { x, y });
        let tree = Quadtree::new(
            &points,
            Limits {
                capacity: 2,
                depth: 9,
            },
        );
        let survey = Survey::new(&tree);
        // The square of 8 by 8, its quarter of 4 by 4 and that one's quarter of 2 by 2 are divided.
        assert_eq!(
            (survey.cities, survey.nodes, survey.leaves, survey.depth),
            (4, 13, 10, 3)
        );
        let deepest = survey.deepest.unwrap();
        assert_eq!((deepest.depth(), deepest.points.len()), (3, 2));
        assert_eq!(deepest.middle(), Point { x: 1.5, y: 1.5 });
        assert_eq!(survey.densest.len(), 2);
    }
}
