//! Walks over Rust code that only look.
//!
//! `syn`'s visitor is a trait of some 270 methods, and each type that implements it has them all
//! compiled anew: a twelfth of what a user's machine compiled of this crate. One type implements it
//! here, and calls a closure.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeSet;
use syn::visit::{self, Visit};
use syn::{Block, Expr, Ident, Item, Macro, Pat, PatIdent};

/// A part of Rust code.
pub(crate) enum Node<'a> {
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

/// Shows all parts of an expression to `look`, each before what is in it, which is left out where
/// `look` returns false.
pub(crate) fn expr<'a>(expr: &'a Expr, look: &mut dyn FnMut(Node<'a>) -> bool) {
    Walk(look).visit_expr(expr);
}

/// Shows all parts of a block, as [`expr`] does.
pub(crate) fn block<'a>(block: &'a Block, look: &mut dyn FnMut(Node<'a>) -> bool) {
    Walk(look).visit_block(block);
}

/// Shows all parts of a pattern, as [`expr`] does.
pub(crate) fn pattern<'a>(pattern: &'a Pat, look: &mut dyn FnMut(Node<'a>) -> bool) {
    Walk(look).visit_pat(pattern);
}

/// Returns true if a name stands somewhere in an expression, arguments of macros included.
pub(crate) fn mentions(whole: &Expr, name: &Ident) -> bool {
    let mut found = false;
    expr(whole, &mut |node| {
        found |= match node {
            Node::Name(other) => other == name,
            Node::Macro(call) => {
                let mut names = BTreeSet::new();
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
pub(crate) fn identifiers(tokens: TokenStream, into: &mut BTreeSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => {
                into.insert(ident.to_string());
            }
            TokenTree::Group(group) => identifiers(group.stream(), into),
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
