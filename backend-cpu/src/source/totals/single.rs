//! Totals of one fold for each position of a loop.

use super::crossing::{Crossing, CrossingRows};
use super::{Folds, Target};
use crate::element::Element;
use crate::simd;
use crate::source::tiles::{MOST_COLUMNS, Planes, ROWS, Rectangle, Tiling, is_worthwhile};
use std::mem::MaybeUninit;

/// The indices whose terms are taken together before a total is stored.
const TOGETHER: usize = 4;

/// As many rows read an element of a column so few times that it is not worth a copy.
const FEW_ROWS: usize = 2 * ROWS;

/// A fold over an index for each position of a loop.
#[derive(Clone, Copy, Debug)]
pub struct Single<V, F, O> {
    pub(super) open: V,
    pub(super) term: F,
    pub(super) operator: O,
}

impl<T, C, V, F, O, const N: usize> Folds<N> for Single<V, F, O>
where
    T: Element,
    C: Crossing + Tiling<Items = <C as Crossing>::Items>,
    V: Fn([usize; N]) -> (usize, usize, T, C) + Copy,
    F: Fn([usize; N], usize, <C as Crossing>::Items) -> T + Copy,
    O: Fn(T, T) -> T + Copy,
{
    type Total = T;

    const TILED: bool = C::TILED;

    #[inline(always)]
    unsafe fn fill(self, at: [usize; N], totals: &mut [MaybeUninit<T>]) {
        let Single {
            open,
            term,
            operator,
        } = self;
        let width = totals.len();
        if width == 0 {
            return;
        }
        let (from, to, seed, views) = open(at);
        let mut end = at;
        end[N - 1] += width - 1;
        let count = to.saturating_sub(from);
        let rows = views.rows(open(end).3, (from, count), width);
        for total in totals.iter_mut() {
            total.write(seed);
        }
        let add = |position: usize, number: usize, total: T| {
            let mut at = at;
            at[N - 1] += position;
            // SAFETY: both are below what was asked for.
            operator(
                total,
                term(at, from + number, unsafe { rows.get(number, position) }),
            )
        };
        let mut number = 0;
        while number + TOGETHER <= count {
            for (position, total) in totals.iter_mut().enumerate() {
                // SAFETY: all were written.
                let mut sum = unsafe { total.assume_init() };
                for ahead in 0..TOGETHER {
                    sum = add(position, number + ahead, sum);
                }
                total.write(sum);
            }
            number += TOGETHER;
        }
        while number < count {
            for (position, total) in totals.iter_mut().enumerate() {
                // SAFETY: as above.
                let sum = unsafe { total.assume_init() };
                total.write(add(position, number, sum));
            }
            number += 1;
        }
    }

    #[inline(always)]
    fn rectangle(self, at: [usize; N], size: (usize, usize), target: &mut Target<'_, T>) -> bool {
        let corner = |down: usize, right: usize| {
            let mut at = at;
            at[N - 2] += down;
            at[N - 1] += right;
            (self.open)(at)
        };
        let (rows, columns) = size;
        let (from, to, seed, views) = corner(0, 0);
        let count = to.saturating_sub(from);
        if !is_worthwhile(size, count) {
            return false;
        }
        let corners = [
            views,
            corner(0, columns - 1).3,
            corner(rows - 1, 0).3,
            corner(rows - 1, columns - 1).3,
        ];
        let Some(planes) = C::planes(corners, (from, count), size) else {
            return false;
        };
        let rectangle = Rectangle {
            at,
            size,
            indices: (from, count),
            seed,
            term: self.term,
            operator: self.operator,
        };
        let (totals, pitch) = target.rows(rows);
        let is_direct = const { <C::Planes as Planes>::DIRECT }
            && (columns <= MOST_COLUMNS || rows <= FEW_ROWS);
        // SAFETY: there is room for all rows of tiles, and the planes are those of the rectangle,
        // which has some columns.
        unsafe {
            // `tiles-of-totals.md`.
            if is_direct {
                match simd::has_widest() {
                    true => rectangle.fill_directly::<_, 16>(planes, totals, pitch),
                    false => rectangle.fill_directly::<_, 8>(planes, totals, pitch),
                }
                return true;
            }
            match (simd::has_widest(), const { size_of::<T>() <= 4 }) {
                (true, true) => rectangle.fill::<_, 32>(planes, totals, pitch),
                (true, false) => rectangle.fill::<_, 16>(planes, totals, pitch),
                (false, true) => rectangle.fill::<_, 16>(planes, totals, pitch),
                (false, false) => rectangle.fill::<_, 8>(planes, totals, pitch),
            }
        }
        true
    }
}
