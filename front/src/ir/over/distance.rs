//! The distances in memory that an index makes in the views of a fold.

use super::{Kind, Over, View};
use crate::ordered::every;
use crate::walk;
use proc_macro2::Ident;
use syn::Expr;

/// The distance that a variable makes in a start of a view, if each step of it makes the same.
fn distance(expr: &Expr, variable: &Ident) -> Option<usize> {
    if !walk::mentions(expr, variable) {
        return Some(0);
    }
    match expr {
        Expr::Paren(inner) => distance(&inner.expr, variable),
        Expr::Group(inner) => distance(&inner.expr, variable),
        Expr::Path(path) => path.path.is_ident(variable).then_some(1),
        // Sums that wrap around, which lowering makes.
        Expr::Call(call) => {
            let Expr::Path(path) = &*call.func else {
                return None;
            };
            let name = path.path.segments.last()?;
            let (left, right) = (call.args.first()?, call.args.get(1)?);
            match (name.ident == "wrapping_add", name.ident == "wrapping_sub") {
                (true, _) => Some(distance(left, variable)? + distance(right, variable)?),
                (_, true) if !walk::mentions(right, variable) => distance(left, variable),
                _ => None,
            }
        }
        Expr::Binary(binary) => {
            let (left, right) = (&*binary.left, &*binary.right);
            match binary.op {
                syn::BinOp::Add(_) => Some(distance(left, variable)? + distance(right, variable)?),
                syn::BinOp::Sub(_) if !walk::mentions(right, variable) => distance(left, variable),
                syn::BinOp::Mul(_) => match (left, right) {
                    (Expr::Lit(number), other) | (other, Expr::Lit(number)) => {
                        let syn::Lit::Int(number) = &number.lit else {
                            return None;
                        };
                        let number: usize = number.base10_parse().ok()?;
                        number.checked_mul(distance(other, variable)?)
                    }
                    _ => None,
                },
                _ => None,
            }
        }
        _ => None,
    }
}

impl View<'_> {
    /// The distance in memory that a variable makes: 0, 1, or 2 for one that only a run tells; `None`
    /// if it is not one for all steps.
    pub fn along(&self, variable: &Ident) -> Option<usize> {
        let distances = self.axes.iter().rev();
        let distances = distances.map(|(_, start, _)| distance(start, variable));
        let distances: Vec<usize> = every(distances)?;
        let (last, others) = distances.split_first()?;
        let others = others.iter().all(|distance| *distance == 0);
        Some(match (last, others) {
            (0 | 1, true) => *last,
            _ => 2,
        })
    }

    /// The distance in memory that a variable makes beside another one: 0 if it makes none, 1 if it
    /// makes one, and 2 if nothing is known of it.
    pub fn down(&self, variable: Option<&Ident>) -> usize {
        match variable.map(|variable| self.along(variable)) {
            None | Some(Some(0)) => 0,
            Some(Some(_)) => 1,
            Some(None) => 2,
        }
    }
}

impl Over<'_> {
    /// Returns true if its range and its start are the same for all values of a variable.
    pub fn is_same(&self, variable: &Ident) -> bool {
        let start = match self.kind {
            Kind::Sum | Kind::Products(_) | Kind::Steps(_) => None,
            Kind::Fold(seed, _) => Some(seed),
        };
        let mut same = [Some(self.from), Some(self.to), start]
            .into_iter()
            .flatten();
        same.all(|expr| !walk::mentions(expr, variable))
    }

    /// Returns true if each array that it reads is the same for all values of one of two variables,
    /// and one is not for those of the second; and if its range and start are the same for all of
    /// both: tiles of them have what they read in common.
    pub fn is_tiled(&self, row: Option<&Ident>, column: &Ident) -> bool {
        let along = every(self.views.iter().map(|view| view.along(column)));
        !matches!(self.kind, Kind::Steps(_))
            && self.is_same(column)
            && row.is_none_or(|row| self.is_same(row))
            && along.is_some_and(|along| along.iter().any(|distance| *distance > 0))
            && self.has_common(row, column)
    }

    /// The fold in each of its terms, if the totals of that read neighbours in memory for
    /// neighbouring values of a variable, and nothing else depends on the variable but what both
    /// read.
    pub fn inner_across(&self, variable: &Ident) -> Option<Over<'_>> {
        let inner = self.inner()?;
        let mut views = self.views.iter();
        let is_even = views.all(|view| view.along(variable).is_some());
        (self.is_same(variable) && is_even && inner.goes_across(variable)).then_some(inner)
    }

    /// Returns true if it is tiled with the fold in each of its terms.
    pub fn is_tiled_within(&self, row: Option<&Ident>, column: &Ident) -> bool {
        let inner = self.inner_across(column);
        inner.is_some_and(|inner| inner.is_tiled(row, column))
            && row.is_none_or(|row| self.is_same(row))
            && self.has_common(row, column)
    }

    /// Returns true if each array that it reads is the same for all values of one of two variables.
    fn has_common(&self, row: Option<&Ident>, column: &Ident) -> bool {
        let common = |view: &View<'_>| match view.down(row) {
            0 => true,
            1 => view.along(column) == Some(0),
            _ => false,
        };
        self.views.iter().all(common)
    }

    /// Returns true if its totals for neighbouring values of a variable read neighbours in memory,
    /// and its range and start are the same for all of them.
    pub fn goes_across(&self, variable: &Ident) -> bool {
        let along = every(self.views.iter().map(|view| view.along(variable)));
        !matches!(self.kind, Kind::Steps(_))
            && self.is_same(variable)
            && along.is_some_and(|along| along.contains(&1))
    }
}
