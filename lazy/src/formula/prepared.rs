//! Formulas that are applied again: the graph of an application and its plan are those of every other
//! one to inputs of the same types and shapes.

use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::Formula;
use crate::build;
use crate::cache::Planned;
use crate::column::Column;
use crate::dims::Dims;
use crate::element::{ElementType, Scalar, typed};
use crate::error::Error;
use crate::evaluate::{known, state};
use crate::graph::{Arg, Graph, pending};
use crate::layout::Layout;
use crate::node::{Deferred, Node, Shape, State};
use crate::place::Place;
use crate::planner::Planner;
use crate::planning;
use crate::storage::{Memory, Storage};
use crate::values::{Value, Values};

/// The kinds of inputs whose applications are remembered, for each formula.
const REMEMBERED: usize = 8;

/// The operations of a formula whose application is remembered: a longer one is done in parts.
const LONGEST: usize = crate::evaluate::STEPS;

/// An input, as far as a graph depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A name of a constant, to which nothing is given.
    Absent,
    Number(ElementType),
    /// Elements that lie next to each other.
    Array(ElementType, Dims),
}

impl Kind {
    /// The kind of a column; `None` for one that is pending or a section of another one.
    fn of(column: &Column) -> Option<Kind> {
        match &*column.node().state() {
            State::Number(number) => Some(Kind::Number(number.ty())),
            State::Memory(memory) if memory.layout.are_neighbours() => {
                Some(Kind::Array(memory.storage.ty(), *memory.layout.dims()))
            }
            _ => None,
        }
    }

    /// An input that stands for all of the kind: it has no elements.
    fn column(self) -> Option<Column> {
        let node = match self {
            Kind::Absent => return None,
            Kind::Number(ty) => {
                build::number(typed!(ty, T => crate::element::sealed::Typed::scalar(T::default())))
            }
            Kind::Array(ty, dims) => {
                let storage = typed!(ty, T => Storage::new(Vec::<T>::new()));
                let layout = Layout::all(dims);
                let memory = State::Memory(Memory { storage, layout });
                Node::new(ty, Shape::Known(dims), memory, Place::Nowhere)
            }
        };
        Some(Column::of(node))
    }
}

/// The applications to inputs of some kinds, so far.
#[derive(Debug)]
enum Seen {
    /// There was one.
    Once,
    /// Every one of them builds its graph: the first one did, or they all do.
    Built,
    Prepared(Arc<Prepared>),
}

/// The applications of a formula, by the kinds of its inputs: the last ones that were new.
#[derive(Debug, Default)]
pub(super) struct Applications(Mutex<Vec<(Vec<Kind>, Seen)>>);

impl Applications {
    /// The result of a formula for some inputs, if those of their kinds are prepared. The second
    /// application prepares them.
    pub(super) fn result(&self, formula: &Formula, given: &[(&str, Column)]) -> Option<Column> {
        let find = |name: &String| given.iter().rev().find(|(own, _)| own == name);
        let names = formula.shared.parsed.inputs.iter();
        let columns: Vec<Option<&Column>> = names
            .map(|name| find(name).map(|(_, column)| column))
            .collect();
        let kinds = columns.iter().map(|column| match column {
            Some(column) => Kind::of(column),
            None => Some(Kind::Absent),
        });
        let kinds: Vec<Kind> = kinds.collect::<Option<_>>()?;
        let prepared = self.prepared(formula, kinds)?;
        let (ty, shape, place) = (prepared.ty, prepared.shape.clone(), prepared.place);
        let applied = Applied {
            formula: formula.clone(),
            inputs: columns.into_iter().map(|column| column.cloned()).collect(),
            prepared,
        };
        let state = State::Deferred(Arc::new(applied));
        Some(Column::of(Node::new(ty, shape, state, place)))
    }

    fn prepared(&self, formula: &Formula, kinds: Vec<Kind>) -> Option<Arc<Prepared>> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut all = lock();
        match all.iter_mut().find(|(own, _)| *own == kinds) {
            Some((_, Seen::Prepared(prepared))) => return Some(Arc::clone(prepared)),
            Some((_, Seen::Built)) => return None,
            // Nobody else prepares it meanwhile.
            Some((_, seen @ Seen::Once)) => *seen = Seen::Built,
            None => {
                if all.len() == REMEMBERED {
                    all.remove(0);
                }
                all.push((kinds, Seen::Once));
                return None;
            }
        }
        drop(all);
        let prepared = Arc::new(Prepared::of(formula, &kinds)?);
        if let Some((_, seen)) = lock().iter_mut().find(|(own, _)| *own == kinds) {
            *seen = Seen::Prepared(Arc::clone(&prepared));
        }
        Some(prepared)
    }
}

/// An array of a graph: the input, and where its elements are in that.
#[derive(Clone, Copy, Debug)]
struct Bound {
    input: usize,
    layout: Layout,
}

/// The graph of a formula for inputs of some kinds.
#[derive(Debug)]
struct Prepared {
    graph: Graph,
    /// The inputs of the graph's arrays.
    leaves: Vec<Bound>,
    /// The inputs of the graph's numbers; those that stand in the formula have none.
    numbers: Vec<Option<usize>>,
    result: Arg,
    ty: ElementType,
    shape: Shape,
    place: Place,
    /// The plan, when no better one is searched for.
    planned: OnceLock<Arc<Planned>>,
}

impl Prepared {
    fn of(formula: &Formula, kinds: &[Kind]) -> Option<Prepared> {
        let stand_ins: Vec<Option<Column>> = kinds.iter().map(|kind| kind.column()).collect();
        let root = formula.built(&stand_ins).ok()?.into_node();
        let nodes = pending(std::slice::from_ref(&root));
        if nodes.is_empty() || nodes.len() > LONGEST || matches!(root.shape, Shape::Unknown(_)) {
            return None;
        }
        let graph = Graph::of(&nodes).ok()?;
        let leaves = graph.leaves.iter().map(|leaf| {
            let is_own = |column: &Option<Column>| match column.as_ref().map(Column::node) {
                Some(node) => match &*node.state() {
                    State::Memory(memory) => Arc::ptr_eq(&memory.storage, &leaf.storage),
                    _ => false,
                },
                None => false,
            };
            let input = stand_ins.iter().position(is_own)?;
            let layout = leaf.layout;
            Some(Bound { input, layout })
        });
        let leaves: Vec<Bound> = leaves.collect::<Option<_>>()?;
        let mut numbers = vec![None; graph.numbers.len()];
        for (input, column) in stand_ins.iter().enumerate() {
            if let Some(Arg::Number(number)) = column
                .as_ref()
                .and_then(|column| graph.place(column.node()))
            {
                numbers[number] = Some(input);
            }
        }
        Some(Prepared {
            leaves,
            numbers,
            result: graph.place(&root)?,
            graph,
            ty: root.ty,
            shape: root.shape.clone(),
            place: root.place,
            planned: OnceLock::new(),
        })
    }

    /// The plan: the one that the cache has, until that searches for no better one.
    fn planned(&self) -> Arc<Planned> {
        if let Some(planned) = self.planned.get()
            && Planner::chosen().is_none()
        {
            planning::count_again(&self.graph, planned);
            return Arc::clone(planned);
        }
        let found = planning::found(&self.graph);
        if found.is_final {
            let _ = self.planned.set(Arc::clone(&found.planned));
        }
        found.planned
    }
}

/// A formula that is applied to inputs.
struct Applied {
    formula: Formula,
    /// The inputs, in the order of their names; all are in memory.
    inputs: Vec<Option<Column>>,
    prepared: Arc<Prepared>,
}

impl fmt::Debug for Applied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Applied")
            .field("inputs", &self.inputs)
            .finish_non_exhaustive()
    }
}

impl Applied {
    fn input(&self, input: usize) -> Result<Value, Error> {
        let column = self.inputs[input].as_ref();
        let value = column.map(|column| known(column.node())).transpose()?;
        Ok(value.flatten().expect("an input is in memory"))
    }
}

impl Deferred for Applied {
    fn result(&self) -> Result<State, Error> {
        let own = &*self.prepared;
        let mut leaves = Vec::with_capacity(own.leaves.len());
        for bound in &own.leaves {
            if let Value::Memory(mut memory) = self.input(bound.input)? {
                memory.layout = bound.layout.within(&memory.layout);
                leaves.push(memory);
            }
        }
        let mut numbers: Vec<Scalar> = own.graph.numbers.clone();
        for (number, input) in numbers.iter_mut().zip(&own.numbers) {
            if let Some(input) = input
                && let Value::Number(given) = self.input(*input)?
            {
                *number = given;
            }
        }
        let planned = own.planned();
        let values = Values::of(&own.graph, leaves, &numbers, &planned.program)?;
        Ok(state(match own.result {
            Arg::Step(step, None) if let Some(value) = values.step(step) => value.clone(),
            Arg::Number(number) => Value::Number(numbers[number]),
            stored => Value::Memory(values.memory(stored)),
        }))
    }

    fn build(&self) -> Arc<Node> {
        let built = self.formula.built(&self.inputs);
        let column = built.expect("inputs of these types and shapes go together");
        column.into_node()
    }
}
