//! `match`: a chain of `if`s over a value that has a name.

use super::Inference;
use super::patterns::both;
use crate::scalar::Type;
use crate::scalar::tree::{Expr, ExprKind, Statement};
use syn::spanned::Spanned;

/// An arm: its condition, its bindings and its value.
struct Arm {
    condition: Option<Expr>,
    binds: Vec<Statement>,
    value: Expr,
}

impl Inference<'_> {
    pub(super) fn matched(&mut self, matched: &syn::ExprMatch) -> Expr {
        let span = matched.span();
        let mut statements = Vec::new();
        let value = self.expr(&matched.expr);
        let value = self.named(value, "matched", &mut statements);
        let ty = self.table.any();
        let mut arms = Vec::new();
        for arm in &matched.arms {
            let names = self.scope.len();
            let mut binds = Vec::new();
            let (pattern, guard) = match &arm.pat {
                syn::Pat::Guard(guarded) => (&*guarded.pat, Some(&*guarded.guard)),
                pattern => (pattern, None),
            };
            let mut condition = self.test(pattern, &value, &mut binds);
            if let Some(guard) = guard {
                let guard = self.condition(guard);
                let guard_span = guard.span;
                let guard = match binds.is_empty() {
                    true => guard,
                    false => Expr {
                        kind: ExprKind::Block(binds.clone(), Some(Box::new(guard))),
                        ty: Type::BOOL,
                        span: guard_span,
                    },
                };
                condition = both(condition, Some(guard), guard_span);
            }
            let value = self.expr(&arm.body);
            self.unify(&value.ty, &ty, value.span);
            self.scope.truncate(names);
            arms.push(Arm {
                condition,
                binds,
                value,
            });
        }
        // Rust has seen to it that one arm is taken: the last, if no other.
        let chain = arms
            .into_iter()
            .rev()
            .fold(None, |rest: Option<Expr>, arm| {
                let span = arm.value.span;
                let value = match arm.binds.is_empty() {
                    true => arm.value,
                    false => Expr {
                        ty: arm.value.ty.clone(),
                        kind: ExprKind::Block(arm.binds, Some(Box::new(arm.value))),
                        span,
                    },
                };
                Some(match (arm.condition, rest) {
                    (Some(condition), Some(rest)) => Expr {
                        ty: ty.clone(),
                        kind: ExprKind::If(
                            Box::new(condition),
                            Box::new(value),
                            Some(Box::new(rest)),
                        ),
                        span,
                    },
                    _ => value,
                })
            });
        let Some(chain) = chain else {
            return self.unsupported(span, "a `match` without arms");
        };
        if statements.is_empty() {
            return chain;
        }
        Expr {
            kind: ExprKind::Block(statements, Some(Box::new(chain))),
            ty,
            span,
        }
    }
}
