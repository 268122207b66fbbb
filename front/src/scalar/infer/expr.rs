//! Expressions and blocks.

use super::blocks::is_debug_assertion;
use super::table::Class;
use super::{Deferred, Inference, Wanted};
use crate::diagnostic::catalog;
use crate::ordered::ToList;
use crate::scalar::tree::{Binary, Expr, ExprKind, Number, Place, Statement, Unary};
use crate::scalar::{Prim, Type, constants};
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Lit, UnOp};

impl Inference<'_> {
    pub(super) fn expr(&mut self, expr: &syn::Expr) -> Expr {
        let span = expr.span();
        match expr {
            syn::Expr::Paren(inner) => self.expr(&inner.expr),
            syn::Expr::Group(inner) => self.expr(&inner.expr),
            // A device has values, no places: a reference is its referent.
            syn::Expr::Reference(inner) => self.expr(&inner.expr),
            syn::Expr::Lit(literal) => self.literal(&literal.lit, span),
            syn::Expr::Path(path) => self.path(path),
            syn::Expr::Unary(unary) => self.unary(unary),
            syn::Expr::Binary(binary) => self.binary(binary),
            syn::Expr::Cast(cast) => self.cast(cast),
            syn::Expr::Tuple(parts) => {
                tuple(parts.elems.iter().map(|item| self.expr(item)).list(), span)
            }
            syn::Expr::Field(field) => self.field(field),
            syn::Expr::Index(index) => self.index(index),
            syn::Expr::Call(call) => self.call(expr, call),
            syn::Expr::MethodCall(call) => self.method_call(call),
            syn::Expr::If(branch) => self.branch(branch),
            syn::Expr::Match(matched) => self.matched(matched),
            syn::Expr::Block(block) if block.label.is_none() => self.block(&block.block, span),
            syn::Expr::Assign(assign) => self.assign(assign),
            syn::Expr::While(_) | syn::Expr::ForLoop(_) | syn::Expr::Loop(_) => self.looped(expr),
            syn::Expr::Return(leave) => {
                let value = match &leave.expr {
                    Some(value) => self.expr(value),
                    None => unit(span),
                };
                let Some(result) = self.result.clone() else {
                    return self.unsupported(span, "a `return` out of a closure");
                };
                self.unify(&value.ty, &result, span);
                self.never(ExprKind::Return(Box::new(value)), span)
            }
            syn::Expr::Break(leave) => match leave.expr {
                None => self.leave(leave.label.as_ref(), span, ExprKind::Break),
                Some(_) => self.unsupported(span, "a `break` with a value"),
            },
            syn::Expr::Continue(leave) => {
                self.leave(leave.label.as_ref(), span, ExprKind::Continue)
            }
            syn::Expr::Macro(call) if is_debug_assertion(&call.mac) => unit(span),
            syn::Expr::Macro(call) => {
                let name = call
                    .mac
                    .path
                    .segments
                    .last()
                    .map(|last| last.ident.to_string());
                let name = name.unwrap_or_default();
                self.unsupported(span, &format!("the macro `{name}!`"))
            }
            syn::Expr::Closure(_) => self.unsupported(span, "a closure inside of a worker"),
            syn::Expr::Struct(_) => self.unsupported(span, "a struct"),
            syn::Expr::Array(list) if self.has_arrays() => {
                let items: Vec<Expr> = list.elems.iter().map(|item| self.expr(item)).list();
                for pair in items.windows(2) {
                    self.unify(&pair[1].ty, &pair[0].ty, pair[1].span);
                }
                tuple(items, span)
            }
            syn::Expr::Array(_) | syn::Expr::Repeat(_) => {
                self.unsupported(span, "an array inside of a worker")
            }
            syn::Expr::Range(_) => {
                self.unsupported(span, "a range that is not the head of a `for` loop")
            }
            syn::Expr::Let(_) => self.unsupported(span, "`if let`"),
            syn::Expr::Unsafe(_) => self.unsupported(span, "`unsafe`"),
            syn::Expr::Try(_) => self.unsupported(span, "the operator `?`"),
            _ => self.unsupported(span, "this expression"),
        }
    }

    /// An expression that yields no value, so that it may have any type.
    pub(super) fn never(&mut self, kind: ExprKind, span: Span) -> Expr {
        Expr {
            kind,
            ty: self.table.any(),
            span,
        }
    }

    fn literal(&mut self, literal: &Lit, span: Span) -> Expr {
        let (kind, ty) = match literal {
            Lit::Bool(value) => (ExprKind::Bool(value.value), Type::BOOL),
            Lit::Byte(byte) => (ExprKind::Int(i128::from(byte.value())), Prim::U8.into()),
            Lit::Int(number) => {
                let suffix = Prim::named(number.suffix());
                if let Some(prim) = suffix.filter(|prim| prim.is_float()) {
                    return self.float(number.base10_digits(), Some(prim), span);
                }
                let Ok(value) = number.base10_digits().parse() else {
                    return self.unsupported(span, "a literal of this size");
                };
                let ty = match suffix {
                    Some(prim) if prim.on_devices() => prim.into(),
                    Some(prim) => {
                        return self.unsupported(span, &format!("the type `{}`", prim.name()));
                    }
                    None => self.table.fresh(Class::Int),
                };
                (ExprKind::Int(value), ty)
            }
            Lit::Float(number) => {
                let suffix = Prim::named(number.suffix());
                return self.float(number.base10_digits(), suffix, span);
            }
            Lit::Char(_) => return self.unsupported(span, "the type `char`"),
            _ => return self.unsupported(span, "this literal"),
        };
        Expr { kind, ty, span }
    }

    fn float(&mut self, digits: &str, suffix: Option<Prim>, span: Span) -> Expr {
        let (Ok(double), Ok(single)) = (digits.parse(), digits.parse()) else {
            return self.unsupported(span, "this literal");
        };
        Expr {
            kind: ExprKind::Float(Number { double, single }),
            ty: match suffix {
                Some(prim) => prim.into(),
                None => self.table.fresh(Class::Float),
            },
            span,
        }
    }

    /// A name, or a constant at a path.
    fn path(&mut self, path: &syn::ExprPath) -> Expr {
        let span = path.span();
        if let Some(name) = path.path.get_ident() {
            return self.name(&name.to_string(), span);
        }
        let names = names(path);
        let constant = match &names[..] {
            [.., prim, owner, name] if owner == "consts" => {
                Prim::named(prim).and_then(|prim| constants::of_mathematics(prim, name))
            }
            [.., owner, name] => Prim::named(owner).and_then(|prim| constants::of_type(prim, name)),
            _ => None,
        };
        match constant {
            Some((kind, ty)) => Expr { kind, ty, span },
            None => {
                self.report(catalog::device_unknown_name(span, &names.join("::")));
                self.nothing(span)
            }
        }
    }

    fn name(&mut self, name: &str, span: Span) -> Expr {
        let local = self.scope.iter().rev().find(|(known, _)| known == name);
        if let Some((_, local)) = local {
            return self.local(*local, span);
        }
        match self.env.scalars.get(name) {
            Some((scalar, Some(ty))) => {
                return Expr {
                    kind: ExprKind::Scalar(*scalar),
                    ty: ty.clone(),
                    span,
                };
            }
            Some((_, None)) => {
                self.report(catalog::device_scalar_type(span, name));
                return self.nothing(span);
            }
            None => {}
        }
        let constant = self
            .env
            .items
            .constants
            .iter()
            .position(|item| item.ident == name);
        if let Some(index) = constant {
            let ty = self.env.items.constants[index].ty.clone();
            return Expr {
                kind: ExprKind::Call(self.env.items.functions.len() + index, Vec::new()),
                ty: self.of_syntax(&ty),
                span,
            };
        }
        self.report(match self.env.arrays.contains_key(name) {
            true => catalog::device_whole_array(span, name),
            false => catalog::device_unknown_name(span, name),
        });
        self.nothing(span)
    }

    fn unary(&mut self, unary: &syn::ExprUnary) -> Expr {
        let value = self.expr(&unary.expr);
        let op = match unary.op {
            UnOp::Neg(_) => Unary::Neg,
            UnOp::Not(_) => Unary::Not,
            _ => return value,
        };
        Expr {
            ty: value.ty.clone(),
            span: unary.span(),
            kind: match (op, value.kind) {
                (Unary::Neg, ExprKind::Int(number)) if number >= 0 => ExprKind::Int(-number),
                (Unary::Neg, ExprKind::Float(number)) => ExprKind::Float(Number {
                    double: -number.double,
                    single: -number.single,
                }),
                (op, kind) => ExprKind::Unary(
                    op,
                    Box::new(Expr {
                        kind,
                        ty: value.ty,
                        span: value.span,
                    }),
                ),
            },
        }
    }

    fn binary(&mut self, binary: &syn::ExprBinary) -> Expr {
        let span = binary.span();
        match Binary::of(&binary.op) {
            None => {
                let left = self.condition(&binary.left);
                let right = self.condition(&binary.right);
                let (left, right) = (Box::new(left), Box::new(right));
                let kind = match binary.op {
                    syn::BinOp::And(_) => ExprKind::And(left, right),
                    _ => ExprKind::Or(left, right),
                };
                Expr {
                    kind,
                    ty: Type::BOOL,
                    span,
                }
            }
            Some((op, true)) => {
                let value = self.expr(&binary.right);
                let Some((place, left)) = self.place(&binary.left) else {
                    return self.unsupported(binary.left.span(), "an assignment to this place");
                };
                let value = self.operation(op, left, value, span);
                Expr {
                    kind: ExprKind::Assign(place, Box::new(value)),
                    ty: Type::UNIT,
                    span,
                }
            }
            Some((op, false)) => {
                let left = self.expr(&binary.left);
                let right = self.expr(&binary.right);
                self.operation(op, left, right, span)
            }
        }
    }

    pub(super) fn operation(&mut self, op: Binary, left: Expr, right: Expr, span: Span) -> Expr {
        if !op.shifts() {
            self.unify(&left.ty, &right.ty, span);
        }
        let ty = match op.compares() {
            true => Type::BOOL,
            false => left.ty.clone(),
        };
        Expr {
            kind: ExprKind::Binary(op, Box::new(left), Box::new(right)),
            ty,
            span,
        }
    }

    /// An expression of type `bool`.
    pub(super) fn condition(&mut self, expr: &syn::Expr) -> Expr {
        let condition = self.expr(expr);
        self.unify(&condition.ty, &Type::BOOL, condition.span);
        condition
    }

    fn cast(&mut self, cast: &syn::ExprCast) -> Expr {
        let value = self.expr(&cast.expr);
        let ty = self.of_syntax(&cast.ty);
        // A literal takes the type it is cast to, if it can have it.
        if matches!(value.kind, ExprKind::Int(_) | ExprKind::Float(_)) {
            let mut attempt = self.table.clone();
            if attempt.unify(&value.ty, &ty) {
                self.table = attempt;
            }
        }
        Expr {
            kind: ExprKind::Cast(Box::new(value)),
            ty,
            span: cast.span(),
        }
    }

    fn field(&mut self, field: &syn::ExprField) -> Expr {
        let base = self.expr(&field.base);
        let span = field.span();
        if self.is_wrong(&base.ty) {
            return self.nothing(span);
        }
        let syn::Member::Unnamed(index) = &field.member else {
            return self.unsupported(span, "a field with a name");
        };
        self.part(base, index.index as usize, span)
    }

    /// A part of a tuple.
    fn part(&mut self, base: Expr, index: usize, span: Span) -> Expr {
        let ty = self.table.any();
        self.resolve(Deferred {
            what: Wanted::Field(index),
            of: base.ty.clone(),
            result: ty.clone(),
            span,
            lenient: self.lenient,
        });
        Expr {
            kind: ExprKind::Field(Box::new(base), index),
            ty,
            span,
        }
    }

    fn index(&mut self, index: &syn::ExprIndex) -> Expr {
        let span = index.span();
        let array = match &*index.expr {
            syn::Expr::Path(path) => path.path.get_ident().and_then(|name| {
                let name = name.to_string();
                self.env.arrays.get(&name).cloned()
            }),
            _ => None,
        };
        let Some((array, ty)) = array else {
            if let (syn::Expr::Lit(literal), true) = (&*index.index, self.has_arrays())
                && let Lit::Int(number) = &literal.lit
                && let Ok(position) = number.base10_parse()
            {
                let base = self.expr(&index.expr);
                return match self.is_wrong(&base.ty) {
                    true => self.nothing(span),
                    false => self.part(base, position, span),
                };
            }
            return self.unsupported(index.expr.span(), "an index into this");
        };
        let position = self.expr(&index.index);
        self.unify(&position.ty, &Type::USIZE, position.span);
        Expr {
            kind: ExprKind::Index(array, Box::new(position)),
            ty,
            span,
        }
    }

    fn branch(&mut self, branch: &syn::ExprIf) -> Expr {
        let span = branch.span();
        let condition = self.condition(&branch.cond);
        let then = self.block(&branch.then_branch, branch.then_branch.span());
        let (otherwise, ty) = match &branch.else_branch {
            Some((_, otherwise)) => {
                let otherwise = self.expr(otherwise);
                self.unify(&then.ty, &otherwise.ty, span);
                let ty = then.ty.clone();
                (Some(Box::new(otherwise)), ty)
            }
            None => {
                self.unify(&then.ty, &Type::UNIT, then.span);
                (None, Type::UNIT)
            }
        };
        Expr {
            kind: ExprKind::If(Box::new(condition), Box::new(then), otherwise),
            ty,
            span,
        }
    }

    fn assign(&mut self, assign: &syn::ExprAssign) -> Expr {
        let span = assign.span();
        let value = self.expr(&assign.right);
        if let syn::Expr::Infer(_) = &*assign.left {
            return Expr {
                kind: ExprKind::Block(vec![Statement::Expr(value)], None),
                ty: Type::UNIT,
                span,
            };
        }
        let Some((place, left)) = self.place(&assign.left) else {
            return self.unsupported(assign.left.span(), "an assignment to this place");
        };
        self.unify(&left.ty, &value.ty, span);
        Expr {
            kind: ExprKind::Assign(place, Box::new(value)),
            ty: Type::UNIT,
            span,
        }
    }

    /// The target of an assignment, and its value.
    fn place(&mut self, expr: &syn::Expr) -> Option<(Place, Expr)> {
        let value = match expr {
            syn::Expr::Paren(inner) => return self.place(&inner.expr),
            syn::Expr::Group(inner) => return self.place(&inner.expr),
            syn::Expr::Path(path) => {
                let name = path.path.get_ident()?.to_string();
                self.scope.iter().rev().find(|(known, _)| *known == name)?;
                self.expr(expr)
            }
            syn::Expr::Field(_) => self.expr(expr),
            _ => return None,
        };
        let mut fields = Vec::new();
        let mut part = &value;
        loop {
            match &part.kind {
                ExprKind::Local(local) => {
                    fields.reverse();
                    let local = *local;
                    self.locals[local].mutable = true;
                    return Some((Place { local, fields }, value));
                }
                ExprKind::Field(base, index) => {
                    fields.push(*index);
                    part = base;
                }
                _ => return None,
            }
        }
    }
}

/// The value `()`.
pub(super) fn unit(span: Span) -> Expr {
    Expr {
        kind: ExprKind::Tuple(Vec::new()),
        ty: Type::UNIT,
        span,
    }
}

/// The names of a path; `<f64>::MAX` is `f64::MAX`.
pub(super) fn names(path: &syn::ExprPath) -> Vec<String> {
    let mut names = Vec::new();
    if let Some(owner) = &path.qself
        && let syn::Type::Path(ty) = &*owner.ty
    {
        names.extend(ty.path.segments.iter().map(|part| part.ident.to_string()));
    }
    names.extend(path.path.segments.iter().map(|part| part.ident.to_string()));
    names
}

/// A tuple of these.
fn tuple(items: Vec<Expr>, span: Span) -> Expr {
    let ty = Type::Tuple(items.iter().map(|item| item.ty.clone()).list());
    Expr {
        kind: ExprKind::Tuple(items),
        ty,
        span,
    }
}
