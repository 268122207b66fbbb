//! Loop distribution: a loop in several over the same block, one for each kind of result.
//!
//! LLVM makes vectors of a body that does nothing but compute an element for each position, and fold
//! elements by operators that it knows. Elements that filters keep are brought together, for which
//! vectors are taken apart; and folds by operators of which nothing is known wait for each other. In
//! one body with any of these the others have no vectors either. A block lies in the cache, so that it
//! is read from memory once all the same.
//!
//! A value that two of the loops need is made again in each. Where that takes long, they stay one
//! loop, which stores it ([`halves`](super::halves), [`temporaries`](super::temporaries)).

use super::operator::takes_long;
use super::overwritten::reads_overwritten;
use super::slice::{Slice, with_body};
use super::{crossing, policy, rows};
use crate::nest::{ArrayId, Entry, Fold, Host, Item, Loop, Nest, Region, Step, Write, WriteMode};
use crate::ordered::{OrderedSet, ToList};

/// A kind of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// An element for each position, and folds by known operators.
    Vectors,
    /// Folds by operators of which nothing is known.
    Unknown,
    /// The elements that filters keep, and folds of these.
    Compacted,
    /// The elements that a filter keeps which takes long, by its position in the body: LLVM makes vectors
    /// of one such predicate, and not of several.
    Filter(usize),
    /// Scans, by the number of the first one that a result needs, and all of them in a loop with filters:
    /// LLVM makes no vectors of the steps of two scans. With them go what depends on them, elements that
    /// lead to them and take few operations, and folds of few operations, which the passes that there are
    /// take along.
    Scans(Option<usize>),
}

/// A loop that there will be: some results and folds.
struct Part {
    kinds: Vec<Kind>,
    writes: Vec<Write>,
    folds: Vec<usize>,
    body: Region,
}

/// The loops of a loop that is distributed, in order.
pub(super) fn of(nest: &Nest, nested: &Loop) -> Option<Vec<Loop>> {
    if !is_plain(nested) || rows::takes(nested) {
        return None;
    }
    let of_writes = nested.writes.iter().map(|write| of_write(nested, write));
    let of_folds = nested.folds.iter().map(|fold| of_fold(nested, fold));
    let (of_writes, of_folds) = (of_writes.list(), of_folds.list());
    let kinds: OrderedSet<Kind> = of_writes.iter().chain(&of_folds).copied().collect();
    let mut parts = Vec::new();
    for kind in kinds {
        let writes = nested.writes.iter().zip(&of_writes);
        let writes = writes.filter(|(_, of)| **of == kind);
        let folds = nested.folds.iter().zip(&of_folds);
        let folds = folds.filter(|(_, of)| **of == kind);
        let writes = writes.map(|(write, _)| *write).list();
        let folds = folds.map(|(fold, _)| fold.id).list();
        parts.push(Part::of(nested, vec![kind], writes, folds)?);
    }
    while let Some((one, other)) = inseparable(&parts) {
        let Part {
            kinds,
            writes,
            folds,
            ..
        } = parts.remove(other);
        let with = &parts[one];
        parts[one] = Part::of(
            nested,
            [&with.kinds[..], &kinds].concat(),
            [&with.writes[..], &writes].concat(),
            [&with.folds[..], &folds].concat(),
        )?;
    }
    if parts.len() < 2 {
        return None;
    }
    let loops = in_order(nest, parts)?.into_iter();
    let loops = loops.map(|part| with_body(nest, nested, part.body, part.writes));
    Some(loops.list())
}

/// Parts in an order in which each reads elements before another one overwrites them, if there is one.
fn in_order(nest: &Nest, mut parts: Vec<Part>) -> Option<Vec<Part>> {
    let mut ordered = Vec::new();
    while !parts.is_empty() {
        let reads_of = |part: &Part, of: &Part| reads_overwritten(nest, &part.body, &of.writes);
        let is_next = |at: &usize| {
            let mut others = (0..parts.len()).filter(|other| other != at);
            !others.any(|other| reads_of(&parts[other], &parts[*at]))
        };
        let next = (0..parts.len()).find(is_next)?;
        ordered.push(parts.remove(next));
    }
    Some(ordered)
}

impl Part {
    /// The part of a loop for some results and folds.
    fn of(nested: &Loop, kinds: Vec<Kind>, writes: Vec<Write>, folds: Vec<usize>) -> Option<Part> {
        let needed = writes.iter().map(|write| write.array).collect();
        let body = slice(&nested.body, needed, &folds)?;
        Some(Part {
            kinds,
            writes,
            folds,
            body,
        })
    }
}

/// Two parts that have a filter in common, or need values which take long to compute.
fn inseparable(parts: &[Part]) -> Option<(usize, usize)> {
    let others = |one: usize| (one + 1..parts.len()).map(move |other| (one, other));
    let mut pairs = (0..parts.len()).flat_map(others);
    pairs.find(|(one, other)| {
        let (one, other) = (&parts[*one], &parts[*other]);
        let mut kinds = one.kinds.iter().chain(&other.kinds);
        let filters = kinds.any(|kind| matches!(kind, Kind::Compacted | Kind::Filter(_)));
        let are_scans = |part: &Part| part.kinds.iter().any(|kind| matches!(kind, Kind::Scans(_)));
        let shared = shared(&one.body, &other.body);
        let operations: usize = shared.iter().map(|worker| worker.estimate.operations).sum();
        ask_the_same(&one.body, &other.body)
            || are_scans(one) && are_scans(other) && shares_steps(&one.body, &other.body)
            || !crossing::is_made_again(shared)
            || filters && operations >= policy::BEFORE_FILTERS
    })
}

/// Returns true if two bodies have a filter in common.
fn ask_the_same(one: &Region, other: &Region) -> bool {
    let names = |body: &Region| {
        let filters = body.inner().flat_map(|inner| inner.entry.names());
        filters.collect::<OrderedSet<ArrayId>>()
    };
    let ours = names(other);
    names(one).iter().any(|array| ours.contains(array))
}

/// The workers of the steps that two bodies have.
fn shared<'r>(one: &'r Region, other: &Region) -> Vec<&'r Host> {
    let made = made(other);
    let mut workers = Vec::new();
    one.visit(&mut |region| {
        let shared = region.steps().filter(|step| makes_any(step, &made));
        workers.extend(shared.filter_map(Step::worker));
    });
    workers
}

/// Returns true if two bodies have a step in common.
fn shares_steps(one: &Region, other: &Region) -> bool {
    let made = made(other);
    one.any_step(|step| makes_any(step, &made))
}

/// The arrays of which the steps of a body make elements.
fn made(body: &Region) -> OrderedSet<ArrayId> {
    let mut made = OrderedSet::new();
    body.visit(&mut |region| made.extend(region.steps().flat_map(Step::names)));
    made
}

fn makes_any(step: &Step, arrays: &OrderedSet<ArrayId>) -> bool {
    step.names().iter().any(|array| arrays.contains(array))
}

/// The part of a body that some arrays and folds need.
fn slice(body: &Region, needed: OrderedSet<ArrayId>, folds: &[usize]) -> Option<Region> {
    let mut fold = |step: &Step| match step {
        Step::Fold(fold) if folds.contains(&fold.id) => Some(step.clone()),
        _ => None,
    };
    sliced(body, needed, &mut fold)
}

/// The part of a body that some arrays and the steps that `keep` returns need.
fn sliced(
    body: &Region,
    needed: OrderedSet<ArrayId>,
    keep: &mut dyn FnMut(&Step) -> Option<Step>,
) -> Option<Region> {
    Slice { needed, keep }.region(body)
}

/// The kind of a result.
fn of_write(nested: &Loop, write: &Write) -> Kind {
    match slice(&nested.body, [write.array].into_iter().collect(), &[]) {
        Some(body) if goes_with_scans(nested, &body) && !is_apart(nested, &body) => {
            of_scans(nested, &body)
        }
        Some(body) if write.mode == WriteMode::Compact => of_filter(nested, &body),
        _ => Kind::Vectors,
    }
}

/// The kind of a fold. One behind a filter whose elements are compacted goes with these, and others
/// behind filters stay together.
fn of_fold(nested: &Loop, fold: &Fold) -> Kind {
    let Some(body) = slice(&nested.body, OrderedSet::new(), &[fold.id]) else {
        return Kind::Vectors;
    };
    let mut compacted = nested.writes.iter();
    let mut filters = body.inner();
    let is_alone = fold.known.is_none() && is_at_top(nested, fold) && !body.any_step(is_scan);
    if !is_alone && goes_with_scans(nested, &body) {
        of_scans(nested, &body)
    } else if compacted.any(|write| {
        write.mode == WriteMode::Compact && filters.any(|inner| inner.makes(write.array))
    }) {
        of_filter(nested, &body)
    } else if body.inner().next().is_some() {
        let mut inside = nested
            .folds
            .iter()
            .filter(|other| !is_at_top(nested, other));
        match inside.any(|other| other.known.is_none()) {
            true => Kind::Unknown,
            false => Kind::Vectors,
        }
    } else {
        match fold.known {
            Some(_) => Kind::Vectors,
            None => Kind::Unknown,
        }
    }
}

/// Returns true if a part of a body stays with the scans of the loop, if there are any.
fn goes_with_scans(nested: &Loop, body: &Region) -> bool {
    nested.body.any_step(is_scan)
        && (body.any_step(is_scan)
            || body.inner().next().is_some()
            || crossing::is_made_again(body.workers()))
}

/// Returns true if a part of a body computes elements without a filter, has no step in common with
/// those that lead to scans, and if steps of scans take long: these go through ranges of a block side by
/// side, as a loop over elements need not.
fn is_apart(nested: &Loop, body: &Region) -> bool {
    let mut long = false;
    let mut scan = |step: &Step| match step {
        Step::Scan(scan) => {
            long |= takes_long(scan.known.as_ref(), &scan.seed.expr);
            Some(step.clone())
        }
        _ => None,
    };
    let leading = sliced(&nested.body, OrderedSet::new(), &mut scan);
    let leads = leading.is_some_and(|leading| shares_steps(body, &leading));
    let computes = body.inner().next().is_none() && body.steps().next().is_some();
    long && computes && !leads
}

/// The kind of a result that stays with scans: `body` is the part of the loop's body for it. One without a
/// scan goes with the first of those that need a step of it, or else with the first of all.
fn of_scans(nested: &Loop, body: &Region) -> Kind {
    let number = |step: &Step| match step {
        Step::Scan(scan) => Some(scan.id),
        _ => None,
    };
    let needs_a_step = |scan: &usize| {
        let mut it = |step: &Step| (number(step) == Some(*scan)).then(|| step.clone());
        let leading = sliced(&nested.body, OrderedSet::new(), &mut it);
        leading.is_some_and(|leading| shares_steps(body, &leading))
    };
    let scans = || nested.body.steps().filter_map(number);
    let own = body.steps().find_map(number);
    let own = own.or_else(|| scans().find(needs_a_step));
    let has_filters = nested.body.inner().next().is_some();
    Kind::Scans(own.or_else(|| scans().next()).filter(|_| !has_filters))
}

/// Returns true if a fold takes in an element of each position.
fn is_at_top(nested: &Loop, fold: &Fold) -> bool {
    let is_it = |step: &Step| matches!(step, Step::Fold(other) if other.id == fold.id);
    nested.body.items.iter().filter_map(Item::step).any(is_it)
}

/// The kind of what a filter keeps: that of the first one in `body`, which is a part of the loop's
/// body. Many filters are partitioned together.
fn of_filter(nested: &Loop, body: &Region) -> Kind {
    let names = body.inner().next().map(Region::names).unwrap_or_default();
    let is_it = |item: &Item| match item {
        Item::Region(inner) => inner.names().iter().any(|array| names.contains(array)),
        Item::Step(_) => false,
    };
    let are_many = nested.body.inner().count() >= policy::PARTITIONED;
    let mut items = nested.body.items.iter();
    match items.position(is_it) {
        Some(position) if !are_many && asks_long(nested, position) => Kind::Filter(position),
        _ => Kind::Compacted,
    }
}

/// Returns true if the predicate of the filter at a position of a body takes long, with what leads to
/// it.
fn asks_long(nested: &Loop, position: usize) -> bool {
    let filter = &nested.body.items[position].region();
    let Some(entry) = filter.map(|filter| &filter.entry) else {
        return false;
    };
    let leading = slice(&nested.body, entry.args().into_iter().collect(), &[]);
    let leading = leading.iter().flat_map(Region::workers);
    let workers = leading.chain(entry.predicate());
    workers
        .map(|worker| worker.estimate.operations)
        .sum::<usize>()
        >= policy::STORED
}

fn is_scan(step: &Step) -> bool {
    matches!(step, Step::Scan(_))
}

/// Returns true if a loop does nothing but compute elements, fold and scan them, and ask filters about
/// them.
pub(super) fn is_plain(nested: &Loop) -> bool {
    let mut are_guards = true;
    nested.body.visit(&mut |region| {
        are_guards &= matches!(region.entry, Entry::Loop | Entry::Guard { .. });
    });
    let is_plain = |step: &Step| match step {
        Step::Fold(fold) => fold.intake.step().is_none(),
        Step::Scan(scan) => !scan.is_recurrence() && scan.segments.is_none(),
        _ => step.is_plain() && !step.may_fail(),
    };
    let has_slots = |mode: WriteMode| {
        mode.fills() || matches!(mode, WriteMode::InPlace(_) | WriteMode::Compact)
    };
    are_guards
        && nested.writes.iter().all(|write| has_slots(write.mode))
        && !nested.body.any_step(|step| !is_plain(step))
}
