//! Folds over a few neighbours, `sum(0..3, |u| p[i + u - 1])`, as the elements themselves:
//! `p[i - 1] + p[i] + p[i + 1]`.
//!
//! They are reads of a stencil then: of padded arrays as well, in the loop that makes an array where
//! it can be, and in vectors.

use super::super::Lowering;
use super::super::abbreviation::{applied, returns};
use super::super::index_scope::IndexScope;
use super::super::scope::Entity;
use super::super::subscript::subscripts;
use super::written::Written;
use crate::ir::over;
use crate::ordered::OrderedSet;
use crate::syntax::names::Enclosing;
use crate::syntax::{Term, names, strip};
use crate::walk::{self, Node, Part};
use proc_macro2::{Ident, Literal};
use quote::quote;
use std::ops::Range;
use syn::{BinOp, Expr, Pat, parse_quote};

/// The most elements that stand in the place of folds: a window of 5 × 5 has 25.
pub(super) const MOST: usize = 32;

impl Lowering {
    /// Puts the elements of windows of known size in the place of folds over them. `indices` are
    /// those of the `generate` around.
    pub(in crate::lower) fn unrolled(&mut self, body: &mut Expr, indices: &[Ident], hint: &str) {
        if !indices.iter().any(|index| binds_or_hides(body, index)) {
            self.unrolled_up_to((MOST, false), body, indices, hint);
        }
    }

    /// Puts up to so many elements there, in a body that need not be evaluated where that is set.
    fn unrolled_up_to(
        &mut self,
        (most, conditional): (usize, bool),
        body: &mut Expr,
        indices: &[Ident],
        hint: &str,
    ) {
        names::visit_calls(body, &mut |call, enclosing| {
            if let Some(sums) = self.split(call, enclosing, indices) {
                *call = sums;
            }
            // Others are lowered, and their mistakes reported, as folds.
            let apply = self.fold_at(call, enclosing);
            let apply = apply.filter(|apply| apply.args.last().is_some_and(|it| is_plain(it)));
            let Some(mut written) = apply.and_then(|apply| self.written(&apply)) else {
                return false;
            };
            let window = self.window(&written, indices);
            let Some(window) = window.filter(|window| window.len() <= most) else {
                return false;
            };
            let conditional = conditional || enclosing.is_conditional(0);
            let most = (most / window.len(), conditional);
            self.unrolled_up_to(most, &mut written.body, indices, hint);
            let scope = IndexScope {
                conditional,
                ..IndexScope::default()
            };
            *call = self.terms_of(&written, window, (indices, enclosing, scope), hint);
            true
        });
    }

    /// The ends of a fold over a window: its index is added to others where arrays are read.
    fn window(&self, written: &Written, indices: &[Ident]) -> Option<Range<usize>> {
        let ([index], Some(range)) = (&written.indices[..], &written.range) else {
            return None;
        };
        let Range {
            start: from,
            end: to,
        } = self.literal_range(range)?;
        let mut adds = false;
        names::visit_subscripts(&mut written.body.clone(), &mut |expr, _| {
            if let Expr::Index(subscripted) = &*expr {
                adds |= subscripts(subscripted).iter().any(|at| {
                    let free = names::free(at);
                    free.contains(index) && indices.iter().any(|outer| free.contains(outer))
                });
            }
        });
        let is_window = adds && from < to && !binds_or_hides(&written.body, index);
        is_window.then_some(from..to)
    }

    /// The terms of a fold, combined from the left to the right.
    fn terms_of(
        &mut self,
        written: &Written,
        range: Range<usize>,
        around: (&[Ident], &Enclosing<'_>, IndexScope),
        hint: &str,
    ) -> Expr {
        let mut body = written.body.clone();
        self.reads_of_weights(&mut body, written, around, hint);
        let terms = range.map(|number| at(&body, &written.indices[0], number));
        match operator_of(written) {
            None => sum_of(terms),
            Some((start, operator)) => terms.fold(start.clone(), |folded, term| {
                syn::parse2(applied(operator, quote!(#folded, #term)))
                    .expect("a call of an operator")
            }),
        }
    }

    /// Reads of other arrays at the index of a window alone are checked, as they are in a fold: no
    /// index of the `generate` goes along them.
    fn reads_of_weights(
        &mut self,
        body: &mut Expr,
        written: &Written,
        (indices, outer, mut scope): (&[Ident], &Enclosing<'_>, IndexScope),
        hint: &str,
    ) {
        let index = &written.indices[0];
        let range = written.range.as_ref().filter(|_| !scope.conditional);
        let numbers = range.and_then(|range| self.numbers(index, range, &scope));
        scope.inner.push(index.clone());
        scope.numbers.extend(numbers);
        names::visit_subscripts(body, &mut |expr, enclosing| {
            let Expr::Index(subscripted) = &*expr else {
                return;
            };
            let free = names::free(&subscripted.index);
            // Reads at an index of a fold around this one say how far that goes.
            let has_others = indices.iter().any(|index| free.contains(index))
                || free.iter().any(|name| outer.binds(name));
            if !free.contains(index) || has_others {
                return;
            }
            let Term::Name(name) = Term::of(&subscripted.expr) else {
                return;
            };
            if matches!(self.scope.get(name), Some(Entity::Padded(..))) {
                return;
            }
            if let Some((name, array)) = self.subscripted(subscripted, enclosing)
                && let Some(read) =
                    self.element_in_memory(subscripted, array, &name, (&scope, enclosing), hint)
            {
                *expr = read;
            }
        });
    }
}

/// The sum of some terms, from the left to the right.
pub(super) fn sum_of(terms: impl Iterator<Item = Expr>) -> Expr {
    let sum = terms.reduce(|sum, term| parse_quote!((#sum + #term)));
    sum.expect("a window has an element")
}

/// The start and the operator of a fold, if it is no sum: the start of `sum(row)` has no type of its own.
pub(super) fn operator_of(written: &Written) -> Option<&(Expr, Expr)> {
    let is_sum = |start, operator| over::is_zero(start) && is_plus(operator);
    let operator = written.operator.as_ref();
    operator.filter(|(start, operator)| !is_sum(start, operator))
}

/// Returns true if an operator is `|a, b| a + b`.
fn is_plus(operator: &Expr) -> bool {
    let Expr::Closure(closure) = strip(operator) else {
        return false;
    };
    let (Expr::Binary(sum), Some(Pat::Ident(left)), Some(Pat::Ident(right))) = (
        strip(&closure.body),
        closure.inputs.first(),
        closure.inputs.get(1),
    ) else {
        return false;
    };
    let is = |operand: &Expr, name: &Ident| is_name(operand, name);
    matches!(sum.op, BinOp::Add(_)) && is(&sum.left, &left.ident) && is(&sum.right, &right.ident)
}

/// Returns true if a fold is over one index, by a closure that nothing leaves before its end: its body
/// may stand elsewhere.
fn is_plain(closure: &Expr) -> bool {
    let Expr::Closure(closure) = strip(closure) else {
        return false;
    };
    let mut inputs = closure.inputs.iter().map(|input| match input {
        Pat::Type(typed) => &*typed.pat,
        pattern => pattern,
    });
    matches!((inputs.next(), inputs.next()), (Some(Pat::Ident(_)), None)) && !returns(&closure.body)
}

/// An expression with a number in the place of an index.
pub(super) fn at(body: &Expr, index: &Ident, number: usize) -> Expr {
    let mut body = body.clone();
    let number = Literal::usize_suffixed(number);
    walk::change(&mut body, &mut |part| {
        if let Part::Before(expr) = part
            && is_name(expr, index)
        {
            *expr = parse_quote!(#number);
            return false;
        }
        true
    });
    body
}

/// Returns true if an expression is a name.
pub(super) fn is_name(expr: &Expr, name: &Ident) -> bool {
    matches!(strip(expr), Expr::Path(path) if path.path.is_ident(name))
}

/// Returns true if an expression binds a name anew, or has it where it cannot be replaced.
pub(super) fn binds_or_hides(body: &Expr, index: &Ident) -> bool {
    let mut found = false;
    walk::expr(body, &mut |node| {
        found |= match node {
            Node::Binding(binding) => binding.ident == *index,
            Node::Macro(call) => {
                let mut names = OrderedSet::new();
                walk::identifiers(call.tokens.clone(), &mut names);
                names.contains(&index.to_string())
            }
            _ => false,
        };
        !found
    });
    found
}
