//! A rough number of scalar operations in one iteration, for the decision
//! between one thread and many, and what may run more than once.

use super::{Host, Region, Step};
use crate::ir::Op;

/// What it takes to read or write at a computed place.
const MOVE: usize = 4;

/// The operations of a body.
pub fn of(region: &Region) -> usize {
    let mut moves = 0;
    region.visit(&mut |region| {
        moves += region.steps.iter().filter(|step| step.may_fail()).count();
    });
    of_arithmetic(region) + moves * MOVE
}

/// The same, but for what it takes to get to computed places.
pub fn of_arithmetic(region: &Region) -> usize {
    let own = region.reads.len() + region.steps.len();
    let workers = region.workers().map(|worker| worker.effort.operations);
    own + workers.sum::<usize>() + region.inner.iter().map(of_arithmetic).sum::<usize>()
}

/// Whether an iteration may take any time, whatever its operations are: what makes or filters its elements calls
/// what is unknown, or loops. Operators do not count. They are applied to a few elements of a block side by side, which
/// short blocks have not, and debug builds try unknown ones on neighbours in a block.
pub fn is_unbounded(region: &Region) -> bool {
    let makers = region.steps.iter().filter_map(|step| match step {
        Step::Map { worker, .. } | Step::Generate { worker, .. } => Some(worker),
        _ => None,
    });
    let mut workers = region.entry.predicate().into_iter().chain(makers);
    workers.any(|worker| worker.effort.is_unbounded) || region.inner.iter().any(is_unbounded)
}

/// The operations of a binding of which all costs are known, so that it may run
/// more than once where that saves memory traffic; `None` for any other.
pub fn repeated(op: &Op) -> Option<usize> {
    match op {
        Op::Map { worker, .. } | Op::Generate { worker, .. } => Some(1 + worker.effort.plain?),
        Op::Range { .. } => Some(1),
        _ => None,
    }
}

/// Whether workers may run twice for an element, in two sweeps over a block that is in the cache.
pub fn may_run_twice<'h>(workers: impl IntoIterator<Item = &'h Host>) -> bool {
    const CHEAP: usize = 8;
    let mut operations = 0;
    let mut dear = false;
    for Host { effort, .. } in workers {
        operations += effort.operations;
        dear |= effort.is_dear;
    }
    operations <= CHEAP && !dear
}
