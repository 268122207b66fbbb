//! Types of expressions that are not evaluated.
//!
//! Rust infers the type of a literal from branches that are not taken and from
//! workers that are never called. Where values can't tell, this can: it goes
//! over the syntax with the types of the values in scope. It may always answer
//! that it does not know.

use syn::{Block, Expr, Lit, Pat, ReturnType, Stmt, UnOp};

use super::{Evaluator, methods, paths};
use crate::interp::types::Type;
use crate::interp::value::Value;
use crate::ir::over::{At, Kind, Over};
use crate::ordered::ToList;
use crate::scalar::{Binary, Prim};

impl Evaluator<'_> {
    /// The type of an expression, as far as it can be told.
    pub(super) fn infer(&self, expr: &Expr) -> Type {
        Inference {
            evaluator: self,
            locals: Vec::new(),
        }
        .expr(expr)
    }

    /// The type that a worker yields for arguments of the given types.
    pub(in crate::interp) fn infer_call(&self, worker: &Expr, args: &[Type]) -> Type {
        let mut inference = Inference {
            evaluator: self,
            locals: Vec::new(),
        };
        match worker {
            Expr::Paren(inner) => self.infer_call(&inner.expr, args),
            Expr::Group(inner) => self.infer_call(&inner.expr, args),
            Expr::Closure(closure) => {
                for (pattern, ty) in closure.inputs.iter().zip(args) {
                    inference.bind(pattern, ty);
                }
                let body = inference.expr(&closure.body);
                joined(&body, &output(&closure.output))
            }
            Expr::Path(path) => inference.call(path, args),
            _ => Type::Unknown,
        }
    }
}

struct Inference<'e, 'a> {
    evaluator: &'e Evaluator<'a>,
    locals: Vec<(String, Type)>,
}

/// Joins two types of one value. Contradictions give an unknown type: the values will tell.
fn joined(a: &Type, b: &Type) -> Type {
    a.join(b).unwrap_or(Type::Unknown)
}

fn output(output: &ReturnType) -> Type {
    match output {
        ReturnType::Default => Type::Unknown,
        ReturnType::Type(_, ty) => Type::of_syntax(ty),
    }
}

impl Inference<'_, '_> {
    fn expr(&mut self, expr: &Expr) -> Type {
        match expr {
            Expr::Paren(inner) => self.expr(&inner.expr),
            Expr::Group(inner) => self.expr(&inner.expr),
            Expr::Reference(inner) => self.expr(&inner.expr),
            Expr::Lit(literal) => literal_type(&literal.lit),
            Expr::Path(path) => self.path(path),
            Expr::Unary(unary) => match (unary.op, self.expr(&unary.expr)) {
                (UnOp::Deref(_), ty) | (_, ty @ Type::Prim(_)) => ty,
                _ => Type::Unknown,
            },
            Expr::Binary(binary) => match Binary::of(&binary.op) {
                None => Type::Prim(Prim::Bool),
                Some((_, true)) => Type::UNIT,
                Some((op, false)) if op.compares() => Type::Prim(Prim::Bool),
                Some((op, false)) => {
                    let left = self.expr(&binary.left);
                    match (op, &left) {
                        (_, Type::Struct(_)) => Type::Unknown,
                        (Binary::Shl | Binary::Shr, _) => left,
                        _ => joined(&left, &self.expr(&binary.right)),
                    }
                }
            },
            Expr::Cast(cast) => Type::of_syntax(&cast.ty),
            Expr::If(branch) => {
                let base = self.locals.len();
                if let Expr::Let(condition) = &*branch.cond {
                    self.bind(&condition.pat, &Type::Unknown);
                }
                let then = self.block(&branch.then_branch);
                self.locals.truncate(base);
                match &branch.else_branch {
                    Some((_, otherwise)) => joined(&then, &self.expr(otherwise)),
                    None => Type::UNIT,
                }
            }
            Expr::Match(matched) => {
                let value = self.expr(&matched.expr);
                let base = self.locals.len();
                matched.arms.iter().fold(Type::Unknown, |ty, arm| {
                    self.bind(&arm.pat, &value);
                    let body = self.expr(&arm.body);
                    self.locals.truncate(base);
                    joined(&ty, &body)
                })
            }
            Expr::Block(block) => self.block(&block.block),
            Expr::Unsafe(block) => self.block(&block.block),
            Expr::Tuple(tuple) => {
                Type::Tuple(tuple.elems.iter().map(|item| self.expr(item)).list())
            }
            Expr::Array(array) => {
                let item = array
                    .elems
                    .iter()
                    .fold(Type::Unknown, |ty, item| joined(&ty, &self.expr(item)));
                Type::Array(Box::new(item))
            }
            Expr::Repeat(repeat) => Type::Array(Box::new(self.expr(&repeat.expr))),
            Expr::Struct(literal) => Type::Struct(paths::last(&literal.path)),
            Expr::Field(field) => match (self.field(expr), self.expr(&field.base)) {
                (Some(ty), _) => ty,
                (None, Type::Tuple(items)) => super::member(&field.member)
                    .parse()
                    .ok()
                    .and_then(|index: usize| items.get(index).cloned())
                    .unwrap_or(Type::Unknown),
                _ => Type::Unknown,
            },
            Expr::Index(index) => match self.expr(&index.expr) {
                Type::Array(item) => *item,
                _ => Type::Unknown,
            },
            Expr::Call(_) if Over::of(expr).is_some() => {
                let over = Over::of(expr).expect("it is one");
                self.over(&over)
            }
            Expr::Call(_) if At::of(expr).is_some() => {
                let at = At::of(expr).expect("it is one");
                self.element(at.array)
            }
            Expr::Call(call) => {
                let args: Vec<Type> = call.args.iter().map(|arg| self.expr(arg)).list();
                match &*call.func {
                    Expr::Path(path) => self.call(path, &args),
                    _ => Type::Unknown,
                }
            }
            Expr::MethodCall(call) => {
                let receiver = self.expr(&call.receiver);
                let args: Vec<Type> = call.args.iter().map(|arg| self.expr(arg)).list();
                self.method(&call.method.to_string(), &receiver, &args)
            }
            Expr::Assign(_) | Expr::While(_) | Expr::ForLoop(_) => Type::UNIT,
            _ => Type::Unknown,
        }
    }

    /// The type of the elements of an array.
    fn element(&mut self, array: &syn::Ident) -> Type {
        match self.path(&syn::parse_quote!(#array)) {
            Type::Array(item) => *item,
            _ => Type::Unknown,
        }
    }

    fn over(&mut self, over: &Over<'_>) -> Type {
        let start = match over.kind {
            Kind::Sum | Kind::Products(_) => Type::Unknown,
            Kind::Fold(seed, _) | Kind::Steps(seed) => self.expr(seed),
        };
        let base = self.locals.len();
        let (state, index, parameters) = over.parameters();
        if let Some(state) = state {
            self.bind(state, &start);
        }
        self.locals
            .push((index.to_string(), Type::Prim(Prim::Usize)));
        for (parameter, view) in parameters.into_iter().zip(&over.views) {
            let element = self.element(view.array);
            self.bind(parameter, &element);
        }
        let term = self.expr(&over.closure.body);
        self.locals.truncate(base);
        joined(&start, &term)
    }

    fn path(&mut self, path: &syn::ExprPath) -> Type {
        if let Some(name) = path.path.get_ident() {
            let local = self.locals.iter().rev().find(|(known, _)| name == known);
            if let Some((_, ty)) = local {
                return ty.clone();
            }
            if let Some(slot) = self.evaluator.slot(name) {
                return self.evaluator.scope[slot].1.ty();
            }
        }
        self.evaluator
            .constant_at(path)
            .map_or(Type::Unknown, |value| value.ty())
    }

    /// The type of a field of a struct in scope: struct types do not tell.
    fn field(&self, expr: &Expr) -> Option<Type> {
        self.part(expr).map(Value::ty)
    }

    fn part(&self, expr: &Expr) -> Option<&Value> {
        match expr {
            Expr::Paren(inner) => self.part(&inner.expr),
            Expr::Path(path) => {
                let name = path.path.get_ident()?;
                if self.locals.iter().any(|(known, _)| name == known) {
                    return None;
                }
                Some(&self.evaluator.scope[self.evaluator.slot(name)?].1)
            }
            Expr::Field(field) => {
                let name = super::member(&field.member);
                self.part(&field.base)?.part(&name)
            }
            _ => None,
        }
    }

    fn block(&mut self, block: &Block) -> Type {
        let base = self.locals.len();
        let mut last = Type::UNIT;
        for statement in &block.stmts {
            last = Type::UNIT;
            match statement {
                Stmt::Local(local) => {
                    let ty = match &local.init {
                        Some(init) => self.expr(&init.expr),
                        None => Type::Unknown,
                    };
                    self.bind(&local.pat, &ty);
                }
                Stmt::Expr(expr, None) => last = self.expr(expr),
                // A block that ends so yields nothing, and has any type.
                Stmt::Expr(Expr::Return(_) | Expr::Break(_) | Expr::Continue(_), Some(_)) => {
                    last = Type::Unknown;
                }
                Stmt::Macro(_) => last = Type::Unknown,
                _ => {}
            }
        }
        self.locals.truncate(base);
        last
    }

    fn bind(&mut self, pattern: &Pat, ty: &Type) {
        match pattern {
            Pat::Ident(name) => self.locals.push((name.ident.to_string(), ty.clone())),
            Pat::Paren(inner) => self.bind(&inner.pat, ty),
            Pat::Reference(inner) => self.bind(&inner.pat, ty),
            Pat::Guard(guarded) => self.bind(&guarded.pat, ty),
            Pat::Type(typed) => {
                self.bind(&typed.pat, &joined(ty, &Type::of_syntax(&typed.ty)));
            }
            Pat::Tuple(tuple) => match ty {
                Type::Tuple(items) if items.len() == tuple.elems.len() => {
                    for (pattern, ty) in tuple.elems.iter().zip(items) {
                        self.bind(pattern, ty);
                    }
                }
                _ => tuple
                    .elems
                    .iter()
                    .for_each(|pattern| self.bind(pattern, &Type::Unknown)),
            },
            Pat::TupleStruct(tuple) => {
                tuple
                    .elems
                    .iter()
                    .for_each(|pattern| self.bind(pattern, &Type::Unknown));
            }
            Pat::Struct(record) => {
                record
                    .fields
                    .iter()
                    .for_each(|field| self.bind(&field.pat, &Type::Unknown));
            }
            Pat::Slice(slice) => {
                let item = match ty {
                    Type::Array(item) => (**item).clone(),
                    _ => Type::Unknown,
                };
                slice
                    .elems
                    .iter()
                    .for_each(|pattern| self.bind(pattern, &item));
            }
            Pat::Or(or) => {
                if let Some(case) = or.cases.first() {
                    self.bind(case, ty);
                }
            }
            _ => {}
        }
    }

    /// Returns the result type of a function that was given; `None` if there is none.
    fn given(&self, path: &str) -> Option<Type> {
        let outside = self.evaluator.outside;
        match outside.items.get(path) {
            _ if outside.functions.contains_key(path) => Some(Type::Unknown),
            Some(item) => Some(output(&item.sig.output)),
            None => None,
        }
    }

    fn method(&self, name: &str, receiver: &Type, args: &[Type]) -> Type {
        self.given(&format!("{receiver}::{name}"))
            .unwrap_or_else(|| method(name, receiver, args))
    }

    fn call(&mut self, path: &syn::ExprPath, args: &[Type]) -> Type {
        let whole = paths::full(&path.path);
        if let Some(ty) = self.given(&whole) {
            return ty;
        }
        let (owner, name) = paths::owned(path);
        let prim = owner.as_deref().and_then(Prim::named);
        match (prim, name.as_str(), args) {
            (Some(prim), "from" | "from_bits" | "default", _) => Type::Prim(prim),
            (Some(prim), name, [_, rest @ ..]) => self.method(name, &Type::Prim(prim), rest),
            (None, "min" | "max", [first, rest @ ..]) => self.method(&name, first, rest),
            _ => Type::Unknown,
        }
    }
}

fn literal_type(literal: &Lit) -> Type {
    let suffixed = |suffix: &str| Prim::named(suffix).map_or(Type::Unknown, Type::Prim);
    match literal {
        Lit::Bool(_) => Type::Prim(Prim::Bool),
        Lit::Char(_) => Type::Prim(Prim::Char),
        Lit::Byte(_) => Type::Prim(Prim::U8),
        Lit::Int(number) => suffixed(number.suffix()),
        Lit::Float(number) => suffixed(number.suffix()),
        _ => Type::Unknown,
    }
}

/// Returns the result type of a method.
fn method(name: &str, receiver: &Type, args: &[Type]) -> Type {
    match (name, receiver) {
        ("contains" | "eq" | "ne" | "lt" | "le" | "gt" | "ge" | "eq_ignore_ascii_case", _) => {
            Type::Prim(Prim::Bool)
        }
        (name, _) if name.starts_with("is_") => Type::Prim(Prim::Bool),
        (
            "count_ones" | "count_zeros" | "leading_zeros" | "trailing_zeros" | "leading_ones"
            | "trailing_ones" | "ilog" | "ilog2" | "ilog10",
            _,
        ) => Type::Prim(Prim::U32),
        ("len" | "len_utf8", _) => Type::Prim(Prim::Usize),
        ("to_bits", Type::Prim(Prim::F32)) => Type::Prim(Prim::U32),
        ("to_bits", Type::Prim(Prim::F64)) => Type::Prim(Prim::U64),
        ("unsigned_abs" | "abs_diff", Type::Prim(prim)) => Type::Prim(prim.unsigned()),
        ("sin_cos", Type::Prim(_)) => Type::Tuple(vec![receiver.clone(), receiver.clone()]),
        ("cmp" | "partial_cmp" | "total_cmp" | "to_bits" | "get" | "then_some" | "to_digit", _) => {
            Type::Unknown
        }
        (name, _) if name.starts_with("checked_") || name.starts_with("overflowing_") => {
            Type::Unknown
        }
        (_, Type::Struct(_) | Type::Array(_)) => Type::Unknown,
        (name, receiver) if methods::takes_own_type(name) => args
            .iter()
            .fold(receiver.clone(), |ty, arg| joined(&ty, arg)),
        (_, receiver) => receiver.clone(),
    }
}
