//! Prefixes over an index, `sum(..=j, |k| a[[i, k]])`, and suffixes, `sum(j.., |k| a[[i, k]])`: scans along an
//! axis, in linear time.
//!
//! The terms become an array whose axes are those of the indices around the fold, and the scan goes
//! along one of them: down the rows, unless that is the last axis. Where backends cannot do that, or
//! where the index runs along the rows of what the terms read, its axis becomes the last one. A scan
//! that begins anew with each row has the prefixes then. Suffixes are prefixes of the terms in reverse, where
//! the operator is known to commute.

use super::Lowering;
use super::index_scope::{Bounded, IndexScope};
use super::over::written::Written;
use super::subscript::{read_at, subscripts};
use crate::ir::grid::Index;
use crate::ir::{ArrayId, Grid, Host, Op, Output, over};
use crate::ordered::ToList;
use crate::syntax::{Term, names, strip};
use proc_macro2::{Ident, Literal};
use quote::quote_spanned;
use syn::{BinOp, Expr, ExprRange, Lit, RangeLimits, parse_quote};

/// A range that begins or ends at an index of a loop.
struct Part<'r> {
    last: &'r Ident,
    /// True if the term of that index is in it.
    inclusive: bool,
    /// True if it goes from there to the end.
    is_suffix: bool,
    /// True if the program says that it begins at 0.
    from_zero: bool,
}

impl<'r> Part<'r> {
    fn of(range: &'r ExprRange) -> Option<Self> {
        let closed = matches!(range.limits, RangeLimits::Closed(_));
        let from_zero = range.start.as_deref().is_some_and(is_literal_zero);
        let (at, inclusive, is_suffix) = match (range.start.as_deref(), range.end.as_deref()) {
            (None, Some(end)) => (end, closed, false),
            (Some(_), Some(end)) if from_zero => (end, closed, false),
            (Some(start), None) => match strip(start) {
                Expr::Binary(sum) if matches!(sum.op, BinOp::Add(_)) && is_one(&sum.right) => {
                    (&*sum.left, false, true)
                }
                start => (start, true, true),
            },
            _ => return None,
        };
        match Term::of(at) {
            Term::Name(last) => Some(Part {
                last,
                inclusive,
                is_suffix,
                from_zero,
            }),
            _ => None,
        }
    }
}

/// Returns true for the number 0.
pub(super) fn is_literal_zero(expr: &Expr) -> bool {
    digits(expr).is_some_and(|digits| digits == "0")
}

/// Returns true for the number 1.
fn is_one(expr: &Expr) -> bool {
    digits(expr).is_some_and(|digits| digits == "1")
}

/// The digits of a literal.
fn digits(expr: &Expr) -> Option<&str> {
    match strip(expr) {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => Some(number.base10_digits()),
            _ => None,
        },
        _ => None,
    }
}

/// Returns true for sums, and for folds by the least or the greatest.
fn commutes(written: &Written) -> bool {
    match &written.operator {
        None => true,
        Some((_, operator)) => match strip(operator) {
            Expr::Path(path) => path
                .path
                .segments
                .last()
                .is_some_and(|name| name.ident == "min" || name.ident == "max"),
            _ => false,
        },
    }
}

impl Lowering {
    /// The prefix or suffix that a fold is, computed by a scan and read at the indices around it; `None` if it
    /// is none.
    pub(super) fn prefix(
        &mut self,
        written: &Written,
        scope: &IndexScope,
        hint: &str,
    ) -> Option<Option<Expr>> {
        let ([index], Some(range)) = (&written.indices[..], &written.range) else {
            return None;
        };
        let Part {
            last,
            inclusive,
            is_suffix,
            from_zero,
        } = Part::of(range)?;
        // In the order of the text a suffix begins with its first term.
        if is_suffix && (self.order.is_written() || !commutes(written)) {
            return None;
        }
        let free = names::free(&written.body);
        if free.contains(last) || !scope.indices().any(|index| index == last) {
            return None;
        }
        let of_terms = |other: &&Ident| *other == last || free.contains(other);
        let mut indices: Vec<Ident> = scope.indices().filter(of_terms).cloned().list();
        let along = indices.iter().position(|other| other == last)?;
        let goes_down = self.goes_down && !runs_along(&written.body, index);
        // A scan along another axis than the last one goes down the rows.
        let down = (goes_down && along + 1 < indices.len()).then_some(along);
        if down.is_none() {
            let own = indices.remove(along);
            indices.push(own);
        }
        let own = indices.iter().map(|other| match other == last {
            true => index.clone(),
            false => other.clone(),
        });
        let before = self.found.len();
        let prefixes = self.prefixes(written, &own.list(), hint);
        if from_zero && let Some((terms, rank)) = &prefixes {
            let terms = self.named_array(terms, "sum")?;
            let side = self.program.side(terms, down.unwrap_or(rank - 1));
            if side.first > 0 || side.begins.is_some() {
                return None;
            }
        }
        let prefixes = prefixes.and_then(|(mut terms, rank)| {
            let axis = down.unwrap_or(rank - 1);
            if is_suffix {
                terms = self.mirror(&terms, axis, hint)?;
            }
            let heads = match (rank, down) {
                (1, _) | (_, Some(_)) => None,
                (_, None) => Some(self.first_of_rows(&terms, hint)?),
            };
            let mut op = self.scan_of(written, &terms, heads.as_ref(), inclusive, hint)?;
            if let Op::Scan { along, .. } = &mut op {
                *along = down;
            }
            let name = self.scope.fresh(&format!("{hint}_prefix"), written.span);
            self.bind_under(name.clone(), op);
            match is_suffix {
                true => self.mirror(&name, axis, hint),
                false => Some(name),
            }
        });
        Some(
            prefixes
                .filter(|_| self.found.len() == before)
                .map(|name| read_at(&name, &indices)),
        )
    }

    /// An array with one of its axes in reverse.
    fn mirror(&mut self, name: &Ident, axis: usize, hint: &str) -> Option<Ident> {
        let array = self.named_array(name, "sum")?;
        let reversed = self.reversed(array, &[axis], name.span(), hint)?;
        Some(self.name_of(reversed))
    }

    /// The array of the terms, by the name that it gets, and the number of its axes.
    fn prefixes(
        &mut self,
        written: &Written,
        indices: &[Ident],
        hint: &str,
    ) -> Option<(Ident, usize)> {
        let body = &written.body;
        let closure: Expr = parse_quote!(|#(#indices),*| #body);
        let op = match indices {
            [_] => self.over_index(&closure, hint)?,
            _ => self.over_indices(None, &closure, hint)?,
        };
        let name = self.scope.fresh(&format!("{hint}_terms"), written.span);
        match self.bind_under(name.clone(), op) {
            Output::Array(array) => Some((name, self.program.rank(array))),
            Output::Scalar(_) => None,
        }
    }

    /// The flags of the elements that begin a row of an array.
    pub(super) fn first_of_rows(&mut self, terms: &Ident, hint: &str) -> Option<Ident> {
        let array = self.named_array(terms, "sum")?;
        let (grid, first) = self.grid_of(array)?;
        let last = self.program.rank(array) - 1;
        let name = self.scope.fresh(&format!("{hint}_place"), terms.span());
        let Output::Array(place) = self.bind_under(name, Op::Coordinate { grid, index: last })
        else {
            return None;
        };
        let first = Literal::usize_suffixed(first);
        let span = terms.span();
        let worker = quote_spanned!(span=> |place| place == #first);
        let op = Op::Map {
            worker: Host::plain(syn::parse2(worker).expect("a closure")),
            args: vec![place],
        };
        let heads = self.scope.fresh(&format!("{hint}_heads"), span);
        self.bind_under(heads.clone(), op);
        Some(heads)
    }

    /// A grid of all positions of an array, and the first coordinate of its last index.
    fn grid_of(&mut self, array: ArrayId) -> Option<(crate::ir::GridId, usize)> {
        let (mut indices, mut bounds) = (Vec::new(), Vec::new());
        let mut first = 0;
        for axis in 0..self.program.rank(array) {
            let side = self.program.side(array, axis);
            first = side.first;
            indices.push(Index {
                first,
                cut: side.cut,
                ..Index::new(&format!("axis{axis}"))
            });
            let name = Ident::new(
                &format!("axis{axis}"),
                self.program.arrays[array].name.span(),
            );
            let bound = Bounded::whole(name, (array, axis));
            bounds.push(self.section_of(&bound, axis, first)?);
        }
        let grid = self.program.grids.push(Grid {
            reads: Vec::new(),
            bounds,
            indices,
        });
        Some((grid, first))
    }

    /// The scan of the terms, which begins anew where a flag is set.
    fn scan_of(
        &mut self,
        written: &Written,
        terms: &Ident,
        heads: Option<&Ident>,
        inclusive: bool,
        hint: &str,
    ) -> Option<Op> {
        let span = written.span;
        let (seed, operator) = match &written.operator {
            Some((seed, operator)) => (strip(seed).clone(), strip(operator).clone()),
            None => {
                let sum = quote_spanned!(span=> |a, b| a + b);
                (over::zero(span), syn::parse2(sum).expect("a closure"))
            }
        };
        let name = match (heads, inclusive) {
            (None, true) => "scan",
            (None, false) => "scan_exclusive",
            (Some(_), true) => "scan_by",
            (Some(_), false) => "scan_exclusive_by",
        };
        let name = Ident::new(name, span);
        let heads = heads.into_iter();
        let scan = quote_spanned!(span=> #name(#(#heads,)* #seed, #operator, #terms));
        let scan: Expr = syn::parse2(scan).expect("a call");
        let before = self.program.bindings.len();
        // A scan of segments, which are the rows, goes through all of them.
        let outer = self.part_of.replace("sum");
        let op = match Term::of(&scan) {
            Term::Apply(apply) => self.apply(&apply, hint),
            _ => None,
        };
        self.part_of = outer;
        let bound = self.program.bindings.ids().skip(before);
        for binding in bound.list() {
            if let Op::Scan {
                segments: Some(segments),
                ..
            } = &mut self.program.bindings[binding].op
            {
                segments.are_rows = true;
            }
        }
        op
    }
}

/// Returns true if an index runs along the rows of an array that a body reads.
fn runs_along(body: &Expr, index: &Ident) -> bool {
    let mut found = false;
    names::visit_subscripts(&mut body.clone(), &mut |expr, enclosing| {
        if let Expr::Index(read) = &*expr
            && let Some(last) = subscripts(read).last()
        {
            found |= names::free(last).contains(index) && !enclosing.binds(index);
        }
    });
    found
}
