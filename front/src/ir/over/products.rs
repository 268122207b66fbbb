//! Sums of products, each of which is multiplied and added in one operation.

use super::{Kind, Over, PRODUCTS_IN_ORDER, call};
use proc_macro2::Span;
use syn::Expr;

/// The two factors of an expression that is written as a product.
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Factors<'e> {
    /// The factor in front of the sign.
    pub left: &'e Expr,
    /// The factor behind it.
    pub right: &'e Expr,
    /// The place of the sign.
    pub sign: Span,
}

/// The factors of an expression that is written as a product.
pub fn factors(expr: &Expr) -> Option<Factors<'_>> {
    match expr {
        Expr::Paren(inner) => factors(&inner.expr),
        Expr::Group(inner) => factors(&inner.expr),
        Expr::Binary(product) => match product.op {
            syn::BinOp::Mul(sign) => Some(Factors {
                left: &product.left,
                right: &product.right,
                sign: sign.span,
            }),
            _ => None,
        },
        _ => None,
    }
}

impl<'e> Over<'e> {
    /// The factors of its terms, if each product is multiplied and added in one operation.
    pub fn factors(&self) -> Option<Factors<'e>> {
        match self.kind {
            Kind::Products(_) => factors(&self.closure.body),
            _ => None,
        }
    }

    /// Returns it as a sum that takes one term after the other.
    pub(super) fn products_in_order(&self) -> Expr {
        let closure = Expr::Closure(self.closure.clone());
        let views = self.all_views();
        let args = [self.from, self.to, &views, &closure];
        call(PRODUCTS_IN_ORDER, self.span, &args)
    }
}
