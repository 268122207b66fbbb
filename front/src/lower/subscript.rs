//! Subscripts: positions as functions of an index.

use crate::syntax::{names, strip};
use proc_macro2::{Ident, Literal};
use syn::{BinOp, Expr, ItemConst, Lit, UnOp, parse_quote};

/// A subscript.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subscript {
    /// `factor * i + offset`, where the factor is positive.
    Affine {
        /// The distance between two elements that are read one after the other.
        factor: usize,
        /// The element that `i = 0` reads.
        offset: isize,
    },
    /// `offset - factor * i`: it runs backwards.
    Backwards,
    /// The index, and something that the program computes.
    Shifted,
    /// Anything else, which Rust evaluates and checks.
    Other,
}

/// `factor * i + offset`.
#[derive(Clone, Copy, Debug)]
struct Linear {
    factor: isize,
    offset: isize,
}

impl Subscript {
    /// The subscript that an expression is of an index. `constants` are those beside the program.
    pub(super) fn of(expr: &Expr, index: &Ident, constants: &[ItemConst]) -> Subscript {
        let index = Some(index);
        let reader = Reader { index, constants };
        match reader.linear(expr) {
            Some(Linear { factor: 0, .. }) => Subscript::Other,
            Some(Linear { factor, offset }) => match usize::try_from(factor) {
                Ok(factor) => Subscript::Affine { factor, offset },
                Err(_) => Subscript::Backwards,
            },
            None if reader.is_shifted(expr) => Subscript::Shifted,
            None => Subscript::Other,
        }
    }
}

/// A sum of a number and other terms, those of which that are true are subtracted.
pub(super) struct Terms {
    pub(super) constant: isize,
    pub(super) others: Vec<(bool, Expr)>,
}

impl Terms {
    /// The factor of an index in a subscript, and the terms beside it; `None` if there is no sum of
    /// these, or the factor is not positive.
    pub(super) fn of(
        expr: &Expr,
        index: &Ident,
        constants: &[ItemConst],
    ) -> Option<(usize, Terms)> {
        let index = Some(index);
        let reader = Reader { index, constants };
        let mut terms = Terms {
            constant: 0,
            others: Vec::new(),
        };
        let factor = terms.add(expr, false, &reader)?;
        let factor = usize::try_from(factor).ok().filter(|factor| *factor > 0)?;
        Some((factor, terms))
    }

    /// An expression without an index.
    pub(super) fn alone(expr: Expr) -> Terms {
        Terms {
            constant: 0,
            others: vec![(false, expr)],
        }
    }

    /// Adds an expression; returns the factor of the index in it.
    fn add(&mut self, expr: &Expr, minus: bool, reader: &Reader<'_>) -> Option<isize> {
        let sign = if minus { -1 } else { 1 };
        if let Some(linear) = reader.linear(expr) {
            self.constant = self.constant.checked_add(sign * linear.offset)?;
            return Some(sign * linear.factor);
        }
        if !reader.is_in(expr) {
            self.others.push((minus, strip(expr).clone()));
            return Some(0);
        }
        match strip(expr) {
            Expr::Binary(sum) if matches!(sum.op, BinOp::Add(_) | BinOp::Sub(_)) => {
                let left = self.add(&sum.left, minus, reader)?;
                let right =
                    self.add(&sum.right, minus != matches!(sum.op, BinOp::Sub(_)), reader)?;
                left.checked_add(right)
            }
            _ => None,
        }
    }

    /// The sum with another number added, which wraps around below 0.
    pub(super) fn behind(self, offset: isize) -> Expr {
        let constant = self.constant + offset;
        let number = Literal::usize_suffixed(constant.unsigned_abs());
        let mut others = self.others;
        // A sum begins with a term that is added.
        others.sort_by_key(|other| other.0);
        let mut others = others.into_iter();
        let mut sum: Option<Expr> = None;
        if let Some((false, first)) = others.as_slice().first() {
            sum = Some(parse_quote!((#first)));
            others.next();
        }
        sum = match (sum, constant) {
            (Some(sum), 0) => Some(sum),
            (Some(sum), 1..) => Some(parse_quote!(usize::wrapping_add(#sum, #number))),
            (Some(sum), _) => Some(parse_quote!(usize::wrapping_sub(#sum, #number))),
            (None, 0..) => Some(parse_quote!(#number)),
            (None, _) => Some(parse_quote!(usize::wrapping_sub(0, #number))),
        };
        let sum = sum.expect("there is a number at least");
        others.fold(sum, |sum, (minus, other)| match minus {
            false => parse_quote!(usize::wrapping_add(#sum, #other)),
            true => parse_quote!(usize::wrapping_sub(#sum, #other)),
        })
    }
}

/// The number that an expression without an index is, if literals and constants say it.
pub(super) fn constant(expr: &Expr, constants: &[ItemConst]) -> Option<isize> {
    let index = None;
    let reader = Reader { index, constants };
    reader.linear(expr).map(|linear| linear.offset)
}

struct Reader<'r> {
    index: Option<&'r Ident>,
    constants: &'r [ItemConst],
}

impl Reader<'_> {
    /// The function of the index that an expression is, if literals and constants say it.
    fn linear(&self, expr: &Expr) -> Option<Linear> {
        let constant = |offset| Linear { factor: 0, offset };
        match strip(expr) {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Int(int) => Some(constant(int.base10_parse().ok()?)),
                _ => None,
            },
            Expr::Path(path) => {
                let name = path.path.get_ident()?;
                if Some(name) == self.index {
                    return Some(Linear {
                        factor: 1,
                        offset: 0,
                    });
                }
                let mut constants = self.constants.iter();
                let known = constants.find(|constant| constant.ident == *name)?;
                match strip(&known.expr) {
                    value @ Expr::Lit(_) => self.linear(value),
                    _ => None,
                }
            }
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
                self.linear(&unary.expr)?.times(-1)
            }
            Expr::Binary(binary) => {
                let (left, right) = (self.linear(&binary.left)?, self.linear(&binary.right)?);
                match binary.op {
                    BinOp::Add(_) => left.plus(right),
                    BinOp::Sub(_) => left.plus(right.times(-1)?),
                    BinOp::Mul(_) if left.factor == 0 => right.times(left.offset),
                    BinOp::Mul(_) if right.factor == 0 => left.times(right.offset),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Returns true if an expression is a sum of the index, or a multiple of it, and of numbers
    /// without it.
    fn is_shifted(&self, expr: &Expr) -> bool {
        let Expr::Binary(binary) = strip(expr) else {
            return false;
        };
        let (left, right) = (&*binary.left, &*binary.right);
        let is_sum = matches!(binary.op, BinOp::Add(_) | BinOp::Sub(_));
        let follows = |one: &Expr| {
            self.linear(one).is_some_and(|linear| linear.factor != 0) || self.is_shifted(one)
        };
        is_sum && (follows(left) && !self.is_in(right) || follows(right) && !self.is_in(left))
    }

    fn is_in(&self, expr: &Expr) -> bool {
        let free = names::free(expr);
        self.index.is_some_and(|index| free.contains(index))
    }
}

impl Linear {
    fn plus(self, other: Linear) -> Option<Linear> {
        Some(Linear {
            factor: self.factor.checked_add(other.factor)?,
            offset: self.offset.checked_add(other.offset)?,
        })
    }

    fn times(self, number: isize) -> Option<Linear> {
        Some(Linear {
            factor: self.factor.checked_mul(number)?,
            offset: self.offset.checked_mul(number)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Subscript;
    use syn::parse_quote;

    fn of(text: &str) -> Subscript {
        let constants = [
            parse_quote!(
                const R: usize = 2;
            ),
            parse_quote!(
                const S: usize = other();
            ),
        ];
        let expr = syn::parse_str(text).expect("an expression");
        Subscript::of(&expr, &syn::parse_str("i").expect("a name"), &constants)
    }

    fn affine(factor: usize, offset: isize) -> Subscript {
        Subscript::Affine { factor, offset }
    }

    #[test]
    fn sums_and_multiples_are_affine() {
        assert_eq!(of("i"), affine(1, 0));
        assert_eq!(of("i + 1"), affine(1, 1));
        assert_eq!(of("3 + (i - 1)"), affine(1, 2));
        assert_eq!(of("2 * i + 1"), affine(2, 1));
        assert_eq!(of("i * R - R"), affine(2, -2));
        assert_eq!(of("i + i"), affine(2, 0));
    }

    #[test]
    fn the_rest_is_told_apart() {
        assert_eq!(of("9 - i"), Subscript::Backwards);
        assert_eq!(of("i + n"), Subscript::Shifted);
        assert_eq!(of("n - 1 - i"), Subscript::Shifted);
        assert_eq!(of("2 * i + S"), Subscript::Shifted);
        for text in [
            "0",
            "i / 2",
            "(i + 1) % n",
            "k",
            "i - i",
            "i + f(i)",
            "i * n",
        ] {
            assert_eq!(of(text), Subscript::Other, "{text}");
        }
    }
}
