//! Running programs.

use crate::ordered::{OrderedMap, OrderedSet, tried};
use std::cell::{Cell, RefCell};

use super::columns::columns;
use super::error::{Error, Fault, Measured};
use super::eval::{Evaluator, Outside};
use super::inputs::Inputs;
use super::types::Type;
use super::value::{Array, Value};
use crate::ir::arithmetic::counting;
use crate::ir::{
    ArrayId, Binding, BindingId, Early, Host, Id, InputPart, Origin, Output, Program, Returned,
    ScalarId, Shape,
};

/// The outcome of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The result: arrays and scalars in tuples. Numbers whose type nothing in the program decides
    /// are still open: a program does not declare its result, but its Rust signature may.
    /// [`Value::get`] gives them a type, [`Value::at_default`] the one that Rust falls back to.
    pub result: Value,
    /// The contents of the mutable inputs afterwards, by name.
    pub written: OrderedMap<String, Array>,
}

/// The meaning of the program on the inputs.
///
/// The program must be valid (see [`crate::ir::validate`]); with ids that it
/// does not have this panics.
pub fn run(program: &Program, inputs: &Inputs) -> Result<Outcome, Box<Error>> {
    let mut run = Evaluation::new(program, inputs).map_err(|fault| error(program, None, fault))?;
    for (id, binding) in program.bindings.iter() {
        let early = run.early(id.index());
        if let Some(result) = early.map_err(|fault| error(program, None, fault))? {
            return Ok(run.outcome(result));
        }
        run.binding(id, binding)
            .map_err(|fault| error(program, Some(id), fault))?;
    }
    let result = run
        .early(program.bindings.len())
        .and_then(|early| match early {
            Some(result) => Ok(result),
            None => run.returned(&program.result),
        });
    let result = result.map_err(|fault| error(program, None, fault))?;
    Ok(run.outcome(result))
}

/// The elements of an array of the program on the inputs; `None` where one that it needs
/// cannot be computed.
pub fn elements(program: &Program, inputs: &Inputs, array: ArrayId) -> Option<Array> {
    let mut run = Evaluation::new(program, inputs).ok()?;
    for (id, binding) in program.bindings.iter() {
        // A binding that needs one that failed fails too.
        let _ = run.binding(id, binding);
    }
    run.arrays.remove(&array)
}

fn error(program: &Program, binding: Option<BindingId>, fault: Fault) -> Box<Error> {
    Box::new(Error {
        program: program.name.clone(),
        binding: binding.map(|id| program.binding_name(id)),
        fault,
    })
}

/// A program being run.
pub(super) struct Evaluation<'a> {
    pub(super) program: &'a Program,
    scalar_inputs: &'a OrderedMap<String, Value>,
    pub(super) outside: Outside<'a>,
    pub(super) arrays: OrderedMap<ArrayId, Array>,
    scalars: OrderedMap<ScalarId, Value>,
    /// The current contents of each mutable input.
    pub(super) homes: OrderedMap<ArrayId, Array>,
    /// The scalars that sizes are computed from.
    pub(super) counting: OrderedSet<ScalarId>,
    /// The shapes of arrays that are known so far.
    pub(super) shapes: RefCell<OrderedMap<ArrayId, Vec<usize>>>,
}

impl<'a> Evaluation<'a> {
    fn new(program: &'a Program, inputs: &'a Inputs) -> Result<Self, Fault> {
        let mut constants = inputs.scalars.clone();
        for scalar in program.scalars.values() {
            constants.remove(&scalar.name.to_string());
        }
        let mut items: OrderedMap<String, &syn::ItemFn> = program
            .items
            .functions
            .iter()
            .map(|item| (item.sig.ident.to_string(), item))
            .collect();
        items.extend(inputs.items.iter().map(|(name, item)| (name.clone(), item)));
        let mut run = Evaluation {
            program,
            scalar_inputs: &inputs.scalars,
            outside: Outside {
                functions: &inputs.functions,
                items,
                constants,
                overflow: inputs.overflow,
                math: program.math,
                fuel: inputs.fuel.map(Cell::new),
            },
            arrays: OrderedMap::new(),
            scalars: OrderedMap::new(),
            homes: OrderedMap::new(),
            counting: counting(program),
            shapes: RefCell::default(),
        };
        for constant in program.items.constants.iter() {
            let name = constant.ident.to_string();
            if !run.outside.constants.contains_key(&name) {
                let value = Evaluator::new(&run.outside, Vec::new()).value(&constant.expr)?;
                let value = value.at(&Type::of_syntax(&constant.ty))?;
                run.outside.constants.insert(name, value);
            }
        }
        for (id, input) in program.inputs() {
            let name = program.arrays[id].name.to_string();
            if let InputPart::Axis(axis) = input.part {
                let host = super::text(&input.host);
                let axes = inputs.shapes.get(&host);
                let size = axes
                    .and_then(|axes| axes.get(axis))
                    .ok_or_else(|| Fault::Input(format!("no axis {axis} of `{host}` was given")))?;
                let positions = vec![Value::Tuple(Vec::new()); *size];
                let ty = <() as super::Element>::ty();
                run.arrays.insert(id, Array::with_type(positions, ty)?);
                continue;
            }
            let array = inputs
                .arrays
                .get(&name)
                .or_else(|| inputs.arrays.get(&super::text(&input.host)))
                .ok_or_else(|| Fault::Input(format!("no array `{name}` was given")))?;
            run.arrays.insert(id, array.clone());
            if input.mutable {
                run.homes.insert(id, array.clone());
            }
        }
        Ok(run)
    }

    /// Returns the value of the first guard below `after` bindings that applies.
    fn early(&self, after: usize) -> Result<Option<Value>, Fault> {
        let guards = self.program.guards.iter();
        for guard in guards.filter(|guard| guard.after == after) {
            if self.value(&guard.condition)?.get()? {
                return match &guard.value {
                    Early::Value(value) => self.returned(value).map(Some),
                    Early::Error(error) => Err(Fault::Returned(super::text(&error.expr))),
                };
            }
        }
        Ok(None)
    }

    fn outcome(self, result: Value) -> Outcome {
        let written = self
            .homes
            .iter()
            .map(|(id, array)| (self.program.arrays[*id].name.to_string(), array.clone()))
            .collect();
        Outcome { result, written }
    }

    fn returned(&self, returned: &Returned) -> Result<Value, Fault> {
        match returned {
            Returned::Array(array) => Ok(Value::Array(self.array(*array)?.clone())),
            Returned::Scalar(host) => self.value(host),
            Returned::Tuple(items) => {
                let items = tried(items.iter().map(|item| self.returned(item)));
                Ok(Value::Tuple(items?))
            }
        }
    }

    pub(super) fn array(&self, id: ArrayId) -> Result<&Array, Fault> {
        self.arrays
            .get(&id)
            .ok_or_else(|| Fault::Input(format!("the array {id:?} is used before it is bound")))
    }

    pub(super) fn scalar(&self, id: ScalarId) -> Result<Value, Fault> {
        if let Some(value) = self.scalars.get(&id) {
            return Ok(value.clone());
        }
        let scalar = &self.program.scalars[id];
        match (
            scalar.origin,
            self.scalar_inputs.get(&scalar.name.to_string()),
        ) {
            (None, Some(value)) => Ok(value.clone()),
            (None, None) => Err(Fault::Input(format!(
                "no scalar `{}` was given",
                scalar.name
            ))),
            (Some(_), _) => Err(Fault::Input(format!(
                "the scalar `{}` is used before it is bound",
                scalar.name
            ))),
        }
    }

    /// An evaluator that knows the names that the host expression says it uses, and of
    /// the program's own names nothing else: a wrong list is found here.
    pub(super) fn evaluator(
        &self,
        host: &Host,
        arrays: &[ArrayId],
    ) -> Result<Evaluator<'_>, Fault> {
        let mut scope = Vec::new();
        for id in &host.scalars {
            let name = self.program.scalars[*id].name.to_string();
            scope.push((name, self.scalar(*id)?));
        }
        for id in host.arrays.iter().chain(arrays) {
            let array = &self.program.arrays[*id];
            let value = Value::Array(self.array(*id)?.clone());
            if let Origin::Input(input) = &array.origin
                && let syn::Expr::Path(path) = &input.host
                && let Some(name) = path.path.get_ident()
            {
                scope.push((name.to_string(), value.clone()));
            }
            scope.push((array.name.to_string(), value));
        }
        Ok(Evaluator::new(&self.outside, scope))
    }

    pub(super) fn value(&self, host: &Host) -> Result<Value, Fault> {
        self.evaluator(host, &[])?.value(&host.expr)
    }

    /// The value of a host expression that a size is computed by.
    pub(super) fn count(&self, host: &Host) -> Result<Value, Fault> {
        self.evaluator(host, &[])?.count(&host.expr)
    }

    fn binding(&mut self, id: BindingId, binding: &Binding) -> Result<(), Fault> {
        let value = self.operation(binding)?;
        self.bind(id, &binding.shape, value)
    }

    /// Binds a value to a pattern. An array of tuples falls apart into arrays.
    fn bind(&mut self, id: BindingId, shape: &Shape, value: Value) -> Result<(), Fault> {
        match (shape, value) {
            (Shape::Ignored, _) => Ok(()),
            (Shape::Output(index), value) => {
                match (self.program.bindings[id].outputs[*index], value) {
                    (Output::Array(array), Value::Array(value)) => self.bind_array(array, value),
                    (Output::Array(_), value) => {
                        Err(Fault::Types(format!("expected an array, found `{value}`")))
                    }
                    (Output::Scalar(scalar), value) => {
                        self.scalars.insert(scalar, value);
                        Ok(())
                    }
                }
            }
            (Shape::Tuple(shapes), Value::Tuple(parts)) if parts.len() == shapes.len() => {
                for (shape, part) in shapes.iter().zip(parts) {
                    self.bind(id, shape, part)?;
                }
                Ok(())
            }
            (Shape::Tuple(shapes), Value::Array(array)) => {
                for (shape, column) in shapes.iter().zip(columns(&array, shapes.len())?) {
                    self.bind(id, shape, Value::Array(column))?;
                }
                Ok(())
            }
            (Shape::Tuple(shapes), value) => Err(Fault::Types(format!(
                "expected a tuple of {}, found `{value}`",
                shapes.len()
            ))),
        }
    }

    fn bind_array(&mut self, id: ArrayId, value: Array) -> Result<(), Fault> {
        let Some(home) = self.program.arrays[id].home else {
            self.arrays.insert(id, value);
            return Ok(());
        };
        let old = self
            .homes
            .get(&home)
            .ok_or_else(|| Fault::Input(format!("the array {home:?} cannot be written")))?;
        if old.len() != value.len() {
            return Err(Fault::Lengths {
                left: self.measured(home),
                right: Measured {
                    name: self.program.arrays[id].name.to_string(),
                    source: None,
                    length: value.len(),
                },
            });
        }
        let value = value.at(old.ty())?;
        self.homes.insert(home, value.clone());
        self.arrays.insert(id, value);
        Ok(())
    }

    pub(super) fn lengths(&self, left: ArrayId, right: ArrayId) -> Fault {
        Fault::Lengths {
            left: self.measured(left),
            right: self.measured(right),
        }
    }

    pub(super) fn measured(&self, id: ArrayId) -> Measured {
        let source = self.source(id);
        Measured {
            name: self.program.arrays[id].name.to_string(),
            source: (source != id).then(|| self.program.arrays[source].name.to_string()),
            length: self.arrays.get(&id).map_or(0, |array| array.len()),
        }
    }

    /// The array from which this one has its length.
    fn source(&self, id: ArrayId) -> ArrayId {
        let Some(binding) = self.program.producer(id) else {
            return id;
        };
        match self.program.bindings[binding].op.like() {
            // Bindings are in order, so this ends.
            Some(from) if from.index() < id.index() => self.source(from),
            _ => id,
        }
    }
}
