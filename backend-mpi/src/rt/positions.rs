//! Values that a loop writes at computed positions, which other processes may have.

use crate::array::Array;
use crate::communicator::Communicator;
use crate::element::{Element, of_bytes};
use crate::rt::Outcome;
use crate::rt::outcome::Lens;
use fusus_cpu::{How, Pairs};

/// The values of a loop that go to the processes which have their positions.
#[derive(Debug)]
pub struct Leaving<'w> {
    world: &'w Communicator,
    /// For each process and one array after the other: a number of bytes, and the pairs.
    lists: Vec<Vec<u8>>,
}

/// The values that have come to this process, from each of them.
#[derive(Debug)]
pub struct Came {
    lists: Vec<Vec<u8>>,
    /// The bytes of each list that belong to arrays which have theirs.
    taken: Vec<usize>,
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
        let bounds = array.bounds();
        let starts: Vec<usize> = self.lists.iter().map(Vec::len).collect();
        for list in &mut self.lists {
            list.extend([0; u64::BYTES]);
        }
        for (at, pair) in pairs.iter() {
            // A process without elements has no position either.
            let rank = bounds.partition_point(|bound| *bound <= at) - 1;
            let list = &mut self.lists[rank];
            let start = list.len();
            list.resize(start + <(u64, T)>::BYTES, 0);
            pair.write(&mut list[start..]);
        }
        for (list, start) in self.lists.iter_mut().zip(starts) {
            let (head, pairs) = list[start..].split_at_mut(u64::BYTES);
            (pairs.len() as u64).write(head);
        }
        self
    }

    /// Sends the values of all arrays in one exchange. Collective.
    pub fn exchange(self) -> Came {
        let lists = self.lists.iter().map(|list| &list[..]).collect();
        let lists = self.world.exchange(lists);
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
        let own = self.lists.iter().zip(&mut self.taken).map(|(list, taken)| {
            let (head, rest) = list[*taken..].split_at(u64::BYTES);
            let own = &rest[..u64::read(head) as usize];
            *taken += head.len() + own.len();
            own
        });
        let own: Vec<&[u8]> = own.collect();
        let first = array.offset();
        let came = own.into_iter().flat_map(of_bytes::<(u64, T)>);
        let put = pairs.put(array.local_mut(), first, came);
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
