//! The stage of the reads of a padded array: some of its rows, continued at both ends.

use std::mem::MaybeUninit;
use std::{ptr, slice};

use super::rows::{Along, Rows};
use super::{PaddedCells, distances};
use crate::element::Element;

/// The elements that there is room for, for each read: where reads are apart, their windows are in the
/// frame of a block beside each other.
const ROOM: usize = 128;

/// The elements of some rows of positions, side by side. All reads of an array share them, and so do
/// neighbouring rows: what one row has below it the next one has beside it.
#[derive(Debug)]
pub struct Window<T, const N: usize, const K: usize> {
    elements: [[MaybeUninit<T>; ROOM]; K],
    /// The place of its first position.
    digits: [usize; N],
    /// The number of rows, none as long as it is empty, and of the positions in each.
    rows: usize,
    count: usize,
    /// The distance of two neighbouring rows of positions.
    pitch: usize,
    /// The places of the elements of the first position.
    places: [usize; K],
}

impl<T: Element, const N: usize, const K: usize> Window<T, N, K> {
    /// An empty one.
    #[inline(always)]
    pub(super) fn new() -> Self {
        Window {
            elements: [const { [const { MaybeUninit::uninit() }; ROOM] }; K],
            digits: [0; N],
            rows: 0,
            count: 0,
            pitch: 0,
            places: [0; K],
        }
    }

    /// The elements of each read for so many positions of a row.
    ///
    /// # Safety
    ///
    /// The window must have been filled, stay as it is for as long as they are asked for, and
    /// [have](Window::has) them.
    #[inline(always)]
    unsafe fn rows<'w>(&self, digits: &[usize; N], count: usize) -> [&'w [T]; K] {
        let row = match N {
            1 => 0,
            _ => digits[N - 2] - self.digits[N - 2],
        };
        let (mut rows, mut read) = ([&[][..]; K], 0);
        while read < K {
            let place = row * self.pitch + self.places[read];
            // SAFETY: the caller's promise.
            rows[read] = unsafe {
                let first = self.elements.as_ptr().cast::<T>().add(place);
                slice::from_raw_parts(first, count)
            };
            read += 1;
        }
        rows
    }

    /// Returns true if so many positions of a row are among those that it was filled for.
    #[inline(always)]
    fn has(&self, digits: &[usize; N], count: usize) -> bool {
        let mut row = 0;
        let mut has = count == self.count && digits[N - 1] == self.digits[N - 1];
        let mut index = N - 1;
        if N > 1 {
            index -= 1;
            row = digits[index].wrapping_sub(self.digits[index]);
        }
        has &= row < self.rows;
        while index > 0 {
            index -= 1;
            has &= digits[index] == self.digits[index];
        }
        has
    }
}

/// Positions of a row that are copied.
struct Columns {
    /// The first of them.
    at: usize,
    /// The first one whose element is inside of the array, and the first one behind that is not.
    from: usize,
    to: usize,
    /// Set if all elements that a row of the array has are inside.
    have_all: bool,
}

impl<T: Element, const BY: usize, const N: usize, const R: usize, const K: usize>
    PaddedCells<'_, T, BY, N, R, K>
{
    /// The elements of each read for so many positions of a row, side by side in a window.
    ///
    /// # Safety
    ///
    /// The window must stay as it is for as long as they are asked for.
    #[inline(always)]
    pub(super) unsafe fn staged<'w>(
        &self,
        digits: &[usize; N],
        count: usize,
        window: &mut Window<T, N, K>,
    ) -> [&'w [T]; K] {
        if !window.has(digits, count) {
            self.fill(digits, count, window);
        }
        // SAFETY: it has them; the caller's promise.
        unsafe { window.rows(digits, count) }
    }

    /// Fills a window with the elements of so many positions of a row, and with those of the rows
    /// below it, if it is a whole one.
    #[inline(never)]
    pub(super) fn fill(&self, digits: &[usize; N], count: usize, window: &mut Window<T, N, K>) {
        let (mut lengths, mut strides) = ([1; R], [0; R]);
        let (mut room, mut axis) = (1, 0);
        while axis < R {
            lengths[axis] = match axis + 1 == R && BY == 1 {
                true => count + self.axes[axis].span,
                false => 1 + self.axes[axis].span,
            };
            room *= lengths[axis];
            axis += 1;
        }
        window.rows = 1;
        if BY == 1
            && let Some(down) = self.rows.down
            && self.is_whole
            && count == self.space.sizes[N - 1]
        {
            let factor = self.axes[down].factor.max(1);
            let more = (K * ROOM / (room / lengths[down]) - lengths[down]) / factor;
            let below = self.space.sizes[N - 2] - digits[N - 2] - 1;
            let more = more.min(below);
            lengths[down] += factor * more;
            window.rows += more;
        }
        let width = if BY == 1 { lengths[R - 1] } else { count };
        let mut stride = 1;
        while axis > 0 {
            axis -= 1;
            strides[axis] = stride;
            stride *= lengths[axis];
        }
        if let Some(down) = self.rows.down {
            window.pitch = self.axes[down].factor * strides[down];
        }
        window.digits = *digits;
        window.count = count;
        window.places = distances(&self.offsets, &strides);
        let rows = stride / lengths[R - 1].max(1);
        let elements = &mut window.elements.as_flattened_mut()[..rows * width];
        let columns = self.columns(digits[N - 1], width);
        let first = self.positions(digits);
        let (mut positions, mut row) = (first, 0);
        while row < rows {
            let places = &mut elements[row * width..][..width];
            self.copy(&positions, &columns, places);
            row += 1;
            // The next row: the last axis goes along it.
            let mut axis = R - 1;
            while axis > 0 {
                axis -= 1;
                positions[axis] += 1;
                if positions[axis] < first[axis].wrapping_add_unsigned(lengths[axis]) {
                    break;
                }
                positions[axis] = first[axis];
            }
        }
        if columns.have_all {
            self.continue_rows(&columns, width, elements);
        }
    }

    /// The positions in a row from `at` on, so many of them.
    #[inline(always)]
    fn columns(&self, at: usize, width: usize) -> Columns {
        let inside = match BY {
            1 => self.axes[R - 1].inside(0),
            _ => self.rows.inside,
        };
        let end = at + width;
        let from = inside.0.clamp(at, end);
        let to = inside.1.clamp(from, end);
        Columns {
            at,
            from,
            to,
            have_all: BY == 1 && to - from == self.axes[R - 1].size,
        }
    }

    /// Copies elements of a row side by side. It is at these positions along the axes that it does not
    /// go along.
    #[inline(always)]
    fn copy(&self, positions: &[isize; R], columns: &Columns, places: &mut [MaybeUninit<T>]) {
        let base = match self.base(positions) {
            Ok(base) => base,
            Err(value) => {
                places.fill(MaybeUninit::new(value));
                return;
            }
        };
        let Rows { first, step, .. } = self.rows;
        let Columns { at, from, to, .. } = *columns;
        let (before, rest) = places.split_at_mut(from - at);
        let (between, behind) = rest.split_at_mut(to - from);
        let first = first.wrapping_add_unsigned(base + from * step);
        match BY {
            1 if !between.is_empty() => {
                let elements = &self.slice[first.cast_unsigned()..][..between.len()];
                // A loop over them takes long without optimisation.
                // SAFETY: there are so many of both, elements are `Copy`, and nobody else knows of
                // the places.
                unsafe {
                    let places = between.as_mut_ptr().cast();
                    ptr::copy_nonoverlapping(elements.as_ptr(), places, elements.len());
                }
            }
            _ => {
                for (j, place) in between.iter_mut().enumerate() {
                    place.write(self.slice[first.cast_unsigned() + j * step]);
                }
            }
        }
        if !columns.have_all {
            self.copy_outside(positions, base, at, before);
            self.copy_outside(positions, base, to, behind);
        }
    }

    /// Continues rows of this width at both ends by elements of their own, all of which are there.
    #[inline(always)]
    fn continue_rows(&self, columns: &Columns, width: usize, elements: &mut [MaybeUninit<T>]) {
        let (axis, inside) = (self.axes[R - 1], columns.from - columns.at);
        let behind = columns.to - columns.at;
        for column in (0..inside).chain(behind..width) {
            let seen = self.outside.seen(axis.at(columns.at + column), axis.size);
            let mut row = 0;
            while row < elements.len() {
                elements[row + column] = match seen {
                    Ok(seen) => elements[row + inside + seen],
                    Err(value) => MaybeUninit::new(value),
                };
                row += width;
            }
        }
    }

    /// Copies the elements from a position in the row on, which are outside. `base` is that of the
    /// row.
    #[inline(always)]
    fn copy_outside(
        &self,
        positions: &[isize; R],
        base: usize,
        from: usize,
        places: &mut [MaybeUninit<T>],
    ) {
        let count = places.len();
        let mut j = 0;
        while j < count {
            let seen = match self.rows.along {
                Some(number) => {
                    let axis = self.axes[number];
                    let seen = self.outside.seen(axis.at(from + j), axis.size);
                    seen.map(|seen| {
                        self.slice[(base + seen * axis.pitch).wrapping_sub(self.skipped)]
                    })
                }
                None => {
                    let mut positions = *positions;
                    for (position, axis) in positions.iter_mut().zip(&self.axes) {
                        if axis.index == N - 1 {
                            *position = axis.at(from + j);
                        }
                    }
                    Ok(self.element(&positions))
                }
            };
            places[j].write(seen.unwrap_or_else(|value| value));
            j += 1;
        }
    }
}

/// The most positions of a row for which a window of so many reads has room.
#[inline(always)]
pub(super) fn most<const R: usize>(axes: &[Along; R], reads: usize) -> usize {
    let (mut rows, mut axis) = (1, 0);
    while axis + 1 < R {
        rows *= axes[axis].span + 1;
        axis += 1;
    }
    (reads * ROOM / rows).saturating_sub(axes[R - 1].span)
}
