//! Totals of the positions of a loop, as they are moved and put together.

use crate::element::{Element, append_bytes, of_bytes};
use std::ops::Range;

/// Totals of positions, `(vector, (vector, ()))`. A vector may be empty: the loop computes those totals.
pub trait Moved: Send + Sized {
    /// The bytes of those of one position.
    const BYTES: usize;

    /// Adds those of some positions to a message.
    fn put(&self, positions: Range<usize>, message: &mut Vec<u8>);

    /// Takes those of so many positions out of a message.
    fn take(message: &mut &[u8], positions: usize) -> Self;

    /// Cuts off the totals of all but some positions.
    #[must_use]
    fn cut(self, positions: Range<usize>) -> Self;

    /// Puts totals, each time from one on, into places among so many positions.
    fn place(&mut self, len: usize, totals: &Self, places: &[(usize, Range<usize>)]);
}

impl Moved for () {
    const BYTES: usize = 0;

    fn put(&self, _: Range<usize>, _: &mut Vec<u8>) {}

    fn take(_: &mut &[u8], _: usize) {}

    fn cut(self, _: Range<usize>) {}

    fn place(&mut self, _: usize, (): &(), _: &[(usize, Range<usize>)]) {}
}

impl<T: Element, R: Moved> Moved for (Vec<T>, R) {
    const BYTES: usize = T::BYTES + R::BYTES;

    fn put(&self, positions: Range<usize>, message: &mut Vec<u8>) {
        append_bytes(&self.0[positions.clone()], message);
        self.1.put(positions, message);
    }

    fn take(message: &mut &[u8], positions: usize) -> Self {
        let own;
        (own, *message) = message.split_at(positions * T::BYTES);
        (of_bytes(own).collect(), R::take(message, positions))
    }

    fn cut(mut self, positions: Range<usize>) -> Self {
        if !self.0.is_empty() {
            self.0.truncate(positions.end);
            self.0.drain(..positions.start);
        }
        (self.0, self.1.cut(positions))
    }

    fn place(&mut self, len: usize, totals: &Self, places: &[(usize, Range<usize>)]) {
        if let Some(any) = totals.0.first() {
            // All of them are put into their places, some now and the others later.
            self.0.resize(len, *any);
            for (from, place) in places {
                let own = &totals.0[*from..from + place.len()];
                self.0[place.clone()].copy_from_slice(own);
            }
        }
        self.1.place(len, &totals.1, places);
    }
}
