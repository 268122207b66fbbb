//! Totals that a scan needs of its blocks, and that a fold in an earlier loop has found.
//!
//! A loop that waits for a fold's total often scans the same elements by the same operator, as a radix sort
//! counts all bits before it counts those in front of each key. Where both loops are cut into the same blocks, what the fold
//! came to in each of them is what the scan needs.

use crate::nest::{Element, Fold, Loop, Nest, Scan, Stage, Step};
use std::collections::BTreeSet;

/// A scan of a loop, and the fold that comes to the same in each block of an earlier one.
#[derive(Clone, Copy, Debug)]
pub struct Again<'n> {
    /// The scan.
    pub scan: &'n Scan,
    /// The number of the earlier loop.
    pub number: usize,
    /// Its fold.
    pub fold: &'n Fold,
}

/// The scans of a loop whose totals are known before it.
pub fn of<'n>(nest: &'n Nest, nested: &'n Loop) -> Vec<Again<'n>> {
    let scans = nested.levels.iter().flat_map(|level| &level.scans);
    scans
        .filter_map(|scan| before(nest, nested, scan))
        .collect()
}

/// The folds of a loop that later ones ask for, of those for which `asks` holds; each once.
pub fn asked<'n>(nest: &'n Nest, nested: &'n Loop, asks: impl Fn(&Loop) -> bool) -> Vec<&'n Fold> {
    let later = loops(nest).filter(|later| asks(later));
    let again = later.flat_map(|later| of(nest, later));
    let asked: BTreeSet<usize> = again
        .filter(|again| again.number == nested.number)
        .map(|again| again.fold.id)
        .collect();
    let folds = nested.folds.iter();
    folds.filter(|fold| asked.contains(&fold.id)).collect()
}

fn before<'n>(nest: &'n Nest, nested: &Loop, scan: &'n Scan) -> Option<Again<'n>> {
    let is_scanned = |step: &Step| matches!(step, Step::Scan(other) if other.id == scan.id);
    if !nested.body.steps.iter().any(is_scanned) || nested.inner.is_some() {
        return None;
    }
    let earlier = loops(nest).take_while(|earlier| earlier.number != nested.number);
    let mut earlier =
        earlier.filter(|earlier| earlier.extent == nested.extent && earlier.inner.is_none());
    earlier.find_map(|earlier| {
        let fold = earlier.body.steps.iter().find_map(|step| match step {
            Step::Fold(fold) if is_same(fold, scan) => Some(fold),
            _ => None,
        })?;
        Some(Again {
            scan,
            number: earlier.number,
            fold,
        })
    })
}

/// Whether both combine the same elements in the same way, one that the runtime knows: only of such it can tell whether
/// every order gives the same bits.
fn is_same(fold: &Fold, scan: &Scan) -> bool {
    fold.known.is_some()
        && fold.known == scan.known
        && fold.arg == scan.arg
        && fold.arg != Element::One
}

fn loops(nest: &Nest) -> impl Iterator<Item = &Loop> {
    nest.stages.iter().filter_map(|stage| match stage {
        Stage::Loop(nested) => Some(&**nested),
        _ => None,
    })
}
