//! Padded arrays: slices that are read outside of their ends, too.

use std::mem::MaybeUninit;
use std::ops::Range;

use super::forward::of_rest;
use super::{Near, Place, STAGED, Sources, sealed, wrong_length};
use crate::element::Element;
use crate::prefetch::Prefetch;

/// The elements outside of a slice, by NumPy's names for them.
#[derive(Clone, Copy, Debug)]
pub enum Outside<T> {
    /// The nearest element.
    Edge,
    /// The elements from the other end: the slice is repeated.
    Wrap,
    /// The elements that a mirror in the last one shows.
    Reflect,
    /// The elements that a mirror behind the last one shows.
    Symmetric,
    /// This value.
    Value(T),
}

impl<T: Copy> Outside<T> {
    /// The position inside that is seen at one outside of `len` positions, or the value there.
    ///
    /// # Errors
    ///
    /// The value.
    #[inline(always)]
    pub fn seen(self, position: isize, len: usize) -> Result<usize, T> {
        let most = len.wrapping_sub(1);
        // The distance from the last multiple of a number, mostly without a division.
        let within = |period: usize| match (position.unsigned_abs(), position < 0) {
            (behind, false) if behind < period => behind,
            (behind, false) if behind - period < period => behind - period,
            (behind, false) => behind % period,
            (before, true) if before <= period => period - before,
            (before, true) => (period - before % period) % period,
        };
        Ok(match self {
            Outside::Value(value) => return Err(value),
            Outside::Edge if position < 0 => 0,
            Outside::Edge => most,
            Outside::Wrap => within(most + 1),
            Outside::Symmetric => {
                let period = 2 * (most + 1);
                within(period).min(period - 1 - within(period))
            }
            Outside::Reflect if most == 0 => 0,
            Outside::Reflect => within(2 * most).min(2 * most - within(2 * most)),
        })
    }
}

/// Every `BY`th element from a position on, which may be in front of a slice and go on behind it.
///
/// A sweep asks for its elements in pieces, [`near`](Sources::near) each other. Those of a piece
/// inside of the slice are read from there, without a condition for each of them, and the few
/// others are copied side by side first: both are one loop for LLVM.
#[derive(Clone, Copy, Debug)]
pub struct Padded<'s, T, const BY: usize> {
    slice: &'s [T],
    start: isize,
    outside: Outside<T>,
}

impl<'s, T: Element, const BY: usize> Padded<'s, T, BY> {
    /// The elements from `start` on.
    #[inline(always)]
    #[must_use]
    pub fn of(slice: &'s [T], start: isize, outside: Outside<T>) -> Self {
        Padded {
            slice,
            start,
            outside,
        }
    }

    /// The position in the slice, or outside of it, of the element at `k`.
    #[inline(always)]
    fn position(self, k: usize) -> isize {
        self.start.wrapping_add_unsigned(k.wrapping_mul(BY))
    }

    /// The element at `k`.
    #[inline(always)]
    fn at(self, k: usize) -> T {
        let position = self.position(k);
        match self.slice.get(position.cast_unsigned()) {
            Some(element) => *element,
            None => self.seen(position),
        }
    }

    /// The element that is seen at a position outside.
    #[cold]
    #[inline(never)]
    fn seen(self, position: isize) -> T {
        match self.outside.seen(position, self.slice.len()) {
            Ok(seen) => self.slice[seen],
            Err(value) => value,
        }
    }

    /// Returns true if so many elements from `first` on are all inside.
    #[inline(always)]
    fn has(self, first: usize, count: usize) -> bool {
        let last = self.position(first + count.saturating_sub(1));
        self.position(first) >= 0 && last.cast_unsigned() < self.slice.len() && last >= 0
    }
}

/// Neighbours in a padded array: side by side in memory, or else asked for one by one.
#[derive(Clone, Copy, Debug)]
pub struct Neighbours<'s, T, const BY: usize> {
    data: *const T,
    of: Padded<'s, T, BY>,
}

impl<T: Element, R: Near, const BY: usize> Near for (Neighbours<'_, T, BY>, R) {
    type Items = (T, R::Items);

    #[inline(always)]
    unsafe fn get(&self, j: usize) -> Self::Items {
        // SAFETY: the caller's promise: `j` is one of the neighbours, which lie behind `data` if
        // they are next to each other.
        unsafe {
            let element = match BY {
                1 => *self.0.data.add(j),
                _ => self.0.of.at(j),
            };
            (element, self.1.get(j))
        }
    }
}

impl<T: Element, R: Sources, const BY: usize> sealed::Sealed for (Padded<'_, T, BY>, R) {}

#[diagnostic::do_not_recommend]
impl<'s, T: Element, R: Sources, const BY: usize> Sources for (Padded<'s, T, BY>, R) {
    type Items = (T, R::Items);
    type Near = (Neighbours<'s, T, BY>, R::Near);
    type Stage = ([MaybeUninit<T>; STAGED], R::Stage);
    type Place = R::Place;

    const COMPONENTS: bool = <(&[T], R)>::COMPONENTS;
    const PADDED: bool = true;

    #[inline(always)]
    fn check(self, len: usize) {
        let needs_some = !matches!(self.0.outside, Outside::Value(_));
        if len > 0 && self.0.slice.is_empty() && needs_some {
            wrong_length(0, len);
        }
        self.1.check(len);
    }

    #[inline(always)]
    unsafe fn from(self, start: usize) -> Self {
        let padded = Padded {
            start: self.0.position(start),
            ..self.0
        };
        // SAFETY: the caller's promise.
        (padded, unsafe { self.1.from(start) })
    }

    #[inline(always)]
    unsafe fn get(&self, k: usize) -> Self::Items {
        // SAFETY: the caller's promise.
        (self.0.at(k), unsafe { self.1.get(k) })
    }

    #[inline(always)]
    fn fetch(self, prefetch: Prefetch, k: usize, count: usize) {
        self.1.fetch(prefetch, k, count);
    }

    of_rest!(sizes, place, row_rest, is_far);

    #[inline(always)]
    fn inside(self, len: usize) -> Range<usize> {
        let Range { start, end } = self.1.inside(len);
        let before = match usize::try_from(self.0.start) {
            Ok(_) => 0,
            Err(_) => self.0.start.unsigned_abs().div_ceil(BY),
        };
        let elements = self.0.slice.len().cast_signed();
        let up_to = usize::try_from(elements.saturating_sub(self.0.start)).unwrap_or(0);
        let start = start.max(before).min(len);
        start..end.min(up_to.div_ceil(BY)).max(start)
    }

    #[inline(always)]
    fn stage() -> Self::Stage {
        ([const { MaybeUninit::uninit() }; STAGED], R::stage())
    }

    #[inline(always)]
    fn prepare(self, len: usize, stage: &mut Self::Stage) {
        self.1.prepare(len, &mut stage.1);
    }

    #[inline(always)]
    unsafe fn near<P: Place>(
        &self,
        place: &P,
        first: usize,
        count: usize,
        stage: &mut Self::Stage,
    ) -> Self::Near {
        let data = if BY == 1 && self.0.has(first, count) {
            let first = self.0.position(first).cast_unsigned();
            // SAFETY: it is the position of an element.
            unsafe { self.0.slice.as_ptr().add(first) }
        } else {
            if BY == 1 {
                for (j, place) in stage.0[..count].iter_mut().enumerate() {
                    place.write(self.0.at(first + j));
                }
            }
            stage.0.as_ptr().cast()
        };
        let of = Padded {
            start: self.0.position(first),
            ..self.0
        };
        // SAFETY: the caller's promise.
        let rest = unsafe { self.1.near(place, first, count, &mut stage.1) };
        (Neighbours { data, of }, rest)
    }
}

#[cfg(test)]
mod tests {
    use super::{Near, Outside, Padded, STAGED, Sources};

    /// The elements outside by their definition: the array is written down over and over.
    fn by_hand(slice: &[i64], position: isize, outside: Outside<i64>) -> i64 {
        let len = slice.len().cast_signed();
        let at = |position: isize| slice[position.cast_unsigned()];
        let mut position = position;
        loop {
            if (0..len).contains(&position) {
                return at(position);
            }
            position = match (outside, position < 0) {
                (Outside::Value(value), _) => return value,
                (Outside::Edge, true) => 0,
                (Outside::Edge, false) => len - 1,
                (Outside::Wrap, true) => position + len,
                (Outside::Wrap, false) => position - len,
                (Outside::Symmetric, true) => -1 - position,
                (Outside::Symmetric, false) => 2 * len - 1 - position,
                (Outside::Reflect, _) if len == 1 => 0,
                (Outside::Reflect, true) => -position,
                (Outside::Reflect, false) => 2 * (len - 1) - position,
            };
        }
    }

    fn check<const BY: usize>(len: usize, start: isize, count: usize, outside: Outside<i64>) {
        let xs: Vec<i64> = (0..len as i64).map(|x| 10 + x).collect();
        let sources = (Padded::<_, BY>::of(&xs, start, outside), ());
        let expected: Vec<i64> = (0..count)
            .map(|k| by_hand(&xs, start + (k * BY).cast_signed(), outside))
            .collect();
        let case = format!("{count} by {BY} from {start} of {len}, {outside:?}");
        sources.check(count);
        let mut stage = <(Padded<'_, i64, BY>, ()) as Sources>::stage();
        for from in 0..=count {
            // SAFETY: any position of a padded array has an element, and pieces are short.
            unsafe {
                let sources = sources.from(from);
                let left = count - from;
                let one_by_one: Vec<i64> = (0..left).map(|k| sources.get(k).0).collect();
                assert_eq!(one_by_one, expected[from..], "{case}");
                let near = sources.near(&(), 0, left.min(STAGED), &mut stage);
                let near: Vec<i64> = (0..left.min(STAGED)).map(|j| near.get(j).0).collect();
                assert_eq!(near, expected[from..], "{case}");
                let inside = sources.inside(left);
                for k in 0..left {
                    let position = start + ((from + k) * BY).cast_signed();
                    let is_inside = (0..len.cast_signed()).contains(&position);
                    assert_eq!(inside.contains(&k), is_inside, "{k} in {inside:?}: {case}");
                }
            }
        }
    }

    #[test]
    fn elements_outside_are_those_of_the_definition() {
        let all = [
            Outside::Edge,
            Outside::Wrap,
            Outside::Reflect,
            Outside::Symmetric,
            Outside::Value(-1),
        ];
        for outside in all {
            for len in 1..6 {
                for start in -9..9 {
                    check::<1>(len, start, 7, outside);
                    check::<2>(len, start, 4, outside);
                    check::<3>(len, start, 4, outside);
                }
            }
        }
    }

    #[test]
    fn an_array_without_elements_has_a_value_outside() {
        let xs: [i64; 0] = [];
        let sources = (Padded::<_, 1>::of(&xs, -1, Outside::Value(7)), ());
        sources.check(3);
        // SAFETY: any position of a padded array has an element.
        assert_eq!(unsafe { sources.get(2) }.0, 7);
    }

    #[test]
    #[should_panic(expected = "an array of 0 elements in a loop over 3")]
    fn an_array_without_elements_has_no_edge() {
        (Padded::<i64, 1>::of(&[], 0, Outside::Edge), ()).check(3);
    }
}
