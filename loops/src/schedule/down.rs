//! Scans down the rows of an array: along another axis than the last one; and recurrences whose
//! elements follow from others to the left and above.
//!
//! Each column has states, and a row needs those that the row above it leaves. Blocks of rows go
//! through their columns piece by piece, each when the block above has done it: elements are read
//! and written in the order of memory, and combined from the first to the last.

use super::operator::is_exact;
use super::sources::Source;
use super::{Form, Pass, policy, rows};
use crate::nest::{Affine, Extent, Loop, Neighbour, Nest, Read, Region, Scan, Step};
use crate::ordered::ToList;

/// The axis down which the scans of a loop go, if it goes through its columns piece by piece: it does
/// nothing but make an element of some arrays for each position, its other scans begin anew with
/// each row, and so do the parts of its folds, which are then combined. Other backends do not go down,
/// and have the same bits. A failure would have to be that of the first position.
pub(super) fn axis(nest: &Nest, nested: &Loop) -> Option<usize> {
    let body = &nested.body;
    let scans = body.steps().filter_map(|step| match step {
        Step::Scan(scan) => Some(scan),
        _ => None,
    });
    let (down, others): (Vec<_>, Vec<_>) = scans.partition(|scan| scan.is_over_axes());
    let along = |scan: &Scan| Some((of_scan(scan)?, axes(nest, scan)?));
    let all: Vec<_> = down.iter().map(|scan| along(scan)).list();
    let first = *all.first()?;
    let takes = |step: &Step| match step {
        Step::Scan(_) => true,
        Step::Fold(fold) => fold.intake.step().is_none() && is_exact(fold),
        step => step.is_plain() && !step.may_fail(),
    };
    let begins_anew = |heads| rows::are_heads(nested, heads);
    let takes_all = body.inner().next().is_none()
        && body.steps().all(takes)
        && all.iter().all(|other| *other == first)
        && others.iter().all(|scan| scan.rows.is_some_and(begins_anew))
        && nested.writes.iter().all(|write| write.mode.is_one_each());
    first.map(|(axis, _)| axis).filter(|_| takes_all)
}

/// The axis down which a scan goes: of a recurrence, the only one along which its elements follow from others, or
/// that before the last one.
fn of_scan(scan: &Scan) -> Option<usize> {
    if !scan.is_recurrence() {
        return scan.down();
    }
    let rank = scan.neighbours.first()?.distances.len();
    let is_near = |(above, left, _): (isize, isize, _)| {
        (0..=policy::ROWS_ABOVE).contains(&above) && (0..=policy::COLUMNS_BEFORE).contains(&left)
    };
    let in_place = |read: &Neighbour| {
        let mut outer = read.distances[..rank - 2].iter();
        outer.all(|distance| *distance == 0)
    };
    let single = scan.single_axis();
    let is_down = scan.rows_and_columns().all(is_near)
        && (single.is_some() || scan.neighbours.iter().all(in_place));
    is_down.then(|| single.unwrap_or(rank - 2))
}

/// The axes of the array that a scan goes through.
fn axes<'n>(nest: &'n Nest, scan: &Scan) -> Option<&'n [Extent]> {
    let array = scan.intake.arrays().into_iter().next()?;
    Some(&nest.arrays[array].axes)
}

/// The form of a pass that goes down: elements that wait for those to their left have vectors along
/// antidiagonals alone, for which arrays are copied as they lie in memory.
pub(super) fn form(nest: &Nest, nested: &Loop, pass: &Pass) -> Form {
    let is_copied = |source: &Source<'_>| match &source.along {
        Some(along) => along.padding.is_none(),
        None => source.reads.iter().all(|read| is_in_memory(read)),
    };
    let sources = pass.sources(nest, nested.axes.len());
    let fills = nested.writes.iter().all(|write| write.mode.fills());
    match waits(&pass.region) && fills && sources.iter().all(is_copied) {
        true => Form::Diagonals,
        false => Form::Down,
    }
}

/// Returns true if elements of a recurrence over several axes wait for those to their left.
fn waits(region: &Region) -> bool {
    region.any_step(|step| match step {
        Step::Scan(scan) => scan.is_recurrence() && scan.neighbours.iter().any(is_of_the_row),
        _ => false,
    })
}

/// Returns true if an element follows from one of its own row.
fn is_of_the_row(read: &Neighbour) -> bool {
    matches!(read.distances[..], [.., 0, left] if left > 0)
}

/// Returns true if the elements are in step with the positions, or along lines.
fn is_in_memory(read: &Read) -> bool {
    let is_in_step = |along: &Affine| matches!(along, Affine::Identity(_));
    read.map.iter().all(is_in_step) || read.lines().is_some()
}
