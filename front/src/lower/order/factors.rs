//! The factors of the body of a fold, by the operators of a semiring.

use super::super::over::written::Written;
use crate::ir::known::Known;
use crate::syntax::strip;
use fusus_sums::Semiring;
use quote::quote_spanned;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, ItemFn, Lit, parse_quote};

/// The operators of a fold over a product.
pub(super) struct Operators {
    semiring: Semiring,
}

impl Operators {
    /// The operators of a fold, if products distribute over it: `sum` promises it; other folds are
    /// those of known operators that begin with the neutral element.
    pub(super) fn of(written: &Written, functions: &[ItemFn]) -> Option<Self> {
        let semiring = match &written.operator {
            None => Semiring::SumProduct,
            Some((seed, operator)) => {
                let (semiring, neutral): (_, &[&str]) = match Known::of(operator, functions)? {
                    Known::Min => (Semiring::MinPlus, &["INFINITY"]),
                    Known::Max => (Semiring::MaxPlus, &["NEG_INFINITY"]),
                    Known::Or => (Semiring::OrAnd, &["false", "0"]),
                    _ => return None,
                };
                (neutral.contains(&&*last_word(seed)?)).then_some(semiring)?
            }
        };
        Some(Operators { semiring })
    }

    /// The factors of an expression, from left to right.
    pub(super) fn factors(&self, expr: &Expr) -> Vec<Expr> {
        match strip(expr) {
            Expr::Binary(product) if self.multiplies(&product.op) => {
                let mut factors = self.factors(&product.left);
                factors.extend(self.factors(&product.right));
                factors
            }
            other @ (Expr::Binary(_) | Expr::Unary(_) | Expr::Cast(_)) => {
                vec![parse_quote!((#other))]
            }
            other => vec![other.clone()],
        }
    }

    fn multiplies(&self, op: &BinOp) -> bool {
        match self.semiring {
            Semiring::SumProduct => matches!(op, BinOp::Mul(_)),
            Semiring::MinPlus | Semiring::MaxPlus => matches!(op, BinOp::Add(_)),
            Semiring::OrAnd => matches!(op, BinOp::BitAnd(_)),
        }
    }

    /// The product of two values.
    pub(super) fn product(&self, left: &Expr, right: &Expr) -> Expr {
        // At the place of a factor, where rustc says that two of them have no product.
        let span = right.span();
        let product = match self.semiring {
            Semiring::SumProduct => quote_spanned!(span=> #left * #right),
            Semiring::MinPlus | Semiring::MaxPlus => quote_spanned!(span=> #left + #right),
            Semiring::OrAnd => quote_spanned!(span=> #left & #right),
        };
        syn::parse2(product).expect("a product")
    }
}

/// The last word of `f64::INFINITY`, or a literal.
fn last_word(expr: &Expr) -> Option<String> {
    match strip(expr) {
        Expr::Path(path) => Some(path.path.segments.last()?.ident.to_string()),
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => Some(number.base10_digits().to_owned()),
            Lit::Bool(truth) => Some(truth.value.to_string()),
            _ => None,
        },
        _ => None,
    }
}
