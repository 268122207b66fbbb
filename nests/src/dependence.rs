//! Dependences between statements, with unconstrained distance vectors.

use crate::program::{ArrayId, Program, Reference, StatementId};
use crate::region::Vector;

/// The kinds of dependences, by what comes first and second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A write, and a read of what it wrote.
    Flow,
    /// A read, and a write over what it read.
    Anti,
    /// Two writes.
    Output,
}

/// An order that two statements must keep where they touch one element.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dependence {
    /// The statement that comes first.
    pub from: StatementId,
    /// The statement that comes second: the same one for elements of earlier rows in a user loop.
    pub to: StatementId,
    /// The array that the first one touches.
    pub array: ArrayId,
    /// The array that the second one touches: another live range in the same memory, or the same.
    pub next: ArrayId,
    /// The unconstrained distance: the offset at the source less that at the target, by dimension.
    pub distance: Vector,
    /// The kind.
    pub kind: Kind,
}

impl Dependence {
    /// Returns true if source and target touch the element at one index.
    pub fn is_null(&self) -> bool {
        self.distance.iter().all(|&along| along == 0)
    }

    /// Returns true if both ends refer to the array.
    pub fn is_due_to(&self, array: ArrayId) -> bool {
        self.array == array && self.next == array
    }
}

/// The dependences of a program, each once, by their statements.
///
/// Two references depend on each other where the boxes of their elements meet; a flow is none where
/// writes between the two cover it. The order follows from the others then.
pub fn dependences(program: &Program) -> Vec<Dependence> {
    let references: Vec<Reference<'_>> = program
        .ids()
        .flat_map(|id| program.references(id))
        .collect();
    let mut all = Vec::new();
    for (position, one) in references.iter().enumerate() {
        for other in &references[position..] {
            let memory = |it: &Reference<'_>| program.array(it.array).memory;
            if memory(one) != memory(other) || !(one.is_write() || other.is_write()) {
                continue;
            }
            let (source, target) = match program.runs_before(one, other) {
                Some(true) => (one, other),
                Some(false) => (other, one),
                None => continue,
            };
            if let Some(dependence) = between(program, &references, source, target) {
                all.push(dependence);
            }
        }
    }
    all.sort();
    all.dedup();
    all
}

fn between(
    program: &Program,
    references: &[Reference<'_>],
    source: &Reference<'_>,
    target: &Reference<'_>,
) -> Option<Dependence> {
    let shared = source
        .elements(program)
        .intersection(&target.elements(program));
    if shared.is_empty() {
        return None;
    }
    let kind = match (source.is_write(), target.is_write()) {
        (true, true) => Kind::Output,
        (true, false) => Kind::Flow,
        (false, _) => Kind::Anti,
    };
    if kind == Kind::Flow {
        let memory = program.array(source.array).memory;
        let later = references.iter().filter(|it| {
            it.is_write()
                && program.array(it.array).memory == memory
                && program.runs_before(source, it) == Some(true)
                && program.runs_before(it, target) == Some(true)
        });
        let later: Vec<_> = later.map(|it| it.elements(program)).collect();
        if shared.outside(&later).is_empty() {
            return None;
        }
    }
    let rank = program.statement(source.statement).region.rank();
    Some(Dependence {
        from: source.statement,
        to: target.statement,
        array: source.array,
        next: target.array,
        distance: (0..rank)
            .map(|dimension| source.offset(dimension) - target.offset(dimension))
            .collect(),
        kind,
    })
}
