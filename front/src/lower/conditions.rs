//! Conditions about an index that a read decides: `if i > 0 { xs[i - 1] } else { 0.0 }`.
//!
//! An index goes where all its reads are inside of their arrays, also those under a condition, so that
//! a condition that is there for the ends of an array holds everywhere, and the result is shorter than
//! meant.

use super::Lowering;
use super::grid::given::Given;
use super::index_scope::{Bounded, Ends};
use super::scope::Entity;
use super::subscript::Terms;
use crate::diagnostic::catalog;
use crate::ir::{ArrayId, tokens};
use crate::ordered::ToList;
use crate::syntax::{Term, names};
use proc_macro2::{Ident, Span};
use syn::{BinOp, Expr, ExprBinary, parse_quote};

/// The ends of an index that its reads decide.
#[derive(Clone, Copy)]
pub(super) struct Inferred {
    pub(super) first: bool,
    pub(super) last: bool,
}

impl Inferred {
    pub(super) const BOTH: Inferred = Inferred {
        first: true,
        last: true,
    };
}

/// The numbers that a difference may be.
#[derive(Clone, Copy)]
struct Range {
    least: Option<isize>,
    most: Option<isize>,
}

/// A condition that holds everywhere, or nowhere.
struct Decided {
    holds: bool,
    /// The read that decides it.
    by: Span,
    /// The first number of the index, if it is that which does.
    first: Option<usize>,
}

impl Lowering {
    /// Reports the comparisons of each index of a `generate` that its reads decide.
    pub(super) fn conditions_of_all(
        &mut self,
        body: &Expr,
        indices: &[Ident],
        given: &[Given],
        reads: &[Bounded],
        others: &[Bounded],
    ) {
        for (index, given) in indices.iter().zip(given) {
            let reads = reads.iter().chain(others);
            let own = reads.filter(|read| read.index == *index).cloned().list();
            let inferred = match given {
                Given::Inferred => Inferred::BOTH,
                Given::Size { .. } => continue,
                Given::Range { from, to, .. } => Inferred {
                    first: from.is_none(),
                    last: to.is_none(),
                },
            };
            self.conditions(body, index, inferred, &own);
        }
    }

    /// Reports the comparisons of an index in a body that hold everywhere or nowhere, since a read says
    /// where the index begins or ends.
    pub(super) fn conditions(
        &mut self,
        body: &Expr,
        index: &Ident,
        inferred: Inferred,
        reads: &[Bounded],
    ) {
        let mut found = Vec::new();
        names::visit_comparisons(body, &mut |comparison, enclosing| {
            if enclosing.binds(index) {
                return;
            }
            let mut reads = reads.iter().filter(|read| {
                let is_read = !read.padded && !read.of_range && !read.weak;
                is_read && read.ends == Ends::Both && read.late.is_empty()
            });
            let decided = reads.find_map(|read| self.decided_by(comparison, index, inferred, read));
            found.extend(decided.map(|decided| {
                let text = tokens::of(comparison);
                let by = (decided.by, decided.first);
                catalog::decided_condition(comparison, &text, decided.holds, index, by)
            }));
        });
        self.found.extend(found);
    }

    /// The value of a comparison, if one read says it for all numbers of an index.
    fn decided_by(
        &self,
        comparison: &ExprBinary,
        index: &Ident,
        inferred: Inferred,
        read: &Bounded,
    ) -> Option<Decided> {
        let (left, right) = (number(&comparison.left), number(&comparison.right));
        let difference = parse_quote!((#left) - (#right));
        let constants = &self.program.items.constants;
        let (factor, terms) = Terms::of(&difference, Some(index), constants)?;
        let fixed = self.fixed(read)?;
        let constant = terms.constant;
        match &terms.others[..] {
            [] if factor != 0 && inferred.first && fixed.first > 0 => {
                let end = factor.checked_mul(fixed.first.cast_signed())?;
                let end = end.checked_add(constant)?;
                let holds = always(&comparison.op, Range::from(end, factor > 0))?;
                let without = always(&comparison.op, Range::from(constant, factor > 0));
                without.is_none().then_some(Decided {
                    holds,
                    by: read.span,
                    first: Some(fixed.first),
                })
            }
            [(minus, size)] if inferred.last && fixed.cut > 0 && read.factor == 1 => {
                let is_difference = matches!((factor, *minus), (1, true) | (-1, false));
                let side = self.program.side(read.of.0, read.of.1);
                let beyond = self.size_beyond(size, side.of).filter(|_| is_difference)?;
                let last = |cut: isize| match factor {
                    1 => Range::from(constant - beyond - cut - 1, false),
                    _ => Range::from(constant + beyond + cut + 1, true),
                };
                let holds = always(&comparison.op, last(fixed.cut))?;
                let without = always(&comparison.op, last(0));
                without.is_none().then_some(Decided {
                    holds,
                    by: read.span,
                    first: None,
                })
            }
            _ => None,
        }
    }

    /// The difference between a number, `n` or `len(xs)`, and the size of an axis, if it is known.
    fn size_beyond(&self, number: &Expr, of: (ArrayId, usize)) -> Option<isize> {
        match Term::of(number) {
            Term::Name(name) => match self.scope.get(name)? {
                Entity::Scalar(scalar) => self.beyond_size(scalar, of),
                _ => None,
            },
            Term::Apply(apply) if apply.combinator.name == "len" => {
                let Term::Name(name) = Term::of(apply.args.first()?) else {
                    return None;
                };
                let Some(Entity::Array(array)) = self.scope.get(name) else {
                    return None;
                };
                let is_input = |array: ArrayId| {
                    self.program.producer(array).is_none() && self.program.rank(array) == 1
                };
                let side = self.program.side(array, 0);
                match side.of == of {
                    true if self.program.rank(array) == 1 && side.begins.is_none() => {
                        Some(-side.first.cast_signed() - side.cut)
                    }
                    // Inputs that one index reads have one length.
                    _ => (is_input(array) && is_input(of.0)).then_some(0),
                }
            }
            _ => None,
        }
    }
}

/// A number that a comparison asks for, without casts to types that have it: `i - 1` for
/// `(i as f64) - 1.0`.
fn number(expr: &Expr) -> Expr {
    let wide = [
        "f64", "f32", "i32", "i64", "i128", "isize", "u32", "u64", "u128", "usize",
    ];
    match expr {
        Expr::Paren(inner) => number(&inner.expr),
        Expr::Cast(cast) => match &*cast.ty {
            syn::Type::Path(ty) if wide.iter().any(|wide| ty.path.is_ident(wide)) => {
                number(&cast.expr)
            }
            _ => expr.clone(),
        },
        Expr::Binary(binary) if matches!(binary.op, BinOp::Add(_) | BinOp::Sub(_)) => {
            let (left, op, right) = (number(&binary.left), binary.op, number(&binary.right));
            parse_quote!((#left) #op (#right))
        }
        Expr::Lit(literal) => match &literal.lit {
            syn::Lit::Float(float) => match float.base10_digits().split_once('.') {
                Some((whole, rest)) if rest.bytes().all(|digit| digit == b'0') => {
                    let whole: syn::LitInt = syn::LitInt::new(whole, float.span());
                    parse_quote!(#whole)
                }
                _ => expr.clone(),
            },
            syn::Lit::Int(int) if !int.suffix().is_empty() => {
                let whole = syn::LitInt::new(int.base10_digits(), int.span());
                parse_quote!(#whole)
            }
            _ => expr.clone(),
        },
        _ => expr.clone(),
    }
}

impl Range {
    /// All numbers from an end on, upwards or downwards.
    fn from(end: isize, upwards: bool) -> Range {
        match upwards {
            true => Range {
                least: Some(end),
                most: None,
            },
            false => Range {
                least: None,
                most: Some(end),
            },
        }
    }
}

/// The value that the comparison of a difference with 0 has for all of these numbers, if it has one.
fn always(operator: &BinOp, Range { least, most }: Range) -> Option<bool> {
    let at_least = |number: isize| least.is_some_and(|least| least >= number);
    let at_most = |number: isize| most.is_some_and(|most| most <= number);
    let (holds, fails) = match operator {
        BinOp::Lt(_) => (at_most(-1), at_least(0)),
        BinOp::Le(_) => (at_most(0), at_least(1)),
        BinOp::Gt(_) => (at_least(1), at_most(0)),
        BinOp::Ge(_) => (at_least(0), at_most(-1)),
        BinOp::Eq(_) => (false, at_least(1) || at_most(-1)),
        BinOp::Ne(_) => (at_least(1) || at_most(-1), false),
        _ => (false, false),
    };
    (holds || fails).then_some(holds)
}
