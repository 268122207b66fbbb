//! The names in patterns of workers.

use crate::walk::{self, Node};
use proc_macro2::Ident;
use syn::Pat;

/// The name of a pattern that is nothing but a name.
pub(super) fn plain(pattern: &Pat) -> Option<&Ident> {
    match pattern {
        Pat::Ident(ident)
            if ident.by_ref.is_none() && ident.mutability.is_none() && ident.subpat.is_none() =>
        {
            Some(&ident.ident)
        }
        _ => None,
    }
}

/// The names that a pattern binds.
pub(super) fn names(pattern: &Pat) -> Vec<Ident> {
    let mut found = Vec::new();
    walk::pattern(pattern, &mut |node| {
        if let Node::Binding(bound) = node {
            found.push(bound.ident.clone());
        }
        true
    });
    found
}

/// A pattern without its type.
pub(super) fn untyped(pattern: &Pat) -> &Pat {
    match pattern {
        Pat::Type(typed) => untyped(&typed.pat),
        Pat::Paren(paren) => untyped(&paren.pat),
        other => other,
    }
}
