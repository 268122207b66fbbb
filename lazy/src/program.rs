//! Programs: loops as lists of instructions, for any lengths and numbers.

use crate::element::ElementType;
use crate::graph::{Arg, Graph, Step};
use crate::operation::{Binary, Compare, Operation, Operator, Unary};

/// A loop needs so few reductions for each number of lanes: as `cnf!` has them.
fn lanes(reductions: usize) -> usize {
    match reductions {
        0..=2 => 16,
        3..=6 => 8,
        _ => 4,
    }
}

/// The place of a value in a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Register(usize),
    /// An array in memory.
    Input(usize),
    /// A number.
    Number(usize),
    /// A result of the loop.
    Output(usize),
}

/// The work of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Unary(Unary),
    Binary(Binary),
    Compare(Compare),
    Select,
    Cast,
    /// The closure of a step.
    Map(usize),
    /// `a * b + c`
    MultiplyAdd,
    /// The elements of an input at the indices of the operand.
    Gather(usize),
    Positions,
    Ones,
    Copy,
}

/// An instruction of a loop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instruction {
    pub(crate) action: Action,
    /// The type of the operands, but for the mask of `Select`.
    pub(crate) takes: ElementType,
    pub(crate) gives: ElementType,
    pub(crate) operands: [Place; 3],
    pub(crate) target: Place,
    /// The elements that count, where not all do.
    pub(crate) mask: Option<Place>,
    /// The step that it comes from.
    pub(crate) step: usize,
}

/// A result of which only some elements are kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Compacted {
    pub(crate) step: usize,
    pub(crate) source: Place,
    pub(crate) mask: Place,
}

/// A reduction of a loop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reduction {
    pub(crate) step: usize,
    /// The operator; `None` for one of the user.
    pub(crate) operator: Option<Operator>,
    pub(crate) ty: ElementType,
    pub(crate) source: Place,
    pub(crate) mask: Option<Place>,
}

/// A loop.
#[derive(Clone, Debug, Default)]
pub(crate) struct Loop {
    pub(crate) members: Vec<usize>,
    /// The domain of its positions.
    pub(crate) over: usize,
    pub(crate) inputs: Vec<Arg>,
    pub(crate) numbers: Vec<Arg>,
    pub(crate) instructions: Vec<Instruction>,
    /// The number of registers of each type.
    pub(crate) registers: Vec<(ElementType, usize)>,
    /// The steps whose results it writes.
    pub(crate) outputs: Vec<usize>,
    pub(crate) compacted: Vec<Compacted>,
    pub(crate) reductions: Vec<Reduction>,
    pub(crate) lanes: usize,
    /// The scalar operations of a position, as `cnf!` estimates them.
    pub(crate) cost: usize,
}

/// A part of a program.
#[derive(Clone, Debug)]
pub(crate) enum Task {
    Loop(Box<Loop>),
    /// A scan, by itself.
    Scan(usize),
    /// An array with a new section.
    With(usize),
}

/// The tasks of a program, in order.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) tasks: Vec<Task>,
}

impl Program {
    /// The program of a graph whose steps are partitioned.
    pub(crate) fn of(graph: &Graph, clusters: &[Vec<usize>]) -> Program {
        let stored = stored(graph, clusters);
        let tasks = clusters
            .iter()
            .map(|cluster| match graph.steps[cluster[0]].operation {
                Operation::Scan(_) | Operation::ScanBy(_) => Task::Scan(cluster[0]),
                Operation::With(_) => Task::With(cluster[0]),
                _ => Task::Loop(Box::new(Writer::new(graph, cluster, &stored).finish())),
            });
        Program {
            tasks: tasks.collect(),
        }
    }
}

/// The steps whose results are in memory: those of which another loop has need, or the outside.
fn stored(graph: &Graph, clusters: &[Vec<usize>]) -> Vec<bool> {
    let mut of = vec![0; graph.steps.len()];
    for (index, cluster) in clusters.iter().enumerate() {
        cluster.iter().for_each(|step| of[*step] = index);
    }
    let mut stored: Vec<bool> = graph.steps.iter().map(|step| step.is_output).collect();
    for (to, step) in graph.steps.iter().enumerate() {
        for arg in &step.args {
            if let Arg::Step(from, _) = *arg
                && of[from] != of[to]
            {
                stored[from] = true;
            }
        }
    }
    stored
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
struct Writer<'g> {
    graph: &'g Graph,
    own: Loop,
    stored: &'g [bool],
    /// The value of each step of the loop.
    values: Vec<Option<Value>>,
    /// The mask of each domain that is kept.
    masks: Vec<Option<Value>>,
    /// The output of an instruction's result.
    output_of: Vec<Option<usize>>,
}

impl<'g> Writer<'g> {
    fn new(graph: &'g Graph, members: &[usize], stored: &'g [bool]) -> Self {
        let roots = members.iter().map(|step| graph.steps[*step].over);
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

    fn finish(mut self) -> Loop {
        for step in self.own.members.clone() {
            self.write(step);
        }
        self.fuse_multiplications();
        self.count_cost();
        self.own.lanes = lanes(self.own.reductions.len());
        self.assign_registers();
        self.own
    }

    fn write(&mut self, index: usize) {
        let step = &self.graph.steps[index];
        let value = match &step.operation {
            Operation::Keep => {
                self.keep(step);
                self.value(step.args[0])
            }
            Operation::Fold(_) | Operation::FoldBy(_) => return self.reduce(index),
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
        let mut all = [Place::Number(0); 3];
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
        let source = Self::place(self.value(step.args[0]));
        let mask = self.masks[step.over].map(Self::place);
        self.own.reductions.push(Reduction {
            step: index,
            operator: match step.operation {
                Operation::Fold(operator) => Some(operator),
                _ => None,
            },
            ty: step.node.ty,
            source,
            mask,
        });
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

    /// Counts how often each result is used.
    fn uses(&self) -> Vec<usize> {
        let mut uses = vec![0; self.own.instructions.len()];
        let mut count = |place: Place| {
            if let Place::Register(result) = place {
                uses[result] += 1;
            }
        };
        for instruction in &self.own.instructions {
            arity(instruction).iter().for_each(|place| count(*place));
            instruction.mask.into_iter().for_each(&mut count);
        }
        for reduction in &self.own.reductions {
            count(reduction.source);
            reduction.mask.into_iter().for_each(&mut count);
        }
        for compacted in &self.own.compacted {
            count(compacted.source);
            count(compacted.mask);
        }
        uses
    }

    /// Makes one instruction of a product and of the sum that alone needs it.
    fn fuse_multiplications(&mut self) {
        let uses = self.uses();
        let mut gone = vec![false; self.own.instructions.len()];
        for index in 0..self.own.instructions.len() {
            let sum = self.own.instructions[index];
            if sum.action != Action::Binary(Binary::Add) || !sum.gives.is_float() {
                continue;
            }
            for (at, other) in [(0, 1), (1, 0)] {
                let Place::Register(product) = sum.operands[at] else {
                    continue;
                };
                let factors = self.own.instructions[product];
                if factors.action == Action::Binary(Binary::Mul)
                    && uses[product] == 1
                    && self.output_of[product].is_none()
                {
                    gone[product] = true;
                    let fused = &mut self.own.instructions[index];
                    fused.action = Action::MultiplyAdd;
                    fused.operands = [
                        factors.operands[0],
                        factors.operands[1],
                        sum.operands[other],
                    ];
                    break;
                }
            }
        }
        self.remove(&gone);
    }

    /// Removes instructions, and numbers the others anew.
    fn remove(&mut self, gone: &[bool]) {
        let mut place = vec![0; gone.len()];
        let mut count = 0;
        for (index, gone) in gone.iter().enumerate() {
            place[index] = count;
            count += usize::from(!gone);
        }
        let moved = |at: &mut Place| {
            if let Place::Register(result) = at {
                *result = place[*result];
            }
        };
        let mut keep = gone.iter();
        self.own
            .instructions
            .retain(|_| !*keep.next().unwrap_or(&false));
        let mut keep = gone.iter();
        self.output_of.retain(|_| !*keep.next().unwrap_or(&false));
        self.each_place(moved);
    }

    /// Calls a function with all places that may name a result.
    fn each_place(&mut self, mut change: impl FnMut(&mut Place)) {
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
                Operation::Fold(operator) => 1 + operator.cost(),
                Operation::FoldBy(_) => 2,
                Operation::Gather => 4,
                _ => 1,
            };
            is_computed |= !self.graph.steps[index].operation.is_fold();
        }
        self.own.cost = cost + usize::from(is_computed);
    }

    /// Gives results their registers, which are used again when nothing needs what is in them.
    fn assign_registers(&mut self) {
        let count = self.own.instructions.len();
        let mut last = vec![0; count];
        let mut read = |place: Place, at: usize| {
            if let Place::Register(result) = place {
                last[result] = last[result].max(at);
            }
        };
        for (index, instruction) in self.own.instructions.iter().enumerate() {
            instruction
                .operands
                .iter()
                .for_each(|place| read(*place, index));
            instruction
                .mask
                .into_iter()
                .for_each(|place| read(place, index));
        }
        for reduction in &self.own.reductions {
            read(reduction.source, count);
            reduction
                .mask
                .into_iter()
                .for_each(|place| read(place, count));
        }
        for compacted in &self.own.compacted {
            read(compacted.source, count);
            read(compacted.mask, count);
        }
        let places = self.places(&last);
        self.each_place(|place| {
            if let Place::Register(result) = *place {
                *place = places[result];
            }
        });
    }

    /// The register or output of each result, whose last readers are given.
    fn places(&mut self, last: &[usize]) -> Vec<Place> {
        let mut free: Vec<(ElementType, Vec<usize>)> = Vec::new();
        let mut places: Vec<Place> = Vec::new();
        for (index, instruction) in self.own.instructions.iter().enumerate() {
            let ty = instruction.gives;
            if let Some(output) = self.output_of[index] {
                places.push(Place::Output(output));
            } else {
                let spare = free
                    .iter_mut()
                    .find(|(of, _)| *of == ty)
                    .and_then(|(_, spare)| spare.pop());
                let register = spare.unwrap_or_else(|| {
                    let known = self.own.registers.iter().position(|(of, _)| *of == ty);
                    let at = known.unwrap_or_else(|| {
                        self.own.registers.push((ty, 0));
                        self.own.registers.len() - 1
                    });
                    self.own.registers[at].1 += 1;
                    self.own.registers[at].1 - 1
                });
                places.push(Place::Register(register));
            }
            for result in 0..=index {
                let is_over = last[result] == index || (result == index && last[result] < index);
                if let (true, Place::Register(register)) = (is_over, places[result]) {
                    let ty = self.own.instructions[result].gives;
                    match free.iter_mut().find(|(of, _)| *of == ty) {
                        Some((_, spare)) if !spare.contains(&register) => spare.push(register),
                        Some(_) => {}
                        None => free.push((ty, vec![register])),
                    }
                }
            }
        }
        places
    }
}

/// The operands that an instruction has.
fn arity(instruction: &Instruction) -> &[Place] {
    let count = match instruction.action {
        Action::Unary(_) | Action::Cast | Action::Map(_) | Action::Gather(_) | Action::Copy => 1,
        Action::Binary(_) | Action::Compare(_) => 2,
        Action::Select | Action::MultiplyAdd => 3,
        Action::Positions | Action::Ones => 0,
    };
    &instruction.operands[..count]
}
