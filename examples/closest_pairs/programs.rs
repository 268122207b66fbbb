//! The closest pair of points: divide, conquer, and search the border between the halves.

use fusus::cnf;

use crate::sphere::{Pair, Place, closer};
use crate::{closest, median};

cnf! {
    /// The closest pair of many points: the closest above the pivot, the closest below, or one of a
    /// point above and a point below that are both near to it.
    #[cnf(loops = 3)]
    pub(crate) fn by_halves(pts: &[Place]) -> Pair {
        let pivot   = external(median(pts));
        let aboves  = filter(|p| p >= pivot, pts);
        let belows  = filter(|p| p < pivot, pts);
        let (above1, below1) = external(rayon::join(|| closest(aboves), || closest(belows)));
        let near    = closer(above1, below1);
        let border  = near.distance();
        let above_b = filter(|p| p >= pivot && p.z - pivot.z < border, pts);
        let below_b = filter(|p| p < pivot && pivot.z - p.z < border, pts);
        let pairs   = map(Pair::of, cross(above_b, below_b));
        let min1    = fold(near, closer, pairs);
        min1
    }

    /// The closest pair of few points: every pair is looked at, and none of a point with itself.
    #[cnf(loops = 1)]
    pub(crate) fn of_all_pairs(pts: &[Place]) -> Pair {
        let pairs  = map(Pair::of, cross(pts, pts));
        let proper = filter(|pair| pair.is_proper(), pairs);
        fold(Pair::NONE, closer, proper)
    }
}
