//! Mistakes in the string of an `einsum` and in its operands.

use super::count;
use crate::diagnostic::Diagnostic;
use crate::ordered::{ToList, sort_by_key};
use proc_macro2::{Ident, Span};

/// A string with a mark below a character.
fn marked(text: &str, at: Option<usize>) -> String {
    match at {
        // Behind `note: ` and the quotation mark.
        Some(at) => format!(
            "\"{text}\"\n       {}^",
            " ".repeat(text[..at].chars().count())
        ),
        None => format!("\"{text}\""),
    }
}

/// The place of a letter in the result.
fn in_output(text: &str, letter: char) -> Option<usize> {
    text.rfind(letter)
}

/// `einsum("ij,jk->ik", a)`.
pub fn einsum_operands(span: Span, text: &str, wanted: usize, given: usize) -> Diagnostic {
    Diagnostic::new(
        span,
        format!(
            "the string has the letters of {}, and there {} {}",
            count(wanted, "array"),
            if given == 1 { "is" } else { "are" },
            count(given, "array")
        ),
        "write the letters of each array between commas: `einsum(\"ij,jk->ik\", a, b)`",
    )
    .note(marked(text, None))
}

/// `einsum("ij->i", map(…))`.
pub fn einsum_of_expression(span: Span) -> Diagnostic {
    Diagnostic::new(
        span,
        "an array of `einsum` is a name",
        "bind it to one before: `let a = …;`",
    )
}

/// `einsum("...i->i", a)`.
pub fn einsum_ellipsis(span: Span, text: &str) -> Diagnostic {
    Diagnostic::new(
        span,
        "`einsum` has no `...`: the number of axes of an array is known",
        "write a letter for each axis",
    )
    .note(marked(text, text.find("...")))
}

/// `einsum("iJ->i", a)`.
pub fn einsum_letter(span: Span, text: &str, letter: char) -> Diagnostic {
    let help = match letter {
        'A'..='Z' => "the letters are names of indices, which are lower case in Rust: `a` to `z`",
        '-' | '>' => "the result stands behind one arrow: `ij,jk->ik`",
        _ => {
            "write a letter from `a` to `z` for each axis, a comma between arrays, and the result \
             behind an arrow: `ij,jk->ik`"
        }
    };
    Diagnostic::new(span, format!("`{letter}` is no letter of an index"), help)
        .note(marked(text, text.rfind(letter)))
}

/// `einsum("ij->ik", a)`.
pub fn einsum_output(span: Span, text: &str, letter: char, known: &[char]) -> Diagnostic {
    let mut letters = known.to_vec();
    sort_by_key(&mut letters, |letter| *letter);
    letters.dedup();
    let known: Vec<String> = letters.iter().map(|letter| format!("`{letter}`")).list();
    Diagnostic::new(
        span,
        format!("the result has the letter `{letter}`, which no array has"),
        format!("the arrays have {}", super::listed(&known)),
    )
    .note(marked(text, in_output(text, letter)))
}

/// `einsum("ij->ii", a)`.
pub fn einsum_twice(span: Span, text: &str, letter: char) -> Diagnostic {
    Diagnostic::new(
        span,
        format!("the result has the letter `{letter}` twice"),
        "write each letter of the result once; an array that has one twice gives its diagonal: \
         `ii->i`",
    )
    .note(marked(text, in_output(text, letter)))
}

/// `einsum("i->i", a)` of an array with two axes.
pub fn einsum_rank(span: Span, array: &Ident, rank: usize, given: usize, text: &str) -> Diagnostic {
    let axes = match rank {
        1 => "one axis".to_owned(),
        rank => format!("{rank} axes"),
    };
    Diagnostic::new(
        span,
        format!(
            "`{array}` has {axes}, and the string has {} for it",
            count(given, "letter")
        ),
        match rank {
            1 => format!(
                "write one letter, or see the array as rows: `let m = reshape({array}, [h, w]);`"
            ),
            rank => format!("write {rank} letters, one for each axis"),
        },
    )
    .note(text)
}
