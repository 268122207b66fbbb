//! The results of a program, at its end and early.

use super::{ArrayId, Binding, Host, Op, Origin, Program};

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
    /// The number of bindings above it: host expressions and lengths of inputs.
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

    /// Returns true if a binding may stand above a guard: a host expression or the length of an
    /// input.
    pub fn may_open(&self, binding: &Binding) -> bool {
        match &binding.op {
            Op::Host { .. } => true,
            Op::Length { arg, .. } => {
                let array = self.arrays.get(*arg);
                array.is_some_and(|array| matches!(array.origin, Origin::Input(_)))
            }
            _ => false,
        }
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
            Returned::Tuple(items) => items.iter().flat_map(Returned::hosts).collect(),
        }
    }

    /// The arrays that are returned, in order, repeated where they repeat.
    pub fn arrays(&self) -> Vec<ArrayId> {
        match self {
            Returned::Array(array) => vec![*array],
            Returned::Scalar(_) => Vec::new(),
            Returned::Tuple(items) => items.iter().flat_map(Returned::arrays).collect(),
        }
    }
}
