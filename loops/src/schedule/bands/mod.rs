//! Bands: neighbouring loops over the rows of arrays, which are done for some rows at a time.
//!
//! Several loops are done for a band of rows before the next band begins, if each of them needs
//! nothing but the same rows of what the loops before it made: an array that only they use exists
//! for the rows of a band, which are in the cache (Halide's `compute_at`). Each element is
//! computed from the same elements in the same order, so that the bits stay the same.
//!
//! A band has a nest and a schedule of its own, in which the outermost axis has as many positions
//! as the band has rows. The runtime decides whether bands pay, by the sizes; where they don't, it
//! does the same loops once, for all rows.

mod reads;

use self::reads::Reads;
use super::{Cut, Grain, LoopSchedule, Schedule, Settings, used};
use crate::nest::{
    ArrayId, Extent, Loop, Nest, NestResult, NestScalar, ScalarId, Stage, Storage, WriteMode,
};
use crate::ordered::{OrderedMap, OrderedSet};
use proc_macro2::{Ident, Span};

/// Neighbouring loops that are done band by band.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Band {
    /// The numbers of the loops, in order.
    pub loops: Vec<usize>,
    /// The number of all rows.
    pub rows: Extent,
    /// The arrays of which the loops are given the rows of the band.
    pub sources: Vec<Part>,
    /// The arrays that are needed behind the loops.
    pub results: Vec<Part>,
    /// The arrays that exist for a band alone.
    pub kept: Vec<Part>,
    /// The scalars of the outermost axis in the subscripts of workers.
    pub sizes: Vec<ScalarId>,
    /// The number of scalar operations for an element of a row, roughly.
    pub cost: usize,
    /// The loops over the rows of a band.
    pub nest: Nest,
    /// The number of these, in that nest.
    pub here: ScalarId,
    /// The schedule of that nest.
    pub schedule: Schedule,
}

/// An array, and the axes of one of its rows.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Part {
    /// The array.
    pub array: ArrayId,
    /// The axes behind the first one.
    pub row: Vec<Extent>,
}

impl Band {
    /// Returns true if a loop of it computes totals in tiles.
    pub fn has_tiles(&self) -> bool {
        let is_tiled = |schedule: &LoopSchedule| {
            matches!(
                schedule.cut,
                Cut::Blocks {
                    grain: Grain::Tiles,
                    ..
                }
            )
        };
        self.schedule.loops.values().any(is_tiled)
    }

    /// Finds the bands of a program.
    pub(super) fn all(nest: &Nest, settings: Settings) -> Vec<Band> {
        let mut drafts: Vec<Draft<'_>> = Vec::new();
        let mut is_open = false;
        for stage in &nest.stages {
            match stage {
                // Lengths are known before the loops, if these do not make the array.
                Stage::Length { extent, .. }
                    if drafts.last().is_none_or(|draft| !draft.makes_any(extent)) => {}
                Stage::Loop(nested) => {
                    let added = is_open
                        && drafts
                            .last_mut()
                            .is_some_and(|draft| draft.take(nest, nested));
                    if !added {
                        let begun = Draft::begin(nest, nested);
                        is_open = begun.is_some();
                        drafts.extend(begun);
                    }
                }
                _ => is_open = false,
            }
        }
        drafts
            .into_iter()
            .filter_map(|draft| draft.finished(nest, settings))
            .collect()
    }
}

/// Neighbouring loops that may be done together.
struct Draft<'n> {
    loops: Vec<&'n Loop>,
    rows: Extent,
    /// The arrays in memory that are read by rows, with the axes of a row.
    sources: OrderedMap<ArrayId, Vec<Extent>>,
    /// The arrays that the loops make.
    made: OrderedMap<ArrayId, Vec<Extent>>,
    /// The arrays that are read at any position.
    whole: OrderedSet<ArrayId>,
    /// The names under which arrays are read by rows.
    names: OrderedSet<ArrayId>,
    sizes: OrderedSet<ScalarId>,
}

impl<'n> Draft<'n> {
    fn begin(nest: &'n Nest, nested: &'n Loop) -> Option<Self> {
        let mut draft = Draft {
            loops: Vec::new(),
            rows: Reads::shape(nested).0,
            sources: OrderedMap::new(),
            made: OrderedMap::new(),
            whole: OrderedSet::new(),
            names: OrderedSet::new(),
            sizes: OrderedSet::new(),
        };
        draft.take(nest, nested).then_some(draft)
    }

    /// Takes one more loop, if that may be done together with those before it.
    fn take(&mut self, nest: &'n Nest, nested: &'n Loop) -> bool {
        let (rows, row) = Reads::shape(nested);
        let fresh = |mode| mode == WriteMode::Fresh;
        if rows != self.rows || !nested.writes.iter().all(|write| fresh(write.mode)) {
            return false;
        }
        let Some(uses) = Reads::of(nest, nested, &self.made) else {
            return false;
        };
        let mut sources = self.sources.clone();
        for (array, row) in &uses.by_rows {
            let known = self.made.get(array).or_else(|| sources.get(array));
            match known {
                Some(known) if known == row => {}
                Some(_) => return false,
                None if !is_sliced(nest, *array) => return false,
                None => _ = sources.insert(*array, row.clone()),
            }
        }
        let mut whole = self.whole.clone();
        whole.extend(uses.whole.iter().copied());
        let by_rows =
            |array: &ArrayId| sources.contains_key(array) || self.made.contains_key(array);
        let own = nested.writes.iter().map(|write| write.array);
        if whole.iter().any(by_rows) || own.clone().any(|array| whole.contains(&array)) {
            return false;
        }
        self.made.extend(own.map(|array| (array, row.clone())));
        (self.sources, self.whole) = (sources, whole);
        self.names.extend(uses.names);
        self.sizes.extend(uses.sizes);
        self.loops.push(nested);
        true
    }

    /// Returns true if a number is that of an array that the loops make.
    fn makes_any(&self, extent: &Extent) -> bool {
        let mut arrays = Vec::new();
        used::of_extent(extent, &mut arrays);
        arrays.iter().any(|array| self.made.contains_key(array))
    }

    /// The band, if an array of more than one element a row exists for it alone.
    fn finished(self, nest: &Nest, settings: Settings) -> Option<Band> {
        let numbers: Vec<usize> = self.loops.iter().map(|nested| nested.number).collect();
        let behind = used::behind(nest, &numbers);
        let made = self.made.iter();
        let made = made.map(|(array, row)| Part {
            array: *array,
            row: row.clone(),
        });
        let (results, kept): (Vec<Part>, Vec<Part>) =
            made.partition(|part| behind.contains(&part.array));
        if self.loops.len() < 2 || kept.iter().all(|part| part.row.is_empty()) {
            return None;
        }
        let (inner, here) = self.inner(nest);
        let schedule = Schedule::of_loops(&inner, settings);
        let sources = self.sources.into_iter();
        let sources = sources.map(|(array, row)| Part { array, row });
        Some(Band {
            loops: numbers,
            sources: sources.collect(),
            results,
            kept,
            sizes: self.sizes.into_iter().collect(),
            cost: self.loops.iter().map(|nested| nested.cost).sum(),
            nest: inner,
            here,
            schedule,
            rows: self.rows,
        })
    }

    /// The loops as a nest, with a scalar in the place of the number of rows.
    fn inner(&self, nest: &Nest) -> (Nest, ScalarId) {
        let mut inner = nest.clone();
        let here = inner.scalars.push(NestScalar {
            name: Ident::new("band_rows_", Span::mixed_site()),
            shown: self.rows.name(nest),
            ty: None,
            used: true,
            named: true,
        });
        let made = self.made.keys();
        for array in self.names.iter().chain(made) {
            if let Some(first) = inner.arrays[*array].axes.first_mut() {
                *first = Extent::Scalar(here);
            }
        }
        let loops = self.loops.iter().map(|nested| {
            let mut nested = (*nested).clone();
            let (_, row) = Reads::shape(&nested);
            if let Some(first) = nested.axes.first_mut() {
                *first = Extent::Scalar(here);
            }
            let axes = std::iter::once(Extent::Scalar(here)).chain(row);
            nested.extent = Extent::of(axes.collect());
            Stage::Loop(Box::new(nested))
        });
        inner.stages = loops.collect();
        (inner.opening, inner.entry) = (Vec::new(), Vec::new());
        inner.result = NestResult::Tuple(Vec::new());
        (inner, here)
    }
}

/// Returns true if the code of a band may have some rows of an array in the place of all.
fn is_sliced(nest: &Nest, array: ArrayId) -> bool {
    matches!(
        nest.arrays[array].storage,
        Storage::Input(_, false) | Storage::Fresh | Storage::Host
    )
}
