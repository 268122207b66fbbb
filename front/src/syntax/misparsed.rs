//! Mistakes that are no Rust, and what was meant by them.

use crate::diagnostic::{Diagnostics, catalog};
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};

/// Reports what is no Rust: subscripts that lack brackets of their own, a slice as other languages write it, a
/// range among the parameters of a worker, a function by the name of a keyword, or whatever syn says.
pub(super) fn report(tokens: &TokenStream, error: &syn::Error, found: &mut Diagnostics) {
    if let Some(span) = subscript_with(',', tokens.clone()) {
        found.push(catalog::bare_subscripts(span));
    } else if let Some(span) = subscript_with(':', tokens.clone()) {
        found.push(catalog::slice_with_colon(span));
    } else if let Some(span) = parameter_in(tokens.clone()) {
        found.push(catalog::parameter_in(span));
    } else if let Some(span) = where_called(tokens.clone()) {
        found.push(catalog::where_called(span));
    } else {
        found.push_syn(error);
    }
}

/// The place of the first `in` of a `|i in 0..n|`.
fn parameter_in(tokens: TokenStream) -> Option<Span> {
    let mut is_parameter = false;
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Ident(word) if word == "in" && is_parameter => Some(word.span()),
        TokenTree::Ident(word) => {
            is_parameter &= word != "for";
            None
        }
        TokenTree::Punct(punct) => {
            is_parameter = punct.as_char() == '|' || is_parameter && punct.as_char() == ',';
            None
        }
        TokenTree::Group(group) => parameter_in(group.stream()),
        TokenTree::Literal(_) => None,
    })
}

/// The place of the first `a[i, j]`, or of the first `xs[1:]`.
fn subscript_with(mark: char, tokens: TokenStream) -> Option<Span> {
    let mut subscripted = false;
    tokens.into_iter().find_map(|token| {
        let is_next = matches!(&token, TokenTree::Ident(_));
        let before = std::mem::replace(&mut subscripted, is_next);
        let TokenTree::Group(group) = token else {
            return None;
        };
        match before && group.delimiter() == Delimiter::Bracket && has_mark(mark, &group) {
            true => Some(group.span()),
            false => subscript_with(mark, group.stream()),
        }
    })
}

/// Returns true if a mark stands alone in a group: of a path there are two colons.
fn has_mark(mark: char, group: &Group) -> bool {
    let mut last = None;
    let marks = group.stream().into_iter().map(|token| match token {
        TokenTree::Punct(punct) => Some(punct.as_char()),
        _ => None,
    });
    let mut found = false;
    for this in marks {
        let is_path = this == Some(':') && last == Some(':');
        found = !is_path && (found || this == Some(mark));
        last = this;
    }
    found
}

/// The place of the first `where(c, a, b)`.
fn where_called(tokens: TokenStream) -> Option<Span> {
    let mut word = None;
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Ident(ident) => {
            word = (ident == "where").then(|| ident.span());
            None
        }
        TokenTree::Group(group) => match word.take() {
            Some(span) if group.delimiter() == Delimiter::Parenthesis => Some(span),
            _ => where_called(group.stream()),
        },
        _ => {
            word = None;
            None
        }
    })
}
