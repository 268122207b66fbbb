//! The results of steps while a program is done.

use std::sync::Arc;

use crate::element::{Buffer, Scalar};
use crate::error::{Error, ErrorKind};
use crate::graph::{Arg, Graph};
use crate::layout::Layout;
use crate::storage::{Memory, Storage};

/// The result of a step.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Memory(Memory),
    Number(Scalar),
}

/// Steps are done in an order in which this holds.
const THERE: &str = "the array is there when it is used";

/// The results of steps that are in memory.
pub(crate) struct Values<'g> {
    pub(crate) graph: &'g Graph,
    /// The arrays in memory: those of the graph, or others of the same lengths.
    /// None is left of those in whose memory an update was written.
    pub(crate) leaves: Vec<Option<Memory>>,
    /// The numbers of the graph, or others of the same types.
    numbers: &'g [Scalar],
    pub(crate) steps: Vec<Option<Value>>,
}

impl<'g> Values<'g> {
    /// Nothing is known but what is in memory before.
    pub(crate) fn new(graph: &'g Graph, leaves: Vec<Memory>, numbers: &'g [Scalar]) -> Values<'g> {
        Values {
            graph,
            leaves: leaves.into_iter().map(Some).collect(),
            numbers,
            steps: vec![None; graph.steps.len()],
        }
    }

    /// Keeps the result of a step.
    pub(crate) fn set(
        &mut self,
        step: usize,
        result: Result<Memory, ErrorKind>,
    ) -> Result<(), Error> {
        match result {
            Ok(memory) => {
                self.steps[step] = Some(Value::Memory(memory));
                Ok(())
            }
            Err(kind) => Err(self.error(step, kind)),
        }
    }

    /// An error of a step.
    pub(crate) fn error(&self, step: usize, kind: ErrorKind) -> Error {
        let step = &self.graph.steps[step];
        Error::new(kind, step.operation.name(), step.node.place)
    }

    /// The result of a step.
    pub(crate) fn step(&self, step: usize) -> Option<&Value> {
        self.steps[step].as_ref()
    }

    /// Returns true if an argument is an array in memory.
    pub(crate) fn is_stored(&self, arg: Arg) -> bool {
        match arg {
            Arg::Leaf(leaf) => self.leaves[leaf].is_some(),
            Arg::Step(step, _) => matches!(self.steps[step], Some(Value::Memory(_))),
            Arg::Number(_) => false,
        }
    }

    /// The elements of an argument.
    pub(crate) fn memory(&self, arg: Arg) -> Memory {
        match arg {
            Arg::Leaf(leaf) => self.leaves[leaf].clone().expect(THERE),
            Arg::Step(step, view) => match &self.steps[step] {
                Some(Value::Memory(memory)) => {
                    let mut memory = memory.clone();
                    if let Some(view) = view {
                        memory.layout = self.graph.views[view];
                    }
                    memory
                }
                _ => unreachable!("{THERE}"),
            },
            Arg::Number(_) => unreachable!("a number is no array"),
        }
    }

    /// The number that an argument is.
    pub(crate) fn number(&self, arg: Arg) -> Scalar {
        match arg {
            Arg::Number(number) => self.numbers[number],
            Arg::Step(step, _) => match &self.steps[step] {
                Some(Value::Number(number)) => *number,
                _ => unreachable!("the number is there before it is used"),
            },
            Arg::Leaf(_) => unreachable!("an array is no number"),
        }
    }

    /// The number of handles that this has on the storage of an array, which may be several arrays.
    fn handles(&self, of: Arg) -> usize {
        match of {
            Arg::Leaf(_) => self.shared(of).len(),
            _ => 1,
        }
    }

    /// The leaves that share the storage of one.
    fn shared(&self, of: Arg) -> Vec<usize> {
        let storage = |leaf: &Option<Memory>| leaf.as_ref().map(|leaf| Arc::as_ptr(&leaf.storage));
        let Arg::Leaf(of) = of else {
            return Vec::new();
        };
        let own = storage(&self.leaves[of]);
        let leaves = self.leaves.iter().enumerate();
        leaves
            .filter(|(_, leaf)| storage(leaf) == own)
            .map(|(leaf, _)| leaf)
            .collect()
    }

    /// Returns true if an array is whole, and nobody else has a handle on its elements than this and
    /// the caller, who has so many.
    pub(crate) fn is_alone(&self, base: Arg, others: usize) -> bool {
        let memory = match base {
            Arg::Leaf(leaf) => self.leaves[leaf].as_ref(),
            Arg::Step(step, None) => match &self.steps[step] {
                Some(Value::Memory(memory)) => Some(memory),
                _ => None,
            },
            _ => None,
        };
        memory.is_some_and(|memory| {
            let handles = self.handles(base) + others;
            memory.is_whole_here() && Arc::strong_count(&memory.storage) == handles
        })
    }

    /// Takes the buffer of an array, if nobody else has a handle on it.
    pub(crate) fn give_up(&mut self, base: Arg) -> Option<(Buffer, GivenUp)> {
        if !self.is_alone(base, 0) {
            return None;
        }
        let mut memories: Vec<(Arg, Memory)> = Vec::new();
        for leaf in self.shared(base) {
            memories.extend(self.leaves[leaf].take().map(|own| (Arg::Leaf(leaf), own)));
        }
        if let Arg::Step(step, _) = base
            && let Some(Value::Memory(own)) = self.steps[step].take()
        {
            memories.push((base, own));
        }
        let layouts = memories.iter().map(|(arg, own)| (*arg, own.layout));
        let given_up = GivenUp(layouts.collect());
        memories.truncate(1);
        let (_, last) = memories.pop()?;
        Some((last.into_buffer()?, given_up))
    }

    /// Puts the buffer of an array back to where it was.
    pub(crate) fn put_back(&mut self, buffer: Buffer, given_up: GivenUp) {
        let storage = Arc::new(Storage::from(buffer));
        for (arg, layout) in given_up.0 {
            let storage = Arc::clone(&storage);
            let memory = Memory { storage, layout };
            match arg {
                Arg::Leaf(leaf) => self.leaves[leaf] = Some(memory),
                Arg::Step(step, _) => self.steps[step] = Some(Value::Memory(memory)),
                Arg::Number(_) => unreachable!("a number is no array"),
            }
        }
    }
}

/// The arrays whose buffer was taken, and their places in it.
#[derive(Debug)]
pub(crate) struct GivenUp(Vec<(Arg, Layout)>);
