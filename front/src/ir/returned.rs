//! The results of a program, at its end and early.

use super::{ArrayId, Binding, Count, Host, InputPart, Op, Origin, Program};
use crate::ordered::flat;

/// `if condition { return … }`, before the first combinator of a program.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Guard {
    /// The condition.
    pub condition: Host,
    /// The condition as the user wrote it.
    pub text: String,
    /// The returned value.
    pub value: Early,
    /// The number of bindings above it: host expressions, and axes and lengths of inputs.
    pub after: usize,
}

/// The value that a guard returns.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub enum Early {
    /// A value: scalars, and input arrays.
    Value(Returned),
    /// An error, of a program that returns a `Result`.
    Error(Host),
}

/// The value that a program returns at its end.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub enum Returned {
    /// An array.
    Array(ArrayId),
    /// A scalar expression.
    Scalar(Host),
    /// A tuple; the empty one where the program only writes in place.
    Tuple(Vec<Returned>),
}

impl Program {
    /// Counts the bindings above the last guard: they run first, in their order, and the guards
    /// among them.
    pub fn opening(&self) -> usize {
        self.guards.last().map_or(0, |guard| guard.after)
    }

    /// Returns true if a binding may stand above a guard: a host expression, or the axes or a length
    /// of an input.
    pub fn may_open(&self, binding: &Binding) -> bool {
        match &binding.op {
            Op::Host { .. } => true,
            Op::Length { arg, .. } => {
                self.arrays.get(*arg).is_some() && (self.is_input(*arg) || self.is_view(*arg))
            }
            Op::Reshape { arg, counts, .. } => self.is_view_of(*arg, counts),
            _ => false,
        }
    }

    fn is_input(&self, array: ArrayId) -> bool {
        matches!(self.arrays[array].origin, Origin::Input(_))
    }

    /// Returns true if an array is an input with its axes.
    fn is_view(&self, array: ArrayId) -> bool {
        let producer = self.producer(array).map(|id| &self.bindings[id].op);
        match producer {
            Some(Op::Reshape { arg, counts, .. }) => self.is_view_of(*arg, counts),
            _ => false,
        }
    }

    /// Returns true if these are the axes that an input has by itself.
    fn is_view_of(&self, array: ArrayId, counts: &[Count]) -> bool {
        let part = |array: ArrayId| match &self.arrays[array].origin {
            Origin::Input(input) => Some(input.part),
            Origin::Output(..) => None,
        };
        let mut counts = counts.iter();
        self.arrays.get(array).is_some()
            && part(array) == Some(InputPart::Strided)
            && counts.all(|count| match count {
                Count::Length(along) => matches!(part(*along), Some(InputPart::Axis(_))),
                _ => false,
            })
    }
}

impl Guard {
    /// Its host expressions.
    pub fn hosts(&self) -> Vec<&Host> {
        let mut hosts = vec![&self.condition];
        match &self.value {
            Early::Value(value) => hosts.extend(value.hosts()),
            Early::Error(error) => hosts.push(error),
        }
        hosts
    }

    /// The arrays that it returns.
    pub fn arrays(&self) -> Vec<ArrayId> {
        match &self.value {
            Early::Value(value) => value.arrays(),
            Early::Error(_) => Vec::new(),
        }
    }
}

impl Returned {
    /// The host expressions in it, in order.
    pub fn hosts(&self) -> Vec<&Host> {
        match self {
            Returned::Array(_) => Vec::new(),
            Returned::Scalar(host) => vec![host],
            Returned::Tuple(items) => flat(items.iter().map(Returned::hosts)),
        }
    }

    /// The arrays that are returned, in order, repeated where they repeat.
    pub fn arrays(&self) -> Vec<ArrayId> {
        match self {
            Returned::Array(array) => vec![*array],
            Returned::Scalar(_) => Vec::new(),
            Returned::Tuple(items) => flat(items.iter().map(Returned::arrays)),
        }
    }
}
