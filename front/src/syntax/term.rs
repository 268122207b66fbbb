//! Expressions as terms of the array language.
//!
//! A term borrows the expression: it is the kind of its top, and its
//! parts are classified when somebody looks at them.

use crate::combinator::Combinator;
use crate::ordered::ToList;
use crate::walk::{self, Node};
use proc_macro2::{Ident, Span};
use syn::{Expr, ExprRange, ExprTuple, Type};

/// An expression of the array language.
#[cfg_attr(feature = "report", derive(Debug))]
pub enum Term<'e> {
    /// A combinator and its arguments.
    Apply(Apply<'e>),
    /// A name alone: an array or a scalar.
    Name(&'e Ident),
    /// `a..b`, and the same as any expression.
    Range(&'e ExprRange, &'e Expr),
    /// A tuple of terms, and the same as any expression.
    Tuple(&'e ExprTuple, &'e Expr),
    /// Anything else is Rust's.
    Host(&'e Expr),
}

/// A combinator and its arguments, in the order of the function form.
#[derive(Clone)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Apply<'e> {
    /// The combinator.
    pub combinator: &'static Combinator,
    /// The place of its name.
    pub span: Span,
    /// The arguments.
    pub args: Vec<&'e Expr>,
    /// The method form as written: `x.map(f)` is Rust's own where `x` turns
    /// out to be a scalar.
    pub method: Option<&'e Expr>,
}

impl<'e> Term<'e> {
    /// Classifies an expression by its shape.
    pub fn of(expr: &'e Expr) -> Term<'e> {
        let expr = strip(expr);
        let term = match expr {
            Expr::Path(path) if path.qself.is_none() => path.path.get_ident().map(Term::Name),
            Expr::Tuple(tuple) => Some(Term::Tuple(tuple, expr)),
            Expr::Range(range) if range.start.is_some() && range.end.is_some() => {
                Some(Term::Range(range, expr))
            }
            Expr::Call(_) | Expr::MethodCall(_) => Apply::of(expr).map(Term::Apply),
            _ => None,
        };
        term.unwrap_or(Term::Host(expr))
    }

    /// The place of the whole.
    pub fn span(&self) -> Span {
        use syn::spanned::Spanned;
        match self {
            Term::Apply(apply) => apply.span,
            Term::Name(name) => name.span(),
            Term::Tuple(_, expr) | Term::Range(_, expr) | Term::Host(expr) => expr.span(),
        }
    }
}

impl<'e> Apply<'e> {
    fn of(expr: &'e Expr) -> Option<Apply<'e>> {
        match expr {
            Expr::Call(call) => {
                let name = function_name(&call.func)?;
                let args: Vec<&Expr> = call.args.iter().list();
                if let Some(combinator) = over_index(name, &args) {
                    return Some(Apply {
                        combinator,
                        span: name.span(),
                        args,
                        method: None,
                    });
                }
                let combinator = Combinator::named(&name.to_string())?;
                Some(Apply {
                    combinator: combinator.form(
                        args.len(),
                        |at| is_closure(&args, at),
                        |at| is_space(&args, at),
                    ),
                    span: name.span(),
                    args,
                    method: None,
                })
            }
            Expr::MethodCall(call) if is_ours(call) && is_array_shaped(&call.receiver) => {
                let combinator = Combinator::of_method(&call.method.to_string())?;
                let mut args: Vec<&Expr> = call.args.iter().list();
                let closure = |at| is_closure(&args, at);
                let combinator = combinator.form(args.len() + 1, closure, |_| false);
                let position = combinator.receiver()?;
                args.insert(position.min(args.len()), &call.receiver);
                Some(Apply {
                    combinator,
                    span: call.method.span(),
                    args,
                    method: Some(expr),
                })
            }
            _ => None,
        }
    }
}

/// `sum(|k| …)` and `fold(z, op, |k| …)`, with a range before the closure or without, and
/// `recurrence(z, |y, i| …)` with an index space before the closure or without: the combinator over an
/// index. A `fold` whose closure reads nothing at an index, and may be an operator,
/// is one over an array that was left out.
fn over_index(name: &Ident, args: &[&Expr]) -> Option<&'static Combinator> {
    let Expr::Closure(closure) = strip(args.last()?) else {
        return None;
    };
    let is_range = |arg: &Expr| matches!(strip(arg), Expr::Range(_));
    let has_range = args.len() > 1 && is_range(args[args.len() - 2]);
    match (name == "sum", name == "fold", args.len()) {
        (true, _, 1) => Some(Combinator::sum_over()),
        (true, _, 2) if has_range => Some(Combinator::sum_over()),
        (_, true, 4) if has_range => Some(Combinator::fold_over()),
        (_, _, 2) if name == "recurrence" && has_subscript(&closure.body) => {
            Some(Combinator::recurrence_over())
        }
        (_, _, 3)
            if name == "recurrence" && (is_space(args, 1) || has_subscript(&closure.body)) =>
        {
            Some(Combinator::recurrence_grid())
        }
        (_, true, 3) if closure.inputs.len() == 1 || has_subscript(&closure.body) => {
            Some(Combinator::fold_over())
        }
        _ => None,
    }
}

fn has_subscript(expr: &Expr) -> bool {
    let mut found = false;
    walk::expr(expr, &mut |node| {
        found |= matches!(node, Node::Expr(Expr::Index(_)));
        !found
    });
    found
}

/// Returns true if the argument of a position is a closure.
fn is_closure(args: &[&Expr], position: usize) -> bool {
    let arg = args.get(position);
    arg.is_some_and(|arg| matches!(strip(arg), Expr::Closure(_)))
}

/// Returns true if the argument of a position can be an index space: a list, or a range. A tuple is one that
/// is written wrongly.
fn is_space(args: &[&Expr], position: usize) -> bool {
    let arg = args.get(position);
    arg.is_some_and(|arg| matches!(strip(arg), Expr::Array(_) | Expr::Range(_) | Expr::Tuple(_)))
}

/// Without parentheses, and without the invisible groups of `macro_rules!`.
pub fn strip(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(paren) => strip(&paren.expr),
        Expr::Group(group) => strip(&group.expr),
        other => other,
    }
}

/// A type without parentheses and invisible groups.
pub(super) fn strip_type(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => strip_type(&group.elem),
        Type::Paren(paren) => strip_type(&paren.elem),
        other => other,
    }
}

/// The name of a function called by a plain name.
fn function_name(function: &Expr) -> Option<&Ident> {
    match function {
        Expr::Path(path) if path.qself.is_none() => path.path.get_ident(),
        Expr::Group(group) => function_name(&group.expr),
        _ => None,
    }
}

/// Returns true if a method has the name of a combinator.
fn is_ours(call: &syn::ExprMethodCall) -> bool {
    call.turbofish.is_none() && Combinator::of_method(&call.method.to_string()).is_some()
}

/// Returns true if the receiver of a method may be an array, to judge by its shape. A method of a
/// method (`v.iter().map(…)`) is Rust's, unless it is one of ours.
fn is_array_shaped(receiver: &Expr) -> bool {
    let mut receiver = receiver;
    loop {
        receiver = match strip(receiver) {
            Expr::Path(_)
            | Expr::Range(_)
            | Expr::Reference(_)
            | Expr::Field(_)
            | Expr::Array(_)
            | Expr::Macro(_) => return true,
            Expr::Index(index) => return matches!(&*index.index, Expr::Range(_)),
            Expr::Call(call) => {
                return function_name(&call.func)
                    .is_some_and(|name| Combinator::named(&name.to_string()).is_some());
            }
            Expr::MethodCall(call) if is_ours(call) => &call.receiver,
            _ => return false,
        };
    }
}

/// Returns true if an expression can be a worker by its shape.
pub fn is_worker(expr: &Expr) -> bool {
    matches!(strip(expr), Expr::Closure(_) | Expr::Path(_))
}
