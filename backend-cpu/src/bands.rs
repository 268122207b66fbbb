//! Bands: several loops over the rows of arrays, done for some rows at a time.
//!
//! The loops are a closure of some rows of arrays. It is called once for all rows, where their
//! elements fit the caches or there are too few rows; otherwise each block of a run calls it for
//! its own rows, and copies what is needed behind the loops to its place. Loops inside a block are
//! done by the thread that does the block. An element is computed from the same elements in the
//! same order either way, so that the bits depend on neither the sizes nor the threads.

mod held;
mod rows;
mod strips;

pub use held::{Held, OldRows, RowsHeld};
pub use rows::{Banded, RowsOf};

use held::Waiting;
use strips::Strips;

use crate::agreement::product;
use crate::element::Element;
use crate::error::{Fault, Stop};
use crate::memory;
use crate::pace::Pace;
use crate::run::Run;
use crate::sink::output_buffer::{OutputBuffer, Provided};
use crate::threads;

/// The elements of a band: those of all arrays that its loops read or write.
///
/// `bands-of-rows.md`. Builds without optimisation have short bands, so that the small arrays of
/// tests have some.
const BAND: usize = if cfg!(debug_assertions) {
    1 << 9
} else {
    1 << 14
};

/// A row of more elements is long: it is a band by itself where threads share rows evenly and there is
/// much to do, and none with a halo, whose rows would be done twice.
///
/// `bands-of-rows.md`. There is no measurement of the number itself.
const LONGEST_ROW: usize = 4 * BAND;

/// All elements of loops whose bands are long rows, at least, as a multiple of other ones.
///
/// `bands-of-rows.md`.
const WORTHWHILE_IF_LONG: usize = 4;

/// The elements of a band with totals in tiles, and the rows of its tiles, as far as there are so many:
/// tiles copy what is the same for columns for each band anew.
///
/// `rows-of-both.md`.
const TILED_BAND: usize = 8 * BAND;
const TILED_ROWS: usize = if cfg!(debug_assertions) { 8 } else { 64 };

/// All elements of loops that are done band by band, at least.
///
/// `bands-of-rows.md`.
const WORTHWHILE: usize = if cfg!(debug_assertions) {
    1 << 10
} else {
    1 << 18
};

/// All elements of such loops with totals in tiles, at least.
///
/// `bands-of-rows.md`.
const WORTHWHILE_IN_TILES: usize = WORTHWHILE / 2;

/// All elements of loops that are done in bands with a halo, at least: they do some rows twice.
///
/// `bands-with-halos.md`.
const WORTHWHILE_WITH_HALO: usize = if cfg!(debug_assertions) {
    1 << 10
} else {
    1 << 21
};

/// The bands that a thread has, at least.
const BANDS_OF_THREAD: usize = 4;

/// The rows of a band for each row of its halo, at least: what is computed for the halo is computed
/// for the next band again.
///
/// `bands-with-halos.md`.
const ROWS_OF_HALO: usize = if cfg!(debug_assertions) { 1 } else { 8 };

/// Several loops over rows.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Bands {
    rows: usize,
    /// The elements of a row of all arrays.
    width: usize,
    /// The scalar operations for an element, roughly.
    cost: usize,
    threads: usize,
    pace: Option<&'static Pace>,
    /// The rows of tiles for each row of a band, at least, if totals of it are computed in tiles.
    tiled: Option<usize>,
    /// The rows of an array that a band computes more than its own, at most.
    halo: usize,
}

impl Bands {
    /// Loops over so many rows that threads share, as with [`Run::parallel_nested`]. `width` is the
    /// number of elements of a row, of all arrays together.
    #[inline]
    pub fn parallel(rows: usize, width: usize, cost: usize, pace: &'static Pace) -> Bands {
        Bands {
            rows,
            width,
            cost,
            threads: threads::available(),
            pace: Some(pace),
            tiled: None,
            halo: 0,
        }
    }

    /// Loops over so many rows that the thread that starts them does alone.
    #[inline]
    pub fn sequential(rows: usize, width: usize, cost: usize) -> Bands {
        Bands {
            rows,
            width,
            cost,
            threads: 1,
            pace: None,
            tiled: None,
            halo: 0,
        }
    }

    /// Declares that a loop computes totals in tiles, which have so many rows for each row of a band.
    #[inline]
    pub fn in_tiles(self, rows: usize) -> Bands {
        let rows = self.tiled.map_or(rows, |others| others.min(rows));
        Bands {
            tiled: Some(rows),
            ..self
        }
    }

    /// Declares that bands compute up to so many rows of an array more than they have.
    #[inline]
    pub fn with_halo(self, rows: usize) -> Bands {
        Bands { halo: rows, ..self }
    }

    /// The number of rows of a band, if bands pay.
    fn rows_of_band(&self) -> Option<usize> {
        let (band, least, worthwhile) = match self.tiled {
            Some(rows) => {
                let least = TILED_ROWS.div_ceil(rows.max(1));
                (TILED_BAND, least, WORTHWHILE_IN_TILES)
            }
            None => (BAND, 1, WORTHWHILE),
        };
        let (least, worthwhile) = match self.halo {
            0 => (least, worthwhile),
            halo => (least.max(ROWS_OF_HALO * halo), WORTHWHILE_WITH_HALO),
        };
        let most = (self.rows / (BANDS_OF_THREAD * self.threads)).max(least);
        let fitting = (band / self.width.max(1)).max(least);
        let rows = match fitting.min(most) {
            // Rows whose totals are computed together.
            many @ 8.. => many - many % 8,
            few => few,
        };
        let all = self.rows.saturating_mul(self.width);
        let pays = match self.width <= LONGEST_ROW.max(band) {
            true => all >= worthwhile,
            false => self.halo == 0 && all >= WORTHWHILE_IF_LONG * worthwhile && self.is_even(rows),
        };
        // As whole loops they are shared by all threads.
        let for_all = rows.saturating_mul(self.threads) <= self.rows;
        (pays && for_all && (1..self.rows).contains(&rows)).then_some(rows)
    }

    /// Returns true if no thread has an eighth more than its part of bands of so many rows.
    fn is_even(&self, rows: usize) -> bool {
        let turns = self.rows.div_ceil(rows.max(1)).div_ceil(self.threads);
        let of_thread = turns.saturating_mul(rows).min(self.rows);
        of_thread.saturating_mul(8 * self.threads) <= self.rows.saturating_mul(9)
    }

    /// Does the loops: `loops` is called with a number of rows, with these rows of the sources, and
    /// with those of the caller's arrays, which it writes. It returns the rows of the other results.
    ///
    /// # Errors
    ///
    /// The fault of the leftmost band that failed, or of a result that found no memory.
    ///
    /// # Panics
    ///
    /// With the panic of the leftmost band that failed by one, and where sources have too few rows or
    /// arrays of the caller other rows than all.
    pub fn run<S, P, R, F>(
        self,
        sources: S,
        provided: P,
        results: R::Names,
        loops: F,
    ) -> Result<R, Fault>
    where
        S: Banded,
        P: ProvidedRows,
        R: BandResults,
        F: Fn(usize, S, P::Rows) -> Result<R, Fault> + Sync,
    {
        self.run_holding(
            sources,
            provided,
            (),
            results,
            |here, sources, rows, &()| Ok((loops(here, sources, rows)?, ())),
        )
    }

    /// [`run`](Bands::run) for loops that need old rows of arrays of the caller's that they write:
    /// `loops` is given those, and returns the rows that belong there as well.
    ///
    /// # Errors
    ///
    /// As for [`run`](Bands::run).
    ///
    /// # Panics
    ///
    /// As for [`run`](Bands::run).
    pub fn run_holding<S, P, H, R, F>(
        self,
        sources: S,
        provided: P,
        held: H,
        results: R::Names,
        loops: F,
    ) -> Result<R, Fault>
    where
        S: Banded,
        P: ProvidedRows,
        H: Held,
        R: BandResults,
        F: Fn(usize, S, P::Rows, &H::Old) -> Result<(R, H::Made), Fault> + Sync,
    {
        provided.check(self.rows);
        if self.rows == 0 {
            // There may be too few rows for a halo.
            let none = R::places(0, results)?;
            // SAFETY: none have to be put.
            return Ok(unsafe { R::finish(none) });
        }
        held.check(self.rows);
        let all = 0..self.rows;
        let Some(rows) = self.rows_of_band() else {
            let mut buffers = H::Buffers::default();
            // SAFETY: these are all rows, nobody is given others, and nothing is written yet.
            let (provided, borders, old) = unsafe {
                let borders = held.borders(&all, self.rows)?;
                let old = held.rows(&all, (&all, self.rows, &borders), &mut buffers)?;
                (provided.rows(0, self.rows), borders, old)
            };
            let sources = sources.rows(0, self.rows);
            let (made, kept) = loops(self.rows, sources, provided, &old)?;
            drop(borders);
            held.check_made(&kept, self.rows);
            self.run_over(self.rows, self.width, 1)
                .blocks((), |block, _| {
                    let some = block.start()..block.start() + block.len();
                    // SAFETY: all rows are made, and blocks are apart from each other.
                    unsafe { held.put(&kept, 0, some) };
                    Ok::<(), Stop>(())
                })?;
            return Ok(made);
        };
        let places = R::places(self.rows, results)?;
        // The arrays of a band are given back at its end, and asked for by the next one. Their
        // elements are taken for those of eight bytes.
        memory::prepare_allocator(rows.saturating_mul(self.width).saturating_mul(8));
        // A block of the run is some strips, since a thread may do several short ones as one.
        let strips = Strips::of(self.rows, rows, H::IS_EMPTY, self.threads);
        let mut borders: Vec<H::Borders> = memory::reserve(strips.count, "bands")?;
        for number in 0..strips.count {
            // SAFETY: nothing is written yet.
            borders.push(unsafe { held.borders(&strips.rows(number), self.rows) }?);
        }
        let run = self.run_over(
            strips.count,
            strips.len.saturating_mul(self.width),
            self.cost,
        );
        run.blocks((), |block, _| {
            let here = block.start()..block.start() + block.len();
            for (number, borders) in here.clone().zip(&borders[here]) {
                let (strip, mut waiting) = (strips.rows(number), Waiting::new());
                let mut buffers = H::Buffers::default();
                for start in strip.clone().step_by(rows) {
                    let band = start..strip.end.min(start + rows);
                    let (here, around) = (band.len(), (&strip, self.rows, borders));
                    // SAFETY: bands lie within the rows and apart from each other, and each is done
                    // once. Of the rows of the strip those are put that this band does not need, nor
                    // a later one.
                    let (provided, old) = unsafe {
                        waiting.put_before(&held, start);
                        let old = held.rows(&band, around, &mut buffers)?;
                        (provided.rows(start, here), old)
                    };
                    let (made, kept) = loops(here, sources.rows(start, here), provided, &old)?;
                    held.check_made(&kept, here);
                    waiting.add(band, kept);
                    // SAFETY: as above.
                    unsafe { made.put(&places, start, here) };
                }
                // SAFETY: all bands of the strip are done.
                unsafe { waiting.put_before(&held, usize::MAX) };
            }
            Ok::<(), Stop>(())
        })?;
        // SAFETY: the run has done all bands, which have all rows.
        Ok(unsafe { R::finish(places) })
    }

    /// A run over so many parts of so many elements.
    fn run_over(&self, parts: usize, width: usize, cost: usize) -> Run {
        match self.pace {
            Some(pace) => Run::parallel_nested(parts, width, cost).paced(pace),
            None => Run::sequential_nested(parts, width, cost),
        }
    }
}

mod sealed {
    pub trait Sealed {}
}

impl sealed::Sealed for () {}

/// An array of the caller's whose rows bands write.
#[derive(Debug)]
pub struct RowsMut<'y, T> {
    elements: OutputBuffer<T, Provided<'y, T>>,
    width: usize,
}

impl<'y, T: Element> RowsMut<'y, T> {
    /// The rows of these elements, with so many in each.
    #[inline]
    #[must_use]
    pub fn of(elements: &'y mut [T], width: usize) -> Self {
        RowsMut {
            elements: OutputBuffer::of_slice(elements),
            width,
        }
    }
}

/// A list of arrays of the caller's whose rows bands write: `(RowsMut, (RowsMut, … ()))`.
pub trait ProvidedRows: Sync + sealed::Sealed {
    /// Some rows of each.
    type Rows;

    /// Checks that there are so many rows.
    #[doc(hidden)]
    fn check(&self, rows: usize);

    /// Some rows from one on.
    ///
    /// # Safety
    ///
    /// They must be among those that were checked, and be given to nobody else.
    #[doc(hidden)]
    unsafe fn rows(&self, start: usize, len: usize) -> Self::Rows;
}

impl ProvidedRows for () {
    type Rows = ();

    #[inline]
    fn check(&self, _rows: usize) {}

    #[inline]
    unsafe fn rows(&self, _start: usize, _len: usize) {}
}

impl<T: Element, P: ProvidedRows> sealed::Sealed for (RowsMut<'_, T>, P) {}

impl<'y, T: Element + 'y, P: ProvidedRows> ProvidedRows for (RowsMut<'y, T>, P) {
    type Rows = (&'y mut [T], P::Rows);

    #[inline]
    fn check(&self, rows: usize) {
        let (RowsMut { elements, width }, others) = self;
        assert_eq!(
            Some(elements.len()),
            rows.checked_mul(*width),
            "an array of the caller's has other rows"
        );
        others.check(rows);
    }

    #[inline]
    unsafe fn rows(&self, start: usize, len: usize) -> Self::Rows {
        let (RowsMut { elements, width }, others) = self;
        // SAFETY: the caller's promise: these rows are in the slice, by `check`, and nobody else has
        // them as long as it is borrowed.
        unsafe {
            let first = elements.from(start * width);
            let rows = std::slice::from_raw_parts_mut(first, len * width);
            (rows, others.rows(start, len))
        }
    }
}

/// A list of the arrays that bands make: `(Vec, (Vec, … ()))`.
pub trait BandResults: Sized {
    /// For each array its name in errors, and the number of elements of a row.
    type Names: Copy;
    /// The memory of the arrays.
    #[doc(hidden)]
    type Places: Sync;

    /// New memory for all rows.
    #[doc(hidden)]
    fn places(rows: usize, names: Self::Names) -> Result<Self::Places, Fault>;

    /// Copies the arrays to the rows from `start` on.
    ///
    /// # Safety
    ///
    /// There must be so many rows from there on, and nobody else may use them at the same time.
    #[doc(hidden)]
    unsafe fn put(self, places: &Self::Places, start: usize, len: usize);

    /// The arrays with all rows.
    ///
    /// # Safety
    ///
    /// All of them must have been put.
    #[doc(hidden)]
    unsafe fn finish(places: Self::Places) -> Self;
}

impl BandResults for () {
    type Names = ();
    type Places = ();

    fn places(_rows: usize, (): ()) -> Result<(), Fault> {
        Ok(())
    }

    #[inline]
    unsafe fn put(self, (): &(), _start: usize, _len: usize) {}

    unsafe fn finish((): ()) {}
}

/// The memory of an array while bands write it.
#[doc(hidden)]
#[derive(Debug)]
pub struct Place<T> {
    output: OutputBuffer<T, Vec<T>>,
    width: usize,
}

impl<T: Element, R: BandResults> BandResults for (Vec<T>, R) {
    type Names = ((&'static str, usize), R::Names);
    type Places = (Place<T>, R::Places);

    fn places(rows: usize, names: Self::Names) -> Result<Self::Places, Fault> {
        let ((name, width), others) = names;
        let output = OutputBuffer::new(product(rows, width, name)?, name)?;
        Ok((Place { output, width }, R::places(rows, others)?))
    }

    unsafe fn put(self, places: &Self::Places, start: usize, len: usize) {
        let (made, others) = self;
        let (Place { output, width }, other_places) = places;
        assert_eq!(
            made.len(),
            len * width,
            "a band made other rows than its own"
        );
        debug_assert!((start + len) * width <= output.len());
        // SAFETY: the caller's promise: the rows are in the buffer, and only this thread writes
        // them; the vector is another place.
        unsafe {
            let place = output.from(start * width);
            place.copy_from_nonoverlapping(made.as_ptr(), made.len());
            others.put(other_places, start, len);
        }
    }

    unsafe fn finish((place, others): Self::Places) -> Self {
        let len = place.output.len();
        // SAFETY: the caller's promise: all rows were written.
        unsafe { (place.output.into_vector(len), R::finish(others)) }
    }
}
