//! Loops as they are written: each step of a cluster becomes instructions, stores or reductions.

use super::updates::is_update;
use super::{Action, Compacted, Instruction, Loop, OPERANDS, Place, Reduction, Scan};
use crate::element::ElementType;
use crate::graph::{Arg, Graph, Step};
use crate::operation::{Binary, Operation, Operator};

/// A loop needs so few reductions for each number of lanes: as `cnf!` has them.
fn lanes(reductions: usize) -> usize {
    match reductions {
        0..=2 => 16,
        3..=6 => 8,
        _ => 4,
    }
}

/// The value of a step in its loop.
#[derive(Clone, Copy, Debug)]
enum Value {
    /// The result of an instruction.
    Result(usize),
    /// A value that was there.
    Place(Place),
}

/// A loop that is being written. Instructions name the results of others as registers until all are
/// there.
pub(super) struct Writer<'g> {
    pub(super) graph: &'g Graph,
    pub(super) own: Loop,
    stored: &'g [bool],
    /// The value of each step of the loop.
    values: Vec<Option<Value>>,
    /// The mask of each domain that is kept.
    masks: Vec<Option<Value>>,
    /// The output of an instruction's result.
    pub(super) output_of: Vec<Option<usize>>,
}

impl<'g> Writer<'g> {
    pub(super) fn new(graph: &'g Graph, members: &[usize], stored: &'g [bool]) -> Self {
        let of_loop = members.iter().filter(|step| !is_update(graph, **step));
        let roots = of_loop.map(|step| graph.steps[*step].over);
        let is_inside = |domain: &usize| {
            members
                .iter()
                .any(|step| graph.steps[*step].domain == *domain)
        };
        let is_root =
            |domain: &usize| graph.domains[*domain].parent.is_none() || !is_inside(domain);
        let over = roots.clone().find(is_root).or_else(|| roots.clone().next());
        Writer {
            graph,
            own: Loop {
                members: members.to_vec(),
                over: over.unwrap_or(0),
                ..Loop::default()
            },
            stored,
            values: vec![None; graph.steps.len()],
            masks: vec![None; graph.domains.len()],
            output_of: Vec::new(),
        }
    }

    pub(super) fn finish(mut self) -> Loop {
        for step in self.own.members.clone() {
            self.write(step);
        }
        self.fuse_multiplications();
        self.fuse_polynomials();
        self.fuse_sums();
        self.fuse_pairs();
        self.fuse_scales();
        self.fuse_roots();
        self.fuse_casts();
        self.count_cost();
        self.find_lanes();
        let is_before = self.are_before_scans();
        self.assign_registers();
        let instructions = self.own.instructions.iter().zip(is_before);
        let before_scans = instructions.filter_map(|(one, is_before)| is_before.then_some(*one));
        self.own.before_scans = before_scans.collect();
        self.own.walked = self.own.find_walked();
        self.own.single = self.own.find_single();
        self.own
    }

    /// Finds the number of lanes: each fold has so many accumulators, and each aggregate whose order shows.
    fn find_lanes(&mut self) {
        let rounded = self.own.scans.iter().filter(|scan| scan.is_rounded());
        let lanes = lanes(self.own.reductions.len() + rounded.count());
        self.own.set_lanes(lanes);
    }

    /// Takes the results of folds along an axis, which are there for the positions of a piece.
    pub(super) fn folded(&mut self, folds: &[usize]) {
        for (number, &step) in folds.iter().enumerate() {
            let ty = self.graph.steps[step].node.ty;
            let result = self.push(Action::Folded(number), ty, ty, &[], step);
            self.values[step] = Some(Value::Result(result));
            if self.stored[step] {
                self.store(step, Value::Result(result));
            }
        }
    }

    fn write(&mut self, index: usize) {
        let step = &self.graph.steps[index];
        let value = match &step.operation {
            Operation::Keep => {
                self.keep(step);
                self.value(step.args[0])
            }
            Operation::Fold(_) | Operation::FoldBy(_) | Operation::FoldAxis(..) => {
                return self.reduce(index);
            }
            // The new elements, of which the update has one for each position.
            Operation::With(_) => {
                let new = self.value(step.args[1]);
                return self.store(index, new);
            }
            Operation::Scan(operator) => self.scan(index, *operator),
            Operation::Ones if !self.stored[index] => return,
            _ => self.compute(index),
        };
        self.values[index] = Some(value);
        if self.stored[index] {
            self.store(index, value);
        }
    }

    /// Finds the mask of the elements that a step keeps.
    fn keep(&mut self, step: &Step) {
        if self.masks[step.domain].is_some() {
            return;
        }
        let own = self.value(step.args[1]);
        self.masks[step.domain] = Some(match self.masks[step.over] {
            None => own,
            Some(outer) => {
                let operands = [outer, own].map(Self::place);
                Value::Result(self.push(
                    Action::Binary(Binary::And),
                    ElementType::Bool,
                    ElementType::Bool,
                    &operands,
                    self.own.members[0],
                ))
            }
        });
    }

    /// An operand as the instructions name it until registers are assigned.
    fn place(value: Value) -> Place {
        match value {
            Value::Result(instruction) => Place::Register(instruction),
            Value::Place(place) => place,
        }
    }

    fn value(&mut self, arg: Arg) -> Value {
        if let Arg::Step(step, None) = arg
            && let Some(value) = self.values[step]
        {
            return value;
        }
        if let Arg::Step(step, None) = arg
            && self.are_ones(arg)
        {
            let value = self.compute(step);
            self.values[step] = Some(value);
            return value;
        }
        let is_number = match arg {
            Arg::Number(_) => true,
            Arg::Step(step, _) => self.graph.domains[self.graph.steps[step].domain].is_scalar,
            Arg::Leaf(_) => false,
        };
        let known = match is_number {
            true => &mut self.own.numbers,
            false => &mut self.own.inputs,
        };
        let at = known
            .iter()
            .position(|other| *other == arg)
            .unwrap_or_else(|| {
                known.push(arg);
                known.len() - 1
            });
        Value::Place(if is_number {
            Place::Number(at)
        } else {
            Place::Input(at)
        })
    }

    fn push(
        &mut self,
        action: Action,
        takes: ElementType,
        gives: ElementType,
        operands: &[Place],
        step: usize,
    ) -> usize {
        let mut all = [Place::Number(0); OPERANDS];
        all[..operands.len()].copy_from_slice(operands);
        // Operands that an action has not are the first one: so they need nothing of their own.
        for operand in &mut all[operands.len()..] {
            *operand = operands.first().copied().unwrap_or(Place::Number(0));
        }
        let mask = self.masks[self.graph.steps[step].over].map(Self::place);
        self.own.instructions.push(Instruction {
            action,
            takes,
            gives,
            operands: all,
            target: Place::Register(self.own.instructions.len()),
            mask,
            step,
        });
        self.output_of.push(None);
        self.own.instructions.len() - 1
    }

    fn compute(&mut self, index: usize) -> Value {
        let step = &self.graph.steps[index];
        let gives = step.node.ty;
        let args: &[Arg] = match step.operation {
            Operation::Gather => &step.args[1..],
            _ => &step.args,
        };
        let operands: Vec<Place> = args
            .iter()
            .map(|arg| Self::place(self.value(*arg)))
            .collect();
        let action = match &step.operation {
            Operation::Unary(unary) => Action::Unary(*unary),
            Operation::Binary(binary) => Action::Binary(*binary),
            Operation::Compare(compare) => Action::Compare(*compare),
            Operation::Select => Action::Select,
            Operation::Cast => Action::Cast,
            Operation::Map(_) => Action::Map(index),
            Operation::Positions => Action::Positions,
            Operation::View(_) => Action::Copy,
            Operation::Ones => Action::Ones,
            Operation::Gather => match self.input(step.args[0]) {
                Value::Place(Place::Input(input)) => Action::Gather(input),
                _ => unreachable!("the data of a gather is in memory"),
            },
            other => unreachable!("`{other:?}` is no instruction"),
        };
        let takes = match step.operation {
            Operation::Gather => self.type_of(step.args[1]),
            _ => step.takes,
        };
        Value::Result(self.push(action, takes, gives, &operands, index))
    }

    fn scan(&mut self, index: usize, operator: Operator) -> Value {
        let step = &self.graph.steps[index];
        let (takes, gives) = (step.takes, step.node.ty);
        let source = Self::place(self.value(step.args[0]));
        let ty = gives;
        let lanes = lanes(1);
        self.own.scans.push(Scan {
            operator,
            ty,
            lanes,
        });
        let action = Action::Scan(self.own.scans.len() - 1);
        Value::Result(self.push(action, takes, gives, &[source], index))
    }

    /// For each instruction, true if it is a scan, or if one depends on it.
    fn are_before_scans(&self) -> Vec<bool> {
        let mut is_before = vec![false; self.own.instructions.len()];
        for (index, own) in self.own.instructions.iter().enumerate().rev() {
            is_before[index] |= matches!(own.action, Action::Scan(_));
            if is_before[index] {
                for place in own.operands.into_iter().chain(own.mask) {
                    if let Place::Register(result) = place {
                        is_before[result] = true;
                    }
                }
            }
        }
        is_before
    }

    /// An array in memory, also if a step of this loop would have it.
    fn input(&mut self, arg: Arg) -> Value {
        self.value(arg)
    }

    fn type_of(&self, arg: Arg) -> ElementType {
        match arg {
            Arg::Step(step, _) => self.graph.steps[step].node.ty,
            Arg::Leaf(leaf) => self.graph.leaves[leaf].storage.ty(),
            Arg::Number(number) => self.graph.numbers[number].ty(),
        }
    }

    fn reduce(&mut self, index: usize) {
        let step = &self.graph.steps[index];
        let mask = self.masks[step.over].map(Self::place);
        let counted = mask.filter(|_| self.are_ones(step.args[0]));
        let source = match counted {
            Some(mask) => mask,
            None => Self::place(self.value(step.args[0])),
        };
        self.own.reductions.push(Reduction {
            step: index,
            operator: match step.operation {
                Operation::Fold(operator) | Operation::FoldAxis(operator, _) => Some(operator),
                _ => None,
            },
            ty: step.node.ty,
            takes: step.node.ty,
            source,
            mask,
            is_count: counted.is_some(),
        });
    }

    /// Returns true if an argument is a one for each position. They are computed where something needs them
    /// that does not count.
    fn are_ones(&self, arg: Arg) -> bool {
        matches!(arg, Arg::Step(step, None)
            if matches!(self.graph.steps[step].operation, Operation::Ones)
                && self.own.members.contains(&step))
    }

    /// Writes the result of a step to memory.
    fn store(&mut self, index: usize, value: Value) {
        let step = &self.graph.steps[index];
        if let Some(mask) = self.masks[step.domain] {
            self.own.compacted.push(Compacted {
                step: index,
                source: Self::place(value),
                mask: Self::place(mask),
            });
            return;
        }
        let output = self.own.outputs.len();
        self.own.outputs.push(index);
        let ty = step.node.ty;
        let instruction = match value {
            Value::Result(instruction) if self.output_of[instruction].is_none() => instruction,
            other => self.push(Action::Copy, ty, ty, &[Self::place(other)], index),
        };
        self.output_of[instruction] = Some(output);
    }

    /// Calls a function with all places that may name a result.
    pub(super) fn each_place(&mut self, mut change: impl FnMut(&mut Place)) {
        for instruction in &mut self.own.instructions {
            instruction.operands.iter_mut().for_each(&mut change);
            instruction.mask.iter_mut().for_each(&mut change);
            change(&mut instruction.target);
        }
        for reduction in &mut self.own.reductions {
            change(&mut reduction.source);
            reduction.mask.iter_mut().for_each(&mut change);
        }
        for compacted in &mut self.own.compacted {
            change(&mut compacted.source);
            change(&mut compacted.mask);
        }
    }

    /// Estimates a position as `cnf!` does for the same text: a read for each array, one worker for
    /// all arithmetic, and a step for each fold.
    fn count_cost(&mut self) {
        let mut cost = self.own.inputs.len();
        let mut is_computed = false;
        for &index in &self.own.members {
            cost += match &self.graph.steps[index].operation {
                Operation::Unary(unary) => unary.cost(),
                Operation::Binary(binary) => binary.cost(),
                Operation::Map(_) => 10,
                Operation::Fold(operator)
                | Operation::FoldAxis(operator, _)
                | Operation::Scan(operator) => 1 + operator.cost(),
                Operation::FoldBy(_) => 2,
                Operation::Gather => 4,
                Operation::With(_) => 0,
                _ => 1,
            };
            let operation = &self.graph.steps[index].operation;
            is_computed |= !operation.is_fold()
                && !matches!(operation, Operation::FoldAxis(..) | Operation::Scan(_));
        }
        self.own.cost = cost + usize::from(is_computed);
    }
}
