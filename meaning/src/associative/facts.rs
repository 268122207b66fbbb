//! The types and shapes of the elements of a program's arrays and of its scalars.

use super::shape::Shape;
use crate::interp::{Prim, Type, Workers};
use crate::ir::{self, ArrayId, Binding, Host, Id, Op, Origin, Output, Program, ScalarId};
use crate::ordered::ToList;
use syn::{Expr, Lit};

/// The shapes of a program's arrays and scalars.
pub(super) struct Facts {
    arrays: Vec<Shape>,
    scalars: Vec<Shape>,
}

impl Facts {
    /// Follows the bindings of a program from its signature on.
    pub(super) fn of(program: &Program, workers: &Workers<'_>) -> Facts {
        let length = |expr: &Expr| length(expr, workers);
        let shape = |ty: &Option<syn::Type>| match ty {
            Some(ty) => Shape::of_syntax(ty, &length),
            None => Shape::Unknown,
        };
        let mut facts = Facts {
            arrays: program.arrays.values().map(|array| shape(&array.ty)).list(),
            scalars: program
                .scalars
                .values()
                .map(|scalar| shape(&scalar.ty))
                .list(),
        };
        for binding in program.bindings.values() {
            let made = facts.made(binding, workers);
            facts.bind(binding, &binding.shape, made);
        }
        facts
    }

    /// The elements of an array.
    pub(super) fn array(&self, id: ArrayId) -> Shape {
        let known = self.arrays.get(id.index());
        known.cloned().unwrap_or(Shape::Unknown)
    }

    /// A scalar.
    pub(super) fn scalar(&self, id: ScalarId) -> Shape {
        let known = self.scalars.get(id.index());
        known.cloned().unwrap_or(Shape::Unknown)
    }

    /// Returns the shape of the value that a binding computes, or of its elements.
    fn made(&self, binding: &Binding, workers: &Workers<'_>) -> Shape {
        let yields = |worker: &Host, args: &[Shape]| {
            let types: Vec<Type> = args.iter().map(Shape::to_type).list();
            let ty = Shape::of_type(&workers.infer(&worker.expr, &types));
            // A value made of one of unknown type may be of another type.
            let opaque = args.iter().any(Shape::is_opaque);
            ty.fill(&mut |_| {
                if opaque {
                    Shape::Opaque
                } else {
                    Shape::Unknown
                }
            })
        };
        match &binding.op {
            Op::Map { worker, args } => {
                let args: Vec<Shape> = args.iter().map(|arg| self.array(*arg)).list();
                yields(worker, &args)
            }
            Op::Fold {
                seed,
                step: Some(step),
                args,
                ..
            } => self.accumulator(seed, step, args, workers),
            Op::Fold { seed, args, .. } => self.array(args[0]).join(&of_seed(&seed.expr, workers)),
            Op::Scan { seed, arg, .. } => self.array(*arg).join(&of_seed(&seed.expr, workers)),
            Op::Generate { worker, .. } => yields(worker, &[Shape::Prim(Prim::Usize)]),
            Op::Range { .. } => Shape::Integer,
            Op::Scatter { dest, values, .. } => self.array(*dest).join(&self.array(*values)),
            Op::Cross { left, right } => Shape::Tuple(vec![self.array(*left), self.array(*right)]),
            Op::Length { .. } | Op::Inside { .. } => Shape::Prim(Prim::Usize),
            op => match op.elements_of() {
                Some(of) => self.array(of),
                None => Shape::Unknown,
            },
        }
    }

    /// The accumulator of a fold with a step of its own.
    fn accumulator(
        &self,
        seed: &Host,
        step: &Host,
        args: &[ArrayId],
        workers: &Workers<'_>,
    ) -> Shape {
        let start = of_seed(&seed.expr, workers);
        let elements = args.iter().map(|arg| self.array(*arg).to_type());
        let types: Vec<Type> = [start.to_type()].into_iter().chain(elements).list();
        start.join(&Shape::of_type(&workers.infer(&step.expr, &types)))
    }

    /// Adds the known facts to those that the user declared.
    fn bind(&mut self, binding: &Binding, pattern: &ir::Shape, made: Shape) {
        match pattern {
            ir::Shape::Ignored => {}
            ir::Shape::Output(index) => {
                let known = match binding.outputs.get(*index) {
                    Some(Output::Array(array)) => self.arrays.get_mut(array.index()),
                    Some(Output::Scalar(scalar)) => self.scalars.get_mut(scalar.index()),
                    None => None,
                };
                if let Some(known) = known {
                    *known = known.join(&made);
                }
            }
            ir::Shape::Tuple(patterns) => {
                for (index, pattern) in patterns.iter().enumerate() {
                    let part = match &made {
                        Shape::Tuple(items) => items.get(index).cloned(),
                        Shape::Opaque => Some(Shape::Opaque),
                        _ => None,
                    };
                    self.bind(binding, pattern, part.unwrap_or(Shape::Unknown));
                }
            }
        }
    }
}

impl Shape {
    /// Returns true if a type that is not known to the compiler is part of it.
    fn is_opaque(&self) -> bool {
        match self {
            Shape::Opaque => true,
            Shape::Tuple(items) => items.iter().any(Shape::is_opaque),
            Shape::Array(item, _) => item.is_opaque(),
            Shape::Struct(_, fields) => fields.iter().any(|(_, shape)| shape.is_opaque()),
            _ => false,
        }
    }
}

/// Returns the shape of the start of a fold or scan, which has the type of the elements.
pub(super) fn of_seed(seed: &Expr, workers: &Workers<'_>) -> Shape {
    match seed {
        Expr::Paren(inner) => of_seed(&inner.expr, workers),
        Expr::Group(inner) => of_seed(&inner.expr, workers),
        Expr::Tuple(tuple) => {
            Shape::Tuple(tuple.elems.iter().map(|item| of_seed(item, workers)).list())
        }
        Expr::Cast(cast) => Shape::of_syntax(&cast.ty, &|expr| length(expr, workers)),
        other => match workers.value(other) {
            Ok(value) => Shape::of_value(&value),
            Err(_) => Shape::Unknown,
        },
    }
}

/// The number that is the length of an array.
pub(super) fn length(expr: &Expr, workers: &Workers<'_>) -> Option<usize> {
    match expr {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => number.base10_parse().ok(),
            _ => None,
        },
        Expr::Path(path) => {
            let name = path.path.get_ident()?.to_string();
            workers.constant(&name)?.get().ok()
        }
        _ => None,
    }
}

/// The name under which workers index an input array.
pub(super) fn indexed_as(program: &Program, id: ArrayId) -> Option<String> {
    let array = program.arrays.get(id)?;
    let Origin::Input(input) = &array.origin else {
        return None;
    };
    match &input.host {
        Expr::Path(path) => Some(path.path.get_ident()?.to_string()),
        _ => Some(array.name.to_string()),
    }
}
