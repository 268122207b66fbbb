//! FIND-LOOP-STRUCTURE, figure 4 of the paper.

use crate::region::Vector;
use crate::structure::{Loop, Structure};

/// The loop structure of a nest with these unconstrained distances inside, or `None` where there is
/// none. Dimensions are tried from the first one on, so that later ones are further inside.
///
/// A dimension runs upwards if no distance along it is negative, and downwards if none is positive.
/// The distances that a loop carries do not constrain the loops inside of it.
pub fn find_loop_structure(rank: usize, distances: &[Vector]) -> Option<Structure> {
    let mut unassigned = vec![true; rank];
    let mut rest: Vec<&Vector> = distances.iter().collect();
    let mut loops = Vec::with_capacity(rank);
    for _ in 0..rank {
        let directed = (0..rank)
            .filter(|&dimension| unassigned[dimension])
            .find_map(|dimension| {
                let mut along = rest.iter().map(|distance| distance[dimension]);
                if along.clone().all(|along| along >= 0) {
                    Some((dimension, false))
                } else {
                    along.all(|along| along <= 0).then_some((dimension, true))
                }
            });
        let (dimension, downwards) = directed?;
        unassigned[dimension] = false;
        loops.push(Loop {
            dimension,
            downwards,
        });
        rest.retain(|distance| distance[dimension] == 0);
    }
    Some(Structure(loops))
}
