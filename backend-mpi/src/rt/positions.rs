//! Values that a loop writes at computed positions, which other processes may have.

use crate::array::Array;
use crate::communicator::Communicator;
use crate::element::{Element, append_bytes, of_bytes};
use crate::rt::Outcome;
use crate::rt::outcome::Lens;
use fusus_cpu::{How, Pairs};
use std::ops::Range;

/// The values of a loop that go to the processes which have their positions.
#[derive(Debug)]
pub struct Leaving<'w> {
    world: &'w Communicator,
    /// For each process and one array after the other: a number of bytes, and the pairs. Those of positions
    /// that this process has stay where they are.
    lists: Vec<Vec<u8>>,
}

/// The values that have come to this process, from each of them.
#[derive(Debug)]
pub struct Came {
    lists: Vec<Vec<u8>>,
    /// The bytes of each list that belong to arrays which have theirs.
    taken: Vec<usize>,
}

/// The positions of an array that this process has.
fn positions<T: Element>(array: &Array<T>) -> Range<u64> {
    let first = array.offset();
    first..first + array.local().len() as u64
}

impl<'w> Leaving<'w> {
    pub fn of(world: &'w Communicator) -> Leaving<'w> {
        Leaving {
            world,
            lists: vec![Vec::new(); world.size()],
        }
    }

    /// Adds the values for an array: pairs of a position and a value.
    #[must_use]
    pub fn with<T: Element, H: How<T>>(
        mut self,
        array: &Array<T>,
        pairs: &Pairs<T, H>,
    ) -> Leaving<'w> {
        if self.world.size() == 1 {
            append_bytes(&[0u64], &mut self.lists[0]);
            return self;
        }
        let (bounds, own) = (array.bounds(), positions(array));
        // A process without elements has no position either.
        let rank = |at| bounds.partition_point(|bound| *bound <= at) - 1;
        let leaving = || pairs.iter().filter(|(at, _)| !own.contains(at));
        let mut counts = vec![0; self.lists.len()];
        leaving().for_each(|(at, _)| counts[rank(at)] += 1);
        for (list, count) in self.lists.iter_mut().zip(counts) {
            let bytes = count * <(u64, T)>::BYTES;
            list.reserve_exact(u64::BYTES + bytes);
            append_bytes(&[bytes as u64], list);
        }
        leaving().for_each(|(at, pair)| append_bytes(&[pair], &mut self.lists[rank(at)]));
        self
    }

    /// Sends the values of all arrays in one exchange. Collective.
    pub fn exchange(self) -> Came {
        let lists = self.world.exchange_bytes(self.lists);
        Came {
            taken: vec![0; lists.len()],
            lists,
        }
    }
}

impl Came {
    /// The next array, with the values that a loop has put at positions of it.
    ///
    /// # Panics
    ///
    /// If there is no memory for the values of this process.
    pub fn put<T: Element, H: How<T>>(
        &mut self,
        mut array: Array<T>,
        pairs: &Pairs<T, H>,
    ) -> Array<T> {
        self.put_into(&mut array, pairs);
        array
    }

    /// Puts the values of the next array into it.
    ///
    /// # Panics
    ///
    /// If there is no memory for the values of this process.
    pub fn put_into<T: Element, H: How<T>>(&mut self, array: &mut Array<T>, pairs: &Pairs<T, H>) {
        let lists = self.lists.iter().zip(&mut self.taken);
        let lists = lists.map(|(list, taken)| {
            let (head, rest) = list[*taken..].split_at(u64::BYTES);
            let pairs = &rest[..u64::read(head) as usize];
            *taken += head.len() + pairs.len();
            pairs
        });
        let lists: Vec<&[u8]> = lists.collect();
        // In the order of the loop: that of the processes whose positions it went through.
        let of_lists = |ranks: Range<usize>| {
            let lists = lists[ranks].iter();
            lists.flat_map(|list| of_bytes::<(u64, T)>(list))
        };
        let (first, rank) = (array.offset(), array.world().rank());
        let (left, right) = (of_lists(0..rank), of_lists(rank + 1..lists.len()));
        let put = pairs.put(array.local_mut(), first, left, right);
        put.expect("a process has memory for the values of its positions");
    }
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
