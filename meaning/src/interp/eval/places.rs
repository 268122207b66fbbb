//! Fields and elements: reading them without copying the whole value,
//! and assigning to them.

use syn::Expr;

use super::{Eval, Evaluator, Flow, member, unsupported};
use crate::interp::error::Fault;
use crate::interp::value::{Value, unify};

/// A step from a value to a part of it.
enum Step {
    Field(String),
    Index(usize),
}

impl Evaluator<'_> {
    /// The value of a field or element.
    pub(super) fn place(&mut self, expr: &Expr) -> Eval {
        let mut steps = Vec::new();
        let root = self.steps(expr, &mut steps)?;
        let name = match root {
            Expr::Path(path) => path.path.get_ident(),
            _ => None,
        };
        if let Some(slot) = name.and_then(|name| self.slot(name)) {
            return Ok(follow(&self.scope[slot].1, &steps)?.clone());
        }
        let value = self.expr(root)?;
        Ok(follow(&value, &steps)?.clone())
    }

    /// Takes an expression apart into where it starts and the steps from
    /// there, evaluating the indices.
    fn steps<'e>(&mut self, expr: &'e Expr, steps: &mut Vec<Step>) -> Eval<&'e Expr> {
        match expr {
            Expr::Paren(inner) => self.steps(&inner.expr, steps),
            Expr::Group(inner) => self.steps(&inner.expr, steps),
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => {
                self.steps(&unary.expr, steps)
            }
            Expr::Field(field) => {
                let root = self.steps(&field.base, steps)?;
                steps.push(Step::Field(member(&field.member)));
                Ok(root)
            }
            Expr::Index(index) => {
                let root = self.steps(&index.expr, steps)?;
                let position = self.expr(&index.index)?;
                if !matches!(position, Value::Usize(_) | Value::Literal(_)) {
                    return Err(Fault::Types(format!(
                        "an index is of type `usize`, found `{position}` of type `{}`",
                        position.ty()
                    ))
                    .into());
                }
                steps.push(Step::Index(position.get()?));
                Ok(root)
            }
            other => Ok(other),
        }
    }

    /// `target = value`. The new value takes the type of the old one.
    pub(super) fn assign(&mut self, target: &Expr, value: Value) -> Eval<()> {
        match (target, value) {
            (Expr::Infer(_), _) => return Ok(()),
            (Expr::Tuple(targets), Value::Tuple(values)) if targets.elems.len() == values.len() => {
                for (target, value) in targets.elems.iter().zip(values) {
                    self.assign(target, value)?;
                }
                return Ok(());
            }
            (target, value) => {
                let mut steps = Vec::new();
                let root = self.steps(target, &mut steps)?;
                let slot = match root {
                    Expr::Path(path) => path.path.get_ident().and_then(|name| self.slot(name)),
                    _ => None,
                };
                let Some(slot) = slot else {
                    return Err(unsupported("the assignment to", target));
                };
                let place = follow_mut(&mut self.scope[slot].1, &steps)?;
                let (value, _) = unify(value, place.clone())?;
                *place = value;
            }
        }
        Ok(())
    }

    /// Finds the innermost variable of that name.
    pub(super) fn slot(&self, name: &syn::Ident) -> Option<usize> {
        self.scope.iter().rposition(|(known, _)| name == known)
    }
}

fn out_of_bounds(index: usize, length: usize) -> Fault {
    Fault::Panic(format!(
        "index out of bounds: the len is {length} but the index is {index}"
    ))
}

fn no_part(value: &Value, field: &str) -> Fault {
    Fault::Types(format!("`{value}` has no field `{field}`"))
}

fn follow<'v>(value: &'v Value, steps: &[Step]) -> Result<&'v Value, Flow> {
    let mut value = value;
    for step in steps {
        value = match (step, value) {
            (Step::Index(index), Value::Array(array)) => array
                .get(*index)
                .ok_or_else(|| out_of_bounds(*index, array.len()))?,
            (Step::Index(_), other) => {
                return Err(Fault::Types(format!("`{other}` cannot be indexed")).into());
            }
            (Step::Field(field), Value::Tuple(items)) => field
                .parse()
                .ok()
                .and_then(|index: usize| items.get(index))
                .ok_or_else(|| no_part(value, field))?,
            (Step::Field(field), Value::Struct { fields, .. }) => fields
                .iter()
                .find(|(name, _)| name == field)
                .map(|(_, value)| value)
                .ok_or_else(|| no_part(value, field))?,
            (Step::Field(field), other) => return Err(no_part(other, field).into()),
        };
    }
    Ok(value)
}

fn follow_mut<'v>(value: &'v mut Value, steps: &[Step]) -> Result<&'v mut Value, Flow> {
    // Looks first, so that the errors are found with a shared borrow.
    follow(value, steps)?;
    let mut value = value;
    for step in steps {
        value = match (step, value) {
            (Step::Index(index), Value::Array(array)) => &mut array.items_mut()[*index],
            (Step::Field(field), Value::Tuple(items)) => {
                let index: usize = field.parse().expect("`follow` has parsed it");
                &mut items[index]
            }
            (Step::Field(field), Value::Struct { fields, .. }) => fields
                .iter_mut()
                .find(|(name, _)| name == field)
                .map(|(_, value)| value)
                .expect("`follow` has found it"),
            _ => unreachable!("`follow` has taken the same steps"),
        };
    }
    Ok(value)
}
