//! The shape of a program: arity, and what stands where a worker, an array or
//! a scalar belongs. Nothing here looks at scopes or sizes.

use crate::combinator::{Combinator, Parameter, foreign};
use crate::diagnostic::{Diagnostics, catalog};
use crate::syntax::{Apply, Body, Function, Pattern, Source, Term, is_worker};
use std::collections::BTreeSet;
use syn::Expr;
use syn::spanned::Spanned;

/// Checks everything that one `cnf!` holds.
///
/// # Errors
/// Every mistake of shape in it.
pub fn check(source: &Source) -> Result<(), Diagnostics> {
    let mut found = Diagnostics::new();
    match source {
        Source::Functions(functions) => {
            for function in functions {
                check_function(function, &mut found);
            }
        }
        Source::Expression(body) => check_body(body, &mut found),
    }
    found.wall()
}

fn check_function(function: &Function, found: &mut Diagnostics) {
    let mut seen = BTreeSet::new();
    for param in &function.params {
        if !seen.insert(param.name.to_string()) {
            found.push(catalog::repeated_name(&param.name));
        }
    }
    check_body(&function.body, found);
}

fn check_body(body: &Body, found: &mut Diagnostics) {
    for statement in &body.statements {
        if let crate::syntax::Target::Let(pattern, _) = &statement.target {
            check_pattern(pattern, found);
        }
        check_term(&statement.value, found);
    }
    match &body.result {
        Some(result) => check_result(result, found),
        None if body.statements.is_empty() => found.push(catalog::empty_program(body.span)),
        None => {}
    }
}

fn check_pattern(pattern: &Pattern, found: &mut Diagnostics) {
    let mut seen = BTreeSet::new();
    for name in pattern.names() {
        if !seen.insert(name.to_string()) {
            found.push(catalog::repeated_name(name));
        }
    }
}

fn check_result(term: &Term, found: &mut Diagnostics) {
    match term {
        Term::Tuple(items, _) => {
            for item in items {
                check_result(item, found);
            }
        }
        other => check_term(other, found),
    }
}

fn check_term(term: &Term, found: &mut Diagnostics) {
    match term {
        Term::Apply(apply) => check_apply(apply, found),
        Term::Host(Expr::Call(call)) => check_foreign_call(call, found),
        Term::Host(Expr::MethodCall(call)) => check_foreign_method(call, found),
        Term::Name(_) | Term::Range(_) | Term::Tuple(..) | Term::Host(_) => {}
    }
}

/// `zip(xs, ys)`: a name from elsewhere where one of ours belongs.
fn check_foreign_call(call: &syn::ExprCall, found: &mut Diagnostics) {
    if let Expr::Path(path) = &*call.func
        && let Some(name) = path.path.get_ident()
        && let Some(help) = foreign(&name.to_string())
    {
        found.push(catalog::foreign_combinator(name, help));
    }
}

/// `map(…).sum()`: likewise as a method of one of ours.
fn check_foreign_method(call: &syn::ExprMethodCall, found: &mut Diagnostics) {
    if let Term::Apply(apply) = Term::of((*call.receiver).clone())
        && !apply.combinator.yields_scalar()
    {
        check_apply(&apply, found);
        match foreign(&call.method.to_string()) {
            Some(help) => found.push(catalog::foreign_combinator(&call.method, help)),
            None => found.push(catalog::unknown_method(&call.method, apply.combinator.name)),
        }
    }
}

fn check_apply(apply: &Apply, found: &mut Diagnostics) {
    let combinator = apply.combinator;
    let (least, most) = combinator.arity();
    let given = apply.args.len();
    if given < least || most.is_some_and(|most| given > most) {
        found.push(catalog::wrong_arity(
            apply.span,
            combinator,
            given,
            apply.method.is_some(),
        ));
        return;
    }
    if misordered(apply) {
        found.push(catalog::wrong_order(apply.span, combinator));
        return;
    }
    for (position, arg) in apply.args.iter().enumerate() {
        match combinator.parameter(position) {
            Parameter::Worker(arity) => check_worker(apply, arg, arity, found),
            Parameter::Array | Parameter::Arrays => check_array(combinator, arg, found),
            Parameter::Scalar => check_scalar(combinator, arg, found),
            Parameter::Host => {}
        }
    }
}

/// Whether a closure stands where none belongs while its own place is taken by
/// something else.
fn misordered(apply: &Apply) -> bool {
    let is_closure = |expr: &Expr| matches!(strip(expr), Expr::Closure(_));
    let wants_worker =
        |position| matches!(apply.combinator.parameter(position), Parameter::Worker(_));
    let stray = (0..apply.args.len()).any(|p| !wants_worker(p) && is_closure(&apply.args[p]));
    let empty = (0..apply.args.len()).any(|p| wants_worker(p) && !is_closure(&apply.args[p]));
    stray && empty
}

fn strip(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(paren) => strip(&paren.expr),
        Expr::Group(group) => strip(&group.expr),
        other => other,
    }
}

fn check_worker(apply: &Apply, worker: &Expr, arity: usize, found: &mut Diagnostics) {
    if !is_worker(worker) {
        found.push(catalog::not_a_worker(worker.span(), apply.combinator));
        return;
    }
    let expected = match arity {
        0 => apply.args.len() - 1,
        fixed => fixed,
    };
    if let Expr::Closure(closure) = strip(worker)
        && closure.inputs.len() != expected
    {
        let span = match closure.inputs.is_empty() {
            true => closure.span(),
            false => closure.inputs.span(),
        };
        found.push(catalog::worker_arity(
            span,
            apply.combinator,
            closure.inputs.len(),
            expected,
        ));
    }
}

fn check_array(combinator: &'static Combinator, arg: &Expr, found: &mut Diagnostics) {
    match Term::of(arg.clone()) {
        Term::Apply(inner) if inner.combinator.yields_scalar() => {
            found.push(catalog::scalar_as_array(
                inner.span,
                inner.combinator,
                combinator,
            ));
        }
        Term::Apply(inner) if inner.combinator.name == "external" => {
            found.push(catalog::nested_external(inner.span));
        }
        Term::Tuple(items, expr) if items.len() > 1 => {
            found.push(catalog::tuple_as_array(expr.span(), combinator));
        }
        Term::Host(Expr::Closure(closure)) => {
            found.push(catalog::closure_as_array(closure.span(), combinator));
        }
        Term::Host(Expr::Lit(literal)) => {
            found.push(catalog::literal_as_array(literal.span(), combinator));
        }
        term => check_term(&term, found),
    }
}

fn check_scalar(combinator: &'static Combinator, arg: &Expr, found: &mut Diagnostics) {
    match Term::of(arg.clone()) {
        Term::Apply(inner) if !inner.combinator.yields_scalar() => {
            found.push(catalog::array_as_scalar(
                inner.span,
                inner.combinator,
                combinator,
            ));
        }
        Term::Host(Expr::Closure(closure)) => {
            found.push(catalog::closure_as_scalar(closure.span(), combinator));
        }
        term => check_term(&term, found),
    }
}
