//! Near angles: bodies that take all angles for near ones first.
//!
//! Most of the time of a sine is for angles that are huge, which few programs have. A loop cannot
//! ask for each element and be a loop over vectors, but it can compute some hundred elements as if
//! all angles were near, take note of one that is not, and compute them again where there was one
//! (`near.rs` of the runtime). So a body must do nothing that cannot be done twice, and nothing
//! that could fail for the sine of another angle than the program has.

use super::angles::has_angles;
use super::item::{Action, Purpose};
use super::overwritten::reads_overwritten;
use super::pass::{Form, Pass};
use crate::math;
use crate::nest::{Nest, Step};
use crate::walk;
use syn::{Block, Expr, Stmt, Type, UnOp};

/// Returns true if a pass takes angles for near ones first.
pub(super) fn takes(nest: &Nest, pass: &Pass) -> bool {
    let writes = pass.written();
    let may_write_again = || {
        writes.iter().all(|write| write.mode.is_one_each())
            && !reads_overwritten(nest, &pass.region, &writes)
    };
    let computes = match (pass.form, pass.purpose) {
        (Form::Each { unrolled: false } | Form::Halves { unrolled: false }, Purpose::Results) => {
            pass.reductions.is_empty() && may_write_again()
        }
        // It reads what others write, and writes a temporary alone.
        (Form::Store, Purpose::Store) => true,
        _ => false,
    };
    let is_done = |action: &Action| match action {
        Action::Item(item) => pass.region.items[*item].step().is_some_and(may_repeat),
        Action::Reload { .. } => false,
    };
    computes && has_angles(&pass.region) && pass.actions.iter().all(is_done)
}

/// Returns true if a step may be done twice, and does not fail whatever numbers it gets.
fn may_repeat(step: &Step) -> bool {
    let is_closure = |expr: &Expr| match crate::nest::bare(expr) {
        Expr::Closure(closure) => is_arithmetic(&closure.body),
        _ => false,
    };
    step.is_plain()
        && !step.may_fail()
        && step.worker().is_none_or(|worker| is_closure(&worker.expr))
}

/// Returns true if an expression is nothing but arithmetic of which every float has a result.
/// Integers have not, but none is made of a float here.
fn is_arithmetic(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Paren(inner) => is_arithmetic(&inner.expr),
        Expr::Group(inner) => is_arithmetic(&inner.expr),
        Expr::Field(field) => is_arithmetic(&field.base),
        Expr::Tuple(tuple) => tuple.elems.iter().all(is_arithmetic),
        Expr::Cast(cast) => is_float(&cast.ty) && is_arithmetic(&cast.expr),
        Expr::Unary(unary) => !matches!(unary.op, UnOp::Deref(_)) && is_arithmetic(&unary.expr),
        Expr::Binary(binary) => {
            !walk::is_assignment(&binary.op)
                && is_arithmetic(&binary.left)
                && is_arithmetic(&binary.right)
        }
        Expr::MethodCall(call) => {
            let is_known = math::is_method(call)
                || TOTAL.iter().any(|name| call.method == name) && call.turbofish.is_none();
            is_known && is_arithmetic(&call.receiver) && call.args.iter().all(is_arithmetic)
        }
        Expr::If(choice) => {
            let otherwise = choice.else_branch.iter();
            is_arithmetic(&choice.cond)
                && is_arithmetic_block(&choice.then_branch)
                && otherwise.into_iter().all(|(_, expr)| is_arithmetic(expr))
        }
        Expr::Block(block) => is_arithmetic_block(&block.block),
        _ => false,
    }
}

fn is_arithmetic_block(block: &Block) -> bool {
    block.stmts.iter().all(|stmt| match stmt {
        Stmt::Local(local) => local
            .init
            .as_ref()
            .is_some_and(|init| init.diverge.is_none() && is_arithmetic(&init.expr)),
        Stmt::Expr(expr, _) => is_arithmetic(expr),
        Stmt::Item(_) | Stmt::Macro(_) => false,
    })
}

fn is_float(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident("f32") || path.path.is_ident("f64"))
}

/// Methods of floats that have a result for all of them.
const TOTAL: [&str; 15] = [
    "abs",
    "ceil",
    "copysign",
    "floor",
    "fract",
    "max",
    "min",
    "mul_add",
    "powi",
    "recip",
    "round",
    "signum",
    "sqrt",
    "to_radians",
    "trunc",
];
