//! Folds over an index as people write them, for plans and comments.

use super::{At, Kind, Over, View};
use crate::ordered::ToList;
use crate::walk::{self, Part};
use proc_macro2::Ident;
use std::borrow::Cow;
use syn::{Expr, parse_quote};

/// Returns an expression with folds over an index in the form in which programs have them.
pub fn shown(expr: &Expr) -> Cow<'_, Expr> {
    if !super::is_in(expr) {
        return Cow::Borrowed(expr);
    }
    let mut expr = expr.clone();
    walk::change(&mut expr, &mut |part| {
        if let Part::After(expr) = part {
            let changed = match (Over::of(expr), At::of(expr)) {
                (Some(over), _) => fold(&over),
                (None, Some(at)) => {
                    let positions = at.axes.iter().map(|axis| sum(axis.1));
                    Some(subscripted(at.array, positions.list()))
                }
                (None, None) => None,
            };
            if let Some(changed) = changed {
                *expr = changed;
            }
        }
        true
    });
    Cow::Owned(expr)
}

/// `sum(a..b, |k| …)`, `fold(z, op, a..b, |k| …)`; steps have no other form.
fn fold(over: &Over<'_>) -> Option<Expr> {
    let (_, index, parameters) = over.parameters();
    let mut body = (*over.closure.body).clone();
    for (parameter, view) in parameters.iter().zip(&over.views) {
        let syn::Pat::Ident(parameter) = parameter else {
            return None;
        };
        let element = element(view, index);
        walk::change(&mut body, &mut |part| {
            if let Part::After(expr) = part
                && matches!(&*expr, Expr::Path(path) if path.path.is_ident(&parameter.ident))
            {
                *expr = element.clone();
            }
            true
        });
    }
    let (from, to) = (sum(over.from), sum(over.to));
    match over.kind {
        Kind::Sum | Kind::Products(_) => Some(parse_quote!(sum(#from..#to, |#index| #body))),
        Kind::Fold(seed, operator) => {
            Some(parse_quote!(fold(#seed, #operator, #from..#to, |#index| #body)))
        }
        Kind::Steps(_) => None,
    }
}

/// The element that an index reads.
fn element(view: &View<'_>, index: &Ident) -> Expr {
    let positions = view.axes.iter().map(|(_, start, factor)| {
        let number = proc_macro2::Literal::usize_unsuffixed(*factor);
        let step: Expr = match factor {
            0 => return sum(start),
            1 => parse_quote!(#index),
            _ => parse_quote!(#number * #index),
        };
        match sum(start) {
            Expr::Lit(zero) if is_zero(&zero) => step,
            start => parse_quote!(#start + #step),
        }
    });
    subscripted(view.array, positions.list())
}

fn subscripted(array: &Ident, positions: Vec<Expr>) -> Expr {
    match &positions[..] {
        [position] => parse_quote!(#array[#position]),
        positions => parse_quote!(#array[[#(#positions),*]]),
    }
}

/// A position without the calls by which lowering adds.
fn sum(expr: &Expr) -> Expr {
    match expr {
        Expr::Paren(inner) => sum(&inner.expr),
        Expr::Lit(literal) => match &literal.lit {
            syn::Lit::Int(number) => {
                let number =
                    proc_macro2::Literal::u128_unsuffixed(number.base10_parse().unwrap_or(0));
                parse_quote!(#number)
            }
            _ => expr.clone(),
        },
        Expr::Call(call) if call.args.len() == 2 => {
            let Expr::Path(path) = &*call.func else {
                return expr.clone();
            };
            let name = path.path.segments.last().map(|last| last.ident.to_string());
            let (left, right) = (sum(&call.args[0]), sum(&call.args[1]));
            match name.as_deref() {
                Some("wrapping_add") => parse_quote!(#left + #right),
                Some("wrapping_sub") => parse_quote!(#left - #right),
                _ => expr.clone(),
            }
        }
        other => other.clone(),
    }
}

fn is_zero(literal: &syn::ExprLit) -> bool {
    matches!(&literal.lit, syn::Lit::Int(number) if number.base10_digits() == "0")
}

#[cfg(test)]
mod tests {
    use super::super::{sum, view};
    use super::shown;
    use crate::ir::tokens;
    use proc_macro2::{Ident, Span};
    use syn::parse_quote;

    #[test]
    fn a_sum_is_shown_as_it_was_written() {
        let span = Span::call_site();
        let array = Ident::new("a", span);
        let axes = [
            (parse_quote!(h), parse_quote!((i)), 0),
            (
                parse_quote!(w),
                parse_quote!(usize::wrapping_add((j), 1usize)),
                1,
            ),
        ];
        let views = view(span, &array, &axes, false);
        let range = (&parse_quote!(0usize), &parse_quote!(n));
        let whole = sum(
            span,
            range,
            &parse_quote!((#views,)),
            &parse_quote!(|k, a_at| a_at * 2.0),
        );
        assert_eq!(
            tokens::of(&*shown(&whole)),
            "sum(0..n, |k| a[[i, j + 1 + k]] * 2.0)"
        );
    }
}
