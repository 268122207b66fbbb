//! Views of arrays as the positions of a row, and rows, see them.

use crate::over::View;

/// A view whose elements are next to each other for neighbouring positions if `ALONG` is 1, and the
/// same for all positions of a row if it is 0; any other number says that the distance is known
/// only when the program runs. `DOWN` is 0 if elements are the same for all rows, 1 if they may
/// differ, and any other number if nothing is known of rows.
#[derive(Debug)]
pub struct Across<'s, T, const ALONG: usize, const DOWN: usize, const R: usize>(
    pub(super) View<'s, T, 2, R>,
);

impl<'s, T, const ALONG: usize, const DOWN: usize, const R: usize> Across<'s, T, ALONG, DOWN, R> {
    /// The elements of a view.
    #[inline(always)]
    #[must_use]
    pub fn of(slice: &'s [T], axes: [(usize, usize, usize); R]) -> Self {
        Across(View::of(slice, axes))
    }
}
