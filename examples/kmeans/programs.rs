//! The steps of k-means, one loop for each.

use fusus::cnf;

use crate::sphere::{Vector, farther, nearest};

cnf! {
    /// The number of the centre that is nearest to each point, and the sum of the squares of the
    /// distances.
    #[cnf(loops = 1)]
    pub(crate) fn assign(points: &[Vector], centres: &[Vector]) -> (Vec<u8>, f64) {
        let owners  = map(|p| nearest(p, centres), points);
        let squares = map(|p, o| p.square_to(centres[usize::from(o)]), points, owners);
        let spread  = fold(0.0, |a, b| a + b, squares);
        (owners, spread)
    }

    /// The sum of the points that a centre owns, and how many they are.
    #[cnf(loops = 1)]
    pub(crate) fn owned(points: &[Vector], owners: &[u8], centre: u8) -> (Vector, usize) {
        let pairs    = map(|p, o| (p, o), points, owners);
        let (own, _) = filter(|(_, o)| o == centre, pairs);
        (fold(Vector::ZERO, Vector::plus, own), len(own))
    }

    /// The point that is farthest from the centre nearest to it.
    #[cnf(loops = 1)]
    pub(crate) fn loneliest(points: &[Vector], centres: &[Vector]) -> Vector {
        let squares  = map(|p| p.square_to(centres[usize::from(nearest(p, centres))]), points);
        let (_, far) = fold((-1.0, Vector::ZERO), farther, map(|s, p| (s, p), squares, points));
        far
    }
}
