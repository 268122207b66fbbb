//! Index spaces that are given: `generate([n, 1..m - 1, ..], |i, j, k| …)`.

use super::super::Lowering;
use super::super::subscript::Terms;
use super::reach::Late;
use crate::diagnostic::catalog;
use crate::ir::{Count, ScalarId};
use crate::ordered::{ToList, flat};
use crate::syntax::strip;
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Expr, ExprRange, RangeLimits};

/// The positions of an index, as far as the program says them.
#[derive(Clone, Debug)]
pub(in crate::lower) enum Given {
    /// `..`: all at which its reads are inside of their arrays.
    Inferred,
    /// `n`: so many from 0 on. The number is there as a sum as well.
    Size {
        count: Count,
        named: Vec<ScalarId>,
        number: Number,
        span: Span,
    },
    /// `a..b`, either end of which may be left out.
    Range {
        from: Option<Number>,
        to: Option<Number>,
        span: Span,
    },
}

/// A number and scalars.
#[derive(Clone, Debug, Default)]
pub(in crate::lower) struct Number {
    pub(in crate::lower) constant: isize,
    pub(in crate::lower) late: Late,
}

impl Given {
    /// Returns true if it begins at a number that only a run knows.
    pub(in crate::lower) fn begins_late(&self) -> bool {
        match self {
            Given::Range {
                from: Some(from), ..
            } => !from.late.is_empty(),
            _ => false,
        }
    }

    /// The scalars in it.
    pub(super) fn scalars(&self) -> Vec<ScalarId> {
        match self {
            Given::Inferred => Vec::new(),
            Given::Size { named, number, .. } => number.scalars().chain(named.clone()).list(),
            Given::Range { from, to, .. } => {
                let numbers = from.iter().chain(to);
                flat(numbers.map(Number::scalars))
            }
        }
    }

    /// The first number and the one behind the last, where it says the last.
    pub(in crate::lower) fn ends(&self) -> Option<(Number, Number)> {
        match self {
            Given::Size { number, .. } => Some((Number::default(), number.clone())),
            Given::Range { from, to, .. } => Some((from.clone().unwrap_or_default(), to.clone()?)),
            Given::Inferred => None,
        }
    }

    /// Returns true if it says where an index ends.
    pub(super) fn has_end(&self) -> bool {
        match self {
            Given::Inferred => false,
            Given::Size { .. } => true,
            Given::Range { to, .. } => to.is_some(),
        }
    }
}

impl Number {
    /// The scalars in it.
    fn scalars(&self) -> impl Iterator<Item = ScalarId> + '_ {
        self.late.scalars()
    }
}

impl Lowering {
    /// The positions of each index in `[n, 1..m - 1, ..]`, or of the only one in `1..m - 1`.
    pub(super) fn given(&mut self, sizes: &Expr, indices: usize, hint: &str) -> Option<Vec<Given>> {
        let list: Vec<&Expr> = match strip(sizes) {
            Expr::Array(list) => list.elems.iter().list(),
            range @ Expr::Range(_) => vec![range],
            _ => {
                self.found.push(catalog::sizes_are_a_list(sizes.span()));
                return None;
            }
        };
        if list.len() != indices {
            let report = catalog::sizes_and_indices(sizes.span(), list.len(), indices);
            self.found.push(report);
            return None;
        }
        let given = list.into_iter().map(|size| match strip(size) {
            Expr::Range(range) => self.given_range(range, hint),
            size => self.given_size(size, hint),
        });
        // Each is looked at, even when another one is wrong.
        let given: Vec<Option<Given>> = given.list();
        given.into_iter().collect()
    }

    fn given_size(&mut self, size: &Expr, hint: &str) -> Option<Given> {
        let (mut count, host) = self.count(size, hint)?;
        let named = host.scalars;
        if count == Count::Anonymous
            && let [scalar] = named[..]
        {
            count = Count::Scalar(scalar);
        }
        // A number that is no sum is a size by itself.
        let number = self.number(size, hint).unwrap_or_else(|| {
            let mut number = Number::default();
            named
                .iter()
                .for_each(|scalar| number.late.add(false, *scalar));
            number
        });
        Some(Given::Size {
            count,
            named,
            number,
            span: size.span(),
        })
    }

    fn given_range(&mut self, range: &ExprRange, hint: &str) -> Option<Given> {
        let mut limit = |limit: &Option<Box<Expr>>| match limit.as_deref() {
            None => Some(None),
            Some(limit) => match self.number(limit, hint) {
                Some(number) => Some(Some(number)),
                None => {
                    self.found.push(catalog::limit_of_space(limit.span()));
                    None
                }
            },
        };
        let (from, mut to) = (limit(&range.start)?, limit(&range.end)?);
        if let (RangeLimits::Closed(_), Some(to)) = (&range.limits, &mut to) {
            to.constant += 1;
        }
        if from.is_none() && to.is_none() {
            return Some(Given::Inferred);
        }
        let span = range.span();
        Some(Given::Range { from, to, span })
    }

    /// A number of the program as a sum.
    pub(in crate::lower) fn number(&mut self, expr: &Expr, hint: &str) -> Option<Number> {
        let (_, terms) = Terms::of(expr, None, &self.program.items.constants)?;
        for constant in self.constants_in(expr) {
            self.mention(&constant);
        }
        Some(Number {
            constant: terms.constant,
            late: self.late_size(&terms.others, hint)?,
        })
    }
}
