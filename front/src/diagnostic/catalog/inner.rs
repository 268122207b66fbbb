//! Combinators inside of Rust code.

use crate::diagnostic::Diagnostic;
use proc_macro2::{Ident, Span};

/// `map(|q| q + fold(0.0, f64::max, xs), qs)`.
pub fn inner_combinator(span: Span, name: &str, yields_scalar: bool, inside: &str) -> Diagnostic {
    let then = match yields_scalar || inside == "host code" {
        true => "use `name` here",
        false => "pass `name` as an argument of a combinator, or read it with `gather`",
    };
    Diagnostic::new(
        span,
        inner_message(name, inside),
        format!("nothing in it changes here: bind it first, `let name = …;`, and {then}"),
    )
}

/// `map(|q| fold(0.0, f64::max, map(|x| x * q, xs)), qs)`.
pub fn inner_combinator_of_element(span: Span, name: &str, inside: &str) -> Diagnostic {
    Diagnostic::new(span, inner_message(name, inside), OVER_INDEX)
}

const OVER_INDEX: &str = "fold over an index, which any worker may: `sum(|k| x * ys[k])`, \
    `fold(start, |a, b| …, |k| ys[k])`; an array for each element is one of two axes: \
    `generate(|i, j| xs[i] * ys[j])`; or write a program of its own over inputs, `cnf! { … }` here";

/// `map(|q| len(filter(|x| x > q, xs)), qs)`; `instead` says the same over an index.
pub fn inner_array_of_element(
    span: Span,
    name: &str,
    instead: Option<&str>,
    inside: &str,
) -> Diagnostic {
    let help = match instead {
        Some(instead) => format!("fold over an index: write `{instead}`"),
        None => OVER_INDEX.to_owned(),
    };
    Diagnostic::new(span, inner_message(name, inside), help)
        .note(format!("`{name}` would make an array for each element"))
}

/// `map(|w| fold(0.0, |a, b| a + b, w), windows(5, xs))`.
pub fn inner_combinator_over_element(
    span: Span,
    name: &str,
    element: &Ident,
    inside: &str,
) -> Diagnostic {
    Diagnostic::new(
        span,
        inner_message(name, inside),
        format!(
            "for a row, a column, a window or a chunk in the place of an element, say so: \
             `map(|{element}| …, rows(a))`, `columns(a)`, `rows(windows(k, xs))`, `rows(chunks(k, xs))`; \
             the parts of an element that has some are for Rust: `{element}.iter()`"
        ),
    )
    .note(format!("`{element}` is one element"))
}

fn inner_message(name: &str, inside: &str) -> String {
    format!("`{name}` is a combinator, which cannot stand inside {inside}")
}

/// `map(|x| external(f(x)), xs)`.
pub fn inner_external(span: Span, inside: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        inner_message("external", inside),
        format!("leave it out: {inside} is host code already"),
    )
}

/// `for i in 0..n { total += fold(0.0, |a, b| a + b * i, xs); }` in a scalar
/// expression.
pub fn combinator_of_local(span: Span, name: &str, local: &Ident) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("`{name}` cannot use `{local}`, which the host code around it binds"),
        format!(
            "a combinator runs once, before that code: use parameters and what statements of the program bind, or call the whole program for each `{local}`"
        ),
    )
    .note(format!("`{local}` is bound inside of the expression"))
}
