//! Values that a loop writes at computed positions, which other processes may have.

use crate::array::Array;
use crate::element::Element;
use crate::rt::Outcome;
use crate::rt::outcome::Lens;
use fusus_cpu::{How, Pairs};

/// The array with the values that a loop has put at positions of it. Collective.
pub fn put<T: Element, H: How<T>>(mut array: Array<T>, pairs: &Pairs<T, H>) -> Array<T> {
    put_into(&mut array, pairs);
    array
}

/// Puts the values of a loop at positions of an array: each pair of a position and a value goes to
/// the process that has the position, all pairs in one exchange. Collective.
///
/// # Panics
///
/// If there is no memory for the values of this process.
pub fn put_into<T: Element, H: How<T>>(array: &mut Array<T>, pairs: &Pairs<T, H>) {
    let world = array.world().clone();
    let bounds = array.bounds();
    let mut lists = vec![Vec::new(); world.size()];
    for (at, pair) in pairs.iter() {
        // A process without elements has no position either.
        let rank = bounds.partition_point(|bound| *bound <= at) - 1;
        lists[rank].push(pair);
    }
    let received = world.exchange(lists.iter().map(|list| &list[..]).collect());
    let first = array.offset();
    let put = pairs.put(array.local_mut(), first, received.into_iter().flatten());
    put.expect("a process has memory for the values of its positions");
}

/// No vector: the pairs of a process, until they are put in place.
impl<T, H> Outcome for Pairs<T, H> {
    type Spread = Pairs<T, H>;

    const COUNT: usize = 0;

    fn lens(&self, _: &mut Vec<u8>) {}

    fn spread(self, _: &mut Lens<'_>) -> Self::Spread {
        self
    }
}
