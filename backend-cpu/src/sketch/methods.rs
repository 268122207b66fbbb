//! The combinators as methods.

use super::{Array, combinators};
use crate::slice::Slice;

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
