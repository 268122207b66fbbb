//! Lloyd's algorithm once more, point by point, to compare with.

use crate::clusters::Clusters;
use crate::sphere::{Vector, nearest};

/// Makes steps until no point changes its centre, or `limit` are made.
pub(crate) fn cluster(points: &[Vector], start: &[Vector], limit: usize) -> Clusters {
    let mut centres = start.to_vec();
    let mut owners: Vec<u8> = Vec::new();
    let mut spreads = Vec::new();
    for _ in 0..limit {
        let mut sums = vec![(Vector::ZERO, 0_usize); centres.len()];
        let mut spread = 0.0;
        let mut next = Vec::with_capacity(points.len());
        for point in points {
            let owner = nearest(*point, &centres);
            spread += point.square_to(centres[usize::from(owner)]);
            let (sum, count) = &mut sums[usize::from(owner)];
            (*sum, *count) = (sum.plus(*point), *count + 1);
            next.push(owner);
        }
        spreads.push(spread);
        if next == owners {
            break;
        }
        owners = next;
        for (centre, (sum, count)) in centres.iter_mut().zip(sums) {
            if count > 0 {
                *centre = sum.over(count);
            }
        }
    }
    Clusters {
        centres,
        owners,
        spreads,
    }
}
