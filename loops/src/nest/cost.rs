//! A rough number of scalar operations in one iteration, for the decision
//! between one thread and many, and which steps may run more than once.

use super::{Host, Region, Step};
use crate::ir::Op;

/// The operations of a read or write at a computed position.
const MOVE: usize = 4;

/// The operations of a body.
pub fn of(region: &Region) -> usize {
    let mut moves = 0;
    region.visit(&mut |region| {
        moves += region.steps().filter(|step| step.may_fail()).count();
    });
    of_arithmetic(region) + moves * MOVE
}

/// The operations without those of reaching computed positions.
pub fn of_arithmetic(region: &Region) -> usize {
    // Elements that an inner loop reads again for each position of the loop are in the cache.
    let reads = region.reads.iter();
    let reads = reads.filter(|read| read.map.iter().any(|along| along.index() == 0));
    let steps = region.steps();
    let steps = steps.filter(|step| !matches!(step, Step::Tuple { .. }));
    let own = reads.count() + steps.count();
    let workers = region.workers().map(|worker| worker.estimate.operations);
    own + workers.sum::<usize>() + region.inner().map(of_arithmetic).sum::<usize>()
}

/// The workers whose costs have no bound, so that an iteration may take any time, whatever its
/// operations are: the code that makes its elements calls unknown functions, or loops.
///
/// An unknown function counts for little where a filter asks it, and operators do not count:
/// elements that are kept and combined cost each block some time, which is most of it in short
/// blocks. Builds with debug assertions try unknown operators on neighbours in a block, which short
/// ones have not.
pub fn unbounded(region: &Region) -> Vec<&Host> {
    let mut found = Vec::new();
    region.visit(&mut |region| {
        let predicate = region.entry.predicate();
        found.extend(predicate.filter(|host| !host.estimate.is_unknown));
        for step in region.steps() {
            if let Step::Map { worker, .. } | Step::Generate { worker, .. } = step {
                found.push(worker);
            }
        }
    });
    found.retain(|worker: &&Host| worker.estimate.is_unbounded);
    found
}

/// The operations of a binding of which all costs are known, so that it may run
/// more than once where that saves memory traffic; `None` for any other.
pub fn repeated(op: &Op) -> Option<usize> {
    match op {
        Op::Map { worker, .. } | Op::Generate { worker, .. } => Some(1 + worker.estimate.plain?),
        Op::Range { .. } | Op::Coordinate { .. } => Some(1),
        op => op.moved().map(|_| 1),
    }
}
