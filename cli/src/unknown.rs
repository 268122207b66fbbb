//! Calls that are meant as combinators and that nothing in a file can mean.
//!
//! The compiler of array programs leaves calls that it does not know to rustc. A plan is made
//! without rustc, and would show no loops for a combinator whose name is wrong. So a name that is
//! called with a closure, or that is nearly the name of a combinator, must stand somewhere else in
//! the file, where it is defined, imported or bound. Other functions need not: also a sketch has a
//! plan.

use crate::find::Found;
use crate::suggest;
use fusus_core::combinator::{COMBINATORS, Combinator, foreign};
use fusus_core::diagnostic::{Diagnostic, Diagnostics};
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use std::collections::BTreeSet;

/// The names of a file that may be functions.
#[derive(Debug, Default)]
pub(crate) struct Names {
    known: BTreeSet<String>,
    /// True if names come from elsewhere that the file does not say: `use m::*;`
    open: bool,
}

/// The functions of Rust's prelude.
const PRELUDE: &[&str] = &["align_of", "align_of_val", "drop", "size_of", "size_of_val"];

/// Words before brackets that are no calls.
const KEYWORDS: &[&str] = &[
    "as", "async", "await", "box", "break", "const", "continue", "crate", "dyn", "else", "fn",
    "for", "if", "impl", "in", "let", "loop", "match", "move", "mut", "pub", "ref", "return",
    "self", "static", "super", "unsafe", "where", "while", "yield",
];

impl Names {
    /// The names that stand anywhere in a file but where they are only called.
    pub(crate) fn of(file: &TokenStream) -> Names {
        let mut names = Names::default();
        names.collect(file.clone());
        names
    }

    fn collect(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for (at, token) in tokens.iter().enumerate() {
            let before = at.checked_sub(1).map(|before| &tokens[before]);
            match token {
                TokenTree::Group(group) => self.collect(group.stream()),
                TokenTree::Ident(name) if is_word(before, "fn") || !is_called(&tokens, at) => {
                    self.known.insert(name.to_string());
                }
                // `::*` where something is used, not multiplied.
                TokenTree::Punct(star) if star.as_char() == '*' => {
                    self.open |= is_mark(before, ':');
                }
                _ => {}
            }
            // `use m::{*, f}`, `fn $name()`
            if let TokenTree::Punct(punct) = token {
                let next = tokens.get(at + 1);
                self.open |= punct.as_char() == '*' && before.is_none() && is_mark(next, ',');
                self.open |= punct.as_char() == '$' && is_word(before, "fn");
            }
        }
    }

    /// Reports the calls in a program of names that nothing can have.
    pub(crate) fn check(&self, found: &Found) -> Diagnostics {
        let mut wrong = Diagnostics::new();
        if !self.open {
            self.calls(found.tokens.clone(), &mut wrong);
        }
        wrong
    }

    fn calls(&self, tokens: TokenStream, wrong: &mut Diagnostics) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for (at, token) in tokens.iter().enumerate() {
            let before = at.checked_sub(1).map(|before| &tokens[before]);
            match token {
                // Attributes hold no calls.
                TokenTree::Group(group)
                    if group.delimiter() == Delimiter::Bracket && is_mark(before, '#') => {}
                TokenTree::Group(group) => self.calls(group.stream(), wrong),
                TokenTree::Ident(_) => {
                    if let Some(name) = called(&tokens, at)
                        && !self.may_be(name)
                        && !is_einsum(name, tokens.get(at + 1))
                    {
                        let has_closure = tokens.get(at + 1).is_some_and(has_closure);
                        wrong.extend(unknown(name, has_closure));
                    }
                }
                _ => {}
            }
        }
    }

    fn may_be(&self, name: &Ident) -> bool {
        let text = name.to_string();
        let is_ours = COMBINATORS.iter().any(|combinator| combinator.name == text);
        is_ours || self.known.contains(&text) || PRELUDE.contains(&&*text)
    }
}

/// The name of a function that is called by it alone at a place.
fn called(tokens: &[TokenTree], at: usize) -> Option<&Ident> {
    let TokenTree::Ident(name) = &tokens[at] else {
        return None;
    };
    let before = at.checked_sub(1).map(|before| &tokens[before]);
    let text = name.to_string();
    let is_part = is_mark(before, '.') && !is_range(tokens, at)
        || is_mark(before, ':') && at > 1 && is_mark(tokens.get(at - 2), ':')
        || is_mark(before, '$')
        || is_word(before, "fn");
    let is_variable = text.starts_with(|c: char| c.is_lowercase() || c == '_');
    (is_called(tokens, at) && !is_part && is_variable && !KEYWORDS.contains(&&*text))
        .then_some(name)
}

/// Returns true for a call of `einsum` with a string, which the compiler writes out before it looks at
/// combinators.
fn is_einsum(name: &Ident, arguments: Option<&TokenTree>) -> bool {
    let Some(TokenTree::Group(arguments)) = arguments else {
        return false;
    };
    let first = arguments.stream().into_iter().next();
    name == "einsum" && matches!(first, Some(TokenTree::Literal(_)))
}

/// Returns true if arguments stand behind a place.
fn is_called(tokens: &[TokenTree], at: usize) -> bool {
    matches!(tokens.get(at + 1), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis)
}

/// Returns true if `..` stands before a place.
fn is_range(tokens: &[TokenTree], at: usize) -> bool {
    at > 1 && is_mark(tokens.get(at - 2), '.')
}

fn is_mark(token: Option<&TokenTree>, mark: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == mark)
}

fn is_word(token: Option<&TokenTree>, word: &str) -> bool {
    matches!(token, Some(TokenTree::Ident(ident)) if ident == word)
}

/// Returns true if a closure is among the arguments of a call.
fn has_closure(arguments: &TokenTree) -> bool {
    let TokenTree::Group(arguments) = arguments else {
        return false;
    };
    let mut starts = true;
    arguments.stream().into_iter().any(|token| {
        let is_closure = starts && (is_mark(Some(&token), '|') || is_word(Some(&token), "move"));
        starts = is_mark(Some(&token), ',');
        is_closure
    })
}

/// The report on an unknown name, if it is meant as a combinator.
fn unknown(name: &Ident, has_closure: bool) -> Option<Diagnostic> {
    let text = name.to_string();
    let names = COMBINATORS.iter().map(|combinator| combinator.name);
    let near = suggest::nearest(&text, names).and_then(Combinator::named);
    let help = match (foreign(&text), near) {
        (Some(foreign), _) => foreign.instead.to_owned(),
        (None, Some(near)) => {
            format!(
                "did you mean `{}`? it is written `{}`",
                near.name, near.usage
            )
        }
        (None, None) if has_closure => {
            format!("if `{text}` is a function, define it in this file or import it by its name")
        }
        (None, None) => return None,
    };
    let message = format!("there is no combinator and no function `{text}`");
    Some(Diagnostic::new(name.span(), message, help))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find;

    fn unknown_in(file: &str) -> Vec<String> {
        let tokens: TokenStream = file.parse().expect("it lexes");
        let names = Names::of(&tokens);
        let found = find::programs(tokens);
        let wrong = found.iter().flat_map(|found| names.check(found));
        wrong.map(|one| one.message).collect()
    }

    #[test]
    fn a_name_must_stand_somewhere_else() {
        let wrong = ["there is no combinator and no function `product`"];
        let program = "cnf! { fn f(xs: &[f64]) -> f64 { let s = product(xs) + total(xs); s } }";
        assert_eq!(unknown_in(program), wrong);
        for known in [
            "fn product(xs: &[f64]) -> f64 { 0.0 }",
            "use m::{other, product};",
            "use m::*;",
            "use m::{*, other};",
            "fn g() { let product = |xs| 0.0; }",
            "macro_rules! m { ($name:ident) => { fn $name() {} } }",
        ] {
            assert!(
                unknown_in(&format!("{known} {program}")).is_empty(),
                "{known}"
            );
        }
    }

    #[test]
    fn methods_macros_paths_locals_and_sums_are_no_such_calls() {
        for body in [
            "map(|x| x.sum(1).max(2), xs)",
            "map(|x| sum!(x) + m::sum(x), xs)",
            "map(|x| { let max = |y| y; max(x) }, xs)",
            "map(|x| if (x) { Some(x) } else { drop(x); None }, xs)",
            "map(|x| match (x, x) { (a, b) => return (a, b) }, 0..len(xs))",
            "generate(|i| sum(..=i, |k| xs[k]) - sum(|k| xs[k]))",
            "einsum(\"i,i->i\", xs, xs)",
        ] {
            let program =
                format!("cnf! {{ #[cfg(any(unix))] pub(crate) fn f(xs: &[f64]) {{ {body} }} }}");
            assert_eq!(unknown_in(&program), [""; 0], "{body}");
        }
    }
}
