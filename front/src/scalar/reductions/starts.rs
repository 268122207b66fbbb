//! The starts of recurrences: those of another type than the states, and literals without a type.
//!
//! rustc finds the type of a literal such as `1e9` where a state meets the elements, which may be behind the first method that a
//! step calls on it: too late for the method. Here it is found before, where types are known without rustc.

use super::super::{Prim, Type};
use super::Typing;
use crate::diagnostic::{Diagnostic, catalog};
use crate::ir::component::bare;
use crate::ir::{Binding, Host, Op, tokens};
use crate::ordered::ToList;
use crate::walk::{self, Node};
use syn::spanned::Spanned;
use syn::{BinOp, Expr, Lit, LitFloat, LitInt};

impl Typing<'_, '_> {
    /// Reports a recurrence whose start is of another type than the state that its step computes.
    pub(super) fn wrong_state(
        &mut self,
        seed: &Host,
        worker: &Host,
        params: &[Type],
    ) -> Option<Diagnostic> {
        let state = self.state_of_step(worker, params);
        self.wrong_start(seed, worker, &state, ("recurrence", true))
    }

    /// The type of the state of a recurrence, if it is known.
    pub(super) fn state(&mut self, recurrence: &Binding) -> Option<Type> {
        let Op::Recurrence {
            worker,
            args,
            neighbours,
            ..
        } = &recurrence.op
        else {
            return None;
        };
        let table = &mut self.inference.table;
        let yields = self.declared.of_binding(table, recurrence);
        let element = match neighbours.is_empty() {
            true => {
                let params = self.declared.of_step(table, &yields, args, neighbours);
                self.state_of_step(worker, &params)
            }
            false => self.inference.table.deep(&yields),
        };
        element.is_known().then_some(element)
    }

    /// The type of the state that a step takes, or what follows from the step alone.
    fn state_of_step(&mut self, worker: &Host, params: &[Type]) -> Type {
        let mut params = params.to_vec();
        let state = self.inference.table.deep(&params[0]);
        if state.is_known() {
            return state;
        }
        let mut found = state;
        self.inference.attempt(|inference| {
            params[0] = inference.table.any();
            inference.worker(&worker.expr, &params, Some(&params[0]));
            inference.resolve_known();
            if inference.found.is_empty() {
                found = inference.table.deep(&params[0]);
            }
            false
        });
        found
    }

    /// Reports a start that cannot be of a type.
    pub(super) fn wrong_start(
        &mut self,
        seed: &Host,
        worker: &Host,
        wanted: &Type,
        combinator: (&str, bool),
    ) -> Option<Diagnostic> {
        let Type::Prim(wanted) = wanted else {
            return None;
        };
        let start = self.start(seed, worker);
        let fits = self
            .inference
            .table
            .clone()
            .unify(&start, &Type::Prim(*wanted));
        let start = match start {
            Type::Prim(start) if !fits => Some(start.name()),
            Type::Variable(_) if !fits => None,
            _ => return None,
        };
        let text = tokens::of(&seed.expr);
        let digits = text.trim_end_matches(start.unwrap_or_default());
        let instead = match digits.parse::<u64>() {
            Ok(number) if wanted.is_float() => format!("{number}.0"),
            Ok(number) => number.to_string(),
            Err(_) => format!("{text} as {}", wanted.name()),
        };
        let wanted = (wanted.name(), &*instead);
        Some(catalog::start_of_other_type(
            seed.expr.span(),
            combinator,
            start,
            wanted,
        ))
    }
}

/// Returns true if a recurrence starts from literals without a type, and its step calls a method on a name.
pub(super) fn is_open(op: &Op) -> bool {
    match op {
        Op::Recurrence { seed, worker, .. } => is_of_literals(&seed.expr) && calls_method(worker),
        _ => false,
    }
}

fn calls_method(worker: &Host) -> bool {
    let mut found = false;
    walk::expr(&worker.expr, &mut |node| {
        if let Node::Expr(Expr::MethodCall(call)) = node {
            found |= matches!(bare(&call.receiver), Expr::Path(_) | Expr::Field(_));
        }
        !found
    });
    found
}

/// Returns true if an expression is made of numbers of which some have no type.
fn is_of_literals(expr: &Expr) -> bool {
    match bare(expr) {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => number.suffix().is_empty(),
            Lit::Float(number) => number.suffix().is_empty(),
            _ => false,
        },
        Expr::Unary(unary) => is_of_literals(&unary.expr),
        Expr::Binary(binary) => is_of_literals(&binary.left),
        Expr::Tuple(tuple) => tuple.elems.iter().any(is_of_literals),
        _ => false,
    }
}

/// Gives the numbers of an expression a type; `None` where they are of none, or of another.
pub(super) fn typed(expr: &Expr, ty: &Type) -> Option<Expr> {
    match (bare(expr), ty) {
        (Expr::Tuple(tuple), Type::Tuple(types)) if tuple.elems.len() == types.len() => {
            let parts = tuple.elems.iter().zip(types);
            // A part that is no number has its own type.
            let parts = parts.map(|(part, ty)| typed(part, ty).unwrap_or_else(|| part.clone()));
            let mut typed = tuple.clone();
            typed.elems = parts.list().into_iter().collect();
            Some(Expr::Tuple(typed))
        }
        (number, Type::Prim(prim)) => of_type(number, *prim),
        _ => None,
    }
}

fn of_type(number: &Expr, prim: Prim) -> Option<Expr> {
    let mut number = bare(number).clone();
    match &mut number {
        Expr::Lit(literal) => {
            literal.lit = match &literal.lit {
                Lit::Int(number) if number.suffix().is_empty() && prim.is_int() => {
                    let text = format!("{number}{}", prim.name());
                    Lit::Int(LitInt::new(&text, number.span()))
                }
                Lit::Float(number) if number.suffix().is_empty() && prim.is_float() => {
                    let text = format!("{number}{}", prim.name());
                    Lit::Float(LitFloat::new(&text, number.span()))
                }
                _ => return None,
            };
        }
        Expr::Unary(unary) => *unary.expr = of_type(&unary.expr, prim)?,
        Expr::Binary(binary) => {
            *binary.left = of_type(&binary.left, prim)?;
            // Bits are shifted by a number of any type.
            if !matches!(binary.op, BinOp::Shl(_) | BinOp::Shr(_)) {
                *binary.right = of_type(&binary.right, prim)?;
            }
        }
        _ => return None,
    }
    Some(number)
}
