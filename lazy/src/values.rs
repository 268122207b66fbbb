//! The results of steps while a program is done.

use crate::dims::Dims;
use crate::element::{Buffer, Scalar};
use crate::error::{Error, ErrorKind};
use crate::graph::{Arg, Graph};
use crate::storage::Memory;

/// The result of a step.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Memory(Memory),
    Number(Scalar),
}

/// The results of steps that are in memory.
pub(crate) struct Values<'g> {
    pub(crate) graph: &'g Graph,
    /// The arrays in memory: those of the graph, or others of the same lengths.
    pub(crate) leaves: &'g [Memory],
    /// The numbers of the graph, or others of the same types.
    numbers: &'g [Scalar],
    pub(crate) steps: Vec<Option<Value>>,
}

impl<'g> Values<'g> {
    /// Nothing is known but what is in memory before.
    pub(crate) fn new(graph: &'g Graph, leaves: &'g [Memory], numbers: &'g [Scalar]) -> Values<'g> {
        Values {
            graph,
            leaves,
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
            Arg::Leaf(_) => true,
            Arg::Step(step, _) => matches!(self.steps[step], Some(Value::Memory(_))),
            Arg::Number(_) => false,
        }
    }

    /// The elements of an argument.
    pub(crate) fn memory(&self, arg: Arg) -> Memory {
        match arg {
            Arg::Leaf(leaf) => self.leaves[leaf].clone(),
            Arg::Step(step, view) => match &self.steps[step] {
                Some(Value::Memory(memory)) => {
                    let mut memory = memory.clone();
                    if let Some(view) = view {
                        memory.layout = self.graph.views[view];
                    }
                    memory
                }
                _ => unreachable!("the array is there before it is used"),
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

    /// The buffer of the array of an update, if nobody else has it.
    pub(crate) fn spare(&mut self, step: usize) -> Option<(Buffer, Dims)> {
        let Arg::Step(base, None) = self.graph.steps[step].args[0] else {
            return None;
        };
        match self.steps[base].take()? {
            Value::Memory(memory) if memory.is_alone() => {
                let dims = *memory.layout.dims();
                memory.into_buffer().map(|buffer| (buffer, dims))
            }
            value => {
                self.steps[base] = Some(value);
                None
            }
        }
    }
}
