//! The independent judge of plans.
//!
//! It shares nothing with the strategies: it asks of any two references to one element whether they
//! still run in the order of the program, and of each window whether an element in it is
//! overwritten before it is read. A plan that it accepts computes what the program computes.

use std::cmp::Ordering;
use std::fmt;

use crate::plan::{Plan, Storage};
use crate::program::{ArrayId, Program, Reference, StatementId};
use crate::region::Region;
use crate::structure::{Loop, Structure};

/// The reason for which a plan is illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Violation {
    /// A statement is in no nest, or in more than one.
    NotOnce(StatementId),
    /// The loops around a statement do not run over each dimension of its region once.
    Loops(StatementId),
    /// Two statements touch elements in another order than the program's.
    Order(StatementId, StatementId),
    /// A contracted array is needed after the program.
    Live(ArrayId),
    /// A contracted array is mentioned in two nests.
    Apart(ArrayId),
    /// A contracted array is read where the program has not written it and does so later.
    Exposed(ArrayId),
    /// An element is overwritten in its window before it is read.
    Window(ArrayId),
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotOnce(id) => write!(f, "statement {} is not in one nest", id.0 + 1),
            Self::Loops(id) => write!(
                f,
                "the loops around statement {} are not one for each dimension",
                id.0 + 1
            ),
            Self::Order(one, other) => write!(
                f,
                "statements {} and {} touch an element in another order",
                one.0 + 1,
                other.0 + 1
            ),
            Self::Live(id) => write!(f, "array {} is contracted and live", id.0),
            Self::Apart(id) => write!(f, "array {} is contracted, but not in one nest", id.0),
            Self::Exposed(id) => write!(
                f,
                "array {} is contracted, but read before it is written",
                id.0
            ),
            Self::Window(id) => write!(f, "the window of array {} is too small", id.0),
        }
    }
}

impl std::error::Error for Violation {}

/// Judges a plan: `Ok` exactly for those that run all references to an element in the order of the
/// program, and keep each element of a contracted array until it has been read.
///
/// # Errors
///
/// Returns the first violation found.
pub fn check(program: &Program, plan: &Plan) -> Result<(), Violation> {
    for id in program.ids() {
        let nests = plan.nests.iter().flat_map(|nest| nest.statements());
        if nests.filter(|&other| other == id).count() != 1 {
            return Err(Violation::NotOnce(id));
        }
        let mut dimensions: Vec<usize> = loops_around(plan, id).map(|it| it.dimension).collect();
        dimensions.sort_unstable();
        if !dimensions
            .into_iter()
            .eq(0..program.statement(id).region.rank())
        {
            return Err(Violation::Loops(id));
        }
    }
    let references: Vec<Reference<'_>> = program
        .ids()
        .flat_map(|id| program.references(id))
        .collect();
    for (position, one) in references.iter().enumerate() {
        for other in &references[position + 1..] {
            check_order(program, plan, one, other)?;
        }
    }
    for array in program.array_ids() {
        if let Storage::Window(window) = plan.storage(array) {
            check_window(program, plan, array, window)?;
        }
    }
    Ok(())
}

fn conflict(program: &Program, one: &Reference<'_>, other: &Reference<'_>) -> bool {
    program.array(one.array).memory == program.array(other.array).memory
        && (one.is_write() || other.is_write())
        && one.elements(program).meets(&other.elements(program))
}

fn check_order(
    program: &Program,
    plan: &Plan,
    one: &Reference<'_>,
    other: &Reference<'_>,
) -> Result<(), Violation> {
    if !conflict(program, one, other) {
        return Ok(());
    }
    let before = written_order(program, one, other);
    if before == Ordering::Equal || planned_order(plan, one, other) == before {
        return Ok(());
    }
    Err(Violation::Order(one.statement, other.statement))
}

/// The order in which the program as it is written touches an element by two references: that of
/// the rows in a user loop that both stand in, then that of the statements.
fn written_order(program: &Program, one: &Reference<'_>, other: &Reference<'_>) -> Ordering {
    let user = |it: &Reference<'_>| program.statement(it.statement).within;
    let by_statement = one.statement.cmp(&other.statement);
    match user(one) {
        Some(id) if user(other) == Some(id) => {
            let rows = program.loops[id.0];
            // The row of a reference, less that of the element.
            let row = |it: &Reference<'_>| -it.offset(rows.dimension) * rows.step();
            row(one).cmp(&row(other)).then(by_statement)
        }
        _ => by_statement,
    }
}

fn planned_order(plan: &Plan, one: &Reference<'_>, other: &Reference<'_>) -> Ordering {
    time(plan, one).cmp(&time(plan, other))
}

/// The moment at which a reference touches an element, less that element's own indices: the nest,
/// the shared loops, the part, its loops, the position in the body.
fn time(plan: &Plan, reference: &Reference<'_>) -> Vec<i64> {
    let mut time = Vec::new();
    let id = reference.statement;
    for (number, nest) in plan.nests.iter().enumerate() {
        for (part_number, part) in nest.parts.iter().enumerate() {
            if let Some(position) = part.statements.iter().position(|&other| other == id) {
                time.push(number as i64);
                time.extend(positions(plan, reference, &nest.outer));
                time.push(part_number as i64);
                time.extend(positions(plan, reference, &part.inner));
                time.push(position as i64);
            }
        }
    }
    time
}

fn positions(plan: &Plan, reference: &Reference<'_>, loops: &Structure) -> Vec<i64> {
    let shift = &plan.shifts[reference.statement.0];
    let position = |it: &Loop| {
        let along = shift[it.dimension] - reference.offset(it.dimension);
        if it.downwards { -along } else { along }
    };
    loops.0.iter().map(position).collect()
}

fn loops_around(plan: &Plan, id: StatementId) -> impl Iterator<Item = Loop> {
    plan.nests.iter().flat_map(move |nest| {
        let part = nest.parts.iter().find(|part| part.statements.contains(&id));
        let outer = part.map(|_| nest.outer.0.clone()).unwrap_or_default();
        let inner = part.map(|part| part.inner.0.clone()).unwrap_or_default();
        outer.into_iter().chain(inner)
    })
}

fn check_window(
    program: &Program,
    plan: &Plan,
    array: ArrayId,
    window: &[u64],
) -> Result<(), Violation> {
    if program.array(array).live {
        return Err(Violation::Live(array));
    }
    let references = program.references_to(array);
    let mut nests = references.iter().map(|it| plan.nest_of(it.statement));
    let Some(nest) = nests.next() else {
        return Ok(());
    };
    if nests.any(|other| other != nest) {
        return Err(Violation::Apart(array));
    }
    let writes: Vec<&Reference<'_>> = references.iter().filter(|it| it.is_write()).collect();
    let written = |it: &&Reference<'_>| it.elements(program);
    for read in references.iter().filter(|it| !it.is_write()) {
        let earlier: Vec<Region> = writes
            .iter()
            .filter(|write| written_order(program, write, read) == Ordering::Less)
            .map(written)
            .collect();
        let exposed = read.elements(program).outside(&earlier);
        if writes
            .iter()
            .any(|write| exposed.iter().any(|part| part.meets(&written(write))))
        {
            return Err(Violation::Exposed(array));
        }
    }
    let Some(extent) = writes.iter().map(written).reduce(|hull, it| hull.hull(&it)) else {
        return Err(Violation::Exposed(array));
    };
    for write in &writes {
        for read in references
            .iter()
            .filter(|it| !it.is_write() && conflict(program, write, it))
        {
            for over in &writes {
                let kept = Kept {
                    plan,
                    extent: &extent,
                    window,
                };
                if kept.is_lost(write, read, over) {
                    return Err(Violation::Window(array));
                }
            }
        }
    }
    Ok(())
}

/// A window of an array.
struct Kept<'a> {
    plan: &'a Plan,
    extent: &'a Region,
    window: &'a [u64],
}

/// The search for another element in the slot of one that is still to be read. Its times lie
/// between two others, each a number for each loop.
struct Between<'a> {
    low: &'a [i64],
    high: &'a [i64],
    over: &'a [i64],
    /// For each loop, the distance of elements that share a slot, and the largest one.
    slots: &'a [(i64, i64)],
}

impl Kept<'_> {
    /// Returns true if, between a write of an element and its read, another write may come to
    /// another element in its slot.
    fn is_lost(&self, write: &Reference<'_>, read: &Reference<'_>, over: &Reference<'_>) -> bool {
        let loops = self.shared(&[write, read, over]);
        let alone = |dimension: usize| !loops.0.iter().any(|it| it.dimension == dimension);
        let side = |dimension: usize| self.extent.0[dimension].len();
        if (0..self.window.len()).any(|it| alone(it) && self.window[it] < side(it)) {
            return true;
        }
        let slot = |it: &Loop| {
            let last = side(it.dimension) as i64 - 1;
            (self.window[it.dimension] as i64, last)
        };
        let slots: Vec<(i64, i64)> = loops.0.iter().map(slot).collect();
        let between = Between {
            low: &positions(self.plan, write, &loops),
            high: &positions(self.plan, read, &loops),
            over: &positions(self.plan, over, &loops),
            slots: &slots,
        };
        between.is_met(0, true, true, false)
    }

    /// The loops that some statements share.
    fn shared(&self, references: &[&Reference<'_>]) -> Structure {
        let id = references[0].statement;
        let nest = self.plan.nests.iter().find(|nest| nest.contains(id));
        let nest = nest.expect("each statement is in a nest");
        let mut loops = nest.outer.clone();
        let all = |part: &&crate::plan::Part| {
            references
                .iter()
                .all(|it| part.statements.contains(&it.statement))
        };
        if let Some(part) = nest.parts.iter().find(all) {
            loops.0.extend(&part.inner.0);
        }
        loops
    }
}

impl Between<'_> {
    fn is_met(&self, at: usize, from_low: bool, to_high: bool, moved: bool) -> bool {
        let Some(&(slot, last)) = self.slots.get(at) else {
            return moved;
        };
        if !from_low && !to_high {
            return moved || self.slots[at..].iter().any(|&(slot, last)| slot <= last);
        }
        let steps = last / slot;
        (-steps..=steps).map(|step| step * slot).any(|distance| {
            let time = self.over[at] + distance;
            let inside = (!from_low || time >= self.low[at]) && (!to_high || time <= self.high[at]);
            inside
                && self.is_met(
                    at + 1,
                    from_low && time == self.low[at],
                    to_high && time == self.high[at],
                    moved || distance != 0,
                )
        })
    }
}
