//! Helpers: plain functions of scalars among the programs.

use super::parameter::kind;
use super::term::Term;
use super::{ParamKind, limit};
use crate::diagnostic::Diagnostics;
use crate::ordered::OrderedSet;
use crate::walk::{self, Node};
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::quote;
use syn::spanned::Spanned;
use syn::{Attribute, Block, FnArg, ItemFn, Signature, Visibility};

/// The helper that a function is, if it is one: it has no arrays, no
/// combinators, and none of our attributes.
///
/// It need not be in the language of programs then: it stays as it is, with
/// all of Rust. A program that looks like one means the same.
pub(super) fn of(
    attrs: &[Attribute],
    vis: &Visibility,
    sig: &Signature,
    body: &Group,
) -> Option<ItemFn> {
    // A function that is nested too deeply is reported as a program.
    if limit::check(&body.stream(), &mut Diagnostics::new()) {
        return None;
    }
    let ours = |attr: &Attribute| attr.path().is_ident("backend") || attr.path().is_ident("cnf");
    if attrs.iter().any(ours) || sig.inputs.iter().any(is_array) {
        return None;
    }
    let helper: ItemFn = syn::parse2(quote!(#(#attrs)* #vis #sig #body)).ok()?;
    (!has_combinators(&helper.block)).then_some(helper)
}

/// The array parameter of a function that was meant as a helper: it applies no
/// combinator, and others of these functions call it.
pub(super) fn meant(
    name: &Ident,
    sig: &Signature,
    body: &Group,
    called: &OrderedSet<String>,
) -> Option<Span> {
    let array = sig.inputs.iter().find(|input| is_array(input))?;
    let place = match array {
        FnArg::Typed(typed) => typed.pat.span(),
        FnArg::Receiver(_) => return None,
    };
    if !called.contains(&name.to_string()) || limit::check(&body.stream(), &mut Diagnostics::new())
    {
        return None;
    }
    let block: Block = syn::parse2(quote!(#body)).ok()?;
    (!has_combinators(&block)).then_some(place)
}

/// The names that are called in a body, without methods and paths.
pub(super) fn called(body: TokenStream, names: &mut OrderedSet<String>) {
    let mut before: Option<Ident> = None;
    let mut dots = 0;
    let mut colons = 0;
    for token in body {
        if let TokenTree::Group(group) = &token {
            if group.delimiter() == Delimiter::Parenthesis {
                names.extend(before.map(|name| name.to_string()));
            }
            called(group.stream(), names);
        }
        // A method stands behind one dot, the end of a path behind two colons.
        before = match &token {
            TokenTree::Ident(name) if dots != 1 && colons != 2 => Some(name.clone()),
            _ => None,
        };
        let next = |mark: char, count: usize| match &token {
            TokenTree::Punct(punct) if punct.as_char() == mark => count + 1,
            _ => 0,
        };
        (dots, colons) = (next('.', dots), next(':', colons));
    }
}

/// Returns true if a parameter is an array, or something that no function has.
fn is_array(input: &FnArg) -> bool {
    match input {
        FnArg::Receiver(_) => true,
        FnArg::Typed(typed) => kind(&typed.ty) != ParamKind::Scalar,
    }
}

/// Returns true if a block calls combinators; slices have a `len` of their own.
fn has_combinators(block: &Block) -> bool {
    let mut found = false;
    walk::block(block, &mut |node| {
        if let Node::Expr(expr) = node {
            found |= matches!(Term::of(expr), Term::Apply(apply)
                if apply.method.is_none() || apply.combinator.name != "len");
        }
        !found
    });
    found
}
