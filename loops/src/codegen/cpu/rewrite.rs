//! Workers that generated code has in another form.

use crate::walk::{self, Node, Part};
use std::borrow::Cow;
use syn::Expr;

/// Returns a worker of which `change` has changed each expression, behind those inside it; the worker
/// itself, if `is_one` holds for none of them.
pub(super) fn each<'e>(
    expr: Cow<'e, Expr>,
    is_one: impl Fn(&Expr) -> bool,
    change: impl Fn(&mut Expr),
) -> Cow<'e, Expr> {
    let mut found = false;
    walk::expr(&expr, &mut |node| {
        found |= matches!(node, Node::Expr(expr) if is_one(expr));
        !found
    });
    if !found {
        return expr;
    }
    let mut expr = expr.into_owned();
    walk::change(&mut expr, &mut |part| match part {
        Part::Before(_) => true,
        // Nothing is known of what a macro makes of its arguments.
        Part::Macro(_) => false,
        Part::After(expr) => {
            change(expr);
            true
        }
    });
    Cow::Owned(expr)
}
