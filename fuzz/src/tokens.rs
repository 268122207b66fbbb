//! Token trees at random.

use fusus_core::combinator::COMBINATORS;
use fusus_rng::Rng;
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
pub(crate) fn tree(rng: &mut Rng, depth: usize) -> TokenTree {
    match rng.below(10) {
        0..=3 => word(rng),
        4..=6 => mark(rng),
        7 => literal(rng),
        _ if depth == 0 => Punct::new('|', Spacing::Alone).into(),
        _ => {
            let delimiter = match rng.below(6) {
                0 => Delimiter::Brace,
                1 => Delimiter::Bracket,
                // `macro_rules!` puts such around what it substitutes.
                2 => Delimiter::None,
                _ => Delimiter::Parenthesis,
            };
            let length = rng.below(6);
            let inside = (0..length).map(|_| tree(rng, depth - 1)).collect();
            Group::new(delimiter, inside).into()
        }
    }
}

fn word(rng: &mut Rng) -> TokenTree {
    match rng.below(20) {
        0 => Ident::new_raw("type", Span::call_site()).into(),
        1..=5 => Ident::new(rng.pick(COMBINATORS).name, Span::call_site()).into(),
        _ => {
            let word: &&str = rng.pick(WORDS);
            Ident::new(word, Span::call_site()).into()
        }
    }
}

fn mark(rng: &mut Rng) -> TokenTree {
    let spacing = *rng.pick(&[Spacing::Alone, Spacing::Joint]);
    Punct::new(*rng.pick(MARKS), spacing).into()
}

fn literal(rng: &mut Rng) -> TokenTree {
    TokenTree::Literal(match rng.below(8) {
        0 => Literal::usize_unsuffixed(rng.below(5)),
        1 => Literal::f64_unsuffixed(1.5),
        2 => Literal::string("greedy"),
        3 => Literal::u128_unsuffixed(u128::MAX),
        4 => Literal::string("{n} {xs:?} {{ {0} {"),
        5 => Literal::character('x'),
        6 => Literal::byte_string(b"\xff\0"),
        _ => Literal::i32_suffixed(7),
    })
}
