//! The memory of groups of lanes: the states of scans and folds, and the elements that are
//! compacted there.

use super::Places;
use super::composed::Composed;
use super::states::{entered, neutral};
use crate::nest::{ArrayId, Element, Fold, Intake, Loop, Scan, WriteMode};
use crate::ordered::{OrderedMap, OrderedSet};
use crate::scalar::{Prim, Type, Types};
use crate::schedule::levels::Level;
use crate::schedule::policy::{DEFERRED, GROUP, LANE_BYTES, LANE_BYTES_BETWEEN_TILES, LOCAL_BYTES};
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

/// The facts on which the local memory of a loop depends.
pub(super) struct Memory<'l> {
    pub(super) nested: &'l Loop,
    pub(super) levels: &'l [Level],
    pub(super) places: &'l Places,
    pub(super) types: &'l Types,
    /// The bytes of the states of a lane.
    pub(super) states: usize,
}

impl Memory<'_> {
    /// The number of elements that a lane has at a time, by the widest column: a vector of them, or
    /// four where tiles wait for each other, unless there is room in local memory only for those of
    /// two.
    pub(super) fn items(&self) -> usize {
        let body = self.nested.body.arrays();
        let columns = body.chain(self.nested.writes.iter().map(|write| write.array));
        let columns = columns.flat_map(|array| self.types.array(array).leaves());
        let widest = columns.map(bytes).max().unwrap_or(4);
        if self.levels.is_empty() {
            return (LANE_BYTES / widest).clamp(2, 16);
        }
        let most = (LANE_BYTES_BETWEEN_TILES / widest).clamp(4, 16);
        match self.compacted(most).len() == self.compactable().count() {
            true => most,
            false => (most / 2).max(4),
        }
    }

    /// The arrays whose kept elements have places that a level finds.
    fn compactable(&self) -> impl Iterator<Item = ArrayId> {
        let writes = self.nested.writes.iter();
        let packed = writes.filter(|write| write.mode == WriteMode::Compact);
        packed.map(|write| write.array).filter(|array| {
            let mut scans = self.levels.iter().flat_map(|level| &level.scans);
            let place = self.places.scan(*array);
            place.is_some_and(|place| scans.any(|scan| scan.id == place))
        })
    }

    /// The bytes of an array that is compacted in local memory, for each lane: there is room for
    /// the elements that are kept, and for one that is not.
    fn capacity(&self, array: ArrayId, items: usize) -> usize {
        let leaves = self.types.array(array).leaves();
        (items + 1) * leaves.into_iter().map(bytes).sum::<usize>()
    }

    /// The compacted arrays for which there is room beside the states: so much that groups stay as
    /// large as they would be. Other arrays are stored directly.
    pub(super) fn compacted(&self, items: usize) -> OrderedSet<ArrayId> {
        let mut compacted = OrderedSet::new();
        if items == 1 {
            return compacted;
        }
        let mut taken = self.states;
        for array in self.compactable() {
            let bytes = self.capacity(array, items);
            if taken + bytes <= LOCAL_BYTES / GROUP {
                taken += bytes;
                compacted.insert(array);
            }
        }
        compacted
    }

    /// The bytes of the widest element that lanes exchange before they store it, if there is room
    /// for that beside compacted arrays. Where tiles do not wait a lane has one vector of elements,
    /// and neighbours store neighbours anyway.
    pub(super) fn exchanged(&self, items: usize, compacted: &OrderedSet<ArrayId>) -> Option<usize> {
        if self.levels.is_empty() || items == 1 {
            return None;
        }
        let writes = self.nested.writes.iter();
        let dense = writes.filter(|write| write.mode.is_one_each());
        let columns = dense.flat_map(|write| self.types.array(write.array).leaves());
        let widest = columns.map(bytes).max()?;
        let taken = self.of_lane(items, compacted, Some(widest), &OrderedSet::new());
        (taken <= LOCAL_BYTES / GROUP).then_some(widest)
    }

    /// The bytes of local memory of a lane.
    pub(super) fn of_lane(
        &self,
        items: usize,
        compacted: &OrderedSet<ArrayId>,
        exchanged: Option<usize>,
        fetched: &OrderedSet<ArrayId>,
    ) -> usize {
        let compacted = compacted.iter().map(|array| self.capacity(*array, items));
        let fetched = (fetched.iter()).flat_map(|array| self.types.array(*array).leaves());
        let exchanged = exchanged.map_or(0, |bytes| (items + 1) * bytes);
        self.states + compacted.sum::<usize>() + exchanged + fetched.map(bytes).sum::<usize>()
    }
}

fn bytes(prim: Prim) -> usize {
    prim.bits() as usize / 8
}

/// The lanes of a group, each with so much local memory: a power of two.
pub(super) fn lanes(local: usize) -> usize {
    match LOCAL_BYTES / local.max(1) {
        GROUP.. => GROUP,
        most => 1 << most.max(1).ilog2(),
    }
}
