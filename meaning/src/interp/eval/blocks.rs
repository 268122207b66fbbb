//! Blocks and branches.

use syn::{Block, Expr, ExprBlock, Local, Stmt};

use super::{Eval, Evaluator, Flow, loops, unsupported};
use crate::interp::types::Type;
use crate::interp::value::Value;

impl Evaluator<'_> {
    pub(super) fn labelled_block(&mut self, block: &ExprBlock) -> Eval {
        let label = block.label.as_ref().map(|label| &label.name);
        match self.block(&block.block) {
            Err(Flow::Break(Some(target), value))
                if loops::label(label).as_ref() == Some(&target) =>
            {
                Ok(value)
            }
            other => other,
        }
    }

    pub(super) fn block(&mut self, block: &Block) -> Eval {
        let base = self.scope.len();
        let value = self.statements(&block.stmts);
        self.scope.truncate(base);
        value
    }

    fn statements(&mut self, statements: &[Stmt]) -> Eval {
        let mut last = Value::UNIT;
        for statement in statements {
            last = Value::UNIT;
            match statement {
                Stmt::Local(local) => self.local(local)?,
                Stmt::Expr(expr, None) => last = self.expr(expr)?,
                Stmt::Expr(expr, Some(_)) => {
                    self.expr(expr)?;
                }
                Stmt::Macro(call) => {
                    let value = self.macro_call(&call.mac)?;
                    if call.semi_token.is_none() {
                        last = value;
                    }
                }
                Stmt::Item(item) => return Err(unsupported("the item", item)),
            }
        }
        Ok(last)
    }

    fn local(&mut self, local: &Local) -> Eval<()> {
        let Some(init) = &local.init else {
            return Err(unsupported("without a value, the variable", local));
        };
        let value = self.expr(&init.expr)?;
        match &init.diverge {
            None => self.bind(&local.pat, value),
            Some((_, otherwise)) => {
                if !self.matches(&local.pat, &value)? {
                    self.expr(otherwise)?;
                }
                Ok(())
            }
        }
    }

    /// `if` and `match`. Where the branch that is taken yields a literal, its
    /// type may be known from a branch that is not: `if x > 0.0 { x } else
    /// { 1.0 }` is of the type of `x` on both sides.
    pub(super) fn branch(&mut self, expr: &Expr) -> Eval {
        let base = self.scope.len();
        let value = match expr {
            Expr::If(branch) => match self.condition(&branch.cond) {
                Ok(true) => self.block(&branch.then_branch),
                Ok(false) => {
                    self.scope.truncate(base);
                    match &branch.else_branch {
                        Some((_, otherwise)) => self.expr(otherwise),
                        None => Ok(Value::UNIT),
                    }
                }
                Err(flow) => Err(flow),
            },
            Expr::Match(matched) => self.arms(matched),
            other => Err(unsupported("the branch", other)),
        };
        self.scope.truncate(base);
        let value = value?;
        if !value.is_open() {
            return Ok(value);
        }
        let ty = self.infer(expr);
        Ok(match value.ty().join(&ty) {
            Some(ty) if ty != Type::Unknown => value.at(&ty)?,
            _ => value,
        })
    }

    fn arms(&mut self, matched: &syn::ExprMatch) -> Eval {
        let value = self.expr(&matched.expr)?;
        let base = self.scope.len();
        for arm in &matched.arms {
            if self.matches(&arm.pat, &value)? {
                return self.expr(&arm.body);
            }
            self.scope.truncate(base);
        }
        Err(unsupported(&format!("for `{value}`, no arm of"), matched))
    }
}
