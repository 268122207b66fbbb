//! Tokens to the surface tree.
//!
//! Functions and statements are parsed one by one, so that a mistake in one of
//! them does not hide the mistakes in the others.

use super::fragments::grouped;
use super::tokens::{first_tokens, is_mark, parse_tokens};
use super::{Function, Options, Source, body, item, limit};
use crate::diagnostic::{Diagnostics, catalog};
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use syn::Attribute;
use syn::spanned::Spanned;

/// Parses the tokens of one `cnf!`.
///
/// # Errors
/// Everything that could not be understood.
pub fn parse(tokens: TokenStream) -> Result<Source, Diagnostics> {
    let mut found = Diagnostics::new();
    let source = parse_leniently(tokens, &mut found);
    if let Source::Functions(functions, _) = &source {
        for function in functions {
            found.extend(function.found.clone());
        }
    }
    found.wall().map(|()| source)
}

/// Parses the tokens of one `cnf!` as far as they can be understood. Mistakes
/// inside a function are found in the function.
pub fn parse_leniently(tokens: TokenStream, found: &mut Diagnostics) -> Source {
    let tokens = grouped(tokens);
    let (asked, tokens) = asked_of_expression(tokens);
    if asked.is_empty() && is_item_form(&tokens) {
        let (functions, items) = item::functions(tokens, found);
        return Source::Functions(functions, items);
    }
    let mut options = Options::default();
    for attribute in asked {
        attribute.read(&mut options, found);
    }
    let span = tokens.span();
    let too_deep = limit::check(&tokens, found);
    let tokens = if too_deep { TokenStream::new() } else { tokens };
    Source::Expression(options, body::body(tokens, span, found))
}

/// Parses one function, as far as it can be understood: the attribute form.
pub fn parse_function(tokens: TokenStream, found: &mut Diagnostics) -> Option<Function> {
    let tokens = grouped(tokens);
    let is_function = tokens
        .clone()
        .into_iter()
        .any(|token| matches!(token, TokenTree::Ident(word) if word == "fn"));
    if !is_function || !is_item_form(&tokens) {
        found.push(catalog::not_a_function(tokens.span()));
        return None;
    }
    let (mut functions, _) = item::functions(tokens, found);
    (functions.len() == 1).then(|| functions.remove(0))
}

/// The item form starts with attributes, a visibility or `fn`.
fn is_item_form(tokens: &TokenStream) -> bool {
    let first = first_tokens(tokens, 3);
    let is = |index: usize, mark| matches!(first.get(index), Some(TokenTree::Punct(punct)) if punct.as_char() == mark);
    let group = |index: usize| match first.get(index) {
        Some(TokenTree::Group(group)) => Some(group.delimiter()),
        _ => None,
    };
    match first.first() {
        Some(TokenTree::Ident(word)) => match word.to_string().as_str() {
            "pub" | "fn" => true,
            // Not so the blocks of expressions.
            "const" | "async" | "unsafe" | "extern" => group(1).is_none(),
            "struct" | "enum" | "use" | "static" | "type" => has_function(tokens),
            _ => false,
        },
        _ => is(0, '#') && group(if is(1, '!') { 2 } else { 1 }) == Some(Delimiter::Bracket),
    }
}

/// The tokens of one `cnf!` without the options of an expression.
pub fn without_options(tokens: TokenStream) -> TokenStream {
    asked_of_expression(tokens).1
}

/// An attribute of ours that stands before an expression.
struct Asked {
    /// `backend` or `cnf`.
    name: Ident,
    /// True if it is written `#![…]`.
    inner: bool,
    tokens: TokenStream,
}

impl Asked {
    /// Options may stand as `#![cnf(…)]` before an expression. The other attributes
    /// are for functions.
    fn read(self, options: &mut Options, found: &mut Diagnostics) {
        if !self.inner || self.name != "cnf" {
            found.push(catalog::attribute_of_expression(self.name.span()));
            return;
        }
        match parse_tokens(self.tokens, Attribute::parse_inner) {
            Ok(attributes) => {
                for attribute in &attributes {
                    item::option(attribute, options, found);
                }
            }
            Err(error) => found.push(catalog::attribute_syntax(error.span(), &error.to_string())),
        }
    }
}

/// The attributes of ours that stand before an expression, and the tokens without
/// what stands before that. Other tokens are returned as they are.
fn asked_of_expression(tokens: TokenStream) -> (Vec<Asked>, TokenStream) {
    const ITEMS: &[&str] = &[
        "fn", "pub", "const", "async", "unsafe", "extern", "struct", "enum", "union", "type",
        "static", "trait", "impl", "mod", "use",
    ];
    let mut rest = tokens.clone().into_iter().peekable();
    let mut asked = Vec::new();
    while let Some(hash) = rest.next_if(is_mark('#')) {
        let mark = rest.next_if(is_mark('!'));
        let Some(TokenTree::Group(attribute)) = rest.next() else {
            return (Vec::new(), tokens);
        };
        if attribute.delimiter() != Delimiter::Bracket {
            return (Vec::new(), tokens);
        }
        if let Some(TokenTree::Ident(name)) = attribute.stream().into_iter().next()
            && (name == "backend" || name == "cnf")
        {
            asked.push(Asked {
                name,
                inner: mark.is_some(),
                tokens: [Some(hash), mark, Some(attribute.into())]
                    .into_iter()
                    .flatten()
                    .collect(),
            });
        }
    }
    let rest: TokenStream = rest.collect();
    let begins_item = match first_tokens(&rest, 1).first() {
        Some(TokenTree::Ident(word)) => ITEMS.iter().any(|item| word == item),
        Some(_) => false,
        None => true,
    };
    // A function that begins in a wrong way is not an expression.
    let is_item = begins_item || has_function(&rest);
    match asked.is_empty() || is_item {
        true => (Vec::new(), tokens),
        false => (asked, rest),
    }
}

/// Returns true if `fn` stands somewhere outside of visible brackets.
fn has_function(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(word) => word == "fn",
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
            has_function(&group.stream())
        }
        _ => false,
    })
}
