//! The combinators as functions: their types, and the text that an editor shows where
//! one hovers over their names.
//!
//! They are called by the sketches that `cnf!` makes for editors, which nobody
//! runs: none of them returns. An array of a program is a slice here.
//!
//! Only editors have this module, and tests by the feature `sketch`: rustc would
//! propose these methods where someone calls one that an array of theirs lacks.

mod named;
mod results;

pub use named::{Methods, combinators};
pub use results::{Parts, Returned, ReturnedScalar, parts};

use crate::slice::Slice;
use std::marker::PhantomData;
use std::ops::{Add, Index, Range, RangeBounds, RangeInclusive};

/// An expression in array position: slices, types that are slices underneath, and ranges.
pub trait Array {
    /// The type of the elements.
    type Item;
}

impl<S: Slice + ?Sized> Array for S {
    type Item = S::Item;
}

impl<I> Array for Range<I> {
    type Item = I;
}

impl<I> Array for RangeInclusive<I> {
    type Item = I;
}

fn sketched() -> ! {
    unreachable!("sketches are for editors and do not run")
}

macro_rules! map {
    ($($name:ident($($array:ident $xs:ident),*);)*) => {$(
        /// `map(worker, xs, ys, …)`: the worker applied to the elements of arrays of
        /// one size.
        ///
        /// `let (a, b) = map(…)` binds the parts of its results as arrays of their own.
        #[allow(clippy::too_many_arguments)]
        pub fn $name<'p, $($array: Array + ?Sized,)* R>(
            worker: impl Fn($($array::Item),*) -> R,
            $($xs: &$array),*
        ) -> &'p [R] {
            let _ = (worker, $($xs),*);
            sketched()
        }
    )*};
}

map! {
    map2(A xs, B ys);
    map3(A xs, B ys, C zs);
    map4(A xs, B ys, C zs, D us);
    map5(A xs, B ys, C zs, D us, E vs);
    map6(A xs, B ys, C zs, D us, E vs, F ws);
    map7(A xs, B ys, C zs, D us, E vs, F ws, G ps);
    map8(A xs, B ys, C zs, D us, E vs, F ws, G ps, H qs);
}

macro_rules! fold {
    ($($name:ident($($array:ident $xs:ident),*);)*) => {$(
        /// `fold(start, step, combine, xs, …)`: the step applied to an accumulator, from the start
        /// on, and to the elements of arrays of one size, from the first to the last.
        ///
        /// The start is neutral for `combine`, which is associative: blocks have accumulators of
        /// their own.
        #[allow(clippy::too_many_arguments)]
        pub fn $name<R, $($array: Array + ?Sized),*>(
            start: R,
            step: impl Fn(R, $($array::Item),*) -> R,
            combine: impl Fn(R, R) -> R,
            $($xs: &$array),*
        ) -> R {
            let _ = (start, step, combine, $($xs),*);
            sketched()
        }
    )*};
}

fold! {
    fold_with1(A xs);
    fold_with2(A xs, B ys);
    fold_with3(A xs, B ys, C zs);
    fold_with4(A xs, B ys, C zs, D us);
    fold_with5(A xs, B ys, C zs, D us, E vs);
    fold_with6(A xs, B ys, C zs, D us, E vs, F ws);
    fold_with7(A xs, B ys, C zs, D us, E vs, F ws, G ps);
    fold_with8(A xs, B ys, C zs, D us, E vs, F ws, G ps, H qs);
}

macro_rules! recurrence {
    ($($name:ident($($array:ident $xs:ident),*);)*) => {$(
        /// `recurrence(start, step, xs, …)`: the states that the step makes, one after the other,
        /// of the state before and the elements of arrays of one size.
        #[allow(clippy::too_many_arguments)]
        pub fn $name<'p, R, $($array: Array + ?Sized),*>(
            start: R,
            step: impl Fn(R, $($array::Item),*) -> R,
            $($xs: &$array),*
        ) -> &'p [R] {
            let _ = (start, step, $($xs),*);
            sketched()
        }
    )*};
}

recurrence! {
    recurrence2(A xs, B ys);
    recurrence3(A xs, B ys, C zs);
    recurrence4(A xs, B ys, C zs, D us);
    recurrence5(A xs, B ys, C zs, D us, E vs);
    recurrence6(A xs, B ys, C zs, D us, E vs, F ws);
    recurrence7(A xs, B ys, C zs, D us, E vs, F ws, G ps);
    recurrence8(A xs, B ys, C zs, D us, E vs, F ws, G ps, H qs);
}

/// The array behind `let ys: [T] = …`.
pub fn slice<'p, A: Array>(array: A) -> &'p [A::Item] {
    let _ = array;
    sketched()
}

/// An array of several axes.
#[derive(Debug)]
pub struct Table<T>(PhantomData<T>);

impl<T> Array for Table<T> {
    type Item = T;
}

impl<T> Methods for Table<T> {}

impl<T, const N: usize> Index<[usize; N]> for Table<T> {
    type Output = T;

    fn index(&self, _at: [usize; N]) -> &T {
        sketched()
    }
}

macro_rules! generate {
    ($($name:ident$(<$life:lifetime>)?($($size:ident: $number:ty)?; $($index:ty),*) -> $made:ty;)*) => {$(
        /// `generate(worker)`: the worker applied to all indices for which everything that it reads
        /// is inside its array. `generate([n, m], worker)`: to all below these numbers.
        pub fn $name<$($life,)? R>($($size: $number,)? worker: impl Fn($($index),*) -> R) -> $made {
            let _ = ($($size,)? worker);
            sketched()
        }
    )*};
}

generate! {
    generate_over1<'p>(; usize) -> &'p [R];
    generate_over2(; usize, usize) -> Table<R>;
    generate_over3(; usize, usize, usize) -> Table<R>;
    generate_grid1<'p>(sizes: [usize; 1]; usize) -> &'p [R];
    generate_grid2(sizes: [usize; 2]; usize, usize) -> Table<R>;
    generate_grid3(sizes: [usize; 3]; usize, usize, usize) -> Table<R>;
}

macro_rules! recurrence_over {
    ($($name:ident($($size:ident: $number:ty)?; $own:ty; $($index:ty),*) -> $made:ty;)*) => {$(
        /// `recurrence(outside, |y, i| …)`: an array of which each element follows from others along
        /// an axis, as `y[i - 1]`; outside of it there is one value. `recurrence(outside, [n, m], |y, i, j| …)`
        /// has these sizes.
        pub fn $name<'p, R: 'p>(
            outside: R,
            $($size: $number,)?
            worker: impl Fn($own, $($index),*) -> R,
        ) -> $made {
            let _ = (outside, $($size,)? worker);
            sketched()
        }
    )*};
}

recurrence_over! {
    recurrence_over1(; &'p [R]; usize) -> &'p [R];
    recurrence_over2(; &'p Table<R>; usize, usize) -> Table<R>;
    recurrence_over3(; &'p Table<R>; usize, usize, usize) -> Table<R>;
    recurrence_grid1(sizes: [usize; 1]; &'p [R]; usize) -> &'p [R];
    recurrence_grid2(sizes: [usize; 2]; &'p Table<R>; usize, usize) -> Table<R>;
    recurrence_grid3(sizes: [usize; 3]; &'p Table<R>; usize, usize, usize) -> Table<R>;
}

macro_rules! over {
    ($($sum:ident, $fold:ident($($index:ty),*);)*) => {$(
        /// `sum(term)`: the sum of what a closure yields for all indices at which everything that
        /// it reads is inside its array.
        pub fn $sum<R: Default + Add<Output = R>>(term: impl Fn($($index),*) -> R) -> R {
            let _ = term;
            sketched()
        }

        /// `fold(start, operator, term)`: what a closure yields for all indices at which everything
        /// that it reads is inside its array, combined from left to right.
        pub fn $fold<R>(start: R, operator: impl Fn(R, R) -> R, term: impl Fn($($index),*) -> R) -> R {
            let _ = (start, operator, term);
            sketched()
        }
    )*};
}

over! {
    sum_over1, fold_over1(usize);
    sum_over2, fold_over2(usize, usize);
    sum_over3, fold_over3(usize, usize, usize);
}

/// `sum(range, term)`: the sum of what a closure yields for the indices of a range.
pub fn sum_range<R: Default + Add<Output = R>>(
    range: impl RangeBounds<usize>,
    term: impl Fn(usize) -> R,
) -> R {
    let _ = (range, term);
    sketched()
}

/// `fold(start, operator, range, term)`: what a closure yields for the indices of a range, combined
/// from left to right.
pub fn fold_range<R>(
    start: R,
    operator: impl Fn(R, R) -> R,
    range: impl RangeBounds<usize>,
    term: impl Fn(usize) -> R,
) -> R {
    let _ = (start, operator, range, term);
    sketched()
}

/// `*ys = …`
pub fn write<T>(values: &(impl Array<Item = T> + ?Sized), array: &mut [T]) {
    let _ = (values, array);
}
