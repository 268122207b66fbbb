//! Lloyd's algorithm: assign points to centres, move centres to their points, until nothing moves.

use crate::programs::{assign, loneliest, owned};
use crate::sphere::Vector;

/// Points around centres.
#[derive(Clone, Debug)]
pub(crate) struct Clusters {
    pub(crate) centres: Vec<Vector>,
    /// The number of the centre of each point.
    pub(crate) owners: Vec<u8>,
    /// The sum of the squares of the distances after each step.
    pub(crate) spreads: Vec<f64>,
}

/// Centres to start with: a first point, and then always the point that is farthest from all
/// before.
pub(crate) fn start(points: &[Vector], count: u8) -> Vec<Vector> {
    let mut centres: Vec<Vector> = points.first().copied().into_iter().collect();
    while !centres.is_empty() && centres.len() < usize::from(count) {
        centres.push(loneliest(points, &centres));
    }
    centres
}

/// Makes steps until no point changes its centre, or `limit` are made.
pub(crate) fn cluster(
    points: &[Vector],
    start: &[Vector],
    limit: usize,
    step: impl Fn(),
) -> Clusters {
    let mut clusters = Clusters {
        centres: start.to_vec(),
        owners: Vec::new(),
        spreads: Vec::new(),
    };
    for _ in 0..limit {
        let (owners, spread) = assign(points, &clusters.centres);
        clusters.spreads.push(spread);
        step();
        if owners == clusters.owners {
            break;
        }
        clusters.owners = owners;
        for (centre, number) in clusters.centres.iter_mut().zip(0..) {
            let (sum, count) = owned(points, &clusters.owners, number);
            // A centre without points stays where it is.
            if count > 0 {
                *centre = sum.over(count);
            }
        }
    }
    clusters
}

impl Clusters {
    /// The number of points that each centre owns.
    pub(crate) fn sizes(&self) -> Vec<usize> {
        let mut sizes = vec![0; self.centres.len()];
        for owner in &self.owners {
            sizes[usize::from(*owner)] += 1;
        }
        sizes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::by_hand;
    use common::cities::Point;

    fn points(count: usize) -> Vec<Vector> {
        let unit = |seed, i| common::random::unit(seed, i);
        (0..count)
            .map(|i| {
                Vector::new(Point {
                    x: 360.0 * unit(1, i),
                    y: 150.0 * unit(2, i) - 75.0,
                })
            })
            .collect()
    }

    #[test]
    fn small_sets_are_clustered() {
        assert!(start(&[], 3).is_empty());
        assert!(cluster(&[], &[], 10, || ()).owners.is_empty());
        let one = points(1);
        let clusters = cluster(&one, &start(&one, 3), 10, || ());
        assert_eq!(
            (clusters.owners, clusters.spreads),
            (vec![0], vec![0.0, 0.0])
        );
    }

    #[test]
    fn steps_are_those_of_a_loop() {
        let points = points(5000);
        let start = start(&points, 7);
        let (found, expected) = (
            cluster(&points, &start, 50, || ()),
            by_hand::cluster(&points, &start, 50),
        );
        assert_eq!(found.owners, expected.owners);
        assert_eq!(found.sizes().iter().sum::<usize>(), points.len());
    }
}
