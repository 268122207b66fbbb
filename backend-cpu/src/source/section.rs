//! Sections: every so many elements of a slice from one on.

use std::ops::Range;

use super::forward::of_rest;
use super::{Near, Place, Sources, sealed, wrong_length};
use crate::element::Element;
use crate::plain;
use crate::prefetch::Prefetch;

/// Every `BY`th element of a slice from one on: at least as many as a loop has positions.
#[derive(Clone, Copy, Debug)]
pub struct Section<'s, T, const BY: usize>(&'s [T]);

impl<'s, T, const BY: usize> Section<'s, T, BY> {
    /// The elements of a slice from `start` on.
    #[inline(always)]
    #[must_use]
    pub fn of(slice: &'s [T], start: usize) -> Self {
        Section(slice.get(start..).unwrap_or(&[]))
    }
}

impl<T: Element, R: Sources, const BY: usize> sealed::Sealed for (Section<'_, T, BY>, R) {}

#[diagnostic::do_not_recommend]
impl<'s, T: Element, R: Sources, const BY: usize> Sources for (Section<'s, T, BY>, R) {
    type Items = (T, R::Items);
    type Near = (Section<'s, T, BY>, R::Near);
    type Stage = R::Stage;
    type Place = R::Place;

    const COMPONENTS: bool = <(&[T], R)>::COMPONENTS;
    const PADDED: bool = R::PADDED;

    #[inline(always)]
    fn check(self, len: usize) {
        let elements = section(self.0.0.len(), 0, BY);
        if elements < len {
            wrong_length(elements, len);
        }
        self.1.check(len);
    }

    #[inline(always)]
    unsafe fn from(self, start: usize) -> Self {
        let Section(slice) = self.0;
        // More may be skipped behind the last element than there is.
        let start_here = (start * BY).min(slice.len());
        // SAFETY: `start_here` is within the slice, and the rest is the caller's promise.
        unsafe {
            (
                Section(slice.get_unchecked(start_here..)),
                self.1.from(start),
            )
        }
    }

    #[inline(always)]
    unsafe fn get(&self, k: usize) -> Self::Items {
        let Section(slice) = self.0;
        // SAFETY: the caller's promise: the section has an element at `k`.
        unsafe { (plain::get!(slice, k * BY), self.1.get(k)) }
    }

    #[inline(always)]
    fn fetch(self, prefetch: Prefetch, k: usize, count: usize) {
        let Section(slice) = self.0;
        prefetch.fetch(slice.as_ptr().wrapping_add(k * BY), count * BY);
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
        let Section(slice) = self.0;
        let start_here = (first * BY).min(slice.len());
        // SAFETY: `start_here` is within the slice, and the rest is the caller's promise.
        unsafe {
            (
                Section(slice.get_unchecked(start_here..)),
                self.1.near(place, first, count, stage),
            )
        }
    }
}

impl<T: Element, R: Near, const BY: usize> Near for (Section<'_, T, BY>, R) {
    type Items = (T, R::Items);

    #[inline(always)]
    unsafe fn get(&self, j: usize) -> Self::Items {
        let Section(slice) = self.0;
        // SAFETY: the caller's promise.
        unsafe { (plain::get!(slice, j * BY), self.1.get(j)) }
    }
}

/// The number of elements of which every `by`th one behind the first `less` is one, if there are
/// `len`.
#[inline]
#[must_use]
pub fn section(len: usize, less: usize, by: usize) -> usize {
    len.saturating_sub(less).div_ceil(by)
}

#[cfg(test)]
mod tests {
    use super::{Section, Sources, section};

    fn check<const BY: usize>() {
        for (len, start) in (0..9).flat_map(|len| (0..4).map(move |start| (len, start))) {
            let xs: Vec<usize> = (0..len).collect();
            let count = section(len, start, BY);
            let expected: Vec<usize> = (start..len).step_by(BY).collect();
            assert_eq!(count, expected.len(), "{len} elements from {start} by {BY}");
            for from in 0..=count {
                let sources = (Section::<_, BY>::of(&xs, start), ());
                sources.check(count);
                // SAFETY: `from` and each position behind it are within the section.
                let items: Vec<usize> = unsafe {
                    let sources = sources.from(from);
                    (0..count - from).map(|k| sources.get(k).0).collect()
                };
                assert_eq!(
                    items,
                    expected[from..],
                    "{len} elements from {start} by {BY}"
                );
            }
        }
    }

    #[test]
    fn a_section_has_the_elements_that_a_step_leads_to() {
        check::<1>();
        check::<2>();
        check::<3>();
    }

    #[test]
    #[should_panic(expected = "an array of 2 elements in a loop over 3")]
    fn a_section_is_as_long_as_the_loop() {
        (Section::<_, 2>::of(&[1, 2, 3, 4], 1), ()).check(3);
    }
}
