//! Patterns.

use syn::{Expr, Pat, RangeLimits};

use super::{Eval, Evaluator, Flow, ops, unsupported};
use crate::interp::error::Fault;
use crate::interp::types::Type;
use crate::interp::value::Value;
use crate::ordered::ToList;

impl Evaluator<'_> {
    /// Binds the names of a pattern that always matches.
    pub(super) fn bind(&mut self, pattern: &Pat, value: Value) -> Eval<()> {
        // The usual case without copying.
        match pattern {
            Pat::Ident(name) if name.subpat.is_none() && !is_variant(&name.ident) => {
                self.scope.push((name.ident.to_string(), value));
                return Ok(());
            }
            Pat::Type(typed) => {
                let value = value.at(&Type::of_syntax(&typed.ty))?;
                return self.bind(&typed.pat, value);
            }
            _ => {}
        }
        if self.matches(pattern, &value)? {
            Ok(())
        } else {
            Err(unsupported(&format!("for `{value}`, the pattern"), pattern))
        }
    }

    /// Returns true if the pattern matches; its names are bound then.
    pub(super) fn matches(&mut self, pattern: &Pat, value: &Value) -> Eval<bool> {
        match pattern {
            Pat::Wild(_) | Pat::Rest(_) => Ok(true),
            Pat::Paren(inner) => self.matches(&inner.pat, value),
            Pat::Reference(inner) => self.matches(&inner.pat, value),
            Pat::Ident(name) if is_variant(&name.ident) && name.subpat.is_none() => {
                self.is_named(&name.ident.to_string(), value)
            }
            Pat::Ident(name) => {
                if let Some((_, inner)) = &name.subpat
                    && !self.matches(inner, value)?
                {
                    return Ok(false);
                }
                self.scope.push((name.ident.to_string(), value.clone()));
                Ok(true)
            }
            Pat::Type(typed) => {
                let value = value.clone().at(&Type::of_syntax(&typed.ty))?;
                self.matches(&typed.pat, &value)
            }
            Pat::Lit(literal) => {
                let literal = self.expr(&Expr::Lit(literal.clone()))?;
                Ok(ops::equal(value, &literal)?)
            }
            Pat::Path(path) => self.is_named_path(path, value),
            Pat::Range(range) => self.in_range(range, value),
            Pat::Or(or) => {
                let base = self.scope.len();
                for case in &or.cases {
                    if self.matches(case, value)? {
                        return Ok(true);
                    }
                    self.scope.truncate(base);
                }
                Ok(false)
            }
            Pat::Guard(guarded) => {
                Ok(self.matches(&guarded.pat, value)? && self.condition(&guarded.guard)?)
            }
            Pat::Tuple(tuple) => match value {
                Value::Tuple(items) => self.sequence(tuple.elems.iter(), items, pattern),
                other => Err(mismatch(pattern, other)),
            },
            Pat::Slice(slice) => match value {
                Value::Array(items) => {
                    let rest = slice.elems.iter().any(is_rest);
                    let fixed = slice.elems.len() - usize::from(rest);
                    if items.len() < fixed || (!rest && items.len() != fixed) {
                        return Ok(false);
                    }
                    self.sequence(slice.elems.iter(), items, pattern)
                }
                other => Err(mismatch(pattern, other)),
            },
            Pat::TupleStruct(tuple) => match value {
                Value::Struct { name, fields } => {
                    if *name != super::paths::last(&tuple.path) {
                        return Ok(false);
                    }
                    let items: Vec<Value> = fields.iter().map(|(_, item)| item.clone()).list();
                    self.sequence(tuple.elems.iter(), &items, pattern)
                }
                other => Err(mismatch(pattern, other)),
            },
            Pat::Struct(record) => match value {
                Value::Struct { name, fields } => {
                    if *name != super::paths::last(&record.path) {
                        return Ok(false);
                    }
                    for field in &record.fields {
                        let wanted = super::member(&field.member);
                        let found = fields.iter().find(|(name, _)| *name == wanted);
                        let Some((_, item)) = found else {
                            return Err(mismatch(pattern, value));
                        };
                        if !self.matches(&field.pat, item)? {
                            return Ok(false);
                        }
                    }
                    Ok(true)
                }
                other => Err(mismatch(pattern, other)),
            },
            other => Err(unsupported("the pattern", other)),
        }
    }

    /// Matches patterns against values in order; `..` takes up the slack.
    fn sequence<'p>(
        &mut self,
        patterns: impl ExactSizeIterator<Item = &'p Pat>,
        values: &[Value],
        whole: &Pat,
    ) -> Eval<bool> {
        let count = patterns.len();
        let mut position = 0;
        for pattern in patterns {
            if is_rest(pattern) {
                position = (position + values.len() + 1)
                    .checked_sub(count)
                    .ok_or_else(|| unsupported("of too few values, the pattern", whole))?;
                continue;
            }
            let Some(value) = values.get(position) else {
                return Err(unsupported("of too few values, the pattern", whole));
            };
            if !self.matches(pattern, value)? {
                return Ok(false);
            }
            position += 1;
        }
        if position != values.len() {
            return Err(unsupported("of too many values, the pattern", whole));
        }
        Ok(true)
    }

    fn is_named_path(&mut self, path: &syn::PatPath, value: &Value) -> Eval<bool> {
        if let Value::Struct { .. } = value {
            return self.is_named(&super::paths::last(&path.path), value);
        }
        let constant = self.path(path)?;
        Ok(ops::equal(value, &constant)?)
    }

    /// A name with a capital in a pattern: a unit struct, a variant or a
    /// constant.
    fn is_named(&mut self, name: &str, value: &Value) -> Eval<bool> {
        match value {
            Value::Struct { name: found, .. } => Ok(found == name),
            _ => match self.constant(name) {
                Some(constant) => Ok(ops::equal(value, &constant)?),
                None => Err(Fault::Input(format!("no constant `{name}` was given")).into()),
            },
        }
    }

    fn in_range(&mut self, range: &syn::PatRange, value: &Value) -> Eval<bool> {
        if let Some(start) = &range.start {
            let start = self.expr(start)?;
            if !ops::compare(&start, value)?.is_some_and(std::cmp::Ordering::is_le) {
                return Ok(false);
            }
        }
        let Some(end) = &range.end else {
            return Ok(true);
        };
        let end = self.expr(end)?;
        let found = ops::compare(value, &end)?;
        Ok(found.is_some_and(|found| match range.limits {
            RangeLimits::HalfOpen(_) => found.is_lt(),
            RangeLimits::Closed(_) => found.is_le(),
        }))
    }
}

/// Returns true if a lone name in a pattern is a constant or variant: by the naming convention,
/// which the compiler warns about otherwise.
fn is_variant(name: &syn::Ident) -> bool {
    name.to_string()
        .starts_with(|first: char| first.is_uppercase())
}

fn is_rest(pattern: &Pat) -> bool {
    matches!(pattern, Pat::Rest(_))
}

fn mismatch(pattern: &Pat, value: &Value) -> Flow {
    Fault::Types(format!(
        "the pattern `{}` does not fit `{value}`",
        crate::interp::text(pattern)
    ))
    .into()
}
