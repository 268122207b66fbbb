//! The pairs of a position and a value that the blocks of a process have for arrays of other processes.

use super::super::bins::{COPIES, Private};
use super::How;
use crate::element::Element;
use crate::error::Fault;

/// The bits of a key below its position: the number of a range, and of a copy of its bins.
const BELOW: u32 = 8;

/// The number of a block, and its pairs.
pub(super) type OfBlock<T> = (usize, Vec<(u64, T)>);

/// Pairs of a key and a value.
#[derive(Debug)]
pub struct Pairs<T, H> {
    /// By the number of a block.
    pub(super) blocks: Vec<OfBlock<T>>,
    pub(super) how: H,
    /// The ranges in which values are combined; 0 if they are combined in place.
    pub(super) ranges: usize,
    pub(super) copies: usize,
}

/// The key of a position.
#[inline(always)]
pub(super) fn key(at: usize, below: u64) -> u64 {
    (at as u64) << BELOW | below
}

/// The bits below a position in the first copy of the bins of a range.
pub(super) fn below(range: usize) -> u64 {
    (range * COPIES) as u64
}

/// The values of the bins of a range, of which each copy has so many.
pub(super) fn of_bins<T: Copy>(bins: &Private<T>, range: usize, len: usize) -> Vec<(u64, T)> {
    let key = |at: usize| key(at % len, below(range) + (at / len) as u64);
    bins.values().map(|(at, value)| (key(at), value)).collect()
}

/// The position of a key.
fn position(key: u64) -> u64 {
    key >> BELOW
}

impl<T: Element, H: How<T>> Pairs<T, H> {
    /// The pairs, in the order of the loop, each with its position.
    pub fn iter(&self) -> impl Iterator<Item = (u64, (u64, T))> + '_ {
        let pairs = self.blocks.iter().flat_map(|(_, pairs)| pairs);
        pairs.map(|pair| (position(pair.0), *pair))
    }

    /// Puts pairs of all processes into the places from position `first` on, in the order of the loop: those
    /// of processes to the left, those of these places among its own, and those of processes to the right.
    ///
    /// # Errors
    ///
    /// There is no memory for the bins of a range.
    pub fn put(
        &self,
        places: &mut [T],
        first: u64,
        left: impl Iterator<Item = (u64, T)>,
        right: impl Iterator<Item = (u64, T)>,
    ) -> Result<(), Fault> {
        let mut placing = Placing {
            pairs: self,
            places,
            first,
            range: 0,
            bins: None,
        };
        placing.turn_to(0)?;
        placing.put_all(left)?;
        let len = placing.places.len() as u64;
        let is_here = |(key, _): &&(u64, T)| position(*key).wrapping_sub(first) < len;
        for (_, pairs) in &self.blocks {
            placing.put_all(pairs.iter().filter(is_here).copied())?;
        }
        placing.put_all(right)?;
        placing.join();
        Ok(())
    }
}

/// The places of a process while pairs are put into them.
struct Placing<'p, T, H> {
    pairs: &'p Pairs<T, H>,
    places: &'p mut [T],
    /// The position of the first one.
    first: u64,
    /// The range whose pairs come.
    range: usize,
    /// The bins of the range, unless they are the places themselves.
    bins: Option<Private<T>>,
}

impl<T: Element, H: How<T>> Placing<'_, T, H> {
    /// Puts pairs, in the order of the loop.
    fn put_all(&mut self, mut pairs: impl Iterator<Item = (u64, T)>) -> Result<(), Fault> {
        if self.pairs.ranges > 0 {
            return pairs.try_for_each(|(key, value)| self.put(key, value));
        }
        // A loop of its own, so that the state of ranges takes no registers.
        let (how, places, first) = (&self.pairs.how, &mut *self.places, self.first);
        pairs
            .for_each(|(key, value)| how.put(&mut places[(position(key) - first) as usize], value));
        Ok(())
    }

    #[inline(always)]
    fn put(&mut self, key: u64, value: T) -> Result<(), Fault> {
        let (range, copy) = {
            let below = (key % (1 << BELOW)) as usize;
            (below / COPIES, below % COPIES)
        };
        if range != self.range {
            self.turn_to(range)?;
        }
        let place = (position(key) - self.first) as usize;
        match &mut self.bins {
            None => self.pairs.how.put(&mut self.places[place], value),
            Some(bins) => {
                let at = copy * self.places.len() + place;
                self.pairs.how.put_into(bins, at, value);
            }
        }
        Ok(())
    }

    /// Ends a range, and begins another one.
    #[inline(never)]
    fn turn_to(&mut self, range: usize) -> Result<(), Fault> {
        self.join();
        self.range = range;
        // One copy of the bins of the first range is the array itself.
        if self.pairs.ranges > 0 && (range > 0 || self.pairs.copies > 1) {
            let (len, copies) = (self.places.len(), self.pairs.copies);
            self.bins = Some(self.pairs.how.bins(len, copies, "the bins of a range")?);
        }
        Ok(())
    }

    /// Combines the bins of the range into the places.
    fn join(&mut self) {
        if let Some(bins) = self.bins.take() {
            self.pairs.how.join(bins, self.places);
        }
    }
}
