//! Arrays of the caller's that bands write while they need old rows of them.
//!
//! A band reads old rows where they are, and the rows that it makes wait until no later band of its
//! strip needs those in their place: some rows are kept, and no array. A strip is some bands that one
//! thread does in order. The old rows that it needs of its neighbours' are copied before anybody
//! writes.

use std::collections::VecDeque;
use std::ops::Range;

use crate::element::Element;
use crate::error::Fault;
use crate::inset::Inset;
use crate::memory;
use crate::sink::output_buffer::{OutputBuffer, Provided};

/// The name of copies of old rows in errors.
const AROUND: &str = "the rows around a band";

/// An array of the caller's of which bands write rows, and need old ones.
#[derive(Debug)]
pub struct RowsHeld<'y, T, const N: usize> {
    elements: OutputBuffer<T, Provided<'y, T>>,
    /// The number of elements of a row.
    width: usize,
    /// The elements that are written.
    inset: Inset<N>,
    /// The first row that the first band writes.
    begin: usize,
    /// The number of elements that are written of a row.
    written: usize,
    /// The first old row that a band needs, counted from its own, and the number of those that it
    /// needs more than its own; none if it needs no old ones.
    window: Option<(usize, usize)>,
}

impl<'y, T: Element, const N: usize> RowsHeld<'y, T, N> {
    /// These elements of an array of these sizes, the rows along its first axis. Bands write so many
    /// of them along each axis, from these coordinates on.
    ///
    /// # Panics
    ///
    /// Panics where an axis has not as many.
    #[inline]
    #[must_use]
    pub fn of(
        elements: &'y mut [T],
        sizes: [usize; N],
        begins: [usize; N],
        counts: [usize; N],
    ) -> Self {
        let product = |axes: &[usize]| {
            axes.iter()
                .fold(1, |all: usize, axis| all.saturating_mul(*axis))
        };
        RowsHeld {
            elements: OutputBuffer::of_slice(elements),
            width: product(&sizes[1..]),
            inset: Inset::of(sizes, begins, counts),
            begin: begins[0].min(sizes[0]),
            written: product(&counts[1..]),
            window: None,
        }
    }

    /// Declares that a band needs the old rows from `first` behind its own first one on, and `more`
    /// than its own.
    #[inline]
    #[must_use]
    pub fn around(self, first: usize, more: usize) -> Self {
        RowsHeld {
            window: Some((first, more)),
            ..self
        }
    }

    /// The number of rows.
    fn height(&self) -> usize {
        match self.width {
            0 => usize::MAX,
            width => self.elements.len() / width,
        }
    }

    /// The old rows that some bands need.
    fn needed(&self, bands: &Range<usize>) -> Range<usize> {
        match self.window {
            Some((first, more)) => bands.start + first..bands.end + first + more,
            None => 0..0,
        }
    }

    /// The rows that nobody but a strip writes: its own, and those behind the last one's and before
    /// the first one's.
    fn own(&self, strip: &Range<usize>, all: usize) -> Range<usize> {
        let start = match strip.start {
            0 => 0,
            start => start + self.begin,
        };
        let end = match strip.end == all {
            true => usize::MAX,
            false => strip.end + self.begin,
        };
        start..end
    }

    /// Some rows.
    ///
    /// # Safety
    ///
    /// There must be these rows, and nobody write them as long as they are used.
    unsafe fn slice(&self, rows: Range<usize>) -> &[T] {
        let len = rows.len() * self.width;
        if len == 0 {
            return &[];
        }
        // SAFETY: the caller's promise.
        unsafe { std::slice::from_raw_parts(self.elements.from(rows.start * self.width), len) }
    }
}

/// The old rows that a strip needs of its neighbours'.
#[doc(hidden)]
#[derive(Debug)]
pub struct Borders<T> {
    above: Vec<T>,
    below: Vec<T>,
}

/// Old rows of an array, while a band is done.
#[derive(Debug)]
pub struct OldRows<T> {
    data: *const T,
    len: usize,
}

impl<T> OldRows<T> {
    fn of(elements: &[T]) -> Self {
        OldRows {
            data: elements.as_ptr(),
            len: elements.len(),
        }
    }

    /// Their elements.
    #[inline]
    #[must_use]
    pub fn elements(&self) -> &[T] {
        // SAFETY: bands are given references to rows that nobody writes until they are done.
        unsafe { std::slice::from_raw_parts(self.data, self.len) }
    }
}

/// A list of arrays of the caller's that bands hold rows of: `(RowsHeld, (RowsHeld, … ()))`.
pub trait Held: Sync + super::sealed::Sealed {
    /// Set if there are none.
    #[doc(hidden)]
    const IS_EMPTY: bool;
    /// The old rows of each that a band is given.
    type Old;
    /// The rows that a band makes of each.
    type Made: Sync;
    #[doc(hidden)]
    type Borders: Sync;
    /// The memory for rows that do not follow each other.
    #[doc(hidden)]
    type Buffers: Default;

    /// Checks that there are the rows that bands need and write.
    #[doc(hidden)]
    fn check(&self, rows: usize);

    /// The rows that a band needs before those that it writes, at most.
    #[doc(hidden)]
    fn before(&self) -> usize;

    /// The rows that a strip needs of its neighbours.
    ///
    /// # Errors
    ///
    /// If there is no memory for them.
    ///
    /// # Safety
    ///
    /// Nobody may have written any, nor write at the same time; rows must be checked.
    #[doc(hidden)]
    unsafe fn borders(&self, strip: &Range<usize>, all: usize) -> Result<Self::Borders, Fault>;

    /// The old rows that a band needs.
    ///
    /// # Errors
    ///
    /// If there is no memory for those that do not follow each other.
    ///
    /// # Safety
    ///
    /// None of the rows that the strip writes and this band needs may have been written, and none be
    /// written as long as they are used, nor the buffers. Rows must be checked.
    #[doc(hidden)]
    unsafe fn rows(
        &self,
        band: &Range<usize>,
        strip: (&Range<usize>, usize, &Self::Borders),
        buffers: &mut Self::Buffers,
    ) -> Result<Self::Old, Fault>;

    /// Checks that a band made its rows.
    #[doc(hidden)]
    fn check_made(&self, made: &Self::Made, rows: usize);

    /// Writes some of the rows that were made from the row `start` on.
    ///
    /// # Safety
    ///
    /// They must be made and checked, and nobody else use them at the same time.
    #[doc(hidden)]
    unsafe fn put(&self, made: &Self::Made, start: usize, rows: Range<usize>);
}

impl Held for () {
    const IS_EMPTY: bool = true;
    type Old = ();
    type Made = ();
    type Borders = ();
    type Buffers = ();

    #[inline]
    fn check(&self, _rows: usize) {}

    #[inline]
    fn before(&self) -> usize {
        0
    }

    #[inline]
    unsafe fn borders(&self, _strip: &Range<usize>, _all: usize) -> Result<(), Fault> {
        Ok(())
    }

    #[inline]
    unsafe fn rows(
        &self,
        _band: &Range<usize>,
        _strip: (&Range<usize>, usize, &()),
        (): &mut (),
    ) -> Result<(), Fault> {
        Ok(())
    }

    #[inline]
    fn check_made(&self, (): &(), _rows: usize) {}

    #[inline]
    unsafe fn put(&self, (): &(), _start: usize, _rows: Range<usize>) {}
}

impl<T: Element, const N: usize, H: Held> super::sealed::Sealed for (RowsHeld<'_, T, N>, H) {}

impl<T: Element, const N: usize, H: Held> Held for (RowsHeld<'_, T, N>, H) {
    const IS_EMPTY: bool = false;
    type Old = (OldRows<T>, H::Old);
    type Made = (Vec<T>, H::Made);
    type Borders = (Borders<T>, H::Borders);
    type Buffers = (Vec<T>, H::Buffers);

    fn check(&self, rows: usize) {
        let (held, others) = self;
        let needed = held.needed(&(0..rows)).end;
        let numbers = rows.checked_mul(held.written);
        assert!(
            needed <= held.height()
                && held.elements.len() == held.height().saturating_mul(held.width)
                && numbers == Some(held.inset.len())
                && held.inset.end() <= held.elements.len(),
            "an array of the caller's has other rows"
        );
        others.check(rows);
    }

    fn before(&self) -> usize {
        let (held, others) = self;
        let first = held.window.map_or(held.begin, |(first, _)| first);
        held.begin.saturating_sub(first).max(others.before())
    }

    unsafe fn borders(&self, strip: &Range<usize>, all: usize) -> Result<Self::Borders, Fault> {
        let (held, others) = self;
        let (needed, own) = (held.needed(strip), held.own(strip, all));
        // SAFETY: the caller's promise.
        unsafe {
            let borders = Borders {
                above: copied(held.slice(needed.start..needed.end.min(own.start)))?,
                below: copied(held.slice(needed.start.max(own.end)..needed.end))?,
            };
            Ok((borders, others.borders(strip, all)?))
        }
    }

    unsafe fn rows(
        &self,
        band: &Range<usize>,
        strip: (&Range<usize>, usize, &Self::Borders),
        (buffer, buffers): &mut Self::Buffers,
    ) -> Result<Self::Old, Fault> {
        let (held, others) = self;
        let (bands, all, (borders, others_borders)) = strip;
        let (of_strip, own) = (held.needed(bands), held.own(bands, all));
        let needed = held.needed(band);
        // SAFETY: the caller's promise.
        let others = unsafe { others.rows(band, (bands, all, others_borders), buffers) }?;
        if own.start <= needed.start && needed.end <= own.end {
            // SAFETY: as above.
            return Ok((OldRows::of(unsafe { held.slice(needed) }), others));
        }
        let part = |rows: Range<usize>, first: usize| match rows.is_empty() {
            true => 0..0,
            false => (rows.start - first) * held.width..(rows.end - first) * held.width,
        };
        buffer.clear();
        memory::room_in(buffer, needed.len() * held.width, AROUND)?;
        let above = part(needed.start..needed.end.min(own.start), of_strip.start);
        buffer.extend_from_slice(&borders.above[above]);
        let inside = needed.start.max(own.start)..needed.end.min(own.end);
        if !inside.is_empty() {
            // SAFETY: as above.
            buffer.extend_from_slice(unsafe { held.slice(inside) });
        }
        let first_below = of_strip.start.max(own.end);
        let below = part(needed.start.max(own.end)..needed.end, first_below);
        buffer.extend_from_slice(&borders.below[below]);
        Ok((OldRows::of(buffer), others))
    }

    fn check_made(&self, (made, others_made): &Self::Made, rows: usize) {
        let (held, others) = self;
        assert_eq!(
            made.len(),
            rows * held.written,
            "a band made other rows than its own"
        );
        others.check_made(others_made, rows);
    }

    unsafe fn put(&self, made: &Self::Made, start: usize, rows: Range<usize>) {
        let (held, others) = self;
        let (made, others_made) = made;
        let numbers = rows.start * held.written..rows.end * held.written;
        held.inset.each_run(numbers, |numbers, place| {
            // SAFETY: the caller's promise: so many elements were made, and their places are in the
            // array, by `check`.
            unsafe {
                let from = made.as_ptr().add(numbers.start - start * held.written);
                let place = held.elements.from(place);
                place.copy_from_nonoverlapping(from, numbers.len());
            }
        });
        // SAFETY: as above.
        unsafe { others.put(others_made, start, rows) };
    }
}

/// A copy of some rows.
fn copied<T: Element>(rows: &[T]) -> Result<Vec<T>, Fault> {
    let mut copy = memory::reserve(rows.len(), AROUND)?;
    copy.extend_from_slice(rows);
    Ok(copy)
}

/// The rows that bands of a strip have made, and which are not where they belong.
pub(super) struct Waiting<M> {
    bands: VecDeque<(Range<usize>, M)>,
}

impl<M> Waiting<M> {
    pub(super) fn new() -> Self {
        Waiting {
            bands: VecDeque::new(),
        }
    }

    /// Adds the rows of a band.
    pub(super) fn add(&mut self, band: Range<usize>, made: M) {
        self.bands.push_back((band, made));
    }

    /// Writes the rows that are not needed by a band that begins with a row, nor by later ones, as old
    /// ones.
    ///
    /// # Safety
    ///
    /// As for [`Held::put`].
    pub(super) unsafe fn put_before<H: Held<Made = M>>(&mut self, held: &H, row: usize) {
        let before = held.before();
        let is_free = |(band, _): &(Range<usize>, M)| band.end.saturating_add(before) <= row;
        while self.bands.front().is_some_and(is_free)
            && let Some((band, made)) = self.bands.pop_front()
        {
            // SAFETY: the caller's promise.
            unsafe { held.put(&made, band.start, band) };
        }
    }
}
