//! The type of a function's result beside the declared one, as far as the text tells.

use crate::diagnostic::{Diagnostics, catalog};
use crate::ir::{Program, Returned};
use crate::syntax::{Function, Pattern, StatementKind, Term, returned_axes};
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Expr, Type};

/// Reports a function that returns another number of values than it declares.
pub(super) fn check(function: &Function, program: &Program, found: &mut Diagnostics) {
    let (Some(declared), Some(result)) = (&program.returns, &function.body.result) else {
        return;
    };
    // Nothing is known of a result that was not understood.
    if matches!(&program.result, Returned::Tuple(items) if items.is_empty()) {
        return;
    }
    let place = result.span();
    match (declared, &program.result) {
        (Type::Tuple(types), Returned::Tuple(items)) if types.elems.len() != items.len() => {
            found.push(catalog::result_arity(place, items.len(), types.elems.len()));
        }
        (Type::Tuple(types), Returned::Array(_)) => {
            let producer = producer(function, result).unwrap_or_default();
            found.push(catalog::array_as_tuple(place, types.elems.len(), producer));
        }
        (declared @ Type::Path(_), Returned::Tuple(items)) if is_array(declared) => {
            found.push(catalog::result_arity(place, items.len(), 1));
        }
        _ => {}
    }
    check_axes(place, declared, &program.result, program, found);
}

/// Reports an array of another number of axes than the type as which it is returned.
fn check_axes(
    place: Span,
    declared: &Type,
    result: &Returned,
    program: &Program,
    found: &mut Diagnostics,
) {
    match (declared, result) {
        (Type::Tuple(types), Returned::Tuple(items)) if types.elems.len() == items.len() => {
            for (ty, item) in types.elems.iter().zip(items) {
                check_axes(place, ty, item, program, found);
            }
        }
        (declared, Returned::Array(array)) => {
            if let Some(axes) = returned_axes(declared)
                && let rank = program.rank(*array)
                && rank != axes
            {
                found.push(catalog::result_axes(place, rank, axes));
            }
        }
        _ => {}
    }
}

/// The name of the combinator that an array comes from, as far as the text tells.
fn producer(function: &Function, array: &Expr) -> Option<&'static str> {
    match Term::of(array) {
        Term::Apply(apply) => Some(apply.combinator.name),
        Term::Name(name) => {
            let mut bound = function.body.statements.iter().rev();
            let bound = bound.find(|statement| match &statement.kind {
                StatementKind::Let(Pattern::Name(bound), _) => bound == name,
                _ => false,
            });
            match Term::of(&bound?.value) {
                Term::Apply(apply) => Some(apply.combinator.name),
                _ => None,
            }
        }
        _ => None,
    }
}

/// `Vec<T>` and the other types as which a program returns one array.
fn is_array(ty: &Type) -> bool {
    let Type::Path(path) = ty else {
        return false;
    };
    let last = path.path.segments.last();
    last.is_some_and(|last| ["Vec", "Array1"].iter().any(|name| last.ident == name))
}
