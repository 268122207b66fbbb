//! Blocks and the bindings in them.

use super::Inference;
use crate::scalar::Type;
use crate::scalar::tree::{Expr, ExprKind, Statement};
use proc_macro2::Span;
use syn::spanned::Spanned;

impl Inference<'_> {
    pub(super) fn block(&mut self, block: &syn::Block, span: Span) -> Expr {
        let names = self.scope.len();
        let mut statements = Vec::new();
        let mut value = None;
        // A block that ends by leaving has any type.
        let mut leaves = false;
        for (index, statement) in block.stmts.iter().enumerate() {
            if is_empty(statement) {
                continue;
            }
            leaves = false;
            match statement {
                syn::Stmt::Local(local) => self.binding(local, &mut statements),
                syn::Stmt::Expr(expr, semicolon) => {
                    let expr = self.expr(expr);
                    leaves = matches!(
                        expr.kind,
                        ExprKind::Return(_) | ExprKind::Break(_) | ExprKind::Continue(_)
                    );
                    let last = index + 1 == block.stmts.len();
                    if last && semicolon.is_none() {
                        value = Some(Box::new(expr));
                    } else {
                        statements.push(Statement::Expr(expr));
                    }
                }
                syn::Stmt::Macro(call) if is_debug_assertion(&call.mac) => {}
                syn::Stmt::Macro(call) => {
                    let name = call.mac.path.segments.last();
                    let name = name.map(|last| last.ident.to_string()).unwrap_or_default();
                    self.unsupported(call.span(), &format!("the macro `{name}!`"));
                }
                syn::Stmt::Item(item) => {
                    self.unsupported(item.span(), "an item inside of a worker");
                }
            }
        }
        self.scope.truncate(names);
        let ty = match &value {
            Some(value) => value.ty.clone(),
            None if leaves => self.table.any(),
            None => Type::UNIT,
        };
        match value {
            Some(value) if statements.is_empty() => *value,
            value => Expr {
                kind: ExprKind::Block(statements, value),
                ty,
                span,
            },
        }
    }

    fn binding(&mut self, local: &syn::Local, statements: &mut Vec<Statement>) {
        let Some(init) = &local.init else {
            // `let x;`, to be assigned once on every path.
            let (pattern, ty) = match &local.pat {
                syn::Pat::Type(typed) => (&*typed.pat, self.of_syntax(&typed.ty)),
                other => (other, self.table.any()),
            };
            match pattern {
                syn::Pat::Ident(name) => {
                    let text = name.ident.to_string();
                    let id = self.add_local(&text, ty, true, name.span());
                    self.scope.push((text, id));
                    statements.push(Statement::Let(id, None));
                }
                other => {
                    self.unsupported(other.span(), "this pattern");
                }
            }
            return;
        };
        if let Some((token, _)) = &init.diverge {
            self.unsupported(token.span(), "`let … else`");
        }
        let value = self.expr(&init.expr);
        self.destructure(&local.pat, value, statements);
    }
}

/// Returns true for a semicolon without anything before it.
fn is_empty(statement: &syn::Stmt) -> bool {
    matches!(statement, syn::Stmt::Expr(syn::Expr::Verbatim(tokens), Some(_)) if tokens.is_empty())
}

/// `debug_assert!` and the like, which do nothing in fast builds.
pub(super) fn is_debug_assertion(call: &syn::Macro) -> bool {
    call.path
        .segments
        .last()
        .is_some_and(|last| last.ident.to_string().starts_with("debug_assert"))
}
