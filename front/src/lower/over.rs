//! Folds over an index inside of workers: `sum(|k| a[[i, k]] * b[[k, j]])`, `fold(z, op, 0..n, |k| …)`.
//!
//! What does not follow from all indices around it is computed once for each of those that it
//! follows from, as an array of its own. A prefix, `sum(..=j, |k| …)`, is a scan along an axis
//! (`prefix`). All others are evaluated where they stand, as [`over`] describes.

use self::views::Views;
use self::written::Written;
use super::Lowering;
use super::host::{Position as Place, nothing};
use super::index_scope::IndexScope;
use super::subscript::{Subscript, read_at, subscripts};
use crate::ir::{Op, Output, over};
use crate::ordered::ToList;
use crate::syntax::names::{self, Enclosing};
use crate::syntax::{Apply, Term, strip};
use crate::walk::{self, Node};
use proc_macro2::{Ident, Span};
use quote::quote_spanned;
use syn::{Expr, ExprRange, Lit, LitInt, parse_quote};

mod entry;
mod few;
mod limits;
mod padded;
mod split;
mod unrolled;
mod views;
pub(super) mod written;

/// The way in which one level of a fold combines elements.
enum Combine {
    Sum,
    Fold(Expr, Expr),
}

impl Lowering {
    /// Returns true if a fold over an index stands in an expression.
    pub(super) fn has_folds(&self, expr: &Expr) -> bool {
        let mut found = false;
        walk::expr(expr, &mut |node| {
            if let Node::Expr(call @ Expr::Call(_)) = node
                && let Term::Apply(apply) = Term::of(call)
            {
                found |= apply.combinator.is_over_index();
            }
            !found
        });
        if !found {
            return false;
        }
        found = false;
        names::visit_calls(&mut expr.clone(), &mut |call, enclosing| {
            found |= self.fold_at(call, enclosing).is_some();
            found
        });
        found
    }

    pub(super) fn fold_at<'e>(
        &self,
        call: &'e Expr,
        enclosing: &Enclosing<'_>,
    ) -> Option<Apply<'e>> {
        let Term::Apply(apply) = Term::of(call) else {
            return None;
        };
        let name = Ident::new(apply.combinator.name, apply.span);
        let mut helpers = self.program.items.functions.iter();
        let is_ours = apply.combinator.is_over_index()
            && !enclosing.binds(&name)
            && !helpers.any(|helper| helper.sig.ident == name);
        is_ours.then_some(apply)
    }

    /// Puts what they are computed by in the place of the folds over an index in a worker.
    pub(super) fn folds(&mut self, expr: &mut Expr, scope: &mut IndexScope, hint: &str) {
        self.windows_in_folds(expr);
        names::visit_calls(expr, &mut |call, enclosing| {
            let Some(apply) = self.fold_at(call, enclosing) else {
                return false;
            };
            let written = self.written(&apply);
            let computed =
                written.and_then(|it| self.fold_inside(it, call, scope, enclosing, hint));
            *call = computed.unwrap_or_else(nothing);
            true
        });
        if scope.is_outermost() {
            self.elements_in_memory(expr, hint);
        }
    }

    /// `sum(|k| …)` as a scalar of the program: a fold of what its body is at each position.
    pub(super) fn fold_over(&mut self, apply: &Apply<'_>, hint: &str) -> Option<Op> {
        let written = self.written(apply)?;
        if let Some(ordered) = self.ordered(&written, &IndexScope::default(), hint) {
            return self.ordered_scalar(&ordered?, hint);
        }
        let (seed, operator) = match written.operator {
            Some(operator) => operator,
            None => {
                let sum = quote_spanned!(written.span=> |a, b| a + b);
                (
                    over::zero(written.span),
                    syn::parse2(sum).expect("a closure"),
                )
            }
        };
        let (indices, body) = (&written.indices, written.body);
        let op = match &written.range {
            None => self.over_index(&parse_quote!(|#(#indices),*| #body), hint),
            Some(range) => self.over_range(&indices[0], range, body, hint),
        };
        let arg = match self.bind_temporary(written.span, op?, hint) {
            Output::Array(array) => array,
            Output::Scalar(_) => return None,
        };
        let seed = self.host(&seed, hint, Place::Scalar);
        let worker = self.worker(&operator, hint);
        Some(Op::Fold {
            seed,
            step: None,
            worker,
            args: vec![arg],
        })
    }

    /// The terms of a fold over a range.
    fn over_range(
        &mut self,
        index: &Ident,
        range: &ExprRange,
        mut body: Expr,
        hint: &str,
    ) -> Option<Op> {
        let before = self.found.len();
        let mut scope = IndexScope::default();
        let numbers = self.numbers(index, range, &scope);
        scope.inner.push(index.clone());
        scope.numbers.extend(numbers);
        self.folds(&mut body, &mut scope, hint);
        names::visit_subscripts(&mut body, &mut |expr, enclosing| {
            let Expr::Index(subscripted) = &*expr else {
                return;
            };
            if let Some(padded) = self.padded_at(subscripted, enclosing) {
                let read = self.padded_read(subscripted, padded, &mut scope, enclosing, hint);
                *expr = read.unwrap_or_else(nothing);
                return;
            }
            if let Some((name, array)) = self.subscripted(subscripted, enclosing)
                && (self.positions(
                    subscripted,
                    array,
                    &name,
                    index,
                    &mut scope,
                    enclosing,
                    hint,
                ))
                .is_some()
            {
                let place = (&scope, enclosing);
                let read = self.element_in_memory(subscripted, array, &name, place, hint);
                // An element of a slice is Rust's own to read, unless that would panic.
                let read = read.or_else(|| {
                    let may_leave = self.may_leave(subscripted, array, place, hint);
                    may_leave.then(|| self.element_at(subscripted, array, &name, place, hint))?
                });
                if let Some(read) = read {
                    *expr = read;
                }
            }
        });
        scope.inner.clear();
        let (from, to) = self.limits(index, Some(range), &body, &mut scope, hint)?;
        let from = positive(from);
        let arg = self.array(&parse_quote!(#from..#to), hint, "fold")?;
        let worker = self.worker(&parse_quote!(|#index| #body), hint);
        let op = Op::Map {
            worker,
            args: vec![arg],
        };
        (self.found.len() == before).then_some(op)
    }

    fn fold_inside(
        &mut self,
        written: Written,
        call: &Expr,
        scope: &mut IndexScope,
        enclosing: &Enclosing<'_>,
        hint: &str,
    ) -> Option<Expr> {
        let free = names::free(call);
        let locals: Vec<String> = free
            .iter()
            .filter(|name| enclosing.binds(name))
            .map(ToString::to_string)
            .list();
        let is_local = |name: &Ident| enclosing.binds(name) || scope.is_local(name);
        if !free.iter().any(is_local) {
            if let Some(prefix) = self.prefix(&written, scope, hint) {
                return prefix;
            }
            let all = scope.indices().count();
            let used: Vec<Ident> = scope.indices().filter(|i| free.contains(i)).cloned().list();
            let bounds_all = used.iter().all(|index| goes_along(call, index));
            // Nothing is read behind the end of an array where a condition is about that.
            let ends = written.range.as_ref().and_then(|range| range.end.as_ref());
            let is_guarded = ends.is_some() && scope.is_conditional(enclosing);
            if !is_guarded && (all == 0 || used.len() < all && bounds_all) {
                let sizes = scope.sizes_of(&used);
                return self.once(written.span, call, &used, sizes, hint);
            }
            if let Some(ordered) = self.ordered(&written, scope, hint) {
                let mut ordered = ordered?;
                self.folds(&mut ordered, scope, hint);
                return Some(ordered);
            }
            let found = self.found.len();
            let few = self.few_terms(&written, scope, enclosing, hint);
            if few.is_some() || self.found.len() != found {
                return few;
            }
        }
        let before = scope.locals.clone();
        scope.locals.extend(locals);
        let (conditional, called) = (scope.conditional, scope.called);
        scope.conditional = scope.is_conditional(enclosing);
        scope.called = 0;
        let found = self.found.len();
        let combine = match written.operator {
            Some((seed, operator)) => Combine::Fold(seed, operator),
            None => Combine::Sum,
        };
        let (indices, range) = (&written.indices, written.range.as_ref());
        let whole = self.levels(
            written.span,
            combine,
            indices,
            range,
            written.body,
            scope,
            hint,
        );
        scope.locals = before;
        (scope.conditional, scope.called) = (conditional, called);
        whole.filter(|_| self.found.len() == found)
    }

    /// A fold that follows from these indices alone: as an array that has it for each of them, or as
    /// a scalar.
    fn once(
        &mut self,
        span: Span,
        call: &Expr,
        used: &[Ident],
        sizes: Option<Expr>,
        hint: &str,
    ) -> Option<Expr> {
        if used.is_empty() {
            let Term::Apply(apply) = Term::of(call) else {
                return None;
            };
            let op = self.apply(&apply, hint)?;
            return self.scalar(span, op, hint);
        }
        let closure: Expr = parse_quote!(|#(#used),*| #call);
        let op = self.over_indices(sizes.as_ref(), &closure, hint)?;
        let name = self.scope.fresh(&format!("{hint}_total"), span);
        self.bind_under(name.clone(), op);
        Some(read_at(&name, used))
    }

    /// The loops over the indices of a fold, the outermost first.
    #[expect(
        clippy::too_many_arguments,
        reason = "the parts of a fold, which are taken apart"
    )]
    fn levels(
        &mut self,
        span: Span,
        combine: Combine,
        indices: &[Ident],
        range: Option<&ExprRange>,
        mut body: Expr,
        scope: &mut IndexScope,
        hint: &str,
    ) -> Option<Expr> {
        let (index, rest) = indices.split_first()?;
        let before = self.found.len();
        let always = range.filter(|_| !scope.conditional);
        let numbers = always.and_then(|range| self.numbers(index, range, scope));
        let known = scope.numbers.len();
        scope.numbers.extend(numbers);
        let unchecked = scope.unchecked.len();
        if range.is_some_and(|range| self.is_range_unchecked(range, scope)) {
            scope.unchecked.push(index.clone());
        }
        scope.inner.push(index.clone());
        let state = self.scope.fresh(&format!("{hint}_state"), span);
        let body = match (rest.is_empty(), &combine) {
            (true, _) => {
                self.folds(&mut body, scope, hint);
                Some(body)
            }
            (false, Combine::Sum) => self.levels(span, Combine::Sum, rest, None, body, scope, hint),
            (false, Combine::Fold(_, operator)) => {
                let combine = Combine::Fold(parse_quote!(#state), operator.clone());
                self.levels(span, combine, rest, None, body, scope, hint)
            }
        };
        let read = body.map(|mut body| {
            let views = self.views(&mut body, index, scope, hint);
            (body, views)
        });
        scope.inner.pop();
        scope.numbers.truncate(known);
        scope.unchecked.truncate(unchecked);
        if self.found.len() != before {
            return None;
        }
        let (
            body,
            Views {
                views, parameters, ..
            },
        ) = read?;
        let (from, to) = self.limits(index, range, &body, scope, hint)?;
        let views: Expr = parse_quote!((#(#views,)*));
        let range = (&from, &to);
        Some(match combine {
            Combine::Fold(seed, _) if !rest.is_empty() => {
                let closure = parse_quote!(|#state, #index #(, #parameters)*| #body);
                over::steps(span, &seed, range, &views, &closure)
            }
            combine => {
                let closure = parse_quote!(|#index #(, #parameters)*| #body);
                match combine {
                    Combine::Sum if self.mul_add && over::factors(&body).is_some() => {
                        over::products(span, range, &views, &closure)
                    }
                    Combine::Sum => over::sum(span, range, &views, &closure),
                    Combine::Fold(seed, operator) => {
                        over::fold(span, (&seed, &operator), range, &views, &closure)
                    }
                }
            }
        })
    }
}

/// A number with its type, if it is a literal without one: nothing else tells that of a range of
/// literals.
fn positive(number: Expr) -> Expr {
    let Expr::Lit(literal) = strip(&number) else {
        return number;
    };
    match &literal.lit {
        Lit::Int(int) if int.suffix().is_empty() => {
            let int = LitInt::new(&format!("{}usize", int.base10_digits()), int.span());
            parse_quote!(#int)
        }
        _ => number,
    }
}

/// Returns true if a subscript or a range in an expression leads an index along an axis.
fn goes_along(expr: &Expr, index: &Ident) -> bool {
    let is_affine = |at: &Expr| matches!(Subscript::of(at, index, &[]), Subscript::Affine { .. });
    let mut found = false;
    names::visit_subscripts(&mut expr.clone(), &mut |expr, _| {
        if let Expr::Index(subscripted) = &*expr {
            let mut given = subscripts(subscripted).into_iter();
            found |= given.any(is_affine);
        }
    });
    found
}
