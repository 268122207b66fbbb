//! SIMD policy: which loops are compiled a second time, for wide instructions, and which a third
//! time, for the widest.
//!
//! A loop gains if arithmetic or the cache is its bound, and if it changes elements in place. A
//! loop that does little but move memory from one array to another gets slower, since half of the
//! wide accesses to an array cross a cache line. A short one of integers is over before it is where
//! the instructions are.

use super::levels::Level;
use super::operator::is_of_integers;
use super::{policy, tiles};
use crate::nest::{Host, Loop, Step, Write, WriteMode, cost};

/// The SIMD policy: the loops that have wide instructions (`simd.rs` of the runtime).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Simd {
    /// Always, and the widest that the machine has.
    Widest,
    /// Always.
    Always,
    /// From a number of positions on.
    Long,
    /// Loops whose arrays may lie in the caches.
    Cached,
    /// From a number of positions on, and where the arrays may lie in the caches.
    LongCached,
}

impl Simd {
    /// The policy of a loop with these levels; `None` where wide instructions gain nothing.
    pub fn of(nested: &Loop, levels: &[Level], changes_in_place: bool) -> Option<Simd> {
        if reduces_unknown(nested) {
            return None;
        }
        // Compaction takes instructions that only wide loops have.
        let compacts = |write: &Write| write.mode == WriteMode::Compact;
        let mut scans = levels.iter().flat_map(|level| &level.scans);
        let mut folds = nested.folds.iter();
        let scans_integers = scans.all(|scan| is_of_integers(scan.known.as_ref(), &scan.seed.expr));
        let folds_integers = folds.all(|fold| is_of_integers(fold.known.as_ref(), &fold.seed.expr));
        let operations = cost::of_arithmetic(&nested.body);
        let arithmetic = operations > policy::ARITHMETIC;
        let of_map = operations > policy::ARITHMETIC_OF_MAPS && is_of_vectors(nested);
        let takes_long = nested.body.workers().any(is_long) || tiles::has_tiles(nested);
        if arithmetic && takes_long || folds_pairs(nested, levels) {
            Some(Simd::Widest)
        } else if arithmetic
            || of_map
            || reads_neighbours(nested)
            || nested.writes.iter().any(compacts)
        {
            Some(Simd::Always)
        } else if nested.writes.is_empty() {
            match scans_integers && folds_integers {
                true => Some(Simd::Long),
                false => Some(Simd::Always),
            }
        } else if changes_in_place && levels.is_empty() {
            Some(Simd::Long)
        } else if nested
            .body
            .workers()
            .any(|worker| worker.estimate.is_expensive)
        {
            Some(Simd::Cached)
        } else if levels.is_empty() {
            None
        } else if scans_integers {
            // Aggregates of blocks are arithmetic, but of a single block nobody asks for them.
            Some(Simd::LongCached)
        } else {
            // Sums of floats are taken in groups.
            Some(Simd::Cached)
        }
    }
}

/// Returns true if a loop does nothing but compute an element for each position, in a time that is
/// the same for all, and fold elements by operators that are known.
fn is_of_vectors(nested: &Loop) -> bool {
    let is_plain = |step: &Step| match step {
        Step::Fold(fold) => fold.known.is_some() && fold.intake.step().is_none(),
        _ => step.is_plain() && !step.may_fail(),
    };
    let mut writes = nested.writes.iter();
    let mut workers = nested.body.workers();
    nested.body.inner().next().is_none()
        && nested.body.steps().all(is_plain)
        && writes.all(|write| write.mode.fills())
        && !workers.any(|worker| worker.estimate.is_unbounded)
}

/// Returns true if a loop does nothing but fold pairs: most of what it reads is in the nearest cache, and arithmetic is
/// its bound. `widest-vectors.md`.
fn folds_pairs(nested: &Loop, levels: &[Level]) -> bool {
    let mut workers = nested.body.workers();
    levels.is_empty()
        && nested.writes.is_empty()
        && !nested.body.axes().is_empty()
        && !workers.any(|worker| worker.estimate.is_unbounded)
}

/// Returns true if a loop reads an array at several positions: most of these elements are in the
/// nearest cache, from which wide instructions take twice as many at a time.
fn reads_neighbours(nested: &Loop) -> bool {
    let reads = &nested.body.reads;
    let of = |array| reads.iter().filter(|read| read.array == array).count();
    reads
        .iter()
        .any(|read| of(read.array) >= policy::NEIGHBOURS)
}

/// Returns true if a loop combines what functions of unknown length return into computed positions,
/// one position after the other: neither has vectors, and of two components of a value LLVM makes
/// one, for which the next value of the bin waits. `functions-into-bins.md`.
fn reduces_unknown(nested: &Loop) -> bool {
    let mut workers = nested.body.workers();
    nested.cost > policy::SINGLE_CALL_SITE
        && nested.writes.iter().any(|write| write.mode.reduces())
        && workers.any(|worker| worker.estimate.is_unbounded)
}

/// Returns true for a worker whose arithmetic is worth a third version of the loop: a vector twice
/// as wide halves what elementary functions, roots and divisions take. Loops and unknown functions
/// have no vectors.
fn is_long(worker: &Host) -> bool {
    worker.estimate.is_expensive && !worker.estimate.is_unbounded
}
