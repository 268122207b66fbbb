//! The ends of the index of a fold: by a range that is written, or by the axes that it goes along.

use super::super::Lowering;
use super::super::space::LARGEST;
use super::super::subscript::Subscript;
use super::{Around, Bounded, around_index};
use crate::diagnostic::catalog;
use crate::ir::grid::{Bound, Index};
use crate::ir::{Along, Grid, Op, Output};
use crate::syntax::names;
use proc_macro2::{Ident, Literal};
use syn::spanned::Spanned;
use syn::{Expr, ExprRange, RangeLimits, parse_quote};

impl Lowering {
    /// The first index of a fold, and the one behind the last.
    pub(super) fn limits(
        &mut self,
        index: &Ident,
        range: Option<&ExprRange>,
        around: &mut Around,
        hint: &str,
    ) -> Option<(Expr, Expr)> {
        let (own, others) = around
            .bounds
            .drain(..)
            .partition(|bound| bound.index == *index);
        let own: Vec<Bounded> = own;
        around.bounds = others;
        let [start, end] = match range {
            Some(range) => [range.start.as_deref(), range.end.as_deref()],
            None => [None, None],
        };
        let closed = range.is_some_and(|range| matches!(range.limits, RangeLimits::Closed(_)));
        if !self.bounds_of_range(&own, [start, end], closed, around) {
            return None;
        }
        if own.is_empty() && (start.is_none() || end.is_none()) {
            self.found.push(catalog::unbounded_index(index));
            return None;
        }
        let described = match self.index_of(index, &own) {
            Ok(described) => described,
            Err(report) => {
                self.found.push(*report);
                return None;
            }
        };
        let first = Literal::usize_suffixed(described.first);
        let from = match start {
            Some(start) => start.clone(),
            None => parse_quote!(#first),
        };
        let to = match (end, closed) {
            (Some(end), false) => end.clone(),
            (Some(end), true) => parse_quote!((#end) + 1),
            (None, _) => {
                let is_first = described.first == 0;
                let count = self.positions_of(described, &own, index, hint)?;
                match is_first {
                    true => count,
                    false => parse_quote!(#count + #first),
                }
            }
        };
        Some((from, to))
    }

    /// An index that goes along these axes.
    fn index_of(
        &self,
        index: &Ident,
        bounds: &[Bounded],
    ) -> Result<Index, Box<crate::diagnostic::Diagnostic>> {
        let mut described = Index {
            name: index.to_string(),
            count: None,
            named: Vec::new(),
            first: 0,
            cut: 0,
        };
        self.widen(&mut described, bounds)?;
        Ok(described)
    }

    /// The number of positions of an index, as a scalar of the program.
    fn positions_of(
        &mut self,
        described: Index,
        bounds: &[Bounded],
        index: &Ident,
        hint: &str,
    ) -> Option<Expr> {
        let first = described.first;
        let bounds = bounds
            .iter()
            .map(|bound| self.section_of(bound, 0, first))
            .collect::<Option<Vec<Bound>>>();
        let Some(bounds) = bounds else {
            self.found.push(catalog::subscript_too_large(index.span()));
            return None;
        };
        let grid = self.program.grids.push(Grid {
            reads: Vec::new(),
            bounds,
            indices: vec![described],
        });
        let name = self.scope.fresh(&format!("{hint}_{index}"), index.span());
        let op = Op::Coordinate { grid, index: 0 };
        match self.bind_under(name, op) {
            Output::Array(arg) => {
                let op = Op::Length { arg, axis: None };
                self.scalar(index.span(), op, &format!("{hint}_{index}"))
            }
            Output::Scalar(_) => None,
        }
    }

    /// The section of an axis that an index of this number goes along, if its first coordinate is
    /// known.
    pub(in crate::lower) fn section_of(
        &self,
        bound: &Bounded,
        number: usize,
        first: usize,
    ) -> Option<Bound> {
        let (array, axis) = bound.of;
        let start = bound.factor.checked_mul(first)?.cast_signed();
        let start = start.checked_add(bound.offset)?;
        let start = start.checked_sub(self.program.side(array, axis).first.cast_signed())?;
        let start = usize::try_from(start).ok()?;
        (start < LARGEST.unsigned_abs()).then_some(Bound {
            of: bound.of,
            along: Along {
                index: Some(number),
                start,
                factor: bound.factor,
            },
        })
    }

    /// The axes that the ends of a range lead the indices in them along. Returns false where nobody
    /// knows how far such an index goes.
    fn bounds_of_range(
        &mut self,
        own: &[Bounded],
        [start, end]: [Option<&Expr>; 2],
        closed: bool,
        around: &mut Around,
    ) -> bool {
        let constants = &self.program.items.constants;
        for (limit, is_end) in [(start, false), (end, true)] {
            let Some(limit) = limit else { continue };
            let free = names::free(limit);
            let Some(outer) = around_index(&free, &around.grid, &around.inner) else {
                continue;
            };
            let Subscript::Affine { factor, offset } = Subscript::of(limit, &outer, constants)
            else {
                if is_end && around.sizes.is_none() && around.grid.contains(&outer) {
                    self.found.push(catalog::end_of_range(limit.span(), &outer));
                    return false;
                }
                continue;
            };
            // The last one is before an end that is not in the range; a prefix may be empty.
            let last = is_end && !closed && start.is_some();
            for bound in own.iter().filter(|bound| bound.factor == 1) {
                around.bounds.push(Bounded {
                    index: outer.clone(),
                    factor,
                    offset: bound.offset + offset - isize::from(last),
                    ..bound.clone()
                });
            }
        }
        true
    }
}
