//! Bands: several loops over the rows of arrays, done for some rows at a time.
//!
//! The loops are a closure of some rows of arrays. It is called once for all rows, where their
//! elements fit the caches or there are too few rows; otherwise each block of a run calls it for
//! its own rows, and copies what is needed behind the loops to its place. Loops inside a block are
//! done by the thread that does the block. An element is computed from the same elements in the
//! same order either way, so that the bits depend on neither the sizes nor the threads.

mod held;
mod provided;
mod results;
mod rows;
mod strips;
mod totals;

pub use held::{Held, OldRows, RowsHeld};
pub use provided::{ProvidedRows, RowsMut};
pub use results::BandResults;
pub use rows::{BandRows, Banded, RowsOf};
pub use totals::BandTotals;

use held::Waiting;
use strips::Strips;

use crate::blocks::rows_of_block;
use crate::error::{Fault, Stop};
use crate::memory;
use crate::pace::Pace;
use crate::run::Run;
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
/// `totals-of-bands.md`.
const WORTHWHILE_WITH_HALO: usize = if cfg!(debug_assertions) {
    1 << 10
} else {
    1 << 22
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
    /// The number of which the rows of a band are a multiple: those of a block of a loop with totals.
    unit: usize,
    /// The rows that arrays lack which have more than bands, if the number of rows says so.
    lacking: Option<usize>,
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
            unit: 1,
            lacking: None,
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
            unit: 1,
            lacking: None,
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

    /// Declares that a loop has totals, whose rows have so many positions of so many operations. A band
    /// has whole blocks of it.
    #[inline]
    pub fn with_totals(self, width: usize, cost: usize) -> Bands {
        // Each is a power of two.
        let unit = self.unit.max(rows_of_block(self.rows, width, cost));
        Bands { unit, ..self }
    }

    /// Declares that the number of rows is this one less so many, and that results may have more rows.
    /// These have fewer than otherwise if there are no rows of a band.
    #[inline]
    pub fn less_than(self, all: usize, less: usize) -> Bands {
        let lacking = match self.rows {
            0 => less.saturating_sub(all),
            _ => 0,
        };
        Bands {
            lacking: Some(lacking),
            ..self
        }
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
        let rows = fitting.min(most);
        // Rows whose totals are computed together.
        let unit = self.unit.max(if rows < 8 { 1 } else { 8 });
        let rows = (rows - rows % unit).max(self.unit);
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

    /// Does the loops: `loops` is called with the rows of a band, with these rows of the sources, and
    /// with those of the caller's arrays, which it writes. It returns the rows of the other results, and
    /// the partial results of totals, which come together from all bands.
    ///
    /// # Errors
    ///
    /// The fault of the leftmost band that failed, or of a result that found no memory.
    ///
    /// # Panics
    ///
    /// With the panic of the leftmost band that failed by one, and where sources have too few rows or
    /// arrays of the caller other rows than all.
    pub fn run<S, P, R, T, F>(
        self,
        sources: S,
        provided: P,
        results: R::Names,
        loops: F,
    ) -> Result<(R, T), Fault>
    where
        S: Banded,
        P: ProvidedRows,
        R: BandResults,
        T: BandTotals,
        F: Fn(BandRows, S, P::Rows) -> Result<(R, T), Fault> + Sync,
    {
        self.run_holding(
            sources,
            provided,
            (),
            results,
            |band, sources, rows, &()| {
                let (made, totals) = loops(band, sources, rows)?;
                Ok((made, totals, ()))
            },
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
    pub fn run_holding<S, P, H, R, T, F>(
        self,
        sources: S,
        provided: P,
        held: H,
        results: R::Names,
        loops: F,
    ) -> Result<(R, T), Fault>
    where
        S: Banded,
        P: ProvidedRows,
        H: Held,
        R: BandResults,
        T: BandTotals,
        F: Fn(BandRows, S, P::Rows, &H::Old) -> Result<(R, T, H::Made), Fault> + Sync,
    {
        provided.check(self.rows);
        let Some(lacking) = self.lacking.or((self.rows > 0).then_some(0)) else {
            // There may be too few rows for a halo.
            let none = R::places(BandRows::all(0, usize::MAX), results)?;
            // SAFETY: none have to be put.
            return Ok((unsafe { R::finish(none) }, T::of(T::All::default())));
        };
        let whole = BandRows::all(self.rows, lacking);
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
            let (made, totals, kept) = loops(whole, sources.rows(whole), provided, &old)?;
            drop(borders);
            held.check_made(&kept, self.rows);
            self.run_over(self.rows, self.width, 1)
                .blocks((), |block, _| {
                    let some = block.start()..block.start() + block.len();
                    // SAFETY: all rows are made, and blocks are apart from each other.
                    unsafe { held.put(&kept, 0, some) };
                    Ok::<(), Stop>(())
                })?;
            return Ok((made, totals));
        };
        let places = R::places(whole, results)?;
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
        let (_, totals) = run.blocks((), |block, _| {
            let mut totals = T::All::default();
            let here = block.start()..block.start() + block.len();
            for (number, borders) in here.clone().zip(&borders[here]) {
                let (strip, mut waiting) = (strips.rows(number), Waiting::new());
                let mut buffers = H::Buffers::default();
                for start in strip.clone().step_by(rows) {
                    let band = start..strip.end.min(start + rows);
                    let (here, around) =
                        (whole.part(start, band.len()), (&strip, self.rows, borders));
                    // SAFETY: bands lie within the rows and apart from each other, and each is done
                    // once. Of the rows of the strip those are put that this band does not need, nor
                    // a later one.
                    let (provided, old) = unsafe {
                        waiting.put_before(&held, start);
                        let old = held.rows(&band, around, &mut buffers)?;
                        (provided.rows(start, band.len()), old)
                    };
                    let (made, of_band, kept) = loops(here, sources.rows(here), provided, &old)?;
                    held.check_made(&kept, band.len());
                    waiting.add(band, kept);
                    of_band.add(&mut totals)?;
                    // SAFETY: as above.
                    unsafe { made.put(&places, here) };
                }
                // SAFETY: all bands of the strip are done.
                unsafe { waiting.put_before(&held, usize::MAX) };
            }
            Ok::<T::All, Stop>(totals)
        })?;
        let mut all = T::All::default();
        for some in totals {
            T::join(some, &mut all)?;
        }
        // SAFETY: the run has done all bands, which have all rows.
        Ok((unsafe { R::finish(places) }, T::of(all)))
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
