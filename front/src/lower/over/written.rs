//! A fold over indices as it is written.

use super::super::Lowering;
use crate::diagnostic::catalog;
use crate::syntax::{Apply, strip};
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::{Expr, ExprClosure, ExprRange};

/// The attribute of closures whose product stands in the order in which it is computed.
pub(in crate::lower) const MARK: &str = "fusus_in_order";

/// A fold over indices as it is written.
pub(in crate::lower) struct Written {
    pub(in crate::lower) span: Span,
    /// The start and the operator; a sum has none.
    pub(in crate::lower) operator: Option<(Expr, Expr)>,
    pub(in crate::lower) range: Option<ExprRange>,
    pub(in crate::lower) indices: Vec<Ident>,
    pub(in crate::lower) body: Expr,
    /// True if its product stands in the order in which it is computed.
    pub(in crate::lower) in_order: bool,
}

/// Returns true if the product of a closure stands in the order in which it is computed.
fn is_marked(closure: &ExprClosure) -> bool {
    let mut attributes = closure.attrs.iter();
    attributes.any(|attribute| attribute.path().is_ident(MARK))
}

impl Lowering {
    /// Takes a fold apart; reports a range with several indices.
    pub(in crate::lower) fn written(&mut self, apply: &Apply<'_>) -> Option<Written> {
        let (closure, before) = apply.args.split_last()?;
        let Expr::Closure(closure) = strip(closure) else {
            return None;
        };
        let (range, before) = match before.split_last().map(|(last, rest)| (strip(last), rest)) {
            Some((Expr::Range(range), rest)) => (Some(range.clone()), rest),
            _ => (None, before),
        };
        let operator = match before {
            [seed, operator] => Some(((*seed).clone(), (*operator).clone())),
            _ => None,
        };
        let indices = self.indices(closure)?;
        if let (Some(range), true) = (&range, indices.len() > 1) {
            self.found.push(catalog::range_of_several(range.span()));
            return None;
        }
        Some(Written {
            span: apply.span,
            operator,
            range,
            indices,
            body: (*closure.body).clone(),
            in_order: is_marked(closure),
        })
    }
}
