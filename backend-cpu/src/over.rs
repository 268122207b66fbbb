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
pub use in_order::take;
use in_order::{fold_in_order, sum_in_order, vectorises};
use lanes::{LANES, fold_in_lanes};
use std::hint::black_box;
use std::ops::Add;

pub use self::choose::choose;
pub use self::outside::{NamedView, at_named, caught};
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
        View { slice, axes }
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
        for (size, start, factor) in self.axes {
            let position = start.wrapping_add(factor.wrapping_mul(from));
            if !are_inside(position, factor, count, size) {
                outside(start, factor, (from, count), size);
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

/// Returns true if `count` positions from one on, in steps of `factor`, are inside of an axis. They are not none.
#[inline(always)]
fn are_inside(first: usize, factor: usize, count: usize, size: usize) -> bool {
    first < size
        && match factor {
            0 => true,
            1 => count <= size - first,
            factor => (size - 1 - first) / factor >= count - 1,
        }
}

/// Panics for a fold that leaves an array.
#[cold]
#[inline(never)]
#[track_caller]
fn outside(start: usize, factor: usize, (from, count): (usize, usize), size: usize) -> ! {
    let first = start.wrapping_add(factor.wrapping_mul(from)).cast_signed();
    if factor == 0 {
        panic!("index out of bounds: the len is {size} but the index is {first}");
    }
    let last = first.wrapping_add(factor.wrapping_mul(count - 1).cast_signed());
    panic!("a fold from position {first} to {last} leaves an axis of {size}");
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
    let mut flat = 0usize;
    for (size, position) in axes {
        if position >= size {
            outside(position, 0, (0, 1), size);
        }
        flat = flat.wrapping_mul(size).wrapping_add(position);
    }
    slice[flat]
}

#[cfg(test)]
mod tests {
    use super::{View, at, fold, steps, sum, sum_of_reads};
    use crate::op;

    #[test]
    fn sums_are_those_of_the_elements() {
        for n in [0, 1, 3, 15, 16, 17, 40, 63, 64, 65, 1000] {
            let xs: Vec<u64> = (0..n).map(|x| x * x + 1).collect();
            let view = View::<_, 1, 1>::of(&xs, [(xs.len(), 0, 1)]);
            let total = sum(0, xs.len(), (view, ()), |k, (x, ())| x * k as u64);
            assert_eq!(total, (0..n).map(|x| (x * x + 1) * x).sum());
            let of_reads = sum_of_reads(0, xs.len(), (view, ()), |k, (x, ())| x * k as u64);
            assert_eq!(of_reads, total);
        }
    }

    #[test]
    fn folds_are_those_of_the_elements() {
        for n in 0..100 {
            let xs: Vec<i64> = (0..n).map(|x| (x * 37 + 11) % 101 - 50).collect();
            let view = View::<_, 1, 1>::of(&xs, [(xs.len(), 0, 1)]);
            let range = (0, xs.len());
            let least = fold(op::Min, 7, range, (view, ()), |_, (x, ())| x, i64::min);
            assert_eq!(Some(least), xs.iter().copied().chain([7]).min());
            let term = |k, (x, ()): (i64, ())| x * k as i64;
            let total = fold(op::Add, 5, range, (view, ()), term, |a, b| a + b);
            let terms = xs.iter().zip(0..).map(|(x, k)| x * k);
            assert_eq!(total, 5 + terms.sum::<i64>());
        }
    }

    /// Functions `a * x + b`, of which the order matters.
    #[test]
    fn a_fold_keeps_the_order_of_its_terms() {
        let then = |(a, b): (u64, u64), (c, d): (u64, u64)| {
            let sum = a.wrapping_mul(d).wrapping_add(b);
            (a.wrapping_mul(c), sum)
        };
        for n in 0..40 {
            let xs: Vec<u64> = (0..n).map(|x| x * x + 3).collect();
            let view = View::<_, 1, 1>::of(&xs, [(xs.len(), 0, 1)]);
            let mut seen = Vec::new();
            let term = |k: usize, (x, ()): (u64, ())| {
                seen.push(k);
                (x, k as u64)
            };
            let all = fold(op::Other, (2, 7), (0, xs.len()), (view, ()), term, then);
            let terms = xs.iter().copied().zip(0..);
            assert_eq!(all, terms.fold((2, 7), then), "{n}");
            assert!(seen.iter().copied().eq(0..xs.len()), "{n}");
        }
    }

    /// `a[[i, k]]`, `a[[k, j]]`, `a[[k, k + 1]]`, `a[[2 * k, 1]]` of an array of 4 x 5.
    #[test]
    fn views_go_along_axes() {
        let a: Vec<usize> = (0..20).collect();
        let all = |view: View<'_, usize, 2, 2>, to: usize| {
            steps(Vec::new(), 0, to, (view, ()), |mut all, _, (x, ())| {
                all.push(x);
                all
            })
        };
        let row = View::of(&a, [(4, 2, 0), (5, 0, 1)]);
        assert_eq!(all(row, 5), [10, 11, 12, 13, 14]);
        let column = View::of(&a, [(4, 0, 1), (5, 3, 0)]);
        assert_eq!(all(column, 4), [3, 8, 13, 18]);
        let diagonal = View::of(&a, [(4, 0, 1), (5, 1, 1)]);
        assert_eq!(all(diagonal, 4), [1, 7, 13, 19]);
        let strided = View::of(&a, [(4, 0, 2), (5, 1, 0)]);
        assert_eq!(all(strided, 2), [1, 11]);
        assert_eq!(at(&a, [(4, 3), (5, 2)]), 17);
    }

    #[test]
    fn a_fold_begins_with_its_start() {
        let xs = [3.0, -1.0, 2.0];
        let view = View::<f64, 1, 1>::of(&xs, [(3, 0, 1)]);
        let least = fold(op::Min, 0.5, (0, 3), (view, ()), |_, (x, ())| x, f64::min);
        assert_eq!(least, -1.0);
        let joined = fold(
            op::Other,
            1.0,
            (0, 3),
            (view, ()),
            |_, (x, ())| x,
            |a, b| 2.0 * a - b,
        );
        assert_eq!(joined, 2.0 * (2.0 * (2.0 - 3.0) + 1.0) - 2.0);
    }

    #[test]
    #[should_panic(expected = "a fold from position 3 to 6 leaves an axis of 6")]
    fn a_fold_stays_in_its_array() {
        let xs = [0; 6];
        let view = View::<_, 1, 1>::of(&xs, [(6, 3, 1)]);
        let _: i32 = sum(0, 4, (view, ()), |_, (x, ())| x);
    }

    #[test]
    #[should_panic(expected = "a fold from position -1 to 0 leaves an axis of 6")]
    fn a_fold_does_not_begin_before_its_array() {
        let xs = [0; 6];
        let view = View::<_, 1, 1>::of(&xs, [(6, 0usize.wrapping_sub(1), 1)]);
        let _: i32 = sum(0, 2, (view, ()), |_, (x, ())| x);
    }
}
