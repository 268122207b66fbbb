//! Operators of a fold or scan whose operands are of different types, taken apart.

use super::super::Type;
use crate::ir::{Host, tokens};
use crate::ordered::ToList;
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

/// The fold that adds up tuples of numbers part by part, if it is short.
pub(super) fn sum_of_parts(parts: &[Type], array: &str) -> Option<String> {
    const NAMES: [&str; 4] = ["a", "b", "c", "d"];
    const OTHERS: [&str; 4] = ["p", "q", "r", "s"];
    if parts.len() < 2 || parts.len() > NAMES.len() {
        return None;
    }
    let mut starts: Vec<&str> = Vec::new();
    for part in parts {
        starts.push(match part.prim()? {
            prim if prim.is_float() => "0.0",
            prim if prim.is_int() => "0",
            _ => return None,
        });
    }
    let sums = NAMES.iter().zip(OTHERS).take(parts.len());
    let sums: Vec<String> = sums.map(|(one, other)| format!("{one} + {other}")).list();
    Some(format!(
        "fold(({}), |({}), ({})| ({}), {array})",
        starts.join(", "),
        NAMES[..parts.len()].join(", "),
        OTHERS[..parts.len()].join(", "),
        sums.join(", ")
    ))
}
