//! Operators of a fold or scan whose operands are of different types, taken apart.

use crate::ir::{Host, tokens};
use crate::walk::mentions;
use proc_macro2::Ident;
use syn::{Expr, Pat};

/// An operator between values of one type, and the step that makes those of elements.
pub(super) struct Split {
    pub(super) operator: String,
    pub(super) made: String,
    /// Set if the text makes them, so that it is a step.
    pub(super) is_step: bool,
}

impl Split {
    /// `|a, b| a + b as u64` is `|a, b| a + b` after `|b| b as u64`.
    pub(super) fn of(worker: &Host, other: &str) -> Option<Split> {
        let Expr::Closure(closure) = &worker.expr else {
            return None;
        };
        let mut names = closure.inputs.iter().map(name_of);
        let (a, b) = (names.next()??, names.next()??);
        let body = stripped(&closure.body);
        let (made, operator) = match body {
            Expr::Binary(binary) if is_name(&binary.left, a) => {
                let operator = tokens::of(&binary.op);
                (&*binary.right, format!("{a} {operator} {b}"))
            }
            Expr::Binary(binary) if is_name(&binary.right, a) => {
                let operator = tokens::of(&binary.op);
                (&*binary.left, format!("{b} {operator} {a}"))
            }
            Expr::MethodCall(call) if is_name(&call.receiver, a) && call.args.len() == 1 => {
                (&call.args[0], format!("{a}.{}({b})", call.method))
            }
            _ => return None,
        };
        if !mentions(made, b) || mentions(made, a) {
            return None;
        }
        let is_step = !is_name(made, b);
        let made = match is_step {
            true => tokens::of(stripped(made)),
            false => format!("{b} as {other}"),
        };
        Some(Split {
            is_step,
            operator: format!("|{a}, {b}| {operator}"),
            made: format!("|{b}| {made}"),
        })
    }
}

fn name_of(pattern: &Pat) -> Option<&Ident> {
    match pattern {
        Pat::Ident(name) if name.subpat.is_none() => Some(&name.ident),
        Pat::Type(typed) => name_of(&typed.pat),
        _ => None,
    }
}

fn stripped(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(inner) => stripped(&inner.expr),
        Expr::Group(inner) => stripped(&inner.expr),
        other => other,
    }
}

fn is_name(expr: &Expr, name: &Ident) -> bool {
    matches!(stripped(expr), Expr::Path(path) if path.path.is_ident(name))
}
