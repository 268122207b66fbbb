//! Padded arrays of several axes, read at the positions of a loop over several indices.

use std::mem::MaybeUninit;
use std::ops::Range;
use std::{ptr, slice};

use rows::{Along, Rows};

use super::apart::{Apart, InSpace, Pieces};
use super::forward::{of_rest, of_space};
use super::reach::Reach;
use super::space::{self, Coordinates, Place, Space};
use super::{Near, Outside, Sources, sealed, wrong_length};
use crate::element::Element;
use crate::plain;
use crate::prefetch::Prefetch;

mod rows;

/// The most neighbours of which one is outside that are read together, and the fewest inside that
/// are a piece of their own.
const STAGED: usize = 128;

/// The elements that a loop over `N` indices reads of a padded array of `R` axes. `BY` is the
/// distance of two of them in a row, as of [`Cells`](super::Cells).
///
/// A row of positions falls apart into pieces. In the middle all elements are inside of the array,
/// and are read without a condition; a short piece at each end is copied side by side first.
#[derive(Debug)]
pub struct PaddedCells<'s, T, const BY: usize, const N: usize, const R: usize> {
    slice: &'s [T],
    space: Space<N>,
    /// The axes of the array, the outermost first.
    axes: [Along; R],
    rows: Rows,
    outside: Outside<T>,
    /// The elements of the array in front of the slice; where there are others, it has wrapped
    /// around.
    skipped: usize,
}

impl<'s, T: Element, const BY: usize, const N: usize, const R: usize> PaddedCells<'s, T, BY, N, R> {
    /// The elements of an array of these `axes`, at the position `factor * i + start` along each of
    /// them, where `(i, start, factor)` has the number of an index; one that is not below `N` is 0
    /// everywhere.
    ///
    /// # Panics
    ///
    /// Panics for an array that does not have these axes, or has no elements where one is seen.
    #[must_use]
    pub fn of(
        slice: &'s [T],
        sizes: [usize; N],
        axes: [usize; R],
        map: [(usize, isize, usize); R],
        outside: Outside<T>,
    ) -> Self {
        let cells = Self::along(slice, sizes, axes, map, outside);
        let elements = axes
            .iter()
            .fold(1usize, |all, axis| all.saturating_mul(*axis));
        let is_read = !space::has_none(&sizes);
        if is_read && elements != slice.len() {
            wrong_length(slice.len(), elements);
        }
        if is_read && slice.is_empty() && !matches!(outside, Outside::Value(_)) {
            wrong_length(0, 1);
        }
        cells
    }

    /// The elements of an array of which this process has pieces. These have the rows outside that
    /// are read.
    ///
    /// # Panics
    ///
    /// Panics where a position reads an element that its piece has not.
    #[must_use]
    pub fn apart(
        pieces: Pieces<'s, T>,
        sizes: [usize; N],
        axes: [usize; R],
        map: [(usize, isize, usize); R],
        outside: Outside<T>,
    ) -> Apart<Self> {
        let reach = Reach::of(
            sizes,
            axes,
            map.map(|(index, start, factor)| (index, start, factor.cast_signed())),
        );
        let [before, behind] = pieces.rows;
        let (rows, (height, width)) = (reach.rows(), reach.shape());
        assert!(
            rows.start >= -before.cast_signed() && rows.end <= (height + behind).cast_signed(),
            "the rows {rows:?} of {height}, continued by {before} and {behind}"
        );
        // All rows that are read are inside of the array that is continued.
        let (mut axes, mut map) = (axes, map);
        axes[0] += before + behind;
        map[0].1 += before.cast_signed();
        Apart::of(&pieces, &reach, |slice, number, space| {
            let mut cells = Self::along(slice, sizes, axes, map, outside);
            let skipped = number.wrapping_add_unsigned(before.wrapping_mul(width));
            cells.space = space;
            cells.skipped = skipped.cast_unsigned();
            cells.rows.first = cells.rows.first.wrapping_sub(skipped);
            cells
        })
    }

    fn along(
        slice: &'s [T],
        sizes: [usize; N],
        axes: [usize; R],
        map: [(usize, isize, usize); R],
        outside: Outside<T>,
    ) -> Self {
        let (mut pitch, mut step, mut axis) = (1usize, 0, R);
        let mut along = [Along::NONE; R];
        while axis > 0 {
            axis -= 1;
            let ((index, start, factor), size) = (map[axis], axes[axis]);
            along[axis] = Along {
                index,
                start,
                factor,
                size,
                pitch,
            };
            if index + 1 == N {
                step += factor * pitch;
            }
            pitch = pitch.saturating_mul(size);
        }
        assert!(
            BY > 1 || space::has_none(&sizes) || step == BY,
            "a distance of {BY} in a row"
        );
        PaddedCells {
            slice,
            space: Space::of(sizes),
            axes: along,
            rows: Rows::of(sizes, &along),
            outside,
            skipped: 0,
        }
    }

    /// The element at the positions of the indices.
    #[inline(always)]
    fn at(&self, digits: [usize; N]) -> T {
        let mut at = 0;
        for axis in &self.axes {
            let position = axis.position(digits.get(axis.index).copied().unwrap_or(0));
            if !axis.has(position) {
                return self.seen(digits);
            }
            at += position.cast_unsigned() * axis.pitch;
        }
        // SAFETY: by `has`, and as the slice has the elements of these axes.
        unsafe { *self.slice.get_unchecked(at.wrapping_sub(self.skipped)) }
    }

    /// The element at the positions of the indices, one of which may lead outside.
    #[cold]
    #[inline(never)]
    fn seen(&self, digits: [usize; N]) -> T {
        let mut at = 0;
        for axis in &self.axes {
            let position = axis.position(digits.get(axis.index).copied().unwrap_or(0));
            let inside = match axis.has(position) {
                true => Ok(position.cast_unsigned()),
                false => self.outside.seen(position, axis.size),
            };
            match inside {
                Ok(inside) => at += inside * axis.pitch,
                Err(value) => return value,
            }
        }
        self.slice[at.wrapping_sub(self.skipped)]
    }

    /// The element at the position 0 of the row at the positions of the indices, along the axis that
    /// the row goes along.
    ///
    /// # Errors
    ///
    /// The value of all elements, if the row is outside and elements there have one.
    #[inline(always)]
    fn base(&self, digits: [usize; N]) -> Result<usize, T> {
        let (mut base, mut number) = (0, 0);
        // An iterator takes long without optimisation.
        while number < R {
            let axis = self.axes[number];
            number += 1;
            if axis.index == N - 1 {
                continue;
            }
            let index = if axis.index < N {
                digits[axis.index]
            } else {
                0
            };
            let position = axis.position(index);
            let inside = match axis.has(position) {
                true => position.cast_unsigned(),
                false => self.outside.seen(position, axis.size)?,
            };
            base += inside * axis.pitch;
        }
        Ok(base)
    }

    /// Returns true if the row at the positions of the indices is outside, where all elements have a
    /// value.
    #[inline(always)]
    fn has_a_value(&self, digits: [usize; N]) -> bool {
        matches!(self.outside, Outside::Value(_)) && self.base(digits).is_err()
    }

    /// Copies neighbours side by side, of a row with this [`base`](PaddedCells::base).
    #[inline(never)]
    fn copy(&self, digits: [usize; N], base: Result<usize, T>, places: &mut [MaybeUninit<T>]) {
        let base = match base {
            Ok(base) => base,
            Err(value) => {
                places.fill(MaybeUninit::new(value));
                return;
            }
        };
        let Rows { inside, step, .. } = self.rows;
        let (at, end) = (digits[N - 1], digits[N - 1] + places.len());
        let first = inside.0.clamp(at, end);
        let inside = first..inside.1.clamp(first, end);
        let (before, rest) = places.split_at_mut(inside.start - at);
        let (between, behind) = rest.split_at_mut(inside.len());
        self.copy_outside(digits, base, at, before);
        let first = self
            .rows
            .first
            .wrapping_add_unsigned(base + inside.start * step);
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
        self.copy_outside(digits, base, inside.end, behind);
    }

    /// Copies the elements from a position in the row on, which are outside. `base` is that of the
    /// row.
    #[inline(always)]
    fn copy_outside(
        &self,
        digits: [usize; N],
        base: usize,
        from: usize,
        places: &mut [MaybeUninit<T>],
    ) {
        let mut digits = digits;
        for (j, place) in places.iter_mut().enumerate() {
            digits[N - 1] = from + j;
            let seen = self.rows.along.map(|number| {
                let axis = self.axes[number];
                let position = axis.position(from + j);
                let seen = self.outside.seen(position, axis.size);
                seen.map(|seen| base + seen * axis.pitch)
            });
            place.write(match seen {
                Some(Ok(at)) => self.slice[at.wrapping_sub(self.skipped)],
                Some(Err(value)) => value,
                None => self.at(digits),
            });
        }
    }
}

impl<T: Copy, const BY: usize, const N: usize, const R: usize> Clone
    for PaddedCells<'_, T, BY, N, R>
{
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Copy, const BY: usize, const N: usize, const R: usize> Copy
    for PaddedCells<'_, T, BY, N, R>
{
}

impl<T: Element, const BY: usize, const N: usize, const R: usize> InSpace
    for PaddedCells<'_, T, BY, N, R>
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

impl<T: Element, S: Sources, const BY: usize, const N: usize, const R: usize> sealed::Sealed
    for (PaddedCells<'_, T, BY, N, R>, S)
{
}

#[diagnostic::do_not_recommend]
impl<'s, T: Element, S: Sources, const BY: usize, const N: usize, const R: usize> Sources
    for (PaddedCells<'s, T, BY, N, R>, S)
{
    type Items = (T, S::Items);
    type Near = (PaddedRow<'s, T, BY>, S::Near);
    type Stage = ([MaybeUninit<T>; STAGED], S::Stage);
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
        let element = self.0.at(self.0.space.digits(k));
        // SAFETY: the caller's promise.
        (element, unsafe { self.1.get(k) })
    }

    #[inline(always)]
    fn fetch(self, prefetch: Prefetch, k: usize, count: usize) {
        self.1.fetch(prefetch, k, count);
    }

    of_space!();

    #[inline(always)]
    fn row_rest<P: Place>(&self, place: &P) -> usize {
        let digits = space::digits(place);
        let (from, to) = match self.0.has_a_value(digits) {
            true => (0, 0),
            false => self.0.rows.inside,
        };
        let at = digits[N - 1];
        let rest = self.0.space.sizes[N - 1] - at;
        let piece = match at >= from && at < to {
            // Up to the end of what is inside, unless that is near.
            true if to - at >= STAGED.min(rest) => rest.min(to - at),
            _ if BY == 0 => rest,
            _ => rest.min(STAGED),
        };
        piece.min(self.1.row_rest(place))
    }

    of_rest!(inside, is_far);

    #[inline(always)]
    fn stage() -> Self::Stage {
        ([const { MaybeUninit::uninit() }; STAGED], S::stage())
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
        let digits = space::digits(place);
        let Rows {
            inside: (from, to),
            first,
            step,
            ..
        } = self.0.rows;
        let at = digits[N - 1];
        let base = self.0.base(digits);
        let near = if let Ok(base) = base
            && at >= from
            && at + count.max(1) <= to
        {
            let first = first.wrapping_add_unsigned(base + at * step);
            PaddedRow {
                // SAFETY: it is the place of an element: all of the row's from `from` to `to` are
                // inside of the array.
                elements: unsafe { self.0.slice.get_unchecked(first.cast_unsigned()..) },
                step,
            }
        } else {
            let copies = match BY {
                0 => count.min(1),
                _ => count,
            };
            self.0.copy(digits, base, &mut stage.0[..copies]);
            PaddedRow {
                // SAFETY: so many were copied, and stay for as long as they are asked for.
                elements: unsafe { slice::from_raw_parts(stage.0.as_ptr().cast(), copies) },
                step: 1,
            }
        };
        // SAFETY: the caller's promise.
        (near, unsafe { self.1.near(place, k, count, &mut stage.1) })
    }
}

/// Neighbours in a row of a padded array, in memory at equal distances: in the array, or in a
/// stage, which stays for as long as they are asked for.
#[derive(Clone, Copy, Debug)]
pub struct PaddedRow<'s, T, const BY: usize> {
    elements: &'s [T],
    step: usize,
}

impl<T: Element, S: Near, const BY: usize> Near for (PaddedRow<'_, T, BY>, S) {
    type Items = (T, S::Items);

    #[inline(always)]
    unsafe fn get(&self, j: usize) -> Self::Items {
        let at = match BY {
            0 => 0,
            1 => j,
            _ => j * self.0.step,
        };
        // SAFETY: the caller's promise: `j` is one of the neighbours, which lie there.
        unsafe { (plain::get!(self.0.elements, at), self.1.get(j)) }
    }
}

#[cfg(test)]
mod tests;
