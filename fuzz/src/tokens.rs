//! Token trees at random.

use crate::Choices;
use fusus_core::combinator::COMBINATORS;
use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenTree};

/// Words beside the names of combinators.
const WORDS: &[&str] = &[
    "let",
    "fn",
    "pub",
    "mut",
    "xs",
    "ys",
    "n",
    "if",
    "else",
    "match",
    "return",
    "for",
    "self",
    "zip",
    "sum",
    "iter",
    "Ok",
    "_",
    "T",
    "crate",
    "move",
    "async",
    "const",
    "unsafe",
    "where",
    "impl",
    "dyn",
    "XS",
    "cnf",
    "backend",
    "cpu",
    "sequential",
    "ocl",
    "loops",
    "strategy",
    "usize",
    "as",
];

const MARKS: &[char] = &[
    ';', ',', '=', '*', '&', '|', '.', ':', '<', '>', '+', '-', '!', '?', '#', '$', '@', '/', '%',
    '^', '~',
];

/// A token, or a group of at most that depth.
pub(crate) fn tree(choices: &mut Choices<'_>, depth: usize) -> TokenTree {
    match choices.below(10) {
        0..=3 => word(choices),
        4..=6 => mark(choices),
        7 => literal(choices),
        _ if depth == 0 => Punct::new('|', Spacing::Alone).into(),
        _ => {
            let delimiter = match choices.below(6) {
                0 => Delimiter::Brace,
                1 => Delimiter::Bracket,
                // `macro_rules!` puts such around what it substitutes.
                2 => Delimiter::None,
                _ => Delimiter::Parenthesis,
            };
            let length = choices.below(6);
            let inside = (0..length).map(|_| tree(choices, depth - 1)).collect();
            Group::new(delimiter, inside).into()
        }
    }
}

fn word(choices: &mut Choices<'_>) -> TokenTree {
    match choices.below(20) {
        0 => Ident::new_raw("type", Span::call_site()).into(),
        1..=5 => Ident::new(choices.one(COMBINATORS).name, Span::call_site()).into(),
        _ => Ident::new(choices.one(WORDS), Span::call_site()).into(),
    }
}

fn mark(choices: &mut Choices<'_>) -> TokenTree {
    let spacing = choices.one(&[Spacing::Alone, Spacing::Joint]);
    Punct::new(choices.one(MARKS), spacing).into()
}

fn literal(choices: &mut Choices<'_>) -> TokenTree {
    TokenTree::Literal(match choices.below(8) {
        0 => Literal::usize_unsuffixed(choices.below(5)),
        1 => Literal::f64_unsuffixed(1.5),
        2 => Literal::string("greedy"),
        3 => Literal::u128_unsuffixed(u128::MAX),
        4 => Literal::string("{n} {xs:?} {{ {0} {"),
        5 => Literal::character('x'),
        6 => Literal::byte_string(b"\xff\0"),
        _ => Literal::i32_suffixed(7),
    })
}
