//! Operators on whole arrays, and the workers to write in their place.

use super::Lowering;
use crate::diagnostic::{Diagnostic, catalog};
use crate::ir::{Op, ScalarId, tokens};
use crate::syntax::{Term, names, strip};
use proc_macro2::Ident;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, ExprIndex, ExprRepeat, Lit, UnOp};

impl Lowering {
    /// `xs + ys`, `-xs` and `xs[xs > 0.0]`: the report of an operator on arrays, as those that `is_array` is
    /// true of.
    pub(super) fn operator_on_arrays(
        &self,
        expr: &Expr,
        is_array: &dyn Fn(&Expr) -> bool,
    ) -> Option<Diagnostic> {
        let (op, operands) = match expr {
            Expr::Binary(binary) => (binary.op.span(), vec![&*binary.left, &*binary.right]),
            Expr::Unary(unary) if !matches!(unary.op, UnOp::Deref(_)) => {
                (unary.op.span(), vec![&*unary.expr])
            }
            Expr::Index(subscripted) => return masked(subscripted, is_array),
            _ => return None,
        };
        let array = operands.iter().find(|operand| is_array(operand))?;
        let name = match Term::of(array) {
            Term::Name(name) => Some(name.to_string()),
            _ => None,
        };
        let instead = instead(expr, is_array);
        Some(catalog::array_arithmetic(op, name.as_deref(), &instead))
    }

    /// `let zs = vec![0.0; n];` in the place of an array.
    pub(super) fn filled_by_macro(
        &self,
        name: &Ident,
        scalar: ScalarId,
        combinator: &str,
    ) -> Option<Diagnostic> {
        let binding = &self.program.bindings[self.program.scalars[scalar].origin?];
        let Op::Host { value } = &binding.op else {
            return None;
        };
        let Expr::Macro(call) = strip(&value.expr) else {
            return None;
        };
        let filled: ExprRepeat = syn::parse2({
            let tokens = &call.mac.tokens;
            quote::quote!([#tokens])
        })
        .ok()?;
        let is_vector = call.mac.path.is_ident("vec");
        let (length, element) = (tokens::of(&filled.len), tokens::of(&filled.expr));
        let instead = format!("generate({length}, |_| {element})");
        is_vector.then(|| catalog::macro_as_array(name, combinator, &instead, binding.span))
    }

    /// `let ys = xs[1..];`: reports a slice that is bound or returned.
    pub(super) fn is_slice(&mut self, expr: &Expr) -> bool {
        let Expr::Index(subscripted) = strip(expr) else {
            return false;
        };
        let (Expr::Range(range), Term::Name(array)) =
            (strip(&subscripted.index), Term::of(&subscripted.expr))
        else {
            return false;
        };
        if !self.is_array(&subscripted.expr) {
            return false;
        }
        let instead = format!("generate({}, |i| {array}[i])", tokens::of(range));
        let report = catalog::slice_as_value(subscripted.span(), array, &instead);
        self.found.push(report);
        true
    }
}

/// `xs[xs > 0.0]`
fn masked(subscripted: &ExprIndex, is_array: &dyn Fn(&Expr) -> bool) -> Option<Diagnostic> {
    let (Expr::Binary(condition), Term::Name(array)) =
        (strip(&subscripted.index), Term::of(&subscripted.expr))
    else {
        return None;
    };
    let compares = matches!(
        condition.op,
        BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) | BinOp::Eq(_) | BinOp::Ne(_)
    );
    let (left, right) = (
        text(&condition.left, is_array, "x"),
        text(&condition.right, is_array, "…"),
    );
    let is_own = |side: &Expr| matches!(Term::of(side), Term::Name(name) if name == array);
    if !compares || !is_array(&subscripted.expr) || !is_own(&condition.left) {
        return None;
    }
    let op = tokens::of(&condition.op);
    let instead = format!("filter(|x| {left} {op} {right}, {array})");
    let span = condition.op.span();
    Some(catalog::masked(span, &array.to_string(), &instead))
}

/// The `map` that applies an operator to the elements of its operands.
fn instead(expr: &Expr, is_array: &dyn Fn(&Expr) -> bool) -> String {
    let mut bound = None;
    let (parameters, body, arrays) = match expr {
        Expr::Unary(unary) => {
            let array = tokens::of(&unary.expr);
            ("x", format!("{}x", tokens::of(&unary.op)), array)
        }
        Expr::Binary(binary) => {
            let op = tokens::of(&binary.op);
            let (left, right) = (tokens::of(&binary.left), tokens::of(&binary.right));
            match (is_array(&binary.left), is_array(&binary.right)) {
                (true, true) if left == right => ("x", format!("x {op} x"), left),
                (true, true) => ("x, y", format!("x {op} y"), format!("{left}, {right}")),
                (true, false) => {
                    bound = computed(&binary.right);
                    let other = text(&binary.right, is_array, "…");
                    ("x", format!("x {op} {other}"), left)
                }
                _ => {
                    bound = computed(&binary.left);
                    let other = text(&binary.left, is_array, "…");
                    ("x", format!("{other} {op} x"), right)
                }
            }
        }
        _ => ("x", "…".to_owned(), "xs".to_owned()),
    };
    let whole = format!("map(|{parameters}| {body}, {arrays})");
    match expr {
        Expr::Binary(binary) if parameters == "x, y" && matches!(binary.op, BinOp::Eq(_)) => {
            format!("`fold(true, |a, b| a && b, {whole})`")
        }
        _ => match bound {
            Some(bound) => format!("`let s = {bound};` and `{whole}`"),
            None => format!("`{whole}`"),
        },
    }
}

/// The text of a call, which gets a name.
fn computed(expr: &Expr) -> Option<String> {
    let is_call = matches!(strip(expr), Expr::Call(_) | Expr::MethodCall(_));
    is_call.then(|| tokens::of(expr))
}

/// A number or a name as it is written; an array as one of its elements.
fn text(expr: &Expr, is_array: &dyn Fn(&Expr) -> bool, element: &str) -> String {
    let is_plain = match strip(expr) {
        Expr::Lit(literal) => matches!(literal.lit, Lit::Int(_) | Lit::Float(_) | Lit::Bool(_)),
        Expr::Path(_) => !names::free(expr).iter().any(|name| name == "x"),
        Expr::Unary(unary) => matches!(strip(&unary.expr), Expr::Lit(_)),
        _ => false,
    };
    match is_array(expr) {
        true => element.to_owned(),
        false if computed(expr).is_some() => "s".to_owned(),
        false if is_plain => tokens::of(expr),
        false => "…".to_owned(),
    }
}
