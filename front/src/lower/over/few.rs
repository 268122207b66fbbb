//! Folds of few terms, whose number the program says, as the terms themselves: of
//! `let p = reshape(ps, [n, 3]);` the sum `sum(|k| p[[i, k]] * p[[i, k]])` as that of three products.
//!
//! Their elements are reads of the loop then, in vectors, and in the loop that makes an array where it
//! can be. Totals of which rows and columns have elements in common, as those of a product of matrices,
//! stay folds: they are computed in tiles.

use super::super::Lowering;
use super::super::abbreviation::{applied, returns};
use super::super::index_scope::{Bounded, IndexScope};
use super::super::scope::Entity;
use super::super::subscript::{Subscript, constant, subscripts};
use super::unrolled::{at, binds_or_hides, is_name, operator_of, sum_of};
use super::written::Written;
use crate::ordered::ToList;
use crate::syntax::names::Enclosing;
use crate::syntax::{Term, names};
use proc_macro2::Ident;
use quote::quote;
use std::ops::Range;
use syn::{Expr, ExprIndex, RangeLimits};

/// The most terms that stand in the place of a fold: lanes begin behind them.
const FEW: usize = 15;

/// The most positions of a row of which totals are computed together.
const SHORT: usize = 4;

/// The terms of a fold that are combined first, before they are with those to the left.
const GROUP: usize = 4;

impl Lowering {
    /// The terms of a fold whose elements differ for all indices around it, if they are few; `None` if
    /// it stays a fold.
    pub(super) fn few_terms(
        &mut self,
        written: &Written,
        scope: &mut IndexScope,
        enclosing: &Enclosing<'_>,
        hint: &str,
    ) -> Option<Expr> {
        let [index] = &written.indices[..] else {
            return None;
        };
        let is_bare = match scope.inner.len() {
            0 => !scope.grid.is_empty(),
            // Of several indices around it, totals of its totals are computed in tiles.
            1 => scope.grid.len() == 1,
            _ => false,
        };
        let body = &written.body;
        if !is_bare
            || self.mul_add
            || scope.is_conditional(enclosing)
            || returns(body)
            || binds_or_hides(body, index)
            || self.has_folds(body)
        {
            return None;
        }
        let (reads, size) = self.reads_along(body, index, scope, enclosing)?;
        let range = match &written.range {
            None => 0..size?,
            Some(range) => self.literal_range(range)?,
        };
        if range.is_empty() || range.len() > FEW {
            return None;
        }
        scope.inner.push(index.clone());
        let are_known = reads.iter().all(|read| {
            let array = self.subscripted(read, enclosing);
            array.is_some_and(|(name, array)| {
                let positions = self.positions(read, array, &name, index, scope, enclosing, hint);
                positions.is_some()
            })
        });
        scope.inner.pop();
        if !are_known {
            return None;
        }
        match &written.range {
            // No worker uses the number of terms, but arrays along which the index goes agree in it.
            None if self.goes_along_others(index, &scope.bounds) => {
                self.limits(index, None, body, scope, &format!("_{hint}"))?;
            }
            _ => scope.bounds.retain(|bound| bound.index != *index),
        }
        let terms = range.map(|number| at(body, index, number));
        Some(match operator_of(written) {
            None => sum_of(terms),
            Some((start, operator)) => {
                let apply = |left: &Expr, right: &Expr| -> Expr {
                    syn::parse2(applied(operator, quote!(#left, #right)))
                        .expect("a call of an operator")
                };
                let mut total = start.clone();
                let terms: Vec<Expr> = terms.list();
                for group in terms.chunks(GROUP) {
                    match group {
                        [a, b, c, d] => {
                            let group = apply(&apply(a, b), &apply(c, d));
                            total = apply(&total, &group);
                        }
                        _ => {
                            for term in group {
                                total = apply(&total, term);
                            }
                        }
                    }
                }
                total
            }
        })
    }

    /// Returns true if an index goes along an axis of which the text does not say the size, or along axes of
    /// different sizes.
    fn goes_along_others(&self, index: &Ident, bounds: &[Bounded]) -> bool {
        let own = bounds.iter().filter(|bound| bound.index == *index);
        let mut sizes = own.map(|bound| self.size_of(bound.of));
        let first = sizes.next().flatten();
        first.is_none() || sizes.any(|size| size != first)
    }

    /// The reads along an index, and the number of positions of an axis that it goes along, if the text
    /// says one; `None` unless one of them goes along all other indices that the body follows from, and
    /// the program knows each without looking at elements.
    fn reads_along(
        &mut self,
        body: &Expr,
        index: &Ident,
        scope: &IndexScope,
        enclosing: &Enclosing<'_>,
    ) -> Option<(Vec<ExprIndex>, Option<usize>)> {
        let used = names::free(body);
        let outer = scope.indices().filter(|index| used.contains(index));
        let outer: Vec<Ident> = outer.cloned().list();
        let (mut reads, mut are_known, mut is_own, mut size) = (Vec::new(), true, false, None);
        names::visit_subscripts(&mut body.clone(), &mut |expr, inside| {
            let Expr::Index(subscripted) = &*expr else {
                return;
            };
            let free = names::free(&subscripted.index);
            if !free.contains(index) {
                return;
            }
            let is_local =
                |name: &Ident| inside.binds(name) || enclosing.binds(name) || scope.is_local(name);
            let is_array = match Term::of(&subscripted.expr) {
                Term::Name(name) => {
                    !is_local(name) && matches!(self.scope.get(name), Some(Entity::Array(_)) | None)
                }
                _ => false,
            };
            let given = subscripts(subscripted);
            are_known &= is_array
                && !free.iter().any(is_local)
                && (given.iter()).all(|at| is_name(at, index) || is_affine(at, index, &outer));
            is_own |= outer.iter().all(|outer| free.contains(outer));
            for (axis, at) in given.iter().enumerate() {
                if is_name(at, index) {
                    size = size.or(self.size_of_axis(&subscripted.expr, axis));
                }
            }
            reads.push(subscripted.clone());
        });
        let is_own = is_own || !scope.inner.is_empty() || self.is_of_short_rows(body, scope);
        (are_known && is_own && !outer.is_empty()).then_some((reads, size))
    }

    /// Returns true if the last index of a `generate` goes along axes of a few positions, as its text says,
    /// and the one before it along others: all positions of a row are computed together.
    fn is_of_short_rows(&self, body: &Expr, scope: &IndexScope) -> bool {
        let [.., outer, last] = &scope.grid[..] else {
            return false;
        };
        let sizes = |index: &Ident| {
            let mut sizes = Vec::new();
            names::visit_subscripts(&mut body.clone(), &mut |expr, _| {
                if let Expr::Index(subscripted) = &*expr {
                    for (axis, at) in subscripts(subscripted).iter().enumerate() {
                        if is_name(at, index) {
                            sizes.push(self.size_of_axis(&subscripted.expr, axis));
                        }
                    }
                }
            });
            sizes
        };
        let is_short = |size: &Option<usize>| size.is_some_and(|size| size <= SHORT);
        sizes(last).iter().any(is_short) && !sizes(outer).iter().any(Option::is_some)
    }

    /// The numbers of a range of literals.
    pub(super) fn literal_range(&self, range: &syn::ExprRange) -> Option<Range<usize>> {
        let number =
            |end: &Expr| usize::try_from(constant(end, &self.program.items.constants)?).ok();
        let from = range.start.as_deref().map_or(Some(0), number)?;
        let to = number(range.end.as_deref()?)?;
        Some(match range.limits {
            RangeLimits::HalfOpen(_) => from..to,
            RangeLimits::Closed(_) => from..to.checked_add(1)?,
        })
    }
}

/// Returns true if a subscript is without an index, and leads one of the others along its axis, if any.
fn is_affine(at: &Expr, index: &Ident, outer: &[Ident]) -> bool {
    let free = names::free(at);
    let used = outer.iter().filter(|outer| free.contains(outer));
    let used: Vec<&Ident> = used.list();
    !free.contains(index)
        && match &used[..] {
            [] => true,
            [one] => matches!(Subscript::of(at, one, &[]), Subscript::Affine { .. }),
            _ => false,
        }
}
