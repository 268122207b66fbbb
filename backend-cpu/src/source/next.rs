//! The next element of each.

use std::ops::Range;

use super::forward::of_rest;
use super::{Near, Place, Sources, sealed};
use crate::element::Element;
use crate::plain;
use crate::prefetch::Prefetch;

/// A slice of which a sweep reads the next element at each position, and the last one at the last.
#[derive(Clone, Copy, Debug)]
pub struct Next<'s, T>(&'s [T]);

impl<'s, T> Next<'s, T> {
    /// The elements of a slice, each at the position to its left.
    #[inline(always)]
    #[must_use]
    pub fn of(slice: &'s [T]) -> Self {
        Next(slice)
    }
}

impl<T: Element> Next<'_, T> {
    /// The element behind the one at `k`, or that one.
    ///
    /// # Safety
    ///
    /// `k` must be within the slice.
    #[cfg_attr(
        debug_assertions,
        allow(unused_unsafe, reason = "without optimisation places are checked")
    )]
    #[inline(always)]
    unsafe fn at(self, k: usize) -> T {
        let Next(slice) = self;
        let at = k + (k + 1 < slice.len()) as usize;
        // SAFETY: the caller's promise, and `at` is `k` where nothing follows it.
        unsafe { plain::get!(slice, at) }
    }
}

impl<T: Element, R: Sources> sealed::Sealed for (Next<'_, T>, R) {}

#[diagnostic::do_not_recommend]
impl<'s, T: Element, R: Sources> Sources for (Next<'s, T>, R) {
    type Items = (T, R::Items);
    type Near = (Next<'s, T>, R::Near);
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
        let Next(slice) = self.0;
        // SAFETY: the caller's promise.
        unsafe { (Next(slice.get_unchecked(start..)), self.1.from(start)) }
    }

    #[inline(always)]
    unsafe fn get(&self, k: usize) -> Self::Items {
        // SAFETY: the caller's promise.
        unsafe { (self.0.at(k), self.1.get(k)) }
    }

    #[inline(always)]
    unsafe fn get_before_last(&self, k: usize) -> Self::Items {
        let Next(slice) = self.0;
        // SAFETY: the caller's promise.
        unsafe { (plain::get!(slice, k + 1), self.1.get_before_last(k)) }
    }

    #[inline(always)]
    fn fetch(self, prefetch: Prefetch, k: usize, count: usize) {
        let Next(slice) = self.0;
        prefetch.fetch(slice.as_ptr().wrapping_add(k), count);
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
        let Next(slice) = self.0;
        // SAFETY: the caller's promise.
        unsafe {
            let rest = slice.get_unchecked(first..);
            (Next(rest), self.1.near(place, first, count, stage))
        }
    }
}

impl<T: Element, R: Near> Near for (Next<'_, T>, R) {
    type Items = (T, R::Items);

    #[inline(always)]
    unsafe fn get(&self, j: usize) -> Self::Items {
        // SAFETY: the caller's promise.
        unsafe { (self.0.at(j), self.1.get(j)) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Next, Sources};

    #[test]
    fn each_position_has_the_next_element() {
        for len in 0..5 {
            let xs: Vec<usize> = (0..len).collect();
            for start in 0..=len {
                // SAFETY: `start` is within the slices, and so is each position behind it.
                let items: Vec<usize> = unsafe {
                    let sources = (Next::of(&xs), ()).from(start);
                    (0..len - start).map(|k| sources.get(k).0).collect()
                };
                let expected: Vec<usize> = (start..len).map(|i| (i + 1).min(len - 1)).collect();
                assert_eq!(items, expected, "{len} elements from {start}");
            }
        }
    }

    #[test]
    #[should_panic(expected = "an array of 2 elements in a loop over 3")]
    fn it_has_the_length_of_the_loop() {
        (Next::of(&[1, 2]), ()).check(3);
    }
}
