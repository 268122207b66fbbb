//! Folds over an index inside of a body: `sum(|k| a[[i, k]] * b[k])` of one position of a loop.
//!
//! What a fold reads along its index are [`View`]s of arrays in memory, which are checked once for
//! all of its indices. Sums, and folds by operators that are known to commute, go through them in
//! [lanes](crate::Lane), the others in order.

mod choose;
mod in_order;
mod lanes;
mod outside;
mod products;

use crate::element::Element;
use crate::known::Known;
use crate::op::{self, Op};
use in_order::{fold_in_order, sum_in_order, vectorises};
use lanes::{LANES, fold_in_lanes};
use std::hint::black_box;
use std::ops::Add;

pub use self::choose::choose;
pub use self::outside::caught;
use self::outside::{Reached, outside};
pub(crate) use self::products::Term;
pub use self::products::{MulAdd, Product, add_product, sum_of_products, sum_of_products_in_order};
pub use crate::source::Across;

/// The terms from which on those that read at computed positions go to lanes.
///
/// `sums-of-short-rows.md`.
const LONG: usize = 4 * LANES;

/// The terms that a fold by an operator of which nothing is known combines by themselves first: of as
/// many operations then only one waits for the total.
///
/// `lanes-of-sums.md`.
const GROUP: usize = 4;

/// The most bytes of a term of such a group: `limits-without-a-measurement.md`.
const SMALL: usize = 64;

/// The elements of an array that an index reads. `BY` is 1 if they are neighbours in memory, and
/// any other number if that is known only when the program runs.
#[derive(Debug)]
pub struct View<'s, T, const BY: usize, const R: usize> {
    slice: &'s [T],
    axes: [(usize, usize, usize); R],
    /// The name of the array, for an error of the program; empty where it panics.
    name: &'static str,
}

impl<T, const BY: usize, const R: usize> Clone for View<'_, T, BY, R> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const BY: usize, const R: usize> Copy for View<'_, T, BY, R> {}

impl<'s, T, const BY: usize, const R: usize> View<'s, T, BY, R> {
    /// The elements of an array whose axes have `(size, start, factor)`: index `k` reads position
    /// `start + factor * k` along each. A start below 0 has wrapped around.
    #[inline(always)]
    #[must_use]
    pub fn of(slice: &'s [T], axes: [(usize, usize, usize); R]) -> Self {
        View::named(slice, axes, "")
    }

    /// Likewise, of an array of a program: a fold that leaves it ends what [`caught`] runs, with an error
    /// that has this name.
    #[inline(always)]
    #[must_use]
    pub fn named(slice: &'s [T], axes: [(usize, usize, usize); R], name: &'static str) -> Self {
        View { slice, axes, name }
    }

    /// The array.
    #[inline(always)]
    pub(crate) fn slice(self) -> &'s [T] {
        self.slice
    }

    /// The elements from an index on.
    #[inline(always)]
    fn row(self, from: usize, count: usize) -> Row<'s, T, BY> {
        if count == 0 {
            let slice = &self.slice[..0];
            return Row { slice, stride: 0 };
        }
        let (first, stride) = self.place(from, count);
        assert!(BY != 1 || stride == 1, "neighbours are next to each other");
        let slice = &self.slice[first..];
        Row { slice, stride }
    }

    /// The place of the element of an index in the array, and the distance from one to the next. The
    /// elements of `count` indices, which are not none, are inside of it.
    #[inline(always)]
    pub(crate) fn place(self, from: usize, count: usize) -> (usize, usize) {
        let (mut first, mut stride, mut elements) = (0usize, 0usize, Some(1usize));
        for (axis, (size, start, factor)) in self.axes.into_iter().enumerate() {
            let position = start.wrapping_add(factor.wrapping_mul(from));
            let inside = position < size
                && match factor {
                    0 => true,
                    1 => count <= size - position,
                    factor => (size - 1 - position) / factor >= count - 1,
                };
            if !inside {
                outside(&Reached {
                    name: self.name,
                    axis: (R > 1).then_some(axis),
                    size,
                    first: position,
                    factor,
                    count,
                });
            }
            first = first.wrapping_mul(size).wrapping_add(position);
            stride = stride.wrapping_mul(size).wrapping_add(factor);
            elements = elements.and_then(|elements| elements.checked_mul(size));
        }
        assert!(
            elements == Some(self.slice.len()),
            "an array has the elements of its axes"
        );
        // All positions are inside of their axes, so that what they say is inside of the slice.
        (first, stride)
    }
}

/// The elements of a view from one index on, as many as were asked for.
#[doc(hidden)]
#[derive(Debug)]
pub struct Row<'s, T, const BY: usize> {
    slice: &'s [T],
    stride: usize,
}

impl<T, const BY: usize> Clone for Row<'_, T, BY> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const BY: usize> Copy for Row<'_, T, BY> {}

/// The views of a fold: `(a, (b, … ()))`.
pub trait Views: Copy {
    /// One element of each.
    type Items;

    /// The elements from an index on.
    #[doc(hidden)]
    type Rows: Rows<Items = Self::Items>;

    /// The elements of `count` indices.
    ///
    /// # Panics
    ///
    /// Panics if one of them is outside of its array.
    #[doc(hidden)]
    fn rows(self, from: usize, count: usize) -> Self::Rows;
}

/// The elements of views: `(a, (b, … ()))`.
#[doc(hidden)]
pub trait Rows: Copy {
    /// One element of each.
    type Items;

    /// The elements of this number.
    ///
    /// # Safety
    ///
    /// The number must be below that of the elements that were asked for.
    unsafe fn get(self, number: usize) -> Self::Items;
}

impl Views for () {
    type Items = ();
    type Rows = ();

    #[inline(always)]
    fn rows(self, _from: usize, _count: usize) {}
}

impl Rows for () {
    type Items = ();

    #[inline(always)]
    unsafe fn get(self, _number: usize) {}
}

impl<'s, T: Element, V: Views, const BY: usize, const R: usize> Views for (View<'s, T, BY, R>, V) {
    type Items = (T, V::Items);
    type Rows = (Row<'s, T, BY>, V::Rows);

    #[inline(always)]
    fn rows(self, from: usize, count: usize) -> Self::Rows {
        (self.0.row(from, count), self.1.rows(from, count))
    }
}

impl<T: Element, V: Rows, const BY: usize> Rows for (Row<'_, T, BY>, V) {
    type Items = (T, V::Items);

    #[inline(always)]
    unsafe fn get(self, number: usize) -> Self::Items {
        let (row, rest) = self;
        let at = match BY {
            1 => number,
            _ => number * row.stride,
        };
        // SAFETY: the caller's promise, and all that were asked for are inside of the slice.
        unsafe { (crate::plain::get!(row.slice, at), rest.get(number)) }
    }
}

/// The zero of a sum.
#[inline(always)]
#[must_use]
pub fn zero<T: Default>() -> T {
    T::default()
}

/// The sum of the terms of all indices from one up to another.
#[inline(always)]
pub fn sum<V: Views, T: Copy + Default + Add<Output = T>>(
    from: usize,
    to: usize,
    views: V,
    term: impl FnMut(usize, V::Items) -> T,
) -> T {
    let count = to.saturating_sub(from);
    let rows = views.rows(from, count);
    // SAFETY: `rows` has the elements of so many indices.
    unsafe { sum_of(from, count, rows, term, |total, term| total + term) }
}

/// The sum of the terms of so many indices.
///
/// # Safety
///
/// `rows` must have as many elements.
#[inline(always)]
unsafe fn sum_of<R: Rows, T: Copy + Default + Add<Output = T>, X>(
    from: usize,
    count: usize,
    rows: R,
    term: impl FnMut(usize, R::Items) -> X,
    add: impl Fn(T, X) -> T,
) -> T {
    let zero = T::default();
    // SAFETY: the caller's promise.
    unsafe {
        match count >= LANES {
            true if vectorises::<T, _>(op::Add) => sum_in_order(from, count, rows, term, add),
            true => zero + fold_in_lanes(zero, from, count, rows, term, add, |a, b| a + b),
            false => sum_in_order(from, count, rows, term, add),
        }
    }
}

/// [`sum`] of terms that read at computed positions. Such a read may fail, so that lanes are no
/// vectors, and only many terms gain from them.
#[inline(always)]
pub fn sum_of_reads<V: Views, T: Copy + Default + Add<Output = T>>(
    from: usize,
    to: usize,
    views: V,
    term: impl FnMut(usize, V::Items) -> T,
) -> T {
    let count = to.saturating_sub(from);
    if count >= LONG {
        // The function takes the views by their address, and LLVM writes them there for each row, before
        // it is known that it is called. It does not see that these are the same ones.
        return long_sum(from, to, black_box(views), term);
    }
    let rows = views.rows(from, count);
    // SAFETY: as in `sum`.
    unsafe { sum_in_order(from, count, rows, term, |total, term| total + term) }
}

/// [`sum`] by itself: lanes beside them leave too few registers for the sum of a few terms.
#[inline(never)]
fn long_sum<V: Views, T: Copy + Default + Add<Output = T>>(
    from: usize,
    to: usize,
    views: V,
    term: impl FnMut(usize, V::Items) -> T,
) -> T {
    sum(from, to, views, term)
}

/// The fold of the terms of all indices from one up to another, by an operator of which `tag` says
/// what is known.
#[inline(always)]
pub fn fold<V: Views, T: Copy, O: Op<T>>(
    tag: O,
    seed: T,
    (from, to): (usize, usize),
    views: V,
    mut term: impl FnMut(usize, V::Items) -> T,
    op: impl FnMut(T, T) -> T + Copy,
) -> T {
    let count = to.saturating_sub(from);
    let rows = views.rows(from, count);
    let known = Known::of(tag);
    let mut own = op;
    if count >= LANES && vectorises::<T, O>(tag) {
        // SAFETY: `rows` has the elements of so many indices.
        return unsafe {
            fold_in_order(seed, from, count, rows, term, |total, term| {
                known.take(total, term, op)
            })
        };
    }
    if count >= LANES
        && let Some(neutral) = known.neutral()
    {
        let take = |total, term| known.take(total, term, op);
        // SAFETY: `rows` has the elements of so many indices.
        let total = unsafe { fold_in_lanes(neutral, from, count, rows, term, take, take) };
        return own(seed, total);
    }
    let (mut total, mut number) = (seed, 0);
    if const { size_of::<T>() <= SMALL } {
        while number + GROUP <= count {
            let [a, b, c, d] = [0, 1, 2, 3].map(|at| {
                let number = number + at;
                // SAFETY: it is below `count`.
                term(from + number, unsafe { rows.get(number) })
            });
            let (left, right) = (own(a, b), own(c, d));
            let group = own(left, right);
            total = own(total, group);
            number += GROUP;
        }
    }
    while number < count {
        // SAFETY: as above.
        total = own(total, term(from + number, unsafe { rows.get(number) }));
        number += 1;
    }
    total
}

/// The state behind the last of the steps that take in the indices from one up to another.
#[inline(always)]
pub fn steps<V: Views, T>(
    seed: T,
    from: usize,
    to: usize,
    views: V,
    mut step: impl FnMut(T, usize, V::Items) -> T,
) -> T {
    let count = to.saturating_sub(from);
    let rows = views.rows(from, count);
    let mut state = seed;
    for number in 0..count {
        // SAFETY: it is below `count`.
        state = step(state, from + number, unsafe { rows.get(number) });
    }
    state
}

/// The element of an array whose axes have `(size, position)`.
///
/// # Panics
///
/// Panics if it is outside of one of them.
#[inline(always)]
#[must_use]
#[track_caller]
pub fn at<T: Copy, const R: usize>(slice: &[T], axes: [(usize, usize); R]) -> T {
    at_named(slice, axes, "")
}

/// Likewise, of an array of a program: outside of it ends what [`caught`] runs, with an error that has this
/// name.
#[inline(always)]
#[must_use]
#[track_caller]
pub fn at_named<T: Copy, const R: usize>(
    slice: &[T],
    axes: [(usize, usize); R],
    name: &'static str,
) -> T {
    let mut flat = 0usize;
    for (axis, (size, position)) in axes.into_iter().enumerate() {
        if position >= size {
            outside(&Reached {
                name,
                axis: (R > 1).then_some(axis),
                size,
                first: position,
                factor: 0,
                count: 1,
            });
        }
        flat = flat.wrapping_mul(size).wrapping_add(position);
    }
    slice[flat]
}

#[cfg(test)]
mod tests;
