//! The memory of groups of lanes: the states of scans and folds, and the elements that are
//! compacted there.

use super::{DeviceLevel, Places};
use crate::nest::{ArrayId, Element, Fold, Intake, Known, Loop, Scan, WriteMode};
use crate::ordered::OrderedSet;
use crate::scalar::{Prim, Type, Types};
use crate::schedule::levels::Level;
use crate::schedule::policy::{DEFERRED, GROUP, LOCAL_BYTES};

/// The neutral element of an operator.
#[cfg_attr(feature = "report", derive(Debug))]
pub enum Neutral {
    /// An integer.
    Int(i128),
    /// A float.
    Float(f64),
    /// A truth value.
    Bool(bool),
    /// A tuple of neutral elements.
    Tuple(Vec<Neutral>),
}

/// The neutral element of a known operator on a built-in type.
pub fn neutral(known: Option<&Known>, ty: &Type) -> Option<Neutral> {
    if let (Some(Known::Tuple(operators)), Type::Tuple(types)) = (known, ty) {
        let parts = operators.iter().zip(types);
        let parts = parts.map(|(operator, ty)| neutral(Some(operator), ty));
        return parts.collect::<Option<_>>().map(Neutral::Tuple);
    }
    let prim = ty.prim()?;
    let (least, most) = prim.range();
    let int = |value: i128| prim.is_int().then_some(Neutral::Int(value));
    let float = |value: f64| prim.is_float().then_some(Neutral::Float(value));
    let boolean = |value: bool| (prim == Prim::Bool).then_some(Neutral::Bool(value));
    match known? {
        // Zero would turn a sum of negative zeros into a positive one.
        Known::Add => int(0).or_else(|| float(-0.0)),
        Known::Mul => int(1).or_else(|| float(1.0)),
        // A float that is no number never wins.
        Known::Min => int(most)
            .or_else(|| float(f64::NAN))
            .or_else(|| boolean(true)),
        Known::Max => int(least)
            .or_else(|| float(f64::NAN))
            .or_else(|| boolean(false)),
        Known::And => int(if prim.is_signed() { -1 } else { most }).or_else(|| boolean(true)),
        Known::Or | Known::Xor => int(0).or_else(|| boolean(false)),
        Known::WrappingAdd => int(0),
        Known::WrappingMul => int(1),
        Known::Tuple(_) => None,
    }
}

/// The type of the state that the elements of a fold or scan enter.
pub fn entered<'t>(types: &'t Types, intake: &Intake) -> &'t Type {
    match intake {
        Intake::Operand(Element::Array(array)) => types.array(*array),
        Intake::Operand(Element::One) => &Type::USIZE,
        Intake::Step { binding, .. } => types.accumulator(*binding),
    }
}

/// The bytes of the state of a level.
pub(super) fn of_scans(scans: &[Scan], types: &Types) -> usize {
    let members = scans.iter().map(|scan| {
        let ty = entered(types, &scan.intake);
        (ty, neutral(scan.known.as_ref(), ty).is_some())
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
            !is_stepped && neutral(fold.known.as_ref(), ty).is_some(),
        )
    });
    state(members)
}

/// The bytes of a state, from its types and whether each begins with a neutral element: a member
/// without one has a byte that says whether there is a state yet.
fn state<'t>(members: impl Iterator<Item = (&'t Type, bool)>) -> usize {
    let members = members.flat_map(|(ty, has_neutral)| {
        let flag = (!has_neutral).then_some((1, 1));
        [layout(ty)].into_iter().chain(flag)
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
