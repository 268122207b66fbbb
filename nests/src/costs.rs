//! Costs of plans, which a search makes small.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::dependence::Dependence;
use crate::plan::{Plan, Storage};
use crate::program::{ArrayId, Program};
use crate::region::Region;

/// The bytes of an element, where plans are compared by bytes.
const ELEMENT: u128 = 8;

/// A cost of plans.
///
/// It must not fall when a statement is added to a plan, so that the search may give up plans whose
/// first statements are too expensive already.
pub trait Cost: fmt::Debug {
    /// Its name.
    fn name(&self) -> &'static str;

    /// The cost of a plan that may lack statements: numbers that are compared from left to right.
    fn of(&self, program: &Program, dependences: &[Dependence], plan: &Plan) -> Vec<u128>;
}

/// The bytes that nests read from and write to memory, then their number: what Kristensen and
/// others count (definition 13). Each array counts once in each nest that reads it, and once in each
/// that writes it.
#[derive(Clone, Copy, Debug)]
pub struct Bytes;

/// The paper's first objective: the weight of the arrays that are not contracted.
#[derive(Clone, Copy, Debug)]
pub struct Contract;

/// The paper's second objective: the arrays with dependences between nests.
#[derive(Clone, Copy, Debug)]
pub struct Locality;

/// The number of nests.
#[derive(Clone, Copy, Debug)]
pub struct Loops;

/// All costs.
pub const COSTS: &[&dyn Cost] = &[&Bytes, &Contract, &Locality, &Loops];

/// The cost of a name.
pub fn cost(name: &str) -> Option<&'static dyn Cost> {
    COSTS.iter().copied().find(|cost| cost.name() == name)
}

impl Cost for Bytes {
    fn name(&self) -> &'static str {
        "bytes"
    }

    fn of(&self, program: &Program, _: &[Dependence], plan: &Plan) -> Vec<u128> {
        let mut elements = 0;
        for nest in &plan.nests {
            // The elements that are read and written, by memory.
            let mut touched: BTreeMap<(usize, bool), Region> = BTreeMap::new();
            for reference in nest.statements().flat_map(|id| program.references(id)) {
                let parts = match plan.storage(reference.array) {
                    Storage::Memory => vec![reference.elements(program)],
                    Storage::Window(_) if reference.is_write() => Vec::new(),
                    Storage::Window(_) => program.exposed(&reference),
                };
                for part in parts {
                    let key = (program.array(reference.array).memory, reference.is_write());
                    let hull = touched.entry(key).or_insert_with(|| part.clone());
                    *hull = hull.hull(&part);
                }
            }
            elements += touched.values().map(Region::size).sum::<u128>();
        }
        vec![elements * ELEMENT, plan.nests.len() as u128]
    }
}

impl Cost for Contract {
    fn name(&self) -> &'static str {
        "contract"
    }

    fn of(&self, program: &Program, _: &[Dependence], plan: &Plan) -> Vec<u128> {
        let left = mentioned(program, plan)
            .into_iter()
            .filter(|&array| !plan.storage(array).is_contracted());
        vec![left.map(|array| program.weight(array)).sum()]
    }
}

impl Cost for Locality {
    fn name(&self) -> &'static str {
        "locality"
    }

    fn of(&self, _: &Program, dependences: &[Dependence], plan: &Plan) -> Vec<u128> {
        let crossing = dependences.iter().filter(|it| {
            let (from, to) = (plan.nest_of(it.from), plan.nest_of(it.to));
            from.is_some() && to.is_some() && from != to
        });
        let arrays: BTreeSet<ArrayId> = crossing.map(|it| it.array).collect();
        vec![arrays.len() as u128]
    }
}

impl Cost for Loops {
    fn name(&self) -> &'static str {
        "loops"
    }

    fn of(&self, _: &Program, _: &[Dependence], plan: &Plan) -> Vec<u128> {
        vec![plan.nests.len() as u128]
    }
}

fn mentioned(program: &Program, plan: &Plan) -> BTreeSet<ArrayId> {
    let statements = plan.nests.iter().flat_map(|nest| nest.statements());
    let references = statements.flat_map(|id| program.references(id));
    references.map(|it| it.array).collect()
}
