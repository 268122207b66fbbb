//! The arrays that a sweep reads.

#[cfg(feature = "programs")]
mod across;
#[cfg(feature = "programs")]
mod apart;
#[cfg(feature = "programs")]
mod cells;
#[cfg(feature = "programs")]
mod diagonal;
mod forward;
#[cfg(feature = "programs")]
mod lines;
#[cfg(feature = "programs")]
mod next;
#[cfg(feature = "programs")]
mod padded;
#[cfg(feature = "programs")]
mod padded_cells;
#[cfg(feature = "programs")]
mod reach;
#[cfg(feature = "programs")]
mod reversed;
#[cfg(feature = "programs")]
mod section;
mod space;
#[cfg(feature = "programs")]
mod tiles;
#[cfg(feature = "programs")]
mod totals;

use std::ops::Range;

#[cfg(feature = "programs")]
pub use across::Across;
#[cfg(feature = "programs")]
pub use apart::{Apart, Pieces};
#[cfg(feature = "programs")]
pub use cells::{Cells, Digit};
#[cfg(feature = "programs")]
pub use diagonal::DiagonalSources;
use forward::of_rest;
#[cfg(feature = "programs")]
pub use lines::{Lines, Way};
#[cfg(feature = "programs")]
pub use next::Next;
#[cfg(feature = "programs")]
pub use padded::{Outside, Padded};
#[cfg(feature = "programs")]
pub use padded_cells::PaddedCells;
#[cfg(feature = "programs")]
pub use reach::Reach;
#[cfg(feature = "programs")]
pub use reversed::Reversed;
#[cfg(feature = "programs")]
pub use section::{Section, section};
pub(crate) use space::Place;
#[cfg(feature = "programs")]
pub use totals::{Ahead, AllTotals, Areas, Inner, Totals};

use crate::element::Element;
#[cfg(not(debug_assertions))]
use crate::error::Fault;
#[cfg(not(debug_assertions))]
use crate::lane::Lane;
use crate::plain;
use crate::prefetch::Prefetch;
#[cfg(not(debug_assertions))]
use crate::sink::{Cursor, Target};

/// The most neighbours of which one is outside that are read together.
pub(crate) const STAGED: usize = 256;

mod sealed {
    pub trait Sealed {}
}

#[diagnostic::on_unimplemented(
    message = "`{Self}` are not arrays that a loop can read",
    note = "array elements are `Copy + Send + Sync`: a struct of these derives `Clone` and `Copy`, a type parameter is declared as `T: fusus::Element`"
)]
// Messages speak of the elements of an array, and of slices as the arrays there are: the lists of the
// other sources are hidden (`do_not_recommend`).
/// The arrays that a sweep reads: `(xs, (ys, … ()))`, slices of one length, each from its first
/// element, [`Reversed`], the [`Next`] ones, a [`Section`] or [`Padded`], or [`Cells`], [`Lines`],
/// [`PaddedCells`] and a [`Digit`] of several indices.
pub trait Sources: Copy + sealed::Sealed {
    /// One element of each: `(x, (y, … ()))`.
    type Items: Copy;

    /// Some neighbours of each array.
    #[doc(hidden)]
    type Near: Near<Items = Self::Items>;

    /// Room for the neighbours that do not lie side by side.
    #[doc(hidden)]
    type Stage;

    /// The place of a sweep among the rows of the loop.
    #[doc(hidden)]
    type Place: Place;

    /// Set if elements outside of an array are read.
    #[doc(hidden)]
    const PADDED: bool;

    /// Set if only elements in a row of positions are near each other.
    #[doc(hidden)]
    const BY_ROWS: bool = <Self::Place as Place>::INDICES > 0;

    /// Set if elements have components, as far as size and alignment say: then the neighbours'
    /// components that a vector holds do not lie side by side.
    #[doc(hidden)]
    const COMPONENTS: bool;

    /// Panics unless every array has the length `len`.
    fn check(self, len: usize);

    /// The arrays from `start` on.
    ///
    /// # Safety
    ///
    /// `start` must be within every array.
    #[doc(hidden)]
    #[must_use]
    unsafe fn from(self, start: usize) -> Self;

    /// The elements at `k`.
    ///
    /// # Safety
    ///
    /// `k` must be within every array.
    #[doc(hidden)]
    unsafe fn get(&self, k: usize) -> Self::Items;

    /// The elements at `k`, which is not the last position.
    ///
    /// # Safety
    ///
    /// `k + 1` must be within every array.
    #[doc(hidden)]
    #[inline(always)]
    unsafe fn get_before_last(&self, k: usize) -> Self::Items {
        // SAFETY: the caller's promise.
        unsafe { self.get(k) }
    }

    /// Asks for the elements ahead of those from `k` to `k + count`.
    #[doc(hidden)]
    fn fetch(self, prefetch: Prefetch, k: usize, count: usize);

    /// The positions among the first `len` whose elements are all inside of their arrays.
    #[doc(hidden)]
    #[inline(always)]
    fn inside(self, len: usize) -> Range<usize> {
        0..len
    }

    /// The numbers of positions of the loop's indices, if an array is read by rows.
    #[doc(hidden)]
    fn sizes(&self) -> Option<&[usize]>;

    /// The place of the first position.
    #[doc(hidden)]
    fn place(&self) -> Self::Place;

    /// The number of positions from a place on whose elements are near each other.
    #[doc(hidden)]
    fn row_rest<P: Place>(&self, place: &P) -> usize;

    /// Set if positions of several rows may be near each other.
    #[doc(hidden)]
    const SPANS: bool = false;

    /// The number of such positions from a place on.
    #[doc(hidden)]
    #[inline(always)]
    fn rows_rest<P: Place>(&self, place: &P) -> usize {
        place.rest()
    }

    /// Set if the elements of a row and of the next one are at a fixed distance.
    #[doc(hidden)]
    const IN_LINES: bool = false;

    /// The elements at `k`, which is so many rows and columns behind a place.
    ///
    /// # Safety
    ///
    /// `k` must be within every array, and in a row that has all outer coordinates but the last one
    /// from the place.
    #[doc(hidden)]
    #[inline(always)]
    unsafe fn in_line<P: Place>(&self, _place: &P, k: usize, _behind: [usize; 2]) -> Self::Items {
        // SAFETY: the caller's promise.
        unsafe { self.get(k) }
    }

    /// The end of the positions from `first` on, among the first `len`, whose elements are near
    /// each other; `inside` has those inside of their arrays.
    #[doc(hidden)]
    #[inline(always)]
    fn piece_end<P: Place>(
        &self,
        place: &P,
        first: usize,
        len: usize,
        inside: &Range<usize>,
    ) -> usize {
        let end = match first {
            _ if first < inside.start => inside.start.min(first + STAGED),
            _ if first < inside.end => inside.end,
            _ => len.min(first + STAGED),
        };
        let rest = match const { Self::SPANS } {
            true => self.rows_rest(place),
            false => self.row_rest(place),
        };
        end.min(first.saturating_add(rest))
    }

    /// Returns true if two neighbours of a row are in different cache lines, which neighbours of
    /// theirs in the next rows are in.
    #[doc(hidden)]
    #[inline(always)]
    fn is_far(self) -> bool {
        false
    }

    /// Room for some neighbours.
    #[doc(hidden)]
    fn stage() -> Self::Stage;

    /// Computes what is cheaper for all of a block of `len` positions than piece by piece, so that
    /// [`near`](Sources::near) finds it in the stage.
    #[doc(hidden)]
    fn prepare(self, len: usize, stage: &mut Self::Stage);

    /// The elements of `count` positions from `first` on, which is at `place`, as positions from 0
    /// on.
    ///
    /// # Safety
    ///
    /// The positions must be within every array, and if any is not [inside](Sources::inside), at
    /// most 256; and all of them in one row. The elements stay for as long as the stage does.
    #[doc(hidden)]
    unsafe fn near<P: Place>(
        &self,
        place: &P,
        first: usize,
        count: usize,
        stage: &mut Self::Stage,
    ) -> Self::Near;

    /// Sweeps over a few elements of the block.
    ///
    /// # Safety
    ///
    /// All positions of the group must be within the arrays and the sinks'
    /// chunks, all its lanes below `L`, and `cursor` open.
    #[cfg(not(debug_assertions))]
    #[doc(hidden)]
    #[inline(always)]
    unsafe fn group<T, A, B, const L: usize>(
        self,
        start: usize,
        cursor: &mut T::Cursor,
        group: LaneGroup,
        folds: &mut A,
        body: &mut B,
    ) -> Result<(), Fault>
    where
        T: Target,
        B: FnMut(&mut A, usize, Lane<L>, Self::Items, T::Olds) -> Result<T::Values, Fault>,
    {
        let mut stage = Self::stage();
        let is_near = const { Self::PADDED && !Self::BY_ROWS } && group.stride == 1;
        // SAFETY: the caller's promise; a group has fewer positions than a stage.
        let near = is_near
            .then(|| unsafe { self.near(&self.place(), group.first, group.width, &mut stage) });
        for j in 0..group.width {
            let k = group.first + j * group.stride;
            // SAFETY: the caller's promise.
            let (lane, items, olds) = unsafe {
                let range = group.range + j * group.range_stride;
                (
                    Lane::new(group.any + j, range).of(group.width == L),
                    match near {
                        Some(near) => near.get(j),
                        None => self.get(k),
                    },
                    cursor.old(k),
                )
            };
            let values = body(folds, start + k, lane, items, olds)?;
            // Not held for a wide store: beside lanes of folds a held value
            // goes through memory, and the store waits for it.
            // SAFETY: the caller's promise.
            unsafe { cursor.put(k, values) };
        }
        Ok(())
    }
}

/// Neighbours of arrays, read from memory: `(xs, (ys, … ()))`.
#[doc(hidden)]
pub trait Near: Copy {
    /// One element of each: `(x, (y, … ()))`.
    type Items;

    /// The elements of neighbour `j`.
    ///
    /// # Safety
    ///
    /// There must be one.
    unsafe fn get(&self, j: usize) -> Self::Items;
}

impl Near for () {
    type Items = ();

    #[inline(always)]
    unsafe fn get(&self, _j: usize) -> Self::Items {}
}

impl<T: Element, R: Near> Near for (&[T], R) {
    type Items = (T, R::Items);

    #[inline(always)]
    unsafe fn get(&self, j: usize) -> Self::Items {
        // SAFETY: the caller's promise.
        unsafe { (plain::get!(self.0, j), self.1.get(j)) }
    }
}

/// `width` positions of a block, and the lanes that they go to.
#[cfg(not(debug_assertions))]
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct LaneGroup {
    pub(crate) first: usize,
    pub(crate) stride: usize,
    /// See `Lane`.
    pub(crate) any: usize,
    pub(crate) range: usize,
    pub(crate) range_stride: usize,
    pub(crate) width: usize,
}

impl sealed::Sealed for () {}

#[diagnostic::do_not_recommend]
impl Sources for () {
    type Items = ();
    type Near = ();
    type Stage = ();
    type Place = ();

    const COMPONENTS: bool = false;
    const PADDED: bool = false;
    const SPANS: bool = true;
    const IN_LINES: bool = true;

    #[inline(always)]
    fn check(self, _len: usize) {}

    #[inline(always)]
    fn rows_rest<P: Place>(&self, _place: &P) -> usize {
        usize::MAX
    }

    #[inline(always)]
    unsafe fn from(self, _start: usize) -> Self {}

    #[inline(always)]
    unsafe fn get(&self, _k: usize) -> Self::Items {}

    #[inline(always)]
    fn fetch(self, _ahead: Prefetch, _k: usize, _count: usize) {}

    #[inline(always)]
    fn sizes(&self) -> Option<&[usize]> {
        None
    }

    #[inline(always)]
    fn place(&self) {}

    #[inline(always)]
    fn row_rest<P: Place>(&self, place: &P) -> usize {
        place.rest()
    }

    #[inline(always)]
    fn stage() {}

    #[inline(always)]
    fn prepare(self, _len: usize, (): &mut ()) {}

    #[inline(always)]
    unsafe fn near<P: Place>(&self, _place: &P, _first: usize, _count: usize, (): &mut ()) {}
}

impl<T: Element, R: Sources> sealed::Sealed for (&[T], R) {}

impl<'s, T: Element, R: Sources> Sources for (&'s [T], R) {
    type Items = (T, R::Items);
    type Near = (&'s [T], R::Near);
    type Stage = R::Stage;
    type Place = R::Place;

    const COMPONENTS: bool =
        size_of::<T>() > align_of::<T>() && align_of::<T>() >= 8 || R::COMPONENTS;
    const PADDED: bool = R::PADDED;
    const SPANS: bool = R::SPANS;
    const IN_LINES: bool = R::IN_LINES;

    #[inline(always)]
    unsafe fn in_line<P: Place>(&self, place: &P, k: usize, behind: [usize; 2]) -> Self::Items {
        // SAFETY: the caller's promise.
        unsafe { (plain::get!(self.0, k), self.1.in_line(place, k, behind)) }
    }

    #[inline(always)]
    fn check(self, len: usize) {
        if self.0.len() != len {
            wrong_length(self.0.len(), len);
        }
        self.1.check(len);
    }

    #[inline(always)]
    fn rows_rest<P: Place>(&self, place: &P) -> usize {
        self.1.rows_rest(place)
    }

    #[inline(always)]
    unsafe fn from(self, start: usize) -> Self {
        // SAFETY: the caller's promise.
        unsafe { (self.0.get_unchecked(start..), self.1.from(start)) }
    }

    #[inline(always)]
    unsafe fn get(&self, k: usize) -> Self::Items {
        // SAFETY: the caller's promise.
        unsafe { (plain::get!(self.0, k), self.1.get(k)) }
    }

    #[inline(always)]
    unsafe fn get_before_last(&self, k: usize) -> Self::Items {
        // SAFETY: the caller's promise.
        unsafe { (plain::get!(self.0, k), self.1.get_before_last(k)) }
    }

    #[inline(always)]
    fn fetch(self, prefetch: Prefetch, k: usize, count: usize) {
        prefetch.fetch(self.0.as_ptr().wrapping_add(k), count);
        self.1.fetch(prefetch, k, count);
    }

    of_rest!(inside, sizes, place, row_rest, is_far, stage, prepare);

    #[inline(always)]
    unsafe fn near<P: Place>(
        &self,
        place: &P,
        first: usize,
        count: usize,
        stage: &mut Self::Stage,
    ) -> Self::Near {
        // SAFETY: the caller's promise.
        unsafe {
            (
                self.0.get_unchecked(first..),
                self.1.near(place, first, count, stage),
            )
        }
    }
}

/// Panics for an array that has not the length of its loop.
#[cold]
#[inline(never)]
fn wrong_length(elements: usize, len: usize) -> ! {
    panic!("an array of {elements} elements in a loop over {len}");
}
