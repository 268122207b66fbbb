//! The memory of groups of lanes: the states of scans and folds, and the elements that are
//! compacted there.

use super::composed::Composed;
use super::states::{entered, neutral};
use super::{DeviceLevel, Places};
use crate::nest::{ArrayId, Element, Fold, Intake, Loop, Scan, WriteMode};
use crate::ordered::{OrderedMap, OrderedSet};
use crate::scalar::{Prim, Type, Types};
use crate::schedule::levels::Level;
use crate::schedule::policy::{DEFERRED, GROUP, LOCAL_BYTES};
use std::iter;

/// The bytes of the state of a level.
pub(super) fn of_scans(
    scans: &[Scan],
    composed: &OrderedMap<usize, Composed>,
    types: &Types,
) -> usize {
    let members = scans.iter().map(|scan| {
        let ty = entered(types, &scan.intake);
        match composed.get(&scan.id) {
            // The image of zero and those of the units.
            Some(composed) => (ty, 1 + composed.components.max(1), composed.may_be_lost()),
            None => (ty, 1, neutral(scan.known.as_ref(), ty).is_none()),
        }
    });
    state(members)
}

/// The bytes of the state of the folds of a loop.
pub(super) fn of_folds(folds: &[Fold], types: &Types) -> usize {
    let members = folds.iter().map(|fold| {
        let ty = entered(types, &fold.intake);
        // A step begins with the seed, which may be taken once.
        let is_stepped = matches!(fold.intake, Intake::Step { .. });
        (
            ty,
            1,
            is_stepped || neutral(fold.known.as_ref(), ty).is_none(),
        )
    });
    state(members)
}

/// The bytes of a state, from its types, how many of each it has, and whether it has a byte beside
/// them, which says whether there is a state.
fn state<'t>(members: impl Iterator<Item = (&'t Type, usize, bool)>) -> usize {
    let members = members.flat_map(|(ty, count, flagged)| {
        let flag = flagged.then_some((1, 1));
        iter::repeat_n(layout(ty), count).chain(flag)
    });
    structure(members).0
}

/// The size and the alignment of a value in memory.
fn layout(ty: &Type) -> (usize, usize) {
    match ty {
        Type::Prim(prim) => {
            let bytes = prim.bits() as usize / 8;
            (bytes, bytes)
        }
        Type::Tuple(items) => structure(items.iter().map(layout)),
        Type::Variable(_) => unreachable!("types are known when loops are scheduled"),
    }
}

/// The layout of a struct of such members.
fn structure(members: impl IntoIterator<Item = (usize, usize)>) -> (usize, usize) {
    let members = members.into_iter();
    let (size, align) = members.fold((0_usize, 1), |(size, align), (bytes, needs)| {
        (size.next_multiple_of(needs) + bytes, align.max(needs))
    });
    (size.next_multiple_of(align), align)
}

/// The number of elements that are taken in before the state of a level moves, where a lane has so
/// many. To ask an operator of which nothing is known whether there is a state takes more time than
/// that saves, and to count takes none.
pub(super) fn deferred(level: &Level, types: &Types, items: usize) -> Option<usize> {
    let is_known =
        |scan: &Scan| neutral(scan.known.as_ref(), entered(types, &scan.intake)).is_some();
    let counts = |scan: &Scan| matches!(scan.intake, Intake::Operand(Element::One));
    let mut scans = level.scans.iter();
    let pays = items > 1 && scans.clone().all(is_known) && !scans.all(counts);
    pays.then_some(DEFERRED)
}

/// The bytes of an array that is compacted in local memory, for each lane: there is room for the
/// elements that are kept, and for one that is not.
fn capacity(array: ArrayId, types: &Types, items: usize) -> usize {
    let bytes: usize = types.array(array).leaves().into_iter().map(bytes).sum();
    (items + 1) * bytes
}

fn bytes(prim: Prim) -> usize {
    prim.bits() as usize / 8
}

/// The compacted arrays for which there is room beside the states: so much that groups stay as
/// large as they would be. Other arrays are stored directly.
pub(super) fn compacted(
    nested: &Loop,
    levels: &[DeviceLevel],
    places: &Places,
    types: &Types,
    items: usize,
    states: usize,
) -> OrderedSet<ArrayId> {
    let mut compacted = OrderedSet::new();
    if items == 1 {
        return compacted;
    }
    let mut taken = states;
    for write in &nested.writes {
        let Some(place) = places.scan(write.array) else {
            continue;
        };
        let mut scans = levels.iter().flat_map(|level| &level.level.scans);
        let bytes = capacity(write.array, types, items);
        if write.mode == WriteMode::Compact
            && scans.any(|scan| scan.id == place)
            && taken + bytes <= LOCAL_BYTES / GROUP
        {
            taken += bytes;
            compacted.insert(write.array);
        }
    }
    compacted
}

/// The bytes of local memory of a lane.
pub(super) fn of_lane(
    compacted: &OrderedSet<ArrayId>,
    fetched: &OrderedSet<ArrayId>,
    types: &Types,
    items: usize,
    states: usize,
) -> usize {
    let compacted = compacted.iter().map(|array| capacity(*array, types, items));
    let fetched = fetched
        .iter()
        .flat_map(|array| types.array(*array).leaves());
    states + compacted.sum::<usize>() + fetched.map(bytes).sum::<usize>()
}

/// The lanes of a group, each with so much local memory: a power of two.
pub(super) fn lanes(local: usize) -> usize {
    match LOCAL_BYTES / local.max(1) {
        GROUP.. => GROUP,
        most => 1 << most.max(1).ilog2(),
    }
}
