//! Nodes: memory, or a pending operation.

use std::fmt;
use std::mem;
use std::ops::Deref;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crate::dims::Dims;
use crate::element::{ElementType, Scalar};
use crate::error::Error;
use crate::operation::Operation;
use crate::place::Place;
use crate::storage::Memory;

/// The shape of a value.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    /// One number, which goes with arrays of any length.
    Scalar,
    /// An array whose axes have these lengths.
    Known(Dims),
    /// An array whose length is that of what a mask keeps, or of a section of such.
    Unknown(Arc<Extent>),
}

/// A length that is known when something is computed.
#[derive(Debug)]
pub(crate) struct Extent {
    pub(crate) id: u64,
    pub(crate) len: OnceLock<usize>,
}

impl Extent {
    pub(crate) fn new() -> Arc<Extent> {
        Arc::new(Extent {
            id: identity(),
            len: OnceLock::new(),
        })
    }
}

impl Shape {
    /// The lengths of the axes, if they are known; numbers have none.
    pub(crate) fn dims(&self) -> Option<Dims> {
        match self {
            Shape::Scalar => None,
            Shape::Known(dims) => Some(*dims),
            Shape::Unknown(extent) => extent.len.get().copied().map(Dims::from),
        }
    }

    /// The number of elements, if it is known; numbers have none.
    pub(crate) fn len(&self) -> Option<usize> {
        self.dims().map(|dims| dims.len())
    }

    /// Returns true for a number.
    pub(crate) fn is_scalar(&self) -> bool {
        matches!(self, Shape::Scalar)
    }
}

/// An operand: a node, or a number that stands in the program.
#[derive(Clone, Debug)]
pub(crate) enum Operand {
    Node(Arc<Node>),
    Number(Scalar),
}

impl Operand {
    pub(crate) fn ty(&self) -> ElementType {
        match self {
            Operand::Node(node) => node.ty,
            Operand::Number(number) => number.ty(),
        }
    }

    /// Returns its failure, if it is one.
    pub(crate) fn failure(&self) -> Option<Error> {
        match self {
            Operand::Node(node) => node.failure(),
            Operand::Number(_) => None,
        }
    }

    pub(crate) fn shape(&self) -> Shape {
        match self {
            Operand::Node(node) => node.shape.clone(),
            Operand::Number(_) => Shape::Scalar,
        }
    }
}

/// The operands of an operation, next to it.
#[derive(Clone, Debug, Default)]
pub(crate) enum Operands {
    #[default]
    None,
    One([Operand; 1]),
    Two([Operand; 2]),
    Three([Operand; 3]),
}

impl Deref for Operands {
    type Target = [Operand];

    fn deref(&self) -> &[Operand] {
        match self {
            Operands::None => &[],
            Operands::One(all) => all,
            Operands::Two(all) => all,
            Operands::Three(all) => all,
        }
    }
}

impl From<[Operand; 1]> for Operands {
    fn from(all: [Operand; 1]) -> Self {
        Operands::One(all)
    }
}

impl From<[Operand; 2]> for Operands {
    fn from(all: [Operand; 2]) -> Self {
        Operands::Two(all)
    }
}

impl From<[Operand; 3]> for Operands {
    fn from(all: [Operand; 3]) -> Self {
        Operands::Three(all)
    }
}

impl Operands {
    /// Adds the nodes among them to a list.
    fn give(self, nodes: &mut Vec<Arc<Node>>) {
        let mut give = |operand| match operand {
            Operand::Node(node) => nodes.push(node),
            Operand::Number(_) => {}
        };
        match self {
            Operands::None => {}
            Operands::One(all) => all.into_iter().for_each(&mut give),
            Operands::Two(all) => all.into_iter().for_each(&mut give),
            Operands::Three(all) => all.into_iter().for_each(&mut give),
        }
    }
}

/// The state of a node.
#[derive(Clone, Debug)]
pub(crate) enum State {
    /// An operation that nobody has needed so far.
    Pending(Operation, Operands),
    /// Elements in memory.
    Memory(Memory),
    /// A number.
    Number(Scalar),
    /// Elements that were in memory, which an update uses now. Nobody has a handle on the node.
    Taken,
    /// An operation that can't be done: a node is built so, or never is.
    Failed(Error),
    /// A value that is computed at once, or built when it is an operand.
    Deferred(Arc<dyn Deferred>),
}

/// A value whose operations are known without nodes for them.
pub(crate) trait Deferred: fmt::Debug + Send + Sync {
    /// Computes it.
    fn result(&self) -> Result<State, Error>;

    /// Builds its nodes.
    fn build(&self) -> Arc<Node>;
}

/// The kind of state with which a node is built. It is known without a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// Memory, or a number: nothing is ever pending.
    Value,
    Operation,
    Failed,
    Deferred,
}

/// A value: memory, or an operation on other values.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) id: u64,
    pub(crate) ty: ElementType,
    pub(crate) shape: Shape,
    /// The place that built it.
    pub(crate) place: Place,
    state: Mutex<State>,
    origin: Origin,
    /// The length of what it keeps, if it is a mask.
    pub(crate) keeps: OnceLock<Arc<Extent>>,
}

/// A number that no other node has.
fn identity() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl Node {
    pub(crate) fn new(ty: ElementType, shape: Shape, state: State, place: Place) -> Arc<Node> {
        Arc::new(Node {
            id: identity(),
            origin: match state {
                State::Memory(_) | State::Number(_) | State::Taken => Origin::Value,
                State::Pending(..) => Origin::Operation,
                State::Failed(_) => Origin::Failed,
                State::Deferred(_) => Origin::Deferred,
            },
            ty,
            shape,
            place,
            state: Mutex::new(state),
            keeps: OnceLock::new(),
        })
    }

    /// The state. Nothing else is locked while it is looked at.
    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns true if a thread has panicked while it had the state.
    pub(crate) fn is_poisoned(&self) -> bool {
        self.state.is_poisoned()
    }

    /// The state, unless somebody else looks at it.
    pub(crate) fn try_state(&self) -> Option<MutexGuard<'_, State>> {
        self.state.try_lock().ok()
    }

    /// Returns true for memory and numbers that were never an operation.
    pub(crate) fn is_given(&self) -> bool {
        self.origin == Origin::Value
    }

    /// Returns what computes it, if no operation of it is built.
    pub(crate) fn deferred(&self) -> Option<Arc<dyn Deferred>> {
        if self.origin != Origin::Deferred {
            return None;
        }
        match &*self.state() {
            State::Deferred(deferred) => Some(Arc::clone(deferred)),
            _ => None,
        }
    }

    /// Builds the operations of a value that has none so far.
    pub(crate) fn build(&self) {
        let Some(deferred) = self.deferred() else {
            return;
        };
        let built = deferred.build().state().clone();
        let mut state = self.state();
        if let State::Deferred(_) = *state {
            *state = built;
        }
    }

    /// Replaces a pending operation by its result.
    pub(crate) fn settle(&self, result: State) {
        if let (Shape::Unknown(extent), State::Memory(memory)) = (&self.shape, &result) {
            let _ = extent.len.set(memory.len());
        }
        let mut state = self.state();
        let before = mem::replace(&mut *state, result);
        drop(state);
        drop(before);
    }

    /// Returns its failure, if it is one.
    pub(crate) fn failure(&self) -> Option<Error> {
        if self.origin != Origin::Failed {
            return None;
        }
        match &*self.state() {
            State::Failed(error) => Some(error.clone()),
            _ => None,
        }
    }
}

impl Drop for Node {
    /// Gives the operands up one after the other: a chain of a million operations is no recursion.
    fn drop(&mut self) {
        let mut left = Vec::new();
        take(&mut self.state, &mut left);
        while let Some(node) = left.pop() {
            if let Some(mut node) = Arc::into_inner(node) {
                take(&mut node.state, &mut left);
            }
        }
    }
}

/// Takes the operands of a node that ends.
fn take(state: &mut Mutex<State>, left: &mut Vec<Arc<Node>>) {
    if let State::Pending(_, operands) = state.get_mut().unwrap_or_else(PoisonError::into_inner) {
        mem::take(operands).give(left);
    }
}
