//! The combinators as functions: their types, and the text that an editor shows where
//! one hovers over their names.
//!
//! They are called by the sketches that `cnf!` makes for editors, which nobody
//! runs: none of them returns. An array of a program is a slice here.
//!
//! Only editors have this module, and tests by the feature `sketch`: rustc would
//! propose these methods where someone calls one that an array of theirs lacks.

mod methods;
mod results;

pub use methods::Methods;
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

/// The functions of the combinators' own names.
pub mod combinators {
    use super::{Array, Table, sketched};

    /// `map(worker, xs, ys, …)`: the worker applied to the elements of arrays of
    /// one size.
    ///
    /// `let (a, b) = map(…)` binds the parts of its results as arrays of their own.
    pub fn map<'p, A: Array + ?Sized, R>(worker: impl Fn(A::Item) -> R, xs: &A) -> &'p [R] {
        let _ = (worker, xs);
        sketched()
    }

    /// `filter(predicate, xs)`: the elements for which the predicate holds, in
    /// order.
    pub fn filter<'p, A: Array + ?Sized>(
        predicate: impl Fn(A::Item) -> bool,
        xs: &A,
    ) -> &'p [A::Item] {
        let _ = (predicate, xs);
        sketched()
    }

    /// `fold(start, operator, xs)`: `start op x0 op x1 …`, a scalar. The operator
    /// must be associative; the start enters once, from the left.
    pub fn fold<A: Array + ?Sized>(
        start: A::Item,
        operator: impl Fn(A::Item, A::Item) -> A::Item,
        xs: &A,
    ) -> A::Item {
        let _ = (start, operator, xs);
        sketched()
    }

    /// `scan(start, operator, xs)`: all prefixes of a fold, each with its own
    /// element.
    pub fn scan<'p, A: Array + ?Sized>(
        start: A::Item,
        operator: impl Fn(A::Item, A::Item) -> A::Item,
        xs: &A,
    ) -> &'p [A::Item] {
        let _ = (start, operator, xs);
        sketched()
    }

    /// `scan_exclusive(start, operator, xs)`: all prefixes of a fold, each without
    /// its own element.
    pub fn scan_exclusive<'p, A: Array + ?Sized>(
        start: A::Item,
        operator: impl Fn(A::Item, A::Item) -> A::Item,
        xs: &A,
    ) -> &'p [A::Item] {
        let _ = (start, operator, xs);
        sketched()
    }

    /// `scan_by(heads, start, operator, xs)`: all prefixes of a fold that begins anew at each head.
    pub fn scan_by<'p, H: Array<Item = bool> + ?Sized, A: Array + ?Sized>(
        heads: &H,
        start: A::Item,
        operator: impl Fn(A::Item, A::Item) -> A::Item,
        xs: &A,
    ) -> &'p [A::Item] {
        let _ = (heads, start, operator, xs);
        sketched()
    }

    /// `scan_exclusive_by(heads, start, operator, xs)`: all prefixes of a fold that begins anew at
    /// each head, each without its own element.
    pub fn scan_exclusive_by<'p, H: Array<Item = bool> + ?Sized, A: Array + ?Sized>(
        heads: &H,
        start: A::Item,
        operator: impl Fn(A::Item, A::Item) -> A::Item,
        xs: &A,
    ) -> &'p [A::Item] {
        let _ = (heads, start, operator, xs);
        sketched()
    }

    /// `fold_by(keys, start, operator, xs)`: a fold of each run of equal neighbouring keys, with
    /// the key.
    ///
    /// `let (groups, sums) = fold_by(…)` binds the keys and the folds as arrays of their own.
    pub fn fold_by<'p, K: Array<Item: PartialEq> + ?Sized, A: Array + ?Sized>(
        keys: &K,
        start: A::Item,
        operator: impl Fn(A::Item, A::Item) -> A::Item,
        xs: &A,
    ) -> &'p [(K::Item, A::Item)] {
        let _ = (keys, start, operator, xs);
        sketched()
    }

    /// `recurrence(start, step, xs)`: the states that the step makes, one after the other, of the
    /// state before and an element.
    pub fn recurrence<'p, R, A: Array + ?Sized>(
        start: R,
        step: impl Fn(R, A::Item) -> R,
        xs: &A,
    ) -> &'p [R] {
        let _ = (start, step, xs);
        sketched()
    }

    /// `generate(n, worker)`: `worker(0), …, worker(n - 1)`.
    pub fn generate<'p, R>(n: usize, worker: impl Fn(usize) -> R) -> &'p [R] {
        let _ = (n, worker);
        sketched()
    }

    /// `at(xs, offset)`: the elements an offset away, where there are such.
    pub fn at<'p, A: Array + ?Sized>(xs: &A, offset: isize) -> &'p [A::Item] {
        let _ = (xs, offset);
        sketched()
    }

    /// `around(xs)`: the neighbours of each element, for an array pattern of a worker.
    pub fn around<'p, A: Array + ?Sized, const N: usize>(xs: &A) -> &'p [[A::Item; N]] {
        let _ = xs;
        sketched()
    }

    /// `pad(edge, xs)`: an array that may be read outside of its ends.
    pub fn pad<'p, A: Array + ?Sized>(padding: impl Sized, xs: &A) -> &'p [A::Item] {
        let _ = (padding, xs);
        sketched()
    }

    /// `pad(edge, xs)`: outside of an array is the nearest element.
    pub fn edge() {}

    /// `pad(wrap, xs)`: outside of an array are the elements from its other end.
    pub fn wrap() {}

    /// `pad(reflect, xs)`: outside of an array are the elements that a mirror in the last one shows.
    pub fn reflect() {}

    /// `pad(symmetric, xs)`: outside of an array are the elements that a mirror behind the last one
    /// shows.
    pub fn symmetric() {}

    /// `gather(data, indices)`: `data[indices[i]]`, for any type of integers.
    pub fn gather<'p, A: Array + ?Sized, I: Array + ?Sized>(
        data: &A,
        indices: &I,
    ) -> &'p [A::Item] {
        let _ = (data, indices);
        sketched()
    }

    /// `reverse(xs)`: the elements from the last to the first.
    pub fn reverse<'p, A: Array + ?Sized>(xs: &A) -> &'p [A::Item] {
        let _ = xs;
        sketched()
    }

    /// `scatter(dest, indices, values)`: `dest` with `dest[indices[i]] = values[i]`.
    pub fn scatter<'p, A, I, V>(dest: &A, indices: &I, values: &V) -> &'p [A::Item]
    where
        A: Array + ?Sized,
        I: Array + ?Sized,
        V: Array<Item = A::Item> + ?Sized,
    {
        let _ = (dest, indices, values);
        sketched()
    }

    /// `reduce_by_index(dest, operator, indices, values)`: `dest` with
    /// `dest[i] = dest[i] op v` for each index `i` and its value `v`.
    pub fn reduce_by_index<'p, A, I, V>(
        dest: &A,
        operator: impl Fn(A::Item, A::Item) -> A::Item,
        indices: &I,
        values: &V,
    ) -> &'p [A::Item]
    where
        A: Array + ?Sized,
        I: Array + ?Sized,
        V: Array<Item = A::Item> + ?Sized,
    {
        let _ = (dest, operator, indices, values);
        sketched()
    }

    /// `cross(xs, ys)`: all pairs, `xs` outermost.
    pub fn cross<'p, A: Array + ?Sized, B: Array + ?Sized>(
        xs: &A,
        ys: &B,
    ) -> &'p [(A::Item, B::Item)] {
        let _ = (xs, ys);
        sketched()
    }

    /// `conform(xs, ys)`: `xs`, checked at run time to be as long as `ys`.
    pub fn conform<'p, A: Array + ?Sized, B: Array + ?Sized>(xs: &A, ys: &B) -> &'p [A::Item] {
        let _ = (xs, ys);
        sketched()
    }

    /// `reshape(xs, [h, w])`: the elements as an array of other axes, whose sizes the list says.
    /// They are read as `a[[i, j]]` by `generate(|i, j| …)`.
    pub fn reshape<A: Array + ?Sized, const N: usize>(xs: &A, sizes: [usize; N]) -> Table<A::Item> {
        let _ = (xs, sizes);
        sketched()
    }

    /// `flatten(a)`: the elements of an array of several axes as a sequence, row by row.
    pub fn flatten<'p, A: Array + ?Sized>(xs: &A) -> &'p [A::Item] {
        let _ = xs;
        sketched()
    }

    /// `let [n, m] = shape(a);`: the sizes of the axes.
    pub fn shape<A: Array + ?Sized, const N: usize>(xs: &A) -> [usize; N] {
        let _ = xs;
        sketched()
    }

    /// `zip_with_index(xs)`: pairs of each position and the element there.
    pub fn zip_with_index<'p, A: Array + ?Sized>(xs: &A) -> &'p [(usize, A::Item)] {
        let _ = xs;
        sketched()
    }

    /// `len(xs)`: the length of an array.
    pub fn len<A: Array + ?Sized>(xs: &A) -> usize {
        let _ = xs;
        sketched()
    }

    /// `external(expression)`: any Rust between the combinators. The arrays that it
    /// names are complete, as slices; what it returns has sizes of its own.
    pub fn external<T>(expression: T) -> T {
        expression
    }
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

macro_rules! over {
    ($($sum:ident, $fold:ident($($index:ty),*);)*) => {$(
        /// `sum(term)`: the sum of what a closure yields for all indices at which everything that it
        /// reads is inside its array.
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
