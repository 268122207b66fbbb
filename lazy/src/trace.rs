//! Traces: graphs that are planned once, and run many times on other arrays.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use crate::array::Array;
use crate::build;
use crate::cache::Planned;
use crate::column::Column;
use crate::dims::Dims;
use crate::element::sealed::Typed as _;
use crate::element::{Element, ElementType, typed};
use crate::error::{Error, ErrorKind};
use crate::evaluate::{evaluate, settled, state};
use crate::graph::{Arg, Blocked, Graph, pending};
use crate::layout::Layout;
use crate::node::{Node, Operand, Shape, State};
use crate::place::Place;
use crate::plan::Plan;
use crate::planning::planned;
use crate::sections::Axis;
use crate::storage::{Memory, Storage};
use crate::values::{Value, Values};

/// A graph that is being traced: it declares the inputs.
#[derive(Debug, Default)]
pub struct Trace {
    inputs: Vec<Input>,
}

/// An input of a trace: an array of zeros stands for it, whose pages nobody touches.
#[derive(Debug)]
struct Input {
    name: String,
    ty: ElementType,
    dims: Dims,
    /// True for a number: the element of an array of length 1.
    is_number: bool,
    storage: Arc<Storage>,
}

impl Trace {
    /// An input: an array of a length or of the lengths of several axes, which has its elements when
    /// the trace is run. While it is traced nothing that depends on it can be evaluated: a number that
    /// is computed from it stays an array, and a choice by it is [`select`](Array::select).
    ///
    /// A number has no axes, `[]`:
    ///
    /// ```
    /// use fusus_lazy::{Array, Plan};
    ///
    /// let scaled = Plan::trace(|t| {
    ///     let (x, k) = (t.input::<f64>("x", 3)?, t.input::<f64>("k", [])?);
    ///     Ok((&x - x.sum()) * k)
    /// })?;
    /// let (x, k) = (Array::from_vec(vec![1.0, -1.0, 5.0]), Array::number(2.0));
    /// assert_eq!(scaled.run([("x", &x), ("k", &k)])?.to_vec()?, [-8.0, -12.0, 0.0]);
    /// // An evaluation would find no elements.
    /// let error = Plan::trace(|t| {
    ///     let x = t.input::<f64>("x", 3)?;
    ///     let sum = x.sum().item()?;
    ///     Ok(x - sum)
    /// });
    /// assert!(error.unwrap_err().to_string().contains("`x` has no elements while it is traced"));
    /// # Ok::<(), fusus_lazy::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// There is no memory for an array of this length.
    #[track_caller]
    pub fn input<T: Element>(
        &mut self,
        name: &str,
        dims: impl Into<Dims>,
    ) -> Result<Array<T>, Error> {
        let place = Place::here();
        let dims = dims.into();
        let is_number = dims.axes() == 0;
        let dims = if is_number { Dims::from(1) } else { dims };
        let len = dims.len();
        let zeros = fusus_cpu::zeroed::<T>(len).map_err(|_| {
            let element = size_of::<T>();
            Error::new(ErrorKind::Allocation { len, element }, "input", place)
        })?;
        let storage = Storage::input(name, zeros);
        self.inputs.push(Input {
            name: name.to_owned(),
            ty: T::TYPE,
            dims,
            is_number,
            storage: Arc::clone(&storage),
        });
        let layout = Layout::all(dims);
        let memory = State::Memory(Memory { storage, layout });
        let node = Node::new(T::TYPE, Shape::Known(dims), memory, place);
        Ok(Array::of(match is_number {
            true => build::at(Operand::Node(node), [Axis::Index(0)], place),
            false => node,
        }))
    }
}

/// A trace: a graph whose plan and sizes are settled, and that is run on any arrays of these sizes.
///
/// [`Plan::trace`] makes one.
pub struct Traced<T> {
    inputs: Vec<Input>,
    graph: Graph,
    planned: Arc<Planned>,
    root: Arc<Node>,
    element: PhantomData<fn() -> T>,
}

impl<T> fmt::Debug for Traced<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Traced")
            .field("inputs", &self.inputs)
            .field("steps", &self.graph.steps.len())
            .finish_non_exhaustive()
    }
}

impl Plan {
    /// Traces operations on inputs: they are planned once, and run many times on other arrays of the
    /// same lengths.
    ///
    /// ```
    /// use fusus_lazy::{Array, Plan, s};
    ///
    /// let step = Plan::trace(|t| {
    ///     let x = t.input::<f64>("x", 5)?;
    ///     let mean = (x.at(s![..-2]) + x.at(s![2..])) * 0.5;
    ///     Ok(x.with(s![1..-1], mean))
    /// })?;
    /// let mut x = Array::from_vec(vec![0.0, 0.0, 0.0, 0.0, 8.0]);
    /// for _ in 0..3 {
    ///     x = step.run([("x", &x)])?;
    /// }
    /// assert_eq!(x.to_vec()?, [0.0, 1.0, 2.0, 5.0, 8.0]);
    /// # Ok::<(), fusus_lazy::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The closure's own errors, one of them for an evaluation of what depends on an input; the failure of an
    /// operation; and a length that is known only when something is computed: a section of what a mask
    /// keeps, say.
    #[track_caller]
    pub fn trace<T: Element>(
        build: impl FnOnce(&mut Trace) -> Result<Array<T>, Error>,
    ) -> Result<Traced<T>, Error> {
        let place = Place::here();
        let mut trace = Trace::default();
        let root = build(&mut trace)?.node;
        if let Some(error) = root.failure() {
            return Err(error);
        }
        let graph = loop {
            match Graph::of(&pending(std::slice::from_ref(&root))) {
                Err(Blocked::Taken) => {}
                other => break other,
            }
        };
        let graph = match graph {
            Ok(graph) => graph,
            Err(Blocked::Failed(error)) => return Err(error),
            Err(Blocked::Taken) => unreachable!("it is tried again"),
            Err(Blocked::By(node)) => {
                let reason = "a length must be known before the trace is run";
                let place = match node.place {
                    Place::Nowhere => place,
                    place => place,
                };
                return Err(Error::new(ErrorKind::Rank { reason }, "trace", place));
            }
        };
        Ok(Traced {
            planned: planned(&graph),
            inputs: trace.inputs,
            graph,
            root,
            element: PhantomData,
        })
    }
}

impl<T: Element> Traced<T> {
    /// Runs the trace on arrays.
    ///
    /// # Errors
    ///
    /// An input is missing, or has another type or length than in the trace; an operation has no
    /// result for an element, or an input could not be computed.
    #[track_caller]
    pub fn run<'n, C: Into<Column>>(
        &self,
        inputs: impl IntoIterator<Item = (&'n str, C)>,
    ) -> Result<Array<T>, Error> {
        let place = Place::here();
        let given: Vec<(&str, Column)> = inputs
            .into_iter()
            .map(|(name, column)| (name, column.into()))
            .collect();
        let mut bound = Vec::with_capacity(self.inputs.len());
        for input in &self.inputs {
            let found = given.iter().find(|(name, _)| *name == input.name);
            bound.push(input.bind(found.map(|(_, column)| column), place)?);
        }
        let leaves: Vec<Memory> = self
            .graph
            .leaves
            .iter()
            .map(|leaf| self.leaf(leaf, &bound))
            .collect();
        let values = Values::of(
            &self.graph,
            leaves,
            &self.graph.numbers,
            &self.planned.program,
        )?;
        let value = match self.graph.place(&self.root) {
            Some(arg @ Arg::Step(step, None)) => match values.step(step) {
                Some(value) => value.clone(),
                None => Value::Memory(values.memory(arg)),
            },
            Some(Arg::Number(number)) => Value::Number(self.graph.numbers[number]),
            Some(arg) => Value::Memory(values.memory(arg)),
            // Nothing is pending: the result does not depend on an operation.
            None => self.settled(&bound)?,
        };
        let shape = match &value {
            Value::Number(_) => Shape::Scalar,
            Value::Memory(memory) => Shape::Known(*memory.layout.dims()),
        };
        Ok(Array::of(Node::new(T::TYPE, shape, state(value), place)))
    }

    /// The result of a trace without operations: an input itself, or what was computed before.
    fn settled(&self, bound: &[Memory]) -> Result<Value, Error> {
        if let State::Memory(memory) = &*self.root.state() {
            return Ok(Value::Memory(self.leaf(memory, bound)));
        }
        evaluate(&self.root)
    }

    /// The elements of a leaf: those of the array that is bound to its input.
    fn leaf(&self, leaf: &Memory, bound: &[Memory]) -> Memory {
        let own = |input: &Input| Arc::ptr_eq(&input.storage, &leaf.storage);
        match self.inputs.iter().position(own) {
            None => leaf.clone(),
            Some(input) => Memory {
                storage: Arc::clone(&bound[input].storage),
                layout: leaf.layout.within(&bound[input].layout),
            },
        }
    }

    /// The plan.
    ///
    /// # Errors
    ///
    /// As for [`Array::plan`].
    pub fn plan(&self) -> Result<Plan, Error> {
        Plan::of(&self.root)
    }
}

impl Input {
    /// The elements of the column that stands for the input.
    fn bind(&self, column: Option<&Column>, place: Place) -> Result<Memory, Error> {
        let failed = |reason: String| Error::new(ErrorKind::Input { reason }, "run", place);
        let (name, ty, dims) = (&self.name, self.ty, self.dims);
        let Some(column) = column else {
            return Err(failed(format!("there is no input `{name}`")));
        };
        if column.ty() != ty {
            let found = column.ty();
            return Err(failed(format!(
                "the input `{name}` is of type `{found}`, and was traced as `{ty}`"
            )));
        }
        let node = column.clone().into_node();
        match settled(&node)? {
            Value::Memory(memory) if *memory.layout.dims() == dims => {
                if !memory.layout.are_neighbours() {
                    // The host copies them.
                    evaluate(&node)?;
                }
                let in_order = memory.in_order();
                in_order.map_err(|kind| Error::new(kind, "run", place))
            }
            Value::Number(number) if self.is_number => Ok(Memory::all(
                typed!(ty, T => Storage::new(vec![T::of(number)])),
            )),
            Value::Memory(memory) if self.is_number => {
                let found = memory.layout.dims();
                Err(failed(format!(
                    "the input `{name}` has length {found}, and was traced as a number"
                )))
            }
            Value::Memory(memory) => {
                let found = memory.layout.dims();
                Err(failed(format!(
                    "the input `{name}` has length {found}, and was traced with {dims}"
                )))
            }
            Value::Number(_) => Err(failed(format!(
                "the input `{name}` is a number, and was traced as an array"
            ))),
        }
    }
}
