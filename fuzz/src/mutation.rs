//! Changes to programs, token by token.

use crate::{Choices, tokens};
use proc_macro2::{Group, TokenStream, TokenTree};

/// Changes the tokens somewhere; `other` is another program, whose pieces may be put in.
pub(crate) fn mutated(
    choices: &mut Choices<'_>,
    tokens: TokenStream,
    other: &TokenStream,
) -> TokenStream {
    let mut tokens: Vec<TokenTree> = tokens.into_iter().collect();
    if tokens.is_empty() {
        return tokens::tree(choices, 2).into();
    }
    let position = choices.below(tokens.len());
    if let TokenTree::Group(group) = &tokens[position]
        && choices.below(5) > 0
    {
        let inside = mutated(choices, group.stream(), other);
        tokens[position] = Group::new(group.delimiter(), inside).into();
        return tokens.into_iter().collect();
    }
    match choices.below(9) {
        0 => drop(tokens.remove(position)),
        1 => tokens.insert(position, tokens[position].clone()),
        2 => {
            let other = choices.below(tokens.len());
            tokens.swap(position, other);
        }
        3 => tokens[position] = tokens::tree(choices, 2),
        4 => tokens.insert(position, tokens::tree(choices, 2)),
        // A piece of the same level, again or in another place.
        5 => {
            let end = tokens.len().min(position + choices.below(12));
            let piece: Vec<TokenTree> = tokens[position..end].to_vec();
            let to = choices.below(tokens.len());
            tokens.splice(to..to, piece);
        }
        6 => {
            let end = tokens.len().min(position + choices.below(12));
            tokens.drain(position..end);
        }
        7 => tokens[position] = piece(choices, other),
        // Around one token, as a macro that substitutes it does.
        _ => {
            let delimiter = choices.one(&[
                proc_macro2::Delimiter::None,
                proc_macro2::Delimiter::Parenthesis,
                proc_macro2::Delimiter::Brace,
            ]);
            let inside = tokens[position].clone().into();
            tokens[position] = Group::new(delimiter, inside).into();
        }
    }
    tokens.into_iter().collect()
}

/// A token of a program, at any depth, with what is inside of it.
fn piece(choices: &mut Choices<'_>, program: &TokenStream) -> TokenTree {
    let tokens: Vec<TokenTree> = program.clone().into_iter().collect();
    match tokens.get(choices.below(tokens.len())) {
        None => tokens::tree(choices, 2),
        Some(TokenTree::Group(group)) if !group.stream().is_empty() && choices.below(4) > 0 => {
            piece(choices, &group.stream())
        }
        Some(token) => token.clone(),
    }
}
