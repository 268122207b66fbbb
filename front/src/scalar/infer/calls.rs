//! Calls of functions and methods.

use super::expr::names;
use super::{Deferred, Inference, Wanted};
use crate::diagnostic::catalog;
use crate::ir::over::{self, At, Over};
use crate::ordered::ToList;
use crate::scalar::methods::{Like, Method};
use crate::scalar::tree::{Binary, Expr, ExprKind, Number};
use crate::scalar::{Prim, Type};
use proc_macro2::Span;
use syn::spanned::Spanned;

impl Inference<'_> {
    pub(super) fn call(&mut self, expr: &syn::Expr, call: &syn::ExprCall) -> Expr {
        if over::is_zero(expr) {
            return Expr {
                kind: ExprKind::Int(0),
                ty: self.table.any(),
                span: call.span(),
            };
        }
        if let Some(over) = Over::of(expr) {
            let zero = over::zero(over.span);
            return self.expr(&over.plain(&zero));
        }
        if let Some(at) = At::of(expr) {
            return self.expr(&at.plain());
        }
        let args: Vec<Expr> = call.args.iter().map(|arg| self.expr(arg)).list();
        match &*call.func {
            syn::Expr::Path(path) => self.call_path(path, args, call.span()),
            syn::Expr::Paren(inner) => match &*inner.expr {
                syn::Expr::Path(path) => self.call_path(path, args, call.span()),
                other => self.unsupported(other.span(), "a call of this"),
            },
            other => self.unsupported(other.span(), "a call of this"),
        }
    }

    /// A function at a path, applied to values.
    pub(super) fn call_path(
        &mut self,
        path: &syn::ExprPath,
        mut args: Vec<Expr>,
        span: Span,
    ) -> Expr {
        let names = names(path);
        if let [name] = &names[..] {
            let helper = self
                .env
                .items
                .functions
                .iter()
                .position(|item| item.sig.ident == name);
            if let Some(helper) = helper {
                return self.call_helper(helper, args, span);
            }
        }
        let (owner, name) = match &names[..] {
            [.., owner, name] => (owner.as_str(), name.as_str()),
            [name] => ("", name.as_str()),
            [] => ("", ""),
        };
        if let Some(prim) = Prim::named(owner).filter(|prim| prim.on_devices()) {
            return self.call_associated(prim, name, args, span);
        }
        // Functions of traits and modules that are methods of their first
        // argument.
        const OWNERS: &[&str] = &[
            "cmp",
            "Ord",
            "PartialOrd",
            "PartialEq",
            "Clone",
            "ops",
            "Add",
            "Sub",
            "Mul",
            "Div",
            "Rem",
            "Neg",
            "Not",
            "BitAnd",
            "BitOr",
            "BitXor",
            "Shl",
            "Shr",
        ];
        if OWNERS.contains(&owner) && !args.is_empty() {
            let receiver = args.remove(0);
            return self.method(name, receiver, args, span);
        }
        self.report(catalog::device_function(path.span(), &names.join("::")));
        self.nothing(span)
    }

    fn call_helper(&mut self, helper: usize, args: Vec<Expr>, span: Span) -> Expr {
        let sig = self.env.items.functions[helper].sig.clone();
        if let Some(generic) = sig.generics.type_params().next() {
            self.report(catalog::device_generic(
                generic.ident.span(),
                &generic.ident,
            ));
            return self.nothing(span);
        }
        let params: Vec<Type> = sig
            .inputs
            .iter()
            .filter_map(|input| match input {
                syn::FnArg::Typed(typed) => Some(self.of_syntax(&typed.ty)),
                syn::FnArg::Receiver(_) => None,
            })
            .list();
        if params.len() != args.len() {
            let name = sig.ident.to_string();
            self.report(catalog::device_arguments(
                span,
                &name,
                params.len(),
                args.len(),
            ));
            return self.nothing(span);
        }
        for (arg, param) in args.iter().zip(&params) {
            self.unify(&arg.ty, param, arg.span);
        }
        Expr {
            kind: ExprKind::Call(helper, args),
            ty: match &sig.output {
                syn::ReturnType::Default => Type::UNIT,
                syn::ReturnType::Type(_, ty) => self.of_syntax(ty),
            },
            span,
        }
    }

    /// `f32::min(a, b)`, `u64::from(x)`, `f32::from_bits(x)`, `i32::default()`.
    fn call_associated(&mut self, prim: Prim, name: &str, mut args: Vec<Expr>, span: Span) -> Expr {
        let own = Type::Prim(prim);
        match (name, args.len()) {
            ("from", 1) => Expr {
                kind: ExprKind::Cast(Box::new(args.remove(0))),
                ty: own,
                span,
            },
            ("default", 0) => Expr {
                kind: match prim {
                    Prim::Bool => ExprKind::Bool(false),
                    prim if prim.is_float() => ExprKind::Float(Number {
                        double: 0.0,
                        single: 0.0,
                    }),
                    _ => ExprKind::Int(0),
                },
                ty: own,
                span,
            },
            _ => match Method::of(name, prim) {
                Some(method) if method.params[0] == Like::Own && !args.is_empty() => {
                    let receiver = args.remove(0);
                    self.unify(&receiver.ty, &own, receiver.span);
                    self.method(name, receiver, args, span)
                }
                Some(method) if method.params.len() == args.len() => {
                    for (arg, param) in args.iter().zip(method.params) {
                        self.unify(&arg.ty, &param.on(prim), arg.span);
                    }
                    Expr {
                        kind: ExprKind::Method(method, args),
                        ty: method.output.on(prim),
                        span,
                    }
                }
                Some(method) => {
                    let (wanted, given) = (method.params.len(), args.len());
                    self.report(catalog::device_arguments(span, name, wanted, given));
                    self.nothing(span)
                }
                // An operator by the name of its trait's method.
                None if Binary::of_method(name).is_some() && !args.is_empty() => {
                    let receiver = args.remove(0);
                    self.unify(&receiver.ty, &own, receiver.span);
                    self.method(name, receiver, args, span)
                }
                None => {
                    self.report(catalog::device_method(span, name, prim.name()));
                    self.nothing(span)
                }
            },
        }
    }

    pub(super) fn method_call(&mut self, call: &syn::ExprMethodCall) -> Expr {
        let receiver = self.expr(&call.receiver);
        let args = call.args.iter().map(|arg| self.expr(arg)).list();
        self.method(&call.method.to_string(), receiver, args, call.method.span())
    }

    fn method(&mut self, name: &str, receiver: Expr, mut args: Vec<Expr>, span: Span) -> Expr {
        if self.is_wrong(&receiver.ty) {
            return self.nothing(span);
        }
        match (name, args.len()) {
            ("clone" | "to_owned", 0) => return receiver,
            // The type it becomes is the one that it is used at.
            ("into", 0) => {
                return Expr {
                    kind: ExprKind::Cast(Box::new(receiver)),
                    ty: self.table.any(),
                    span,
                };
            }
            _ => {}
        }
        if let Some((op, 1)) = Binary::of_method(name).map(|op| (op, args.len())) {
            let right = args.remove(0);
            return self.operation(op, receiver, right, span);
        }
        if !Method::is_known(name) {
            let ty = self.table.deep(&receiver.ty);
            self.report(catalog::device_method(span, name, &ty.to_string()));
            return self.nothing(span);
        }
        let ty = match Method::keeps_type(name) {
            true => receiver.ty.clone(),
            false => self.table.any(),
        };
        self.resolve(Deferred {
            what: Wanted::Method(
                name.to_owned(),
                args.iter().map(|arg| arg.ty.clone()).list(),
            ),
            of: receiver.ty.clone(),
            result: ty.clone(),
            span,
            lenient: self.lenient,
        });
        args.insert(0, receiver);
        Expr {
            kind: ExprKind::Unresolved(name.to_owned(), args),
            ty,
            span,
        }
    }
}
