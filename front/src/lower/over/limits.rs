//! The ends of the index of a fold: by a range that is written, or by the axes that it goes along.

use super::super::Lowering;
use super::super::conditions::Inferred;
use super::super::grid::computed::First;
use super::super::grid::given::{Given, Number};
use super::super::grid::reach::Late;
use super::super::index_scope::{Bounded, Ends, IndexScope, Pair};
use super::super::prefix::is_literal_zero;
use super::super::subscript::{Terms, read_at_computed};
use crate::diagnostic::catalog;
use crate::ir::grid::Index;
use crate::ir::{Count, Grid, Op, Output, ScalarId};
use crate::ordered::every;
use crate::syntax::{names, strip};
use proc_macro2::{Ident, Literal};
use syn::spanned::Spanned;
use syn::{Expr, ExprRange, RangeLimits, parse_quote};

impl Lowering {
    /// The first index of a fold, and the one behind the last.
    pub(super) fn limits(
        &mut self,
        index: &Ident,
        range: Option<&ExprRange>,
        body: &Expr,
        scope: &mut IndexScope,
        hint: &str,
    ) -> Option<(Expr, Expr)> {
        let (own, others) = scope
            .bounds
            .drain(..)
            .partition(|bound| bound.index == *index);
        let mut own: Vec<Bounded> = own;
        scope.bounds = others;
        let is_bounded = range.is_some_and(|range| range.end.is_some());
        if is_bounded || own.iter().any(|bound| !bound.weak) {
            own.retain(|bound| !bound.weak);
        }
        let [start, end] = match range {
            Some(range) => [range.start.as_deref(), range.end.as_deref()],
            None => [None, None],
        };
        let closed = range.is_some_and(|range| matches!(range.limits, RangeLimits::Closed(_)));
        if !self.bounds_of_range(&own, [start, end], closed, scope, hint) {
            return None;
        }
        if own.is_empty() && end.is_none() {
            if self.reads_forgotten(body) {
                return None;
            }
            self.found.push(catalog::unbounded_fold(
                index,
                read_at_computed(body, index).as_ref(),
            ));
            return None;
        }
        let inferred = Inferred {
            first: start.is_none(),
            last: end.is_none(),
        };
        self.conditions(body, index, inferred, &own);
        let along = (&[][..], &own[..]);
        let hint_of_index = format!("{hint}_{index}");
        let (described, computed) = self.placed(index, &Given::Inferred, along, &hint_of_index)?;
        let first = match computed {
            Some((first, _)) => first,
            None => First::Known(described.first),
        };
        let from = match start {
            Some(start) => start.clone(),
            None => self.first_number(first),
        };
        let known_end = self.known_end(&described, &own);
        let mut count = computed.map(|(_, count)| count);
        if count.is_none() && end.is_none() {
            count = Some(self.positions_of(described, &own, index, hint)?);
        }
        let to = match (end, closed) {
            (Some(end), false) => end.clone(),
            (Some(end), true) => parse_quote!((#end) + 1),
            (None, _) => {
                let count = &self.program.scalars[count?].name;
                let begins = self.first_number(first);
                match first {
                    First::Known(0) => parse_quote!(#count),
                    _ => parse_quote!(#count + #begins),
                }
            }
        };
        let mut pairs = scope.pairs.iter();
        if !pairs.any(|pair| pair.inner == *index) {
            return Some((from, to));
        }
        let ends = match (end, known_end) {
            (None, Some(constant)) => self.first_of_range(start, first, hint).map(|first| {
                let late = Late::default();
                (first, Number { constant, late })
            }),
            _ => self.ends((start, end, closed), first, count, hint),
        };
        self.bounds_of_pairs(index, ends, scope);
        Some((from, to))
    }

    fn first_number(&self, first: First) -> Expr {
        match first {
            First::Known(first) => {
                let first = Literal::usize_suffixed(first);
                parse_quote!(#first)
            }
            First::Scalar(scalar) => {
                let name = &self.program.scalars[scalar].name;
                parse_quote!(#name)
            }
        }
    }

    /// The number behind the last one of an index, if it follows from the literal size of an axis.
    pub(in crate::lower) fn known_end(
        &self,
        described: &Index,
        bounds: &[Bounded],
    ) -> Option<isize> {
        let bound = bounds.first().filter(|bound| bound.factor.abs() == 1)?;
        let side = self.program.side(bound.of.0, bound.of.1);
        match self.program.axis_count(side.of.0, side.of.1)? {
            Count::Literal(size) if described.count.is_none() => {
                Some(size.cast_signed() - described.cut)
            }
            _ => None,
        }
    }

    fn first_of_range(&mut self, start: Option<&Expr>, first: First, hint: &str) -> Option<Number> {
        match (start, first) {
            (Some(start), _) => self.number(start, hint),
            (None, First::Known(first)) => Some(Number {
                constant: first.cast_signed(),
                late: Late::default(),
            }),
            (None, First::Scalar(scalar)) => {
                let mut number = Number::default();
                number.late.add(false, scalar);
                Some(number)
            }
        }
    }

    /// The first number of an index, and the one behind the last, if the program says them.
    fn ends(
        &mut self,
        (start, end, closed): (Option<&Expr>, Option<&Expr>, bool),
        first: First,
        count: Option<ScalarId>,
        hint: &str,
    ) -> Option<(Number, Number)> {
        let first = self.first_of_range(start, first, hint)?;
        let end = match end {
            Some(end) => {
                let mut number = self.number(end, hint)?;
                number.constant += isize::from(closed);
                number
            }
            None => {
                let mut number = first.clone();
                number.late.add(false, count?);
                number
            }
        };
        Some((first, end))
    }

    /// Bounds the other indices of sums with an index whose ends are known: they are inside of their
    /// arrays at both ends.
    fn bounds_of_pairs(
        &mut self,
        index: &Ident,
        ends: Option<(Number, Number)>,
        scope: &mut IndexScope,
    ) {
        let pairs = scope.pairs.drain(..);
        let (own, others): (Vec<Pair>, Vec<Pair>) = pairs.partition(|pair| pair.inner == *index);
        scope.pairs = others;
        let Some((first, mut last)) = ends else {
            return;
        };
        last.constant -= 1;
        let is_known = first.late.is_empty() && last.late.is_empty();
        if is_known && last.constant < first.constant {
            return;
        }
        for pair in own {
            let upwards = (pair.factor > 0) == (pair.bounded.factor > 0);
            for (number, end) in [(&first, Ends::Lower), (&last, Ends::Upper)] {
                let mut bounded = pair.bounded.clone();
                bounded.ends = match (is_known, upwards, end) {
                    (true, ..) => Ends::Both,
                    (_, true, end) => end,
                    (_, false, Ends::Lower) => Ends::Upper,
                    (_, false, _) => Ends::Lower,
                };
                let ahead = pair.factor.saturating_mul(number.constant);
                bounded.offset = bounded.offset.saturating_add(ahead);
                for _ in 0..pair.factor.unsigned_abs() {
                    bounded.late.extend(&match pair.factor > 0 {
                        true => number.late.clone(),
                        false => Late {
                            plus: number.late.minus.clone(),
                            minus: number.late.plus.clone(),
                        },
                    });
                }
                scope.bounds.push(bounded);
            }
        }
    }

    /// The number of positions of an index, as a scalar of the program.
    pub(in crate::lower) fn positions_of(
        &mut self,
        described: Index,
        bounds: &[Bounded],
        index: &Ident,
        hint: &str,
    ) -> Option<ScalarId> {
        let first = described.first;
        let bounds = every(bounds.iter().map(|bound| self.section_of(bound, 0, first)));
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
                match self.bind_temporary(index.span(), op, &format!("{hint}_{index}")) {
                    Output::Scalar(scalar) => Some(scalar),
                    Output::Array(_) => None,
                }
            }
            Output::Scalar(_) => None,
        }
    }

    /// The axes that the ends of a range lead the indices in them along. Returns false where nobody
    /// knows how far such an index goes.
    fn bounds_of_range(
        &mut self,
        own: &[Bounded],
        [start, end]: [Option<&Expr>; 2],
        closed: bool,
        scope: &mut IndexScope,
        hint: &str,
    ) -> bool {
        for (limit, is_end) in [(start, false), (end, true)] {
            let Some(limit) = limit else { continue };
            let free = names::free(limit);
            let Some(outer) = scope.only(&free) else {
                continue;
            };
            let constants = &self.program.items.constants;
            let terms = Terms::of(limit, Some(&outer), constants);
            let terms = terms.filter(|(factor, _)| *factor > 0);
            let known = terms.and_then(|(factor, terms)| {
                let late = self.late(&terms.others, hint)?;
                Some((factor, terms.constant, late))
            });
            let Some((factor, offset, late)) = known else {
                if is_end && scope.sizes.is_none() && scope.grid.contains(&outer) {
                    let mut ends = [start, end].into_iter().flatten();
                    let of = ends.find_map(|limit| match strip(limit) {
                        Expr::Index(read) => match strip(&read.expr) {
                            Expr::Path(path) => path.path.get_ident(),
                            _ => None,
                        },
                        _ => None,
                    });
                    let report = catalog::end_of_range(limit.span(), &outer, of);
                    self.found.push(report);
                    return false;
                }
                continue;
            };
            // The last one is before an end that is not in the range; a prefix may be empty, and has
            // the positions of its axis, and so may be what is behind an index.
            let is_prefix = start.is_none_or(is_literal_zero);
            let last = match is_end {
                true => !closed && !is_prefix,
                false => end.is_none() && offset > 0,
            };
            for bound in own.iter().filter(|bound| bound.factor == 1) {
                if bound.padded {
                    let index = outer.clone();
                    scope.bounds.push(Bounded {
                        index,
                        of_range: true,
                        ..bound.clone()
                    });
                    continue;
                }
                let mut late = late.clone();
                late.extend(&bound.late);
                let offset = bound.offset + offset - isize::from(last);
                // Before an index at which it is empty, a range ends nowhere.
                let may_be_empty = is_end && last && offset < 0;
                scope.bounds.push(Bounded {
                    index: outer.clone(),
                    factor,
                    offset,
                    ends: match (late.is_empty(), is_end) {
                        (true, _) if may_be_empty => Ends::Upper,
                        (true, _) => Ends::Both,
                        (false, true) => Ends::Upper,
                        (false, false) => Ends::Lower,
                    },
                    late,
                    of_range: true,
                    ..bound.clone()
                });
            }
        }
        true
    }
}
