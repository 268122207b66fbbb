//! Totals that a scan needs of its blocks, and that a fold in an earlier loop has found.
//!
//! A loop that waits for a fold's total often scans the same elements by the same operator, as a
//! radix sort counts all bits before it counts those in front of each key. Where both loops are cut
//! into the same blocks, its partial results are the aggregates that the scan needs.

use super::levels::{self, Level};
use super::scan::interleaves;
use super::temporaries;
use crate::nest::{Element, Fold, Loop, Nest, Scan, Step};
use crate::ordered::{OrderedSet, ToList};
use proc_macro2::Ident;

/// The source of the aggregates of a level's scans, for the next block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Aggregate {
    /// A pass of their own, where another thread waits for them; otherwise they are carried by the
    /// pass for results.
    Pass,
    /// A pass over the last elements of the block, as many as it takes to find a flag that drops
    /// the elements to the left of it.
    FromRight,
    /// Folds of an earlier loop, where it has kept their partial results of the same blocks; else
    /// as above.
    Earlier(Vec<Earlier>),
}

/// A fold of an earlier loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Earlier {
    /// The number of the loop.
    pub number: usize,
    /// The number of the fold.
    pub id: usize,
    /// The name of the fold.
    pub name: Ident,
}

impl Aggregate {
    /// The source in a loop, of which `reads_old` says that this level reads elements that are overwritten.
    pub(super) fn of(
        nest: &Nest,
        nested: &Loop,
        level: &Level,
        reads_old: bool,
        parallel: bool,
    ) -> Aggregate {
        // A pass over a part of the block has no columns, and knows no prefixes but those of the
        // block.
        if level.scans.iter().all(|scan| scan.segments.is_some())
            && !level.body.any_step(|step| matches!(step, Step::Scan(_)))
            && !level.body.has_axes()
            && !reads_old
            && temporaries::of(nested, &levels::of(&nested.body), &[]).is_empty()
        {
            return Aggregate::FromRight;
        }
        if !parallel {
            return Aggregate::Pass;
        }
        let earlier = level.scans.iter();
        let earlier = earlier.map(|scan| of(nest, nested, scan));
        match earlier.collect::<Option<_>>() {
            Some(earlier) => Aggregate::Earlier(earlier),
            None => Aggregate::Pass,
        }
    }
}

/// Returns the fold of an earlier loop whose partial results are the aggregates of a scan.
fn of(nest: &Nest, nested: &Loop, scan: &Scan) -> Option<Earlier> {
    let is_scanned = |step: &Step| matches!(step, Step::Scan(other) if other.id == scan.id);
    if !nested.body.steps().any(is_scanned) || nested.body.has_axes() {
        return None;
    }
    let earlier = nest
        .loops()
        .take_while(|earlier| earlier.number != nested.number);
    let mut earlier =
        earlier.filter(|earlier| earlier.extent == nested.extent && !earlier.body.has_axes());
    earlier.find_map(|earlier| {
        let fold = earlier.body.steps().find_map(|step| match step {
            Step::Fold(fold) if is_same(fold, scan) => Some(fold),
            _ => None,
        })?;
        Some(Earlier {
            number: earlier.number,
            id: fold.id,
            name: fold.name.clone(),
        })
    })
}

/// Returns the folds of a loop that later ones ask for, by their numbers, in the order of the loop.
/// Interleaved scans need more.
pub(super) fn kept(nest: &Nest, nested: &Loop) -> Vec<usize> {
    let asking = nest
        .loops()
        .filter(|later| !interleaves(nest, later, &levels::of(&later.body)));
    let asked = asking.flat_map(|later| {
        let scans = later.body.steps().filter_map(|step| match step {
            Step::Scan(scan) => of(nest, later, scan),
            _ => None,
        });
        scans.list()
    });
    let asked: OrderedSet<usize> = asked
        .filter(|earlier| earlier.number == nested.number)
        .map(|earlier| earlier.id)
        .collect();
    let folds = nested.folds.iter().map(|fold| fold.id);
    folds.filter(|id| asked.contains(id)).list()
}

/// Returns true if both combine the same elements by the same operator, one that the runtime knows:
/// only of such it can tell if every order gives the same bits.
fn is_same(fold: &Fold, scan: &Scan) -> bool {
    fold.known.is_some()
        && fold.known == scan.known
        && fold.intake.operand() == scan.intake.operand()
        && scan
            .intake
            .operand()
            .is_some_and(|element| element != Element::One)
}
