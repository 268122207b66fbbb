//! The closest pair once more, by another algorithm, to compare with.

use crate::sphere::{Pair, Place, closer};

/// The closest pair, by a walk from the south to the north that looks back no farther than the
/// closest pair so far.
pub(crate) fn closest(places: &[Place]) -> Pair {
    let mut places = places.to_vec();
    places.sort_by(|p, q| p.z.total_cmp(&q.z));
    let mut best = Pair::NONE;
    for (index, place) in places.iter().enumerate() {
        for before in places[..index].iter().rev() {
            if place.z - before.z > best.distance() {
                break;
            }
            best = closer(best, Pair::of((*before, *place)));
        }
    }
    best
}
