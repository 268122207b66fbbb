//! A padded array as a source: the pieces in which rows of positions are read.

use std::ops::Range;

use super::super::apart::InSpace;
use super::super::forward::{of_rest, of_space};
use super::super::space::{self, Coordinates, Place};
use super::super::{Near, Sources, sealed};
use super::PaddedCells;
use super::window::{self, Window};
use crate::element::Element;
use crate::plain;
use crate::prefetch::Prefetch;

/// The most neighbours of which one is outside that are read together, and the fewest inside that
/// are a piece of their own.
const STAGED: usize = 128;

impl<T: Element, const BY: usize, const N: usize, const R: usize, const K: usize> InSpace
    for PaddedCells<'_, T, BY, N, R, K>
{
    #[inline(always)]
    fn sizes(&self) -> &[usize] {
        &self.space.sizes
    }

    #[inline(always)]
    fn from(self, start: usize) -> Self {
        let space = self.space.from(start);
        PaddedCells { space, ..self }
    }
}

impl<T: Element, S: Sources, const BY: usize, const N: usize, const R: usize, const K: usize>
    sealed::Sealed for (PaddedCells<'_, T, BY, N, R, K>, S)
{
}

#[diagnostic::do_not_recommend]
impl<'s, T: Element, S: Sources, const BY: usize, const N: usize, const R: usize, const K: usize>
    Sources for (PaddedCells<'s, T, BY, N, R, K>, S)
{
    type Items = ([T; K], S::Items);
    type Near = (PaddedRow<'s, T, BY, K>, S::Near);
    type Stage = (Window<T, N, K>, S::Stage);
    type Place = Coordinates<N>;

    const COMPONENTS: bool = <(&[T], S)>::COMPONENTS;
    const PADDED: bool = S::PADDED;

    #[inline(always)]
    fn check(self, len: usize) {
        self.0.space.check(len, self.1.sizes());
        self.1.check(len);
    }

    #[inline(always)]
    unsafe fn from(self, start: usize) -> Self {
        let (cells, rest) = self;
        // SAFETY: the caller's promise.
        (cells.from(start), unsafe { rest.from(start) })
    }

    #[inline(always)]
    unsafe fn get(&self, k: usize) -> Self::Items {
        let cells = &self.0;
        let positions = cells.positions(&cells.space.digits(k));
        let mut elements = [cells.element(&cells.of_read(&positions, 0)); K];
        plain::count!(read in 1, K; {
            elements[read] = cells.element(&cells.of_read(&positions, read));
        });
        // SAFETY: the caller's promise.
        (elements, unsafe { self.1.get(k) })
    }

    #[inline(always)]
    fn fetch(self, prefetch: Prefetch, k: usize, count: usize) {
        self.1.fetch(prefetch, k, count);
    }

    of_space!();

    #[inline(always)]
    fn row_rest<P: Place>(&self, place: &P) -> usize {
        let digits = space::digits(place);
        let (from, to) = match self.0.has_a_value(&digits) {
            true => (0, 0),
            false => self.0.rows.inside,
        };
        let at = digits[N - 1];
        let rest = self.0.space.sizes[N - 1] - at;
        let piece = match at >= from && at < to {
            // Up to the end of what is inside, unless that is near.
            true if to - at >= STAGED.min(rest) => rest.min(to - at),
            _ if BY == 0 => rest,
            _ => rest.min(STAGED).min(window::most(&self.0.axes, K)),
        };
        piece.min(self.1.row_rest(place))
    }

    of_rest!(inside, is_far);

    #[inline(always)]
    fn stage() -> Self::Stage {
        (Window::new(), S::stage())
    }

    #[inline(always)]
    fn prepare(self, len: usize, stage: &mut Self::Stage) {
        self.1.prepare(len, &mut stage.1);
    }

    #[inline(always)]
    unsafe fn near<P: Place>(
        &self,
        place: &P,
        k: usize,
        count: usize,
        stage: &mut Self::Stage,
    ) -> Self::Near {
        const { assert!(P::INDICES == N) };
        let (cells, digits) = (&self.0, space::digits(place));
        let (at, (from, to)) = (digits[N - 1], cells.rows.inside);
        let near = if at >= from && at + count.max(1) <= to && !cells.has_a_value(&digits) {
            let places = cells.direct(&digits);
            let (mut rows, mut read) = ([&cells.slice[..0]; K], 0);
            while read < K {
                // SAFETY: it is the place of an element: all of the row's from `from` to `to` are
                // inside of the array.
                rows[read] = unsafe { cells.slice.get_unchecked(places[read]..) };
                read += 1;
            }
            PaddedRow {
                rows,
                step: cells.rows.step,
            }
        } else {
            let count = match BY {
                0 => count.min(1),
                _ => count,
            };
            // SAFETY: the window stays for as long as the elements are asked for.
            let rows = unsafe { cells.staged(&digits, count, &mut stage.0) };
            PaddedRow { rows, step: 1 }
        };
        // SAFETY: the caller's promise.
        (near, unsafe { self.1.near(place, k, count, &mut stage.1) })
    }
}

/// Neighbours in a row of a padded array for each read, in memory at equal distances: in the array,
/// or in a stage, which stays for as long as they are asked for.
#[derive(Clone, Copy, Debug)]
pub struct PaddedRow<'s, T, const BY: usize, const K: usize> {
    rows: [&'s [T]; K],
    step: usize,
}

impl<T: Element, S: Near, const BY: usize, const K: usize> Near for (PaddedRow<'_, T, BY, K>, S) {
    type Items = ([T; K], S::Items);

    #[inline(always)]
    unsafe fn get(&self, j: usize) -> Self::Items {
        let row = &self.0;
        let at = match BY {
            0 => 0,
            1 => j,
            _ => j * row.step,
        };
        // SAFETY: the caller's promise: `j` is one of the neighbours, which lie there.
        unsafe {
            let mut elements = [plain::get!(row.rows[0], at); K];
            plain::count!(read in 1, K; {
                elements[read] = plain::get!(row.rows[read], at);
            });
            (elements, self.1.get(j))
        }
    }
}
