//! From Rust expressions to typed functions.
//!
//! One walk over an expression gives every part of it a type, which may be a
//! variable, and unifies types that are one by Rust's rules. Code that needs a type
//! that is not known yet (a method, a field) waits until it is.

mod attempt;
mod blocks;
mod calls;
mod expr;
mod loops;
mod matches;
mod patterns;
mod table;

use super::methods::Method;
use super::tree::{Expr, ExprKind, Function, HelperId, Local, LocalId, LoopId, Statement};
use super::{Prim, Type};
use crate::diagnostic::{Diagnostic, Diagnostics, catalog};
use crate::ir::{ArrayId, Host, Items, ScalarId};
use crate::ordered::{OrderedMap, ToList, every};
use proc_macro2::Span;
use syn::spanned::Spanned;
pub(super) use table::Table;

/// The names that workers may use.
#[derive(Clone, Default)]
#[cfg_attr(feature = "report", derive(Debug))]
pub struct Env {
    /// The scalars of the program by their Rust names; without a type where it
    /// is none that devices have.
    pub scalars: OrderedMap<String, (ScalarId, Option<Type>)>,
    /// The input arrays, by the names under which workers index them, and the
    /// types of their elements.
    pub arrays: OrderedMap<String, (ArrayId, Type)>,
    /// Helper functions and constants.
    pub items: Items,
}

impl Env {
    /// Infers a worker with arguments of the given types, and with the result type if that is
    /// known.
    ///
    /// # Errors
    /// The parts of it that devices do not have.
    pub fn worker(
        &self,
        worker: &Host,
        params: &[Type],
        result: Option<&Type>,
    ) -> Result<Function, Diagnostics> {
        let mut inference = Inference::new(self, Table::default());
        let mut function = inference.worker(&worker.expr, params, result);
        inference.settle();
        inference.finish(&mut function);
        inference.found.wall().map(|()| function)
    }

    /// Infers a helper function or constant.
    ///
    /// # Errors
    /// The parts of it that devices do not have.
    pub fn helper(&self, id: HelperId) -> Result<Function, Diagnostics> {
        let alone = Env {
            items: self.items.clone(),
            ..Env::default()
        };
        let mut inference = Inference::new(&alone, Table::default());
        let mut function = match self.items.functions.get(id) {
            Some(item) => {
                let mut params = Vec::new();
                let mut patterns = Vec::new();
                for input in &item.sig.inputs {
                    if let syn::FnArg::Typed(typed) = input {
                        params.push(inference.of_syntax(&typed.ty));
                        patterns.push((*typed.pat).clone());
                    }
                }
                let result = match &item.sig.output {
                    syn::ReturnType::Default => Type::UNIT,
                    syn::ReturnType::Type(_, ty) => inference.of_syntax(ty),
                };
                inference.function(&patterns, &params, &result, |this| {
                    this.result = Some(result.clone());
                    this.block(&item.block, item.block.span())
                })
            }
            None => {
                let constant = &self.items.constants[id - self.items.functions.len()];
                let result = inference.of_syntax(&constant.ty);
                inference.function(&[], &[], &result, |this| this.expr(&constant.expr))
            }
        };
        inference.settle();
        inference.finish(&mut function);
        inference.found.wall().map(|()| function)
    }
}

/// Something that waits for a type.
#[derive(Clone, Debug)]
struct Deferred {
    what: Wanted,
    /// The type that must be known first.
    of: Type,
    /// The type of the result.
    result: Type,
    span: Span,
    /// True if it is no error that it cannot be found.
    lenient: bool,
}

#[derive(Clone, Debug)]
enum Wanted {
    /// A method, with the types of its arguments.
    Method(String, Vec<Type>),
    /// A part of a tuple.
    Field(usize),
}

/// An inference under way.
pub(super) struct Inference<'e> {
    env: &'e Env,
    pub(super) table: Table,
    deferred: Vec<Deferred>,
    pub(super) found: Diagnostics,
    /// The types of expressions that were reported, which may be any.
    wrong: Vec<Type>,
    /// True for host code, which may use more than devices have: the type of anything beyond them
    /// is unknown.
    lenient: bool,
    /// True where an array of a worker is a tuple, as devices have them.
    pub(super) arrays_are_tuples: bool,
    /// The locals of the function at hand.
    locals: Vec<Local>,
    /// The place where each local was bound.
    places: Vec<Span>,
    /// The names in scope, the innermost last.
    scope: Vec<(String, LocalId)>,
    /// The labels of the loops around, and the values that `break` leaves.
    loops: Vec<(Option<String>, LoopId)>,
    next_loop: LoopId,
    /// The type of `return`, if there may be one.
    result: Option<Type>,
}

impl<'e> Inference<'e> {
    pub(super) fn new(env: &'e Env, table: Table) -> Self {
        Inference {
            env,
            table,
            deferred: Vec::new(),
            found: Diagnostics::new(),
            wrong: Vec::new(),
            lenient: false,
            arrays_are_tuples: true,
            locals: Vec::new(),
            places: Vec::new(),
            scope: Vec::new(),
            loops: Vec::new(),
            next_loop: 0,
            result: None,
        }
    }

    /// A worker: a closure, or a path to a function.
    pub(super) fn worker(
        &mut self,
        worker: &syn::Expr,
        params: &[Type],
        result: Option<&Type>,
    ) -> Function {
        let wanted = match result {
            Some(result) => result.clone(),
            None => self.table.any(),
        };
        match worker {
            syn::Expr::Paren(inner) => self.worker(&inner.expr, params, result),
            syn::Expr::Group(inner) => self.worker(&inner.expr, params, result),
            syn::Expr::Closure(closure) => {
                let patterns: Vec<syn::Pat> = closure.inputs.iter().cloned().list();
                if let syn::ReturnType::Type(_, ty) = &closure.output {
                    let declared = self.of_syntax(ty);
                    self.unify(&declared, &wanted, ty.span());
                }
                self.function(&patterns, params, &wanted, |this| this.expr(&closure.body))
            }
            syn::Expr::Path(path) => self.function(&[], params, &wanted, |this| {
                let args = (0..params.len())
                    .map(|local| this.local(local, path.span()))
                    .list();
                this.call_path(path, args, path.span())
            }),
            other => self.function(&[], params, &wanted, |this| {
                this.unsupported(
                    other.span(),
                    "a worker that is neither a closure nor a path",
                )
            }),
        }
    }

    /// A function of so many parameters; those without a pattern are named by
    /// their numbers.
    fn function(
        &mut self,
        patterns: &[syn::Pat],
        params: &[Type],
        result: &Type,
        body: impl FnOnce(&mut Self) -> Expr,
    ) -> Function {
        self.locals.clear();
        self.places.clear();
        self.scope.clear();
        self.loops.clear();
        self.next_loop = 0;
        let span = patterns.first().map_or_else(Span::call_site, Spanned::span);
        for (index, ty) in params.iter().enumerate() {
            let name = format!("arg{}", index + 1);
            let place = patterns.get(index).map_or(span, Spanned::span);
            self.add_local(&name, ty.clone(), false, place);
        }
        let mut statements = Vec::new();
        for (index, pattern) in patterns.iter().enumerate().take(params.len()) {
            self.parameter(index, pattern, &mut statements);
        }
        let value = body(self);
        self.unify(&value.ty, result, value.span);
        let body = if statements.is_empty() {
            value
        } else {
            Expr {
                ty: value.ty.clone(),
                span: value.span,
                kind: ExprKind::Block(statements, Some(Box::new(value))),
            }
        };
        Function {
            params: params.len(),
            locals: std::mem::take(&mut self.locals),
            body,
        }
    }

    /// A name that Rust binds by itself takes the place of the parameter's.
    fn parameter(&mut self, index: usize, pattern: &syn::Pat, statements: &mut Vec<Statement>) {
        match pattern {
            syn::Pat::Ident(name) if name.subpat.is_none() => {
                self.locals[index].name = name.ident.to_string();
                self.locals[index].mutable = name.mutability.is_some();
                self.scope.push((name.ident.to_string(), index));
            }
            syn::Pat::Paren(inner) => self.parameter(index, &inner.pat, statements),
            syn::Pat::Reference(inner) => self.parameter(index, &inner.pat, statements),
            syn::Pat::Type(typed) => {
                let declared = self.of_syntax(&typed.ty);
                let ty = self.locals[index].ty.clone();
                self.unify(&declared, &ty, typed.ty.span());
                self.parameter(index, &typed.pat, statements);
            }
            other => {
                let value = self.local(index, other.span());
                self.destructure(other, value, statements);
            }
        }
    }

    fn add_local(&mut self, name: &str, ty: Type, mutable: bool, place: Span) -> LocalId {
        self.locals.push(Local {
            name: name.to_owned(),
            ty,
            mutable,
        });
        self.places.push(place);
        self.locals.len() - 1
    }

    /// The value of a local.
    fn local(&self, local: LocalId, span: Span) -> Expr {
        Expr {
            kind: ExprKind::Local(local),
            ty: self.locals[local].ty.clone(),
            span,
        }
    }

    /// Makes two types one, or reports that they are two.
    pub(super) fn unify(&mut self, left: &Type, right: &Type, span: Span) {
        if let Err(wrong) = self.same(left, right, span) {
            self.report(wrong);
        }
    }

    fn same(&mut self, left: &Type, right: &Type, span: Span) -> Result<(), Diagnostic> {
        if self.table.unify(left, right) {
            return Ok(());
        }
        let (left, right) = (self.table.deep(left), self.table.deep(right));
        let (left, right) = (left.to_string(), right.to_string());
        Err(catalog::device_two_types(span, &left, &right))
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }

    /// Reports something that devices do not have; stands for its value.
    fn unsupported(&mut self, span: Span, what: &str) -> Expr {
        self.report(catalog::device_unsupported(span, what));
        self.nothing(span)
    }

    /// In the place of an expression that was reported: it has any type.
    fn nothing(&mut self, span: Span) -> Expr {
        let ty = self.table.any();
        self.wrong.push(ty.clone());
        Expr {
            kind: ExprKind::Tuple(Vec::new()),
            ty,
            span,
        }
    }

    /// Returns true if a type is unknown because of a reported mistake.
    fn is_wrong(&self, ty: &Type) -> bool {
        let ty = self.table.shallow(ty);
        self.wrong
            .iter()
            .any(|wrong| self.table.shallow(wrong) == ty)
    }

    /// Returns true if workers have arrays, which are tuples.
    pub(super) fn has_arrays(&self) -> bool {
        self.arrays_are_tuples && !self.lenient
    }

    /// Reads a type of the source.
    pub(super) fn of_syntax(&mut self, ty: &syn::Type) -> Type {
        if let syn::Type::Array(array) = ty
            && let syn::Expr::Lit(literal) = &array.len
            && let syn::Lit::Int(number) = &literal.lit
            && let Ok(number) = number.base10_parse()
            && self.has_arrays()
        {
            let item = self.of_syntax(&array.elem);
            return Type::Tuple(vec![item; number]);
        }
        match self.known_syntax(ty) {
            Some(ty) => ty,
            None => {
                self.report(catalog::device_type(ty));
                self.table.any()
            }
        }
    }

    /// Reads a type of the source; `None` if devices have no such type.
    pub(super) fn known_syntax(&mut self, ty: &syn::Type) -> Option<Type> {
        match ty {
            syn::Type::Paren(inner) => self.known_syntax(&inner.elem),
            syn::Type::Group(inner) => self.known_syntax(&inner.elem),
            syn::Type::Reference(inner) => self.known_syntax(&inner.elem),
            syn::Type::Infer(_) => Some(self.table.any()),
            syn::Type::Tuple(tuple) => {
                let items = every(tuple.elems.iter().map(|item| self.known_syntax(item)));
                Some(Type::Tuple(items?))
            }
            syn::Type::Path(path) if path.qself.is_none() => {
                let last = path.path.segments.last()?;
                let plain = path.path.segments.len() == 1
                    || path
                        .path
                        .segments
                        .iter()
                        .any(|part| part.ident == "primitive");
                Prim::named(&last.ident.to_string())
                    .filter(|prim| plain && prim.on_devices())
                    .map(Type::Prim)
            }
            _ => None,
        }
    }

    /// Works off the checks that wait for types. Types that stay unknown have Rust's defaults.
    pub(super) fn settle(&mut self) {
        loop {
            self.resolve_known();
            if self.deferred.is_empty() {
                return;
            }
            let undecided: Vec<Type> = self.deferred.iter().map(|wait| wait.of.clone()).list();
            if !undecided.iter().any(|ty| self.table.decide(ty)) {
                break;
            }
        }
        for deferred in std::mem::take(&mut self.deferred) {
            if deferred.lenient || self.is_wrong(&deferred.of) {
                continue;
            }
            let what = match &deferred.what {
                Wanted::Method(name, _) => format!("what has the method `{name}`"),
                Wanted::Field(index) => format!("what has the part `.{index}`"),
            };
            self.report(catalog::device_unknown_type(deferred.span, &what));
        }
    }

    /// Does a deferred check if it can be done now.
    fn resolve(&mut self, deferred: Deferred) {
        let of = self.table.shallow(&deferred.of);
        if matches!(of, Type::Variable(_)) {
            self.deferred.push(deferred);
            return;
        }
        if let Err(wrong) = self.resolved(&of, &deferred)
            && (!deferred.lenient || self.lenient)
        {
            self.report(wrong);
        }
    }

    fn resolved(&mut self, of: &Type, deferred: &Deferred) -> Result<(), Diagnostic> {
        let span = deferred.span;
        let unknown = |this: &Self, name: &str| {
            let ty = this.table.deep(of).to_string();
            Err(catalog::device_method(span, name, &ty))
        };
        let (prim, name, args) = match (&deferred.what, of) {
            (Wanted::Field(index), Type::Tuple(items)) if *index < items.len() => {
                return self.same(&deferred.result, &items[*index], span);
            }
            (Wanted::Field(index), _) => return unknown(self, &index.to_string()),
            (Wanted::Method(name, args), Type::Prim(prim)) => (*prim, name, args),
            (Wanted::Method(name, _), _) => return unknown(self, name),
        };
        let Some(method) = Method::of(name, prim) else {
            return unknown(self, name);
        };
        let params = &method.params[1..];
        if params.len() != args.len() {
            return Err(catalog::device_arguments(
                span,
                name,
                params.len(),
                args.len(),
            ));
        }
        for (param, arg) in params.iter().zip(args) {
            self.same(arg, &param.on(prim), span)?;
        }
        self.same(&deferred.result, &method.output.on(prim), span)
    }

    /// Replaces the variables of a function by the types that were found for them.
    pub(super) fn finish(&mut self, function: &mut Function) {
        for (index, local) in function.locals.iter_mut().enumerate() {
            local.ty = self.table.settled(&local.ty);
            if !local.ty.is_known() && self.found.is_empty() {
                let place = self.places.get(index).copied();
                self.found.push(catalog::device_unknown_type(
                    place.unwrap_or_else(Span::call_site),
                    &format!("`{}`", local.name),
                ));
            }
        }
        self.finish_expr(&mut function.body);
    }

    fn finish_expr(&mut self, expr: &mut Expr) {
        // An expression that never yields a value may have any type; `()` is one.
        expr.ty = match self.table.settled(&expr.ty) {
            Type::Variable(_) => Type::UNIT,
            ty => ty,
        };
        for child in expr.children_mut() {
            self.finish_expr(child);
        }
        if let ExprKind::Unresolved(name, args) = &mut expr.kind
            && let Some(prim) = args.first().and_then(Expr::prim)
            && let Some(method) = Method::of(name, prim)
        {
            expr.kind = ExprKind::Method(method, std::mem::take(args));
        }
    }
}
