//! Bands: neighbouring loops over the rows of arrays, which are done for some rows at a time.
//!
//! Several loops are done for a band of rows before the next band begins, if each of them needs
//! nothing but the same rows, or rows at a fixed distance, of what the loops before it made: an
//! array that only they use exists for the rows of a band, which are in the cache (Halide's
//! `compute_at`). Each element is computed from the same elements in the same order, so that the
//! bits stay the same.
//!
//! A band has a nest and a schedule of its own, in which the outermost axis has as many positions
//! as the band has rows, and those of its halo. The runtime decides whether bands pay, by the
//! sizes; where they don't, it does the same loops once, for all rows.

mod halo;
mod held;
mod reads;
mod rows;
#[cfg(feature = "report")]
mod text;
mod totals;

pub use self::halo::Halo;
pub use self::held::Held;
pub use self::reads::shape;
pub use self::rows::less;

use self::halo::{Halos, halos};
use self::reads::Reads;
use self::rows::Wanted;
use super::{Cut, Grain, LoopSchedule, Schedule, Settings, policy, used};
use crate::nest::{
    Affine, ArrayId, Extent, Host, InputPart, Loop, Nest, NestResult, NestScalar, Read, ScalarId,
    Stage, Storage, Write, WriteMode,
};
use crate::ordered::OrderedMap;
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
    /// The arrays that are needed behind the loops, which may have more rows than all bands.
    pub results: Vec<Part>,
    /// The loops that have totals, by their numbers.
    pub totals: Vec<usize>,
    /// The arrays of the caller's that the loops write.
    pub provided: Vec<Part>,
    /// The arrays of the caller's that the loops write and need old rows of.
    pub held: Vec<Held>,
    /// The arrays that exist for a band alone.
    pub kept: Vec<Part>,
    /// The scalars of the outermost axis in the subscripts of workers, and the rows that stand for
    /// them.
    pub sizes: Vec<(ScalarId, Halo)>,
    /// The number of scalar operations for an element of a row, roughly.
    pub cost: usize,
    /// The loops over the rows of a band.
    pub nest: Nest,
    /// The numbers of rows in that nest: for each how many it is more than the band has.
    pub here: Vec<(ScalarId, usize)>,
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
    /// The rows of it that a band needs.
    pub halo: Halo,
}

impl Band {
    /// Of each loop that computes totals in tiles the axes between the first and the last: a tile has
    /// all positions along these of each row of the band, and copies what is the same for them once.
    pub fn tiles(&self) -> Vec<&[Extent]> {
        let mut tiles = Vec::new();
        for nested in self.nest.loops() {
            let is_tiled = matches!(
                self.schedule.loops[&nested.number].cut,
                Cut::Blocks {
                    grain: Grain::Tiles,
                    ..
                }
            );
            if let (true, [_, between @ .., _]) = (is_tiled, &nested.axes[..])
                && !tiles.contains(&between)
            {
                tiles.push(between);
            }
        }
        tiles
    }

    /// The rows more than its own that a band computes of an array, at most.
    pub fn most_more(&self) -> usize {
        let made = self.kept.iter().chain(&self.results);
        made.map(|part| part.halo.more).max().unwrap_or(0)
    }

    /// Finds the bands of a program, whose loops have these schedules each for itself.
    pub(super) fn all(
        nest: &Nest,
        schedules: &OrderedMap<usize, LoopSchedule>,
        settings: Settings,
    ) -> Vec<Band> {
        let mut bands = Vec::new();
        let mut near: Vec<Taken<'_>> = Vec::new();
        let take = |nested, near: &[_]| Taken::of(nest, nested, &schedules[&nested.number], near);
        let all = nest.stages.iter().map(Some).chain([None]);
        for stage in all {
            match stage {
                // Lengths are known before the loops, if these do not make the array.
                Some(Stage::Length { extent, .. }) if !makes_any(nest, &near, extent) => continue,
                Some(Stage::Conform { lengths, .. })
                    if !lengths.iter().any(|(has, wanted)| {
                        makes_any(nest, &near, has) || makes_any(nest, &near, wanted)
                    }) =>
                {
                    continue;
                }
                // So are numbers of which no loop makes a part: loops of a band cannot fail before
                // these do.
                Some(Stage::Host { value, .. }) if !names_any(nest, &near, value) => continue,
                Some(Stage::Size { size, .. }) if !totals::of(&near).contains(size) => continue,
                Some(Stage::Loop(nested)) => {
                    if let Some(taken) = take(nested, &near) {
                        near.push(taken);
                        continue;
                    }
                    bands.extend(of_neighbours(nest, &near, settings));
                    near = take(nested, &[]).into_iter().collect();
                }
                _ => {
                    bands.extend(of_neighbours(nest, &near, settings));
                    near.clear();
                }
            }
        }
        bands
    }

    /// The band of some neighbours, if an array of more than one element a row exists for it alone.
    fn of(nest: &Nest, loops: &[Taken<'_>], settings: Settings) -> Option<Band> {
        let draft = Draft::of(nest, loops)?;
        let numbers: Vec<usize> = loops.iter().map(|taken| taken.nested.number).collect();
        let behind = used::behind(nest, &numbers);
        let home = |array: ArrayId| home(nest, array);
        let is_result = |array| behind.contains(&array) || home(array).is_some();
        let is_home = |array| home(array).is_some();
        let wanted = Wanted::of(loops, &is_result, &is_home)?;
        let halos = halos(loops, &wanted.more)?;
        let part = |(array, row): (&ArrayId, &Vec<Extent>)| Part {
            array: *array,
            row: row.clone(),
            halo: halos[array],
        };
        let held = Held::all(nest, loops, (&draft, &halos), &behind)?;
        let is_held = |array: ArrayId| held.iter().any(|one| one.home == nest.owner(array));
        let made = draft.made.iter().map(part);
        let (provided, made): (Vec<Part>, Vec<Part>) =
            made.partition(|part| home(part.array).is_some());
        let (results, kept): (Vec<Part>, Vec<Part>) =
            made.into_iter().partition(|part| is_result(part.array));
        let has_totals = loops.iter().any(|taken| !taken.nested.folds.is_empty());
        let least = match has_totals {
            true => policy::KEPT_BESIDE_TOTALS,
            false => 1,
        };
        if kept.iter().filter(|part| !part.row.is_empty()).count() < least {
            return None;
        }
        let provided = provided.into_iter().filter_map(|part| {
            let array = home(part.array).filter(|home| !is_held(*home))?;
            Some(Part { array, ..part })
        });
        // Rows of the caller's arrays are counted from the first one of a band.
        if !held.is_empty() && results.iter().any(|part| part.halo.more > 0) {
            return None;
        }
        let mut sizes = OrderedMap::new();
        for (size, array) in loops.iter().flat_map(|taken| &taken.reads.sizes) {
            if *sizes.get_or_insert_with(*size, || halos[array]) != halos[array] {
                return None;
            }
        }
        let (mut inner, here) = draft.inner(nest, loops, &halos);
        Held::make(&held, &mut inner);
        let has_totals = loops.iter().filter(|taken| !taken.nested.folds.is_empty());
        let totals: Vec<usize> = has_totals.map(|taken| taken.nested.number).collect();
        let mut schedule = Schedule::of_loops(&inner, settings);
        schedule.cut_into_parts(&totals, true);
        let sources = draft.sources.iter().filter(|(array, _)| !is_held(**array));
        let sources = sources.map(part);
        Some(Band {
            loops: numbers,
            rows: wanted.rows.clone(),
            sources: sources.collect(),
            results,
            totals,
            provided: provided.collect(),
            kept,
            held,
            sizes: sizes.into_iter().collect(),
            cost: loops.iter().map(|taken| taken.nested.cost).sum(),
            nest: inner,
            here,
            schedule,
        })
    }
}

/// The bands of loops that follow each other: each has as many of them as it can.
fn of_neighbours(nest: &Nest, loops: &[Taken<'_>], settings: Settings) -> Vec<Band> {
    let mut bands = Vec::new();
    let mut begin = 0;
    while begin < loops.len() {
        let ends = (begin + 2..=loops.len()).rev();
        let mut found = ends.filter_map(|end| {
            let band = Band::of(nest, &loops[begin..end], settings)?;
            Some((band, end))
        });
        begin = match found.next() {
            Some((band, end)) => {
                bands.push(band);
                end
            }
            None => begin + 1,
        };
    }
    bands
}

/// A loop that may be done for some rows at a time.
struct Taken<'n> {
    nested: &'n Loop,
    rows: Extent,
    /// The axes of a row.
    row: Vec<Extent>,
    reads: Reads,
}

impl<'n> Taken<'n> {
    /// The loop behind others, if it is one of these.
    fn of(
        nest: &'n Nest,
        nested: &'n Loop,
        schedule: &LoopSchedule,
        others: &[Taken<'n>],
    ) -> Option<Taken<'n>> {
        let mut writes = nested.writes.iter();
        let goes_by_rows = |write: &Write| match write.mode {
            WriteMode::Fresh => true,
            WriteMode::Fill(home) | WriteMode::InPlace(home) | WriteMode::Part(home) => {
                is_named(nest, home)
            }
            _ => false,
        };
        if !writes.all(goes_by_rows) {
            return None;
        }
        let (rows, row) = shape(nested);
        if !nested.folds.is_empty() && (row.is_empty() || !totals::are_of_whole_rows(schedule))
            || totals::are_needed(nest, &totals::of(others), nested)
        {
            return None;
        }
        let reads = Reads::of(nest, nested, &made(others))?;
        Some(Taken {
            nested,
            rows,
            row,
            reads,
        })
    }
}

/// The arrays that loops make, with the axes of a row.
fn made(loops: &[Taken<'_>]) -> OrderedMap<ArrayId, Vec<Extent>> {
    let made = loops.iter().flat_map(|taken| {
        let writes = taken.nested.writes.iter();
        writes.map(|write| (write.array, taken.row.clone()))
    });
    made.collect()
}

/// Returns true if a host expression reads an array or a total that loops make.
fn names_any(nest: &Nest, loops: &[Taken<'_>], value: &Host) -> bool {
    let mut writes = loops.iter().flat_map(|taken| &taken.nested.writes);
    writes.any(|write| value.arrays.contains(&write.array))
        || totals::names_any(nest, &totals::of(loops), value)
}

/// Returns true if a number is that of an array that loops make, or a total.
fn makes_any(nest: &Nest, loops: &[Taken<'_>], extent: &Extent) -> bool {
    let mut arrays = Vec::new();
    used::of_extent(extent, &mut arrays);
    let mut writes = loops.iter().flat_map(|taken| &taken.nested.writes);
    // Arrays of the caller have their length before.
    writes.any(|write| arrays.contains(&write.array) && home(nest, write.array).is_none())
        || totals::makes(&totals::of(loops), extent)
}

/// The arrays of loops that may be done together.
struct Draft {
    /// The arrays in memory that are read by rows, with the axes of a row.
    sources: OrderedMap<ArrayId, Vec<Extent>>,
    /// The arrays that the loops make.
    made: OrderedMap<ArrayId, Vec<Extent>>,
}

impl Draft {
    /// The arrays, if each of them is read by rows everywhere or nowhere.
    fn of(nest: &Nest, loops: &[Taken<'_>]) -> Option<Draft> {
        let made = made(loops);
        let mut sources: OrderedMap<ArrayId, Vec<Extent>> = OrderedMap::new();
        for read in loops.iter().flat_map(|taken| &taken.reads.by_rows) {
            match made.get(&read.array).or_else(|| sources.get(&read.array)) {
                Some(row) if *row == read.row => {}
                Some(_) => return None,
                None if !is_sliced(nest, read.array) && !is_written(nest, &made, read.array) => {
                    return None;
                }
                None => _ = sources.insert(read.array, read.row.clone()),
            }
        }
        let mut whole = loops.iter().flat_map(|taken| &taken.reads.whole);
        let by_rows = |array: &ArrayId| {
            sources.contains_key(array)
                || made.contains_key(array)
                || is_written(nest, &made, *array)
        };
        (!whole.any(by_rows)).then_some(Draft { sources, made })
    }

    /// The loops as a nest, with scalars in the place of the numbers of rows.
    fn inner(
        &self,
        nest: &Nest,
        loops: &[Taken<'_>],
        halos: &Halos,
    ) -> (Nest, Vec<(ScalarId, usize)>) {
        let mut inner = nest.clone();
        let mut here = Vec::new();
        // A loop without a result that is used has rows of its own.
        let own = loops.iter().map(|taken| halo::of_loop(taken, halos));
        let all = own.chain(halos.values().copied());
        let mut more: Vec<usize> = all.map(|halo| halo.more).collect();
        more.sort_unstable();
        more.dedup();
        for more in more {
            let name = match more {
                0 => "band_rows_".to_owned(),
                more => format!("band_rows_and_{more}_"),
            };
            let scalar = inner.scalars.push(NestScalar {
                name: Ident::new(&name, Span::mixed_site()),
                shown: name,
                ty: None,
                given: false,
                used: true,
                named: true,
            });
            here.push((scalar, more));
        }
        let rows_of = |halo: Halo| {
            let mut here = here.iter();
            let found = here.find(|(_, more)| *more == halo.more);
            Extent::Scalar(found.expect("each halo has its number of rows").0)
        };
        let names = loops.iter().flat_map(|taken| &taken.reads.names);
        for name in names.chain(self.made.keys()) {
            let array = nest.in_memory(*name);
            if let Some(first) = inner.arrays[*name].axes.first_mut() {
                *first = rows_of(halos[&array]);
            }
        }
        let stages = loops.iter().map(|taken| {
            let own = halo::of_loop(taken, halos);
            let mut nested = taken.nested.clone();
            if let Some(first) = nested.axes.first_mut() {
                *first = rows_of(own);
            }
            let axes = std::iter::once(rows_of(own)).chain(taken.row.iter().cloned());
            nested.extent = Extent::of(axes.collect());
            for read in &mut nested.body.reads {
                count_from_halo(read, own, halos.get(&nest.in_memory(read.array)));
            }
            Stage::Loop(Box::new(nested))
        });
        inner.stages = stages.collect();
        (inner.opening, inner.entry) = (Vec::new(), Vec::new());
        inner.result = NestResult::Tuple(Vec::new());
        (inner, here)
    }
}

/// Lets a loop over rows of a band read an array by rows of which the band has some.
fn count_from_halo(read: &mut Read, own: Halo, of_array: Option<&Halo>) {
    if let (
        Some(Affine::Digit {
            digit: Some(0),
            start,
            ..
        }),
        Some(halo),
    ) = (read.map.first_mut(), of_array)
    {
        *start = *start + own.first - halo.first;
    }
}

/// The array of the caller's in which an array lies.
fn home(nest: &Nest, array: ArrayId) -> Option<ArrayId> {
    match nest.arrays[array].storage {
        Storage::InPlace(home) => Some(home),
        _ => None,
    }
}

/// Returns true if an array lies in one of the caller's that loops write.
fn is_written(nest: &Nest, made: &OrderedMap<ArrayId, Vec<Extent>>, array: ArrayId) -> bool {
    let mut made = made.keys();
    made.any(|made| home(nest, *made) == Some(nest.owner(array)))
}

/// Returns true if an array of the caller's is a variable, whose name the code of a band may give to
/// some rows of it.
fn is_named(nest: &Nest, array: ArrayId) -> bool {
    let array = &nest.arrays[array];
    match (&array.storage, &array.part) {
        (Storage::Input(host, true), InputPart::Elements) => reads::path(host).is_some(),
        _ => false,
    }
}

/// Returns true if the code of a band may have some rows of an array in the place of all.
fn is_sliced(nest: &Nest, array: ArrayId) -> bool {
    matches!(
        nest.arrays[array].storage,
        Storage::Input(_, false) | Storage::Fresh | Storage::Host
    )
}
