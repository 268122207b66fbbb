//! The elements that folds over an index read for neighbouring positions of a row.

use crate::element::Element;
use crate::plain;
use crate::source::Across;

/// The views of totals: `(a, (b, … ()))`.
pub trait Crossing {
    /// One element of each.
    type Items;

    /// The elements of some indices for the positions of a row.
    #[doc(hidden)]
    type Rows: CrossingRows<Items = Self::Items>;

    /// The elements of `count` indices from `from` on, for so many positions, of which `last` has
    /// the views of the last one.
    #[doc(hidden)]
    fn rows(self, last: Self, indices: (usize, usize), positions: usize) -> Self::Rows;
}

/// The elements of views for the positions of a row: `(a, (b, … ()))`.
#[doc(hidden)]
pub trait CrossingRows: Copy {
    /// One element of each.
    type Items;

    /// The elements of an index of this number, for a position of this number.
    ///
    /// # Safety
    ///
    /// Both must be below what was asked for.
    unsafe fn get(&self, number: usize, position: usize) -> Self::Items;
}

impl Crossing for () {
    type Items = ();
    type Rows = ();

    #[inline(always)]
    fn rows(self, (): (), _indices: (usize, usize), _positions: usize) {}
}

impl CrossingRows for () {
    type Items = ();

    #[inline(always)]
    unsafe fn get(&self, _number: usize, _position: usize) {}
}

/// The elements of a view for the positions of a row.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Plane<'s, T, const ALONG: usize> {
    slice: &'s [T],
    stride: usize,
    along: usize,
}

impl<'s, T: Element, C: Crossing, const ALONG: usize, const DOWN: usize, const R: usize> Crossing
    for (Across<'s, T, ALONG, DOWN, R>, C)
{
    type Items = (T, C::Items);
    type Rows = (Plane<'s, T, ALONG>, C::Rows);

    #[inline(always)]
    fn rows(self, last: Self, (from, count): (usize, usize), positions: usize) -> Self::Rows {
        let rest = self.1.rows(last.1, (from, count), positions);
        let (view, last) = (self.0.0, last.0.0);
        if count == 0 {
            let slice = &view.slice()[..0];
            let (stride, along) = (0, 0);
            return (
                Plane {
                    slice,
                    stride,
                    along,
                },
                rest,
            );
        }
        let (first, stride) = view.place(from, count);
        let (end, end_stride) = last.place(from, count);
        let steps = positions.saturating_sub(1);
        let along = match ALONG {
            0 | 1 => ALONG,
            _ if steps == 0 => 0,
            _ => end.wrapping_sub(first) / steps,
        };
        // Both ends are inside of the slice, for all indices, and what is between them is between.
        let is_even = along
            .checked_mul(steps)
            .and_then(|all| all.checked_add(first))
            == Some(end);
        assert!(
            is_even && stride == end_stride && std::ptr::eq(view.slice(), last.slice()),
            "positions of a row are evenly apart"
        );
        let slice = &view.slice()[first..];
        let plane = Plane {
            slice,
            stride,
            along,
        };
        (plane, rest)
    }
}

impl<T: Element, C: CrossingRows, const ALONG: usize> CrossingRows for (Plane<'_, T, ALONG>, C) {
    type Items = (T, C::Items);

    #[inline(always)]
    unsafe fn get(&self, number: usize, position: usize) -> Self::Items {
        let (plane, rest) = self;
        let at = match ALONG {
            0 => number * plane.stride,
            1 => number * plane.stride + position,
            _ => number * plane.stride + position * plane.along,
        };
        // SAFETY: the caller's promise; the element is between those of the first and the last
        // index and position, which are inside.
        unsafe { (plain::get!(plane.slice, at), rest.get(number, position)) }
    }
}
