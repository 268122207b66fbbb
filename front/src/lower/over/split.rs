//! Sums over several indices of which some go through windows of known size:
//! `sum(|n, v, u| x[[n, i + v, j + u]] * k[[n, v, u]])`, where the last two axes of `k` have three positions
//! each, as `sum(|n| sum(0..3, |v| sum(0..3, |u| …)))`.
//!
//! Windows whose ranges are literals are [unrolled](super::unrolled).

use super::super::Lowering;
use super::super::abbreviation::returns;
use super::super::scope::Entity;
use super::super::subscript::subscripts;
use super::unrolled::{MOST, binds_or_hides, is_name};
use crate::ir::{ArrayId, Count};
use crate::ordered::OrderedSet;
use crate::syntax::names::Enclosing;
use crate::syntax::{Term, names, strip};
use proc_macro2::{Ident, Literal};
use syn::{Expr, Pat, parse_quote};

impl Lowering {
    /// A sum without a range, as sums over its windows within a sum over its other indices; `None` if it has no
    /// window. `indices` are those of the `generate` around.
    pub(super) fn split(
        &self,
        call: &Expr,
        enclosing: &Enclosing<'_>,
        indices: &[Ident],
    ) -> Option<Expr> {
        let apply = self.fold_at(call, enclosing)?;
        let ("sum", [closure]) = (apply.combinator.name, &apply.args[..]) else {
            return None;
        };
        let Expr::Closure(closure) = strip(closure) else {
            return None;
        };
        // The product of a closure with an attribute stands in its order, and the terms of a stencil are no
        // products that are added in one operation.
        if returns(&closure.body) || !closure.attrs.is_empty() || self.mul_add {
            return None;
        }
        let own = closure.inputs.iter().map(|input| match input {
            Pat::Ident(name) => Some(name.ident.clone()),
            _ => None,
        });
        let own: Vec<Ident> = own.collect::<Option<_>>()?;
        let (mut most, mut windows, mut others) = (MOST, Vec::new(), Vec::new());
        for index in own.iter().rev() {
            let size = self.window_of(&closure.body, index, indices);
            // In the order of the text windows come last.
            let size = size.filter(|size| {
                (1..=most).contains(size) && (others.is_empty() || !self.order.is_written())
            });
            match size {
                Some(size) => {
                    most /= size;
                    windows.push((index, size));
                }
                None => others.insert(0, index),
            }
        }
        // Products of several weights may be sums of fewer operations, in another order.
        if windows.is_empty() || self.weights(&closure.body, &windows) > 1 {
            return None;
        }
        let name = Ident::new("sum", apply.span);
        let mut body = (*closure.body).clone();
        for (index, size) in windows {
            let size = Literal::usize_unsuffixed(size);
            body = parse_quote!(#name(0..#size, |#index| #body));
        }
        Some(match &others[..] {
            [] => body,
            others => parse_quote!(#name(|#(#others),*| #body)),
        })
    }

    /// The number of arrays that are read at the indices of windows alone.
    fn weights(&self, body: &Expr, windows: &[(&Ident, usize)]) -> usize {
        let mut arrays = OrderedSet::new();
        names::visit_subscripts(&mut body.clone(), &mut |expr, _| {
            if let Expr::Index(subscripted) = &*expr
                && let Term::Name(name) = Term::of(&subscripted.expr)
            {
                let at = subscripts(subscripted);
                let is_weight = at.iter().any(|at| is_one_of(at, windows));
                is_weight.then(|| arrays.insert(name.to_string()));
            }
        });
        arrays.iter().count()
    }

    /// The number of positions of a window, if an index goes through one: it is added to an index of the
    /// `generate` somewhere, and wherever it stands alone, axes have so many.
    fn window_of(&self, body: &Expr, index: &Ident, indices: &[Ident]) -> Option<usize> {
        let (mut adds, mut sizes) = (false, Vec::new());
        names::visit_subscripts(&mut body.clone(), &mut |expr, enclosing| {
            let Expr::Index(subscripted) = &*expr else {
                return;
            };
            for (axis, at) in subscripts(subscripted).iter().enumerate() {
                let free = names::free(at);
                if !free.contains(index) || enclosing.binds(index) {
                    continue;
                }
                match is_name(at, index) {
                    true => sizes.push(self.size_of_axis(&subscripted.expr, axis)),
                    false => adds |= indices.iter().any(|outer| free.contains(outer)),
                }
            }
        });
        let size = (*sizes.first()?)?;
        let is_window =
            adds && sizes.iter().all(|other| *other == Some(size)) && !binds_or_hides(body, index);
        is_window.then_some(size)
    }

    /// The number of positions of an axis, if the program says it and they begin at 0.
    pub(super) fn size_of_axis(&self, array: &Expr, axis: usize) -> Option<usize> {
        let Term::Name(name) = Term::of(array) else {
            return None;
        };
        let Some(Entity::Array(array)) = self.scope.get(name) else {
            return None;
        };
        self.size_of((array, axis))
    }

    /// The number of positions of an axis of an array of the program, if they begin at 0 and it says so many.
    pub(super) fn size_of(&self, (array, axis): (ArrayId, usize)) -> Option<usize> {
        if axis >= self.program.rank(array) {
            return None;
        }
        let side = self.program.side(array, axis);
        match self.program.axis_count(side.of.0, side.of.1)? {
            Count::Literal(size) if side.first == 0 && side.cut == 0 && side.begins.is_none() => {
                Some(size)
            }
            _ => None,
        }
    }
}

/// Returns true if an expression is the index of a window.
fn is_one_of(expr: &Expr, windows: &[(&Ident, usize)]) -> bool {
    windows.iter().any(|(index, _)| is_name(expr, index))
}
