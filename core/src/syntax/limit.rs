//! A limit on nesting, so that no program can exhaust the compiler's stack.

use crate::diagnostic::{Diagnostics, catalog};
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};

/// How deep brackets may nest.
const BRACKETS: usize = 250;

/// How many operators, methods and keywords may follow each other between two
/// commas or semicolons: each may be one level of a syntax tree.
const CHAIN: usize = 2000;

/// Reports what is nested too deeply, without recursion of its own.
pub(super) fn check(tokens: &TokenStream, found: &mut Diagnostics) -> bool {
    let mut waiting: Vec<(TokenStream, usize)> = vec![(tokens.clone(), 1)];
    while let Some((tokens, depth)) = waiting.pop() {
        let mut chain = 0;
        for token in tokens {
            let too_much = match &token {
                TokenTree::Group(group) => {
                    waiting.push((group.stream(), depth + 1));
                    if group.delimiter() == Delimiter::Brace {
                        chain = 0;
                    }
                    depth >= BRACKETS
                }
                TokenTree::Punct(punct) if [',', ';'].contains(&punct.as_char()) => {
                    chain = 0;
                    false
                }
                TokenTree::Punct(_) | TokenTree::Ident(_) => {
                    chain += 1;
                    chain > CHAIN
                }
                TokenTree::Literal(_) => false,
            };
            if too_much {
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
