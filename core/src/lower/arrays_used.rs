//! Which names of a program stand in array position.

use crate::combinator::Parameter;
use crate::syntax::{Apply, Body, Term};
use std::collections::BTreeSet;
use syn::Expr;
use syn::visit::{self, Visit};

/// All names that are an argument of array kind somewhere in a program.
pub(super) fn names(body: &Body) -> BTreeSet<String> {
    let mut names = Names(BTreeSet::new());
    for statement in &body.statements {
        names.visit_expr(&statement.value);
    }
    if let Some(result) = &body.result {
        names.visit_expr(result);
    }
    names.0
}

struct Names(BTreeSet<String>);

impl Names {
    fn apply(&mut self, apply: &Apply<'_>) {
        for (position, arg) in apply.args.iter().enumerate() {
            if let (Parameter::Array | Parameter::Arrays, Term::Name(name)) =
                (apply.combinator.parameter(position), Term::of(arg))
                // `x.len()` may be Rust's own.
                && (apply.method.is_none() || apply.combinator.name != "len")
            {
                self.0.insert(name.to_string());
            }
        }
    }
}

impl<'e> Visit<'e> for Names {
    fn visit_expr(&mut self, expr: &'e Expr) {
        if let Term::Apply(apply) = Term::of(expr) {
            self.apply(&apply);
        }
        visit::visit_expr(self, expr);
    }

    // Nothing inside a worker is an array of the program.
    fn visit_expr_closure(&mut self, _: &'e syn::ExprClosure) {}
}
