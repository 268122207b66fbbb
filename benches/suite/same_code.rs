//! Strategies that come to the same code.

use std::path::Path;
use std::str::FromStr;
use std::{fs, iter};

use fusus_benches::column::{STREAM, UNFUSED};
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};

/// The columns that are the code of the column of fusus, by another strategy; none of a program that
/// has no file.
///
/// # Panics
///
/// Panics if there is no such file in the folder `programs`.
pub(crate) fn columns(source: &str) -> Vec<&'static str> {
    if source.is_empty() {
        return Vec::new();
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../programs/{source}.rs"));
    let text = fs::read_to_string(&path);
    let text = text.unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
    let program = program(&text);
    let code = |attributes: &str| code(attributes, &program);
    let own = code("");
    let others = [
        (UNFUSED, "#[cnf(strategy = \"unfused\")]"),
        (STREAM, "#[cnf(strategy = \"stream\")]"),
    ];
    let same = others
        .into_iter()
        .filter(|(_, attributes)| code(attributes) == own);
    same.map(|(column, _)| column).collect()
}

/// The tokens in the braces of `cnf!`.
fn program(text: &str) -> TokenStream {
    let file = TokenStream::from_str(text).expect("programs are Rust");
    let mut groups = file.into_iter().filter_map(|token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(group.stream()),
        _ => None,
    });
    groups.next().expect("a program is in braces")
}

/// The code of a program under some attributes, without the documentation, which has the plan.
fn code(attributes: &str, program: &TokenStream) -> String {
    let attributes = TokenStream::from_str(attributes).expect("attributes are Rust");
    let krate = TokenTree::from(Ident::new("fusus", Span::call_site())).into();
    let tokens = attributes.into_iter().chain(program.clone()).collect();
    undocumented(fusus_core::expand(tokens, &krate)).to_string()
}

/// Tokens without `#[doc = …]`.
fn undocumented(tokens: TokenStream) -> TokenStream {
    let mut tokens = tokens.into_iter().peekable();
    let all = iter::from_fn(|| {
        loop {
            let token = tokens.next()?;
            let is_mark = matches!(&token, TokenTree::Punct(mark) if mark.as_char() == '#');
            match tokens.peek() {
                Some(TokenTree::Group(group)) if is_mark && is_doc(group.stream()) => {
                    tokens.next();
                }
                _ => return Some(token),
            }
        }
    });
    all.collect()
}

fn is_doc(attribute: TokenStream) -> bool {
    let first = attribute.into_iter().next();
    matches!(first, Some(TokenTree::Ident(name)) if name == "doc")
}

/// Checks, for `cargo test` too, that a chain of maps is one loop or several, and a single operator
/// the same loop by each strategy.
pub(crate) fn check() {
    assert_eq!(columns("saxpy"), [UNFUSED, STREAM]);
    assert_eq!(columns("normalize2"), [] as [&str; 0]);
}
