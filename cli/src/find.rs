//! Finding programs in the tokens of a file, at any depth.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};

/// A program as it stands in a file.
#[derive(Debug)]
pub(crate) struct Found {
    /// The input of the macro.
    pub(crate) tokens: TokenStream,
    /// The form of the call.
    pub(crate) form: Form,
    /// The line of the first word in its `cnf!`, or of its `fused`.
    pub(crate) line: usize,
}

/// The forms of calling a macro.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// `cnf! { … }`
    Macro,
    /// `#[fused] fn …`
    Attribute,
}

/// Macros whose input is made of pieces of programs, not of programs.
const TEMPLATES: &[&str] = &[
    "quote",
    "quote_spanned",
    "parse_quote",
    "parse_quote_spanned",
];

/// The programs in the tokens, in the order of the file.
pub(crate) fn programs(tokens: TokenStream) -> Vec<Found> {
    let mut found = Vec::new();
    walk(tokens, &mut found);
    found
}

fn walk(tokens: TokenStream, found: &mut Vec<Found>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at..] {
            [
                TokenTree::Ident(name),
                bang,
                TokenTree::Ident(_),
                TokenTree::Group(_),
                ..,
            ] if name == "macro_rules" && is(bang, '!') => {
                at += 4;
                continue;
            }
            [TokenTree::Ident(name), bang, TokenTree::Group(_), ..]
                if TEMPLATES.iter().any(|template| name == template) && is(bang, '!') =>
            {
                at += 3;
                continue;
            }
            [TokenTree::Ident(name), bang, TokenTree::Group(body), ..]
                if name == "cnf" && is(bang, '!') =>
            {
                // The macro itself only sees what stands inside its brackets, and
                // names a program after that: so does this.
                let first = body.stream().into_iter().next();
                let span = first.map_or(name.span(), |token| token.span());
                found.push(Found {
                    tokens: body.stream(),
                    form: Form::Macro,
                    line: span.start().line,
                });
                // Host expressions may contain programs of their own.
            }
            [hash, TokenTree::Group(attribute), ..] if is(hash, '#') => {
                if let Some(name) = fused(attribute)
                    && let Some(item) = item(&tokens, at)
                {
                    found.push(Found {
                        tokens: item,
                        form: Form::Attribute,
                        line: name.span().start().line,
                    });
                }
            }
            [TokenTree::Group(group), ..] => walk(group.stream(), found),
            _ => {}
        }
        at += 1;
    }
}

fn is(token: &TokenTree, character: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == character)
}

/// The name in `[fused]`, `[fusus::fused]` or `[fused(…)]`.
fn fused(attribute: &Group) -> Option<Ident> {
    if attribute.delimiter() != Delimiter::Bracket {
        return None;
    }
    let mut last = None;
    for token in attribute.stream() {
        match token {
            TokenTree::Ident(name) => last = Some(name),
            TokenTree::Punct(punct) if punct.as_char() == ':' => {}
            TokenTree::Group(arguments) if arguments.delimiter() == Delimiter::Parenthesis => break,
            _ => return None,
        }
    }
    last.filter(|name| name == "fused")
}

/// The function around the attribute that stands at this place, without it.
fn item(tokens: &[TokenTree], attribute: usize) -> Option<TokenStream> {
    let is_attribute =
        |at: usize| is(&tokens[at], '#') && matches!(tokens[at + 1], TokenTree::Group(_));
    let mut start = attribute;
    while start >= 2 && is_attribute(start - 2) {
        start -= 2;
    }
    let after = attribute + 2;
    let mut seen_fn = false;
    for (length, token) in tokens[after..].iter().enumerate() {
        match token {
            TokenTree::Ident(word) if word == "fn" => seen_fn = true,
            TokenTree::Group(body) if seen_fn && body.delimiter() == Delimiter::Brace => {
                let before = tokens[start..attribute].iter();
                let rest = tokens[after..=after + length].iter();
                return Some(before.chain(rest).cloned().collect());
            }
            TokenTree::Punct(end) if end.as_char() == ';' => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(source: &str) -> Vec<(usize, Form, String)> {
        programs(source.parse().expect("the source is Rust"))
            .into_iter()
            .map(|found| (found.line, found.form, found.tokens.to_string()))
            .collect()
    }

    #[test]
    fn programs_are_found_at_any_depth() {
        let source = "mod a {\n impl T { fn f() {\n let s = fusus::cnf! { 1 };\n assert_eq!(cnf!(2), [cnf![3]]); } } }";
        let expected = [(3, "1"), (4, "2"), (4, "3")];
        let expected: Vec<_> = expected
            .map(|(line, text)| (line, Form::Macro, text.to_owned()))
            .into();
        assert_eq!(found(source), expected);
    }

    #[test]
    fn attributes_go_with_their_functions() {
        let source = "/// Doc.\n#[a]\n#[fusus::fused]\n#[b]\npub fn f(xs: &[i32; { 3 }]) -> i32 { 1 }\nfn g() {}";
        let programs = found(source);
        assert_eq!(programs.len(), 1);
        assert_eq!((programs[0].0, programs[0].1), (3, Form::Attribute));
        assert!(
            programs[0].2.contains("# [a] # [b] pub fn f"),
            "{programs:?}"
        );
        assert!(programs[0].2.ends_with("{ 1 }"), "{programs:?}");
    }

    #[test]
    fn templates_are_no_programs() {
        assert_eq!(found("macro_rules! m { ($t:tt) => { cnf! { $t } }; }"), []);
        assert_eq!(found("quote! { cnf! { #t } }"), []);
        assert_eq!(
            found("macro_rules! cnf { () => {} } fn cnf() { a.cnf }"),
            []
        );
    }

    #[test]
    fn programs_within_programs_are_found() {
        let lines: Vec<usize> = found("cnf! {\n external(cnf! { 1 })\n}")
            .iter()
            .map(|f| f.0)
            .collect();
        assert_eq!(lines, [2, 2]);
    }
}
