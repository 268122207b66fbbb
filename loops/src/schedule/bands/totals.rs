//! Totals of the loops of a band.
//!
//! A band has some of the blocks of a loop with totals, and hands over their partial results. These
//! are combined behind the band as those of the loop over all rows, so that the order of combination
//! depends on neither the bands nor the threads. No loop of the band may need a total.

use super::Taken;
use crate::nest::{ArrayId, Element, Extent, Fold, FoldTarget, Host, Intake, Loop, Nest, ScalarId};
use crate::ordered::OrderedSet;
use crate::schedule::{Cut, Grain, LoopSchedule};
use crate::walk;
use quote::ToTokens;

/// Returns true if a fold takes elements alone, and not the index of their row.
pub(super) fn is_of_elements(fold: &Fold, indices: &OrderedSet<ArrayId>) -> bool {
    let reads_nothing = |host: &Host| host.arrays.is_empty();
    let takes_elements = match &fold.intake {
        Intake::Operand(Element::Array(array)) => !indices.contains(array),
        Intake::Operand(Element::One) => false,
        Intake::Step { worker, args, .. } => {
            reads_nothing(worker) && !args.iter().any(|arg| indices.contains(arg))
        }
    };
    takes_elements
        && matches!(fold.into, FoldTarget::Scalars(_))
        && reads_nothing(&fold.seed)
        && reads_nothing(&fold.operator)
}

/// The scalars that are totals of loops.
pub(super) fn of(loops: &[Taken<'_>]) -> Vec<ScalarId> {
    let mut scalars = Vec::new();
    for fold in loops.iter().flat_map(|taken| &taken.nested.folds) {
        if let FoldTarget::Scalars(into) = &fold.into {
            scalars.extend(into.names());
        }
    }
    scalars
}

/// Returns true if an expression names a total.
pub(super) fn names_any(nest: &Nest, totals: &[ScalarId], host: &Host) -> bool {
    let mut named = OrderedSet::new();
    walk::identifiers(host.expr.to_token_stream(), &mut named);
    let mut totals = totals.iter();
    totals.any(|total| named.contains(&nest.scalars[*total].name.to_string()))
}

/// Returns true if a number is made of a total.
pub(super) fn makes(totals: &[ScalarId], extent: &Extent) -> bool {
    match extent {
        Extent::Scalar(scalar) => totals.contains(scalar),
        Extent::Product(axes) => axes.iter().any(|axis| makes(totals, axis)),
        Extent::Section { of, .. } => makes(totals, of),
        _ => false,
    }
}

/// Returns true if a loop needs a total.
pub(super) fn are_needed(nest: &Nest, totals: &[ScalarId], nested: &Loop) -> bool {
    if totals.is_empty() {
        return false;
    }
    let mut extents = vec![&nested.extent];
    extents.extend(&nested.axes);
    for read in &nested.body.reads {
        extents.extend(&nest.arrays[read.array].axes);
    }
    let mut hosts = Vec::new();
    for step in nested.body.steps() {
        hosts.extend(step.worker());
    }
    for fold in &nested.folds {
        hosts.extend([&fold.seed, &fold.operator]);
        hosts.extend(fold.intake.step());
    }
    let mut extents = extents.into_iter();
    let mut hosts = hosts.into_iter();
    extents.any(|extent| makes(totals, extent)) || hosts.any(|host| names_any(nest, totals, host))
}

/// Returns true if a loop with totals can be cut into blocks of whole rows: nothing but the cost of a
/// position says how long blocks are, and no later loop needs the same ones.
pub(super) fn are_of_whole_rows(schedule: &LoopSchedule) -> bool {
    let by_cost = matches!(
        schedule.cut,
        Cut::Blocks {
            grain: Grain::Cost,
            ordered: false,
            rows: None,
            ..
        }
    );
    by_cost && schedule.kept_aggregates.is_empty()
}
