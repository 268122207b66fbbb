//! Elements that several filters share out among several results.
//!
//! Several filters ask about the same elements, most of which go to few of the results: a store to
//! each result for each element is mostly wasted. So 64 neighbours are looked at first: the answers
//! of each filter are the bits of a word. Then each filter copies its elements, and no others.

use std::fmt;
use std::mem::MaybeUninit;

use super::compact::{Compacter, Masked};
#[cfg(not(debug_assertions))]
use super::permute::has_permutations;
use super::{Cursor, NEIGHBOURS};
use crate::element::Element;

mod sealed {
    pub trait Partitions<T> {}
}

/// The answer of a filter for an element: it keeps it or not.
///
/// It is as wide as the words in which answers are gathered. A list of `bool`s LLVM holds in one
/// register where predicates have branches, and takes apart again for each element.
#[derive(Clone, Copy)]
pub struct Answer(u64);

impl Answer {
    /// The answer of a predicate.
    #[inline(always)]
    #[must_use]
    pub fn of(keep: bool) -> Self {
        Answer(keep as u64)
    }

    #[inline(always)]
    fn keeps(self) -> bool {
        self.0 != 0
    }
}

impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Answer").field(&self.keeps()).finish()
    }
}

/// The cursor of results that take their elements from one array: of
/// `(Compact<T>, (Compact<T>, … ()))`.
pub trait Partition<T>: Cursor + sealed::Partitions<T> {
    /// The answers of the filters for one element: `(Answer, (Answer, … ()))`.
    type Answers;

    /// The answers for several neighbours, a word for each filter.
    #[doc(hidden)]
    type Words;

    /// The number of filters.
    #[doc(hidden)]
    const RESULTS: usize;

    /// Writes an element to each result whose filter keeps it.
    ///
    /// # Safety
    ///
    /// As for [`put`](Cursor::put).
    #[cfg(debug_assertions)]
    #[doc(hidden)]
    unsafe fn share(&mut self, element: &T, answers: &Self::Answers);

    /// The values that are written for an element with these answers.
    #[doc(hidden)]
    fn values(element: T, answers: Self::Answers) -> Self::Value;

    /// The words before the first element.
    #[doc(hidden)]
    fn words() -> Self::Words;

    /// Puts the answers for the `j`-th element into the words.
    #[doc(hidden)]
    fn gather(words: &mut Self::Words, j: usize, answers: &Self::Answers);

    /// Copies each of so many neighbours to the results whose filters keep it.
    ///
    /// # Safety
    ///
    /// The neighbours must be there, the words must be of them, and there must be room for all of
    /// them in each result.
    #[doc(hidden)]
    unsafe fn copy(&mut self, words: &Self::Words, elements: &[MaybeUninit<T>; NEIGHBOURS]);
}

impl<T> sealed::Partitions<T> for () {}

impl<T> Partition<T> for () {
    type Answers = ();
    type Words = ();

    const RESULTS: usize = 0;

    #[cfg(debug_assertions)]
    #[inline(always)]
    unsafe fn share(&mut self, _element: &T, (): &()) {}

    #[inline(always)]
    fn values(_element: T, (): ()) {}

    #[inline(always)]
    fn words() {}

    #[inline(always)]
    fn gather((): &mut (), _j: usize, (): &()) {}

    #[inline(always)]
    unsafe fn copy(&mut self, (): &(), _elements: &[MaybeUninit<T>; NEIGHBOURS]) {}
}

impl<T: Element, R: Partition<T>> sealed::Partitions<T> for (Compacter<T>, R) {}

impl<T: Element, R: Partition<T>> Partition<T> for (Compacter<T>, R) {
    type Answers = (Answer, R::Answers);
    type Words = (u64, R::Words);

    const RESULTS: usize = 1 + R::RESULTS;

    #[cfg(debug_assertions)]
    #[inline(always)]
    unsafe fn share(&mut self, element: &T, answers: &Self::Answers) {
        // SAFETY: the caller's promise.
        unsafe {
            if answers.0.0 != 0 {
                self.0.push(element);
            }
            self.1.share(element, &answers.1);
        }
    }

    #[inline(always)]
    fn values(element: T, answers: Self::Answers) -> Self::Value {
        let kept = Masked::when(answers.0.keeps(), element);
        (kept, R::values(element, answers.1))
    }

    #[inline(always)]
    fn words() -> Self::Words {
        (0, R::words())
    }

    #[inline(always)]
    fn gather(words: &mut Self::Words, j: usize, answers: &Self::Answers) {
        words.0 |= answers.0.0 << j;
        R::gather(&mut words.1, j, &answers.1);
    }

    #[inline(always)]
    unsafe fn copy(&mut self, words: &Self::Words, elements: &[MaybeUninit<T>; NEIGHBOURS]) {
        // SAFETY: the caller's promise.
        unsafe {
            self.0.copy(words.0, elements);
            self.1.copy(&words.1, elements);
        }
    }
}

/// Returns true if elements are partitioned by words of answers rather than by a store to each result.
///
/// Without wide instructions a word is put together answer by answer, and large elements would leave the
/// nearest cache.
#[cfg(not(debug_assertions))]
#[inline(always)]
pub(crate) fn by_words<T>() -> bool {
    const LARGEST: usize = 64;
    size_of::<T>() <= LARGEST && has_permutations()
}
