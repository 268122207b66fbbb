//! Padded arrays of several axes, read at the positions of a loop over several indices.

use std::mem::MaybeUninit;
use std::ops::Range;
use std::slice;

use super::forward::{of_rest, of_space};
use super::space::{self, Coordinates, Place, Space};
use super::{Near, Outside, Sources, sealed, wrong_length};
use crate::element::Element;
use crate::plain;
use crate::prefetch::Prefetch;

/// The most neighbours of which one is outside that are read together, and the fewest inside that
/// are a piece of their own.
const STAGED: usize = 64;

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
    outside: Outside<T>,
}

/// The positions that are read along an axis: `factor * i + start`.
#[derive(Clone, Copy, Debug)]
struct Along {
    /// The number of the index `i`; one that the loop has not is 0 everywhere.
    index: usize,
    start: isize,
    factor: usize,
    /// The number of positions inside.
    size: usize,
    /// The distance of two neighbours in the slice.
    pitch: usize,
}

/// A row of positions: what is read there, from the row's first position on.
#[derive(Clone, Copy, Debug)]
struct Row<T> {
    /// The number of the position in the row at which it is looked at.
    at: usize,
    /// The number of positions in the row.
    width: usize,
    /// The positions in the row whose elements are inside of the array.
    inside: (usize, usize),
    /// The element at the first position, if it were inside.
    first: isize,
    /// The distance of two neighbours.
    step: usize,
    /// The element at the row's position 0 along the axis that it goes along.
    base: usize,
    /// The only axis that it goes along.
    along: Option<Along>,
    /// The element at all positions, if the row is outside and elements there have a value.
    value: Option<T>,
}

impl Along {
    /// None.
    const NONE: Along = Along {
        index: 0,
        start: 0,
        factor: 0,
        size: 0,
        pitch: 0,
    };

    /// The position along the axis.
    #[inline(always)]
    fn position(self, index: usize) -> isize {
        self.start
            .wrapping_add_unsigned(self.factor.wrapping_mul(index))
    }

    #[inline(always)]
    fn has(self, position: isize) -> bool {
        position >= 0 && position.cast_unsigned() < self.size
    }
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
        let is_read = !space::has_none(&sizes);
        if is_read && pitch != slice.len() {
            wrong_length(slice.len(), pitch);
        }
        if is_read && slice.is_empty() && !matches!(outside, Outside::Value(_)) {
            wrong_length(0, 1);
        }
        assert!(
            BY > 1 || !is_read || step == BY,
            "a distance of {BY} in a row"
        );
        PaddedCells {
            slice,
            space: Space::of(sizes),
            axes: along,
            outside,
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
        unsafe { *self.slice.get_unchecked(at) }
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
        self.slice[at]
    }

    /// The row of the position `k`.
    #[inline(always)]
    fn row(&self, digits: [usize; N]) -> Row<T> {
        let last = N - 1;
        let mut row = Row {
            at: digits[last],
            width: self.space.sizes[last],
            inside: (0, self.space.sizes[last]),
            first: 0,
            step: 0,
            base: 0,
            along: None,
            value: None,
        };
        let mut several = false;
        for axis in &self.axes {
            if axis.index == last {
                several |= row.along.is_some();
                row.along = Some(*axis);
                let before = match usize::try_from(axis.start) {
                    Ok(_) => 0,
                    Err(_) => axis.start.unsigned_abs().div_ceil(axis.factor),
                };
                let size = axis.size.cast_signed().saturating_sub(axis.start);
                let end = usize::try_from(size).unwrap_or(0).div_ceil(axis.factor);
                row.inside = (row.inside.0.max(before), row.inside.1.min(end));
                row.first = row
                    .first
                    .wrapping_add(axis.start.wrapping_mul(axis.pitch.cast_signed()));
                row.step += axis.factor * axis.pitch;
                continue;
            }
            let position = axis.position(digits.get(axis.index).copied().unwrap_or(0));
            let inside = match axis.has(position) {
                true => Ok(position.cast_unsigned()),
                false => self.outside.seen(position, axis.size),
            };
            match inside {
                Ok(inside) => {
                    row.first = row.first.wrapping_add_unsigned(inside * axis.pitch);
                    row.base += inside * axis.pitch;
                }
                Err(value) => (row.inside, row.value) = ((0, 0), Some(value)),
            }
        }
        if several {
            row.along = None;
        }
        row
    }

    /// Copies neighbours side by side.
    #[inline(never)]
    fn copy(&self, digits: [usize; N], row: Row<T>, places: &mut [MaybeUninit<T>]) {
        if let Some(value) = row.value {
            places.fill(MaybeUninit::new(value));
            return;
        }
        let end = row.at + places.len();
        let first = row.inside.0.clamp(row.at, end);
        let inside = first..row.inside.1.clamp(first, end);
        let (before, rest) = places.split_at_mut(inside.start - row.at);
        let (between, behind) = rest.split_at_mut(inside.len());
        self.copy_outside(digits, row, row.at, before);
        let first = row.first.wrapping_add_unsigned(inside.start * row.step);
        match BY {
            1 if !between.is_empty() => {
                let elements = &self.slice[first.cast_unsigned()..][..between.len()];
                for (place, element) in between.iter_mut().zip(elements) {
                    place.write(*element);
                }
            }
            _ => {
                for (j, place) in between.iter_mut().enumerate() {
                    place.write(self.slice[first.cast_unsigned() + j * row.step]);
                }
            }
        }
        self.copy_outside(digits, row, inside.end, behind);
    }

    /// Copies the elements from a position in the row on, which are outside.
    #[inline(always)]
    fn copy_outside(
        &self,
        digits: [usize; N],
        row: Row<T>,
        from: usize,
        places: &mut [MaybeUninit<T>],
    ) {
        let mut digits = digits;
        for (j, place) in places.iter_mut().enumerate() {
            digits[N - 1] = from + j;
            let seen = row.along.map(|axis| {
                let position = axis.position(from + j);
                let seen = self.outside.seen(position, axis.size);
                seen.map(|seen| row.base + seen * axis.pitch)
            });
            place.write(match seen {
                Some(Ok(at)) => self.slice[at],
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
        let space = cells.space.from(start);
        // SAFETY: the caller's promise.
        unsafe { (PaddedCells { space, ..cells }, rest.from(start)) }
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
        let row = self.0.row(space::digits(place));
        let (from, to) = row.inside;
        let rest = row.width - row.at;
        let piece = match row.at >= from && row.at < to {
            // Up to the end of what is inside, unless that is near.
            true if to - row.at >= STAGED.min(rest) => rest.min(to - row.at),
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
        let row = self.0.row(digits);
        let (from, to) = row.inside;
        let near = if row.at >= from && row.at + count.max(1) <= to {
            let first = row.first.wrapping_add_unsigned(row.at * row.step);
            PaddedRow {
                // SAFETY: it is the place of an element: all of the row's from `from` to `to` are
                // inside of the array.
                elements: unsafe { self.0.slice.get_unchecked(first.cast_unsigned()..) },
                step: row.step,
            }
        } else {
            let copies = match BY {
                0 => count.min(1),
                _ => count,
            };
            self.0.copy(digits, row, &mut stage.0[..copies]);
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
