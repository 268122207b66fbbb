//! The shapes of half-written programs, told by their tokens.

use crate::combinator::{Combinator, Yields};
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};

/// Returns true for the tokens of `if condition { return … }`.
pub(super) fn is_guard(tokens: &[TokenTree]) -> bool {
    matches!(tokens.first(), Some(TokenTree::Ident(word)) if word == "if")
        && tokens.iter().any(returns)
}

/// `{ return … }`
pub(super) fn returns(token: &TokenTree) -> bool {
    let TokenTree::Group(block) = token else {
        return false;
    };
    block.delimiter() == Delimiter::Brace
        && matches!(block.stream().into_iter().next(), Some(TokenTree::Ident(word)) if word == "return")
}

/// Returns true if a combinator that yields an array stands at the top.
pub(super) fn yields_array(value: &[TokenTree]) -> bool {
    let combinator = match value {
        [TokenTree::Ident(name), TokenTree::Group(_)] => combinator(name),
        [.., dot, TokenTree::Ident(name), TokenTree::Group(_)] if is(dot, '.') => method(name),
        _ => None,
    };
    combinator.is_some_and(|found| matches!(found.yields, Yields::Array { .. }))
}

/// The tokens between commas. The commas of a closure's parameters and of
/// generic arguments are none of them.
pub(super) fn arguments(tokens: TokenStream) -> Vec<Vec<TokenTree>> {
    let mut arguments = vec![Vec::new()];
    let (mut parameters, mut angles) = (false, 0_usize);
    let mut before: Option<TokenTree> = None;
    for token in tokens {
        let argument = arguments.last_mut().expect("it starts with one");
        let starts = argument.is_empty()
            || matches!(&argument[..], [TokenTree::Ident(word)] if word == "move");
        if is(&token, '|') && (parameters || starts) {
            parameters = !parameters;
        } else if is(&token, '<') && before.as_ref().is_some_and(|last| is(last, ':')) {
            angles += 1;
        } else if is(&token, '>') && !before.as_ref().is_some_and(|last| is(last, '-')) {
            angles = angles.saturating_sub(1);
        }
        before = Some(token.clone());
        match is(&token, ',') && !parameters && angles == 0 {
            true => arguments.push(Vec::new()),
            false => argument.push(token),
        }
    }
    if arguments.last().is_some_and(Vec::is_empty) {
        arguments.pop();
    }
    arguments
}

pub(super) fn combinator(name: &Ident) -> Option<&'static Combinator> {
    Combinator::named(&name.to_string())
}

pub(super) fn method(name: &Ident) -> Option<&'static Combinator> {
    Combinator::of_method(&name.to_string())
}

pub(super) fn is(token: &TokenTree, character: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == character)
}
