//! Loops.

use syn::{Expr, Lifetime};

use super::{Eval, Evaluator, Flow, range_items, unsupported};
use crate::interp::value::Value;

/// The name of a label.
pub(super) fn label(lifetime: Option<&Lifetime>) -> Option<String> {
    lifetime.map(|lifetime| lifetime.ident.to_string())
}

/// The end of one iteration, as the loop sees it.
enum Turn {
    Next,
    Done(Value),
}

/// Returns true if a `break` or `continue` to that label means this loop.
fn is_meant(target: Option<&String>, own: Option<&String>) -> bool {
    target.is_none() || target == own
}

fn turn(body: Eval, own: Option<&String>) -> Eval<Turn> {
    match body {
        Ok(_) => Ok(Turn::Next),
        Err(Flow::Break(target, value)) if is_meant(target.as_ref(), own) => Ok(Turn::Done(value)),
        Err(Flow::Continue(target)) if is_meant(target.as_ref(), own) => Ok(Turn::Next),
        Err(flow) => Err(flow),
    }
}

impl Evaluator<'_> {
    pub(super) fn looped(&mut self, expr: &Expr) -> Eval {
        let base = self.scope.len();
        let value = match expr {
            Expr::Loop(forever) => {
                let own = label(forever.label.as_ref().map(|label| &label.name));
                loop {
                    let body = self.block(&forever.body);
                    if let Turn::Done(value) = turn(body, own.as_ref())? {
                        break value;
                    }
                }
            }
            Expr::While(guarded) => {
                let own = label(guarded.label.as_ref().map(|label| &label.name));
                while self.condition(&guarded.cond)? {
                    let body = self.block(&guarded.body);
                    // The condition may have bound names with `let`.
                    self.scope.truncate(base);
                    if let Turn::Done(_) = turn(body, own.as_ref())? {
                        break;
                    }
                }
                Value::UNIT
            }
            Expr::ForLoop(each) => {
                let own = label(each.label.as_ref().map(|label| &label.name));
                for item in self.items(&each.expr)? {
                    self.bind(&each.pat, item)?;
                    let body = self.block(&each.body);
                    self.scope.truncate(base);
                    if let Turn::Done(_) = turn(body, own.as_ref())? {
                        break;
                    }
                }
                Value::UNIT
            }
            other => return Err(unsupported("the loop", other)),
        };
        self.scope.truncate(base);
        Ok(value)
    }

    /// Evaluates the items of a `for`: a range, an array, or one of these reversed.
    fn items(&mut self, expr: &Expr) -> Eval<Vec<Value>> {
        match expr {
            Expr::Paren(inner) => return self.items(&inner.expr),
            Expr::MethodCall(call) if call.args.is_empty() => {
                if call.method == "rev" {
                    let mut items = self.items(&call.receiver)?;
                    items.reverse();
                    return Ok(items);
                }
                let same = ["iter", "into_iter", "copied", "cloned"];
                if same.iter().any(|name| call.method == name) {
                    return self.items(&call.receiver);
                }
            }
            _ => {}
        }
        let value = self.expr(expr)?;
        if let Some(items) = range_items(&value, self.outside) {
            return Ok(items?.into_items());
        }
        match value {
            Value::Array(array) => Ok(array.into_items()),
            _ => Err(unsupported("the loop over", expr)),
        }
    }
}
