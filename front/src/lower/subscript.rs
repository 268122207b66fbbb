//! Subscripts: positions as functions of an index.

use crate::ir::tokens;
use crate::ordered::ToList;
use crate::syntax::{Term, names, strip};
use crate::walk::{self, Node};
use proc_macro2::{Ident, Literal};
use quote::quote_spanned;
use syn::{BinOp, Expr, ExprIndex, ItemConst, Lit, UnOp, parse_quote};

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
    /// Anything else.
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
            Some(Linear { factor, offset }) => match usize::try_from(factor) {
                Ok(factor @ 1..) => Subscript::Affine { factor, offset },
                _ => Subscript::Other,
            },
            None => Subscript::Other,
        }
    }
}

/// A sum of a number and other terms, those of which that are true are subtracted.
#[derive(Clone)]
pub(super) struct Terms {
    pub(super) constant: isize,
    pub(super) others: Vec<(bool, Expr)>,
}

impl Terms {
    /// The factor of an index in a subscript, and the terms beside it; `None` if it is no sum of
    /// these.
    pub(super) fn of(
        expr: &Expr,
        index: Option<&Ident>,
        constants: &[ItemConst],
    ) -> Option<(isize, Terms)> {
        let reader = Reader { index, constants };
        let mut terms = Terms {
            constant: 0,
            others: Vec::new(),
        };
        let factor = terms.add(expr, false, &reader)?;
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
        match strip(expr) {
            Expr::Binary(sum) if matches!(sum.op, BinOp::Add(_) | BinOp::Sub(_)) => {
                let left = self.add(&sum.left, minus, reader)?;
                let right =
                    self.add(&sum.right, minus != matches!(sum.op, BinOp::Sub(_)), reader)?;
                left.checked_add(right)
            }
            // A number that is subtracted: there is no negative one of its type.
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
                self.add(&unary.expr, !minus, reader)
            }
            other if !reader.is_in(other) => {
                self.others.push((minus, other.clone()));
                Some(0)
            }
            _ => None,
        }
    }

    /// The sum with another number added, which wraps around below 0.
    pub(super) fn behind(self, offset: isize) -> Expr {
        let constant = self.constant + offset;
        let number = Literal::usize_suffixed(constant.unsigned_abs());
        // A sum begins with a term that is added.
        let (mut others, subtracted): (Vec<_>, Vec<_>) =
            self.others.into_iter().partition(|(minus, _)| !minus);
        others.extend(subtracted);
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

/// The number that an expression of literals and constants is.
pub(super) fn constant(expr: &Expr, constants: &[ItemConst]) -> Option<isize> {
    let index = None;
    let linear = Reader { index, constants }.linear(expr)?;
    Some(linear.offset)
}

/// The subscripts: `i` and `j` of `a[[i, j]]`, `i` of `a[i]`.
pub(super) fn subscripts(subscripted: &ExprIndex) -> Vec<&Expr> {
    match strip(&subscripted.index) {
        Expr::Array(list) => list.elems.iter().list(),
        other => vec![other],
    }
}

/// The field, `self.xs`, that an expression reads at an index as if it were the name of an array.
pub(super) fn place_read_at(body: &Expr, index: &Ident) -> Option<String> {
    let mut found = None;
    walk::expr(body, &mut |node| {
        if let Node::Expr(Expr::Index(subscripted)) = node
            && let Expr::Field(place) = strip(&subscripted.expr)
            && names::free(&subscripted.index).contains(index)
        {
            found.get_or_insert_with(|| tokens::of(place));
        }
        true
    });
    found
}

/// The name and the subscript of a read, `xs[s * i]`, at a number that is computed from an index.
pub(super) fn read_at_computed(body: &Expr, index: &Ident) -> Option<(Ident, String)> {
    let mut found = None;
    walk::expr(body, &mut |node| {
        if let Node::Expr(Expr::Index(subscripted)) = node
            && let Term::Name(array) = Term::of(&subscripted.expr)
        {
            let mut given = subscripts(subscripted).into_iter();
            let computed = given
                .find(|at| !matches!(strip(at), Expr::Path(_)) && names::free(at).contains(index));
            if let (Some(at), None) = (computed, &found) {
                found = Some((array.clone(), tokens::of(at)));
            }
        }
        true
    });
    found
}

/// `name[i]`, `name[[i, j]]`.
pub(super) fn read_at(name: &Ident, indices: &[Ident]) -> Expr {
    let span = name.span();
    let read = match indices {
        [index] => quote_spanned!(span=> #name[#index]),
        indices => quote_spanned!(span=> #name[[#(#indices),*]]),
    };
    syn::parse2(read).expect("a subscript")
}

#[cfg(test)]
mod tests {
    use super::{Subscript, Terms};
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
        for text in [
            "9 - i",
            "i + n",
            "n - 1 - i",
            "2 * i + S",
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

    #[test]
    fn other_terms_stand_beside_the_index() {
        let terms = |text: &str| {
            let expr = syn::parse_str(text).expect("an expression");
            let index = syn::parse_str("i").expect("a name");
            let (factor, terms) = Terms::of(&expr, Some(&index), &[])?;
            let others = terms.others.iter();
            let others = others.map(|(minus, term)| (*minus, crate::ir::tokens::of(term)));
            Some((factor, terms.constant, others.collect::<Vec<_>>()))
        };
        let n = |minus| (minus, "n".to_owned());
        assert_eq!(terms("n - 1 - i"), Some((-1, -1, vec![n(false)])));
        assert_eq!(terms("2 * i - (n + 3)"), Some((2, -3, vec![n(true)])));
        assert_eq!(terms("i + (-n)"), Some((1, 0, vec![n(true)])));
        assert_eq!(terms("-(i - n) + 2"), Some((-1, 2, vec![n(false)])));
        assert_eq!(
            terms("n / 2"),
            Some((0, 0, vec![(false, "n / 2".to_owned())]))
        );
        assert_eq!(terms("i * n"), None);
    }
}
