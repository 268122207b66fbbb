//! Totals of one fold for each position of a loop.

use super::crossing::{Crossing, CrossingRows};
use super::fold::Single;
use super::grid::Even;
use super::narrow::{Narrow, Unit};
use super::{Before, Folds, Target};
use crate::element::Element;
use crate::over::Term;
use crate::plain;
use crate::simd::{self, Wide};
use crate::source::STAGED;
use crate::source::tiles::{
    MOST_COLUMNS, Planes, ROWS, Rectangle, TALL, Tiling, is_row_worth_copies, is_worth_copies,
    is_worthwhile,
};
use std::mem::MaybeUninit;
use std::ptr;

/// The indices whose terms are taken together before a total is stored.
#[cfg(not(debug_assertions))]
const TOGETHER: usize = 4;

/// As many rows read an element of a column so few times that it is not worth a copy.
const FEW_ROWS: usize = 2 * ROWS;

impl<T, C, V, F, O, X, const EVEN: bool, const N: usize> Folds<N> for Single<V, F, O, EVEN>
where
    T: Element,
    C: Even + Tiling<Items = <C as Crossing>::Items>,
    V: Fn([usize; N]) -> (usize, usize, T, C) + Copy,
    F: Fn([usize; N], usize, <C as Crossing>::Items) -> X + Copy,
    O: Fn(T, X) -> T + Copy,
    X: Term<T>,
{
    type Total = T;

    const TILED: bool = C::TILED;
    const EVEN: bool = EVEN;

    type Narrow = Narrow<T, C::Grid<N>>;

    #[inline(always)]
    fn narrow(self, at: [usize; N], sizes: [usize; N], most: usize) -> Option<Self::Narrow> {
        self.of_narrow(at, sizes, most)
    }

    #[inline(always)]
    unsafe fn fill_narrow(
        self,
        narrow: &Self::Narrow,
        unit: Unit,
        place: ([usize; N], [usize; N]),
        totals: &mut [MaybeUninit<T>],
    ) {
        // SAFETY: the caller's promise.
        unsafe { self.fill_units(narrow, unit, place, totals) };
    }

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
        if const { C::TILED && !<C::Planes as Planes>::DIRECT } && self.fill_by_copies(at, totals) {
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
        let row = Row {
            at,
            indices: (from, count),
            rows,
            term,
            operator,
            // SAFETY: all were written.
            totals: unsafe { &mut *(ptr::from_mut(totals) as *mut [T]) },
        };
        match const { X::FUSED } {
            true => simd::widely(row),
            false => row.run::<false>(),
        }
    }

    #[inline(always)]
    fn rectangle(self, at: [usize; N], size: (usize, usize), target: &mut Target<'_, T>) -> bool {
        let (from, to, ..) = (self.open)(at);
        self.tiles(
            at,
            size,
            (from, to.saturating_sub(from)),
            Before::Nothing,
            target,
        )
    }
}

/// The terms of some indices for the totals of neighbours in a row, index by index: `rows` must have the
/// elements of as many of both.
pub(super) struct Row<'t, R, F, O, T, const N: usize> {
    /// The coordinates of the first position.
    pub(super) at: [usize; N],
    /// The first index, and the number of all.
    pub(super) indices: (usize, usize),
    pub(super) rows: R,
    pub(super) term: F,
    pub(super) operator: O,
    /// The totals, to which the terms of other indices have come.
    pub(super) totals: &'t mut [T],
}

impl<R, F, O, T, X, const N: usize> Wide for Row<'_, R, F, O, T, N>
where
    T: Copy,
    R: CrossingRows,
    F: Fn([usize; N], usize, R::Items) -> X + Copy,
    O: Fn(T, X) -> T + Copy,
{
    #[inline(always)]
    fn run<const WIDEST: bool>(self) {
        let Row {
            at,
            indices: (from, count),
            rows,
            term,
            operator,
            totals,
        } = self;
        // Without optimisation a total stays in its place until all terms have come to it.
        #[cfg(debug_assertions)]
        plain::places!(position, total in totals; {
            let mut at = at;
            at[N - 1] += position;
            let mut sum = *total;
            plain::count!(number in 0, count; {
                // SAFETY: what the fields must be.
                let items = unsafe { rows.get(number, position) };
                sum = operator(sum, term(at, from + number, items));
            });
            *total = sum;
        });
        #[cfg(not(debug_assertions))]
        add_in_parts(at, (from, count), rows, term, operator, totals);
    }
}

/// Takes the terms of a row in, those of a few indices for one total after the other.
#[cfg(not(debug_assertions))]
#[inline(always)]
fn add_in_parts<R, F, O, T, X, const N: usize>(
    at: [usize; N],
    (from, count): (usize, usize),
    rows: R,
    term: F,
    operator: O,
    totals: &mut [T],
) where
    T: Copy,
    R: CrossingRows,
    F: Fn([usize; N], usize, R::Items) -> X + Copy,
    O: Fn(T, X) -> T + Copy,
{
    let add = |position: usize, number: usize, total: T| {
        let mut at = at;
        at[N - 1] += position;
        // SAFETY: what the fields of a `Row` must be.
        let items = unsafe { rows.get(number, position) };
        operator(total, term(at, from + number, items))
    };
    let mut number = 0;
    while number + TOGETHER <= count {
        plain::places!(position, total in totals; {
            let mut sum = *total;
            plain::count!(ahead in 0, TOGETHER; {
                sum = add(position, number + ahead, sum);
            });
            *total = sum;
        });
        number += TOGETHER;
    }
    while number < count {
        plain::places!(position, total in totals; {
            *total = add(position, number, *total);
        });
        number += 1;
    }
}

/// The tiles of a rectangle, of `R` rows each: there must be room for the totals of whole tiles, and
/// the planes must be those of the rectangle, which has [`LEAST`](crate::source::tiles) columns at
/// least where they are read directly.
struct Tiles<P, F, O, T, const N: usize, const R: usize> {
    rectangle: Rectangle<F, O, T, N>,
    planes: P,
    totals: *mut T,
    pitch: usize,
    is_direct: bool,
}

impl<P, F, O, T, X, const N: usize, const R: usize> Wide for Tiles<P, F, O, T, N, R>
where
    T: Copy,
    P: Planes,
    F: Fn([usize; N], usize, P::Items) -> X + Copy,
    O: Fn(T, X) -> T + Copy,
    X: Term<T>,
{
    const APART: bool = !X::FUSED;

    #[inline(always)]
    fn run<const WIDEST: bool>(self) {
        let Tiles {
            rectangle,
            planes,
            totals,
            pitch,
            is_direct,
        } = self;
        // SAFETY: what the fields must be.
        unsafe {
            // `tiles-of-totals.md`.
            if const { P::DIRECT && R == ROWS } && is_direct {
                return match const { WIDEST } {
                    true => rectangle.fill_directly::<_, _, 16>(planes, totals, pitch),
                    false => rectangle.fill_directly::<_, _, 8>(planes, totals, pitch),
                };
            }
            // Each condition by itself, so that a build without optimisation has one of them.
            if const { WIDEST && R == ROWS && size_of::<T>() <= 4 } {
                rectangle.fill::<_, _, TALL, 32>(planes, totals, pitch);
            } else if const { WIDEST && R == ROWS } {
                rectangle.fill::<_, _, TALL, 16>(planes, totals, pitch);
            } else if const { WIDEST && size_of::<T>() <= 4 } {
                rectangle.fill::<_, _, R, 32>(planes, totals, pitch);
            } else if const { WIDEST || size_of::<T>() <= 4 } {
                rectangle.fill::<_, _, R, 16>(planes, totals, pitch);
            } else {
                rectangle.fill::<_, _, R, 8>(planes, totals, pitch);
            }
        }
    }
}

impl<V, F, O, const EVEN: bool> Single<V, F, O, EVEN> {
    /// Computes the totals of a rectangle of `(rows, columns)` over some of its indices, if it is worth
    /// tiles, which go on with what indices before these have come to.
    #[inline(always)]
    pub(super) fn tiles<T, X, C, const N: usize>(
        self,
        at: [usize; N],
        size: (usize, usize),
        (from, count): (usize, usize),
        before: Before<'_, T>,
        target: &mut Target<'_, T>,
    ) -> bool
    where
        T: Element,
        C: Crossing + Tiling<Items = <C as Crossing>::Items>,
        V: Fn([usize; N]) -> (usize, usize, T, C) + Copy,
        F: Fn([usize; N], usize, <C as Crossing>::Items) -> X + Copy,
        O: Fn(T, X) -> T + Copy,
        X: Term<T>,
    {
        let corner = |down: usize, right: usize| {
            let mut at = at;
            at[N - 2] += down;
            at[N - 1] += right;
            (self.open)(at)
        };
        let (rows, columns) = size;
        let (.., seed, views) = corner(0, 0);
        let is_worthwhile = match const { <C::Planes as Planes>::DIRECT } {
            true => is_worthwhile(size, count),
            false => is_worth_copies(size, count),
        };
        if !is_worthwhile {
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
        let is_new = matches!(before, Before::Nothing);
        let rectangle = Rectangle {
            at,
            size,
            indices: (from, count),
            is_resumed: !is_new,
            seed,
            term: self.term,
            operator: self.operator,
        };
        let (totals, pitch) = match before {
            Before::Nothing | Before::There => target.rows(rows),
            Before::Elsewhere(before) => target.rows_of(before, size, seed),
        };
        // Tiles that are not copied overlap, and would go on with what they have come to themselves.
        let is_direct = const { <C::Planes as Planes>::DIRECT }
            && is_new
            && (columns <= MOST_COLUMNS || rows <= FEW_ROWS)
            && planes.are_near(count);
        // There is room for all rows of tiles, and the planes are those of the rectangle, which has
        // some columns.
        simd::widely(Tiles::<_, _, _, _, N, ROWS> {
            rectangle,
            planes,
            totals,
            pitch,
            is_direct,
        });
        true
    }

    /// Computes the totals of neighbours in a row from copies of what they read, if that is worth
    /// it: their elements are not next to each other.
    #[inline(never)]
    fn fill_by_copies<T, X, C, const N: usize>(
        self,
        at: [usize; N],
        totals: &mut [MaybeUninit<T>],
    ) -> bool
    where
        T: Element,
        C: Crossing + Tiling<Items = <C as Crossing>::Items>,
        V: Fn([usize; N]) -> (usize, usize, T, C) + Copy,
        F: Fn([usize; N], usize, <C as Crossing>::Items) -> X + Copy,
        O: Fn(T, X) -> T + Copy,
        X: Term<T>,
    {
        let columns = totals.len();
        if columns == 0 || columns > STAGED {
            return false;
        }
        let mut end = at;
        end[N - 1] += columns - 1;
        let ((from, to, seed, first), (.., last)) = ((self.open)(at), (self.open)(end));
        let count = to.saturating_sub(from);
        if !is_row_worth_copies(columns, count) {
            return false;
        }
        let corners = [first, last, (self.open)(at).3, (self.open)(end).3];
        let size = (1, columns);
        let Some(planes) = C::planes(corners, (from, count), size) else {
            return false;
        };
        let rectangle = Rectangle {
            at,
            size,
            indices: (from, count),
            is_resumed: false,
            seed,
            term: self.term,
            operator: self.operator,
        };
        let mut room = [const { MaybeUninit::<T>::uninit() }; STAGED];
        // There is room for as many columns, in whole tiles, and the planes are those of the rectangle.
        simd::widely(Tiles::<_, _, _, _, N, 1> {
            rectangle,
            planes,
            totals: room.as_mut_ptr().cast::<T>(),
            pitch: STAGED,
            is_direct: false,
        });
        totals.copy_from_slice(&room[..columns]);
        true
    }
}
