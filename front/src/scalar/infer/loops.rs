//! Loops, and the jumps out of them.

use super::Inference;
use crate::scalar::Type;
use crate::scalar::tree::{Expr, ExprKind, LoopId, Statement, Unary};
use proc_macro2::Span;
use syn::spanned::Spanned;

impl Inference<'_> {
    pub(super) fn looped(&mut self, expr: &syn::Expr) -> Expr {
        let span = expr.span();
        match expr {
            // `loop { if !condition { break } … }`
            syn::Expr::While(looped) => {
                let (id, (condition, body)) = self.inside(looped.label.as_ref(), |this| {
                    let condition = this.condition(&looped.cond);
                    (condition, this.block(&looped.body, looped.body.span()))
                });
                let leave = Expr {
                    kind: ExprKind::If(
                        Box::new(Expr {
                            ty: Type::BOOL,
                            span: condition.span,
                            kind: ExprKind::Unary(Unary::Not, Box::new(condition)),
                        }),
                        Box::new(Expr {
                            kind: ExprKind::Break(id),
                            ty: Type::UNIT,
                            span,
                        }),
                        None,
                    ),
                    ty: Type::UNIT,
                    span,
                };
                let body = Expr {
                    kind: ExprKind::Block(
                        vec![Statement::Expr(leave), Statement::Expr(body)],
                        None,
                    ),
                    ty: Type::UNIT,
                    span,
                };
                Expr {
                    kind: ExprKind::Loop(id, Box::new(body)),
                    ty: Type::UNIT,
                    span,
                }
            }
            syn::Expr::Loop(looped) => {
                let (id, body) = self.inside(looped.label.as_ref(), |this| {
                    this.block(&looped.body, looped.body.span())
                });
                let mut leaves = false;
                body.visit(&mut |part| {
                    leaves |= matches!(part.kind, ExprKind::Break(of) if of == id)
                });
                Expr {
                    kind: ExprKind::Loop(id, Box::new(body)),
                    ty: match leaves {
                        true => Type::UNIT,
                        false => self.table.any(),
                    },
                    span,
                }
            }
            syn::Expr::ForLoop(looped) => self.counted(looped),
            _ => self.unsupported(span, "this loop"),
        }
    }

    /// `for i in a..b { … }`
    fn counted(&mut self, looped: &syn::ExprForLoop) -> Expr {
        let span = looped.span();
        let range = match &*looped.expr {
            syn::Expr::Range(range) => Some(range),
            syn::Expr::Paren(inner) => match &*inner.expr {
                syn::Expr::Range(range) => Some(range),
                _ => None,
            },
            _ => None,
        };
        let bounds =
            range.and_then(|range| Some((range, range.start.as_ref()?, range.end.as_ref()?)));
        let Some((range, start, end)) = bounds else {
            return self.unsupported(looped.expr.span(), "a `for` loop over anything but a range");
        };
        let start = self.expr(start);
        let end = self.expr(end);
        self.unify(&start.ty, &end.ty, range.span());
        let name = match &*looped.pat {
            syn::Pat::Ident(name) => name.ident.to_string(),
            syn::Pat::Wild(_) => "step".to_owned(),
            other => {
                return self.unsupported(other.span(), "this pattern");
            }
        };
        let names = self.scope.len();
        let local = self.add_local(&name, start.ty.clone(), false, looped.pat.span());
        self.scope.push((name, local));
        let (id, body) = self.inside(looped.label.as_ref(), |this| {
            this.block(&looped.body, looped.body.span())
        });
        self.scope.truncate(names);
        Expr {
            kind: ExprKind::For {
                id,
                local,
                start: Box::new(start),
                end: Box::new(end),
                inclusive: matches!(range.limits, syn::RangeLimits::Closed(_)),
                body: Box::new(body),
            },
            ty: Type::UNIT,
            span,
        }
    }

    fn inside<T>(
        &mut self,
        label: Option<&syn::Label>,
        body: impl FnOnce(&mut Self) -> T,
    ) -> (LoopId, T) {
        let id = self.next_loop;
        self.next_loop += 1;
        let label = label.map(|label| label.name.ident.to_string());
        self.loops.push((label, id));
        let body = body(self);
        self.loops.pop();
        (id, body)
    }

    /// `break` and `continue`.
    pub(super) fn leave(
        &mut self,
        label: Option<&syn::Lifetime>,
        span: Span,
        kind: fn(LoopId) -> ExprKind,
    ) -> Expr {
        let of = match label {
            None => self.loops.last(),
            Some(label) => self
                .loops
                .iter()
                .rev()
                .find(|(name, _)| name.as_deref() == Some(&label.ident.to_string())),
        };
        let innermost = self.loops.last().map(|(_, id)| *id);
        match of.map(|(_, id)| *id) {
            Some(id) if Some(id) != innermost => {
                self.unsupported(span, "a `break` or `continue` of an outer loop")
            }
            Some(id) => self.never(kind(id), span),
            None => self.unsupported(span, "a `break` or `continue` out of no loop"),
        }
    }
}
