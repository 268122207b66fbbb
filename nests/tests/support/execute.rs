//! Programs and plans, executed element by element. Operations are hashes of what they read, so that
//! an element that is read too early or too late shows.

use std::collections::BTreeMap;

use fusus_nests::{
    ArrayId, Interval, Nest, Plan, Program, Reference, Region, Statement, StatementId, Storage,
    Structure, Vector,
};

/// All elements that are live after a program, and the results of its folds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    elements: BTreeMap<(usize, Vector), u64>,
    folds: BTreeMap<StatementId, u64>,
}

fn mixed(hash: u64, word: u64) -> u64 {
    (hash ^ word)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .rotate_left(29)
        .wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// The element of a memory before the program.
fn initial(memory: usize, index: &[i64]) -> u64 {
    let words = index.iter().map(|&along| along as u64);
    words.fold(mixed(17, memory as u64), mixed)
}

/// The indices of a region whose dimensions are given by loops, in the order in which they run.
pub fn indices(region: &Region, loops: &Structure) -> Vec<BTreeMap<usize, i64>> {
    let mut all = vec![BTreeMap::new()];
    for it in &loops.0 {
        let Interval { low, high } = region.0[it.dimension];
        let along: Vec<i64> = match it.downwards {
            true => (low..=high).rev().collect(),
            false => (low..=high).collect(),
        };
        let extended = |index: BTreeMap<usize, i64>| {
            let dimension = it.dimension;
            along.clone().into_iter().map(move |at| {
                let mut index = index.clone();
                index.insert(dimension, at);
                index
            })
        };
        all = all.into_iter().flat_map(extended).collect();
    }
    all
}

fn upwards(rank: usize) -> Structure {
    let dimensions: Vec<usize> = (0..rank).collect();
    Structure::all(&dimensions)[0].clone()
}

fn of_statement(program: &Program, statement: &Statement, values: &[u64]) -> u64 {
    if let ([read], [value]) = (&statement.reads[..], values)
        && program.array(read.array).compiler
    {
        return *value;
    }
    let mut hash = 3;
    for (read, &value) in statement.reads.iter().zip(values) {
        for &along in &read.offset {
            hash = mixed(hash, along as u64);
        }
        hash = mixed(hash, value);
    }
    hash
}

/// The program as it is written: each statement reads everything before it writes anything.
pub fn written(program: &Program) -> Outcome {
    let mut machine = Machine::new(program, None);
    let mut at = 0;
    while at < program.statements.len() {
        let within = program.statements[at].within;
        let Some(user) = within else {
            machine.statement(StatementId(at), &program.statements[at].region);
            at += 1;
            continue;
        };
        let end = program.statements[at..]
            .iter()
            .position(|it| it.within != within);
        let end = end.map_or(program.statements.len(), |it| at + it);
        let user = program.loops[user.0];
        let body = &program.statements[at..end];
        let low = body.iter().map(|it| it.region.0[user.dimension].low).min();
        let high = body.iter().map(|it| it.region.0[user.dimension].high).max();
        let rows = low.expect("a statement")..=high.expect("a statement");
        let rows: Vec<i64> = match user.downwards {
            true => rows.rev().collect(),
            false => rows.collect(),
        };
        for row in rows {
            for (position, statement) in body.iter().enumerate() {
                let mut region = statement.region.clone();
                let side = &mut region.0[user.dimension];
                *side = Interval {
                    low: row.max(side.low),
                    high: row.min(side.high),
                };
                machine.statement(StatementId(at + position), &region);
            }
        }
        at = end;
    }
    machine.outcome()
}

/// The program by a plan, with nothing but the elements that it keeps.
pub fn planned(program: &Program, plan: &Plan) -> Outcome {
    let mut machine = Machine::new(program, Some(plan));
    for nest in &plan.nests {
        machine.nest(plan, nest);
    }
    machine.outcome()
}

/// The outcome of a program without what a plan contracts.
pub fn expected(program: &Program, plan: &Plan) -> Outcome {
    let mut outcome = written(program);
    let gone = contracted(program, plan);
    outcome
        .elements
        .retain(|(memory, _), _| !gone.contains(memory));
    outcome
}

fn contracted(program: &Program, plan: &Plan) -> Vec<usize> {
    let dead = program.array_ids().filter(|&id| {
        let memory = program.array(id).memory;
        let mut ranges = program.arrays.iter().filter(|it| it.memory == memory);
        plan.storage(id).is_contracted() && ranges.all(|it| !it.live)
    });
    dead.map(|id| program.array(id).memory).collect()
}

struct Machine<'a> {
    program: &'a Program,
    plan: Option<&'a Plan>,
    memory: BTreeMap<(usize, Vector), u64>,
    windows: BTreeMap<(ArrayId, Vector), u64>,
    folds: BTreeMap<StatementId, u64>,
}

impl<'a> Machine<'a> {
    fn new(program: &'a Program, plan: Option<&'a Plan>) -> Self {
        Self {
            program,
            plan,
            memory: BTreeMap::new(),
            windows: BTreeMap::new(),
            folds: BTreeMap::new(),
        }
    }

    fn outcome(self) -> Outcome {
        let gone = self
            .plan
            .map_or(Vec::new(), |plan| contracted(self.program, plan));
        let elements = self.memory.into_iter();
        Outcome {
            elements: elements
                .filter(|((memory, _), _)| !gone.contains(memory))
                .collect(),
            folds: self.folds,
        }
    }

    fn slot(&self, array: ArrayId, index: &[i64]) -> Option<Vector> {
        let Storage::Window(window) = self.plan?.storage(array) else {
            return None;
        };
        let slots = index.iter().zip(window);
        Some(
            slots
                .map(|(at, &positions)| at.rem_euclid(positions as i64))
                .collect(),
        )
    }

    fn is_written(&self, array: ArrayId, index: &[i64]) -> bool {
        let references = self.program.references_to(array);
        let mut writes = references.iter().filter(|it| it.is_write());
        writes.any(|it: &Reference<'_>| it.elements(self.program).contains(index))
    }

    fn read(&self, array: ArrayId, index: &[i64]) -> u64 {
        match self.slot(array, index) {
            Some(slot) if self.is_written(array, index) => {
                self.windows.get(&(array, slot)).copied().unwrap_or(0xdead)
            }
            _ => {
                let memory = self.program.array(array).memory;
                let element = self.memory.get(&(memory, index.to_vec()));
                element.copied().unwrap_or_else(|| initial(memory, index))
            }
        }
    }

    fn value(&self, statement: &Statement, index: &[i64]) -> u64 {
        let reads = statement.reads.iter().map(|read| {
            let at: Vector = index
                .iter()
                .zip(&read.offset)
                .map(|(at, by)| at + by)
                .collect();
            self.read(read.array, &at)
        });
        let values: Vec<u64> = reads.collect();
        of_statement(self.program, statement, &values)
    }

    fn write(&mut self, id: StatementId, index: &[i64], value: u64) {
        let Some(array) = self.program.statement(id).write else {
            let fold = self.folds.entry(id).or_insert(0);
            *fold = fold.wrapping_add(index.iter().fold(value, |hash, &at| mixed(hash, at as u64)));
            return;
        };
        match self.slot(array, index) {
            Some(slot) => self.windows.insert((array, slot), value),
            None => {
                let memory = self.program.array(array).memory;
                self.memory.insert((memory, index.to_vec()), value)
            }
        };
    }

    fn statement(&mut self, id: StatementId, region: &Region) {
        let statement = self.program.statement(id);
        let indices = indices(region, &upwards(region.rank()));
        let indices: Vec<Vector> = indices
            .into_iter()
            .map(|it| it.into_values().collect())
            .collect();
        let values: Vec<u64> = indices.iter().map(|it| self.value(statement, it)).collect();
        for (index, value) in indices.iter().zip(values) {
            self.write(id, index, value);
        }
    }

    fn nest(&mut self, plan: &Plan, nest: &Nest) {
        let positions = plan.positions(self.program, nest);
        for outer in indices(&positions, &nest.outer) {
            for part in &nest.parts {
                for inner in indices(&positions, &part.inner) {
                    for &id in &part.statements {
                        let mut at = outer.clone();
                        at.extend(inner.clone());
                        let shift = &plan.shifts[id.0];
                        let index: Vector =
                            at.values().zip(shift).map(|(at, by)| at - by).collect();
                        let statement = self.program.statement(id);
                        if statement.region.contains(&index) {
                            let value = self.value(statement, &index);
                            self.write(id, &index, value);
                        }
                    }
                }
            }
        }
    }
}
