//! Patterns: how a value is taken apart, and the test that it fits.

use super::Inference;
use super::expr::unit;
use crate::ordered::ToList;
use crate::scalar::Type;
use crate::scalar::tree::{Binary, Expr, ExprKind, Statement};
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Pat, PatSlice, PatTuple};

impl Inference<'_> {
    /// `let pattern = value;`
    pub(super) fn destructure(
        &mut self,
        pattern: &Pat,
        value: Expr,
        statements: &mut Vec<Statement>,
    ) {
        match pattern {
            Pat::Wild(_) => statements.push(Statement::Expr(value)),
            Pat::Ident(name) if name.subpat.is_none() => {
                let text = name.ident.to_string();
                let mutable = name.mutability.is_some();
                let local = self.add_local(&text, value.ty.clone(), mutable, name.span());
                self.scope.push((text, local));
                statements.push(Statement::Let(local, Some(value)));
            }
            Pat::Paren(inner) => self.destructure(&inner.pat, value, statements),
            Pat::Reference(inner) => self.destructure(&inner.pat, value, statements),
            Pat::Type(typed) => {
                let ty = self.of_syntax(&typed.ty);
                self.unify(&value.ty, &ty, typed.ty.span());
                self.destructure(&typed.pat, value, statements);
            }
            Pat::Tuple(PatTuple { elems, .. }) | Pat::Slice(PatSlice { elems, .. })
                if self.has_parts(pattern) =>
            {
                let Some(types) = self.part_types(pattern, &value.ty) else {
                    self.unsupported(pattern.span(), "`..` in a pattern");
                    return;
                };
                let span = value.span;
                let whole = self.named(value, "pair", statements);
                for (index, (item, ty)) in elems.iter().zip(types).enumerate() {
                    if matches!(item, Pat::Wild(_)) {
                        continue;
                    }
                    let part = part(&whole, index, ty, span);
                    self.destructure(item, part, statements);
                }
            }
            other => {
                self.unsupported(other.span(), "this pattern");
            }
        }
    }

    /// The value of a name: its own, or one of ours.
    pub(super) fn named(
        &mut self,
        value: Expr,
        name: &str,
        statements: &mut Vec<Statement>,
    ) -> Expr {
        if matches!(value.kind, ExprKind::Local(_) | ExprKind::Scalar(_)) {
            return value;
        }
        // Part of a name is as good as a name.
        if let ExprKind::Field(base, _) = &value.kind
            && matches!(base.kind, ExprKind::Local(_) | ExprKind::Scalar(_))
        {
            return value;
        }
        let span = value.span;
        let local = self.add_local(name, value.ty.clone(), false, span);
        statements.push(Statement::Let(local, Some(value)));
        self.local(local, span)
    }

    /// Returns true if a pattern takes a tuple apart, or an array that is one.
    fn has_parts(&self, pattern: &Pat) -> bool {
        matches!(pattern, Pat::Tuple(_)) || self.has_arrays()
    }

    /// The types of the parts that a pattern takes a value into, which is made a tuple of them.
    fn part_types(&mut self, pattern: &Pat, of: &Type) -> Option<Vec<Type>> {
        let (Pat::Tuple(PatTuple { elems, .. }) | Pat::Slice(PatSlice { elems, .. })) = pattern
        else {
            return None;
        };
        if elems.iter().any(|item| matches!(item, Pat::Rest(_))) {
            return None;
        }
        let types: Vec<Type> = match pattern {
            Pat::Slice(_) => vec![self.table.any(); elems.len()],
            _ => elems.iter().map(|_| self.table.any()).list(),
        };
        self.unify(of, &Type::Tuple(types.clone()), pattern.span());
        Some(types)
    }

    /// Returns the condition on which a value fits a pattern (`None` if it always does), and the
    /// bindings of the pattern.
    pub(super) fn test(
        &mut self,
        pattern: &Pat,
        value: &Expr,
        binds: &mut Vec<Statement>,
    ) -> Option<Expr> {
        match pattern {
            Pat::Wild(_) => None,
            Pat::Ident(name) if name.subpat.is_none() => {
                // A constant's name is compared with.
                let text = name.ident.to_string();
                let constant = self
                    .env
                    .items
                    .constants
                    .iter()
                    .any(|item| item.ident == text);
                if constant {
                    let path = syn::parse_quote!(#name);
                    let constant = self.expr(&path);
                    return Some(self.operation(Binary::Eq, value.clone(), constant, name.span()));
                }
                let local = self.add_local(&text, value.ty.clone(), false, name.span());
                self.scope.push((text, local));
                binds.push(Statement::Let(local, Some(value.clone())));
                None
            }
            Pat::Paren(inner) => self.test(&inner.pat, value, binds),
            Pat::Reference(inner) => self.test(&inner.pat, value, binds),
            Pat::Lit(literal) => {
                let literal = self.expr(&syn::Expr::Lit(literal.clone()));
                Some(self.equal(value, literal))
            }
            Pat::Path(path) => {
                let constant = self.expr(&syn::Expr::Path(path.clone()));
                Some(self.equal(value, constant))
            }
            Pat::Range(range) => {
                let span = range.span();
                let start = range.start.as_ref().map(|start| {
                    let start = self.expr(start);
                    self.operation(Binary::Ge, value.clone(), start, span)
                });
                let op = match range.limits {
                    syn::RangeLimits::HalfOpen(_) => Binary::Lt,
                    syn::RangeLimits::Closed(_) => Binary::Le,
                };
                let end = range.end.as_ref().map(|end| {
                    let end = self.expr(end);
                    self.operation(op, value.clone(), end, span)
                });
                both(start, end, span)
            }
            Pat::Tuple(PatTuple { elems, .. }) | Pat::Slice(PatSlice { elems, .. })
                if self.has_parts(pattern) =>
            {
                let Some(types) = self.part_types(pattern, &value.ty) else {
                    self.unsupported(pattern.span(), "`..` in a pattern");
                    return None;
                };
                let mut condition = None;
                for (index, (item, ty)) in elems.iter().zip(types).enumerate() {
                    let part = part(value, index, ty, item.span());
                    let test = self.test(item, &part, binds);
                    condition = both(condition, test, item.span());
                }
                condition
            }
            Pat::Or(or) => {
                let mut condition: Option<Expr> = None;
                for case in &or.cases {
                    // A case that always fits makes the whole fit.
                    let test = self.test(case, value, binds)?;
                    condition = Some(match condition {
                        None => test,
                        Some(before) => Expr {
                            kind: ExprKind::Or(Box::new(before), Box::new(test)),
                            ty: Type::BOOL,
                            span: case.span(),
                        },
                    });
                }
                condition
            }
            other => {
                self.unsupported(other.span(), "this pattern");
                None
            }
        }
    }

    fn equal(&mut self, value: &Expr, constant: Expr) -> Expr {
        let span = constant.span;
        if value.ty == Type::UNIT {
            return unit(span);
        }
        self.operation(Binary::Eq, value.clone(), constant, span)
    }
}

/// `value.index`
fn part(value: &Expr, index: usize, ty: Type, span: Span) -> Expr {
    Expr {
        kind: ExprKind::Field(Box::new(value.clone()), index),
        ty,
        span,
    }
}

/// Both conditions, as far as there are any.
pub(super) fn both(left: Option<Expr>, right: Option<Expr>, span: Span) -> Option<Expr> {
    match (left, right) {
        (None, other) | (other, None) => other,
        (Some(left), Some(right)) => Some(Expr {
            kind: ExprKind::And(Box::new(left), Box::new(right)),
            ty: Type::BOOL,
            span,
        }),
    }
}
