//! Padded arrays of several axes, read at the positions of a loop over several indices.

use rows::{Along, Rows};

use super::apart::{Apart, Pieces};
use super::reach::Reach;
use super::space::{self, Space};
use super::{Outside, wrong_length};
use crate::element::Element;

mod pieces;
mod rows;
mod window;

/// The elements that a loop over `N` indices reads of a padded array of `R` axes, by `K` reads that
/// differ in where they begin. `BY` is the distance of two elements of a read in a row, as of
/// [`Cells`](super::Cells).
///
/// A row of positions falls apart into pieces. In the middle all elements are inside of the array,
/// and are read without a condition; what the short piece at each end reads is copied side by side
/// first, once for all reads, and for several rows if these are short.
#[derive(Debug)]
pub struct PaddedCells<'s, T, const BY: usize, const N: usize, const R: usize, const K: usize> {
    slice: &'s [T],
    space: Space<N>,
    /// The axes of the array, the outermost first.
    axes: [Along; R],
    /// The positions of each read along each axis, from those of the first one on.
    offsets: [[usize; R]; K],
    /// The distances that this makes in the slice.
    distances: [usize; K],
    rows: Rows,
    outside: Outside<T>,
    /// The elements of the array in front of the slice; where there are others, it has wrapped
    /// around.
    skipped: usize,
    /// Set if the slice has all elements of the array.
    is_whole: bool,
}

impl<'s, T: Element, const BY: usize, const N: usize, const R: usize, const K: usize>
    PaddedCells<'s, T, BY, N, R, K>
{
    /// The elements of an array of these `axes`, at the position `factor * i + start` along each of
    /// them, where `(i, start, factor)` has the number of an index; one that is not below `N` is 0
    /// everywhere. Each read begins at its `offsets` from there.
    ///
    /// # Panics
    ///
    /// Panics for an array that does not have these axes, or has no elements where one is seen, and
    /// for reads that are far apart.
    #[inline(always)]
    #[must_use]
    pub fn of(
        slice: &'s [T],
        sizes: [usize; N],
        axes: [usize; R],
        map: [(usize, isize, usize); R],
        offsets: [[usize; R]; K],
        outside: Outside<T>,
    ) -> Self {
        let (cells, elements) = Self::along(slice, sizes, axes, map, offsets, outside);
        let is_read = !space::has_none(&sizes);
        if is_read && elements != slice.len() {
            wrong_length(slice.len(), elements);
        }
        if is_read && slice.is_empty() && !matches!(outside, Outside::Value(_)) {
            wrong_length(0, 1);
        }
        cells
    }

    #[inline(always)]
    fn along(
        slice: &'s [T],
        sizes: [usize; N],
        axes: [usize; R],
        map: [(usize, isize, usize); R],
        offsets: [[usize; R]; K],
        outside: Outside<T>,
    ) -> (Self, usize) {
        const {
            assert!(
                K == 1 || BY == 1,
                "only reads of neighbours are read together"
            )
        };
        let (mut pitch, mut step, mut axis) = (1usize, 0, R);
        let (mut along, mut pitches) = ([Along::NONE; R], [0; R]);
        while axis > 0 {
            axis -= 1;
            let ((index, start, factor), size) = (map[axis], axes[axis]);
            let (mut span, mut read) = (0, 0);
            while read < K {
                if offsets[read][axis] > span {
                    span = offsets[read][axis];
                }
                read += 1;
            }
            along[axis] = Along {
                index,
                start,
                factor,
                span,
                size,
                pitch,
            };
            pitches[axis] = pitch;
            if index + 1 == N {
                step += factor * pitch;
            }
            pitch = pitch.saturating_mul(size);
        }
        if BY <= 1 && step != BY && !space::has_none(&sizes) {
            other_distance(BY);
        }
        if window::most(&along, K) == 0 {
            far_apart(K);
        }
        let cells = PaddedCells {
            slice,
            space: Space::of(sizes),
            axes: along,
            offsets,
            distances: distances(&offsets, &pitches),
            rows: Rows::of(&sizes, &along),
            outside,
            skipped: 0,
            is_whole: true,
        };
        (cells, pitch)
    }

    /// The positions along the axes of the first read, at those of the indices.
    #[inline(always)]
    fn positions(&self, digits: &[usize; N]) -> [isize; R] {
        let (mut positions, mut number) = ([0; R], 0);
        while number < R {
            positions[number] = self.axes[number].position(digits);
            number += 1;
        }
        positions
    }

    /// The positions along the axes of a read, where the first one is at these.
    #[inline(always)]
    fn of_read(&self, positions: &[isize; R], read: usize) -> [isize; R] {
        let (mut positions, mut number) = (*positions, 0);
        while number < R {
            let offset = self.offsets[read][number];
            positions[number] = positions[number].wrapping_add_unsigned(offset);
            number += 1;
        }
        positions
    }

    /// The element at these positions along the axes.
    #[inline(always)]
    fn element(&self, positions: &[isize; R]) -> T {
        let (mut at, mut number) = (0, 0);
        while number < R {
            let (axis, position) = (self.axes[number], positions[number]);
            if !axis.has(position) {
                return self.seen(positions);
            }
            at += position.cast_unsigned() * axis.pitch;
            number += 1;
        }
        // SAFETY: by `has`, and as the slice has the elements of these axes.
        unsafe { *self.slice.get_unchecked(at.wrapping_sub(self.skipped)) }
    }

    /// The element at these positions, one of which is outside.
    #[cold]
    #[inline(never)]
    fn seen(&self, positions: &[isize; R]) -> T {
        let mut at = 0;
        for (axis, position) in self.axes.iter().zip(positions) {
            let inside = match axis.has(*position) {
                true => Ok(position.cast_unsigned()),
                false => self.outside.seen(*position, axis.size),
            };
            match inside {
                Ok(inside) => at += inside * axis.pitch,
                Err(value) => return value,
            }
        }
        self.slice[at.wrapping_sub(self.skipped)]
    }

    /// The element at the position 0 of the row at these positions along the axes that it does not go
    /// along.
    ///
    /// # Errors
    ///
    /// The value of all elements, if the row is outside and elements there have one.
    #[inline(always)]
    fn base(&self, positions: &[isize; R]) -> Result<usize, T> {
        let (mut base, mut number) = (0, 0);
        // An iterator takes long without optimisation.
        while number < R {
            let (axis, position) = (self.axes[number], positions[number]);
            number += 1;
            if axis.index == N - 1 {
                continue;
            }
            let inside = match axis.has(position) {
                true => position.cast_unsigned(),
                false => self.outside.seen(position, axis.size)?,
            };
            base += inside * axis.pitch;
        }
        Ok(base)
    }

    /// Returns true if the rows of all reads are inside, where the first one is at these positions.
    #[inline(always)]
    fn are_inside(&self, positions: &[isize; R]) -> bool {
        let (mut are_inside, mut number) = (true, 0);
        while number < R {
            let axis = self.axes[number];
            are_inside &= axis.index == N - 1 || axis.has_all(positions[number]);
            number += 1;
        }
        are_inside
    }

    /// Returns true if a row at the positions of the indices is outside, where all elements have a
    /// value.
    #[inline(always)]
    fn has_a_value(&self, digits: &[usize; N]) -> bool {
        matches!(self.outside, Outside::Value(_)) && !self.are_inside(&self.positions(digits))
    }

    /// The first elements of a row of positions whose elements are inside of the array along it, for
    /// each read.
    #[inline(always)]
    fn direct(&self, digits: &[usize; N]) -> [usize; K] {
        let positions = self.positions(digits);
        let Rows { first, step, .. } = self.rows;
        let first = first.wrapping_add_unsigned(digits[N - 1] * step);
        if !self.are_inside(&positions) {
            return self.direct_around(&positions, first);
        }
        let (mut base, mut number) = (first.cast_unsigned(), 0);
        while number < R {
            let axis = self.axes[number];
            if axis.index != N - 1 {
                base = base.wrapping_add(positions[number].cast_unsigned() * axis.pitch);
            }
            number += 1;
        }
        let (mut places, mut read) = (self.distances, 0);
        while read < K {
            places[read] = places[read].wrapping_add(base);
            read += 1;
        }
        places
    }

    /// [`direct`](PaddedCells::direct), where rows of some reads are outside.
    #[inline(never)]
    fn direct_around(&self, positions: &[isize; R], first: isize) -> [usize; K] {
        let (mut places, mut read) = ([0; K], 0);
        while read < K {
            let positions = self.of_read(positions, read);
            let Ok(base) = self.base(&positions) else {
                unreachable!("elements of a value are copied")
            };
            let (mut place, mut number) = (first.wrapping_add_unsigned(base).cast_unsigned(), 0);
            while number < R {
                let axis = self.axes[number];
                if axis.index == N - 1 {
                    place = place.wrapping_add(self.offsets[read][number] * axis.pitch);
                }
                number += 1;
            }
            places[read] = place;
            read += 1;
        }
        places
    }
}

/// The sums of the offsets of each read, each times a number.
#[inline(always)]
fn distances<const R: usize, const K: usize>(
    offsets: &[[usize; R]; K],
    pitches: &[usize; R],
) -> [usize; K] {
    let (mut distances, mut read) = ([0usize; K], 0);
    while read < K {
        let mut axis = 0;
        while axis < R {
            let distance = offsets[read][axis].wrapping_mul(pitches[axis]);
            distances[read] = distances[read].wrapping_add(distance);
            axis += 1;
        }
        read += 1;
    }
    distances
}

/// Panics for neighbours that are further apart than a type says.
#[cold]
#[inline(never)]
fn other_distance(by: usize) -> ! {
    panic!("a distance of {by} in a row");
}

/// Panics for reads that are too far apart to be read together.
#[cold]
#[inline(never)]
fn far_apart(reads: usize) -> ! {
    panic!("{reads} reads that are far apart");
}

impl<'s, T: Element, const BY: usize, const N: usize, const R: usize, const K: usize>
    PaddedCells<'s, T, BY, N, R, K>
{
    /// The elements of an array of which this process has pieces, as of [`of`](PaddedCells::of). The
    /// pieces have the rows outside that are read.
    ///
    /// # Panics
    ///
    /// Panics where a position reads an element that its piece has not, and for reads that are far
    /// apart.
    #[must_use]
    pub fn apart(
        pieces: Pieces<'s, T>,
        sizes: [usize; N],
        axes: [usize; R],
        map: [(usize, isize, usize); R],
        offsets: [[usize; R]; K],
        outside: Outside<T>,
    ) -> Apart<Self> {
        // All elements between the first read and the last one are copied at the end of a row.
        let mut last = [0; R];
        for offsets in &offsets {
            for (last, offset) in last.iter_mut().zip(offsets) {
                *last = (*last).max(*offset);
            }
        }
        let reads = Reach::each(sizes, axes, map, [[0; R], last]);
        let [before, behind] = pieces.rows;
        let (height, width) = reads[0].shape();
        for rows in reads.iter().map(Reach::rows) {
            assert!(
                rows.start >= -before.cast_signed() && rows.end <= (height + behind).cast_signed(),
                "the rows {rows:?} of {height}, continued by {before} and {behind}"
            );
        }
        // All rows that are read are inside of the array that is continued.
        let (mut axes, mut map) = (axes, map);
        axes[0] += before + behind;
        map[0].1 += before.cast_signed();
        Apart::of(&pieces, &reads, |slice, number, space| {
            let (mut cells, _) = Self::along(slice, sizes, axes, map, offsets, outside);
            let skipped = number.wrapping_add_unsigned(before.wrapping_mul(width));
            cells.space = space;
            cells.skipped = skipped.cast_unsigned();
            cells.rows.first = cells.rows.first.wrapping_sub(skipped);
            cells.is_whole = false;
            cells
        })
    }
}

impl<T: Copy, const BY: usize, const N: usize, const R: usize, const K: usize> Clone
    for PaddedCells<'_, T, BY, N, R, K>
{
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Copy, const BY: usize, const N: usize, const R: usize, const K: usize> Copy
    for PaddedCells<'_, T, BY, N, R, K>
{
}

#[cfg(test)]
mod tests;
