//! The elements of a slice from the last to the first.

use std::ops::Range;

use super::forward::of_rest;
use super::{Near, Place, Sources, sealed};
use crate::element::Element;
use crate::plain;
use crate::prefetch::Prefetch;

/// A slice that a sweep reads from its last element.
#[derive(Clone, Copy, Debug)]
pub struct Reversed<'s, T>(&'s [T]);

impl<'s, T> Reversed<'s, T> {
    /// The elements of a slice, the last one first.
    #[inline(always)]
    #[must_use]
    pub fn of(slice: &'s [T]) -> Self {
        Reversed(slice)
    }
}

impl<T: Element, R: Sources> sealed::Sealed for (Reversed<'_, T>, R) {}

#[diagnostic::do_not_recommend]
impl<'s, T: Element, R: Sources> Sources for (Reversed<'s, T>, R) {
    type Items = (T, R::Items);
    type Near = (Reversed<'s, T>, R::Near);
    type Stage = R::Stage;
    type Place = R::Place;

    const COMPONENTS: bool = <(&[T], R)>::COMPONENTS;
    const PADDED: bool = R::PADDED;

    #[inline(always)]
    fn check(self, len: usize) {
        (self.0.0, self.1).check(len);
    }

    #[inline(always)]
    unsafe fn from(self, start: usize) -> Self {
        let Reversed(slice) = self.0;
        // SAFETY: the caller's promise: the first `start` elements of the reverse are the last
        // ones.
        unsafe {
            let rest = slice.get_unchecked(..slice.len() - start);
            (Reversed(rest), self.1.from(start))
        }
    }

    #[inline(always)]
    unsafe fn get(&self, k: usize) -> Self::Items {
        let Reversed(slice) = self.0;
        // SAFETY: the caller's promise: `k` is below the length.
        unsafe { (plain::get!(slice, slice.len() - 1 - k), self.1.get(k)) }
    }

    #[inline(always)]
    fn fetch(self, prefetch: Prefetch, k: usize, count: usize) {
        let Reversed(slice) = self.0;
        // The last one of these elements has the lowest address.
        let lowest = slice.len().wrapping_sub(k + count);
        prefetch.fetch_backwards(slice.as_ptr().wrapping_add(lowest), count);
        self.1.fetch(prefetch, k, count);
    }

    of_rest!(inside, sizes, place, row_rest, is_far, stage, prepare);

    #[inline(always)]
    unsafe fn near<P: Place>(
        &self,
        place: &P,
        first: usize,
        count: usize,
        stage: &mut Self::Stage,
    ) -> Self::Near {
        let Reversed(slice) = self.0;
        // SAFETY: the caller's promise.
        unsafe {
            let rest = slice.get_unchecked(..slice.len() - first);
            (Reversed(rest), self.1.near(place, first, count, stage))
        }
    }
}

impl<T: Element, R: Near> Near for (Reversed<'_, T>, R) {
    type Items = (T, R::Items);

    #[inline(always)]
    unsafe fn get(&self, j: usize) -> Self::Items {
        let Reversed(slice) = self.0;
        // SAFETY: the caller's promise.
        unsafe { (plain::get!(slice, slice.len() - 1 - j), self.1.get(j)) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Reversed, Sources};

    #[test]
    fn a_reversed_slice_begins_with_its_last_element() {
        for len in 0..5 {
            let xs: Vec<usize> = (0..len).collect();
            for start in 0..=len {
                // SAFETY: `start` is within the slices, and so is each position behind it.
                let items: Vec<(usize, usize)> = unsafe {
                    let sources = (Reversed::of(&xs), (&xs[..], ())).from(start);
                    let items = (0..len - start).map(|k| sources.get(k));
                    items.map(|(reversed, (x, ()))| (reversed, x)).collect()
                };
                let expected: Vec<_> = (start..len).map(|i| (len - 1 - i, i)).collect();
                assert_eq!(items, expected, "{len} elements from {start}");
            }
        }
    }

    #[test]
    #[should_panic(expected = "an array of 2 elements in a loop over 3")]
    fn a_reversed_slice_has_the_length_of_the_loop() {
        (Reversed::of(&[1, 2]), ()).check(3);
    }
}
