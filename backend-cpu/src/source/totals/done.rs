//! Totals as a source, which may have been computed before their loop.

use super::super::space::{Coordinates, Place};
use super::super::tiles::Tiling;
use super::super::{Sources, sealed};
use super::grid::Even;
use super::{Crossing, Single, Staged, Totals};
use crate::element::Element;
use crate::over::Term;
use crate::prefetch::Prefetch;
use std::ops::Range;

/// Totals as a source, which may have been computed before the loop.
#[derive(Clone, Copy, Debug)]
pub struct Ahead<'a, T, S> {
    totals: S,
    /// The totals of all positions, or none.
    done: &'a [T],
}

impl<'a, T, S> Ahead<'a, T, S> {
    /// The totals of a loop, of which these are [there](crate::Run::totals_ahead).
    #[inline(always)]
    #[must_use]
    pub fn of(totals: S, done: &'a [T]) -> Self {
        Ahead { totals, done }
    }

    /// The totals at some positions of a loop, their first and how many, of which those of all
    /// positions are [there](crate::Run::totals_ahead).
    #[must_use]
    pub fn within(totals: S, done: &'a [T], (first, len): (usize, usize)) -> Self {
        let done = done.get(first..first + len).unwrap_or_default();
        Ahead { totals, done }
    }
}

impl<T, S, R: Sources> sealed::Sealed for (Ahead<'_, T, S>, R) {}

#[diagnostic::do_not_recommend]
impl<T, X, C, V, F, O, R, const EVEN: bool, const N: usize> Sources
    for (Ahead<'_, T, Totals<Single<V, F, O, EVEN>, N>>, R)
where
    T: Element,
    C: Even + Tiling<Items = <C as Crossing>::Items>,
    V: Fn([usize; N]) -> (usize, usize, T, C) + Copy,
    F: Fn([usize; N], usize, <C as Crossing>::Items) -> X + Copy,
    O: Fn(T, X) -> T + Copy,
    X: Term<T>,
    R: Sources,
{
    type Items = (T, R::Items);
    type Near = (Staged<T>, R::Near);
    type Stage = <(Totals<Single<V, F, O, EVEN>, N>, R) as Sources>::Stage;
    type Place = Coordinates<N>;

    const COMPONENTS: bool = <(&[T], R)>::COMPONENTS;
    const PADDED: bool = true;
    const SPANS: bool = <(Totals<Single<V, F, O, EVEN>, N>, R)>::SPANS;

    #[inline(always)]
    fn check(self, len: usize) {
        let (Ahead { totals, done }, rest) = self;
        assert!(
            done.is_empty() || done.len() == len,
            "a loop has the totals of its positions"
        );
        (totals, rest).check(len);
    }

    #[inline(always)]
    unsafe fn from(self, start: usize) -> Self {
        let (Ahead { totals, done }, rest) = self;
        let done = done.get(start..).unwrap_or_default();
        // SAFETY: the caller's promise.
        let (totals, rest) = unsafe { (totals, rest).from(start) };
        (Ahead { totals, done }, rest)
    }

    #[inline(always)]
    unsafe fn get(&self, k: usize) -> Self::Items {
        let (Ahead { totals, done }, rest) = *self;
        // SAFETY: the caller's promise.
        unsafe {
            match done.get(k) {
                Some(total) => (*total, rest.get(k)),
                None => (totals, rest).get(k),
            }
        }
    }

    #[inline(always)]
    fn fetch(self, prefetch: Prefetch, k: usize, count: usize) {
        self.1.fetch(prefetch, k, count);
    }

    #[inline(always)]
    fn sizes(&self) -> Option<&[usize]> {
        Some(&self.0.totals.space.sizes)
    }

    #[inline(always)]
    fn place(&self) -> Coordinates<N> {
        self.0.totals.space.place()
    }

    #[inline(always)]
    fn row_rest<P: Place>(&self, place: &P) -> usize {
        self.1.row_rest(place)
    }

    #[inline(always)]
    fn rows_rest<P: Place>(&self, place: &P) -> usize {
        (self.0.totals, self.1).rows_rest(place)
    }

    /// None lies in memory.
    #[inline(always)]
    fn inside(self, _len: usize) -> Range<usize> {
        0..0
    }

    #[inline(always)]
    fn stage() -> Self::Stage {
        <(Totals<Single<V, F, O, EVEN>, N>, R)>::stage()
    }

    #[inline(always)]
    fn prepare(self, len: usize, stage: &mut Self::Stage) {
        let (Ahead { totals, done }, rest) = self;
        match done.is_empty() {
            true => (totals, rest).prepare(len, stage),
            false => rest.prepare(len, &mut stage.1),
        }
    }

    #[inline(always)]
    unsafe fn near<P: Place>(
        &self,
        place: &P,
        k: usize,
        count: usize,
        stage: &mut Self::Stage,
    ) -> Self::Near {
        let (Ahead { totals, done }, rest) = *self;
        // SAFETY: the caller's promise; the totals of a loop outlive its sweeps.
        unsafe {
            match done.get(k..k + count) {
                Some(done) => (
                    Staged(done.as_ptr()),
                    rest.near(place, k, count, &mut stage.1),
                ),
                None => (totals, rest).near(place, k, count, stage),
            }
        }
    }
}
