//! Tokens: parsing all of some, the first ones, the end of one.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use syn::parse::{ParseStream, Parser};

/// Parses all of the tokens, as [`Parser::parse2`] does. Where the tokens end too
/// early, the error is at their last one, not at the whole macro.
pub(super) fn parse_tokens<T>(
    tokens: TokenStream,
    parse: impl FnOnce(ParseStream<'_>) -> syn::Result<T>,
) -> syn::Result<T> {
    let end = tokens.clone().into_iter().last();
    let mut group = Group::new(Delimiter::Parenthesis, tokens);
    if let Some(end) = end {
        group.set_span(end_of(&end));
    }
    let inside = |input: ParseStream<'_>| {
        let content;
        syn::parenthesized!(content in input);
        parse(&content)
    };
    inside.parse2(TokenTree::Group(group).into())
}

/// The last place of a token.
pub(super) fn end_of(token: &TokenTree) -> Span {
    match token {
        TokenTree::Group(group) => group.span_close(),
        other => other.span(),
    }
}

/// Returns whether a token is this mark.
pub(super) fn is_mark(mark: char) -> impl Fn(&TokenTree) -> bool {
    move |token| matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark)
}

/// The first few tokens, without the invisible groups that `macro_rules!` puts
/// around substituted tokens (one of them is an empty `$vis`).
pub(super) fn first_tokens(tokens: &TokenStream, count: usize) -> Vec<TokenTree> {
    let mut first = Vec::new();
    let mut open = vec![tokens.clone().into_iter()];
    while let Some(tokens) = open.last_mut()
        && first.len() < count
    {
        match tokens.next() {
            None => drop(open.pop()),
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::None => {
                open.push(group.stream().into_iter());
            }
            Some(token) => first.push(token),
        }
    }
    first
}
