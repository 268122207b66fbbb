//! The combinators by their own names, as functions and as methods.

use super::Array;
use crate::slice::Slice;
use core::ops::Add;

/// The functions of the combinators' own names.
pub mod combinators {
    use super::super::{Array, Table, sketched};
    use core::ops::Add;

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

    /// `sum(xs)`: all elements added up, from zero.
    pub fn sum<A: Array<Item: Default + Add<Output = A::Item>> + ?Sized>(xs: &A) -> A::Item {
        let _ = xs;
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

    /// `around(a, [0, 1])`: the neighbours of each element up to a distance along each axis, for a
    /// worker that takes them as an array of arrays.
    pub fn around_within<'p, A: Array + ?Sized, R>(xs: &A, distances: impl Sized) -> &'p [R] {
        let _ = (xs, distances);
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

    /// `rows(a)`: the rows of an array of two axes, for a `map` whose worker is a program over one.
    pub fn rows<'p, A: Array + ?Sized>(a: &A) -> &'p [&'p [A::Item]] {
        let _ = a;
        sketched()
    }

    /// `columns(a)`: the columns of an array of two axes, for a `map` whose worker is a program over
    /// one.
    pub fn columns<'p, A: Array + ?Sized>(a: &A) -> &'p [&'p [A::Item]] {
        let _ = a;
        sketched()
    }

    /// `lanes(axis, a)`: the sequences along an axis, from 0 on, for a `map` whose worker is a program
    /// over one.
    pub fn lanes<'p, A: Array + ?Sized>(axis: usize, a: &A) -> &'p [&'p [A::Item]] {
        let _ = (axis, a);
        sketched()
    }

    /// `windows(k, xs)`: all windows of `k` elements, as the rows of an array of two axes.
    pub fn windows<A: Array + ?Sized>(k: usize, xs: &A) -> Table<A::Item> {
        let _ = (k, xs);
        sketched()
    }

    /// `chunks(k, xs)`: the elements as rows of `k` each; the length is a multiple of `k`.
    pub fn chunks<A: Array + ?Sized>(k: usize, xs: &A) -> Table<A::Item> {
        let _ = (k, xs);
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

/// The combinators as methods, with the array first.
pub trait Methods: Array {
    /// `xs.map(worker)`: the worker applied to every element.
    fn map<'p, R>(&self, worker: impl Fn(Self::Item) -> R) -> &'p [R] {
        combinators::map(worker, self)
    }

    /// `xs.filter(predicate)`: the elements for which the predicate holds.
    fn filter<'p>(&self, predicate: impl Fn(Self::Item) -> bool) -> &'p [Self::Item] {
        combinators::filter(predicate, self)
    }

    /// `xs.fold(start, operator)`: `start op x0 op x1 …`, a scalar.
    fn fold(
        &self,
        start: Self::Item,
        operator: impl Fn(Self::Item, Self::Item) -> Self::Item,
    ) -> Self::Item {
        combinators::fold(start, operator, self)
    }

    /// `xs.sum()`: all elements added up, from zero.
    fn sum(&self) -> Self::Item
    where
        Self::Item: Default + Add<Output = Self::Item>,
    {
        combinators::sum(self)
    }

    /// `xs.fold(start, step, combine)`: the step applied to an accumulator, from the start on, and
    /// to every element.
    fn fold_with1<R>(
        &self,
        start: R,
        step: impl Fn(R, Self::Item) -> R,
        combine: impl Fn(R, R) -> R,
    ) -> R {
        super::fold_with1(start, step, combine, self)
    }

    /// `xs.fold(start, step, combine, ys)`: likewise, with the elements of a second array.
    fn fold_with2<R, B: Array>(
        &self,
        start: R,
        step: impl Fn(R, Self::Item, B::Item) -> R,
        combine: impl Fn(R, R) -> R,
        ys: B,
    ) -> R {
        super::fold_with2(start, step, combine, self, &ys)
    }

    /// `xs.fold(start, step, combine, ys, zs)`: likewise, with the elements of two more arrays.
    fn fold_with3<R, B: Array, C: Array>(
        &self,
        start: R,
        step: impl Fn(R, Self::Item, B::Item, C::Item) -> R,
        combine: impl Fn(R, R) -> R,
        ys: B,
        zs: C,
    ) -> R {
        super::fold_with3(start, step, combine, self, &ys, &zs)
    }

    /// `xs.scan(start, operator)`: all prefixes of a fold.
    fn scan<'p>(
        &self,
        start: Self::Item,
        operator: impl Fn(Self::Item, Self::Item) -> Self::Item,
    ) -> &'p [Self::Item] {
        combinators::scan(start, operator, self)
    }

    /// `xs.scan_exclusive(start, operator)`: all prefixes of a fold, each without
    /// its own element.
    fn scan_exclusive<'p>(
        &self,
        start: Self::Item,
        operator: impl Fn(Self::Item, Self::Item) -> Self::Item,
    ) -> &'p [Self::Item] {
        combinators::scan_exclusive(start, operator, self)
    }

    /// `heads.scan_by(start, operator, xs)`: all prefixes of a fold that begins anew at each head.
    fn scan_by<'p, A: Array>(
        &self,
        start: A::Item,
        operator: impl Fn(A::Item, A::Item) -> A::Item,
        xs: A,
    ) -> &'p [A::Item]
    where
        Self: Array<Item = bool>,
    {
        combinators::scan_by(self, start, operator, &xs)
    }

    /// `heads.scan_exclusive_by(start, operator, xs)`: all prefixes of a fold that begins anew at
    /// each head, each without its own element.
    fn scan_exclusive_by<'p, A: Array>(
        &self,
        start: A::Item,
        operator: impl Fn(A::Item, A::Item) -> A::Item,
        xs: A,
    ) -> &'p [A::Item]
    where
        Self: Array<Item = bool>,
    {
        combinators::scan_exclusive_by(self, start, operator, &xs)
    }

    /// `keys.fold_by(start, operator, xs)`: a fold of each run of equal neighbouring keys, with
    /// the key.
    fn fold_by<'p, A: Array>(
        &self,
        start: A::Item,
        operator: impl Fn(A::Item, A::Item) -> A::Item,
        xs: A,
    ) -> &'p [(Self::Item, A::Item)]
    where
        Self::Item: PartialEq,
    {
        combinators::fold_by(self, start, operator, &xs)
    }

    /// `xs.recurrence(start, step)`: the states that the step makes, one after the other, of the
    /// state before and an element.
    fn recurrence<'p, R>(&self, start: R, step: impl Fn(R, Self::Item) -> R) -> &'p [R] {
        combinators::recurrence(start, step, self)
    }

    /// `xs.recurrence(start, step, ys)`: likewise, with the elements of a second array.
    fn recurrence2<'p, R, B: Array>(
        &self,
        start: R,
        step: impl Fn(R, Self::Item, B::Item) -> R,
        ys: B,
    ) -> &'p [R] {
        super::recurrence2(start, step, self, &ys)
    }

    /// `xs.recurrence(start, step, ys, zs)`: likewise, with the elements of two more arrays.
    fn recurrence3<'p, R, B: Array, C: Array>(
        &self,
        start: R,
        step: impl Fn(R, Self::Item, B::Item, C::Item) -> R,
        ys: B,
        zs: C,
    ) -> &'p [R] {
        super::recurrence3(start, step, self, &ys, &zs)
    }

    /// `data.gather(indices)`: `data[indices[i]]`.
    fn gather<'p>(&self, indices: impl Array) -> &'p [Self::Item] {
        combinators::gather(self, &indices)
    }

    /// `xs.reverse()`: the elements from the last to the first.
    fn reverse<'p>(&self) -> &'p [Self::Item] {
        combinators::reverse(self)
    }

    /// `xs.rev()`: the elements from the last to the first.
    fn rev<'p>(&self) -> &'p [Self::Item] {
        combinators::reverse(self)
    }

    /// `dest.scatter(indices, values)`: `dest` with `dest[indices[i]] = values[i]`.
    fn scatter<'p>(
        &self,
        indices: impl Array,
        values: impl Array<Item = Self::Item>,
    ) -> &'p [Self::Item] {
        combinators::scatter(self, &indices, &values)
    }

    /// `dest.reduce_by_index(operator, indices, values)`: `dest` with
    /// `dest[i] = dest[i] op v` for each index `i` and its value `v`.
    fn reduce_by_index<'p>(
        &self,
        operator: impl Fn(Self::Item, Self::Item) -> Self::Item,
        indices: impl Array,
        values: impl Array<Item = Self::Item>,
    ) -> &'p [Self::Item] {
        combinators::reduce_by_index(self, operator, &indices, &values)
    }

    /// `xs.cross(ys)`: all pairs, `xs` outermost.
    fn cross<'p, B: Array>(&self, ys: B) -> &'p [(Self::Item, B::Item)] {
        combinators::cross(self, &ys)
    }

    /// `xs.zip_with_index()`: pairs of each position and the element there.
    fn zip_with_index<'p>(&self) -> &'p [(usize, Self::Item)] {
        combinators::zip_with_index(self)
    }

    /// `xs.enumerate()`: pairs of each position and the element there.
    fn enumerate<'p>(&self) -> &'p [(usize, Self::Item)] {
        combinators::zip_with_index(self)
    }

    /// `xs.conform(ys)`: `xs`, checked at run time to be as long as `ys`.
    fn conform<'p>(&self, ys: impl Array) -> &'p [Self::Item] {
        combinators::conform(self, &ys)
    }
}

impl<S: Slice + ?Sized> Methods for S {}
