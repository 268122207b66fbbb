//! A limit on nesting, so that no program can exhaust the compiler's stack.

use crate::diagnostic::{Diagnostics, catalog};
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};

/// How deep brackets may nest.
const BRACKETS: usize = 250;

/// How deep a syntax tree may become, at most: every operator, method and
/// keyword since the last comma or semicolon may be one level of it.
const DEPTH: usize = 1000;

/// The levels of a pair of brackets.
const BRACKET: usize = 3;

/// Reports what is nested too deeply, without recursion of its own.
pub(super) fn check(tokens: &TokenStream, found: &mut Diagnostics) -> bool {
    let mut waiting: Vec<(TokenStream, usize, usize)> = vec![(tokens.clone(), 1, 0)];
    while let Some((tokens, brackets, around)) = waiting.pop() {
        let mut depth = around;
        for token in tokens {
            match &token {
                TokenTree::Group(group) => {
                    waiting.push((group.stream(), brackets + 1, depth + BRACKET));
                    if group.delimiter() == Delimiter::Brace {
                        depth = around;
                    }
                }
                TokenTree::Punct(punct) if [',', ';'].contains(&punct.as_char()) => {
                    depth = around;
                }
                TokenTree::Punct(_) | TokenTree::Ident(_) => depth += 1,
                TokenTree::Literal(_) => {}
            }
            let is_group = matches!(token, TokenTree::Group(_));
            if depth > DEPTH || is_group && brackets >= BRACKETS {
                found.push(catalog::too_deep(first_place(&token)));
                return true;
            }
        }
    }
    false
}

fn first_place(token: &TokenTree) -> Span {
    match token {
        TokenTree::Group(group) => group.span_open(),
        other => other.span(),
    }
}
