//! Reads of padded arrays at positions that only a run knows: in folds over an index,
//! `sum(0..k, |j| p[i + j - 1])`, at a distance that is a scalar, `p[i + s]`, backwards,
//! `p[n - i]`, and at an index that begins at a scalar, `p[i - 1] + xs[i - s]`.
//!
//! Elements are found one by one, each at the position that the padding shows.

use super::super::Lowering;
use super::super::grid::given::Given;
use super::super::grid::reach::Reach;
use super::super::host::nothing;
use super::super::index_scope::{Bounded, IndexScope};
use super::super::scope::Entity;
use super::super::subscript::{Terms, subscripts};
use crate::diagnostic::catalog;
use crate::ir::{ArrayId, Padding, over};
use crate::ordered::{ToList, every};
use crate::syntax::Term;
use crate::syntax::names::{self, Enclosing};
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::{Expr, ExprIndex, parse_quote};

impl Lowering {
    /// The padded array of a subscript, if it is one.
    pub(in crate::lower) fn padded_at(
        &self,
        subscripted: &ExprIndex,
        enclosing: &Enclosing<'_>,
    ) -> Option<(Ident, (ArrayId, Padding))> {
        let Term::Name(name) = Term::of(&subscripted.expr) else {
            return None;
        };
        match self.scope.get(name) {
            Some(Entity::Padded(array, padding)) if !enclosing.binds(name) => {
                Some((name.clone(), (array, padding)))
            }
            _ => None,
        }
    }

    /// The element of a padded array at subscripts of any kind. Indices in them go along the axes of
    /// the array, unless a range says how far they go.
    pub(in crate::lower) fn padded_read(
        &mut self,
        subscripted: &ExprIndex,
        (name, (array, padding)): (Ident, (ArrayId, Padding)),
        scope: &mut IndexScope,
        enclosing: &Enclosing<'_>,
        hint: &str,
    ) -> Option<Expr> {
        let span = subscripted.span();
        self.readable_name(&name, "generate")?;
        let (mut positions, mut sizes) = (Vec::new(), Vec::new());
        let given = self.one_for_each_axis(subscripted, array, &name, scope)?;
        for (axis, at) in given.into_iter().enumerate() {
            let free = names::free(at);
            let is_local = |name: &Ident| enclosing.binds(name) || scope.is_local(name);
            let is_clear = !free.iter().any(is_local);
            let used = scope
                .indices()
                .filter(|index| is_clear && free.contains(index));
            let used: Vec<Ident> = used.cloned().list();
            let constants = &self.program.items.constants;
            // Of several, the first goes along the axis, unless they are those of one `generate`:
            // then it is one that nothing else bounds.
            let is_of_grid = used.len() > 1 && scope.inner.is_empty();
            for (number, index) in used.into_iter().enumerate() {
                if is_of_grid || scope.numbers_of(&index).is_some() {
                    continue;
                }
                let factor = Terms::of(at, Some(&index), constants).map(|(factor, _)| factor);
                if let Some(factor) = factor.filter(|factor| *factor != 0) {
                    scope.bounds.push(Bounded {
                        factor: factor.abs(),
                        padded: true,
                        weak: number > 0,
                        span: at.span(),
                        ..Bounded::whole(index, (array, axis))
                    });
                }
            }
            let Some((_, terms)) = Terms::of(at, None, constants) else {
                self.found.push(catalog::subscript_too_large(at.span()));
                return None;
            };
            positions.push(terms);
            let of = (array, axis);
            sizes.push(match padding {
                Padding::Value(_) => self.side_length(of, span, hint)?,
                _ => self.padded_size_at(at, of, (scope, enclosing), span, hint)?,
            });
        }
        self.element_of_padded((array, padding), (positions, sizes), span)
    }

    /// Puts elements of padded arrays in the place of those that a `generate` reads backwards, at
    /// distances that are scalars, or by an index whose first position is one.
    pub(in crate::lower) fn moved_pads(
        &mut self,
        body: &mut Expr,
        scope: &mut IndexScope,
        given: &[Given],
        hint: &str,
    ) {
        let indices: Vec<Ident> = scope.indices().cloned().list();
        if !self.has_pads(body) {
            return;
        }
        let late = self.late_indices(body, (scope, &indices), given, hint);
        names::visit_subscripts(body, &mut |expr, enclosing| {
            let Expr::Index(subscripted) = &*expr else {
                return;
            };
            let Some(padded) = self.padded_at(subscripted, enclosing) else {
                return;
            };
            let array = padded.1.0;
            let given = subscripts(subscripted);
            if given.len() != self.program.rank(array) {
                return;
            }
            let is_local = |name: &Ident| enclosing.binds(name);
            let along = given
                .iter()
                .map(|at| self.reach_of(at, &indices, &is_local, hint));
            let Some(along) = every(along) else { return };
            let leaves = |reach: &Reach| reach.index.is_none() || reach.offset != 0;
            let may_leave = along.iter().any(leaves);
            let is_moved = along.iter().enumerate().any(|(axis, reach)| {
                let begins = self.program.side(array, axis).begins;
                let is_late = may_leave && reach.index.is_some_and(|index| late[index]);
                begins.is_some() || reach.factor < 0 || !reach.late.is_empty() || is_late
            });
            if is_moved {
                let read = self.padded_read(subscripted, padded, scope, enclosing, hint);
                *expr = read.unwrap_or_else(nothing);
            }
        });
    }

    /// Returns true if a body reads a padded array.
    fn has_pads(&self, body: &Expr) -> bool {
        let mut found = false;
        names::visit_subscripts(&mut body.clone(), &mut |expr, enclosing| {
            if let Expr::Index(subscripted) = &*expr {
                found |= self.padded_at(subscripted, enclosing).is_some();
            }
        });
        found
    }

    /// Returns for each index in scope whether its first position is one that only a run knows: by the
    /// reads of a body, by the folds in it, or by the numbers that it is given.
    fn late_indices(
        &mut self,
        body: &Expr,
        (scope, indices): (&IndexScope, &[Ident]),
        given: &[Given],
        hint: &str,
    ) -> Vec<bool> {
        let given = given.iter().map(Given::begins_late);
        let mut late: Vec<bool> = given
            .chain(std::iter::repeat(false))
            .take(indices.len())
            .list();
        let mut bounds: Vec<Bounded> = scope.bounds.iter().chain(&self.along).cloned().list();
        names::visit_subscripts(&mut body.clone(), &mut |expr, enclosing| {
            let Expr::Index(subscripted) = &*expr else {
                return;
            };
            let Term::Name(name) = Term::of(&subscripted.expr) else {
                return;
            };
            let array = match self.scope.get(name) {
                _ if enclosing.binds(name) => return,
                Some(Entity::Padded(array, _) | Entity::Array(array)) => Some(array),
                _ => None,
            };
            let is_local = |name: &Ident| enclosing.binds(name);
            for (axis, at) in subscripts(subscripted).into_iter().enumerate() {
                let free = names::free(at);
                let Some(reach) = self.reach_of(at, indices, &is_local, hint) else {
                    // A sum of several indices, and of scalars.
                    let is_sum = free.iter().all(|name| indices.contains(name));
                    for (late, index) in late.iter_mut().zip(indices) {
                        *late |= !is_sum && free.contains(index);
                    }
                    continue;
                };
                let Some(index) = reach.index else { continue };
                match array.filter(|array| axis < self.program.rank(*array)) {
                    Some(array) => bounds.push(Bounded {
                        factor: reach.factor,
                        offset: reach.offset,
                        late: reach.late,
                        ..Bounded::whole(indices[index].clone(), (array, axis))
                    }),
                    None => late[index] |= !reach.late.is_empty(),
                }
            }
        });
        for (late, index) in late.iter_mut().zip(indices) {
            let mut own = bounds.iter().filter(|bound| bound.index == *index);
            *late |= own.any(|bound| self.begins_late(bound));
        }
        late
    }

    /// The element of a padded array at these coordinates, of axes of these sizes.
    pub(in crate::lower) fn element_of_padded(
        &mut self,
        (array, padding): (ArrayId, Padding),
        (coordinates, sizes): (Vec<Terms>, Vec<Expr>),
        span: Span,
    ) -> Option<Expr> {
        let mut axes = Vec::new();
        for (axis, (terms, size)) in coordinates.into_iter().zip(sizes).enumerate() {
            let name = self.scope.fresh("at", span);
            axes.push((name, size, self.behind_first(terms, (array, axis))));
        }
        let of = self.in_memory(array);
        let Padding::Value(value) = padding else {
            let seen = axes.iter().map(|(name, size, at)| {
                let beyond = beyond(padding, name, size);
                let seen = parse_quote!({
                    let #name = #at;
                    if #name < #size { #name } else { #beyond }
                });
                (size.clone(), seen)
            });
            return Some(over::at(span, &of, &seen.list(), false));
        };
        let inside = axes
            .iter()
            .map(|(name, size, _)| (size.clone(), parse_quote!(#name)));
        let element = over::at(span, &of, &inside.list(), false);
        let value = &self.program.scalars[value].name;
        let (names, positions): (Vec<&Ident>, Vec<&Expr>) =
            axes.iter().map(|(name, _, at)| (name, at)).unzip();
        let sizes = axes.iter().map(|(_, size, _)| size);
        // In parentheses, since it may stand before an operator.
        Some(parse_quote!(({
            #(let #names = #positions;)*
            if #(#names < #sizes)&&* { #element } else { #value }
        })))
    }
}

/// The position that a padding shows at one outside of an axis, which has wrapped around below 0.
fn beyond(padding: Padding, at: &Ident, size: &Expr) -> Expr {
    match padding {
        Padding::Edge | Padding::Value(_) => {
            parse_quote!(if (#at as isize) < 0 { 0 } else { usize::wrapping_sub(#size, 1) })
        }
        Padding::Wrap => parse_quote!((#at as isize).rem_euclid(#size as isize) as usize),
        Padding::Symmetric => parse_quote!({
            let within = (#at as isize).rem_euclid(2 * (#size as isize)) as usize;
            if within < #size { within } else { 2 * #size - 1 - within }
        }),
        Padding::Reflect => parse_quote!({
            let most = #size as isize - 1;
            let period = if most == 0 { 1 } else { 2 * most };
            let within = (#at as isize).rem_euclid(period);
            (if within < most { within } else { 2 * most - within }) as usize
        }),
    }
}
