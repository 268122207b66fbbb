//! `windows(k, xs)`: all windows of so many elements, as the rows of an array of two axes.
//!
//! Folds over an index read them where they lie: `xs[i + j]` for `w[[i, j]]`. Any other use
//! sees an array, which is gathered then.

use super::Lowering;
use super::scope::Entity;
use super::subscript::subscripts;
use crate::check::check_arguments;
use crate::ir::{ArrayId, Op, Output, ScalarId};
use crate::syntax::{Apply, Pattern, Term, names, strip};
use proc_macro2::{Ident, Span};
use syn::{Expr, Pat, parse_quote};

impl Lowering {
    /// The array of which a `windows` is, and the number of elements in each.
    pub(super) fn windows(&mut self, apply: &Apply<'_>, hint: &str) -> Option<(ArrayId, ScalarId)> {
        if !check_arguments(apply, &mut self.found) {
            return None;
        }
        let array = self.operand(apply, 1, hint);
        let width = self.scalar_of(apply.args[0], hint);
        Some((array?, width?))
    }

    /// The windows as an array.
    pub(super) fn gathered(
        &mut self,
        (data, width): (ArrayId, ScalarId),
        span: Span,
        hint: &str,
    ) -> Option<Op> {
        let length = self.length_of((data, 0), span, hint)?;
        let [length, width] =
            [length, width].map(|number| self.program.scalars[number].name.clone());
        let rows = self.scope.fresh(&format!("{hint}_rows"), span);
        let number = parse_quote!(usize::saturating_sub(#length + 1, #width));
        self.bind_value(&number, &Pattern::Name(rows.clone()), None);
        let sizes = parse_quote!([#rows, #width]);
        let positions = parse_quote!(|row, column| row + column);
        let op = self.over_indices(Some(&sizes), &positions, hint)?;
        let name = self.scope.fresh(&format!("{hint}_places"), span);
        match self.bind_under(name, op) {
            Output::Array(indices) => Some(Op::Gather { data, indices }),
            Output::Scalar(_) => None,
        }
    }

    /// The array that a name of windows means from now on.
    pub(super) fn gathered_under(
        &mut self,
        name: &Ident,
        windows: (ArrayId, ScalarId),
    ) -> Option<ArrayId> {
        let op = self.gathered(windows, name.span(), &name.to_string())?;
        match self.bind_under(name.clone(), op) {
            Output::Array(array) => Some(array),
            Output::Scalar(_) => None,
        }
    }

    /// Puts the elements of arrays in the place of those of windows that folds over an index read.
    pub(super) fn windows_in_folds(&mut self, expr: &mut Expr) {
        names::visit_calls(expr, &mut |call, enclosing| {
            let (Some(apply), Expr::Call(_)) = (self.fold_at(call, enclosing), &*call) else {
                return false;
            };
            let args = apply.args.len();
            let has_range = args
                .checked_sub(2)
                .is_some_and(|before| matches!(strip(apply.args[before]), Expr::Range(_)));
            let Expr::Call(call) = call else { return false };
            let Some(Expr::Closure(closure)) = call.args.last_mut() else {
                return false;
            };
            let index = match (closure.inputs.len(), closure.inputs.first()) {
                (1, Some(Pat::Ident(index))) => index.ident.clone(),
                _ => return false,
            };
            let mut end = None;
            names::visit_subscripts(&mut closure.body, &mut |read, inside| {
                let Expr::Index(subscripted) = &*read else {
                    return;
                };
                let Term::Name(name) = Term::of(&subscripted.expr) else {
                    return;
                };
                let Some(Entity::Windows(array, width)) = self.scope.get(name) else {
                    return;
                };
                let given = subscripts(subscripted);
                let [row, column] = &given[..] else { return };
                if enclosing.binds(name) || inside.binds(name) || inside.binds(&index) {
                    return;
                }
                if !names::free(column).contains(&index) || names::free(row).contains(&index) {
                    return;
                }
                let of = self.name_of(array);
                if matches!(Term::of(column), Term::Name(_)) {
                    end = Some(self.program.scalars[width].name.clone());
                }
                *read = parse_quote!(#of[(#row) + (#column)]);
            });
            if let (Some(end), false) = (end, has_range) {
                let at = call.args.len() - 1;
                call.args.insert(at, parse_quote!(0..#end));
            }
            false
        });
    }
}
