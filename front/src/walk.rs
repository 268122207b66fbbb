//! Walks over Rust code: to look at it, or to change expressions.
//!
//! `syn`'s visitors are traits of some 270 methods, and each type that implements one has them all
//! compiled anew: a twelfth of a user's build of this crate. One type implements
//! each here, and calls a closure.

use crate::ordered::OrderedSet;
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Block, Expr, Ident, Item, Macro, Pat, PatIdent};

/// A part of Rust code.
#[cfg_attr(feature = "report", derive(Debug))]
pub enum Node<'a> {
    /// An expression.
    Expr(&'a Expr),
    /// Statements in braces, with those of a function or of a branch.
    Block,
    /// An item among statements.
    Item,
    /// A name that a pattern binds.
    Binding(&'a PatIdent),
    /// A name of any kind: of a variable, a field, a method, a type.
    Name(&'a Ident),
    /// A call of a macro.
    Macro(&'a Macro),
}

/// Shows all parts of an expression to `look`, each before its own parts, which are left out where
/// `look` returns false.
pub fn expr<'a>(expr: &'a Expr, look: &mut dyn FnMut(Node<'a>) -> bool) {
    Walk(look).visit_expr(expr);
}

/// Shows all parts of a block, as [`expr`] does.
pub fn block<'a>(block: &'a Block, look: &mut dyn FnMut(Node<'a>) -> bool) {
    Walk(look).visit_block(block);
}

/// Shows all parts of a pattern, as [`expr`] does.
pub fn pattern<'a>(pattern: &'a Pat, look: &mut dyn FnMut(Node<'a>) -> bool) {
    Walk(look).visit_pat(pattern);
}

/// Returns true if a name stands somewhere in an expression, arguments of macros included.
pub fn mentions(whole: &Expr, name: &Ident) -> bool {
    let mut found = false;
    expr(whole, &mut |node| {
        found |= match node {
            Node::Name(other) => other == name,
            Node::Macro(call) => {
                let mut names = OrderedSet::new();
                identifiers(call.tokens.clone(), &mut names);
                names.contains(&name.to_string())
            }
            _ => false,
        };
        !found
    });
    found
}

/// Every identifier in a token stream.
pub fn identifiers(tokens: TokenStream, into: &mut OrderedSet<String>) {
    each_identifier(tokens, &mut |name| {
        into.insert(name.to_string());
    });
}

/// Shows every identifier in a token stream to `look`, in order.
pub fn each_identifier(tokens: TokenStream, look: &mut dyn FnMut(&Ident)) {
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => look(&ident),
            TokenTree::Group(group) => each_identifier(group.stream(), look),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

struct Walk<'l, 'a>(&'l mut dyn FnMut(Node<'a>) -> bool);

impl<'a> Visit<'a> for Walk<'_, 'a> {
    fn visit_expr(&mut self, expr: &'a Expr) {
        if (self.0)(Node::Expr(expr)) {
            visit::visit_expr(self, expr);
        }
    }

    fn visit_block(&mut self, block: &'a Block) {
        if (self.0)(Node::Block) {
            visit::visit_block(self, block);
        }
    }

    fn visit_item(&mut self, item: &'a Item) {
        if (self.0)(Node::Item) {
            visit::visit_item(self, item);
        }
    }

    fn visit_pat_ident(&mut self, binding: &'a PatIdent) {
        if (self.0)(Node::Binding(binding)) {
            visit::visit_pat_ident(self, binding);
        }
    }

    fn visit_ident(&mut self, name: &'a Ident) {
        (self.0)(Node::Name(name));
    }

    fn visit_macro(&mut self, call: &'a Macro) {
        if (self.0)(Node::Macro(call)) {
            visit::visit_macro(self, call);
        }
    }
}

/// A part of Rust code that is to be changed.
#[cfg_attr(feature = "report", derive(Debug))]
pub enum Part<'a> {
    /// An expression, before those in it.
    Before(&'a mut Expr),
    /// An expression, after those in it.
    After(&'a mut Expr),
    /// A call of a macro, before arguments that are expressions.
    Macro(&'a Macro),
}

/// Shows an expression and all in it to `change`; the parts of an expression or a macro are left out
/// where `change` returns false before it.
pub fn change(expr: &mut Expr, change: &mut dyn FnMut(Part<'_>) -> bool) {
    Change(change).visit_expr_mut(expr);
}

/// Shows the expressions of a block to `change`, as [`change`] does.
pub fn change_block(block: &mut Block, change: &mut dyn FnMut(Part<'_>) -> bool) {
    Change(change).visit_block_mut(block);
}

struct Change<'l>(&'l mut dyn FnMut(Part<'_>) -> bool);

impl VisitMut for Change<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if (self.0)(Part::Before(expr)) {
            visit_mut::visit_expr_mut(self, expr);
            (self.0)(Part::After(expr));
        }
    }

    fn visit_macro_mut(&mut self, call: &mut Macro) {
        if (self.0)(Part::Macro(call)) {
            visit_arguments(call, |expr| self.visit_expr_mut(expr));
        }
    }
}

/// Visits the arguments of a macro that takes expressions, like `format!` and `vec![value;
/// length]`.
pub fn visit_arguments(call: &mut Macro, mut visit: impl FnMut(&mut Expr)) {
    let parser = Punctuated::<Expr, syn::Token![,]>::parse_terminated;
    if let Ok(mut args) = call.parse_body_with(parser) {
        args.iter_mut().for_each(&mut visit);
        call.tokens = args.to_token_stream();
    } else if let Ok((mut value, semicolon, mut length)) = call.parse_body_with(repeated) {
        visit(&mut value);
        visit(&mut length);
        call.tokens = quote!(#value #semicolon #length);
    }
}

/// `value; length`
fn repeated(input: ParseStream<'_>) -> syn::Result<(Expr, syn::Token![;], Expr)> {
    Ok((input.parse()?, input.parse()?, input.parse()?))
}

/// Returns true for `+=` and the others that assign.
pub fn is_assignment(operator: &BinOp) -> bool {
    matches!(
        operator,
        BinOp::AddAssign(_)
            | BinOp::SubAssign(_)
            | BinOp::MulAssign(_)
            | BinOp::DivAssign(_)
            | BinOp::RemAssign(_)
            | BinOp::BitXorAssign(_)
            | BinOp::BitAndAssign(_)
            | BinOp::BitOrAssign(_)
            | BinOp::ShlAssign(_)
            | BinOp::ShrAssign(_)
    )
}
