//! Bodies with angles, which may be huge and hardly ever are.

use crate::math;
use crate::nest::Region;
use crate::walk;
use syn::Expr;

/// Returns true if a worker of a body has a method of angles.
pub(super) fn has_angles(body: &Region) -> bool {
    body.workers().any(|worker| has_angle(&worker.expr))
}

/// Returns true if an expression has a method of angles.
fn has_angle(expr: &Expr) -> bool {
    let mut found = false;
    walk::expr(expr, &mut |node| {
        if let walk::Node::Expr(Expr::MethodCall(call)) = node {
            found |= math::is_of_angle(call);
        }
        !found
    });
    found
}
