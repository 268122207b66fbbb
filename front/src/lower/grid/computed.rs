//! Numbers of positions, and positions at which reads begin, that are computed when the program
//! runs: where offsets are scalars, and where an index space is given.
//!
//! All of them are sums of sizes and other numbers that are not negative, and their differences end
//! at 0: `usize::saturating_sub(n, s)` is the number of positions of `xs[i + s]`.

use super::super::Lowering;
use super::super::index_scope::{Bounded, Ends};
use super::given::Number;
use super::reach::Late;
use crate::ir::{ArrayId, Host, Op, Output, ScalarId, tokens};
use crate::ordered::{ToList, flat, sort_by_key};
use proc_macro2::{Ident, Literal, Span};
use syn::{Expr, parse_quote};

/// A sum of scalars and a number, none of which is negative.
#[derive(Clone, Debug, Default)]
pub(in crate::lower) struct Sum {
    constant: usize,
    scalars: Vec<ScalarId>,
}

/// A number that is known, or a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lower) enum First {
    Known(usize),
    Scalar(ScalarId),
}

/// The terms of a coordinate that are added, and those that are subtracted.
struct Signed {
    plus: Sum,
    minus: Sum,
}

impl Sum {
    fn of(constant: usize) -> Sum {
        Sum {
            constant,
            scalars: Vec::new(),
        }
    }

    fn plus(mut self, other: &Sum) -> Sum {
        self.constant = self.constant.saturating_add(other.constant);
        self.scalars.extend(&other.scalars);
        self
    }

    fn and(mut self, constant: usize) -> Sum {
        self.constant = self.constant.saturating_add(constant);
        self
    }

    fn times(&self, factor: usize) -> Sum {
        let scalars = self.scalars.iter();
        Sum {
            constant: self.constant.saturating_mul(factor),
            scalars: flat(scalars.map(|scalar| vec![*scalar; factor])),
        }
    }
}

impl Signed {
    fn of(offset: isize, late: &Late) -> Signed {
        let sum = |constant: isize, scalars: &[ScalarId]| Sum {
            constant: usize::try_from(constant).unwrap_or(0),
            scalars: scalars.to_vec(),
        };
        Signed {
            plus: sum(offset, &late.plus),
            minus: sum(offset.saturating_neg(), &late.minus),
        }
    }
}

impl From<First> for Sum {
    fn from(first: First) -> Sum {
        match first {
            First::Known(first) => Sum::of(first),
            First::Scalar(scalar) => Sum {
                constant: 0,
                scalars: vec![scalar],
            },
        }
    }
}

impl Lowering {
    /// The first coordinate of an index and the number of its positions, at which all that it goes
    /// along is inside of its array. A range may say more.
    pub(in crate::lower) fn box_of(
        &mut self,
        bounds: &[Bounded],
        (from, to): (Option<&Number>, Option<&Number>),
        (span, hint): (Span, &str),
    ) -> Option<(First, ScalarId)> {
        let (mut firsts, mut ends): (Vec<Expr>, Vec<Expr>) = (Vec::new(), Vec::new());
        let mut known = 0;
        for bound in bounds {
            let signed = Signed::of(bound.offset, &bound.late);
            let begins = self.first_of(bound.of);
            let size = self.length_of(bound.of, span, hint)?;
            let size = Sum::from(First::Scalar(size));
            let factor = bound.factor.unsigned_abs();
            // Of `factor * i + plus - minus`, and of `plus - minus - factor * i`.
            let low = signed.minus.clone().plus(&begins);
            let high = low.clone().plus(&size);
            let more = signed.plus.clone().and(1);
            let (first, end) = match bound.factor > 0 {
                true => ((&low, &signed.plus), (&high, &signed.plus)),
                false => ((&more, &high), (&more, &low)),
            };
            if bound.ends != Ends::Upper {
                match self.difference(first.0, first.1) {
                    Ok(first) => known = known.max(first.div_ceil(factor)),
                    Err(first) => firsts.push(over(*first, factor)),
                }
            }
            if bound.ends != Ends::Lower {
                let end = self.difference(end.0, end.1);
                ends.push(over(known_or(end), factor));
            }
        }
        if let Some(from) = from {
            let signed = Signed::of(from.constant, &from.late);
            match self.difference(&signed.plus, &signed.minus) {
                Ok(from) => known = known.max(from),
                Err(from) => firsts.push(*from),
            }
        }
        if let Some(to) = to {
            let signed = Signed::of(to.constant, &to.late);
            let end = self.difference(&signed.plus, &signed.minus);
            ends.push(known_or(end));
        }
        let first = match firsts.is_empty() {
            true => First::Known(known),
            false => {
                if known > 0 {
                    firsts.push(number(known));
                }
                let first = extreme("max", firsts)?;
                First::Scalar(self.computed_scalar(first, span, &format!("{hint}_first"))?)
            }
        };
        let end = extreme("min", ends)?;
        let begins = self.sum(&first.into());
        let count = match first {
            First::Known(0) => end,
            _ => parse_quote!(usize::saturating_sub(#end, #begins)),
        };
        let count = self.computed_scalar(count, span, &format!("{hint}_count"))?;
        Some((first, count))
    }

    /// The position along an axis of the element that a read begins with, as a scalar.
    pub(in crate::lower) fn start_of(
        &mut self,
        bound: &Bounded,
        first: First,
        hint: &str,
    ) -> Option<ScalarId> {
        let signed = Signed::of(bound.offset, &bound.late);
        let steps = Sum::from(first).times(bound.factor.unsigned_abs());
        let less = signed.minus.plus(&self.first_of(bound.of));
        let start = match bound.factor > 0 {
            true => self.difference(&signed.plus.plus(&steps), &less),
            false => self.difference(&signed.plus, &less.plus(&steps)),
        };
        let start = known_or(start);
        self.computed_scalar(start, bound.span, &format!("{hint}_start"))
    }

    /// The coordinate of the first element of an array along an axis, as a scalar.
    pub(in crate::lower) fn start_of_array(
        &mut self,
        bound: &Bounded,
        hint: &str,
    ) -> Option<ScalarId> {
        let first = self.sum(&self.first_of(bound.of));
        self.computed_scalar(first, bound.span, &format!("{hint}_first"))
    }

    /// A number, `value`, if so many positions of a read that begin with this one are inside of its
    /// array.
    pub(in crate::lower) fn inside(
        &mut self,
        value: ScalarId,
        bound: &Bounded,
        (first, count): (First, Option<ScalarId>),
        hint: &str,
    ) -> Option<ScalarId> {
        let mut scalars = vec![value];
        scalars.extend(count);
        let begins = self.first_of(bound.of);
        let signed = Signed::of(bound.offset, &bound.late);
        let mut exact = |sum: &Sum| -> Expr {
            scalars.extend(&sum.scalars);
            let constant = Literal::i128_suffixed(sum.constant as i128);
            let names = sum.scalars.iter();
            let names = names.map(|scalar| &self.program.scalars[*scalar].name);
            parse_quote!((#constant #(+ (#names as i128))*))
        };
        let steps = Sum::from(first).times(bound.factor.unsigned_abs());
        let (plus, minus) = (exact(&signed.plus), exact(&signed.minus.plus(&begins)));
        let steps = exact(&steps);
        let at: Expr = match bound.factor > 0 {
            true => parse_quote!(#plus + #steps - #minus),
            false => parse_quote!(#plus - #steps - #minus),
        };
        let factor = Literal::i128_suffixed(bound.factor.unsigned_abs() as i128);
        // With the sign as an operator: clippy would have a factor of -1 written in another way.
        let last = |count: &Ident| -> Expr {
            match bound.factor > 0 {
                true => parse_quote!(#at + #factor * ((#count as i128) - 1i128)),
                false => parse_quote!(#at - #factor * ((#count as i128) - 1i128)),
            }
        };
        let name = |scalar: ScalarId| self.program.scalars[scalar].name.clone();
        let number = name(value);
        let positions: Expr = match count.map(name) {
            Some(count) => {
                let last = last(&count);
                parse_quote!((#number, #count, #at, #last))
            }
            None => parse_quote!((#number, 1usize, #at, #at)),
        };
        sort_by_key(&mut scalars, |scalar| *scalar);
        scalars.dedup();
        let (arg, axis) = bound.of;
        let op = Op::Inside {
            positions: Host {
                scalars,
                ..Host::plain(positions)
            },
            arg,
            axis: (self.program.rank(arg) > 1).then_some(axis),
        };
        let name = self.scope.fresh(&format!("{hint}_inside"), bound.span);
        match self.bind_under(name, op) {
            Output::Scalar(scalar) => Some(scalar),
            Output::Array(_) => None,
        }
    }

    /// The coordinate of the first element of an array along an axis.
    fn first_of(&self, (array, axis): (ArrayId, usize)) -> Sum {
        let side = self.program.side(array, axis);
        Sum {
            constant: side.first,
            scalars: side.begins.into_iter().list(),
        }
    }

    /// A difference that ends at 0: the number, if it is known, or else an expression.
    fn difference(&self, left: &Sum, right: &Sum) -> Result<usize, Box<Expr>> {
        let (mut left, mut right) = (left.clone(), right.clone());
        let common = left.constant.min(right.constant);
        left.constant -= common;
        right.constant -= common;
        right.scalars.retain(|scalar| {
            let known = left.scalars.iter().position(|known| known == scalar);
            known.map(|known| left.scalars.remove(known)).is_none()
        });
        match (left.scalars.is_empty(), right.scalars.is_empty()) {
            (true, true) => Ok(left.constant.saturating_sub(right.constant)),
            (true, _) if left.constant == 0 => Ok(0),
            _ => {
                let minuend = self.sum(&left);
                if right.constant == 0 && right.scalars.is_empty() {
                    return Err(Box::new(minuend));
                }
                let less = self.sum(&right);
                Err(Box::new(
                    parse_quote!(usize::saturating_sub(#minuend, #less)),
                ))
            }
        }
    }

    fn sum(&self, sum: &Sum) -> Expr {
        let names = sum.scalars.iter();
        let mut terms = names.map(|scalar| -> Expr {
            let name = &self.program.scalars[*scalar].name;
            parse_quote!(#name)
        });
        let first = match (sum.constant, terms.next()) {
            (0, Some(term)) => term,
            (constant, None) => return number(constant),
            (constant, Some(term)) => {
                let constant = number(constant);
                parse_quote!(usize::saturating_add(#term, #constant))
            }
        };
        terms.fold(
            first,
            |sum, term| parse_quote!(usize::saturating_add(#sum, #term)),
        )
    }

    /// The scalar of a number that is computed: the same one for the same text, which names scalars
    /// by names that nothing else has.
    fn computed_scalar(&mut self, value: Expr, span: Span, hint: &str) -> Option<ScalarId> {
        let text = tokens::of(&value);
        if let Some((_, known)) = self.computed.iter().find(|known| known.0 == text) {
            return Some(*known);
        }
        let scalars = self.program.scalars.iter();
        let free = crate::syntax::names::free(&value);
        let named = scalars.filter(|(_, scalar)| free.contains(&scalar.name));
        let scalars: Vec<ScalarId> = named.map(|(id, _)| id).list();
        let value = Host {
            scalars,
            ..Host::plain(value)
        };
        let name = self.scope.fresh(hint, span);
        match self.bind_under(name, Op::Host { value }) {
            Output::Scalar(scalar) => {
                self.computed.push((text, scalar));
                Some(scalar)
            }
            Output::Array(_) => None,
        }
    }
}

fn number(number: usize) -> Expr {
    let number = Literal::usize_suffixed(number);
    parse_quote!(#number)
}

/// A number that is known, or an expression for it.
fn known_or(computed: Result<usize, Box<Expr>>) -> Expr {
    match computed {
        Ok(known) => number(known),
        Err(expr) => *expr,
    }
}

/// A number divided by another one, rounded up.
fn over(expr: Expr, factor: usize) -> Expr {
    match factor {
        1 => expr,
        factor => {
            let factor = number(factor);
            parse_quote!(usize::div_ceil(#expr, #factor))
        }
    }
}

/// The least or the largest of some numbers. Its function is that of a trait, which a program need not have in
/// scope.
fn extreme(function: &str, numbers: Vec<Expr>) -> Option<Expr> {
    let function = Ident::new(function, Span::call_site());
    let mut texts: Vec<String> = Vec::new();
    let mut numbers = numbers;
    numbers.retain(|number| {
        let text = tokens::of(number);
        let is_new = !texts.contains(&text);
        texts.push(text);
        is_new
    });
    let numbers = numbers.into_iter();
    numbers.reduce(|left, right| parse_quote!(::core::cmp::Ord::#function(#left, #right)))
}
