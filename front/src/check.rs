//! The shape of a program: arity, and which argument stands where a worker, an array or
//! a scalar belongs. Nothing here looks at scopes or sizes.

use crate::combinator::{Arity, Combinator, Parameter};
use crate::diagnostic::{Diagnostic, Diagnostics, catalog};
use crate::ordered::{OrderedSet, ToList};
use crate::syntax::names::assigned;
use crate::syntax::{
    Apply, Body, Function, Pattern, Source, StatementKind, Term, is_assignment, is_worker, returns,
    strip,
};
use proc_macro2::Span;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, Lit, Pat, Stmt, UnOp};

/// Checks everything that one `cnf!` holds.
///
/// # Errors
/// Every mistake of shape in it.
pub fn check(source: &Source) -> Result<(), Diagnostics> {
    let mut found = Diagnostics::new();
    match source {
        Source::Functions(functions, _) => {
            for function in functions {
                check_function(function, &mut found);
            }
        }
        Source::Expression(_, body) => check_body(body, &mut found),
    }
    found.wall()
}

/// Checks one function.
pub fn check_function(function: &Function, found: &mut Diagnostics) {
    let mut seen = OrderedSet::new();
    for param in &function.params {
        if !seen.insert(param.name.to_string()) {
            found.push(catalog::repeated_name(&param.name));
        }
    }
    statements(&function.body, catalog::return_inside, found);
}

/// Checks statements and a final expression of the expression form.
pub fn check_body(body: &Body, found: &mut Diagnostics) {
    statements(body, catalog::return_of_expression, found);
}

/// Checks statements and a final expression, in which `return` is a mistake that is reported so.
fn statements(body: &Body, return_inside: fn(Span) -> Diagnostic, found: &mut Diagnostics) {
    let check_returns = |value: &Expr, found: &mut Diagnostics| {
        if let Some(place) = returns(value) {
            found.push(return_inside(place));
        }
    };
    for statement in &body.statements {
        match &statement.kind {
            StatementKind::Let(pattern, _) => check_pattern(pattern, found),
            StatementKind::Write(_) | StatementKind::Return(_) => {}
            StatementKind::Lost(_) => continue,
        }
        check_returns(&statement.value, found);
        check_value(&statement.value, found);
    }
    match &body.result {
        Some(result) => {
            match strip(result) {
                Expr::Return(back) => {
                    found.push(catalog::return_statement(back.return_token.span()));
                }
                _ => check_returns(result, found),
            }
            check_value(result, found);
        }
        None if body.statements.is_empty() && found.is_empty() => {
            found.push(catalog::empty_program(body.span));
        }
        None => {}
    }
}

fn check_pattern(pattern: &Pattern, found: &mut Diagnostics) {
    let mut seen = OrderedSet::new();
    for name in pattern.names() {
        if !seen.insert(name.to_string()) {
            found.push(catalog::repeated_name(name));
        }
    }
}

/// Checks a bound or returned value: a term or a tuple of such.
fn check_value(value: &Expr, found: &mut Diagnostics) {
    match Term::of(value) {
        Term::Tuple(tuple, _) => {
            for item in &tuple.elems {
                check_value(item, found);
            }
        }
        Term::Host(Expr::Closure(closure)) => {
            found.push(catalog::closure_as_value(closure.span()));
        }
        _ => {}
    }
}

/// Checks the arguments of a combinator, not the terms inside them, and says
/// whether they are right by their shape.
///
/// Lowering asks for it: a method may turn out to be Rust's own once its
/// receiver is known.
pub fn check_arguments(apply: &Apply<'_>, found: &mut Diagnostics) -> bool {
    let before = found.len();
    arguments(apply, found);
    found.len() == before
}

/// `sum(|x| x * x, xs)`: the sum of what a worker makes of each element.
fn summed_by_worker(apply: &Apply<'_>) -> Option<Diagnostic> {
    let is_closure = |arg: &&&Expr| matches!(strip(arg), Expr::Closure(_));
    if apply.combinator.name != "sum" || apply.args.iter().filter(is_closure).count() != 1 {
        return None;
    }
    let (mut worker, mut arrays) = ("|x|".to_owned(), Vec::new());
    for arg in &apply.args {
        match Term::of(arg) {
            Term::Host(Expr::Closure(closure)) => {
                let names = closure.inputs.iter().map(|pat| match pat {
                    Pat::Ident(name) => name.ident.to_string(),
                    _ => "x".to_owned(),
                });
                let names: Vec<String> = names.list();
                worker = format!("|{}|", names.join(", "));
            }
            Term::Name(name) => arrays.push(name.to_string()),
            _ => arrays.push("…".to_owned()),
        }
    }
    let instead = format!("sum(map({worker} …, {}))", arrays.join(", "));
    Some(catalog::sum_by_worker(apply.span, &instead))
}

/// `sum(a, 0)` and `sum(a, axis = 0)`: the sums along an axis.
fn summed_along(apply: &Apply<'_>) -> Option<Diagnostic> {
    let [array, axis] = apply.args[..] else {
        return None;
    };
    let Term::Name(array) = Term::of(array) else {
        return None;
    };
    let axis = match strip(axis) {
        Expr::Assign(named) => strip(&named.right),
        axis => axis,
    };
    let is_sum = apply.combinator.name == "sum";
    match axis {
        Expr::Lit(ExprLit {
            lit: Lit::Int(axis),
            ..
        }) if is_sum => Some(catalog::sum_along_axis(
            apply.span,
            array,
            axis.base10_digits(),
        )),
        _ => None,
    }
}

/// `recurrence(0.0, |(a, b), x| …, xs)`: one number as the start of what the worker takes apart.
fn start_of_parts(apply: &Apply<'_>, position: usize, arg: &Expr) -> Option<Diagnostic> {
    const BEGIN_WITH: &[&str] = &[
        "fold",
        "fold_by",
        "recurrence",
        "scan",
        "scan_by",
        "scan_exclusive",
        "scan_exclusive_by",
    ];
    let number = match strip(arg) {
        Expr::Lit(number) => number.lit.to_token_stream().to_string(),
        Expr::Unary(unary) => match (&unary.op, strip(&unary.expr)) {
            (UnOp::Neg(_), Expr::Lit(number)) => format!("-{}", number.lit.to_token_stream()),
            _ => return None,
        },
        _ => return None,
    };
    let Expr::Closure(worker) = strip(apply.args.get(position + 1)?) else {
        return None;
    };
    let Pat::Tuple(parts) = worker.inputs.first()? else {
        return None;
    };
    let is_start = BEGIN_WITH.contains(&apply.combinator.name) && parts.elems.len() > 1;
    let instead = vec![number.as_str(); parts.elems.len()].join(", ");
    is_start.then(|| catalog::start_of_parts(arg.span(), &number, &instead, parts.elems.len()))
}

fn arguments(apply: &Apply<'_>, found: &mut Diagnostics) {
    let combinator = apply.combinator;
    let (least, most) = combinator.arity();
    let given = apply.args.len();
    if given < least || most.is_some_and(|most| given > most) {
        if let Some(report) = summed_by_worker(apply).or_else(|| summed_along(apply)) {
            found.push(report);
            return;
        }
        found.push(catalog::wrong_arity(
            apply.span,
            combinator,
            given,
            apply.method.is_some(),
        ));
        return;
    }
    if misordered(apply) {
        found.push(catalog::wrong_order(
            apply.span,
            combinator,
            apply.method.is_some(),
            None,
        ));
        return;
    }
    for (position, arg) in apply.args.iter().enumerate() {
        match combinator.parameter(position) {
            Parameter::Worker(_) if lacks_comma(&apply.args, position) => {
                found.push(catalog::missing_comma(arg.span(), combinator));
                return;
            }
            Parameter::Worker(arity) => check_worker(apply, arg, arity, found),
            Parameter::Array(_) | Parameter::Arrays(_) => check_array(combinator, arg, found),
            Parameter::Scalar => {
                found.extend(start_of_parts(apply, position, arg));
                check_scalar(combinator, arg, found);
            }
            Parameter::Host => {}
        }
    }
}

/// Returns true if a closure stands in a wrong place while its own place is taken by something
/// else.
fn misordered(apply: &Apply<'_>) -> bool {
    let is_closure = |expr: &Expr| matches!(strip(expr), Expr::Closure(_));
    let wants_worker =
        |position| matches!(apply.combinator.parameter(position), Parameter::Worker(_));
    let stray = (0..apply.args.len()).any(|p| !wants_worker(p) && is_closure(apply.args[p]));
    let empty = (0..apply.args.len()).any(|p| wants_worker(p) && !is_closure(apply.args[p]));
    stray && empty
}

/// Returns true if two arguments are the halves of a closure behind a forgotten comma: `0.0 |a, b|
/// a + b` is `0.0 | a` and `b | a + b` to Rust.
fn lacks_comma(args: &[&Expr], position: usize) -> bool {
    let is_or = |expr: &Expr| matches!(expr, Expr::Binary(binary) if matches!(binary.op, syn::BinOp::BitOr(_)));
    position > 0 && is_or(args[position - 1]) && is_or(args[position])
}

fn check_worker(apply: &Apply<'_>, worker: &Expr, arity: Arity, found: &mut Diagnostics) {
    if !is_worker(worker) {
        found.push(catalog::not_a_worker(worker.span(), apply.combinator));
        return;
    }
    if let Expr::Closure(_) = strip(worker)
        && let Some(name) = assigned(worker)
    {
        found.push(catalog::worker_assigns(&name));
    }
    if let Some(place) = discarded(worker) {
        found.push(catalog::worker_without_value(place, apply.combinator));
        return;
    }
    let expected = match arity {
        Arity::Any => return,
        Arity::Fixed(number) => number,
        // All parameters but the last one are no arrays.
        Arity::Elements { before } => {
            before + apply.args.len() + 1 - apply.combinator.parameters.len()
        }
    };
    if let Expr::Closure(closure) = strip(worker)
        && closure.inputs.len() != expected
    {
        let span = match closure.inputs.is_empty() {
            true => closure.span(),
            false => closure.inputs.span(),
        };
        let reads_around = apply.args.iter().any(|arg| is_around(arg));
        let is_array = |pattern: &Pat| matches!(pattern, Pat::Slice(_));
        if reads_around && !closure.inputs.iter().any(is_array) {
            found.push(catalog::around_needs_pattern(span));
            return;
        }
        found.push(catalog::worker_arity(
            span,
            apply.combinator,
            closure.inputs.len(),
            expected,
        ));
    }
}

/// Returns true if an argument is what `around` reads, which a worker takes apart.
pub(crate) fn is_around(arg: &Expr) -> bool {
    matches!(Term::of(arg), Term::Apply(apply) if apply.combinator.name == "around")
}

/// The value that a worker ends with and gives away by a semicolon: arithmetic or a name, which
/// have no other use there.
fn discarded(worker: &Expr) -> Option<Span> {
    let Expr::Closure(closure) = strip(worker) else {
        return None;
    };
    let Expr::Block(block) = strip(&closure.body) else {
        return None;
    };
    let Some(Stmt::Expr(value, Some(semicolon))) = block.block.stmts.last() else {
        return None;
    };
    let is_value = match strip(value) {
        Expr::Binary(binary) => !is_assignment(&binary.op),
        Expr::Cast(_) | Expr::Field(_) | Expr::Index(_) | Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Tuple(tuple) => !tuple.elems.is_empty(),
        _ => false,
    };
    (is_value && returns(&closure.body).is_none()).then(|| semicolon.span())
}

fn check_array(combinator: &'static Combinator, arg: &Expr, found: &mut Diagnostics) {
    match Term::of(arg) {
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
        Term::Tuple(tuple, _) => {
            found.push(catalog::tuple_as_array(tuple.span(), combinator));
        }
        Term::Host(Expr::Closure(closure)) => {
            found.push(catalog::closure_as_array(closure.span(), combinator));
        }
        Term::Host(Expr::Lit(literal)) => {
            found.push(catalog::literal_as_array(literal.span(), combinator));
        }
        _ => {}
    }
}

fn check_scalar(combinator: &'static Combinator, arg: &Expr, found: &mut Diagnostics) {
    match Term::of(arg) {
        // A method of a scalar may have the name of a combinator.
        Term::Apply(inner) if !inner.combinator.yields_scalar() && inner.method.is_none() => {
            found.push(catalog::array_as_scalar(
                inner.span,
                inner.combinator,
                combinator,
            ));
        }
        Term::Host(Expr::Closure(closure)) => {
            found.push(catalog::closure_as_scalar(closure.span(), combinator));
        }
        _ => {}
    }
}
