//! Changes to programs, token by token.

use crate::tokens;
use fusus_rng::Rng;
use proc_macro2::{Group, TokenStream, TokenTree};

/// Changes the tokens somewhere; `other` is another program, whose pieces may be put in.
pub(crate) fn mutated(rng: &mut Rng, tokens: TokenStream, other: &TokenStream) -> TokenStream {
    let mut tokens: Vec<TokenTree> = tokens.into_iter().collect();
    if tokens.is_empty() {
        return tokens::tree(rng, 2).into();
    }
    let position = rng.below(tokens.len());
    if let TokenTree::Group(group) = &tokens[position]
        && rng.below(5) > 0
    {
        let inside = mutated(rng, group.stream(), other);
        tokens[position] = Group::new(group.delimiter(), inside).into();
        return tokens.into_iter().collect();
    }
    match rng.below(9) {
        0 => drop(tokens.remove(position)),
        1 => tokens.insert(position, tokens[position].clone()),
        2 => {
            let other = rng.below(tokens.len());
            tokens.swap(position, other);
        }
        3 => tokens[position] = tokens::tree(rng, 2),
        4 => tokens.insert(position, tokens::tree(rng, 2)),
        // A piece of the same level, again or in another place.
        5 => {
            let end = tokens.len().min(position + rng.below(12));
            let piece: Vec<TokenTree> = tokens[position..end].to_vec();
            let to = rng.below(tokens.len());
            tokens.splice(to..to, piece);
        }
        6 => {
            let end = tokens.len().min(position + rng.below(12));
            tokens.drain(position..end);
        }
        7 => tokens[position] = piece(rng, other),
        // Around one token, as a macro that substitutes it does.
        _ => {
            let delimiter = *rng.pick(&[
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

/// A token of a program, at any depth, with those inside of it.
fn piece(rng: &mut Rng, program: &TokenStream) -> TokenTree {
    let tokens: Vec<TokenTree> = program.clone().into_iter().collect();
    match tokens.get(rng.below(tokens.len())) {
        None => tokens::tree(rng, 2),
        Some(TokenTree::Group(group)) if !group.stream().is_empty() && rng.below(4) > 0 => {
            piece(rng, &group.stream())
        }
        Some(token) => token.clone(),
    }
}
