//! Tokens as rustc's lexer sees them: whole operators and lifetimes.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// A token, or a group of them in delimiters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Atom {
    /// An identifier or keyword.
    Word(String),
    /// A literal.
    Literal(String),
    /// A lifetime or label with its quote.
    Lifetime(String),
    /// An operator or other punctuation, as long as it gets.
    Op(String),
    /// A group; its delimiter is never `None`.
    Group(Delimiter, Vec<Atom>),
}

/// The operators of more than one character.
const OPERATORS: &[&str] = &[
    "<<=", ">>=", "..=", "...", "&&", "||", "==", "!=", "<=", ">=", "+=", "-=", "*=", "/=", "%=",
    "^=", "&=", "|=", "<<", ">>", "->", "=>", "::", "..",
];

/// Returns true if the two operators, written without a space, would be read as something else.
pub(super) fn fuse(left: &str, right: &str) -> bool {
    let both = format!("{left}{right}");
    OPERATORS
        .iter()
        .any(|operator| operator.len() > left.len() && both.starts_with(operator))
}

/// The atoms of a stream.
pub(super) fn lex(tokens: TokenStream) -> Vec<Atom> {
    let mut atoms = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(ident) => atoms.push(Atom::Word(ident.to_string())),
            TokenTree::Literal(literal) => atoms.push(Atom::Literal(literal.to_string())),
            TokenTree::Group(group) => {
                let inner = lex(group.stream());
                match group.delimiter() {
                    Delimiter::None => atoms.extend(invisible(inner)),
                    delimiter => atoms.push(Atom::Group(delimiter, inner)),
                }
            }
            TokenTree::Punct(punct) if punct.as_char() == '\'' => {
                if let Some(TokenTree::Ident(ident)) =
                    tokens.next_if(|next| matches!(next, TokenTree::Ident(_)))
                {
                    atoms.push(Atom::Lifetime(format!("'{ident}")));
                }
            }
            TokenTree::Punct(punct) => {
                let mut operator = String::from(punct.as_char());
                let mut joint = punct.spacing() == Spacing::Joint;
                while joint && let Some(TokenTree::Punct(next)) = tokens.peek() {
                    let longer = format!("{operator}{}", next.as_char());
                    if !OPERATORS.iter().any(|known| known.starts_with(&longer)) {
                        break;
                    }
                    joint = next.spacing() == Spacing::Joint;
                    operator = longer;
                    tokens.next();
                }
                atoms.push(Atom::Op(operator));
            }
        }
    }
    atoms
}

/// The atoms of a group without delimiters, as `macro_rules!` leaves it around
/// what was substituted. Its delimiters say where the operand ends, so they
/// have to be written where that would not be clear without them.
fn invisible(atoms: Vec<Atom>) -> Vec<Atom> {
    let path = atoms.iter().all(|atom| match atom {
        Atom::Word(_) | Atom::Literal(_) | Atom::Lifetime(_) => true,
        Atom::Op(operator) => operator == "::",
        Atom::Group(..) => false,
    });
    if path || atoms.len() == 1 {
        atoms
    } else {
        vec![Atom::Group(Delimiter::Parenthesis, atoms)]
    }
}
