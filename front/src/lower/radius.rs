//! `around(a, [0, 1])`: neighbours up to a distance along each axis, for a worker that takes them as
//! an array of arrays.
//!
//! It is an abbreviation of a pattern: `map(f, around(xs, 1))` is
//! `map(|[a, b, c]| f([a, b, c]), around(xs))`.

use super::Lowering;
use super::subscript::constant;
use crate::check::is_around;
use crate::diagnostic::catalog;
use crate::ordered::ToList;
use crate::syntax::{Apply, Term, strip};
use proc_macro2::Span;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, Pat, Stmt, parse_quote};

/// The most elements that an `around` reads: each is a parameter of a worker.
const MOST_NEIGHBOURS: usize = 128;

/// The distances of an `around`: one for each axis.
pub(super) fn distances<'e>(apply: &Apply<'e>) -> Option<Vec<&'e Expr>> {
    Some(match strip(apply.args.get(1)?) {
        Expr::Array(list) => list.elems.iter().list(),
        one => vec![one],
    })
}

impl Lowering {
    /// The worker of a `map`, which has an array pattern for each `around` that says how far it goes.
    pub(super) fn with_pictures(&mut self, apply: &Apply<'_>, hint: &str) -> Option<Expr> {
        let worker = strip(apply.args[0]);
        let arguments = &apply.args[1..];
        for arg in arguments {
            if let Term::Apply(inner) = Term::of(arg)
                && is_around(arg)
                && self.misordered(&inner).is_some()
            {
                self.check(&inner);
                return None;
            }
        }
        let is_said = |arg: &&Expr| match Term::of(arg) {
            Term::Apply(inner) => is_around(arg) && inner.args.len() == 2,
            _ => false,
        };
        if !arguments.iter().any(is_said) {
            return Some(worker.clone());
        }
        let mut closure = match worker {
            Expr::Closure(closure) => closure.clone(),
            path => {
                let span = path.span();
                let names = arguments
                    .iter()
                    .map(|_| self.scope.fresh(&format!("{hint}_argument"), span))
                    .list();
                parse_quote!(|#(#names),*| #path(#(#names),*))
            }
        };
        let mut inputs = Punctuated::new();
        let mut taken: Vec<Stmt> = Vec::new();
        for (pattern, arg) in closure.inputs.iter().zip(arguments) {
            let Some(lengths) = self.lengths(arg)? else {
                inputs.push(pattern.clone());
                continue;
            };
            if !fits(pattern, &lengths) {
                let report = catalog::around_of_other_size(pattern.span(), &lengths);
                self.found.push(report);
                return None;
            }
            if is_picture(pattern, lengths.len()) {
                inputs.push(pattern.clone());
                continue;
            }
            let (picture, elements) = self.picture(&lengths, pattern.span(), hint);
            inputs.push(picture);
            taken.push(parse_quote!(let #pattern = #elements;));
        }
        closure.inputs = inputs;
        if !taken.is_empty() {
            let body = &closure.body;
            closure.body = parse_quote!({ #(#taken)* #body });
        }
        Some(Expr::Closure(closure))
    }

    /// The number of elements along each axis that an `around` says, if one does. Reports another
    /// distance than a number.
    fn lengths(&mut self, arg: &Expr) -> Option<Option<Vec<usize>>> {
        let Term::Apply(inner) = Term::of(arg) else {
            return Some(None);
        };
        let (true, Some(distances)) = (is_around(arg), distances(&inner)) else {
            return Some(None);
        };
        let mut lengths = Vec::new();
        let mut all = 1_usize;
        for distance in distances {
            let number = constant(distance, &self.program.items.constants);
            let Some(number) = number.and_then(|number| usize::try_from(number).ok()) else {
                self.found
                    .push(catalog::distance_of_around(distance.span()));
                return None;
            };
            for constant in self.constants_in(distance) {
                self.mention(&constant);
            }
            let length = number.saturating_mul(2).saturating_add(1);
            all = all.saturating_mul(length);
            lengths.push(length);
        }
        if lengths.is_empty() || all > MOST_NEIGHBOURS {
            let span = inner.args[1].span();
            self.found.push(match lengths.is_empty() {
                true => catalog::distance_of_around(span),
                false => catalog::around_too_far(span, all, MOST_NEIGHBOURS),
            });
            return None;
        }
        Some(Some(lengths))
    }

    /// An array pattern of names for so many elements along each axis, and the array of these.
    fn picture(&mut self, lengths: &[usize], span: Span, hint: &str) -> (Pat, Expr) {
        let Some((first, inner)) = lengths.split_first() else {
            let name = self.scope.fresh(&format!("{hint}_near"), span);
            return (parse_quote!(#name), parse_quote!(#name));
        };
        let (mut patterns, mut elements) = (Vec::new(), Vec::new());
        for _ in 0..*first {
            let (pattern, element) = self.picture(inner, span, hint);
            patterns.push(pattern);
            elements.push(element);
        }
        (
            parse_quote!([#(#patterns),*]),
            parse_quote!([#(#elements),*]),
        )
    }
}

/// Returns true if a pattern takes the elements of so many axes apart.
fn is_picture(pattern: &Pat, axes: usize) -> bool {
    match pattern {
        Pat::Slice(rows) => axes > 0 && rows.elems.iter().all(|row| is_picture(row, axes - 1)),
        Pat::Wild(_) => true,
        _ => axes == 0,
    }
}

/// Returns true if a pattern has so many elements along each axis that it takes apart.
fn fits(pattern: &Pat, lengths: &[usize]) -> bool {
    match (pattern, lengths) {
        (Pat::Slice(rows), [length, inner @ ..]) => {
            let has_rest = rows.elems.iter().any(|row| matches!(row, Pat::Rest(_)));
            has_rest || rows.elems.len() == *length && rows.elems.iter().all(|row| fits(row, inner))
        }
        _ => true,
    }
}
