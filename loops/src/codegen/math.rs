//! Elementary functions in the user's code: methods and paths of the standard library's floats mean
//! those of `fusus-math`.
//!
//! The receiver of a method may be anything, so rustc decides (`math.rs` of the runtime): `x.exp()`
//! becomes
//!
//! ```text
//! match if Unary(&x).is_other() { x.exp() } else { Unary(&x).exp() } { value => value }
//! ```
//!
//! Messages of rustc about `x.exp()` are about that call, which is the user's own. The `match`
//! keeps the type that is expected of the value from both branches, where a wrong one would be
//! reported twice. Operands are written again if that means the same, and bound to variables
//! otherwise: a name, a field, a literal is as often as it is wanted.

use super::CodegenOptions;
use super::names::{at, hidden, placed};
use crate::math::{self, Math};
use crate::ordered::ToList;
use crate::walk::{self, Node, Part};
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use std::borrow::Cow;
use syn::spanned::Spanned;
use syn::{Expr, ExprMethodCall, ExprPath, ItemFn, Macro, UnOp, parse_quote};

/// Returns an expression of the user's as generated code has it.
pub(super) fn expr<'e>(expr: &'e Expr, options: &CodegenOptions) -> Cow<'e, Expr> {
    if options.math == Math::Std || !math::is_named_in(expr) {
        return Cow::Borrowed(expr);
    }
    let mut expr = expr.clone();
    walk::change(&mut expr, &mut |part| change(part, &options.krate, None));
    Cow::Owned(expr)
}

/// Returns an expression of the user's in which all angles are taken for near ones, of which `far`
/// takes note.
pub(super) fn near(expr: &Expr, options: &CodegenOptions, far: &Ident) -> Expr {
    let mut expr = expr.clone();
    walk::change(&mut expr, &mut |part| {
        change(part, &options.krate, Some(far))
    });
    expr
}

/// Returns a helper beside programs as generated code has it.
pub fn helper<'h>(helper: &'h ItemFn, krate: &TokenStream, math: Math) -> Cow<'h, ItemFn> {
    // Those of the standard library cannot be called in a constant.
    let is_constant = helper.sig.constness.is_some();
    if math == Math::Std || is_constant || math::first_in(&helper.block).is_none() {
        return Cow::Borrowed(helper);
    }
    let mut helper = helper.clone();
    walk::change_block(&mut helper.block, &mut |part| change(part, krate, None));
    Cow::Owned(helper)
}

/// Puts the functions of `fusus-math` into a part of the user's code, inner expressions first. With
/// `far`, those of angles are for near ones.
fn change(part: Part<'_>, krate: &TokenStream, far: Option<&Ident>) -> bool {
    match part {
        Part::Before(_) => true,
        Part::Macro(call) => takes_values(call),
        Part::After(expr) => {
            let changed = match expr {
                Expr::MethodCall(call) if math::is_method(call) => {
                    let far = far.filter(|_| math::is_of_angle(call));
                    Some(method(call, krate, far))
                }
                Expr::Path(path) => function(path, krate),
                _ => None,
            };
            if let Some(changed) = changed {
                *expr = Expr::Verbatim(changed);
            }
            true
        }
    }
}

/// Returns true for macros of the standard library that evaluate their arguments, and show no text
/// of them: that of `assert!` is part of its message. Nothing is known of other macros.
fn takes_values(call: &Macro) -> bool {
    const KNOWN: [&str; 12] = [
        "assert_eq",
        "assert_ne",
        "debug_assert_eq",
        "debug_assert_ne",
        "eprint",
        "eprintln",
        "format",
        "panic",
        "print",
        "println",
        "vec",
        "write",
    ];
    let name = call.path.segments.last();
    name.is_some_and(|name| KNOWN.iter().any(|known| name.ident == known))
}

/// The path of a function of `fusus-math`, in the place of one of the standard library.
fn function(path: &ExprPath, krate: &TokenStream) -> Option<TokenStream> {
    let (of, function) = math::path(path)?;
    let name = match function == "powf" {
        true => Ident::new("pow", function.span()),
        false => function.clone(),
    };
    let module = placed(quote!(#krate::__rt::math::#of), of.span());
    Some(quote_spanned!(at(function.span())=> #module::#name))
}

/// A call of a method, in which rustc decides.
fn method(call: &ExprMethodCall, krate: &TokenStream, far: Option<&Ident>) -> TokenStream {
    let place = call.method.span();
    let mut bound = Bound::default();
    let receiver = match &*call.receiver {
        // An argument may change what a name means before the call would have looked at it.
        receiver if call.args.iter().any(assigns) => bound.value("receiver", receiver),
        receiver if is_simple(receiver) => receiver.clone(),
        receiver if is_part(receiver) => bound.reference("receiver", receiver),
        receiver => bound.value("receiver", receiver),
    };
    let args = call.args.iter().map(|arg| match is_simple(arg) {
        true => arg.clone(),
        false => bound.value("argument", arg),
    });
    let args: Vec<Expr> = args.list();
    let wrapper = match (far, args.is_empty()) {
        (Some(_), _) => "Near",
        (None, true) => "Unary",
        (None, false) => "Binary",
    };
    let wrapper = Ident::new(wrapper, at(place));
    let wrapper = placed(quote!(#krate::__rt::math::#wrapper), place);
    let far = far.into_iter();
    let wrapped = quote_spanned!(at(place)=> #wrapper(&#receiver #(, &#args)* #(, &#far)*));
    let name = Ident::new(&call.method.to_string(), at(place));
    let own = ExprMethodCall {
        receiver: Box::new(receiver),
        args: args.into_iter().collect(),
        ..call.clone()
    };
    let value = hidden("value", place);
    let decided = quote_spanned! {at(place)=>
        match if #wrapped.is_other() { #own } else { #wrapped.#name() } { #value => #value }
    };
    let Bound { names, values } = bound;
    match names.is_empty() {
        true => quote_spanned!(at(place)=> (#decided)),
        false => quote_spanned!(at(place)=> (match (#(#values,)*) { (#(#names,)*) => #decided })),
    }
}

/// Variables for operands that must not be evaluated more than once.
#[derive(Default)]
struct Bound {
    names: Vec<Ident>,
    values: Vec<TokenStream>,
}

impl Bound {
    /// Binds the value of an operand, and returns an expression for it.
    fn value(&mut self, name: &str, operand: &Expr) -> Expr {
        let name = self.bind(name, operand, quote!(#operand));
        parse_quote!(#name)
    }

    /// Binds a reference to an operand, and returns an expression for its referent.
    fn reference(&mut self, name: &str, operand: &Expr) -> Expr {
        let name = self.bind(name, operand, quote!(&#operand));
        parse_quote!((*#name))
    }

    fn bind(&mut self, name: &str, operand: &Expr, value: TokenStream) -> Ident {
        let name = hidden(name, operand.span());
        self.names.push(name.clone());
        self.values.push(value);
        name
    }
}

/// Returns true if an expression may be evaluated more than once: it is a name, a literal, or a
/// part of the value of a name.
fn is_simple(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Paren(inner) => is_simple(&inner.expr),
        Expr::Group(inner) => is_simple(&inner.expr),
        Expr::Field(field) => is_simple(&field.base),
        Expr::Index(index) => is_simple(&index.expr) && is_simple(&index.index),
        Expr::Unary(unary) => match unary.op {
            UnOp::Deref(_) => is_simple(&unary.expr),
            UnOp::Neg(_) => matches!(*unary.expr, Expr::Lit(_)),
            _ => false,
        },
        _ => false,
    }
}

/// Returns true if an expression is a part of another value, which it must not be moved out of.
fn is_part(expr: &Expr) -> bool {
    match expr {
        Expr::Index(_) => true,
        Expr::Unary(unary) => matches!(unary.op, UnOp::Deref(_)),
        Expr::Paren(inner) => is_part(&inner.expr),
        Expr::Group(inner) => is_part(&inner.expr),
        Expr::Field(field) => is_part(&field.base),
        _ => false,
    }
}

/// Returns true if an expression may assign to a variable.
fn assigns(expr: &Expr) -> bool {
    let mut found = false;
    walk::expr(expr, &mut |node| {
        found |= match node {
            Node::Expr(Expr::Assign(_)) | Node::Macro(_) => true,
            Node::Expr(Expr::Reference(reference)) => reference.mutability.is_some(),
            Node::Expr(Expr::Binary(binary)) => walk::is_assignment(&binary.op),
            _ => false,
        };
        !found
    });
    found
}
