//! Workers alone, called on chosen values.

use crate::ordered::OrderedMap;
use std::cell::Cell;
use std::fmt;

use syn::Expr;

use super::Overflow;
use super::error::Fault;
use super::eval::{Evaluator, Outside};
use super::inputs::HostFunction;
use super::types::Type;
use super::value::Value;
use crate::ir::Program;

/// Workers know no functions but those of their own source.
static NO_FUNCTIONS: OrderedMap<String, HostFunction> = OrderedMap::new();

/// The context of a program's workers: the helpers and constants beside it, and the steps that they
/// may still take together.
pub struct Workers<'p> {
    outside: Outside<'p>,
}

/// A worker that can be called.
pub struct Worker<'w> {
    expr: &'w Expr,
    evaluator: Evaluator<'w>,
}

impl<'p> Workers<'p> {
    /// The workers of a program. A constant that cannot be evaluated is one that
    /// is not given.
    pub fn of(program: &'p Program) -> Self {
        let items = program.items.functions.iter();
        let mut workers = Workers {
            outside: Outside {
                functions: &NO_FUNCTIONS,
                items: items
                    .map(|item| (item.sig.ident.to_string(), item))
                    .collect(),
                constants: OrderedMap::new(),
                overflow: Overflow::Panic,
                math: program.math,
                fuel: Some(Cell::new(0)),
            },
        };
        for constant in program.items.constants.iter() {
            workers.allow(1_000);
            if let Ok(value) = workers.value(&constant.expr)
                && let Ok(value) = value.at(&Type::of_syntax(&constant.ty))
            {
                let name = constant.ident.to_string();
                workers.outside.constants.insert(name, value);
            }
        }
        workers
    }

    /// Says how many steps may be taken from now on.
    pub fn allow(&mut self, steps: usize) {
        self.outside.fuel = Some(Cell::new(steps));
    }

    /// Sets the behaviour of arithmetic beyond the range of its type.
    pub fn overflow(&mut self, overflow: Overflow) {
        self.outside.overflow = overflow;
    }

    /// A worker to which these names mean these values.
    pub fn worker<'w>(&'w self, expr: &'w Expr, names: Vec<(String, Value)>) -> Worker<'w> {
        Worker {
            expr,
            evaluator: Evaluator::new(&self.outside, names),
        }
    }

    /// The value of an expression that uses nothing of the program.
    ///
    /// # Errors
    /// Names that it does not know, and the failure of the expression.
    pub fn value(&self, expr: &Expr) -> Result<Value, Fault> {
        Evaluator::new(&self.outside, Vec::new()).value(expr)
    }

    /// The type that a worker yields for arguments of these types, as far as it
    /// can be told.
    pub fn infer(&self, worker: &Expr, args: &[Type]) -> Type {
        Evaluator::new(&self.outside, Vec::new()).infer_call(worker, args)
    }

    /// The value of a constant beside the program.
    pub fn constant(&self, name: &str) -> Option<&Value> {
        self.outside.constants.get(name)
    }
}

impl Worker<'_> {
    /// Calls the worker.
    ///
    /// # Errors
    /// Panics and type errors of the compiled worker, code that is not interpreted, and the end of
    /// the allowed steps.
    pub fn call(&mut self, args: Vec<Value>) -> Result<Value, Fault> {
        self.evaluator.apply(self.expr, args)
    }
}

impl fmt::Debug for Workers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Workers")
            .field("helpers", &Vec::from_iter(self.outside.items.keys()))
            .field("constants", &self.outside.constants)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Worker<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Worker").finish_non_exhaustive()
    }
}
