//! `windows(k, xs)`: all windows of so many elements, as the rows of an array of two axes.
//!
//! Folds over an index read them where they lie: `xs[i + j]` for `w[[i, j]]`. Any other use
//! sees an array, which is gathered then.

use super::Lowering;
use super::index_scope::Bounded;
use super::scope::{Entity, Width, Windows};
use super::subscript::{Terms, constant, subscripts};
use crate::diagnostic::catalog;
use crate::ir::{ArrayId, Host, Op, Output, ScalarId, tokens};
use crate::syntax::names::Enclosing;
use crate::syntax::{Apply, Pattern, Term, names, strip};
use proc_macro2::{Ident, Literal, Span};
use syn::spanned::Spanned;
use syn::{Expr, ExprRange, Pat, RangeLimits, parse_quote};

impl Lowering {
    /// The array of which a `windows` is, and the number of elements in each.
    pub(super) fn windows(&mut self, apply: &Apply<'_>, hint: &str) -> Option<Windows> {
        if !self.check(apply) {
            return None;
        }
        let readable = self.readable(apply.args[1], hint, "windows");
        let width = self.width(apply.args[0], hint);
        let (array, padding) = readable?;
        let rank = self.program.rank(array);
        if rank > 1 {
            let report = catalog::windows_of_axes(apply.args[1].span(), rank);
            self.found.push(report);
            return None;
        }
        Some(Windows {
            array,
            padding,
            width: width?,
        })
    }

    /// The number of elements of a window: sizes follow from one that the program says.
    fn width(&mut self, expr: &Expr, hint: &str) -> Option<Width> {
        let said = constant(expr, &self.program.items.constants);
        match said.and_then(|width| usize::try_from(width).ok()) {
            Some(width @ 1..) => {
                for constant in self.constants_in(expr) {
                    self.mention(&constant);
                }
                Some(Width::Literal(width))
            }
            _ => Some(Width::Scalar(self.scalar_of(expr, hint)?)),
        }
    }

    /// The number of elements of a window as an expression.
    pub(super) fn number_of(&self, width: Width) -> Expr {
        match width {
            Width::Literal(width) => {
                let width = Literal::usize_suffixed(width);
                parse_quote!(#width)
            }
            Width::Scalar(scalar) => {
                let name = &self.program.scalars[scalar].name;
                parse_quote!(#name)
            }
        }
    }

    /// The windows as an array.
    pub(super) fn gathered(&mut self, windows: Windows, span: Span, hint: &str) -> Option<Op> {
        let data = windows.array;
        if let (Width::Scalar(width), None) = (windows.width, windows.padding) {
            let rows = self.number_of_windows((data, width), span, hint)?;
            let width = &self.program.scalars[width].name;
            let sizes = parse_quote!([#rows, #width]);
            let positions = parse_quote!(|row, column| row + column);
            let op = self.over_indices(Some(&sizes), &positions, hint)?;
            return self.gathered_at(data, op, span, hint);
        }
        let row = self.scope.fresh(&format!("{hint}_row"), span);
        let column = self.scope.fresh(&format!("{hint}_column"), span);
        let sum = Terms {
            constant: 0,
            others: vec![(false, parse_quote!(#row)), (false, parse_quote!(#column))],
        };
        let along = rows_of(windows, &row);
        let element = match windows.padding {
            Some(padding) => {
                let size = self.side_length((data, 0), span, hint)?;
                self.element_of_padded((data, padding), (vec![sum], vec![size]), span)?
            }
            None => self.behind_first(sum, (data, 0)),
        };
        let width = self.number_of(windows.width);
        let sizes = parse_quote!([.., #width]);
        let outer = std::mem::replace(&mut self.along, along);
        let op = self.over_indices(Some(&sizes), &parse_quote!(|#row, #column| #element), hint);
        self.along = outer;
        match windows.padding {
            Some(_) => op,
            None => self.gathered_at(data, op?, span, hint),
        }
    }

    /// The number of windows of a width that only a run knows.
    fn number_of_windows(
        &mut self,
        (data, width): (ArrayId, ScalarId),
        span: Span,
        hint: &str,
    ) -> Option<Ident> {
        let length = self.length_of((data, 0), span, hint)?;
        let [length, width] =
            [length, width].map(|number| self.program.scalars[number].name.clone());
        let rows = self.scope.fresh(&format!("{hint}_rows"), span);
        let number = parse_quote!(usize::saturating_sub(#length + 1, #width));
        self.bind_value(&number, &Pattern::Name(rows.clone()), None);
        Some(rows)
    }

    fn gathered_at(&mut self, data: ArrayId, places: Op, span: Span, hint: &str) -> Option<Op> {
        let name = self.scope.fresh(&format!("{hint}_places"), span);
        match self.bind_under(name, places) {
            Output::Array(indices) => Some(Op::Gather { data, indices }),
            Output::Scalar(_) => None,
        }
    }

    /// An array with an element for each window: one of another length is an error.
    pub(super) fn beside_windows(
        &mut self,
        windows: Windows,
        array: ArrayId,
        span: Span,
        hint: &str,
    ) -> Option<ArrayId> {
        if let (Width::Scalar(width), None) = (windows.width, windows.padding) {
            let number = self.number_of_windows((windows.array, width), span, hint)?;
            let sizes = parse_quote!([#number]);
            let rows = self.over_indices(Some(&sizes), &parse_quote!(|row| row), "windows")?;
            // That the sizes agree is all: the windows that a loop finds are not known to be as many.
            self.in_step_with(rows, array, span, &format!("_{hint}"))?;
            return Some(array);
        }
        let row = Ident::new("rows", span);
        let outer = std::mem::replace(&mut self.along, rows_of(windows, &row));
        let rows = self.over_indices(None, &parse_quote!(|#row| #row), "windows");
        self.along = outer;
        self.in_step_with(rows?, array, span, hint)
    }

    /// The elements of an array beside rows, of which there have to be as many.
    fn in_step_with(
        &mut self,
        rows: Op,
        array: ArrayId,
        span: Span,
        hint: &str,
    ) -> Option<ArrayId> {
        let Op::Map { args: rows, .. } = rows else {
            return None;
        };
        let op = Op::Map {
            worker: Host::plain(parse_quote!(|_, value| value)),
            args: vec![rows[0], array],
        };
        match self.bind_temporary(span, op, hint) {
            Output::Array(array) => Some(array),
            Output::Scalar(_) => None,
        }
    }

    /// The array that a name of windows means from now on.
    pub(super) fn gathered_under(&mut self, name: &Ident, windows: Windows) -> Option<ArrayId> {
        let op = self.gathered(windows, name.span(), &name.to_string())?;
        match self.bind_under(name.clone(), op) {
            Output::Array(array) => Some(array),
            Output::Scalar(_) => None,
        }
    }

    /// Puts the elements of arrays in the place of those of windows that folds over an index read,
    /// where the index goes through whole windows.
    pub(super) fn windows_in_folds(&mut self, expr: &mut Expr) {
        names::visit_calls(expr, &mut |call, enclosing| {
            let (Some(apply), Expr::Call(_)) = (self.fold_at(call, enclosing), &*call) else {
                return false;
            };
            let range = apply.args.len().checked_sub(2);
            let range = range.and_then(|before| match strip(apply.args[before]) {
                Expr::Range(range) => Some(range.clone()),
                _ => None,
            });
            let Expr::Call(call) = call else { return false };
            let Some(Expr::Closure(closure)) = call.args.last_mut() else {
                return false;
            };
            let index = match (closure.inputs.len(), closure.inputs.first()) {
                (1, Some(Pat::Ident(index))) => index.ident.clone(),
                _ => return false,
            };
            // The rows that are read at the index, and the elements of windows beside these.
            let (mut whole, mut others) = (Vec::new(), false);
            self.visit_windows(
                &mut closure.body,
                (&index, enclosing),
                |windows, row, column, is_bound| {
                    let (rows, columns) = (names::free(row), names::free(column));
                    match Term::of(column) {
                        Term::Name(name)
                            if *name == index && !rows.contains(&index) && !is_bound =>
                        {
                            whole.push((windows, tokens::of(row)));
                        }
                        _ => others |= rows.contains(&index) || columns.contains(&index),
                    }
                    None
                },
            );
            let Some((first, _)) = whole.first() else {
                return false;
            };
            let width = first.width;
            let is_one = whole.iter().all(|(windows, _)| windows.width == width);
            if others || !is_one || range.as_ref().is_some_and(|range| !is_whole(range, width)) {
                return false;
            }
            self.visit_windows(
                &mut closure.body,
                (&index, enclosing),
                |windows, row, column, _| {
                    let is_read = match (constant(column, &[]), width) {
                        (Some(column), Width::Literal(width)) => {
                            (0..width.cast_signed()).contains(&column)
                        }
                        _ => names::free(column).contains(&index),
                    };
                    let is_read = is_read && whole.contains(&(windows, tokens::of(row)));
                    is_read.then(|| parse_quote!((#row) + (#column)))
                },
            );
            if range.is_none() {
                let (end, at) = (self.number_of(width), call.args.len() - 1);
                call.args.insert(at, parse_quote!(0..#end));
            }
            false
        });
    }

    /// Goes through the subscripts of windows in the body of a fold, whose row and column `take` is
    /// given, and whether something in the body binds a name in them. It returns the subscript of
    /// the array itself, where that takes the place.
    fn visit_windows(
        &mut self,
        body: &mut Expr,
        (index, enclosing): (&Ident, &Enclosing<'_>),
        mut take: impl FnMut(Windows, &Expr, &Expr, bool) -> Option<Expr>,
    ) {
        names::visit_subscripts(body, &mut |read, inside| {
            let Expr::Index(subscripted) = &*read else {
                return;
            };
            let Term::Name(name) = Term::of(&subscripted.expr) else {
                return;
            };
            let Some(Entity::Windows(windows)) = self.scope.get(name) else {
                return;
            };
            let [row, column] = &subscripts(subscripted)[..] else {
                return;
            };
            if enclosing.binds(name) || inside.binds(name) {
                return;
            }
            let Some(at) = take(windows, row, column, inside.binds(index)) else {
                return;
            };
            let of = match windows.padding {
                None => self.name_of(windows.array),
                Some(padding) => {
                    let padded = self.scope.fresh(&format!("{name}_padded"), name.span());
                    self.scope
                        .insert(&padded, Entity::Padded(windows.array, padding));
                    padded
                }
            };
            *read = parse_quote!(#of[#at]);
        });
    }
}

/// The axis that the number of a window goes along: the first element and the last one are inside.
fn rows_of(windows: Windows, row: &Ident) -> Vec<Bounded> {
    let first = Bounded::whole(row.clone(), (windows.array, 0));
    if windows.padding.is_some() {
        return vec![first];
    }
    let mut last = first.clone();
    match windows.width {
        Width::Literal(width) => last.offset = (width - 1).cast_signed(),
        Width::Scalar(width) => {
            last.offset = -1;
            last.late.add(false, width);
        }
    }
    vec![first, last]
}

/// Returns true if a range goes through windows of this width from end to end.
fn is_whole(range: &ExprRange, width: Width) -> bool {
    let number = |end: &Option<Box<Expr>>| constant(end.as_deref()?, &[]);
    let Width::Literal(width) = width else {
        return false;
    };
    let begins = range.start.is_none() || number(&range.start) == Some(0);
    let end = number(&range.end).map(|end| match range.limits {
        RangeLimits::HalfOpen(_) => end,
        RangeLimits::Closed(_) => end.saturating_add(1),
    });
    begins && end == Some(width.cast_signed())
}
